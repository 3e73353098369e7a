// The first screen of the book, in four steps: draw a line between flowers, see what holds the
// widest street, draw a line where none will do, bend it.
import { lineThrough } from "../core/lines.js";
import { Machine } from "../core/machine.js";
import { show } from "../core/words.js";
import { button, voice } from "../ui/controls.js";
import { h, oncePerFrame } from "../ui/dom.js";
import { LineHandles } from "../ui/handles.js";
import { GRIDS, Landscape } from "../ui/landscape.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { watchTheme } from "../ui/theme.js";
import { judgeLine, sayLine, sayMove, sayRings } from "./words.js";

const LINEAR = { name: "linear" };
const STROKE = 12; // CSS pixels: less is a tap
const REST = 350; // milliseconds after which a line that was moved is judged
const SLIM = 450; // CSS pixels: less has no room for axes
const LEAST = 170; // CSS pixels: lower than this a plot says nothing
const KEYS = "Keys: N and P choose a point, arrows move it (with Shift further).";

/** A picture with its axes around points; the steps below lay more over it. */
class Scene {
  task = "";
  next = "";

  constructor(hero, { points, box, labels }) {
    this.hero = hero;
    this.points = points.map((p) => [...p]);
    this.leaving = new AbortController();
    this.signal = this.leaving.signal;
    this.plot = new Plot(hero.root, { box, labels, ratio: 0.62, equal: true });
    this.machine = new Machine();
    this.extra = [];
  }

  /** The machine's answer, or null where there is none to be shown. @returns {any} */
  solve(options) {
    this.machine.pose(this.points, options);
    const answer = this.machine.advance(50);
    if (!answer.done) this.hero.redraw();
    return answer.certified && answer.separable && !answer.zero ? answer : null;
  }

  /** Under the line, over it, and on top what the step adds. */
  draw() {
    const { plot } = this;
    plot.begin();
    plot.inside(() => {
      this.under();
      for (const [x, y, label] of this.points) plot.marker(x, y, label);
      this.over();
    });
    if (!plot.bare) plot.axes();
  }

  /** The two sides and the street of a linear machine. */
  street(answer) {
    if (!answer) return;
    this.plot.halves(answer.w, answer.b);
    this.plot.street(answer.w, answer.b);
  }

  rings(answer) {
    this.points.forEach(([x, y], i) => {
      if (answer?.carries[i]) this.plot.ring(x, y, { dashed: answer.alpha[i] >= answer.C[i] });
    });
  }

  under() {}
  over() {}
  leave() {
    this.leaving.abort();
  }
}

/** A line to be drawn: by a stroke, by two taps, or by its handles. */
class Drawing extends Scene {
  constructor(hero, data) {
    super(hero, data);
    /** @type {any} */ this.verdict = null;
    /** @type {number[] | null} */ this.first = null;
    this.resting = 0;
    this.handles = new LineHandles(this.plot, {
      signal: this.signal,
      changed: () => {
        if (this.verdict) this.wait();
        hero.redraw();
      },
    });
    this.lay = button("Lay a line", () => {
      if (this.handles.places.length) return this.judge();
      this.handles.lay();
      this.handles.show(true);
      this.lay.textContent = "Judge my line";
      return hero.redraw();
    });
    this.extra = [this.lay];
    this.signal.addEventListener("abort", () => clearTimeout(this.resting));
    this.listen();
  }

  listen() {
    const { plot, signal } = this;
    /** @type {number[] | null} */ let press = null;
    const on = (type, listener) => plot.element.addEventListener(type, listener, { signal });
    plot.element.style.cursor = "crosshair";
    on("pointerdown", (event) => {
      if (event.button) return;
      press = plot.at(event);
      plot.element.setPointerCapture(event.pointerId);
    });
    on("pointermove", (event) => {
      if (press && away(press, plot.at(event)) > STROKE) this.through(press, plot.at(event));
    });
    on("pointerup", (event) => {
      const end = plot.at(event);
      if (press && away(press, end) > STROKE) this.settle(press, end);
      else if (press && this.first && away(this.first, end) > STROKE) this.settle(this.first, end);
      else if (press) {
        this.first = end;
        this.hero.redraw();
      }
      press = null;
    });
    on("pointercancel", () => {
      press = null; // the finger scrolls
      if (!this.verdict) this.handles.places = [];
      this.hero.redraw();
    });
  }

