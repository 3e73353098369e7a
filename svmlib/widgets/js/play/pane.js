// One of the two plots: a machine on the points to learn from, what it says about them and about
// those held out.
import { boxAround } from "../core/datasets.js";
import { Machine, score } from "../core/machine.js";
import { tracedOf } from "../core/trace.js";
import { show } from "../core/words.js";
import { Landscape } from "../ui/landscape.js";
import { Plot, ticks } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { arrowAt } from "./picture.js";

/** @typedef {import("../core/machine.js").Answer} Answer */
/**
 * @typedef {{ n: number, errors: number, plus: { n: number, errors: number }, minus: { n: number,
 * errors: number } }} Tally
 */

const FINE = 28000;
const COARSE = 5000; // cells of the picture of f
const SLICE = 7; // milliseconds of solving a frame
const LABEL = 26; // CSS pixels: room for a label left of the ticks
const FEW = 20; // points, of which none is far from the others
const OUTER = 0.025; // share of the points on each side that may be beyond the window …
const SQUEEZED = 2; // … where they would make it so many times as wide

/** A window around points; a few that are far from all others do not squeeze the rest. */
function windowOf(/** @type {Point[]} */ points) {
  const whole = boxAround(points, 0.1);
  const most = points.length < FEW ? 0 : Math.ceil(OUTER * points.length);
  const ends = [0, 1].map((k) => {
    const values = points.map((point) => point[k]).sort((a, b) => a - b);
    return [values[most], values[values.length - 1 - most]];
  });
  const middle = boxAround(
    ends[0].map((x, i) => [x, ends[1][i], 1]),
    0.1,
  );
  return whole.map((end, i) => {
    const k = i < 2 ? 0 : 2;
    const span = middle[k + 1] - middle[k];
    const squeezed = ends[k / 2][0] < ends[k / 2][1] && whole[k + 1] - whole[k] > SQUEEZED * span;
    return squeezed ? middle[i] : end;
  });
}

/**
 * How many of these points have a score of the wrong sign, in all and in each class.
 * @returns {Tally}
 */
function tallyOf(/** @type {Point[]} */ points, /** @type {Numbers} */ scores) {
  const count = {
    n: points.length,
    errors: 0,
    plus: { n: 0, errors: 0 },
    minus: { n: 0, errors: 0 },
  };
  points.forEach(([, , label], k) => {
    const own = label > 0 ? count.plus : count.minus;
    const wrong = Number(label * scores[k] <= 0);
    own.n++;
    own.errors += wrong;
    count.errors += wrong;
  });
  return count;
}

/**
 * A plot whose unit may be up to `stretch` times as long upwards as across, where there is room and
 * the points need it.
 */
class TallPlot extends Plot {
  stretch = 1;
  /** @type {Scaling | null} what coordinates are told in, if not as they are */ units = null;
  indent = 0; // CSS pixels: what the texts of the ticks need
  /** @type {number[]} what the points fill, in the window or not */ reach = [0, 0, 0, 0];

  get inner() {
    const [l, r, t, d] = super.inner;
    return [Math.max(l, this.indent), r, t, d];
  }

  told(/** @type {number} */ value, /** @type {number} */ k) {
    return this.units ? this.units.centre[k] + this.units.scale[k] * value : value;
  }

  meant(/** @type {number} */ value, /** @type {number} */ k) {
    return this.units ? (value - this.units.centre[k]) / this.units.scale[k] : value;
  }

  /** At round numbers of the unit of the axis; of long ones there are fewer on a phone. */
  ticks(k) {
    const { units, box } = this;
    if (!units) return super.ticks(k);
    const [from, to] = [this.told(box[2 * k], k), this.told(box[2 * k + 1], k)];
    const found = ticks(from, to, !k && this.width < 450 ? 4 : 6 - k);
    return found.map(([v, text]) => [this.meant(v, k), text]);
  }

  begin() {
    super.begin();
    this.pen.font = "12px system-ui, sans-serif";
    const widest = Math.max(...this.ticks(1).map(([, text]) => this.pen.measureText(text).width));
    if (widest + LABEL <= this.inner[0]) return;
    this.indent = Math.ceil(widest + LABEL);
    super.begin();
  }

  /** Points can be wherever others are, though the window does not show it. */
  get room() {
    return super.room.map((end, k) => Math[k % 2 ? "max" : "min"](end, this.reach[k]));
  }

  /**
   * For a point beyond the window its place at the edge, and the way on from there; else null.
   * @param {Point} point
   */
  edge([x, y]) {
    const [qx, qy] = this.held(x, y);
    const far = this.view || (qx === x && qy === y);
    return far ? null : { x: qx, y: qy, out: Math.atan2(Math.sign(qy - y), Math.sign(x - qx)) };
  }

