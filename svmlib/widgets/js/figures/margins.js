// A line to turn and shift by two handles, a knob that scales (w, b): functional margins swell,
// geometric stay.
import { lineThrough } from "../core/lines.js";
import { Machine } from "../core/machine.js";
import { application, h, wayOf } from "../ui/dom.js";
import { figure } from "../ui/figure.js";
import { watchMarks } from "../ui/hover.js";
import {
  earlierLine,
  guess,
  key,
  line,
  lines,
  marks,
  rings,
  street,
  upright,
  words,
} from "../ui/layers.js";
import { powerTrait } from "../ui/share.js";
import { MARGIN_GUESS, marginTasks } from "../tasks/margins.js";
import {
  functionalMargins,
  nearestOf,
  pointAtDistance,
  pointOfMargins,
  toldOfDistances,
  toldOfMargins,
} from "../told/margins.js";

const FUNCTIONAL = 2;
const GEOMETRIC = 1; // rows of the strip
const APART = 0.14; // the classes of a row, above and below its middle

export const marginsSpec = (model) => ({
  handles: { kind: "places", count: 2, box: model.get("box") },
  scale: powerTrait(0.1, 10, { label: "scale of (w, b)", when: () => !model.get("plain") }),
});

const hintOfMargins = (plain) =>
  "Drag a handle of the line, or choose one with N and P and move it with the arrows (with Shift further). " +
  `Point at a mark to read its ${plain ? "distance" : "margins"}. Ctrl Z takes back.`;

/** The widest street, found a little at a time; null where there is none, undefined so far. */
function widestBy(machine) {
  if (!machine) return null;
  const answer = machine.answer?.done ? machine.answer : machine.advance(4);
  if (!answer.done) return undefined;
  return answer.certified && answer.separable ? answer : null;
}

/** The margins of a row of the strip, as places. */
const inRow = (margins, row, points) =>
  margins.map((m, i) => [m, row + APART * points[i][2], points[i][2]]);

/** From each of some points to its foot on the line. */
const feet = ({ points, geometric, unit }, some) =>
  unit
    ? some.map((i) => {
        const [x, y, label] = points[i];
        const away = label * geometric[i];
        return [
          [x, y],
          [x - away * unit.w[0], y - away * unit.w[1]],
        ];
      })
    : null;

const someOf = (places, some) => some.map((i) => places[i]);

const outsideOf = ({ functional, near, far }) => {
  const low = functional.filter((m) => m < near).length;
  const high = functional.filter((m) => m > far).length;
  return `${low ? `← ${low} more, ` : ""}functional, y f(x)${high ? `, ${high} more →` : ""}`;
};

const planePanel = (plain) => ({
  name: "line",
  equal: true,
  layers: [
    lines((f) => feet(f, [...f.points.keys()]), {
      answer: true,
      width: 1,
      colour: "muted",
      mark: "distance",
      legend: "distance to the line",
    }),
    lines((f) => feet(f, f.smallest), { answer: true, width: 2.6, colour: "accent" }),
    lines((f) => feet(f, f.pointed), { answer: true, width: 2.6 }),
    earlierLine(({ best, better }) => better && best.line, "your best line so far"),
    guess(),
    key("widest", "the best line, and how far it keeps away", ({ guessed }) => guessed !== null),
    ...(plain
      ? [line(({ drawn }) => drawn, { width: 2.4, legend: "your line" })]
      : street(({ drawn }) => drawn, ["f = 0, your line", "f = ±1"])),
    marks(({ points }) => points),
    rings(({ drawn, points, smallest }) => drawn && someOf(points, smallest), {
      answer: true,
      colour: "accent",
      width: 2.5,
      mark: "chosen",
      legend: plain ? "nearest points, or the worst on the wrong side" : "smallest margin",
    }),
    rings(({ pointed, points }) => someOf(points, pointed), {
      radius: 12,
      legend: "point under the pointer",
    }),
    rings(({ handles }) => handles, {
      radius: 8,
      width: 3.5,
      colour: "purple",
      mark: "grip",
      legend: "handle",
    }),
    // red is for the smallest margin
    rings(({ handles, touched }) => handles[touched] && [handles[touched]], {
      radius: 13,
      width: 3,
    }),
  ],
});

/** All margins on an axis that the knob does not stretch. */
const rowsPanel = () => ({
  name: "margins",
  box: [-1, 1, 0.4, 2.6],
  labels: ["margin", ""],
  axes: { y: false },
  given: ({ near, far }) => [near, far, 0.4, 2.6],
  layers: [
    lines(({ drawn }) => drawn && [upright(0, 0.4, 2.6)], { width: 2.4 }),
    lines(
      ({ drawn, scale }) =>
        drawn &&
        [
          [1, FUNCTIONAL],
          [1 / scale, GEOMETRIC],
        ].map(([x, row]) => upright(x, row - 0.3, row + 0.3)),
      { width: 1.4, dash: [6, 4] },
    ),
    marks(({ drawn, rows }) => drawn && rows, { radius: 4 }),
    rings(
      ({ drawn, points, rows, smallest }) =>
        drawn && someOf(rows, [...smallest, ...smallest.map((i) => i + points.length)]),
      { radius: 8, colour: "accent", width: 2.5 },
    ),
    rings(
      ({ drawn, pointed, points, rows }) =>
        drawn && someOf(rows, [...pointed, ...pointed.map((i) => i + points.length)]),
      { radius: 10 },
    ),
    words(
      (f, { box }) =>
        f.drawn && [
          [box[1], FUNCTIONAL + 0.42, outsideOf(f)],
          [box[1], GEOMETRIC + 0.42, "geometric, y f(x) / ‖w‖"],
        ],
      { align: "right", ground: true },
    ),
  ],
});

