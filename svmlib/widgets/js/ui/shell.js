// What all live figures share: frame and layout, knobs from a table, links, undo, the theme, one
// drawing a frame, the way between page and Python.
import { challengeLine, pointsElsewhere } from "./challenges.js";
import { button, controlOf, fullScreen, voice } from "./controls.js";
import { h, oncePerFrame } from "./dom.js";
import { factsOf } from "./facts.js";
import { History, stepWished } from "./history.js";
import { legend } from "./marks.js";
import { decodeState, encodeState, leaveLink, sharedText } from "./share.js";
import { watchTheme } from "./theme.js";

const LEAST_PLOT = 160; // CSS pixels: lower than this a plot says nothing

/**
 * Mount a figure and return the clean-up.
 *
 * `spec(model)` lists the traits that a link carries with their kinds and ranges (share.js);
 * `build(shell)` returns
 *   controls    elements that stand above the panels (mostly shell.knob(trait))
 *   panels      the Plots, side by side where there is room
 *   tall        optional: which of three panels stands beside both others, by default the first
 *               (live.css places another)
 *   editor      the PointEditor, if points can be moved
 *   legend      [[mark, words, when?], …], when() tells whether the mark can be seen now
 *   extra       elements beside the panels, such as tables
 *   challenges  [{ id, text, why, met(view, { moves, first, moved }) }, …]
 *   strip       optional: a Strip that traces what knobs do, made by shell.traces(…)
 *   remarks     whether there are remarks mostly: they have their room
 *   meanwhile   optional: meanwhile() gives the traits that a drag changes before they are saved,
 *               where they are not the points of the editor
 *   draw()      paints everything and ends with shell.tell(…)
 *   load()      optional: takes over what has changed outside the knobs
 * @param {{
 *   model: any, el: HTMLElement, name: string, title: string,
 *   spec: (model: any) => Record<string, any>, build: (shell: any) => any,
 * }} what
 */
export function mountFigure(what) {
  return new FigureShell(what).cleanUp();
}

class FigureShell {
  constructor({ model, el, name, title, spec, build }) {
    this.model = model;
    this.leaving = new AbortController();
    // in a link the second figure of a kind on a page is called, say, street-2
    const earlier = document.querySelectorAll(`.svm-live[data-kind="${name}"]`).length;
    this.linked = earlier ? `${name}-${earlier + 1}` : name;
    this.root = h("section", { class: "svm-live", "aria-label": title, "data-kind": name });
    this.voice = voice(this.root, this.leaving.signal);
    this.specs = spec(model);
    this.traits = Object.keys(this.specs);
    this.knobs = new Map();
    this.start = structuredClone(this.present());
    this.begin = JSON.stringify(this.start);
    this.history = new History(this.start);
    this.told = factsOf();
    this.facts = this.told.element;
    this.failed = false;
    /** @type {any} what a link has changed, and where the way back from it leads */
    this.left = null;
    this.high = 0; // of what is told, at this width
    /** @type {any} */ this.figure = null;
    /** @type {any} */ this.first = null;
    this.undo = button("↶ Undo", () => this.shell.undo(), { disabled: true });
    this.redo = button("↷ Redo", () => this.shell.redo(), { disabled: true });
    this.shell = this.offered();
    el.append(this.root);
    const arrived = this.follow();
    this.figure = build(this.shell);
    const place = `${location.pathname}:${this.linked}`;
    const { signal } = this.leaving;
    this.tasks = challengeLine(this.figure.challenges, place, this.voice.note, signal);
    this.strip = this.figure.strip ?? null;
    this.panels = h(
      "div",
      { class: "svm-panels", "data-count": this.figure.panels.length },
      ...this.figure.panels.map((plot) => plot.element),
    );
    this.meanings = legend(this.figure.legend ?? []);
    this.facts.dataset.remarks = String(Boolean(this.figure.remarks));
    this.side = h(
      "div",
      { class: "svm-side" },
      this.facts,
      this.figure.editor?.readout,
      ...(this.figure.extra ?? []),
      this.tasks?.element,
      this.meanings.element,
    );
    this.controls = h("div", { class: "svm-row svm-controls" }, ...this.figure.controls);
    this.tools = this.toolbar();
    const frame = h(
      "div",
      { class: "svm-frame", "data-panels": this.figure.panels.length },
      this.controls,
      this.strip ? h("div", { class: "svm-traces" }, this.panels, this.strip.element) : this.panels,
      this.side,
      this.tools,
    );
    this.root.append(frame, ...this.voice.elements, ...(this.figure.editor?.below ?? []));
    this.width = 0;
    this.size = new ResizeObserver(() => this.resized());
    // several traits that change together come as one load
    this.waiting = false;
    this.changed = () => {
      if (!this.waiting)
        queueMicrotask(() => {
          this.waiting = false;
          this.load();
        });
      this.waiting = true;
    };
    this.listen();
    if (arrived) {
      this.load();
      this.root.scrollIntoView({ block: "center" });
    }
    this.measure();
  }

