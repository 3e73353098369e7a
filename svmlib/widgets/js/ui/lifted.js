// The score f over the plane as a surface in space, to be turned: its water line is the boundary,
// its support vectors are poles from the water to the surface.
import { groundAt, seenFrom, turned } from "../core/camera.js";
import { onGrid, scoresOver } from "../core/surface.js";
import { facesOf } from "../core/terrain.js";
import { button, slider } from "./controls.js";
import { hearing, motionless } from "./dom.js";
import { eased } from "./glide.js";
import { Plot } from "./plot.js";
import { rgb } from "./theme.js";

const GRID = [56, 42];
const HIGHEST = 3; // |f| beyond it is cut off
const RISE = 0.5; // of the highest, as it is seen
const [ACROSS, UP] = [0.9, 0.72]; // of half the window, as it is seen
const POSE = { turn: -30, tilt: 35 };
const FROM_ABOVE = { turn: 0, tilt: 90 };
const LEAST_TILT = 10; // degrees: lower, places on the ground could not be told apart
const LIFTING = 1200; // milliseconds
const ROUND = 14_000; // milliseconds of a whole turn
const PRESS = 30; // degrees, where nothing may move by itself

const BESIDE = 2.2 * Math.hypot(ACROSS / GRID[0], UP / GRID[1]); // the way between two faces

/**
 * A box wider by half a cell on each side, so that a grid over it has places on its edges.
 * @param {number[]} box @param {number[]} grid
 */
const edged = ([x0, x1, y0, y1], [width, height]) => {
  const [dx, dy] = [(x1 - x0) / (2 * width - 2), (y1 - y0) / (2 * height - 2)];
  return [x0 - dx, x1 + dx, y0 - dy, y1 + dy];
};

export class Lifted {
  /**
   * @param {HTMLElement} root
   * @param {Plot} plot the flat one, which it covers
   * @param {{ signal: AbortSignal, changed: () => void, note: (text: string) => void }} how
   */
  constructor(root, plot, { signal, changed, note }) {
    this.plot = plot;
    this.changed = changed;
    this.note = note;
    this.on = false;
    this.space = new Plot(root, {
      box: [-1.15, 1.15, -1.15, 1.15],
      equal: true,
      bare: true,
      ratio: 10,
    });
    this.space.element.className = "svm-lifted"; // no plot of its own
    this.turn = POSE.turn;
    this.tilt = POSE.tilt;
    this.top = 1;
    this.frame = 0;
    this.moving = ""; // what moves by itself: "up" or "round"
    /** @type {any} what was painted last, to be painted from elsewhere */ this.shown = null;
    /** @type {any} */ this.faces = { of: null };
    this.toggle = button("Lift", () => this.lift(!this.on), { "aria-pressed": "false" });
    this.round = button("Turn", () => this.goRound());
    const angle = (/** @type {"turn" | "tilt"} */ name, min, max) =>
      slider(name === "tilt" ? "view" : name, {
        min,
        max,
        whole: true,
        value: POSE[name],
        complain: note,
        change: (/** @type {number} */ v) => {
          this.rest();
          this[name] = v;
          this.paint();
        },
      });
    this.knobs = [angle("turn", -180, 180), angle("tilt", LEAST_TILT, 90)];
    this.controls = [this.round, ...this.knobs.map(({ element }) => element)];
    for (const one of this.controls) one.hidden = true;
    hearing(plot.element, signal)("pointerdown keydown", () => this.rest());
    signal.addEventListener("abort", () => this.rest());
  }

  // ---- Up and round

  lift(on) {
    this.on = on;
    this.toggle.setAttribute("aria-pressed", String(on));
    for (const one of this.controls) one.hidden = !on;
    this.plot.element.style.touchAction = on ? "none" : "";
    this.rest();
    if (on && !motionless()) this.move("up", performance.now());
    else Object.assign(this, POSE);
    if (on) this.note("Drag the ground to turn the surface, a pole to move its point.");
    this.changed();
  }

  /** Round by itself, until somebody takes hold; a step at a press for those who want no motion. */
  goRound() {
    const goes = this.moving === "round";
    this.rest();
    if (motionless()) {
      this.turn = turned(this.turn + PRESS);
      this.paint();
    } else if (!goes) this.move("round", performance.now());
  }