  through(from, to) {
    const places = [from, to].map(([x, y]) => this.plot.toData(x, y));
    this.handles.places = places.map(([x, y]) => this.plot.held(x, y));
    this.hero.redraw();
  }

  settle(from, to) {
    this.first = null;
    this.through(from, to);
    for (const handle of this.handles.buttons) handle.hidden = false;
    this.judge();
  }

  /** A line that moves is judged when it rests. */
  wait() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.judge(), REST);
  }

  judge() {
    clearTimeout(this.resting);
    this.verdict = judgeLine(this.points, lineThrough(this.handles.places, 1));
    this.lay.hidden = true;
    this.hero.tell(this.words(this.verdict), this.next);
    this.hero.redraw();
  }

  over() {
    const { handles, plot } = this;
    const style = { colour: plot.colours.purple, width: 2.4 };
    if (this.first) {
      const [x, y] = plot.toData(this.first[0], this.first[1]);
      plot.cross(x, y, { colour: plot.colours.purple });
    }
    if (handles.places.length < 2) return;
    const { w, b } = lineThrough(handles.places, 1);
    plot.line(w, b, style);
    const half = (this.verdict?.width ?? 0) / 2;
    for (const side of half ? [-half, half] : [])
      plot.line(w, b + side, { ...style, width: 1.2, dash: [6, 4] });
  }

  draw() {
    super.draw();
    this.handles.drawn();
  }

  /** @param {any} verdict @returns {string} */
  words(verdict) {
    return String(verdict);
  }
}

/** @param {number[]} one @param {number[]} other */
const away = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** 1: which line would you draw? */
class Draw extends Drawing {
  task =
    "Two kinds of flowers. Draw a line between them, as far from both as you can: press, drag and let go, or tap two places.";
  next = "What holds the widest?";

  under() {
    this.best = this.solve({ kernel: LINEAR, C: Infinity });
    if (this.verdict?.kind === "apart") this.street(this.best);
  }

  words(verdict) {
    return sayLine(verdict, 2 / (this.best?.norm ?? Infinity));
  }
}

/** 3: the same where none will do. */
class Rings extends Drawing {
  task = "And if no line will do? Try to draw one that keeps these two kinds apart.";
  next = "Bend it";

  words(verdict) {
    return sayRings(verdict, this.points.length);
  }
}

/** Points to be moved, around what a machine makes of them. */
class Moving extends Scene {
  constructor(hero, data) {
    super(hero, data);
    const { note, whisper } = hero.voice;
    this.editor = new PointEditor(this.plot, {
      ...{ points: this.points, note, whisper, signal: this.signal, fixed: true },
      ...{ hint: `Drag any point. ${KEYS}`, named: "picture" },
      changed: (points, final) => {
        this.points = points;
        if (final) this.moved = true;
        hero.redraw();
      },
    });
    this.editor.help.classList.add("svm-status");
    this.extra = [button("Start over", () => hero.go(hero.at)), this.editor.help];
    this.moved = false;
    /** @type {any} */ this.answer = null;
  }

  under() {
    this.answer = this.solve(this.options);
  }

  over() {
    const { editor, plot } = this;
    this.rings(this.answer);
    const lit = this.points[editor.lit];
    if (lit) plot.ring(lit[0], lit[1], { radius: 15, colour: plot.colours.accent, width: 2.5 });
  }

  draw() {
    super.draw();
    this.editor.drawn();
    if (!this.machine.answer?.done || this.editor.held >= 0) return;
    if (this.moved) this.hero.tell(this.words(), this.next);
    else this.hero.speak();
    this.moved = false;
    this.rest();
  }

  /** What is known when nothing is held. */
  rest() {}
  get options() {
    return { kernel: LINEAR, C: Infinity };
  }

  /** @returns {string} */
  words() {
    return "";
  }
}

/** 2: the widest street, and who holds it. */
class Move extends Moving {
  task = "The widest street; the ringed flowers hold it. Move any flower: which of them matter?";
  next = "And if no line will do?";

  under() {
    super.under();
    this.street(this.answer);
  }

