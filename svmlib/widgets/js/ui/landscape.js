// What a machine says over a whole plot: its two sides, the boundary f = 0 and the edges f = ±1 of
// the street.
import { remembered } from "../core/remembered.js";
import { levelLines, scoresOver } from "../core/surface.js";

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
 * What a figure computes on a grid over a plot: compute(box, [width, height], …of), again only when
 * one of `of` (the answers that it shows), the window or the grid is another.
 */
export function sampled(compute) {
  const known = remembered((pace, fine, ...how) =>
    fine ? compute(...how) : pace.timed(() => compute(...how)),
  );
  /** Fine at rest, and while something moves as fine as there is time for. */
  return ({ box }, { pace, resting }, ...of) => {
    const fine = resting && of.every((answer) => answer.done);
    return known(pace, fine, box, fine ? GRIDS.fine : pace.grid(GRIDS.coarse), ...of);
  };
}

/**
 * Computes them again only when the machine, the window or the grid is another: a look at a point
 * costs nothing.
 */
export class Landscape {
  /** @type {any} the answer that was drawn last */ of = null;
  grid = GRIDS.fine;
  /** @type {Scaling | null} by what its machine standardises points */ scaled = null;

  constructor(plot) {
    this.plot = plot;
    this.seen = remembered((answer, box, /** @type {[number, number]} */ grid) => {
      const f = this.scores(answer, box, grid);
      return { f, lines: [-1, 0, 1].map((level) => levelLines(f, box, ...grid, level)) };
    });
    this.all = remembered((answer, box, /** @type {[number, number]} */ grid) =>
      levelLines(this.scores(answer, box, grid), box, ...grid, 0),
    );
  }

  /**
   * @param {any} answer
   * @param {number[]} grid
   */
  draw(answer, grid) {
    const { plot } = this;
    Object.assign(this, { of: answer, grid });
    const { f, lines } = this.seen(answer, plot.box, grid);
    // with w = 0 and b = 0 there are no sides
    if (!answer.zero || Math.abs(answer.b) > 1e-9) plot.sides(f, ...grid);
    lines.forEach((level, k) => {
      const style = k === 1 ? { width: 2.2 } : { dash: [6, 4], width: 1.3 };
      for (const line of level) plot.path(line, style);
    });
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
  scores(answer, box, /** @type {[number, number]} */ grid) {
    const { centre, scale } = this.scaled ?? { centre: [0, 0], scale: [1, 1] };
    const seen = box.map((v, i) => (v - centre[i >> 1]) / scale[i >> 1]);
    return scoresOver(answer, seen, ...grid);
  }

  /** The lines f = 0 in data coordinates, over the whole window even where a part of it is seen. */
  get boundary() {
    const { grid, of, plot } = this;
    if (!of) return [];
    return plot.view ? this.all(of, plot.whole, grid) : this.seen(of, plot.box, grid).lines[1];
  }
}
