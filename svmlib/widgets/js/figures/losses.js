// The losses over the score, and one example that moves along them.
import { show } from "../core/words.js";
import { chooseOn } from "../ui/choose.js";
import { toggle } from "../ui/controls.js";
import { h, svg } from "../ui/dom.js";
import { choiceAnswer } from "../ui/answers.js";
import { Plot } from "../ui/plot.js";
import { mountFigure } from "../ui/shell.js";
import { LOSS_GUESS, LOSS_TASKS, SCORE_GRID } from "../tasks/losses.js";
import { toldOfLosses } from "../told/losses.js";

// as in svmlib.losses, functions of the functional margin m = y f
export const LOSS_FUNCTIONS = {
  "zero-one": (m) => (m <= 0 ? 1 : 0),
  hinge: (m) => Math.max(0, 1 - m),
  "squared hinge": (m) => Math.max(0, 1 - m) ** 2,
  "Huberised hinge": (m) => (m >= 1.5 ? 0 : m <= 0.5 ? 1 - m : (1.5 - m) ** 2 / 2),
  ramp: (m) => Math.min(1, Math.max(0, 1 - m)),
  logistic: (m) => Math.log1p(Math.exp(-Math.abs(m))) + Math.max(0, -m),
  exponential: (m) => Math.exp(-m),
  squared: (m) => (1 - m) ** 2,
  absolute: (m) => Math.abs(1 - m),
};
const LOSS_NAMES = Object.keys(LOSS_FUNCTIONS);
const COLOURS = ["ink", "minus", "purple", "sky", "muted", "accent", "third", "purple", "plus"];
const DASHES = [[], [], [], [6, 3], [4, 3], [], [8, 3, 2, 3], [2, 2], [8, 3]];

const FAR = 3;
const HIGH = 5; // scores from -3 to 3
const TRACK = -0.27; // the handle runs below the losses, which are never negative
const REACH_OF_FINGER = 26; // CSS pixels beside the marker that a finger still holds it at

export const lossesSpec = () => ({
  score: { kind: "number", min: -FAR, max: FAR, steps: 2 * FAR * SCORE_GRID },
  label: {
    kind: "choice",
    options: [
      [1, "+1"],
      [-1, "−1"],
    ],
    label: "label y",
  },
  shown: { kind: "names", options: LOSS_NAMES },
});

/** A short piece of the curve's line, as its key beside the name. */
const swatch = (k) =>
  svg(
    "svg",
    { viewBox: "0 0 36 6", class: "svm-swatch", "aria-hidden": "true" },
    svg("path", {
      d: "M0 3H36",
      "stroke-width": 3,
      stroke: `var(--svm-${COLOURS[k]})`,
      "stroke-dasharray": DASHES[k].join(" "),
    }),
  );

/** The choice of losses, which is their legend and the table of their values, too. */
function lossTable(shell) {
  const { model } = shell;
  const shown = (name) => model.get("shown").includes(name);
  const rows = LOSS_NAMES.map((name, k) => {
    const value = h("td");
    const box = toggle(name, {
      value: shown(name),
      change(on) {
        shell.save({ shown: LOSS_NAMES.filter((other) => (other === name ? on : shown(other))) });
      },
    });
    box.element.append(swatch(k));
    return {
      name,
      value,
      box,
      element: h("tr", {}, h("th", { scope: "row" }, box.element), value),
    };
  });
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, "losses on show"),
    h("th", { scope: "col" }, "value"),
  );
  return {
    element: h(
      "table",
      { class: "svm-table svm-losses" },
      h("thead", {}, head),
      h("tbody", {}, ...rows.map((row) => row.element)),
    ),
    set(values) {
      for (const { name, value } of rows)
        value.textContent = name in values ? show(values[name]) : "";
    },
    load() {
      for (const { name, box } of rows) box.set(shown(name));
    },
  };
}

/**
 * The marker, held by a pointer or moved by arrows: put(score, final, gesture) is told where to,
 * with null when a hold was broken off. A mouse may press anywhere; a finger beside the marker
 * scrolls, and taps.
 */