  /** What a figure is given to build itself with. @returns {any} */
  offered() {
    const { model, voice, leaving } = this;
    const { note, whisper } = voice;
    const { signal } = leaving;
    return {
      root: this.root,
      model,
      signal,
      note,
      whisper,
      specs: this.specs,
      /**
       * Set traits and tell Python; moves with the same `gesture` in quick succession are undone as
       * one.
       */
      save: (values, gesture = "") => {
        for (const [trait, value] of Object.entries(values)) model.set(trait, value);
        model.save_changes();
        this.noted(gesture);
      },
      /** What a control of this trait does when it is moved. */
      put: (trait) => (value) => this.shell.save({ [trait]: value }, trait),
      knob: (trait) => this.knob(trait),
      /** What a Strip over these knobs needs from here. */
      tracing: (traits) => ({
        groups: [
          {
            knobs: traits.map((name) => ({
              name,
              range: this.specs[name],
              control: this.knobs.get(name),
              now: () => model.get(name),
            })),
          },
        ],
        put: (trait, value, gesture) => this.shell.save({ [trait]: value }, gesture),
        signal,
        sized: () => this.resized(),
      }),
      /** What every editor of points needs from here; a figure adds what is its own. */
      editing: () => ({
        points: model.get("points"),
        signal,
        note,
        whisper,
        named: this.root.ariaLabel.replace(", interactive figure", ""),
        changed: this.shell.edited,
      }),
      /**
       * What an editor of points does when they change; final is null when only the choice did.
       */
      edited: (points, final, gesture = "points") => {
        if (final) this.shell.save({ points: points.map((p) => [...p]) }, gesture);
        this.shell.redraw();
      },
      /** What the figure found before the last change, to be drawn as a ghost. */
      before: () => this.history.before(this.busy()),
      undo: () => {
        if (this.history.canUndo) this.restore(this.history.step(-1));
      },
      redo: () => {
        if (this.history.canRedo) this.restore(this.history.step(1));
      },
      tell: (told, found) => this.tell(told, found),
      redraw: oncePerFrame(() => this.draw()),
    };
  }

  /** The control that the spec of a trait asks for; it follows the trait by itself. */
  knob(trait) {
    const control = controlOf(this.specs[trait], {
      name: trait,
      value: this.model.get(trait),
      change: this.shell.put(trait),
      complain: this.voice.note,
    });
    this.knobs.set(trait, control);
    return control;
  }