/** What is known of the point under the pointer. */
function marginsInWords({ asked: i, drawn, functional, geometric, plain, points, scale, veiled }) {
  if (i < 0 || !drawn || veiled) return "";
  if (plain) return pointAtDistance(points[i], geometric[i]);
  return pointOfMargins(points[i], functional[i], scale);
}

export const renderMargins = figure({
  name: "margins",
  title: "Margins of a line",
  spec: marginsSpec,
  own({ model }) {
    const [points, plain] = [model.get("points"), model.get("plain")];
    const machine = plain && new Set(points.map((p) => p[2])).size > 1 ? new Machine() : null;
    machine?.pose(points, { kernel: { name: "linear" }, C: Infinity });
    const best = { line: null }; // of the reader since the start
    return { points, plain, best, machine, start: JSON.stringify(model.get("handles")) };
  },
  edits: (model) => ({
    trait: "handles",
    fixed: true,
    hint: hintOfMargins(model.get("plain")),
  }),
  panels: (model) => (model.get("plain") ? [planePanel(true)] : [planePanel(false), rowsPanel()]),
  found({ asked, best, handles, holding, machine, points, scale, start, veiled, yours }) {
    const none = String(handles[0]) === String(handles[1]);
    const unit = none ? null : lineThrough(handles, 1);
    const geometric = functionalMargins(points, unit ?? { w: [0, 0], b: 0 });
    const margin = Math.min(...geometric);
    if (unit && !holding && !veiled && yours) {
      if (JSON.stringify(handles) === start) best.line = null;
      if (margin > 0 && !(best.line?.margin >= margin)) best.line = { margin, ...unit };
    }
    const functional = geometric.map((m) => m * scale);
    const far = 3 * Math.max(...geometric.map(Math.abs));
    return {
      unit,
      drawn: unit && lineThrough(handles, scale),
      functional,
      geometric,
      margin,
      smallest: nearestOf(geometric),
      rows: [...inRow(functional, FUNCTIONAL, points), ...inRow(geometric, GEOMETRIC, points)],
      far,
      near: Math.min(-0.06 * far, 3 * margin),
      pointed: asked < 0 ? [] : [asked],
      // turning the scale leaves the line where it was, but for rounding
      better: !veiled && best.line !== null && best.line.margin * (1 - 1e-9) > margin,
      widest: widestBy(machine),
    };
  },
  listen(figure) {
    const { own, plots, shell } = figure;
    const { points } = own;
    const [here, beside] = plots;
    const { signal } = shell;
    watchMarks(here, { signal, marks: () => points, found: (i) => figure.ask(i) });
    if (!beside) return;
    const found = (k) => figure.ask(k < 0 ? k : k % points.length);
    watchMarks(beside, { signal, marks: () => figure.facts.rows, found });
    application(
      beside.element,
      "Margins of the points: left and right arrow go from one to the next",
    );
    const walk = (event) => {
      const [by] = wayOf(event) ?? [0];
      if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const { facts } = figure;
      const order = [...points.keys()].sort((i, j) => facts.geometric[i] - facts.geometric[j]);
      const at = order.indexOf(figure.lit); // which may be newer than the facts
      const to = order[at < 0 ? 0 : Math.min(points.length - 1, Math.max(0, at + by))];
      figure.ask(to);
      if (!facts.veiled) shell.whisper(`${marginsInWords({ ...facts, asked: to })}.`);
    };
    beside.element.addEventListener("keydown", walk, { signal });
  },
  extra: ({ editor }) => {
    const element = h("span");
    editor.readout.append(element);
    return [
      {
        set(facts) {
          element.textContent = marginsInWords(facts);
          editor.name.hidden = facts.asked >= 0 && facts.touched < 0;
        },
      },
    ];
  },
  drawn({ widest }, { shell }) {
    if (widest === undefined) shell.redraw();
  },
  trouble: ({ drawn }) => (drawn ? "" : "The two handles are in the same place: drag one away."),
  told: ({ best, drawn, functional, geometric, plain, scale }) =>
    plain
      ? toldOfDistances(geometric, best.line)
      : toldOfMargins(drawn, functional, scale, best.line),
  solution: ({ drawn, margin }) => ({ ...drawn, margin }),
  guess: {
    ...MARGIN_GUESS,
    when: ({ plain }) => plain,
    missing: "The two handles are in the same place: drag one away.",
    value: ({ drawn, geometric }) => (drawn ? geometric : null),
    truth: ({ widest }) => widest && { margin: 1 / widest.norm, support: widest.support },
    /** The reader's line, and after it is committed the widest street in green. */
    ghost(plot, _value, committed, { unit, widest }) {
      plot.line(unit.w, unit.b, { colour: plot.colours.purple, width: 6 });
      if (!committed || !widest) return;
      const colour = plot.colours.dual;
      for (const f of [-1, 0, 1])
        plot.line(widest.w, widest.b - f, { colour, width: f ? 1.2 : 2.4, dash: [9, 3] });
    },
  },
  challenges: marginTasks,
});
