// What all live figures share: frame and layout, knobs from a table, links, undo, the theme, one
// drawing a frame, the way between page and Python.
import { challengeLine, pointsElsewhere } from "./challenges.js";
import { button, controlOf, fullScreen, menu, voice } from "./controls.js";
import { h, hearing, oncePerFrame } from "./dom.js";
import { factsOf } from "./facts.js";
import { glide } from "./glide.js";
import { Guess } from "./guess.js";
import { History, stepWished } from "./history.js";
import { legend } from "./marks.js";
import { decodeState, encodeState, leaveLink, sharedText } from "./share.js";
import { panelTabs } from "./tabs.js";
import { watchTheme } from "./theme.js";

const LEAST_PLOT = 140; // CSS pixels: lower than this a plot says nothing
const PHONE_PLOT = 0.74; // of the width: with a higher plot a figure is higher than a phone

/**
 * Mount a figure and return the clean-up: `build(shell)` makes it as described in figure.js.
 * @param {{ model: any, el: HTMLElement, what: any, build: (shell: any) => any }} how
 */
export function mountFigure(how) {
  return new FigureShell(how).cleanUp();
}

class FigureShell {
  leaving = new AbortController();
  knobs = new Map();
  /** @type {(() => void) | null} ends the glide to a step of the text, at its end */ arrive = null;
  /** @type {any} what a link has changed, and where the way back from it leads */ left = null;
  /** @type {any} */ figure = null;
  /** @type {any} */ first = null;
  told = factsOf();
  failed = false;
  width = 0;
  high = 0; // of what is told, at this width
  waiting = false;
  /** Several traits that change together come as one load. */
  changed = () => {
    if (!this.waiting)
      queueMicrotask(() => {
        this.waiting = false;
        this.load();
      });
    this.waiting = true;
  };

  constructor({ model, el, what, build }) {
    const { name, spec, title } = what;
    this.model = model;
    this.what = what;
    // in a link the second figure of a kind on a page is called, say, street-2
    const earlier = document.querySelectorAll(`.svm-live[data-kind="${name}"]`).length;
    this.linked = earlier ? `${name}-${earlier + 1}` : name;
    const names = { "data-kind": name, "data-linked": this.linked };
    const which = earlier ? ` (${earlier + 1})` : ""; // landmarks have names of their own
    this.named = title + which;
    const label = `${title}, interactive figure${which}`;
    this.root = h("section", { class: "svm-live", "aria-label": label, ...names });
    this.signal = this.leaving.signal;
    this.voice = voice(this.root, this.signal);
    this.note = this.voice.note;
    this.whisper = this.voice.whisper;
    this.redraw = oncePerFrame(() => this.draw());
    this.specs = spec(model);
    this.traits = Object.keys(this.specs);
    this.start = structuredClone(this.present());
    /** what was given solves nothing: the start, where a step of the text or a question has led */
    this.given = new Set([JSON.stringify(this.start)]);
    this.history = new History(this.start);
    this.facts = this.told.element;
    this.back = button("↶", () => this.undo(), { disabled: true, label: "Undo" });
    this.forth = button("↷", () => this.redo(), { disabled: true, label: "Redo" });
    el.append(this.root);
    const arrived = this.follow();
    this.figure = build(this);
    const place = `${location.pathname}:${this.linked}`;
    this.guess = this.figure.guess ? new Guess(this.figure.guess, this) : null;
    this.tasks = challengeLine(this.figure.challenges, place, this.note, this.signal);
    this.strip = this.figure.strip;
    this.panels = h(
      "div",
      { class: "svm-panels", "data-count": this.figure.plots.length },
      ...this.figure.plots.map((plot) => plot.element),
    );
    this.tabs = panelTabs(this.figure.panels);
    this.meanings = legend(this.figure.layers);
    this.facts.dataset.remarks = String(Boolean(what.remarks));
    const { controls, editor, extra } = this.figure;
    const beside = extra.flatMap(({ element }) => element ?? []);
    this.answers = h("div", {}, ...beside, this.tasks?.element, this.meanings.element);
    this.side = h("div", { class: "svm-side" }, this.facts, this.answers, editor?.readout);
    this.controls = h("div", { class: "svm-row svm-controls" }, ...controls);
    const row = this.controls.lastElementChild;
    const played = row?.classList.contains("svm-steps");
    if (this.guess) (played ? row : this.controls).append(this.guess.element);
    this.tools = this.toolbar();
    this.frame = h(
      "div",
      { class: "svm-frame", "data-panels": this.figure.plots.length },
      this.controls,
      this.tabs?.element,
      this.strip ? h("div", { class: "svm-traces" }, this.panels, this.strip.element) : this.panels,
      this.side,
      this.tools,
    );
    this.root.append(this.frame, ...this.voice.elements, ...(this.figure.editor?.below ?? []));
    this.size = new ResizeObserver(() => this.resized());
    this.listen();
    if (arrived) {
      this.load();
      this.come();
    } else if (this.guess && this.figure.guess.opens) this.guess.begin({ quietly: true });
    this.measure();
  }

