// The playground: a page of its own with everything that the kernel machine can do. This module holds the state and wires the parts.
import { challengeLine } from "../ui/challenges.js";
import { button, choice, fullScreen, voice } from "../ui/controls.js";
import { h, oncePerFrame } from "../ui/dom.js";
import { History, stepWished } from "../ui/history.js";
import { legend } from "../ui/marks.js";
import { themeOf, watchTheme } from "../ui/theme.js";
import { paintable } from "./brush.js";
import { ownData } from "./data_panel.js";
import { codeDrawer, saveDrawer } from "./export.js";
import { followAddress, shareState, takeFromOutside } from "./incoming.js";
import { numbersTable, sentenceOf } from "./numbers.js";
import { Pane } from "./pane.js";
import { playKnobs } from "./settings.js";
import { PLAY_CHALLENGES, SITUATIONS } from "./situations.js";
import {
  PLAY_POINTS,
  namesOf,
  partsOf,
  playChange,
  playStart,
  playgroundSpec,
  pointsOf,
  remaining,
  settingOf,
} from "./state.js";
import { toCsv } from "./table.js";

/** @typedef {import("./state.js").PlayState} PlayState */
/** @typedef {import("./state.js").Which} Which */

const NARROW = 700;
const LEAST = 150; // CSS pixels: a page that is one column; height of a plot
const STRETCH = 2; // of the unit upwards, where two plots stand side by side and are narrow
const QUIET = 150; // milliseconds without a change, after which the picture becomes fine
/** @type {[string, string][]} */
const PLAY_LEGEND = [
  ["plus", "+1, learned from"],
  ["minus", "−1, learned from"],
  ["held", "held out"],
  ["line", "f = 0, the boundary"],
  ["dashed", "f = ±1"],
  ["ring", "support vector"],
  ["dashed ring", "α at its bound"],
  ["chosen", "chosen point"],
  ["ghost", "before the last change"],
];
const KEYS =
  "B leaves five points around the chosen one, as the brush does under the pointer. A file can be dropped anywhere, " +
  "a table pasted anywhere.";

