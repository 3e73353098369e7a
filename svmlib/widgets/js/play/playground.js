// The playground: a page of its own with the kernel machine as a live figure, held-out points, a
// second machine beside it, and a panel for one's own data.
import { boxAround } from "../core/datasets.js";
import { Machine, score } from "../core/machine.js";
import { tracedOf } from "../core/trace.js";
import { many, show } from "../core/words.js";
import { pointOfMachine, toldOfMachine } from "../told/kernel_machine.js";
import { countedRow, measuredRow, toldOf } from "../told/moved.js";
import { Brush } from "../ui/brush.js";
import { button } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { figure } from "../ui/figure.js";
import { Landscape } from "../ui/landscape.js";
import {
  chosen,
  earlier,
  key,
  layersOf,
  marks,
  overLandscape,
  supports,
  words,
} from "../ui/layers.js";
import { pageModel } from "../ui/model.js";
import { themeOf } from "../ui/theme.js";
import { ownData } from "./data_panel.js";
import { codeDrawer, saveDrawer } from "./export.js";
import { PLAY_CHALLENGES, SITUATIONS } from "./situations.js";
import {
  PLAY_POINTS,
  another,
  generated,
  namesOf,
  playChange,
  playStart,
  playgroundSpec,
  settingOf,
} from "./state.js";
import { scalingOf, seenAt } from "./table.js";

const ROOM = 0.1; // of the extent of the points, on each side of them
const FEW = 20; // points, of which none is far from the others
const OUTER = 0.025; // share of the points on each side that may be beyond the window …
const SQUEEZED = 2; // … where they would make it so many times as wide
const EMPTY = [-2, 2, -2, 2]; // the window of an empty sheet
const STANDARD =
  "The axes have the units of your table. The machine sees standardised values, in which 1 is one standard deviation.";
const KEYS =
  "B leaves five points around the chosen one, as the brush does under the pointer. A file can be dropped anywhere, " +
  "a table pasted anywhere.";

// ---- What is computed

/** A window around points; a few that are far from all others do not squeeze the rest. */
function windowOf(/** @type {Point[]} */ points) {
  const whole = boxAround(points, ROOM);
  const far = points.length < FEW ? 0 : Math.ceil(OUTER * points.length);
  return [0, 1].flatMap((k) => {
    const values = points.map((point) => point[k]).sort((a, b) => a - b);
    const [low, high] = [values[far], values[values.length - 1 - far]];
    const room = ROOM * (high - low);
    const ends = whole.slice(2 * k, 2 * k + 2);
    const squeezed = high > low && ends[1] - ends[0] > SQUEEZED * (high - low + 2 * room);
    return squeezed ? [low - room, high + room] : ends;
  });
}

const insideBox = ([x, y], [x0, x1, y0, y1]) => x >= x0 && x <= x1 && y >= y0 && y <= y1;

/** What the window is chosen for, and what is said of. */
const subjectOf = ({ situation, data, own }) => `${situation} ${data} ${own?.source ?? ""}`;

/** The window stays as long as the data are the same and their points are in it. */
function framed(frame, facts, plot) {
  const { data, points, whole } = facts;
  const table = data === "own"; // made by the reader, maybe with what is far away
  const subject = `${subjectOf(facts)} ${whole}`;
  const lost = !table && points.some((point) => !insideBox(point, plot.room));
  if (subject !== frame.subject || lost) {
    const around = table && !whole ? windowOf(points) : boxAround(points, ROOM);
    Object.assign(frame, { subject, box: points.length ? around : EMPTY });
  }
  return frame.box;
}

/** How many of some points have a score of the wrong sign, in all and in each class. */
function tallyOf(/** @type {Point[]} */ points, /** @type {Numbers} */ scores) {
  const wrong = points.map(([, , label], k) => Number(label * scores[k] <= 0));
  const count = (/** @type {(label: number) => boolean} */ own) => {
    const some = wrong.filter((_, k) => own(points[k][2]));
    return { n: some.length, errors: some.reduce((a, b) => a + b, 0) };
  };
  return {
    ...count(() => true),
    plus: count((label) => label > 0),
    minus: count((label) => label < 0),
  };
}