  /**
   * The end of every drawing: what is told under the panels (a Told of told/moved.js, or a
   * sentence) and, when nothing is left to do, what was found. `view` is kept for ghosts and
   * challenges, `solution` goes to Python, `traced` to the strip, which gives nothing away while
   * the answer is `covered`.
   */
  tell(what, { done = true, view = {}, solution = null, traced = null, covered = false } = {}) {
    const { facts, history, model } = this;
    const now = { ...this.present(), ...this.meanwhile() };
    const { told, said } = this.told.follow(what, history, now, this.specs);
    // what grows and shrinks would move what is under it
    if (facts.offsetHeight !== this.high) {
      this.high = facts.offsetHeight;
      facts.style.minHeight = `${this.high}px`;
    }
    this.root.dataset.done = String(done);
    if (!done || this.busy()) {
      this.tasks?.follow(null);
      this.strip?.stale(this.busy());
      return;
    }
    this.trace(traced, covered);
    history.keep(view, told);
    this.voice.say(said, JSON.stringify(now));
    this.first ??= view;
    // the start solves nothing, whoever came back to it
    const state = JSON.stringify(this.present());
    const moves = this.voice.touched() && state !== this.begin ? history.at : 0;
    const moved = pointsElsewhere(this.figure.editor?.points ?? [], this.start.points ?? []);
    this.tasks?.follow({ state, view, context: { moves, first: this.first, moved } });
    if (solution) {
      model.set("solution", solution);
      model.save_changes();
    }
  }

  /** The strip gets what is certain in the present situation. */
  trace(found, covered) {
    const { strip } = this;
    if (!strip) return;
    const { names } = strip.trace;
    const rest = this.present();
    const knobs = Object.fromEntries(names.map((name) => [name, rest[name]]));
    for (const name of names) delete rest[name];
    strip.follow([{ now: { knobs, rest: JSON.stringify(rest) }, found }], { covered });
  }

  /** What stands under the panels: tools of the editor, the way back, the link. */
  toolbar() {
    const reset = button("Start over", () => {
      this.restore(structuredClone(this.start));
      this.noted("");
    });
    const share = button("Copy link", async () => {
      const text = encodeState(this.present(), this.start, this.specs);
      const { sentence } = await leaveLink(this.linked, text);
      this.voice.note(sentence);
    });
    return h(
      "div",
      { class: "svm-row svm-tools" },
      this.figure.editor?.tools,
      this.undo,
      this.redo,
      reset,
      this.model.onPage ? share : null,
      fullScreen(this.root),
    );
  }