  /** Set traits and tell Python; quick moves with the same `gesture` are undone as one. */
  save(values, gesture = "") {
    for (const [trait, value] of Object.entries(values)) this.model.set(trait, value);
    this.model.save_changes();
    this.noted(gesture);
  }

  /** What a control of this trait does when it is moved. */
  put(trait) {
    return (value) => {
      this.tabs?.show(this.what.shows?.[trait] ?? this.tabs.front());
      this.save({ [trait]: value }, trait);
    };
  }

  /** What a Strip over these knobs needs from here, or over several groups of knobs. */
  tracing(traits) {
    return {
      groups: (Array.isArray(traits[0]) ? traits : [traits]).map((names) => ({
        of: () => this.specs[names[0]].group ?? "",
        knobs: names.map((name) => ({
          name,
          range: this.specs[name],
          control: this.knobs.get(name),
          now: () => this.model.get(name),
        })),
      })),
      put: (trait, value, gesture) => this.save({ [trait]: value }, gesture),
      signal: this.signal,
      sized: () => this.resized(),
    };
  }

  /** What the figure found before the last change, to be drawn as a ghost. */
  before() {
    return this.history.before(this.busy());
  }

  /** The present state solves nothing: the reader has not made it. */
  give() {
    this.given.add(JSON.stringify(this.present()));
  }

  /** Whether the reader has made the present state, or it is the start: no step led here. */
  yours() {
    const state = JSON.stringify(this.present());
    const led = this.given.has(state) && state !== JSON.stringify(this.start);
    return !this.arrive && !led;
  }

  /** Whether the answer is to be hidden, for a guess is asked for. */
  veiled() {
    return this.guess?.open ?? false;
  }

  undo() {
    if (this.history.canUndo) this.restore(this.history.step(-1));
    this.guess?.wentTo(this.history.at);
  }

  redo() {
    if (this.history.canRedo) this.restore(this.history.step(1));
  }

  /** The control that the spec of a trait asks for; it follows the trait by itself. */
  knob(trait) {
    const control = controlOf(this.specs[trait], {
      name: trait,
      value: this.model.get(trait),
      change: this.put(trait),
      complain: this.note,
    });
    this.knobs.set(trait, control);
    return control;
  }

  /**
   * The end of every drawing: what is told under the panels (a Told of told/moved.js, or a
   * sentence) and, when nothing is left to do, what was found. `view` is kept for ghosts and
   * challenges, `solution` goes to Python, `traced` to the strip.
   */
  tell(what, { done = true, view = {}, solution = null, traced = null } = {}) {
    const { facts, history, model } = this;
    const veiled = this.veiled();
    if (veiled) what = this.guess?.how ?? "";
    const now = this.figure.present();
    const { told, said, changed } = this.told.follow(what, history, now, this.specs);
    // what grows and shrinks would move what is under it
    if ((changed || !this.high) && facts.offsetHeight !== this.high) {
      this.high = facts.offsetHeight;
      facts.style.minHeight = `${this.high}px`;
    }
    this.root.dataset.done = String(done);
    if (veiled) this.voice.say(this.guess?.asked() ?? "");
    if (!done || this.busy() || veiled) {
      this.tasks?.follow(null);
      if (veiled) this.strip?.follow([], { covered: true });
      else this.strip?.stale(this.busy());
      return;
    }
    this.guess?.settle();
    this.trace(traced);
    history.keep(view, told);
    this.voice.say(said, JSON.stringify(now));
    this.first ??= view;
    const state = JSON.stringify(this.present());
    const moves = this.voice.touched() && !this.given.has(state) ? history.at : 0;
    const moved = pointsElsewhere(this.figure.editor?.points ?? [], this.start.points ?? []);
    this.tasks?.follow({ state, view, context: { moves, first: this.first, moved } });
    if (solution) {
      model.set("solution", solution);
      model.save_changes();
    }
  }

  /** The strip gets what is certain in the present situation, of each group of knobs. */
  trace(found) {
    const { strip } = this;
    if (!strip) return;
    const rest = this.present();
    const groups = strip.groups.map(({ trace: { names } }) =>
      Object.fromEntries(names.map((name) => [name, rest[name]])),
    );
    for (const name of groups.flatMap(Object.keys)) delete rest[name];
    const all = Array.isArray(found) ? found : [found];
    strip.follow(
      all.map((one, k) => ({
        now: { knobs: groups[k], rest: JSON.stringify(rest) },
        found: one,
      })),
    );
  }