  equalise() {
    super.equalise();
    const [x0, x1, low, high] = this.box;
    const [, , y0, y1] = this.given;
    const span = Math.max(y1 - y0, (high - low) / this.stretch);
    const middle = (y0 + y1) / 2;
    Object.assign(this, { box: [x0, x1, middle - span / 2, middle + span / 2] });
  }
}

export class Pane {
  /**
   * @param {HTMLElement} root @param {string} name A or B
   * @param {{ signal: AbortSignal, note: (text: string) => void, whisper: (text: string) => void,
   * changed: any }} options
   */
  constructor(root, name, { signal, note, whisper, changed }) {
    this.name = name;
    this.plot = new TallPlot(root, { box: [-1, 1, -1, 1], ratio: 0.8, equal: true });
    this.landscape = new Landscape(this.plot);
    this.machine = new Machine();
    this.editor = new PointEditor(
      this.plot,
      /** @type {any} */ ({
        points: [],
        signal,
        note,
        whisper,
        limit: 500,
        changed,
        describe: (/** @type {number} */ i) => this.describe(i),
      }),
    );
    // the drawer for one's own data has the points as text
    Object.assign(this.editor, { area: null });
    this.editor.known.before(" ");
    const { plot } = this;
    this.editor.told = (value, k) => plot.told(value, k);
    this.editor.meant = (value, k) => plot.meant(value, k);
    /** @type {Answer | null} */ this.answer = null;
    /** @type {Point[]} */ this.points = [];
    /** @type {number[]} index among the points to learn from, or -1 */ this.rank = [];
    /** @type {Tally | null} */ this.train = null;
    /** @type {Tally | null} */ this.test = null;
    /** @type {Answer | null} the one that was tallied */ this.tallied = null;
    this.testText = "";
  }

  /**
   * Points from outside. The window stays unless they are `fresh`, or some are out of it, or they
   * have become few in the middle of it; a sheet (`still`) that somebody paints on stays even then.
   * A window that is not `whole` leaves out what is far away.
   * @param {Point[]} points @param {boolean} fresh @param {boolean} still @param {boolean} whole
   */
  take(points, fresh, still, whole) {
    const { plot, editor } = this;
    const { given, room } = plot;
    editor.inputs.forEach((input, k) =>
      input.setAttribute("aria-label", `${plot.labels[k]} of the chosen point`),
    );
    editor.load(points);
    const [x0, x1, y0, y1] = room;
    const all = points.length ? boxAround(points, 0.1) : [-2, 2, -2, 2];
    const around = whole || !points.length ? all : windowOf(points);
    plot.reach = all;
    if (fresh) plot.indent = 0;
    const seen = points.every(([x, y]) => x >= x0 && x <= x1 && y >= y0 && y <= y1);
    const lost =
      2 * (around[1] - around[0]) < given[1] - given[0] &&
      2 * (around[3] - around[2]) < given[3] - given[2];
    plot.given = !fresh && seen && (still || !lost) ? given : around;
  }

  /** What the read-out says about a point besides its place. */
  describe(i) {
    const { plot } = this;
    const { points } = this.editor;
    const [x, y] = points[i] ?? [0, 0];
    const told = [x, y].map((v, k) => `${plot.labels[k]} ${show(plot.told(v, k))}`).join(", ");
    const at = plot.units && i < points.length ? `${told}; ` : "";
    return at + this.found(i);
  }

  /** What the machine has found for it. */
  found(i) {
    const { answer, points } = this;
    if (!answer?.certified || i >= points.length) return "";
    const k = this.rank[i];
    const [x, y, label] = points[i];
    if (k < 0)
      return `held out, f = ${show(score(answer, x, y), 3)}${label * score(answer, x, y) <= 0 ? ", an error" : ""}`;
    const a =
      answer.alpha[k] >= answer.C[k]
        ? `α = ${show(answer.C[k], 3)}, its bound`
        : `α = ${show(answer.alpha[k], 3)}`;
    return `f = ${show(answer.f[k], 3)}, ξ = ${show(Math.max(0, answer.xi[k]), 3)}, ${a}`;
  }

  /**
   * Solve a slice and count errors once that is done.
   * @param {Point[]} points @param {{ train: number[], test: number[] }} parts
   * @param {{ kernel: Kernel, C: number, weights: { plus: number, minus: number } }} setting
   */
  work(points, { train, test }, setting) {
    this.points = points;
    this.rank = new Array(points.length).fill(-1);
    train.forEach((i, k) => {
      this.rank[i] = k;
    });
    const learning = train.map((i) => points[i]);
    if (new Set(learning.map((p) => p[2])).size < 2) {
      this.answer = this.train = this.test = this.tallied = null;
      return;
    }
    this.machine.pose(/** @type {any} */ (learning), setting);
    const answer = (this.answer = this.machine.advance(SLICE));
    const held = test.map((i) => points[i]);
    const text = String(held);
    if (!answer.done || (answer === this.tallied && text === this.testText)) return;
    Object.assign(this, {
      tallied: answer,
      testText: text,
      train: tallyOf(learning, answer.f),
      test: tallyOf(
        held,
        held.map(([x, y]) => score(answer, x, y)),
      ),
    });
  }