  rest() {
    const { answer } = this;
    this.before = { width: answer ? 2 / answer.norm : 0, carries: answer?.carries ?? [] };
  }

  words() {
    const { answer, before } = this;
    return sayMove({
      ringed: Boolean(before?.carries[this.editor.chosen]),
      before: before?.width ?? 0,
      after: answer ? 2 / answer.norm : 0,
      rings: answer?.support ?? 0,
    });
  }
}

/** 4: a machine whose line bends. */
class Bend extends Moving {
  task =
    "A kernel bends the line, and again a few ringed points hold all of it. Move one, or another.";

  constructor(hero, data) {
    super(hero, data);
    this.landscape = new Landscape(this.plot);
  }

  under() {
    super.under();
    if (this.answer)
      this.landscape.draw(this.answer, this.editor.held >= 0 ? GRIDS.coarse : GRIDS.fine);
  }

  get options() {
    return { kernel: { name: "rbf", sigma: 1 }, C: 10 };
  }

  words() {
    const { answer } = this;
    return answer
      ? `${show(answer.support)} of ${this.points.length} points have a ring; without the others the curve would be the same. How this is done is the subject of the book.`
      : "This situation is too hard to finish here. Start over.";
  }
}

/** @type {[string, any, string][]} */
const STEPS = [
  ["1 Draw", Draw, "flowers"],
  ["2 Move", Move, "flowers"],
  ["3 Rings", Rings, "rings"],
  ["4 Bend", Bend, "rings"],
];

class Hero {
  /** @param {HTMLElement} figure @param {any} data */
  constructor(figure, data) {
    this.data = data;
    this.at = 0;
    const { signal } = new AbortController();
    const { height } = figure.getBoundingClientRect();
    this.root = h("section", {
      class: "svm-live svm-hero",
      "aria-label": "From a line to a bend, interactive figure in four steps",
    });
    this.voice = voice(this.root, signal);
    this.said = h("p", { class: "svm-facts" });
    this.redraw = oncePerFrame(() => this.scene.draw());
    this.buttons = STEPS.map(([name], k) => button(name, () => this.go(k)));
    this.steps = h("div", { class: "svm-row", role: "group", "aria-label": "Steps" });
    this.steps.append(...this.buttons);
    this.forward = button("", () => this.go(this.at + 1), { class: "svm-button svm-next" });
    this.place = h("div");
    this.tools = h("div", { class: "svm-row" });
    this.root.append(this.steps, this.said, this.place, this.tools, ...this.voice.elements);
    this.root.style.minHeight = `${height}px`; // what is below stays where it is
    figure.prepend(this.root);
    for (const part of figure.querySelectorAll(":scope > :not(.svm-hero)"))
      part.classList.add("svm-paper");
    this.height = height;
    this.go(0);
    watchTheme(this.root, this.redraw, signal);
    new ResizeObserver(() => this.fit()).observe(this.root);
  }

  /** To a step, from its beginning. */
  go(k) {
    const [, Step, name] = STEPS[k];
    this.scene?.leave();
    this.at = k;
    this.scene = new Step(this, this.data[name]);
    this.place.replaceChildren(this.scene.plot.element);
    this.buttons.forEach((one, i) => {
      if (i === k) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    });
    this.forward.hidden = !this.scene.next;
    this.tools.replaceChildren(...this.scene.extra, this.forward);
    this.tell(this.scene.task, "Next");
  }

  /** The sentence above the picture, and what the way on is called. */
  tell(words, next) {
    this.said.textContent = words;
    this.forward.textContent = `${next} →`;
    this.fit();
    this.speak();
  }

  speak() {
    this.voice.say(this.said.textContent);
  }

  /** The picture takes what the words leave of the room that the still one had. */
  fit() {
    const rest = [this.steps, this.said, this.tools].reduce((sum, e) => sum + e.offsetHeight, 0);
    this.scene.plot.bare = this.root.clientWidth < SLIM;
    this.scene.plot.most = Math.max(LEAST, this.height - rest - 34);
    this.redraw();
  }
}

/** In the place of a still figure. */
export function startHero() {
  const figure = document.querySelector("figure.hero");
  const data = document.querySelector("script.svm-hero-data");
  if (figure instanceof HTMLElement && data) new Hero(figure, JSON.parse(data.textContent ?? ""));
}