/** What is known of one machine: its answer, errors, and how much of its bound each α has. */
function knownOf(name, solved, { landscapes, points, scaled }) {
  const learned = points.filter((point) => !point[3]);
  const held = points.filter((point) => point[3]);
  const scores = held.map((point) => {
    const [x, y] = seenAt(point, scaled);
    return score(solved, x, y);
  });
  let k = 0;
  const ranks = points.map((point) => (point[3] ? -1 : k++)); // among those learned from
  const shares = ranks.map((i) =>
    solved.carries[i] ? Math.min(1, solved.alpha[i] / solved.C[i]) : 0,
  );
  const [train, test] = [tallyOf(learned, solved.f), tallyOf(held, scores)];
  return { name, solved, landscape: landscapes[name], ranks, shares, train, test };
}

// ---- What is drawn

/** Points with the sizes of their marks; those beyond the window are at its edge. */
const sized = ({ points, shares }, plot, held) =>
  points.flatMap(([x, y, label, out], i) => {
    if (Boolean(out) !== held) return [];
    const [px, py] = plot.view ? [x, y] : plot.held(x, y);
    return [[px, py, label, 4 + 2.5 * (shares?.[i] ?? 0)]];
  });

const LAYERS = [
  overLandscape(({ solved }) => solved),
  key("dashed", "f = ±1", ({ solved }) => solved),
  earlier(({ before, name }) => before?.lines?.[name]),
  key("plus", "+1, learned from"),
  key("minus", "−1, learned from"),
  marks((facts, plot) => sized(facts, plot, false)),
  marks((facts, plot) => sized(facts, plot, true), {
    ...{ hollow: true, mark: "held", legend: "held out" },
  }),
  ...supports(
    ({ shares }) =>
      shares && { carries: shares.map((s) => s > 0), full: shares.map((s) => s >= 1) },
    ["support vector", "α at its bound"],
    { sized: ({ shares }, i) => 8 + 2.5 * shares[i] },
  ),
  chosen("chosen point", 14),
  words(
    ({ compare, name }, { box }) => compare && name && [[box[0], box[3], name, { dx: 10, dy: 12 }]],
    {
      ground: true,
    },
  ),
];

const panelOfPlay = (/** @type {"A" | "B"} */ name) => ({
  ...{ name: `Machine ${name}`, box: EMPTY, ratio: 1.6, wide: true },
  when: ({ compare }) => compare || name === "A",
  given(facts, plot) {
    plot.labels = namesOf(facts);
    // columns have units of their own, and two plots are narrow
    plot.equal = !facts.own && !facts.standardise && !facts.compare;
    if (name === "B") plot.look(facts.view);
    return facts.window;
  },
  layers: layersOf(name, LAYERS, name === "A"),
});

// ---- What is said

/** What is told of one machine; where there are two, rows have its name behind theirs. */
function toldOfPane({ name, solved, train, test }, /** @type {boolean} */ two) {
  const { lead, rows, remarks, same } = toldOfMachine(solved);
  const own = two ? ` ${name}` : "";
  const inClass = (kind, sign) => {
    const both = (what) => `${train[kind][what]}${test.n ? `, ${test[kind][what]}` : ""}`;
    const text = both("errors");
    return measuredRow(`class ${sign}1 of ${both("n")}`, null, { text, aside: true });
  };
  const all = [
    ...(test.n
      ? [countedRow(test.errors, "held-out error", { of: test.n, better: -1, name: "held out" })]
      : []),
    ...rows,
    measuredRow("dual", solved.dual, { digits: 6, aside: true }),
    measuredRow("b", solved.b, { digits: 5, aside: true }),
    inClass("plus", "+"),
    inClass("minus", "−"),
  ];
  return {
    lead: two ? `${name}: ${lead}` : lead,
    rows: all.map(({ one, more, the, ...row }) => ({
      ...{ ...row, name: row.name + own, the: (the ?? row.name) + own },
      ...{ one: one && one + own, more: more && more + own },
    })),
    ...{ remarks, same },
  };
}

