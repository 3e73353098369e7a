// The playground: a page of its own with everything that the kernel machine can do. This module
// holds the state and wires the parts.
import { many } from "../core/words.js";
import { challengeLine } from "../ui/challenges.js";
import { button, choice, fullScreen, toggle, voice } from "../ui/controls.js";
import { h, oncePerFrame } from "../ui/dom.js";
import { History, stepWished } from "../ui/history.js";
import { Pace } from "../ui/landscape.js";
import { legend } from "../ui/marks.js";
import { Strip } from "../ui/strip.js";
import { themeOf, watchTheme } from "../ui/theme.js";
import { paintable } from "./brush.js";
import { ownData } from "./data_panel.js";
import { codeDrawer, saveDrawer } from "./export.js";
import { followAddress, shareState, takeFromOutside } from "./incoming.js";
import { arrowIn, numbersTable, playLine, playWords, toldOfPanes } from "./numbers.js";
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
  sampleOf,
  settingOf,
  situationOf,
  unitsOf,
} from "./state.js";
import { toCsv } from "./table.js";

/** @typedef {import("./state.js").PlayState} PlayState */
/** @typedef {import("./state.js").Which} Which */

const PLAY_SPECS = playgroundSpec();
const NARROW = 700;
const LEAST = 150; // CSS pixels: a page that is one column; height of a plot
const TALL = 820; // CSS pixels: a screen with room for two machines and the curves of one
const STRETCH = 2; // of the unit upwards, where two plots stand side by side and are narrow
/**
 * Only marks that are there. @param {PlaygroundPage} page
 * @returns {[string, string, (() => boolean)?][]}
 */
const legendOf = (page) => {
  const answers = () => page.shown().flatMap(({ answer }) => answer ?? []);
  return [
    ["plus", "+1, learned from"],
    ["minus", "−1, learned from"],
    ["held", "held out", () => partsOf(page.state, page.points).test.length > 0],
    ["line", "f = 0, the boundary", () => answers().length > 0],
    ["dashed", "f = ±1", () => answers().length > 0],
    ["ring", "support vector", () => answers().some((a) => a.support > a.bounded)],
    ["dashed ring", "α at its bound", () => answers().some((a) => a.bounded > 0)],
    ["chosen", "chosen point", () => page.panes.some(({ editor }) => editor.lit >= 0)],
    ["ghost", "before the last change", () => page.ghostly],
  ];
};
const STANDARD =
  "The axes have the units of your table. The machine sees standardised values, in which 1 is one standard deviation.";
const KEYS =
  "B leaves five points around the chosen one, as the brush does under the pointer. A file can be dropped anywhere, " +
  "a table pasted anywhere.";

/** Build the page; `book` is the address of the book, or "". */
export function startPlayground(book = "") {
  return new PlaygroundPage(book).cleanUp();
}

class PlaygroundPage {
  every = false; // the window has all points of a table