  /** What stands under the panels: tools of the editor, the way back, the link. */
  toolbar() {
    const again = () => {
      this.guess?.leave();
      this.restore(structuredClone(this.start));
      this.noted("");
    };
    const reset = button("⟲", again, { label: "Start over" });
    const share = button("Copy link", async () => {
      const text = encodeState(this.present(), this.start, this.specs);
      const { sentence } = await leaveLink(this.linked, text, this.model.page);
      this.note(sentence);
    });
    return h(
      "div",
      { class: "svm-row svm-tools" },
      this.figure.editor?.tools,
      this.back,
      this.forth,
      reset,
      menu(
        this.signal,
        this.figure.editor?.zoom?.element,
        this.model.page ? share : null,
        fullScreen(this.root),
      ),
    );
  }

  /** The size of the page, its theme, its address, keys for undo, and traits from outside. */
  listen() {
    const { model, root, signal } = this;
    watchTheme(root, this.redraw, signal);
    this.size.observe(root);
    const onPage = hearing(window, signal);
    onPage("resize", () => this.resized());
    onPage("hashchange", ({ oldURL }) => {
      const before = this.present();
      const { left } = this;
      this.left = null;
      if (sharedText(this.linked) !== null) this.guess?.leave();
      // the way back from a link leads back here, too
      if (left?.hash === location.hash && left.linked === JSON.stringify(before))
        this.restore(left.before);
      else if (this.follow()) {
        const linked = JSON.stringify(this.present());
        this.left = { hash: /#.*/.exec(oldURL)?.[0] ?? "", before, linked };
        this.come();
      } else return;
      this.noted("");
      this.redraw();
    });
    // whoever has begun needs no invitation any more
    const on = hearing(root, signal);
    const begin = () => {
      root.dataset.begun = "true";
      root.querySelectorAll(".svm-invite").forEach((e) => e.remove());
    };
    on("pointerdown keydown click svm-step", begin, { once: true });
    on("keydown", (event) => this.key(event));
    on("svm-step", (event) => this.step(event.detail));
    // a hand on the figure goes on from where a step leads
    on("pointerdown keydown", () => this.arrive?.(), { capture: true });
    for (const trait of this.traits) model.on(`change:${trait}`, this.changed);
  }

  key(event) {
    const key = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    const by = stepWished(event);
    if (by) {
      if (by > 0) this.redo();
      else this.undo();
      event.preventDefault();
    }
    // JupyterLab would take the plain keys for commands: b inserts a cell, x cuts the one with the
    // figure
    if (!command || key === "z" || key === "y" || event.key === "Enter") event.stopPropagation();
  }

  /** The present values of the traits that a link carries. */
  present() {
    return Object.fromEntries(this.traits.map((trait) => [trait, this.model.get(trait)]));
  }

  /** Whether a point is held, or a step is on its way. */
  busy() {
    return this.arrive !== null || (this.figure?.editor?.held ?? -1) >= 0;
  }

  /** Glide to the state that the text of a link means: one move, to be undone as one. */
  step(text) {
    const { model, specs } = this;
    this.arrive?.();
    const { state } = decodeState(text, this.start, specs);
    if (!state) return; // the book was built with another version of this figure
    this.guess?.leave();
    if (!this.first) this.draw(); // just come to life: what was before is yet to be found
    this.given.add(JSON.stringify(state));
    this.arrive = () => {};
    this.arrive = glide(this.present(), state, specs, (between) => {
      for (const [trait, value] of Object.entries(between)) model.set(trait, value);
      model.save_changes();
      if (between !== state) return;
      this.arrive = null;
      this.noted("");
      this.redraw();
    });
  }

  /** The present state is one to come back to. */
  noted(gesture) {
    const { history } = this;
    if (!this.figure || this.arrive) return;
    history.record(this.present(), gesture);
    this.back.disabled = !history.canUndo;
    this.forth.disabled = !history.canRedo;
  }

  /** Back, or forward, to a state. */
  restore(state) {
    const { history, model } = this;
    for (const [trait, value] of Object.entries(state)) model.set(trait, value);
    model.save_changes();
    this.back.disabled = !history.canUndo;
    this.forth.disabled = !history.canRedo;
    this.redraw();
  }

  /**
   * Take over the situation in the address; a link that makes no sense says so and changes nothing.
   */
  follow() {
    const text = sharedText(this.linked);
    if (text === null) return false;
    const { state, problem } = decodeState(text, this.start, this.specs);
    if (problem) this.note(`This link cannot be followed: ${problem}. The figure is as it was.`);
    else {
      this.note(""); // what was said of another link is over
      for (const [trait, value] of Object.entries(state ?? {})) this.model.set(trait, value);
    }
    return true;
  }

  /** Into sight, where it is too high from its beginning. */
  come() {
    const { root } = this;
    root.scrollIntoView({ block: root.offsetHeight > innerHeight ? "start" : "center" });
  }

  columns() {
    return getComputedStyle(this.panels).gridTemplateColumns.split(" ").length;
  }

  /** No more than a screen: what the panels may take is what the rest leaves. */
  measure() {
    const { controls, root, side } = this;
    const plots = this.figure.plots.filter(({ element }) => !element.hidden);
    this.panels.dataset.count = this.frame.dataset.panels = String(plots.length);
    if (this.tabs && plots.length === 1) this.tabs.show(this.figure.plots.indexOf(plots[0]));
    if (this.tabs) this.tabs.element.hidden = plots.length === 1;
    const middle = this.panels.getBoundingClientRect();
    const beside = (part) => {
      const { left, right } = part.getBoundingClientRect();
      return left >= middle.right - 1 || right <= middle.left + 1;
    };
    // on a phone what the knobs change comes first, and the rest is further down on the same screen
    const narrow = this.columns() === 1 && !beside(side) && root.clientWidth < 480;
    const others = narrow
      ? [controls, this.told.first]
      : [controls, side, this.tools].filter((part) => !beside(part));
    // one panel at a time
    const tabs = this.columns() === 1 && plots.length > 1 ? this.tabs : null;
    if (tabs) others.push(tabs.element);
    if (this.strip) {
      this.strip.fit(root.clientWidth >= 480);
      others.push(this.strip.element);
    }
    const full = document.fullscreenElement === root || root.matches("dialog > *");
    if (full) others.push(...(this.figure.editor?.below ?? []));
    others.push(...root.querySelectorAll(/** @type {"div"} */ (".svm-deck")));
    const rest = others.reduce((sum, part) => sum + part.offsetHeight + 6, 0);
    const bar = document.querySelector(".bd-header-article")?.getBoundingClientRect().height ?? 0;
    // a style sheet may let the panels stay in sight, and says how much of it they take
    const share = Number(getComputedStyle(root).getPropertyValue("--svm-share"));
    const free = share ? share * innerHeight : (full ? innerHeight : innerHeight - bar) - rest - 34;
    const rows = tabs ? 1 : Math.ceil(plots.length / this.columns());
    const most = narrow && !share ? PHONE_PLOT * middle.width : Infinity;
    const room = Math.max(LEAST_PLOT, Math.min(most, free / rows - 4));
    for (const plot of this.figure.plots) plot.most = room;
    // the tall one of three stands beside both others
    if (rows === 2) this.figure.plots[this.what.tall ?? 0].most = 2 * room + 4;
  }

  /** One frame; what cannot be drawn leads back to the start. */
  draw() {
    try {
      this.guess?.check(this.busy());
      // what belongs to the answer goes out of the page with it
      if (this.veiled()) this.answers.remove();
      else if (!this.answers.isConnected) this.facts.after(this.answers);
      this.figure.draw();
      this.guess?.drawn();
      this.figure.editor?.drawn();
      // an empty line takes no room, and keeps that of its first words
      const readout = this.figure.editor?.readout;
      if (readout?.textContent) readout.dataset.used = "true";
      this.meanings.follow();
      this.failed = false;
    } catch (error) {
      console.error(error);
      if (this.failed) return; // not even its start can be drawn: the last picture stays
      this.failed = true;
      this.note("That situation cannot be drawn. The figure is back at its start.");
      this.restore(structuredClone(this.start));
      this.noted("");
    }
  }

  /** Another width or height of the page. */
  resized() {
    const { root } = this;
    if (root.clientWidth !== this.width) {
      this.facts.style.minHeight = "";
      this.width = root.clientWidth;
      this.high = 0;
      // beside a single panel, and on a phone, nothing stands under the legend that could move
      if (this.columns() > 1) this.meanings.room();
    }
    this.measure();
    this.redraw();
  }

  /** Knobs, points and figure take over the traits. */
  load() {
    const { model } = this;
    for (const [trait, { set }] of this.knobs) set(model.get(trait));
    this.figure.load();
    this.noted("outside");
    this.redraw();
  }

  /** What ends the figure. */
  cleanUp() {
    return () => {
      this.arrive?.();
      this.leaving.abort();
      this.size.disconnect();
      this.redraw.cancel();
      for (const trait of this.traits) this.model.off(`change:${trait}`, this.changed);
    };
  }
}