/** Build the page; `book` is the address of the book, or "". */
export function startPlayground(book = "") {
  const leaving = new AbortController();
  const { signal } = leaving;
  const root = h("div", { class: "svm-live pg" });
  const { elements: spoken, say, note, whisper, touched } = voice(root, signal);
  let state = playStart();
  let points = pointsOf(state);
  const history = new History(state);
  const brush = { on: false, size: 44, painting: false };
  let still = 0;
  let resting = 0;
  let framed = "";
  let active = 0;

  // ---- State

  /** Settings change; moves with the same gesture in quick succession are undone as one. */
  function put(/** @type {Partial<PlayState>} */ changes, gesture = "") {
    const edited = state.points !== null && state.data !== "own";
    state = playChange(state, changes);
    if (edited && !state.points && changes.situation === undefined)
      note("The points are made anew; Undo brings yours back.");
    history.record(state, gesture);
    follow();
  }

  function arrived(/** @type {PlayState} */ other) {
    state = other;
    history.record(state, "");
    follow();
  }

  function step(/** @type {-1 | 1} */ by) {
    if (by < 0 ? !history.canUndo : !history.canRedo) return;
    state = history.step(by);
    follow();
  }

  /** What the window of the plots is chosen for. */
  const subject = () => `${state.situation} ${state.data} ${state.own?.source ?? ""}`;

  /** Everything on the page follows the state. */
  function follow() {
    const fresh = subject() !== framed;
    framed = subject();
    points = pointsOf(state);
    knobs.follow(state);
    situation.set(state.situation);
    look.textContent = SITUATIONS.find(({ id }) => id === state.situation)?.look ?? "";
    if (!state.compare) reading(0);
    for (const pane of panes) {
      pane.take(points, fresh, state.data === "own");
      pane.plot.labels = namesOf(state);
    }
    root.dataset.compare = sets.dataset.compare = plots.dataset.compare = String(state.compare);
    setA.firstChild.textContent = state.compare ? "Machine A" : "Machine";
    setB.hidden = panes[1].plot.element.hidden = !state.compare;
    undo.disabled = !history.canUndo;
    redo.disabled = !history.canRedo;
    rest();
    measure();
    redraw();
  }

  /** What the editor of plot k has done to the points; the other one takes it over. */
  function edited(
    /** @type {number} */ k,
    /** @type {Point[]} */ now,
    /** @type {boolean | null} */ final,
    gesture = "points",
  ) {
    const { editor } = panes[k];
    const twin = panes[1 - k];
    active = k;
    if (final !== null || !busy()) twin.take(now, false, true);
    twin.editor.chosen = editor.chosen;
    twin.editor.under = editor.under;
    twin.editor.fields();
    if (final) {
      const copy = now.map((p) => [...p]);
      const before = pointsOf(state);
      const fewer = copy.length < before.length;
      // those that stay are held out or not as they were
      const test = fewer ? remaining(before, copy, partsOf(state, before).test) : state.test;
      state = { ...state, points: copy, test: test?.length ? test : null };
      history.record(state, gesture);
      follow();
    }
    redraw();
  }

  /** The picture is coarse while something moves and becomes fine soon after. */
  function rest() {
    still = performance.now() + QUIET;
    clearTimeout(resting);
    resting = window.setTimeout(() => redraw(), QUIET + 10);
  }

  // ---- The two plots

  const panes = ["A", "B"].map(
    (name, k) =>
      new Pane(root, name, {
        signal,
        note,
        whisper,
        changed: (/** @type {any} */ now, /** @type {any} */ final, /** @type {any} */ gesture) =>
          edited(k, now, final, gesture),
      }),
  );
  const read = h("div", { class: "pg-read" });
  const reading = (/** @type {number} */ k) => {
    if (read.firstChild !== panes[k].editor.readout) read.replaceChildren(panes[k].editor.readout);
  };
  panes.forEach(({ name, editor, plot: { element } }, k) => {
    element.setAttribute("aria-label", `Points and machine ${name}`);
    element.setAttribute("aria-describedby", panes[0].editor.help.id);
    for (const event of ["pointerenter", "focus"])
      element.addEventListener(event, () => reading(k), { signal });
    paintable(editor, brush, signal);
  });
  reading(0);
  // one set of tools, one invitation
  panes[1].editor.invite?.remove();
  Object.defineProperty(panes[1].editor, "tool", { get: () => panes[0].editor.tool, set() {} });
  const shown = () => (state.compare ? panes : panes.slice(0, 1));
  const busy = () => brush.painting || panes.some(({ editor }) => editor.held >= 0);

  // ---- Knobs, drawers, tools

  const knobs = playKnobs({ specs: playgroundSpec(), state, put, note });
  const names = SITUATIONS.map(({ id, name }) => [id, name]);
  const situation = choice("Situation", names, {
    value: state.situation,
    change: (id) => put({ situation: id }, "situation"),
  });
  const look = h("p", { class: "pg-look" });
  const setA = knobs.machine("Machine A", "", knobs.knob("compare"));
  const setB = knobs.machine("Machine B", "B");
  const mine = ownData({
    limit: PLAY_POINTS,
    present: () => toCsv(points, namesOf(state), partsOf(state, points).train),
    use(given, { names: columns, source, train, notes }) {
      const inside = train && new Set(train);
      const test = inside ? [...given.keys()].filter((i) => !inside.has(i)) : null;
      put({ data: "own", points: given, own: { names: columns, source }, test });
      note(notes.at(-1) ?? "");
    },
  });
  const code = codeDrawer({ state: () => state });
  const save = saveDrawer({ state: () => state, panes: shown, plainly });
  const data = h(
    "fieldset",
    { class: "pg-data" },
    h("legend", {}, "Data"),
    ...["data", "n", "noise", "flip", "held"].map(knobs.knob),
    h(
      "div",
      { class: "svm-row pg-buttons" },
      button("New points", () => put({ seed: (state.seed + 1) % 10000 }, "seed")),
      button("Other split", () => put({ lot: (state.lot + 1) % 10000 }, "lot")),
      button("Empty sheet", () => {
        put({ data: "own" });
        note("Paint points with the brush, or click to add them.");
      }),
      button("Your own data", () => mine.open()),
    ),
  );

  const undo = button("↶", () => step(-1), { disabled: true, label: "Undo" });
  const redo = button("↷", () => step(1), { disabled: true, label: "Redo" });
  const painting = button(
    "Brush",
    () => {
      brush.on = !brush.on;
      painting.setAttribute("aria-pressed", String(brush.on));
      for (const { plot } of panes) plot.element.style.touchAction = brush.on ? "none" : "";
      note(
        brush.on
          ? "Drag over a plot to paint points; with the cross it takes them away."
          : "Clicks and drags move single points again.",
      );
    },
    { class: "svm-button svm-tool", "aria-pressed": "false" },
  );
  const size = h("input", {
    type: "range",
    min: 16,
    max: 120,
    step: 4,
    value: brush.size,
    "aria-label": "Size of the brush",
    class: "pg-size",
    oninput() {
      brush.size = Number(size.value);
    },
  });

  // ---- The page

  const facts = h("p", { class: "svm-facts" });
  const table = numbersTable();
  const meanings = legend(PLAY_LEGEND);
  const tasks = challengeLine(PLAY_CHALLENGES, `${location.pathname}:playground`, note);
  const theme = button(
    "◐",
    () => {
      document.documentElement.dataset.theme = themeOf() === "dark" ? "light" : "dark";
    },
    { label: "Light or dark" },
  );
  const sets = h("div", { class: "pg-sets" }, setA, setB);
  const plots = h("div", { class: "pg-plots" }, ...panes.map(({ plot }) => plot.element));
  const tools = h(
    "div",
    { class: "svm-row svm-tools pg-tools" },
    panes[0].editor.tools,
    painting,
    size,
    undo,
    redo,
    button("Start over", () => put({ situation: state.situation })),
    fullScreen(root),
  );
  root.append(
    h(
      "header",
      { class: "pg-head" },
      h("h1", {}, "Kernel machine playground"),
      h("p", {}, "Nothing leaves this page."),
      book ? h("a", { href: book }, "The book") : null,
      theme,
    ),
    h(
      "main",
      { class: "pg-main" },
      h(
        "div",
        { class: "pg-left" },
        h("div", { class: "pg-situation" }, situation.element, look),
        data,
        h("div", { class: "pg-tasks" }, tasks?.element ?? null),
        read,
      ),
      h("div", { class: "pg-middle" }, sets, plots, tools),
      h(
        "div",
        { class: "pg-right" },
        facts,
        table.element,
        h(
          "div",
          { class: "svm-row svm-tools" },
          button("Copy as Python", () => code.open()),
          button("Save", () => save.open()),
          button("Copy link", () => {
            shareState(state).then(note);
          }),
        ),
        meanings.element,
        h(
          "details",
          { class: "svm-data" },
          h("summary", {}, "Keys and mouse"),
          panes[0].editor.help,
          h("p", { class: "svm-hint" }, KEYS),
        ),
      ),
      ...spoken,
    ),
    mine.element,
    code.element,
    save.element,
  );

  // ---- Drawing

  const redraw = oncePerFrame(() => draw(false));

  function draw(/** @type {boolean} */ plain) {
    // while a point is dragged or painted an editor has newer points than the state
    const now = busy() ? panes[active].editor.points : points;
    const parts = partsOf(state, now);
    const on = shown();
    const before = history.before(busy());
    const ghosts = before?.subject === subject() ? before.lines : {};
    const coarse = busy() || performance.now() < still;
    for (const pane of on) {
      pane.work(now, parts, settingOf(state, /** @type {Which} */ (pane.name)));
      pane.draw({ coarse, ghost: ghosts[pane.name] ?? [], plain, lettered: state.compare });
      if (pane.editor.invite) pane.editor.invite.hidden = !now.length;
      pane.editor.drawn();
    }
    const done = on.every((pane) => pane.done);
    const sentence = sentenceOf(on);
    table.follow(on);
    if (facts.textContent !== sentence) facts.textContent = sentence;
    root.dataset.done = String(done && !coarse);
    if (!done) redraw();
    if (!done || busy()) return;
    say(sentence);
    const view = viewOf(on);
    if (!coarse) history.keep(view);
    tasks?.check(view, { moves: touched() ? history.at : 0, first: null, moved: 0 });
  }

  /** What challenges and ghosts look at. */
  function viewOf(/** @type {Pane[]} */ on) {
    const told = (/** @type {Pane | undefined} */ pane) =>
      pane?.answer?.certified && pane.train && pane.test
        ? {
            kernel: pane.answer.kernel,
            support: pane.answer.support,
            train: pane.train,
            test: pane.test,
          }
        : null;
    return {
      state,
      subject: subject(),
      compare: state.compare,
      generated: state.points === null,
      A: told(on[0]),
      B: told(on[1]),
      lines: Object.fromEntries(on.map((pane) => [pane.name, pane.boundary])),
    };
  }

  /** Do something while the plots are fine and without marks of the moment: a picture is saved. */
  function plainly(/** @type {() => void} */ work) {
    still = 0;
    draw(true);
    work();
    redraw();
  }

  /** No more than a screen: what the plots may take is what the rest leaves. */
  function measure() {
    const narrow = root.clientWidth < NARROW;
    const count = shown().length;
    const top = sets.getBoundingClientRect().top + scrollY;
    const free = innerHeight - top - sets.offsetHeight - tools.offsetHeight - 26;
    for (const { plot } of panes) {
      plot.ratio = narrow ? 0.85 : 4;
      plot.stretch = count > 1 ? STRETCH : 1;
      plot.most = Math.max(LEAST, narrow ? innerHeight * (count > 1 ? 0.25 : 0.42) : free);
    }
  }

  const resized = () => {
    measure();
    redraw();
  };
  const observer = new ResizeObserver(resized);
  document.body.append(root);
  watchTheme(root, () => redraw(), signal);
  follow();
  followAddress({ root, signal, note, arrived });
  takeFromOutside({ signal, file: mine.file, text: mine.text });
  observer.observe(root);
  addEventListener("resize", resized, { signal });
  root.addEventListener(
    "keydown",
    (/** @type {KeyboardEvent} */ event) => {
      const by = stepWished(event);
      if (!by) return;
      step(by);
      event.preventDefault();
    },
    { signal },
  );
  return () => {
    leaving.abort();
    observer.disconnect();
    redraw.cancel();
    clearTimeout(resting);
    root.remove();
  };
}