  constructor(book = "") {
    this.leaving = new AbortController();
    this.root = h("div", { class: "svm-live pg" });
    this.voice = voice(this.root, this.leaving.signal);
    this.state = playStart();
    this.points = pointsOf(this.state);
    this.history = new History(this.state);
    this.brush = { on: false, size: 44, painting: false };
    this.framed = "";
    this.dared = ""; // the situation whose challenge is on show
    this.active = 0;
    this.panes = this.twoPlots();
    this.read = h("div", { class: "pg-read" });
    this.wire();
    this.knobs = playKnobs({
      specs: PLAY_SPECS,
      state: this.state,
      put: (changes, gesture) => this.put(changes, gesture),
      note: this.voice.note,
    });
    const names = SITUATIONS.map(({ id, name }) => [id, name]);
    this.situation = choice("Situation", names, {
      value: this.state.situation,
      change: (id) => this.put({ situation: id }, "situation"),
    });
    this.look = h("p", { class: "pg-look" });
    this.wide = this.wholeWindow();
    this.setA = this.knobs.machine("Machine A", "", this.knobs.knob("compare"));
    this.setB = this.knobs.machine("Machine B", "B");
    this.strip = this.curves();
    this.undo = button("↶", () => this.step(-1), { disabled: true, label: "Undo" });
    this.redo = button("↷", () => this.step(1), { disabled: true, label: "Redo" });
    this.words = playWords();
    this.table = numbersTable();
    this.ghostly = false; // a boundary of before is on show
    this.meanings = legend(legendOf(this));
    const place = `${location.pathname}:playground`;
    this.tasks = challengeLine(PLAY_CHALLENGES, place, this.voice.note, this.leaving.signal);
    this.sets = h("div", { class: "pg-sets" }, this.setA, this.setB);
    const plots = this.panes.map(({ plot }) => plot.element);
    this.plots = h("div", { class: "pg-plots" }, ...plots, this.strip.element);
    this.tools = h(
      "div",
      { class: "svm-row svm-tools pg-tools" },
      this.panes[0].editor.tools,
      ...this.brushTools(),
      this.panes[0].editor.zoom?.element,
      this.undo,
      this.redo,
      button("Start over", () => this.put({ situation: this.state.situation })),
      fullScreen(this.root),
    );
    this.mine = this.drawerForData();
    this.code = codeDrawer({ state: () => this.state });
    this.save = saveDrawer({
      state: () => this.state,
      panes: () => this.shown(),
      plainly: (work) => this.plainly(work),
    });
    this.root.append(
      this.head(book),
      h(
        "main",
        { class: "pg-main" },
        this.left(),
        h("div", { class: "pg-middle" }, this.sets, this.plots, this.tools),
        this.right(),
        ...this.voice.elements,
      ),
      this.mine.element,
      this.code.element,
      this.save.element,
    );
    this.redraw = oncePerFrame(() => this.draw(false));
    this.pace = new Pace(this.redraw, this.leaving.signal);
    this.observer = new ResizeObserver(() => this.resized());
    document.body.append(this.root);
    this.listen();
  }

  // ---- The two plots

  /** Machine A and machine B. */
  twoPlots() {
    const { note, whisper } = this.voice;
    const { signal } = this.leaving;
    return ["A", "B"].map(
      (name, k) =>
        new Pane(this.root, name, {
          signal,
          note,
          whisper,
          changed: (/** @type {any} */ now, /** @type {any} */ final, /** @type {any} */ gesture) =>
            this.edited(k, now, final, gesture),
        }),
    );
  }

  /** What the editor of one plot does, both show; one set of tools, one invitation. */
  wire() {
    const { signal } = this.leaving;
    this.panes.forEach(({ name, editor, plot: { element } }, k) => {
      element.setAttribute("aria-label", `Points and machine ${name}`);
      element.setAttribute("aria-describedby", this.panes[0].editor.help.id);
      for (const event of ["pointerenter", "focus"])
        element.addEventListener(event, () => this.reading(k), { signal });
      paintable(editor, this.brush, signal);
    });
    this.reading(0);
    this.panes[1].editor.invite?.remove();
    Object.defineProperty(this.panes[1].editor, "tool", {
      get: () => this.panes[0].editor.tool,
      set() {},
    });
  }

  // ---- Parts of the page

  /** @param {string} book */
  head(book) {
    const theme = button(
      "◐",
      () => {
        document.documentElement.dataset.theme = themeOf() === "dark" ? "light" : "dark";
      },
      { label: "Light or dark" },
    );
    return h(
      "header",
      { class: "pg-head" },
      h("h1", {}, "Kernel machine playground"),
      h("p", {}, "Nothing leaves this page."),
      book ? h("a", { href: book }, "The book") : null,
      theme,
    );
  }

  /** Situation, data, tasks and the read-out of a point. */
  left() {
    const data = h(
      "fieldset",
      { class: "pg-data" },
      h("legend", {}, "Data"),
      ...["data", "n", "noise", "flip", "held"].map(this.knobs.knob),
      this.wide.element,
      h(
        "div",
        { class: "svm-row pg-buttons" },
        button("New points", () => this.put({ seed: (this.state.seed + 1) % 10000 }, "seed")),
        button("Other split", () => this.put({ lot: (this.state.lot + 1) % 10000 }, "lot")),
        button("Empty sheet", () => {
          this.put({ data: "own" });
          this.voice.note("Paint points with the brush, or click to add them.");
        }),
        button("Your own data", () => this.mine.open()),
      ),
    );
    return h(
      "div",
      { class: "pg-left" },
      h("div", { class: "pg-situation" }, this.situation.element, this.look),
      data,
      h("div", { class: "pg-tasks" }, this.tasks?.element ?? null),
      this.read,
    );
  }

