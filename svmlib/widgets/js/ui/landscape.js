// What a machine says over a whole plot: its two sides, the boundary f = 0 and the edges f = ±1 of
// the street.
import { contours, onGrid, scoresOver } from "../core/surface.js";

/** Numbers of places across and up: at rest, and while something moves. */
export const GRIDS = { fine: [160, 120], coarse: [80, 60] };

const FRAME = 12; // milliseconds that a picture may take while something moves
const LEAST_SHARE = 0.25; // of the places across and up: fewer would show nothing
const QUIET_TIME = 150; // milliseconds without a change, after which the picture becomes fine

/**
 * The share of a grid's places across, and up, for the next picture: the last one had `share` and
 * took so many milliseconds, which go with the number of places.
 */
export const pacedShare = (share, milliseconds) =>
  Math.min(1, Math.max(LEAST_SHARE, share * Math.sqrt(FRAME / Math.max(1, milliseconds))));

/**
 * How fine a picture may be: what a browser has the time for while something moves, learnt from how
 * long its pictures take, and all there is a little after the last `moved()`.
 */
export class Pace {
  /** @param {() => void} redraw @param {AbortSignal} signal */
  constructor(redraw, signal) {
    this.redraw = redraw;
    this.share = 1;
    this.still = 0;
    this.timer = 0;
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** Something has changed: rest begins anew. */
  moved() {
    this.still = performance.now() + QUIET_TIME;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(this.redraw, QUIET_TIME + 10);
  }

  get resting() {
    return performance.now() >= this.still;
  }

  /** @param {number[]} sizes */
  grid(sizes) {
    return sizes.map((n) => Math.round(n * this.share));
  }

  /** Do a piece of work whose time goes with the number of places. */
  timed(work) {
    const begin = performance.now();
    const found = work();
    this.share = pacedShare(this.share, performance.now() - begin);
    return found;
  }
}

/**
 * What a figure computes on a grid over a plot: compute(plot, grid, ...of), again only when one of
 * `of` (the answers that it shows), the window or the grid is another.
 */
export class Sampled {
  constructor(compute) {
    this.compute = compute;
    /** @type {any[]} */
    this.key = [];
    /** @type {any} */
    this.value = null;
  }

  /** Fine at rest, and while something moves as fine as there is time for. */
  at(plot, { pace, resting }, ...of) {
    const fine = resting && of.every((answer) => answer.done);
    const grid = fine ? GRIDS.fine : pace.grid(GRIDS.coarse);
    const key = [String(grid), String(plot.box), ...of];
    if (key.some((part, k) => part !== this.key[k])) {
      const work = () => this.compute(plot, grid, ...of);
      this.value = fine ? work() : pace.timed(work);
      this.key = key;
    }
    return this.value;
  }
}

/**
 * Computes them again only when the machine, the window or the grid is another: a look at a point
 * costs nothing.
 */
export class Landscape {
  constructor(plot) {
    this.plot = plot;
    /** @type {any} the answer that it shows */
    this.of = null;
    /** @type {Scaling | null} by what its machine standardises points */
    this.scaled = null;
    this.where = "";
    this.width = this.height = 0;
    this.f = new Float64Array(0);
    /** @type {number[][][][]} of each level its lines, in places of the grid */
    this.lines = [];
    /** @type {{ of: any, key: string, lines: number[][][] }} what is known of the whole window */
    this.all = { of: null, key: "", lines: [] };
  }

  /**
   * @param {any} answer
   * @param {number[]} grid
   */
  draw(answer, [width, height]) {
    const { plot } = this;
    const where = `${width} ${height} ${plot.box}`;
    if (answer !== this.of || where !== this.where) {
      const f = this.scores(answer, plot.box, width, height);
      Object.assign(this, {
        of: answer,
        where,
        f,
        width,
        height,
        lines: [-1, 0, 1].map((level) => contours(f, width, height, level)),
      });
    }
    // with w = 0 and b = 0 there are no sides
    if (!answer.zero || Math.abs(answer.b) > 1e-9) plot.sides(this.f, width, height);
    this.lines.forEach((lines, k) =>
      plot.levels(lines, width, height, k === 1 ? { width: 2.2 } : { dash: [6, 4], width: 1.3 }),
    );
  }

  /**
   * Fine at rest, and while something moves as fine as there is time for. The Ornstein–Uhlenbeck
   * kernel takes one exponential for each support vector and place.
   */
  paced(answer, { pace, resting }) {
    const { kernel, support } = answer;
    const slow = kernel?.name === "ornstein-uhlenbeck";
    const share = slow ? Math.min(1, Math.sqrt(30 / Math.max(1, support))) : 1;
    if (resting && answer.done) this.draw(answer, GRIDS.fine);
    else pace.timed(() => this.draw(answer, pace.grid(GRIDS.coarse.map((n) => n * share))));
  }

  /** Scores over a box, whose machine may see other units. */
  scores(answer, box, width, height) {
    const { centre, scale } = this.scaled ?? { centre: [0, 0], scale: [1, 1] };
    const seen = box.map((v, i) => (v - centre[i >> 1]) / scale[i >> 1]);
    return scoresOver(answer, seen, width, height);
  }

  /** The lines of the k-th level, -1, 0 or 1, in data coordinates. */
  placed(k) {
    return this.lines[k].map((line) => line.map(onGrid(this.plot.box, this.width, this.height)));
  }

  /** The lines f = 0 in data coordinates, over the whole window even where a part of it is seen. */
  get boundary() {
    const { plot, of, width, height } = this;
    if (!plot.view || !of) return this.placed(1);
    const { whole } = plot;
    const key = `${width} ${height} ${whole}`;
    if (this.all.of !== of || this.all.key !== key) {
      const lines = contours(this.scores(of, whole, width, height), width, height, 0);
      this.all = { of, key, lines: lines.map((line) => line.map(onGrid(whole, width, height))) };
    }
    return this.all.lines;
  }
}
