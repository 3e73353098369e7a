// The dual climbed step by step: bars of α from 0 to C, the line they make, primal and dual closing
// in; and a guess before each step.
import { Climb } from "../core/ascent.js";
import { button } from "../ui/controls.js";
import { h, hearing } from "../ui/dom.js";
import { Earlier } from "../ui/earlier.js";
import { figure } from "../ui/figure.js";
import { guess, key, layer, line, lines, marks, rings, street, words } from "../ui/layers.js";
import { choiceTrait, numberTrait, powerTrait } from "../ui/share.js";
import { pointsAnswer } from "../ui/spots.js";
import { ASCENT_GUESS, GUESSES, GuessGame, ascentTasks } from "../tasks/dual_ascent.js";
import { barsInWords, pointOfAscent, toldOfAscent } from "../told/dual_ascent.js";

const MOST_ASCENT_STEPS = 2000;
const NUMBERED = 12; // with so few points each has its number in the plane
/** @type {[string, (t: number) => number][]} */
const ASCENT_SPEEDS = [
  ["slow", () => 1],
  ["medium", (t) => 5 + t / 5],
  ["fast", (t) => 30 + t],
];

export const dualAscentSpec = () => ({
  points: { kind: "points", labels: [1, -1], limit: 60 },
  method: choiceTrait({
    coordinate: "one at a time (b regularised)",
    pairs: "two at a time, SMO (b free)",
  }),
  order: choiceTrait(
    { cyclic: "one after another", shuffled: "shuffled each round" },
    { when: ({ method }) => method !== "pairs" },
  ),
  C: powerTrait(1e-2, 100),
  steps: numberTrait(0, MOST_ASCENT_STEPS, { whole: true, word: "step", knob: false }),
});

/** Whether the gap of a state is closed. */
const isAtRest = ({ gap, noise, primal }) => gap <= Math.max(noise, 1e-9 * primal);

/** The state after so many steps, the ones before and after it, and the run before a change. */
function climbedTo(facts) {
  const { C, earlier, game, holding, method, order, points, run, saved, steps } = facts;
  if (new Set(points.map((p) => p[2])).size < 2) {
    run.key = "";
    return {};
  }
  const settings = { points, method, order, C };
  const key = JSON.stringify(settings);
  if (run.key !== key) {
    Object.assign(run, { key, climb: new Climb(points, C, method, order) });
    game.begin(method);
  }
  // while points are dragged the bars are empty, as they will be
  const wanted = holding && JSON.stringify(points) !== JSON.stringify(saved()) ? 0 : steps;
  const { climb } = run;
  const { states } = climb.to(wanted + 1);
  const t = Math.min(wanted, states.length - 1);
  const now = states[t];
  const ended = t === states.length - 1 || isAtRest(now);
  const next = ended ? null : states[t + 1];
  if (t === 0) game.begin(method);
  const ghost = earlier.follow(settings, climb, facts);
  const so = states.slice(0, t + 1);
  return { key, climb, states, so, t, now, ended, next, last: states[t - 1] ?? null, ghost };
}

const hasLine = (state) => state && !state.zero && state;
const touchedOf = ({ points }, state) => (state?.touched ?? []).map((i) => points[i]);

/** The points, larger for larger α, the lit one on top. */
function sizedByAlpha({ points, now, C, lit }) {
  const all = points.map((p, i) => [...p, now ? 4 + (6 * now.alpha[i]) / C : 5]);
  return [...all.filter((_, i) => i !== lit), ...all.filter((_, i) => i === lit)];
}

/** Numbers outside the rings, and below their point where there is no room above. */
function numberPoints(plot, points) {
  const { pen, colours } = plot;
  const away = 18 * plot.shrink + 9;
  points.forEach(([x, y], i) => {
    const dy = plot.y(y) - away > plot.inner[2] + 4 ? -away : away;
    const wide = 12 * String(i + 1).length;
    pen.fillStyle = colours.ground; // no line goes through it
    pen.fillRect(plot.x(x) - wide / 2, plot.y(y) + dy - 8, wide, 15);
    plot.text(x, y, String(i + 1), { align: "center", dy });
  });
}