  /** The sentence, the numbers, what can be taken away, what the marks mean. */
  right() {
    return h(
      "div",
      { class: "pg-right" },
      this.words.first,
      this.words.facts,
      this.table.element,
      h(
        "div",
        { class: "svm-row svm-tools" },
        button("Copy as Python", () => this.code.open()),
        button("Save", () => this.save.open()),
        button("Copy link", () => {
          shareState(this.state).then(this.voice.note);
        }),
      ),
      this.meanings.element,
      h(
        "details",
        { class: "svm-data" },
        h("summary", {}, "Keys and mouse"),
        this.panes[0].editor.help,
        h("p", { class: "svm-hint" }, KEYS),
      ),
    );
  }

  /** The switch for points that are far away from the others. */
  wholeWindow() {
    const change = (/** @type {boolean} */ on) => {
      this.every = on;
      this.framed = "";
      this.follow();
    };
    return toggle("every point in the window", { value: false, change });
  }

  /** What C and σ of either machine do. */
  curves() {
    const specs = playgroundSpec();
    const knobOf = (/** @type {string} */ name) => ({
      name,
      range: specs[name],
      control: this.knobs.control(name),
      now: () => this.state[name],
    });
    return new Strip({
      groups: [
        ["A", "C", "sigma"],
        ["B", "CB", "sigmaB"],
      ].map(([name, ...own]) => ({
        of: () => (this.state.compare ? name : ""),
        knobs: own.map(knobOf),
      })),
      put: (name, value, gesture) => this.put({ [name]: value }, gesture),
      signal: this.leaving.signal,
      sized: () => this.resized(),
    });
  }