  get done() {
    return !this.answer || this.answer.done;
  }

  /**
   * plain: for a saved picture; lettered: with A or B.
   * @param {{ coarse: boolean, ghost: number[][][], plain?: boolean, lettered?: boolean }} how
   */
  draw({ coarse, ghost, plain = false, lettered = false }) {
    const { plot, answer, editor } = this;
    const lit = plain ? -1 : editor.lit;
    plot.begin();
    const [l, r, t, d] = plot.inner;
    const ratio = (r - l) / Math.max(1, d - t);
    const slow = answer?.kernel.name === "ornstein-uhlenbeck" ? 0.5 : 1;
    const cells = (coarse || !this.done ? COARSE : FINE) * slow;
    const across = Math.max(8, Math.round(Math.sqrt(cells * ratio)));
    plot.inside(() => {
      if (answer) this.landscape.draw(answer, [across, Math.max(8, Math.round(cells / across))]);
      if (!plain) for (const line of ghost) plot.path(line, plot.earlier);
      for (const [[x, y, label], i] of editor.inOrder()) {
        const share = this.shareOf(i);
        const edge = plot.edge([x, y]);
        if (edge) this.arrow(edge, label, i);
        if (edge && i === lit)
          plot.ring(edge.x, edge.y, { radius: 14, colour: plot.colours.accent });
        if (edge) continue;
        plot.marker(x, y, label, { radius: 4 + 2.5 * share, hollow: this.rank[i] < 0 });
        if (share > 0) plot.ring(x, y, { radius: 8 + 2.5 * share, dashed: share >= 1 });
        if (i === lit) plot.ring(x, y, { radius: 14, colour: plot.colours.accent, width: 2.5 });
      }
    });
    plot.axes();
    if (!lettered || plain) return;
    plot.pen.fillStyle = plot.colours.ink;
    plot.pen.fillRect(l, t, 24, 22);
    plot.text(plot.box[0], plot.box[3], this.name, {
      align: "center",
      colour: plot.colours.ground,
      dx: 12,
      dy: 12,
    });
  }

  /** The sign of a point that is beyond the edge. */
  arrow({ x, y, out }, label, i) {
    const { pen, colours } = this.plot;
    const held = this.rank[i] < 0;
    const own = label > 0 ? colours.plus : colours.minus;
    pen.beginPath();
    for (const corner of arrowAt(this.plot.x(x), this.plot.y(y), out))
      pen.lineTo(corner[0], corner[1]);
    pen.closePath();
    Object.assign(pen, {
      fillStyle: held ? colours.ground : own,
      strokeStyle: held ? own : colours.ink,
      lineWidth: held ? 2 : 1,
    });
    pen.fill();
    pen.stroke();
  }

  /** How many points are beyond the window. */
  get beyond() {
    const [x0, x1, y0, y1] = this.plot.whole;
    return this.points.filter(([x, y]) => x < x0 || x > x1 || y < y0 || y > y1).length;
  }

  /** Share of its bound that the multiplier of a point has, 0 to 1. */
  shareOf(/** @type {number} */ i) {
    const k = this.rank[i] ?? -1;
    return this.answer && k >= 0 && this.answer.carries[k]
      ? Math.min(1, this.answer.alpha[k] / this.answer.C[k])
      : 0;
  }

  /** What the strip keeps of a certified answer, or null. */
  get traced() {
    const { answer, tallied, train, test } = this;
    if (!answer?.certified || tallied !== answer || !train || !test) return null;
    const held = test.n ? test.errors : null;
    return { ...tracedOf(answer), errors: train.errors, held, out: test.n };
  }

  /** The boundary in data coordinates, for the ghost after the next change. */
  get boundary() {
    return this.answer ? this.landscape.boundary : [];
  }

  /** What picture.js draws with lines instead of pixels. */
  scene(/** @type {string} */ title) {
    const { plot, landscape, answer } = this;
    const lines = answer
      ? [-1, 0, 1].map((level, k) => ({ level, lines: landscape.placed(k) }))
      : [];
    return {
      title,
      box: plot.box,
      labels: plot.labels,
      lines,
      colours: plot.colours,
      width: plot.width,
      height: plot.height,
      inner: plot.inner,
      ticks: [plot.ticks(0), plot.ticks(1)],
      points: this.points.map(([x, y, label], i) => ({
        ...(plot.edge([x, y]) ?? { x, y, out: null }),
        label,
        held: this.rank[i] < 0,
        share: this.shareOf(i),
      })),
    };
  }
}