  move(how, since) {
    this.moving = how;
    this.round.textContent = how === "round" ? "Stop" : "Turn";
    const from = this.turn;
    const step = () => {
      const passed = performance.now() - since;
      if (how === "round") this.turn = turned(from + (360 * passed) / ROUND);
      else {
        const s = eased(Math.min(1, passed / LIFTING));
        for (const angle of /** @type {("turn" | "tilt")[]} */ (["turn", "tilt"]))
          this[angle] = FROM_ABOVE[angle] + s * (POSE[angle] - FROM_ABOVE[angle]);
      }
      this.paint();
      if (passed < (how === "round" ? ROUND : LIFTING)) this.frame = requestAnimationFrame(step);
      else this.rest();
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Nothing moves by itself any more. */
  rest() {
    cancelAnimationFrame(this.frame);
    if (this.moving === "up") Object.assign(this, POSE);
    this.moving = "";
    this.round.textContent = "Turn";
  }

  // ---- What an editor of points asks (ui/plot.js)

  /** From data and a height to the space. */
  inSpace(x, y, f = 0) {
    const [x0, x1, y0, y1] = this.plot.box;
    const z = Math.max(-this.top, Math.min(this.top, f));
    return [
      ACROSS * ((2 * (x - x0)) / (x1 - x0) - 1),
      UP * ((2 * (y - y0)) / (y1 - y0) - 1),
      (RISE * z) / this.top,
    ];
  }

  /** Where a place in space is seen, in the units of the picture. */
  seen(place) {
    return seenFrom(place, this.turn, this.tilt);
  }

  /** Where it is seen, in CSS pixels: the foot of a point. @returns {[number, number]} */
  spot(x, y, f = 0) {
    const [across, up] = this.seen(this.inSpace(x, y, f));
    return [this.space.x(across), this.space.y(up)];
  }

  /** What stands on the water there. @returns {[number, number]} */
  toData(px, py) {
    const [x0, x1, y0, y1] = this.plot.box;
    const [u, v] = groundAt(this.space.toData(px, py), this.turn, this.tilt);
    return [x0 + ((u / ACROSS + 1) * (x1 - x0)) / 2, y0 + ((v / UP + 1) * (y1 - y0)) / 2];
  }

  /** The point whose head or foot is nearest. */
  nearest(places, px, py, reach) {
    let best = -1;
    let least = reach;
    places.forEach(([x, y], i) => {
      for (const f of [this.heightOf(i), 0]) {
        const [qx, qy] = this.spot(x, y, f);
        const away = Math.hypot(qx - px, qy - py) + (f ? 0 : 1); // heads before feet
        if (this.holds(x, y) && away <= least) [best, least] = [i, away];
      }
    });
    return best;
  }

  /** The ground is pulled: it turns and tilts. */
  drag(dx, dy) {
    this.turn = turned(this.turn + dx / 2);
    this.tilt = Math.max(LEAST_TILT, Math.min(90, this.tilt + dy / 3));
    this.paint();
    return true;
  }

  heightOf(i) {
    return this.shown?.answer.f[i] ?? 0;
  }

  /** Whether a place is in the window that is shown. */
  holds(x, y) {
    const [x0, x1, y0, y1] = this.plot.box;
    return x >= x0 && x <= x1 && y >= y0 && y <= y1;
  }

  // ---- The picture

  /**
   * Called at each drawing of the flat plot, with what a machine says, or null where nothing may be
   * seen.
   * @param {{ answer: any, points: number[][], lit: number } | null} shown
   */
  draw(shown) {
    const on = this.on && shown !== null;
    this.shown = on ? shown : null;
    this.plot.camera = on ? this : null;
    if (!on) this.space.element.remove();
    else if (!this.space.element.isConnected) this.plot.element.append(this.space.element);
    this.toggle.disabled = shown === null;
    if (on) this.paint();
  }

  /** The faces of the surface over the window, for as long as both are the same. */
  surface() {
    const { answer } = this.shown;
    const { box } = this.plot;
    if (this.faces.of !== answer || this.faces.box !== String(box)) {
      const [width, height] = GRID;
      const whole = edged(box, GRID);
      const f = scoresOver(answer, whole, width, height);
      const most = f.reduce((far, v) => Math.max(far, Math.abs(v)), 1);
      this.top = Math.min(HIGHEST, most);
      const z = f.map((v) => (RISE * Math.max(-this.top, Math.min(this.top, v))) / this.top);
      const at = onGrid(whole, width, height);
      const place = (i, j) =>
        this.inSpace(.../** @type {[number, number]} */ (at([i, j]))).slice(0, 2);
      const levels = [-1, 0, 1].map((level) => (RISE * level) / this.top);
      const list = facesOf(z, width, height, place, { levels, rise: 1 });
      this.faces = { of: answer, box: String(box), list };
    }
    return this.faces.list;
  }

  paint() {
    const { plot, space, shown } = this;
    if (!shown) return;
    const list = this.surface();
    this.knobs.forEach(({ set }, k) => set(Math.round(k ? this.tilt : this.turn)));
    // from the side it is less high than from above
    const room = 0.78 + 0.37 * Math.sin((this.tilt * Math.PI) / 180) ** 2;
    space.given = [-room, room, -room, room];
    space.most = plot.height;
    space.begin();
    const { colours } = space;
    const [ground, ink, plus, minus] = ["ground", "ink", "pale-plus", "pale-minus"].map((name) =>
      rgb(colours[name]),
    );
    const order = list
      .map((face) => ({ ...face, depth: this.seen(face.at)[2] }))
      .sort((a, b) => b.depth - a.depth);
    for (const side of ["below", "above"]) {
      const pale = side === "above" ? plus : minus;
      // a line comes after the faces beside it, and before those of hills that hide it
      let late = 0;
      const linesBehind = (depth) => {
        for (; late < order.length && order[late].depth > depth; late++)
          for (const [level, from, to] of order[late].lines) {
            if (level < 0 !== (side === "below")) continue;
            const ends = [from, to].map((place) => this.seen(place));
            space.path(ends, { width: level ? 1.2 : 2.6 });
          }
      };
      for (const face of order) {
        if (face[side].length > 2) this.fill(face[side], shaded(pale, ink, ground, face.light));
        linesBehind(face.depth + BESIDE);
      }
      linesBehind(-Infinity);
      if (side === "below") this.water();
    }
    this.poles();
  }

  /** A part of a face; its edge is painted too, lest the ground shine through. */
  fill(corners, colour) {
    const { pen } = this.space;
    pen.beginPath();
    corners.forEach((place, k) => {
      const [across, up] = this.seen(place);
      pen[k ? "lineTo" : "moveTo"](this.space.x(across), this.space.y(up));
    });
    pen.closePath();
    pen.fillStyle = pen.strokeStyle = colour;
    pen.lineWidth = 0.6;
    pen.fill();
    pen.stroke();
  }

  /** The plane f = 0. */
  water() {
    const { space } = this;
    const { pen, colours } = space;
    const corners = [
      [-ACROSS, -UP, 0],
      [ACROSS, -UP, 0],
      [ACROSS, UP, 0],
      [-ACROSS, UP, 0],
    ];
    pen.globalAlpha = 0.22;
    this.fill(corners, colours.sky);
    pen.globalAlpha = 1;
    const edge = [...corners, corners[0]].map((place) => this.seen(place));
    space.path(edge, { colour: colours.muted, width: 1 });
  }

  /** Support vectors as poles, the other points small on the surface; those behind come first. */
  poles() {
    const { space, shown } = this;
    const { answer, points, lit } = shown;
    points
      .map(([x, y, label], i) => ({ x, y, label, i, depth: this.seen(this.inSpace(x, y))[2] }))
      .filter(({ x, y }) => this.holds(x, y))
      .sort((a, b) => b.depth - a.depth)
      .forEach(({ x, y, label, i }) => {
        const f = this.heightOf(i);
        const [foot, head] = [0, f].map((height) => this.seen(this.inSpace(x, y, height)));
        const carries = answer.carries[i];
        if (carries || i === lit) {
          space.path([foot, head], { width: 2.4 });
          space.marker(foot[0], foot[1], label, { radius: 1.5 });
        }
        space.marker(head[0], head[1], label, { radius: carries ? 5 : 2.5 });
        if (i === lit)
          space.ring(head[0], head[1], { radius: 11, colour: space.colours.accent, width: 2.5 });
      });
  }
}

/** A colour of the surface: in the shade with a little of the ink, in the sun of the ground. */
function shaded(pale, ink, ground, light) {
  const other = light < 0.75 ? ink : ground;
  const share = light < 0.75 ? 0.45 * (0.75 - light) : 0.8 * (light - 0.75);
  return `rgb(${pale.map((v, k) => Math.round(v + share * (other[k] - v))).join(" ")})`;
}