  /** The switch of the brush, and its size. */
  brushTools() {
    const painting = button(
      "Brush",
      () => {
        this.brush.on = !this.brush.on;
        painting.setAttribute("aria-pressed", String(this.brush.on));
        for (const { plot } of this.panes)
          plot.element.style.touchAction = this.brush.on ? "none" : "";
        this.voice.note(
          this.brush.on
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
      value: this.brush.size,
      "aria-label": "Size of the brush",
      class: "pg-size",
      oninput: () => {
        this.brush.size = Number(size.value);
      },
    });
    return [painting, size];
  }

  /** Where the reader's own points come from. */
  drawerForData() {
    return ownData({
      limit: PLAY_POINTS,
      present: () =>
        toCsv(this.points, namesOf(this.state), partsOf(this.state, this.points).train),
      dealt: () => ({ held: this.state.held, lot: this.state.lot }),
      use: (given, { train, notes, ...own }) => {
        const inside = train && new Set(train);
        const test = inside ? [...given.keys()].filter((i) => !inside.has(i)) : null;
        this.every = false;
        this.put({ data: "own", points: given, own, test });
        this.voice.note(notes.at(-1) ?? "");
      },
    });
  }

  /** The size of the page, its theme, its address, what is dropped or pasted, keys for undo. */
  listen() {
    const { mine, root } = this;
    const { signal } = this.leaving;
    watchTheme(root, () => this.redraw(), signal);
    this.follow();
    followAddress({
      root,
      signal,
      note: this.voice.note,
      arrived: (other) => this.arrived(other),
    });
    takeFromOutside({ signal, file: mine.file, text: mine.text });
    this.observer.observe(root);
    addEventListener("resize", () => this.resized(), { signal });
    root.addEventListener(
      "keydown",
      (/** @type {KeyboardEvent} */ event) => {
        const by = stepWished(event);
        if (!by) return;
        this.step(by);
        event.preventDefault();
      },
      { signal },
    );
  }

  // ---- State

  /** Settings change; moves with the same gesture in quick succession are undone as one. */
  put(/** @type {Partial<PlayState>} */ changes, gesture = "") {
    const edited = this.state.points !== null && this.state.data !== "own";
    this.state = playChange(this.state, changes);
    if (edited && !this.state.points && changes.situation === undefined)
      this.voice.note("The points are made anew; Undo brings yours back.");
    this.history.record(this.state, gesture);
    this.follow();
  }

  arrived(/** @type {PlayState} */ other) {
    this.state = other;
    this.history.record(this.state, "");
    this.follow();
  }

  step(/** @type {-1 | 1} */ by) {
    const { history } = this;
    if (by < 0 ? !history.canUndo : !history.canRedo) return;
    this.state = history.step(by);
    this.follow();
  }

  /** What the window of the plots is chosen for. */
  subject() {
    return `${this.state.situation} ${this.state.data} ${this.state.own?.source ?? ""}`;
  }

  /** Everything on the page follows the state. */
  follow() {
    const { history, panes } = this;
    const fresh = this.subject() !== this.framed;
    this.framed = this.subject();
    this.points = pointsOf(this.state);
    this.knobs.follow(this.state);
    this.situation.set(this.state.situation);
    if (!this.state.compare) this.reading(0);
    if (this.dared !== this.state.situation) this.tasks?.come(this.state.situation);
    this.dared = this.state.situation;
    for (const pane of panes) {
      pane.plot.labels = namesOf(this.state);
      pane.plot.units = unitsOf(this.state);
      pane.plot.equal = !this.state.own; // columns have units of their own
      pane.take(this.points, fresh, this.state.data === "own", this.every || !this.state.own);
    }
    this.root.dataset.compare =
      this.sets.dataset.compare =
      this.plots.dataset.compare =
        String(this.state.compare);
    this.setA.firstChild.textContent = this.state.compare ? "Machine A" : "Machine";
    this.setB.hidden = panes[1].plot.element.hidden = !this.state.compare;
    this.undo.disabled = !history.canUndo;
    this.redo.disabled = !history.canRedo;
    this.pace.moved();
    this.measure();
    this.redraw();
  }

  /** What the editor of plot k has done to the points; the other one takes it over. */
  edited(k, /** @type {Point[]} */ now, final, gesture = "points") {
    const { panes } = this;
    const { editor } = panes[k];
    const twin = panes[1 - k];
    this.active = k;
    if (final !== null || !this.busy()) twin.take(now, false, true, this.every || !this.state.own);
    twin.editor.chosen = editor.chosen;
    twin.editor.under = editor.under;
    twin.editor.fields();
    twin.plot.look(panes[k].plot.view);
    if (final) {
      const copy = now.map((p) => [...p]);
      const before = pointsOf(this.state);
      const fewer = copy.length < before.length;
      // those that stay are held out or not as they were
      const test = fewer
        ? remaining(before, copy, partsOf(this.state, before).test)
        : this.state.test;
      const own = this.state.own && { ...this.state.own, file: null };
      this.state = { ...this.state, own, points: copy, test: test?.length ? test : null };
      this.history.record(this.state, gesture);
      this.follow();
    }
    this.redraw();
  }

  reading(/** @type {number} */ k) {
    const { panes, read } = this;
    if (read.firstChild !== panes[k].editor.readout) read.replaceChildren(panes[k].editor.readout);
  }

  shown() {
    const { panes } = this;
    return this.state.compare ? panes : panes.slice(0, 1);
  }

  busy() {
    return this.brush.painting || this.panes.some(({ editor }) => editor.held >= 0);
  }

  draw(/** @type {boolean} */ plain) {
    const { history } = this;
    // while a point is dragged or painted an editor has newer points than the state
    const now = this.busy() ? this.panes[this.active].editor.points : this.points;
    const parts = partsOf(this.state, now);
    const on = this.shown();
    const before = history.before(this.busy());
    const ghosts = before?.subject === this.subject() ? before.lines : {};
    this.ghostly = on.some(({ name }) => ghosts[name]?.length);
    const coarse = this.busy() || !this.pace.resting;
    for (const pane of on) {
      pane.work(now, parts, settingOf(this.state, /** @type {Which} */ (pane.name)));
      pane.draw({ coarse, ghost: ghosts[pane.name] ?? [], plain, lettered: this.state.compare });
      if (pane.editor.invite) pane.editor.invite.hidden = !now.length;
      pane.editor.drawn();
    }
    const done = on.every((pane) => pane.done);
    const told = toldOfPanes(on, sampleOf(this.state));
    const said = this.tell(on, now, told);
    this.meanings.follow();
    this.place();
    this.root.dataset.done = String(done && !coarse);
    if (!done) this.redraw();
    if (!done || this.busy()) {
      this.tasks?.follow(null);
      this.strip.stale(this.busy());
      return;
    }
    this.strip.follow(
      on.map((pane) => ({
        now: situationOf(this.state, /** @type {Which} */ (pane.name)),
        found: pane.traced,
      })),
    );
    this.voice.say(said, JSON.stringify(this.state));
    const view = this.viewOf(on);
    history.keep(coarse ? null : view, told);
    const moves = this.voice.touched() ? history.at : 0;
    const context = { moves, first: null, moved: 0 };
    this.tasks?.follow({ state: JSON.stringify(this.state), view, context });
  }

  /** The sentence of the situation; of a table, what its axes show. */
  place() {
    const { own, situation } = this.state;
    const { beyond } = this.panes[0];
    const look = SITUATIONS.find(({ id }) => id === situation)?.look ?? "";
    const out = beyond ? ` Arrows at the edge show where ${many(beyond, "more point")} are.` : "";
    const words = own ? `${own.scaled ? STANDARD : ""}${out}`.trim() || look : look;
    if (this.look.textContent !== words) this.look.textContent = words;
    this.wide.element.hidden = !own || !(beyond || this.every);
    this.wide.set(this.every);
  }

  /**
   * The first line and the arrows: what the last move did.
   * @param {Pane[]} on @param {Point[]} points
   */
  tell(on, points, /** @type {any} */ told) {
    const { state, told: old } = this.history.origin(
      this.busy() ? { ...this.state, points } : this.state,
    );
    const before = { state: { ...state, points: pointsOf(state) }, told: old };
    const line = playLine(before, { state: { ...this.state, points }, told }, PLAY_SPECS);
    this.table.follow(on, line.move ? arrowIn(old, told) : () => "");
    return this.words.follow(line, told.lead);
  }

  /** What challenges and ghosts look at. */
  viewOf(/** @type {Pane[]} */ on) {
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
      state: this.state,
      subject: this.subject(),
      compare: this.state.compare,
      generated: this.state.points === null,
      A: told(on[0]),
      B: told(on[1]),
      lines: Object.fromEntries(on.map((pane) => [pane.name, pane.boundary])),
    };
  }

