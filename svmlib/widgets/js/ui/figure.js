// A live figure from its description: what it solves, what its panels show, what it says. The
// description is a table; what is common to all figures is done here, once.
import { unfinished } from "../core/certified.js";
import { h } from "./dom.js";
import { Pace } from "./landscape.js";
import { Plot } from "./plot.js";
import { PointEditor } from "./points.js";
import { mountFigure } from "./shell.js";
import { Steps } from "./steps.js";
import { Strip } from "./strip.js";

const [HELD, FREE] = [4, 8]; // milliseconds of solving a frame
const BEGIN = 50; // and before the first one, unless a figure `begins` with more

/** How the value of a trait becomes rows [x, y, class] of an editor, and back. */
const ROWS = {
  points: [(points) => points, (rows) => rows.map((p) => [...p])],
  places: [
    (places) => places.map(([x, y]) => [x, y, "handle"]),
    (rows) => rows.map(([x, y]) => [x, y]),
  ],
  place: [([x, y]) => [[x, y, "start"]], ([[x, y]]) => [x, y]],
};

/**
 * The description of a figure. All its functions get the facts of the present state: the traits of
 * `spec` as they are now (also while something is held), what `own` made; the point under the
 * pointer (`asked`), the one that the editor has under it or chosen (`touched`), the first of both
 * that there is (`lit`), each -1 for none; `holding`, `playing`, `resting`, `pace`; `veiled` (the
 * answer is to be hidden), `before` (the view before the last change), `guessed`, `yours` (no step
 * led here); `answer`, `seen`, and what `found` gives.
 *
 * name, title   of the figure
 * spec(model)   the traits that a link carries (share.js); one with `when(facts)` has its knob only
 *               then, one with `knob: false` has none; those of a `group` stand together
 * own(shell, plots)  what lives as long as the figure, for example its machine
 * resets        traits that another problem sets back: { steps: 0 }
 * follows(change, state)  what a knob or an edit changes besides: the change and more
 * steps         steps.js: it goes step by step
 * edits(model)  { trait, …options of PointEditor }: points to be moved on the first panel
 * solve(facts, milliseconds)  goes on solving: { certified, done, … }, or null where nothing can be
 *               solved. It is the `answer`, unless it hides, and `seen` where it may be drawn
 * open          its answer is not what a guess is about: it is never hidden
 * found(facts, plots)  what else follows
 * subject(facts)  of what all is said, for example the data: nothing is compared with what was of
 *               another one
 * panels(model) [{ name (of its tab), when(facts), layers, given(facts), axes, …options of Plot },
 *               …], with the window and the labels of the model unless they have others; what is
 *               `above` is drawn after the axes and goes beyond them
 * controls(figure)  elements after the knobs
 * extra(figure) [{ element, set(facts) }, …] beside the panels
 * listen(figure)  gestures of its own; drawn(facts, figure) after each drawing; load(figure) after
 *               a change from outside
 * missing       the sentence where there is no answer; or trouble(facts), a sentence while nothing
 *               can be said
 * told, solution, traced (facts)  what is said, given to Python (or the names of what the answer
 *               has of it), and traced over the knobs `traces`, or over several groups of knobs;
 *               traces(model) says which, or null for none
 * view(facts)   what is kept for challenges and ghosts besides the facts: it may be another later
 * guess         guess.js; its functions get the facts as last argument, reveal the figure; what is
 *               true are the facts, unless there is another `truth(facts)`; `panel`
 *               is where it is asked, `ghostOn` where it is drawn; only `when(facts)` at first
 * challenges(facts, shell)  the tasks, from the facts at the beginning
 * @typedef {(facts: any, ...more: any[]) => any} OfFacts
 * @typedef {{
 *   name: string, title: string, spec: (model: any) => Record<string, any>,
 *   panels: (model: any) => any[], told: OfFacts, view?: OfFacts,
 *   own?: (shell: any, plots: any[]) => Record<string, any>, edits?: (model: any) => any,
 *   solve?: OfFacts, begins?: number, open?: boolean, found?: OfFacts, subject?: OfFacts,
 *   resets?: object, follows?: (change: any, state: any) => any, steps?: any,
 *   controls?: (figure: any) => Element[], extra?: (figure: any) => any[],
 *   listen?: (figure: any) => void, load?: (figure: any) => void, drawn?: OfFacts,
 *   missing?: string, trouble?: OfFacts, solution?: OfFacts | string[],
 *   traces?: string[] | string[][] | ((model: any) => string[] | null), traced?: OfFacts,
 *   shows?: Record<string, number>,
 *   tall?: number, remarks?: boolean, guess?: any, challenges?: OfFacts,
 * }} Description
 * @param {Description} what
 */
export const figure =
  (what) =>
  ({ model, el }) =>
    mountFigure({ model, el, what, build: (shell) => new Figure(what, shell) });

