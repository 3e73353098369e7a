// The rings lifted to z = x1² + x2²: turn the picture, raise the plane, and the level plane is a
// circle on the ground.
import { seenFrom, turned } from "../core/camera.js";
import { h } from "../ui/dom.js";
import { watchMarks } from "../ui/hover.js";
import { placeAnswer } from "../ui/spots.js";
import { Plot } from "../ui/plot.js";
import { mountFigure } from "../ui/shell.js";
import { LIFT_GUESS, gapOfLift, liftTasks } from "../tasks/lift.js";
import { heightOf, liftedWrong, pointOfLift, toldOfLift } from "../told/lift.js";

const RADIUS = 4.5; // of the marks

export const liftSpec = (model) => ({
  turn: { kind: "number", min: -180, max: 180, steps: 360, label: "turn" },
  tilt: { kind: "number", min: 0, max: 90, steps: 90, label: "view" },
  level: {
    kind: "number",
    min: 0,
    max: Math.ceil(100 * Math.max(...model.get("points").map(heightOf))) / 100,
    label: "height",
  },
});

class LiftFigure {
  constructor(shell) {
    this.shell = shell;
    const { model, root, signal } = shell;
    this.model = model;
    this.signal = signal;
    this.points = model.get("points");
    this.heights = this.points.map(heightOf);
    this.top = Math.max(...this.heights);
    this.reach = Math.max(...this.points.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
    const room = 1.1 * this.reach;
    this.space = new Plot(root, {
      box: [-1.05, 1.05, -1.05, 1.05],
      ratio: 0.75,
      equal: true,
      bare: true,
    });
    this.flat = new Plot(root, {
      box: [-room, room, -room, room],
      labels: ["x1", "x2"],
      ratio: 0.75,
      equal: true,
    });
    const [turn, tilt, level] = ["turn", "tilt", "level"].map((trait) => shell.knob(trait));
    this.turn = turn;
    this.tilt = tilt;
    this.level = level;
    this.asked = h("div", { class: "svm-row svm-chosen" });
    this.lit = -1; // the point that is asked for, in either panel
    watchMarks(this.space, {
      signal,
      marks: () => this.points.map((p, i) => this.seen(p[0], p[1], this.heights[i])),
      found: (i) => this.ask(i),
    });
    watchMarks(this.flat, { signal, marks: () => this.points, found: (i) => this.ask(i) });

    this.listen();
    this.corners = [
      [-this.reach, -this.reach],
      [this.reach, -this.reach],
      [this.reach, this.reach],
      [-this.reach, this.reach],
      [-this.reach, -this.reach],
    ];
  }

  /** The picture is turned by dragging and by arrow keys; N and P ask for a point. */
  listen() {
    const { whisper } = this.shell;
    /**
     * @type {[number, number, number[]] | null} where a drag began, and how the picture stood then
     */
    let from = null;
    let drags = 0;
    this.on("pointerdown", (event) => {
      if (event.button) return;
      from = [event.clientX, event.clientY, this.now()];
      drags++;
      this.space.element.setPointerCapture(event.pointerId);
    });
    this.on("pointermove", (event) => {
      if (from)
        this.swing(
          from[2],
          (event.clientX - from[0]) / 2,
          (event.clientY - from[1]) / 3,
          `drag ${drags}`,
        );
    });
    for (const end of ["pointerup", "pointercancel"])
      this.on(end, () => {
        from = null;
      });
    this.on("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = event.shiftKey ? 15 : 3;
      const next = { n: 1, p: -1 }[event.key.toLowerCase()];
      const by = {
        ArrowLeft: [-step, 0],
        ArrowRight: [step, 0],
        ArrowUp: [0, step],
        ArrowDown: [0, -step],
      }[event.key];
      if (next) {
        this.ask(this.lit < 0 ? 0 : (this.lit + next + this.points.length) % this.points.length);
        whisper(this.inWords());
      }
      if (!by) return;
      event.preventDefault();
      this.swing(this.now(), by[0], by[1], "arrows");
    });
    const invite = h("span", { class: "svm-invite", "aria-hidden": "true" }, "turn me");
    Object.assign(invite.style, { left: "50%", top: "4em" });
    this.space.element.append(invite);
    // a finger that turns the picture must not scroll the page as well
    Object.assign(this.space.element.style, { cursor: "grab", touchAction: "none" });
    const label =
      "The points in space: drag or use the arrow keys to turn and to raise your eye, N and P choose a point";
    const named = { tabindex: "0", role: "application", "aria-label": label };
    for (const [name, value] of Object.entries(named)) this.space.element.setAttribute(name, value);
  }

  /** Another point is asked for, or none (-1). */
  ask(i) {
    this.lit = i;
    this.shell.redraw();
  }

  // turn and tilt the picture by so many degrees from where it was
  /** @param {number[]} before @param {number} across @param {number} up @param {string} gesture */
  swing([a, e], across, up, gesture) {
    const { shell } = this;
    const angle = turned(Math.round(a + across));
    shell.save({ turn: angle, tilt: Math.max(0, Math.min(90, Math.round(e + up))) }, gesture);
    shell.redraw();
  }

  /** Turn and tilt. */
  now() {
    const { model } = this;
    return [model.get("turn"), model.get("tilt")];
  }

