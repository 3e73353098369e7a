// What all live figures share: frame and layout, knobs from a table, links, undo, the theme, one drawing a frame,
// the way between page and Python.
import { challengeLine } from "./challenges.js";
import { button, controlOf, fullScreen, voice } from "./controls.js";
import { h, oncePerFrame } from "./dom.js";
import { History, stepWished } from "./history.js";
import { legend } from "./marks.js";
import { decodeState, encodeState, leaveLink, sharedText } from "./share.js";
import { watchTheme } from "./theme.js";

const LEAST_PLOT = 170; // CSS pixels: lower than this a plot says nothing

/**
 * Mount a figure and return the clean-up.
 *
 * `spec(model)` lists the traits that a link carries with their kinds and ranges (share.js); `build(shell)` returns
 *   controls    elements that stand above the panels (mostly shell.knob(trait))
 *   panels      the Plots, side by side where there is room
 *   tall        optional: which of three panels stands beside both others, by default the first (live.css places another)
 *   editor      the PointEditor, if points can be moved
 *   legend      [[mark, words, when?], …], when() tells whether the mark can be seen now
 *   extra       elements beside the panels, such as tables
 *   challenges  [{ id, text, met(view, { moves, first, moved }) }, …]
 *   lines       lines of the sentence to have room for from the beginning (else as many as it has had)
 *   draw()      paints everything and ends with shell.tell(…)
 *   load()      optional: takes over what has changed outside the knobs
 * @param {{
 *   model: any, el: HTMLElement, name: string, title: string, spec: (model: any) => Record<string, any>, build: (shell: any) => any,
 * }} what
 */