/** The rows of two machines beside each other. */
function toldOfPlay({ A, B, own }) {
  const told = [A, B].filter(Boolean).map((pane) => toldOfPane(pane, Boolean(B)));
  const most = Math.max(...told.map(({ rows }) => rows.length));
  const sample = own?.sample ? `A sample: ${own.sample.taken} of ${own.sample.of} rows.` : "";
  return toldOf(
    told.map(({ lead }) => lead).join(" "),
    [...Array(most).keys()].flatMap((k) => told.flatMap(({ rows }) => rows[k] ?? [])),
    {
      remarks: [...(B ? [] : told[0].remarks), sample],
      same: told.flatMap(({ same }) => [...same]),
    },
  );
}

/** What the first machine knows of point i; in a table by the names of its columns. */
function pointOfPlay({ A, own, points, scaled }, i) {
  if (i >= points.length || !A) return "";
  const places = own?.names.map((name, k) => `${name} ${show(points[i][k])}`) ?? [];
  const place = own ? `${places.join(", ")}; ` : "";
  if (A.ranks[i] >= 0) return place + pointOfMachine(A.solved, A.ranks[i]);
  const [x, y, label] = seenAt(points[i], scaled);
  const f = score(A.solved, x, y);
  return `${place}held out, f = ${show(f, 3)}${label * f <= 0 ? ", an error" : ""}`;
}

/** The sentence of the situation; of a table, what its axes show. */
function lookOf({ beyond, situation, standardise }) {
  const out = beyond ? ` Marks at the edge stand for ${many(beyond, "point")} beyond it.` : "";
  const table = `${standardise ? STANDARD : ""}${out}`.trim();
  return table || (SITUATIONS.find(({ id }) => id === situation)?.look ?? "");
}

// ---- The page

/** Buttons for the data, and the drawers that they open. */
function playControls(figure) {
  const { shell } = figure;
  const state = () => figure.present();
  const mine = ownData({
    limit: PLAY_POINTS,
    signal: shell.signal,
    dealt: state,
    use(own, note) {
      shell.save({ situation: "own", data: "own", whole: false, ...own });
      shell.note(note);
    },
  });
  const code = codeDrawer(state);
  const save = saveDrawer(figure);
  figure.drawers = [mine, code, save];
  const deal = (/** @type {"seed" | "lot"} */ name) => shell.save(another(name, state()), name);
  const row = (...buttons) => h("div", { class: "svm-row" }, ...buttons);
  return [
    row(
      button("New points", () => deal("seed")),
      button("Other split", () => deal("lot")),
      button("Your own data", mine.open),
      button("Copy as Python", code.open),
      button("Save", save.open),
    ),
  ];
}