/** A bar for each multiplier. */
function paintBars(bars, { points, now, last, next, C, lit }) {
  const { pen, colours } = bars;
  const floor = bars.y(0);
  now.alpha.forEach((a, i) => {
    const left = bars.x(i + 0.65);
    const width = bars.x(i + 1.35) - left;
    const top = bars.y(a / C);
    pen.fillStyle = points[i][2] > 0 ? colours.plus : colours.minus;
    pen.fillRect(left, top, width, floor - top);
    const outline = (upper, colour, thick, dash = []) => {
      pen.setLineDash(dash);
      pen.strokeStyle = colour;
      pen.lineWidth = thick;
      pen.strokeRect(left, upper, width, floor - upper);
      pen.setLineDash([]);
    };
    if (i === lit) outline(top, colours.ink, 2.5);
    if (now.touched.includes(i)) {
      const old = last ? last.alpha[i] / C : 0;
      const level = [i + 0.55, i + 1.45].map((x) => [x, old]);
      if (last) bars.path(level, { colour: colours.muted, dash: [2, 3] });
      outline(top, colours.accent, 3); // of an empty bar a line on the floor
    }
    if (next?.touched.includes(i)) outline(bars.y(1), colours.accent, 1.6, [4, 3]);
  });
}

/** The largest primal that is shown. */
const topOfCurves = ({ so, now }) =>
  Math.min(Math.max(...so.map(({ primal }) => primal)), 3 * Math.abs(now.primal) + 1e-9);

/** The window of both curves. */
function closingBox(facts) {
  const { so, ghost } = facts;
  if (!so) return [0, 1, 0, 1];
  const last = Math.max(10, so.length - 1, (ghost?.states.length ?? 0) - 1);
  return [0, last, Math.min(0, ...so.map(({ dual }) => dual)), 1.05 * topOfCurves(facts)];
}

/** The names of both curves at their ends. */
function curveNames(facts, { box, colours }) {
  if (!facts.now) return null;
  const { t, now } = facts;
  const top = topOfCurves(facts);
  const late = t > 0.7 * box[1];
  const name = (kind, height, dy) => {
    const how = { align: late ? "right" : "left", dx: late ? -4 : 6, dy, colour: colours[kind] };
    return [t, height, kind, how];
  };
  return [
    name("primal", Math.min(now.primal, top), now.primal > 0.9 * top ? 10 : -10),
    name("dual", now.dual, now.dual < 0.15 * top ? -10 : 12),
  ];
}

/** One of both objectives, step by step. */
const objectiveLine = (of, kind, look) =>
  lines((facts) => of(facts) && [of(facts).map((state, t) => [t, state[kind]])], look);
const soFar = (kind, look) =>
  objectiveLine(({ so }) => so, kind, { colour: kind, mark: kind, legend: kind, ...look });

const GHOST = { colour: "muted", dash: [2, 3] };

const PLANE_LAYERS = [
  line(({ last }) => hasLine(last), {
    ...GHOST,
    mark: "ghost",
    legend: "before the last step or change",
    named: ({ t, ghost }) => t > 0 || ghost,
  }),
  ...street(({ now }) => hasLine(now)),
  key("size", "larger for larger α"),
  marks(sizedByAlpha),
  rings((facts) => touchedOf(facts, facts.now), {
    radius: 14,
    width: 3,
    colour: "accent",
    mark: "chosen",
    legend: "moved last",
  }),
  rings((facts) => touchedOf(facts, facts.next), {
    radius: 18,
    width: 2,
    dashed: true,
    colour: "accent",
    mark: "next",
    legend: "moves next",
  }),
  rings(({ now, lit, points }) => now && points[lit] && [points[lit]], {
    radius: 11,
    width: 2.5,
    legend: "chosen",
  }),
  guess("your guess: α = 0", "grip"),
  layer(numberPoints, ({ now, points }) => now && points.length <= NUMBERED && points, {}),
];

const CURVES_LAYERS = [
  ...["primal", "dual"].map((kind) =>
    objectiveLine(({ ghost }) => ghost?.states, kind, { ...GHOST, width: 1.4 }),
  ),
  soFar("primal", { width: 2, dash: [7, 4] }),
  soFar("dual", { width: 2.4 }),
];