  /** What the picture in space hears. */
  on(type, listener) {
    return this.space.element.addEventListener(type, listener, { signal: this.signal });
  }

  /** Where a place in space is seen: [across, up, depth]. */
  seen(x, y, z) {
    const unit = Math.SQRT2 * this.reach;
    const [turn, tilt] = this.now();
    return seenFrom([x / unit, y / unit, (1.3 * z) / this.top - 0.65], turn, tilt);
  }

  /** The corners of the ground at a height. */
  square(z) {
    return this.corners.map(([x, y]) => this.seen(x, y, z));
  }

  /** @param {number} r @returns {number[][]} */
  circle(r) {
    return Array.from({ length: 91 }, (_, k) => [
      r * Math.cos((k * Math.PI) / 45),
      r * Math.sin((k * Math.PI) / 45),
    ]);
  }

  /** One frame: what is drawn, and what is said of it. */
  draw() {
    const { flat, heights, model, points, space } = this;
    const z = model.get("level");
    const around = this.shell.veiled() ? [] : this.circle(Math.sqrt(z));
    space.begin();
    space.path(this.square(0), { colour: space.colours.muted, width: 1 });
    space.path(
      around.map(([x, y]) => this.seen(x, y, 0)),
      { width: 1.4, dash: [6, 4] },
    );
    // what is below the plane, the plane, what is above it; each from the back to the front
    const order = points
      .map(([x, y], i) => [...this.seen(x, y, heights[i]), i])
      .sort((a, b) => b[2] - a[2]);
    const paint = (above) =>
      order
        .filter(([, , , i]) => heights[i] > z === above)
        .forEach(([x, y, , i]) => this.one(space, x, y, i));
    if (this.lit >= 0)
      space.path(
        [
          this.seen(points[this.lit][0], points[this.lit][1], 0),
          this.seen(points[this.lit][0], points[this.lit][1], heights[this.lit]),
        ],
        { width: 1.4 },
      );
    paint(false);
    this.plane(this.square(z));
    space.path(
      around.map(([x, y]) => this.seen(x, y, z)),
      { width: 2.4 },
    );
    paint(true);
    flat.begin();
    flat.inside(() => {
      flat.path(around, { width: 2.4 });
      this.shell.trace();
      points.forEach(([x, y], i) => this.one(flat, x, y, i));
    });
    flat.axes();
    this.asked.textContent = this.shell.veiled() ? "" : this.inWords();
    this.shell.tell(toldOfLift(points, z), { view: { level: z, tilt: model.get("tilt") } });
  }

  /** A point in either panel: ringed in red on the wrong side, in ink when it is asked for. */
  one(plot, x, y, i) {
    plot.marker(x, y, this.points[i][2], { radius: RADIUS });
    if (!this.shell.veiled() && liftedWrong(this.points[i], this.model.get("level")))
      plot.ring(x, y, { radius: RADIUS + 1, colour: plot.colours.accent, width: 2 });
    if (i === this.lit) plot.ring(x, y, { radius: 11 });
  }

  /** What is known of the point that is asked for. */
  inWords() {
    if (this.lit < 0) return "Point at a mark: it is ringed in both panels.";
    return pointOfLift(this.points[this.lit], this.model.get("level"));
  }

  /** The plane as a pale square. */
  plane(edge) {
    const { space } = this;
    const { pen, colours } = space;
    pen.globalAlpha = 0.3;
    pen.fillStyle = colours.muted;
    pen.beginPath();
    edge.forEach(([x, y], k) => pen[k ? "lineTo" : "moveTo"](space.x(x), space.y(y)));
    pen.fill();
    pen.globalAlpha = 1;
    space.path(edge, { width: 1.2, colour: colours.muted });
  }

  /** What ui/shell.js asks for. */
  parts() {
    return {
      controls: [this.level.element, this.turn.element, this.tilt.element],
      panels: [this.space, this.flat],
      tabs: ["in space", "in the plane"],
      shows: { turn: 0, tilt: 0 },
      draw: () => this.draw(),
      extra: [this.asked],
      legend: [
        ["plus", "should lie below the plane"],
        ["minus", "should lie above it"],
        [
          "chosen",
          "on the wrong side",
          () => this.points.some((point) => liftedWrong(point, this.model.get("level"))),
        ],
        ["grey", "the plane"],
        ["line", "its circle"],
        ["guess", "the circle of your guess", () => this.shell.guessed() !== null],
        ["dashed", "that circle on the ground"],
        ["ring", "point under the pointer", () => this.lit >= 0],
      ],
      guess: {
        ...LIFT_GUESS,
        answer: placeAnswer,
        plot: this.flat,
        pose: (now) => LIFT_GUESS.pose(now, this.top),
        truth: () => ({ level: this.model.get("level") }),
        ghost: ([x, y]) => {
          const { flat } = this;
          flat.path(this.circle(Math.hypot(x, y)), { colour: flat.colours.purple, width: 2.4 });
        },
      },
      challenges: liftTasks(gapOfLift(this.points)),
    };
  }
}

export const renderLift = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "lift",
    title: "Rings lifted into space, interactive figure",
    spec: liftSpec,
    build: (shell) => new LiftFigure(shell).parts(),
  });