/** These numbers of an answer for Python, `gap` relative to the objective. */
export const solutionOf = (names, answer) =>
  Object.fromEntries(
    names.map((name) => {
      const value = answer[name === "gap" ? "relative" : name];
      return [name, ArrayBuffer.isView(value) ? Array.from(/** @type {any} */ (value)) : value];
    }),
  );

/** What ui/shell.js puts into its frame, and asks to draw. */
class Figure {
  constructor(what, shell) {
    this.what = what;
    this.shell = shell;
    const { model, root, signal } = shell;
    this.model = model;
    /** @type {Record<string, any>} traits as they are while they are held */
    this.meanwhile = {};
    this.lit = -1;
    this.pace = new Pace(shell.redraw, signal);
    this.panels = what
      .panels(model)
      .map(({ layers, above = [], name, when, given, axes = {}, ...how }) => ({
        layers,
        above,
        name,
        when,
        given,
        axes,
        plot: new Plot(root, { box: model.get("box"), labels: model.get("labels"), ...how }),
      }));
    this.plots = this.panels.map(({ plot }) => plot);
    this.own = what.own?.(shell, this.plots) ?? {};
    /** What a change brings with it. */
    this.follows = what.follows ?? ((change) => ({ ...change, ...what.resets }));
    if (what.resets || what.follows)
      shell.put = (trait) => (value) =>
        shell.save(this.follows({ [trait]: value }, this.present()), trait);
    /** @type {any} the trait that the editor moves, and the way to its rows and back */
    this.edited = null;
    this.editor = what.edits ? this.editing(what.edits(model)) : null;
    this.knobs = Object.entries(shell.specs)
      .filter(([, { kind, knob = true }]) => knob && ["number", "choice", "switch"].includes(kind))
      .map(([trait, { when }]) => ({ trait, when, control: shell.knob(trait) }));
    /** @type {Map<string, HTMLElement>} */
    this.groups = new Map();
    const rows = this.grouped();
    const traces = typeof what.traces === "function" ? what.traces(model) : what.traces;
    this.strip = traces ? new Strip(shell.tracing(traces)) : null;
    this.controls = [...rows, ...(what.controls?.(this) ?? [])];
    this.steps = what.steps ? new Steps(this, what.steps) : null;
    if (this.steps) this.controls.push(this.steps.element);
    this.extra = what.extra?.(this) ?? [];
    this.facts = this.look(what.begins ?? BEGIN);
    const asks = what.guess && (what.guess.when?.(this.facts) ?? true);
    this.guess = asks ? this.question(what.guess) : null;
    this.challenges = what.challenges?.(this.facts, shell);
    this.layers = this.panels.flatMap(({ layers, above }) => [...layers, ...above]);
    what.listen?.(this);
  }

  editing({ trait = "points", describe, ...how }) {
    const { shell } = this;
    const [toRows, fromRows] = ROWS[shell.specs[trait].kind];
    this.edited = { trait, toRows, fromRows };
    const { named, note, signal, whisper } = shell;
    return new PointEditor(this.plots[0], {
      ...{ named, note, signal, whisper },
      points: toRows(this.model.get(trait)),
      ...how,
      describe: (i) => (describe ? describe(this.facts, i) || "" : ""),
      changed: (rows, final, gesture) => {
        const change = { [trait]: fromRows(rows) };
        if (final) shell.save(this.follows(change, this.present()), gesture ?? trait);
        shell.redraw();
      },
    });
  }

  /** The knobs in their order, those of a group together under its name. */
  grouped() {
    const { groups, shell } = this;
    const parts = this.knobs.map(({ trait, control: { element } }) => {
      const { group } = shell.specs[trait];
      if (!group) return element;
      if (!groups.has(group))
        groups.set(group, h("fieldset", { class: "svm-set" }, h("legend", {}, group)));
      groups.get(group)?.append(element);
      return groups.get(group);
    });
    return [...new Set(parts)];
  }

  /** The traits as they are now, also while something is held. */
  present() {
    const { edited, editor, meanwhile, model, shell } = this;
    const now = Object.fromEntries(Object.keys(shell.specs).map((name) => [name, model.get(name)]));
    if (editor) now[edited.trait] = edited.fromRows(editor.points);
    return { ...now, ...meanwhile };
  }