  /** The size of the page, its theme, its address, keys for undo, and traits from outside. */
  listen() {
    const { model, root, shell } = this;
    const { signal } = this.leaving;
    watchTheme(root, shell.redraw, signal);
    this.size.observe(root);
    addEventListener("resize", () => this.resized(), { signal });
    addEventListener(
      "hashchange",
      ({ oldURL }) => {
        const before = this.present();
        const { left } = this;
        this.left = null;
        // the way back from a link leads back here, too
        if (left?.hash === location.hash && left.linked === JSON.stringify(before))
          this.restore(left.before);
        else if (this.follow()) {
          const linked = JSON.stringify(this.present());
          this.left = { hash: /#.*/.exec(oldURL)?.[0] ?? "", before, linked };
          root.scrollIntoView({ block: "center" });
        } else return;
        this.noted("");
        shell.redraw();
      },
      { signal },
    );
    // whoever has begun needs no invitation any more
    for (const kind of ["pointerdown", "keydown", "click"]) {
      root.addEventListener(
        kind,
        () => root.querySelectorAll(".svm-invite").forEach((e) => e.remove()),
        { signal, once: true },
      );
    }
    root.addEventListener("keydown", (event) => this.key(event), { signal });
    for (const trait of this.traits) model.on(`change:${trait}`, this.changed);
  }

  key(event) {
    const key = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    const by = stepWished(event);
    if (by) {
      if (by > 0) this.shell.redo();
      else this.shell.undo();
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

  /** What a drag has changed and nobody has saved yet. */
  meanwhile() {
    if (this.figure?.meanwhile) return this.figure.meanwhile();
    return this.busy() && this.specs.points ? { points: this.figure.editor.points } : {};
  }

  /** Whether a point is held. */
  busy() {
    return (this.figure?.editor?.held ?? -1) >= 0;
  }

  /** The present state is one to come back to. */
  noted(gesture) {
    const { history } = this;
    if (!this.figure) return;
    history.record(this.present(), gesture);
    this.undo.disabled = !history.canUndo;
    this.redo.disabled = !history.canRedo;
  }

  /** Back, or forward, to a state. */
  restore(state) {
    const { history, model } = this;
    for (const [trait, value] of Object.entries(state)) model.set(trait, value);
    model.save_changes();
    this.undo.disabled = !history.canUndo;
    this.redo.disabled = !history.canRedo;
    this.shell.redraw();
  }

  /**
   * Take over the situation in the address; a link that makes no sense says so and changes nothing.
   */
  follow() {
    const text = sharedText(this.linked);
    if (text === null) return false;
    const { state, problem } = decodeState(text, this.start, this.specs);
    if (problem)
      this.voice.note(`This link cannot be followed: ${problem}. The figure is as it was.`);
    else {
      this.voice.note(""); // what was said of another link is over
      for (const [trait, value] of Object.entries(state ?? {})) this.model.set(trait, value);
    }
    return true;
  }

  columns() {
    return getComputedStyle(this.panels).gridTemplateColumns.split(" ").length;
  }

  /** No more than a screen: what the panels may take is what the rest leaves. */
  measure() {
    const { controls, root, side } = this;
    const beside =
      side.getBoundingClientRect().left >= this.panels.getBoundingClientRect().right - 1;
    // on a phone what the knobs change comes first, and the rest is a little further down
    const narrow = this.columns() === 1 && !beside && root.clientWidth < 480;
    const others = narrow
      ? [controls, this.facts]
      : [controls, side, this.tools].filter((part) => !(beside && part === side));
    if (this.strip) {
      this.strip.fit(root.clientWidth);
      others.push(this.strip.element);
    }
    const full = document.fullscreenElement === root;
    if (full) others.push(...(this.figure.editor?.below ?? []));
    const rest = others.reduce((sum, part) => sum + part.offsetHeight + 6, 0);
    const bar = document.querySelector(".bd-header-article")?.getBoundingClientRect().height ?? 0;
    const free = (full ? innerHeight : innerHeight - bar) - rest - 34;
    const rows = Math.ceil(this.figure.panels.length / this.columns());
    const room = Math.max(LEAST_PLOT, free / rows - 4);
    for (const plot of this.figure.panels) plot.most = room;
    // the tall one of three stands beside both others; one below the other it is the largest
    if (this.figure.panels.length === 3)
      this.figure.panels[this.figure.tall ?? 0].most = rows === 2 ? 2 * room + 4 : 1.4 * room;
  }

  /** One frame; what cannot be drawn leads back to the start. */
  draw() {
    try {
      this.figure.draw();
      this.figure.editor?.drawn();
      this.meanings.follow();
      this.failed = false;
    } catch (error) {
      console.error(error);
      if (this.failed) return; // not even its start can be drawn: the last picture stays
      this.failed = true;
      this.voice.note("That situation cannot be drawn. The figure is back at its start.");
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
    }
    this.measure();
    this.shell.redraw();
  }

  /** Knobs, points and figure take over the traits. */
  load() {
    const { model } = this;
    for (const [trait, { set }] of this.knobs) set(model.get(trait));
    this.figure.editor?.load(this.figure.points ? this.figure.points() : model.get("points"));
    this.figure.load?.();
    this.noted("outside");
    this.shell.redraw();
  }

  /** What ends the figure. */
  cleanUp() {
    return () => {
      this.leaving.abort();
      this.size.disconnect();
      this.shell.redraw.cancel();
      for (const trait of this.traits) this.model.off(`change:${trait}`, this.changed);
    };
  }
}