/** The question before the next step, its answers, and what became of the last one. */
function guessRow(figure) {
  const { own, shell } = figure;
  const asking = h("span");
  const verdict = h("span", { class: "svm-verdict" });
  const make = (k) => {
    const { facts, steps } = figure;
    if (!steps.open()) return;
    const said = own.game.guess(k, facts, facts);
    steps.go(facts.t + 1);
    own.game.verdict = said;
    shell.whisper(said);
  };
  const buttons = [0, 1, 2].map((k) => button("", () => make(k)));
  const element = h("div", { class: "svm-row svm-steps" }, asking, ...buttons, verdict);
  return {
    element,
    follow({ next, method, game }) {
      asking.textContent = next ? `Guess ${barsInWords(next.touched, "bar")}:` : "No step is left.";
      buttons.forEach((one, k) => {
        one.textContent = GUESSES[method][k][0];
        one.hidden = !next;
      });
      verdict.textContent = game.verdict;
      element.dataset.over = String(!next && !game.verdict);
    },
  };
}

/** Bars light up with their points. */
function pointAtBars({ editor, plots: [, bars], shell }) {
  const on = hearing(bars.element, shell.signal);
  const under = (event) => {
    const i = Math.round(bars.toData(...bars.at(event))[0]) - 1;
    return i >= 0 && i < editor.points.length ? i : -1;
  };
  on("pointermove", (event) => editor.hover(under(event)));
  on("pointerleave", () => editor.hover(-1));
  on("click", (event) => {
    if (under(event) >= 0) editor.choose(under(event));
  });
}

/** To the step after which nothing moves any more. */
function toTheEnd({ facts, steps }) {
  if (!facts.now) return;
  const { states } = facts.climb.to(MOST_ASCENT_STEPS);
  const rest = states.findIndex(isAtRest);
  steps.go(rest < 0 ? states.length - 1 : rest);
}

export const renderDualAscent = figure({
  name: "dual-ascent",
  title: "Dual ascent",
  spec: dualAscentSpec,
  own: ({ model }) => ({
    earlier: new Earlier(),
    game: new GuessGame(),
    run: { key: "" },
    saved: () => model.get("points"),
  }),
  resets: { steps: 0 },
  edits: () => ({
    limit: 60,
    describe: ({ now, C, points }, i) =>
      now && i < now.alpha.length && pointOfAscent(now, C, points[i], i),
  }),
  steps: {
    most: MOST_ASCENT_STEPS,
    speeds: ASCENT_SPEEDS,
    stopped: ({ ended }) => ended && "It has converged: no bar moves any more.",
    passed: ({ game, key, t }, to) => game.watch(key, t, to),
    further: [
      [
        "+ 1 round",
        ({ facts, steps }) => steps.on(facts.points.length),
        ({ method }) => method !== "pairs",
      ],
    ],
  },
  found: climbedTo,
  panels: () => [
    {
      name: "points",
      ratio: 0.95,
      equal: true,
      layers: PLANE_LAYERS,
    },
    {
      name: "multipliers",
      box: [0, 1, 0, 1],
      labels: ["point", "α / C"],
      ratio: 0.45,
      given: ({ points }) => [0.4, points.length + 0.6, 0, 1.08],
      axes: ({ points }) => ({
        at: points.length <= NUMBERED ? points.map((_, i) => [i + 1, String(i + 1)]) : null,
      }),
      layers: [
        lines(({ now }, { box: [x0, x1] }) => now && [[x0, x1].map((x) => [x, 1])], {
          colour: "muted",
          dash: [4, 4],
          width: 1,
        }),
        layer(paintBars, (facts) => facts.now && facts, {}),
      ],
    },
    {
      name: "gap",
      box: [0, 1, 0, 1],
      labels: ["step", "objective"],
      ratio: 0.45,
      given: closingBox,
      layers: CURVES_LAYERS,
      above: [words(curveNames)],
    },
  ],
  controls(figure) {
    figure.guesses = guessRow(figure);
    return [figure.guesses.element];
  },
  drawn: (facts, { guesses }) => guesses.follow(facts),
  listen: pointAtBars,
  remarks: true,
  trouble: ({ now }) => (now ? "" : "Each class needs a point."),
  told: toldOfAscent,
  solution: ({ now: { alpha, w, b, primal, dual } }) => ({ alpha, w, b, primal, dual }),
  guess: {
    ...ASCENT_GUESS,
    answer: pointsAnswer,
    points: ({ points }) => points,
    pose: ({ steps }) => (steps ? { steps: 0 } : null),
    ends: ["steps", "points"],
    reveal: toTheEnd,
    truth: ({ now, points, C }) => now && { ...now, points, C },
  },
  challenges: ascentTasks,
});