  /** What is known now, after at most so many milliseconds more. */
  look(milliseconds) {
    const { editor, own, pace, shell, what } = this;
    const holding = (editor?.held ?? -1) >= 0 || Object.keys(this.meanwhile).length > 0;
    const veiled = shell.veiled();
    const facts = {
      ...own,
      ...this.present(),
      asked: this.lit,
      touched: editor?.lit ?? -1,
      lit: this.lit >= 0 ? this.lit : (editor?.lit ?? -1),
      playing: this.steps?.playing ?? false,
      holding,
      resting: !holding && pace.resting,
      pace,
      veiled,
      before: veiled ? null : shell.before(),
      guess: shell.guess,
      guessed: shell.guess?.made ?? null,
      yours: shell.yours(),
      answer: null,
      seen: null,
    };
    if (what.solve && (what.open || !veiled)) {
      const answer = what.solve(facts, milliseconds);
      // what did not come to an end is not drawn
      const seen = answer && (answer.certified || !answer.done) ? answer : null;
      Object.assign(facts, { answer, seen });
    }
    Object.assign(facts, what.found?.(facts, this.plots));
    facts.subject = what.subject?.(facts) ?? "";
    if (facts.before?.subject !== facts.subject) facts.before = null;
    return facts;
  }

  /** One frame: what is drawn, and what is said of it. */
  draw() {
    for (const plot of this.plots) plot.begin();
    const facts = (this.facts = this.look((this.editor?.held ?? -1) >= 0 ? HELD : FREE));
    for (const { when, control } of this.knobs)
      control.element.hidden = when ? !when(facts) : false;
    for (const group of this.groups.values())
      group.hidden = !group.querySelector(".svm-control:not([hidden])");
    this.steps?.follow(facts);
    for (const panel of this.panels) this.paint(panel, facts);
    for (const { set } of this.extra) set?.(facts);
    this.what.drawn?.(facts, this);
    this.report(facts);
    if (facts.answer && !facts.answer.done) this.shell.redraw();
  }

  /** One panel, if there is anything to be seen on it. */
  paint({ above, axes, given, layers, plot, when }, facts) {
    const absent = when ? !when(facts) : false;
    if (plot.element.hidden !== absent) {
      plot.element.hidden = absent;
      this.shell.resized();
    }
    if (absent) return;
    if (given) {
      plot.given = given(facts, plot);
      plot.begin();
    }
    plot.inside(() => layers.forEach((layer) => layer.draw(plot, facts)));
    if (axes) plot.axes(typeof axes === "function" ? axes(facts) : axes);
    above.forEach((layer) => layer.draw(plot, facts));
  }

  /** What is said under the panels; what challenges look at; what Python learns. */
  report(facts) {
    const { shell, what } = this;
    const { answer, holding, playing } = facts;
    const trouble = what.solve && (answer ? unfinished(answer) : what.missing);
    const sentence = what.trouble ? what.trouble(facts) : trouble;
    // of what went before only the last is kept
    const view = { ...facts, before: null, troubled: Boolean(sentence) };
    if (sentence) shell.tell(sentence, { done: answer?.done ?? true, view, solution: {} });
    else
      shell.tell(
        { ...what.told(facts), of: facts.subject },
        {
          done: !holding && !playing,
          view: { ...view, ...what.view?.(facts) },
          solution: Array.isArray(what.solution)
            ? solutionOf(what.solution, answer)
            : (what.solution?.(facts) ?? null),
          traced: what.traced?.(facts) ?? null,
        },
      );
  }

  /** The control of a trait. */
  knob = (name) => /** @type {any} */ (this.knobs.find(({ trait }) => trait === name)).control;

  /** Traits to another value: while something is held (not `final`) only here. */
  put(values, final = true, gesture = "") {
    this.meanwhile = final ? {} : { ...values };
    if (final) this.shell.save(values, gesture);
    for (const { trait, control } of this.knobs) if (trait in values) control.set(values[trait]);
    this.shell.redraw();
  }

  /** What was held is as it was. */
  letGo() {
    for (const trait of Object.keys(this.meanwhile)) this.knob(trait).set(this.model.get(trait));
    this.load();
    this.shell.redraw();
  }

  /** Another point is asked for, or none (-1). */
  ask(i) {
    if (i === this.lit) return;
    this.lit = i;
    this.shell.redraw();
  }

  /** The points and all else take over the traits. */
  load() {
    const { edited, editor, model } = this;
    editor?.load(edited.toRows(model.get(edited.trait)));
    this.meanwhile = {};
    this.pace.moved();
    this.what.load?.(this);
  }

  /** The guess of guess.js, whose functions get the facts. */
  question({ panel = 0, ghost, ghostOn = panel, ...spec }) {
    /** @type {any} */
    const asked = { ...spec, plot: this.plots[panel] };
    for (const name of ["most", "options", "points", "value"])
      if (spec[name]) asked[name] = () => spec[name](this.facts);
    asked.truth = () => (spec.truth ? spec.truth(this.facts) : this.facts);
    if (spec.pose) asked.pose = (now) => spec.pose(now, this.facts);
    if (spec.reveal) asked.reveal = () => spec.reveal(this);
    if (spec.opens) asked.opens = spec.opens(this.facts);
    if (ghost)
      asked.ghost = (value, committed) => ghost(this.plots[ghostOn], value, committed, this.facts);
    return asked;
  }
}