function dragMarker(plot, signal, { score, put }) {
  const { element } = plot;
  const onGrid = (f) => Math.min(FAR, Math.max(-FAR, Math.round(f * SCORE_GRID) / SCORE_GRID)) + 0;
  Object.entries({
    tabindex: 0,
    role: "slider",
    "aria-label": "marker of the score",
    "aria-valuemin": -FAR,
    "aria-valuemax": FAR,
  }).forEach(([name, value]) => element.setAttribute(name, String(value)));
  element.style.cursor = "ew-resize";
  const invite = h("span", { class: "svm-invite", "aria-hidden": "true" }, "drag me");
  element.append(invite);
  chooseOn(plot, {
    signal,
    put,
    find: (x, y) => onGrid(plot.toData(x, y)[0]),
    near: (x) => Math.abs(x - plot.x(score())) < REACH_OF_FINGER,
  });
  element.addEventListener(
    "keydown",
    (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const step = (event.shiftKey ? 10 : 1) / SCORE_GRID;
      const f = score();
      const to = {
        ArrowLeft: f - step,
        ArrowDown: f - step,
        ArrowRight: f + step,
        ArrowUp: f + step,
        Home: -FAR,
        End: FAR,
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      put(onGrid(to), true, "arrows");
    },
    { signal },
  );
  /** After each drawing. */
  return () => {
    element.setAttribute("aria-valuenow", String(score()));
    element.setAttribute("aria-valuetext", `score = ${show(score())}`);
    invite.style.left = `${plot.x(score())}px`;
    invite.style.top = `${plot.y(TRACK)}px`;
  };
}

class LossesFigure {
  constructor(shell) {
    this.shell = shell;
    const { model, root, signal } = shell;
    this.model = model;
    this.plot = new Plot(root, {
      box: [-FAR - 0.1, FAR + 0.1, -0.55, HIGH],
      labels: ["score f(x)", "loss"],
      ratio: 0.75,
    });
    this.knobs = [shell.knob("score"), shell.knob("label")];
    this.table = lossTable(shell);
    /** @type {number | null} the score while the marker is held */
    this.moving = null;
    /** @type {Record<string, number>} of the losses on show at the score */
    this.values = {};
    this.asked = 0; // how often a guess was asked for
    this.drawn = dragMarker(this.plot, signal, {
      score: () => this.score(),
      put: (f, final, gesture = "") => {
        this.moving = final ? null : f;
        if (final) shell.save({ score: f }, gesture);
        this.knobs[0].set(this.score());
        shell.redraw();
      },
    });
  }

  /** The score at this moment, also while the marker is held. */
  score() {
    return this.moving ?? this.model.get("score");
  }

  /** One frame: what is drawn, and what is said of it. */
  draw() {
    const { model, plot } = this;
    const f = this.score();
    const y = model.get("label");
    const m = y * f + 0;
    const shown = model.get("shown");
    const values = Object.fromEntries(shown.map((name) => [name, LOSS_FUNCTIONS[name](m)]));
    plot.begin();
    plot.inside(() => {
      plot.path(
        [
          [f, TRACK],
          [f, HIGH],
        ],
        { dash: [6, 4], width: 1.4 },
      );
      if (this.shell.veiled()) plot.cover(["The curves are hidden."]);
      else this.curves(shown, y, f, values);
      this.shell.trace();
      plot.ring(f, TRACK, { radius: 8, width: 3 });
    });
    plot.axes();
    this.drawn();
    this.table.set(this.shell.veiled() ? {} : values);
    this.values = values;
    this.shell.tell(toldOfLosses(f, y, values), {
      done: this.moving === null,
      view: { m, label: y, values },
    });
  }

  /** The losses on show with their values at f. */
  curves(shown, y, f, values) {
    for (const name of shown) this.curve(name, y);
    if (shown.includes("zero-one")) this.jump();
    for (const name of shown) this.value(name, f, values[name]);
  }

  /** One loss over the score for the label y. */
  curve(name, y) {
    const { plot } = this;
    const k = LOSS_NAMES.indexOf(name);
    const loss = LOSS_FUNCTIONS[name];
    const colour = plot.colours[COLOURS[k]];
    const style = { colour, dash: DASHES[k], width: name === "hinge" ? 3 : 2 };
    const [x0, x1] = plot.box;
    if (name === "zero-one") {
      plot.path(
        [
          [y > 0 ? x0 : x1, 1],
          [0, 1],
        ],
        style,
      );
      plot.path(
        [
          [0, 0],
          [y > 0 ? x1 : x0, 0],
        ],
        style,
      );
      return;
    }
    const line = [];
    // all kinks are at multiples of a half
    for (let i = -50 * FAR - 10; i <= 50 * FAR + 10; i++) line.push([i / 50, loss((y * i) / 50)]);
    plot.path(line, style);
  }

  /** The ends of the zero-one loss at 0: the filled one is its value there. */
  jump() {
    const { plot } = this;
    plot.marker(0, 0, 1, { radius: 4, colour: plot.colours.ground });
    plot.marker(0, 1, 1, { radius: 4, colour: plot.colours.ink });
  }

  /** The dot on a curve; an arrow for one above the picture. */
  value(name, f, height) {
    const { plot } = this;
    const k = LOSS_NAMES.indexOf(name);
    const colour = plot.colours[COLOURS[k]];
    if (height <= HIGH) plot.marker(f, height, 1, { radius: 4.5, colour });
    else plot.text(f, HIGH, "↑", { align: "center", colour, dx: (k - 4) * 9, dy: 9 });
  }

  /** What ui/shell.js asks for. */
  parts() {
    const { table } = this;
    return {
      controls: this.knobs.map((knob) => knob.element),
      panels: [this.plot],
      extra: [table.element],
      draw: () => this.draw(),
      meanwhile: () => ({ score: this.score() }),
      load: () => {
        this.moving = null;
        table.load();
      },
      legend: [
        ["handle", "your example: drag it, or use the arrow keys"],
        ["jump", "jump: the filled end counts", () => this.model.get("shown").includes("zero-one")],
        ["grip", "your guess", () => this.shell.guessed() !== null],
      ],
      guess: {
        ...LOSS_GUESS,
        answer: choiceAnswer,
        plot: this.plot,
        options: () => this.model.get("shown").map((name) => [name, name]),
        pose: ({ shown }) => ({
          ...LOSS_GUESS.pose(this.asked++),
          shown: shown.length > 1 ? shown : ["zero-one", "hinge", "logistic"],
        }),
        truth: () => ({ m: this.model.get("label") * this.score() + 0, values: this.values }),
        ghost: (name, committed) => {
          const { plot } = this;
          const { purple: colour } = plot.colours;
          const value = Math.min(HIGH, this.values[name]);
          if (committed) plot.ring(this.score(), value, { radius: 11, width: 3, colour });
        },
      },
      challenges: LOSS_TASKS,
    };
  }
}

export const renderLosses = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "losses",
    title: "Losses over the score, interactive figure",
    spec: lossesSpec,
    build: (shell) => new LossesFigure(shell).parts(),
  });
