// The losses over the score, and one example that moves along them.
import { show } from "../core/words.js";
import { choiceAnswer } from "../ui/answers.js";
import { sliderOn } from "../ui/choose.js";
import { toggle } from "../ui/controls.js";
import { h, svg } from "../ui/dom.js";
import { figure } from "../ui/figure.js";
import { cover, guess, key, layer, level, lines, rings, upright } from "../ui/layers.js";
import { numberTrait } from "../ui/share.js";
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
  score: numberTrait(-FAR, FAR, { steps: 2 * FAR * SCORE_GRID }),
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
    set({ shown, values, veiled }) {
      for (const { name, box } of rows) box.set(shown.includes(name));
      for (const { name, value } of rows)
        value.textContent = name in values && !veiled ? show(values[name]) : "";
    },
  };
}

/** One loss over the score for the label y. */
function curveOfLoss(name, y, { box: [x0, x1] }) {
  const [right, left] = y > 0 ? [x1, x0] : [x0, x1];
  if (name === "zero-one") return [level(1, left, 0), level(0, 0, right)];
  const loss = LOSS_FUNCTIONS[name];
  const half = 50 * FAR + 10; // all kinks are at multiples of a half
  const places = Array.from({ length: 2 * half + 1 }, (_, k) => (k - half) / 50);
  return [places.map((f) => [f, loss(y * f)])];
}

/** The losses on show with their values at the score; an arrow for one above the picture. */
function paintLosses(plot, { label, score, shown, values }) {
  const ofLoss = (name) => LOSS_NAMES.indexOf(name);
  const colourOf = (name) => plot.colours[COLOURS[ofLoss(name)]];
  for (const name of shown)
    for (const path of curveOfLoss(name, label, plot))
      plot.path(path, {
        colour: colourOf(name),
        dash: DASHES[ofLoss(name)],
        width: name === "hinge" ? 3 : 2,
      });
  if (shown.includes("zero-one")) {
    plot.marker(0, 0, 1, { radius: 4, colour: plot.colours.ground });
    plot.marker(0, 1, 1, { radius: 4, colour: plot.colours.ink });
  }
  for (const name of shown) {
    const colour = colourOf(name);
    if (values[name] <= HIGH) plot.marker(score, values[name], 1, { radius: 4.5, colour });
    else
      plot.text(score, HIGH, "↑", { align: "center", colour, dx: (ofLoss(name) - 4) * 9, dy: 9 });
  }
}

const onGridOfScores = (f) =>
  Math.min(FAR, Math.max(-FAR, Math.round(f * SCORE_GRID) / SCORE_GRID)) + 0;

export const renderLosses = figure({
  name: "losses",
  title: "Losses over the score",
  spec: lossesSpec,
  own: () => ({ posed: { often: 0 } }),
  panels: () => [
    {
      box: [-FAR - 0.1, FAR + 0.1, -0.55, HIGH],
      labels: ["score f(x)", "loss"],
      ratio: 0.75,
      layers: [
        lines(({ score }) => [upright(score, TRACK, HIGH)], { dash: [6, 4], width: 1.4 }),
        cover("The curves are hidden.", 0.45),
        layer(paintLosses, (facts) => facts, { answer: true }),
        guess("your guess", "grip"),
        rings(({ score }) => [[score, TRACK]], {
          radius: 8,
          width: 3,
          mark: "handle",
          legend: "your example: drag it, or use the arrow keys",
        }),
        key("jump", "jump: the filled end counts", ({ shown }) => shown.includes("zero-one")),
      ],
    },
  ],
  /** The functional margin m = y f, and the losses there. */
  found({ label, score, shown }) {
    const m = label * score + 0;
    return {
      m,
      values: Object.fromEntries(shown.map((name) => [name, LOSS_FUNCTIONS[name](m)])),
    };
  },
  extra: ({ shell }) => [lossTable(shell)],
  listen(figure) {
    const { plots, shell } = figure;
    const [plot] = plots;
    const now = () => figure.present().score;
    figure.follow = sliderOn(plot, {
      signal: shell.signal,
      put: (f, final, gesture) =>
        f === null ? figure.letGo() : figure.put({ score: f }, final, gesture),
      find: (x, y) => onGridOfScores(plot.toData(x, y)[0]),
      near: (x) => Math.abs(x - plot.x(now())) < REACH_OF_FINGER,
      label: "marker of the score",
      name: "score",
      ends: [-FAR, FAR],
      step: (by) => onGridOfScores(now() + by / SCORE_GRID),
    });
  },
  drawn: ({ score }, { follow, plots: [plot] }) => follow(score, plot.x(score), plot.y(TRACK)),
  told: ({ score, label, values }) => toldOfLosses(score, label, values),
  guess: {
    ...LOSS_GUESS,
    answer: choiceAnswer,
    options: ({ shown }) => shown.map((name) => [name, name]),
    pose: ({ shown }, { posed }) => ({
      ...LOSS_GUESS.pose(posed.often++),
      shown: shown.length > 1 ? shown : ["zero-one", "hinge", "logistic"],
    }),
    ghost(plot, name, committed, { score, values }) {
      const { purple: colour } = plot.colours;
      if (committed)
        plot.ring(score, Math.min(HIGH, values[name]), { radius: 11, width: 3, colour });
    },
  },
  challenges: () => LOSS_TASKS,
});