export const renderPlay = figure({
  name: "playground",
  title: "Kernel machine playground",
  spec: playgroundSpec,
  follows: playChange,
  own: (_shell, [A, B]) => ({
    machines: [new Machine(), new Machine()],
    landscapes: { A: new Landscape(A), B: new Landscape(B) },
    frame: { subject: "", box: EMPTY },
  }),
  edits: () => ({ limit: PLAY_POINTS, still: true, brush: Brush, describe: pointOfPlay }),
  traces: [
    ["C", "sigma"],
    ["CB", "sigmaB"],
  ],
  solve(facts, milliseconds) {
    const { compare, landscapes, machines, points, standardise } = facts;
    const learned = points.filter((point) => !point[3]);
    if (new Set(learned.map((point) => point[2])).size < 2) return null;
    const scaled = standardise ? scalingOf(learned) : null;
    const seen = learned.map((point) => seenAt(point, scaled));
    const names = /** @type {("A" | "B")[]} */ (compare ? ["A", "B"] : ["A"]);
    const answers = names.map((name, k) => {
      landscapes[name].scaled = scaled;
      machines[k].pose(seen, settingOf(facts, name));
      return machines[k].advance(milliseconds / names.length);
    });
    return {
      ...{ answers, scaled },
      done: answers.every(({ done }) => done),
      certified: answers.every(({ certified }) => certified),
      relative: Math.max(...answers.map(({ relative }) => relative)),
    };
  },
  found(facts, [plot]) {
    const { data, frame, points, seen } = facts;
    const window = framed(frame, facts, plot);
    const scaled = seen?.scaled ?? null;
    const [A, B] = (seen?.answers ?? []).map((answer, k) =>
      knownOf("AB"[k], answer, { ...facts, scaled }),
    );
    const out = (point) => !insideBox(point, window);
    const beyond = data === "own" ? points.filter(out).length : 0;
    return { A, B, beyond, scaled, view: plot.view, window };
  },
  subject: subjectOf,
  panels: () => [panelOfPlay("A"), panelOfPlay("B")],
  controls: playControls,
  extra: ({ drawers }) => {
    const look = h("p", { class: "pg-look" });
    const set = (facts) => {
      const text = lookOf(facts);
      if (look.textContent !== text) look.textContent = text;
    };
    return [{ element: look, set }, ...drawers];
  },
  listen: ({ editor }) => editor.help.append(` ${KEYS}`),
  drawn(facts, { editor, knob }) {
    const names = namesOf(facts);
    editor.inputs.forEach((input, k) =>
      input.setAttribute("aria-label", `${names[k]} of the chosen point`),
    );
    for (const end of ["", "B"]) {
      const length = facts[`kernel${end}`] === "ornstein-uhlenbeck";
      knob(`sigma${end}`).rename(length ? "ℓ" : "σ");
    }
  },
  missing: "Each class needs a point to learn from.",
  told: toldOfPlay,
  view: (facts) => ({
    generated: generated(facts),
    lines: { A: facts.A.landscape.boundary, B: facts.B?.landscape.boundary },
  }),
  traced: ({ A, B }) =>
    [A, B].filter(Boolean).map(({ solved, train, test }) => ({
      ...tracedOf(solved),
      ...{ errors: train.errors, held: test.n ? test.errors : null, out: test.n },
    })),
  challenges: () => PLAY_CHALLENGES,
});

/**
 * A word of the address, after ? or #: `embed` hides the heading, `theme` is light or dark.
 * @param {string} name
 */
function wish(name) {
  const places = [location.search, location.hash].map((text) =>
    new URLSearchParams(text.slice(1)).get(name),
  );
  return places.find((value) => value !== null) ?? null;
}

/** The heading, with a link to the book where there is one. @param {string} book */
function heading(book) {
  const { dataset } = document.documentElement;
  const theme = button("◐", () => (dataset.theme = themeOf() === "dark" ? "light" : "dark"), {
    label: "Light or dark",
  });
  return h(
    "header",
    { class: "pg-head bd-header-article" },
    h("h1", {}, "Kernel machine playground"),
    h("p", {}, "Nothing leaves this page."),
    book ? h("a", { href: book }, "The book") : null,
    theme,
  );
}

/** Build the page; `book` is the address of the book, or "". */
export function startPlayground(book = "") {
  const el = h("main");
  document.body.append(el);
  const theme = wish("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const end = renderPlay({ model: pageModel(playStart()), el });
  const root = /** @type {HTMLElement} */ (el.firstElementChild);
  root.classList.add("pg");
  root.dataset.embed = String(wish("embed") !== null);
  root.prepend(heading(book));
  return end;
}