export function mountFigure({ model, el, name, title, spec, build }) {
  const leaving = new AbortController();
  const { signal } = leaving;
  // in a link the second figure of a kind on a page is called, say, street-2
  const earlier = document.querySelectorAll(`.svm-live[data-kind="${name}"]`).length;
  const linked = earlier ? `${name}-${earlier + 1}` : name;
  const root = h("section", { class: "svm-live", "aria-label": title, "data-kind": name });
  const { elements: spoken, say, note, whisper, touched } = voice(root, signal);
  const specs = spec(model);
  const traits = Object.keys(specs);
  const knobs = new Map();
  const present = () => Object.fromEntries(traits.map((trait) => [trait, model.get(trait)]));
  const start = structuredClone(present());
  const history = new History(start);
  const facts = h("p", { class: "svm-facts" });
  const beginning = JSON.stringify(start);
  let failed = false;
  let measured = false; // measured: the sentence has the height that it needs at this width
  /** @type {any} */ let figure = null;
  /** @type {any} */ let first = null;

  const shell = {
    root,
    model,
    signal,
    note,
    whisper,
    specs,
    /** Set traits and tell Python; moves with the same `gesture` in quick succession are undone as one. */
    save(values, gesture = "") {
      for (const [trait, value] of Object.entries(values)) model.set(trait, value);
      model.save_changes();
      noted(gesture);
    },
    /** What a control of this trait does when it is moved. */
    put: (trait) => (value) => shell.save({ [trait]: value }, trait),
    /** The control that the spec of a trait asks for; it follows the trait by itself. */
    knob(trait) {
      const how = {
        name: trait,
        value: model.get(trait),
        change: shell.put(trait),
        complain: note,
      };
      knobs.set(trait, controlOf(specs[trait], how));
      return knobs.get(trait);
    },
    /** What every editor of points needs from here; a figure adds what is its own. */
    editing: () => ({ points: model.get("points"), signal, note, whisper, changed: shell.edited }),
    /** What an editor of points does when they change; final is null when only the choice did. */
    edited(points, final, gesture = "points") {
      if (final) shell.save({ points: points.map((p) => [...p]) }, gesture);
      shell.redraw();
    },
    /** What the figure found before the last change, to be drawn as a ghost. */
    before: () => history.before(busy()),
    undo() {
      if (history.canUndo) restore(history.step(-1));
    },
    redo() {
      if (history.canRedo) restore(history.step(1));
    },
    /**
     * The end of every drawing: the sentence under the panels and, when nothing is left to do, what was found. `view` is kept
     * for ghosts and challenges, `solution` goes to Python.
     */
    tell(sentence, { done = true, view = {}, solution = null } = {}) {
      if (facts.textContent !== sentence || !measured) {
        facts.textContent = sentence;
        // a sentence that grows and shrinks would move what is under it
        facts.style.minHeight = `${facts.offsetHeight}px`;
        measured = true;
      }
      root.dataset.done = String(done);
      if (!done || busy()) return;
      history.keep(view);
      say(sentence);
      first ??= view;
      // the start solves nothing, whoever came back to it
      if (tasks && touched() && JSON.stringify(present()) !== beginning) {
        tasks.check(view, { moves: history.at, first, moved: pointsMoved() });
      }
      if (solution) {
        model.set("solution", solution);
        model.save_changes();
      }
    },
    redraw: oncePerFrame(draw),
  };
  /** How many points are not where they were at the start, or new, or gone. */
  function pointsMoved() {
    const now = figure.editor?.points ?? [];
    const then = start.points ?? [];
    return (
      now.filter((p, i) => String(p) !== String(then[i])).length +
      Math.max(0, then.length - now.length)
    );
  }
  const busy = () => (figure?.editor?.held ?? -1) >= 0;

  function noted(gesture) {
    if (!figure) return;
    history.record(present(), gesture);
    undo.disabled = !history.canUndo;
    redo.disabled = !history.canRedo;
  }

  function restore(state) {
    for (const [trait, value] of Object.entries(state)) model.set(trait, value);
    model.save_changes();
    undo.disabled = !history.canUndo;
    redo.disabled = !history.canRedo;
    shell.redraw();
  }

  /** Take over the situation in the address; a link that makes no sense says so and changes nothing. */
  function follow() {
    const text = sharedText(linked);
    if (text === null) return false;
    const { state, problem } = decodeState(text, start, specs);
    if (problem) note(`This link cannot be followed: ${problem}. The figure is as it was.`);
    else for (const [trait, value] of Object.entries(state ?? {})) model.set(trait, value);
    return true;
  }

  const undo = button("↶ Undo", () => shell.undo(), { disabled: true });
  const redo = button("↷ Redo", () => shell.redo(), { disabled: true });
  const reset = button("Start over", () => {
    restore(structuredClone(start));
    noted("");
  });
  const share = button("Copy link", async () => {
    const { sentence } = await leaveLink(linked, encodeState(present(), start, specs));
    note(sentence);
  });

  el.append(root);
  const arrived = follow();
  figure = build(shell);
  const tasks = challengeLine(figure.challenges, `${location.pathname}:${linked}`, note);
  const panels = h(
    "div",
    { class: "svm-panels", "data-count": figure.panels.length },
    ...figure.panels.map((plot) => plot.element),
  );
  const meanings = legend(figure.legend ?? []);
  const side = h(
    "div",
    { class: "svm-side" },
    facts,
    figure.editor?.readout,
    ...(figure.extra ?? []),
    tasks?.element,
    meanings.element,
  );
  const controls = h("div", { class: "svm-row svm-controls" }, ...figure.controls);
  const tools = h(
    "div",
    { class: "svm-row svm-tools" },
    figure.editor?.tools,
    undo,
    redo,
    reset,
    model.onPage ? share : null,
    fullScreen(root),
  );
  const frame = h(
    "div",
    { class: "svm-frame", "data-panels": figure.panels.length },
    controls,
    panels,
    side,
    tools,
  );
  root.append(frame, ...spoken, ...(figure.editor?.below ?? []));

  // no more than a screen: what the panels may take is what the rest leaves
  const columns = () => getComputedStyle(panels).gridTemplateColumns.split(" ").length;
  function measure() {
    const beside = side.getBoundingClientRect().left >= panels.getBoundingClientRect().right - 1;
    // on a phone what the knobs change comes first, and the rest is a little further down
    const narrow = columns() === 1 && !beside && root.clientWidth < 480;
    const others = narrow
      ? [controls, facts]
      : [controls, side, tools].filter((part) => !(beside && part === side));
    const rest = others.reduce((sum, part) => sum + part.offsetHeight + 6, 0);
    const bar = document.querySelector(".bd-header-article")?.getBoundingClientRect().height ?? 0;
    const free =
      (document.fullscreenElement === root ? innerHeight : innerHeight - bar) - rest - 34;
    const rows = Math.ceil(figure.panels.length / columns());
    const room = Math.max(LEAST_PLOT, free / rows - 4);
    for (const plot of figure.panels) plot.most = room;
    // the tall one of three stands beside both others; one below the other it is the largest
    if (figure.panels.length === 3)
      figure.panels[figure.tall ?? 0].most = rows === 2 ? 2 * room + 4 : 1.4 * room;
  }

  function draw() {
    try {
      figure.draw();
      figure.editor?.drawn();
      meanings.follow();
      failed = false;
    } catch (error) {
      console.error(error);
      if (failed) return; // not even its start can be drawn: the last picture stays
      failed = true;
      note("That situation cannot be drawn. The figure is back at its start.");
      restore(structuredClone(start));
      noted("");
    }
  }
  watchTheme(root, shell.redraw, signal);
  let width = 0;
  const resized = () => {
    if (root.clientWidth !== width) {
      facts.style.minHeight = figure.lines ? `${figure.lines}lh` : "";
      width = root.clientWidth;
      measured = false;
    }
    measure();
    shell.redraw();
  };
  const size = new ResizeObserver(resized);
  size.observe(root);
  addEventListener("resize", resized, { signal });
  addEventListener(
    "hashchange",
    () => {
      if (!follow()) return;
      noted("");
      root.scrollIntoView({ block: "center" });
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
  root.addEventListener(
    "keydown",
    (event) => {
      const key = event.key.toLowerCase();
      const command = event.ctrlKey || event.metaKey;
      const by = stepWished(event);
      if (by) {
        if (by > 0) shell.redo();
        else shell.undo();
        event.preventDefault();
      }
      // JupyterLab would take the plain keys for commands: b inserts a cell, x cuts the one with the figure
      if (!command || key === "z" || key === "y" || event.key === "Enter") event.stopPropagation();
    },
    { signal },
  );
  // several traits that change together come as one load
  let waiting = false;
  const load = () => {
    for (const [trait, { set }] of knobs) set(model.get(trait));
    figure.editor?.load(figure.points ? figure.points() : model.get("points"));
    figure.load?.();
    noted("outside");
    shell.redraw();
  };
  const changed = () => {
    if (!waiting)
      queueMicrotask(() => {
        waiting = false;
        load();
      });
    waiting = true;
  };
  for (const trait of traits) model.on(`change:${trait}`, changed);
  if (arrived) {
    load();
    root.scrollIntoView({ block: "center" });
  }
  measure();
  return () => {
    leaving.abort();
    size.disconnect();
    shell.redraw.cancel();
    for (const trait of traits) model.off(`change:${trait}`, changed);
  };
}