  /** Do something while the plots are fine and without marks of the moment: a picture is saved. */
  plainly(/** @type {() => void} */ work) {
    this.pace.still = 0;
    this.draw(true);
    work();
    this.redraw();
  }

  /** No more than a screen: what the plots may take is what the rest leaves. */
  measure() {
    const { sets } = this;
    const narrow = this.root.clientWidth < NARROW;
    const count = this.shown().length;
    const top = sets.getBoundingClientRect().top + scrollY;
    this.strip.fit(!narrow && (count === 1 || innerHeight >= TALL));
    // under the plots where there is one column, else beside them
    const { first, facts } = this.words;
    const place = narrow ? this.tools : facts;
    if (first.nextSibling !== place) place.before(first);
    const others = [sets, this.strip.element, this.tools];
    const free = others.reduce(
      (rest, { offsetHeight }) => rest - offsetHeight,
      innerHeight - top - 26,
    );
    for (const { plot } of this.panes) {
      plot.ratio = narrow ? 0.85 : 4;
      plot.stretch = count > 1 ? STRETCH : 1;
      plot.most = Math.max(LEAST, narrow ? innerHeight * (count > 1 ? 0.25 : 0.42) : free);
    }
  }

  resized() {
    this.measure();
    this.redraw();
  }

  /** What ends the page. */
  cleanUp() {
    return () => {
      this.leaving.abort();
      this.observer.disconnect();
      this.redraw.cancel();
      this.root.remove();
    };
  }
}
