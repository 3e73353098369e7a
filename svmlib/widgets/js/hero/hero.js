// The first screen of the book, in four steps: draw a line between flowers, see what holds the
// widest street, draw a line where none will do, bend it.
import { lineThrough } from "../core/lines.js";
import { Machine } from "../core/machine.js";
import { button, voice } from "../ui/controls.js";
import { h, oncePerFrame } from "../ui/dom.js";
import { GRIDS, Landscape } from "../ui/landscape.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { Sheet } from "../ui/sheet.js";
import { watchTheme } from "../ui/theme.js";
import { judgeLine, sayBend, sayLine, sayMove, sayRings } from "./words.js";

const REST = 350; // milliseconds after which a line is judged
const SLIM = 450; // CSS pixels: less has no room for axes
const LEAST = 170; // CSS pixels: lower than this a plot says nothing
const KEYS = "Keys: N and P choose a point, arrows move it (with Shift further).";

const WIDEST = { kernel: { name: "linear" }, C: Infinity };
/**
 * The steps: on which points, the machine that is solved there, what the reader is to do and what
 * comes next. In a step that `draws` a line is judged, else points are moved; `says` puts into
 * words what came of it.
 * @type {{ name: string, data: string, machine?: any, draws?: boolean, task: string, next?: string,
 *   says: (hero: any) => string }[]}
 */
const STEPS = [
  {
    ...{ name: "1 Draw", data: "flowers", machine: WIDEST, draws: true },
    task: "Two kinds of flowers. Draw a line between them, as far from both as you can: press, drag and let go, or tap two places.",
    next: "What holds the widest?",
    says: ({ answer, verdict }) => sayLine(verdict, widthOf(answer) || Infinity),
  },
  {
    ...{ name: "2 Move", data: "flowers", machine: WIDEST },
    task: "The widest street. The ringed flowers hold it. Move any flower: which of them matter?",
    next: "And if no line will do?",
    says: ({ answer, before, editor }) =>
      sayMove({
        ringed: Boolean(before?.carries[editor.chosen]),
        before: widthOf(before),
        after: widthOf(answer),
        rings: answer?.support ?? 0,
      }),
  },
  {
    ...{ name: "3 Rings", data: "rings", draws: true },
    task: "And if no line will do? Try to draw one that keeps these two kinds apart.",
    next: "Bend it",
    says: ({ points, verdict }) => sayRings(verdict, points.length),
  },
  {
    ...{ name: "4 Bend", data: "rings", machine: { kernel: { name: "rbf", sigma: 1 }, C: 10 } },
    task: "A kernel bends the line, and again a few ringed points hold all of it. Move one, or another.",
    says: ({ answer, points }) => sayBend(answer, points.length),
  },
];

/** How wide the street of a linear machine is, 0 for none. */
const widthOf = (answer) => (answer ? 2 / answer.norm : 0);

class Hero {
  leaving = new AbortController(); // of the present step
  at = 0;
  step = STEPS[0];
  resting = 0;
  /** @type {any} */ plot;
  /** @type {any} */ landscape;
  machine = new Machine();
  /** @type {any} that is shown */ answer = null;
  /** @type {any} the answer when nothing was held */ before = null;
  /** @type {any} of the reader's line */ verdict = null;
  /** @type {any} where lines are drawn */ sheet = null;
  /** @type {any} where points are moved */ editor = null;

  /** @param {HTMLElement} figure @param {any} data */
  constructor(figure, data) {
    this.data = data;
    const { signal } = new AbortController();
    this.height = figure.getBoundingClientRect().height;
    this.root = h("section", {
      class: "svm-live svm-hero",
      "aria-label": "From a line to a bend, interactive figure in four steps",
    });
    this.voice = voice(this.root, signal);
    this.said = h("p", { class: "svm-facts" });
    this.redraw = oncePerFrame(() => this.draw());
    this.buttons = STEPS.map(({ name }, k) => button(name, () => this.go(k)));
    this.steps = h("div", { class: "svm-row", role: "group", "aria-label": "Steps" });
    this.steps.append(...this.buttons);
    this.forward = button("", () => this.go(this.at + 1), { class: "svm-button svm-next" });
    this.place = h("div");
    this.tools = h("div", { class: "svm-row" });
    this.root.append(this.steps, this.said, this.place, this.tools, ...this.voice.elements);
    this.root.style.minHeight = `${this.height}px`; // what is below stays where it is
    figure.prepend(this.root);
    for (const part of figure.querySelectorAll(":scope > :not(.svm-hero)"))
      part.classList.add("svm-paper");
    this.go(0);
    watchTheme(this.root, this.redraw, signal);
    new ResizeObserver(() => this.fit()).observe(this.root);
  }

  /** To a step, from its beginning. */
  go(k) {
    this.leaving.abort();
    this.leaving = new AbortController();
    this.at = k;
    this.step = STEPS[k];
    const { points, box, labels } = this.data[this.step.data];
    this.points = points.map((p) => [...p]);
    this.plot = new Plot(this.root, { box, labels, ratio: 0.62, equal: true });
    this.landscape = new Landscape(this.plot);
    this.machine = new Machine();
    this.answer = this.before = this.verdict = null;
    this.moved = false;
    this.sheet = this.editor = null;
    this.place.replaceChildren(this.plot.element);
    this.buttons.forEach((one, i) => {
      if (i === k) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    });
    this.forward.hidden = !this.step.next;
    const own = this.step.draws ? this.drawing() : this.moving();
    this.tools.replaceChildren(...own, this.forward);
    this.tell(this.step.task, "Next");
  }

  /** The sentence above the picture, and what the way on is called. */
  tell(words, next = this.step.next) {
    this.said.textContent = words;
    this.forward.textContent = `${next} →`;
    this.fit();
    this.voice.say(words);
  }

  /** The picture takes what the words leave of the room that the still one had. */
  fit() {
    const rest = [this.steps, this.said, this.tools].reduce((sum, e) => sum + e.offsetHeight, 0);
    this.plot.bare = this.root.clientWidth < SLIM;
    this.plot.most = Math.max(LEAST, this.height - rest - 34);
    this.redraw();
  }

  // ---- A line to be drawn: by a stroke, by two taps, or by keys

  drawing() {
    const { signal } = this.leaving;
    const { whisper } = this.voice;
    const sheet = new Sheet(this.plot, { changed: () => this.drawn(), whisper, signal });
    sheet.element.hidden = false; // without the focus
    this.sheet = sheet;
    signal.addEventListener("abort", () => clearTimeout(this.resting));
    return [];
  }

  /** The ends of the line that was drawn last, if it has two. @returns {number[][] | null} */
  get ends() {
    const places = this.sheet.lines.at(-1) ?? [];
    const [first, last] = [places[0], places.at(-1)];
    return String(first) === String(last) ? null : [first, last];
  }

  /** A line is judged when it rests; the next one is another. */
  drawn() {
    const { sheet } = this;
    sheet.strokes = sheet.strokes.slice(-1);
    clearTimeout(this.resting);
    if (this.ends) {
      sheet.anew = true;
      this.resting = window.setTimeout(() => this.judge(), REST);
    }
    this.redraw();
  }

  judge() {
    if (!this.ends) return;
    this.verdict = judgeLine(this.points, lineThrough(this.ends, 1));
    this.tell(this.step.says(this));
  }

  /** The reader's line with its street, or where it begins. */
  drawLine() {
    const { ends, plot, sheet, verdict } = this;
    const style = { colour: plot.colours.purple, width: 2.4 };
    const begun = sheet.lines.at(-1)?.[0];
    for (const [x, y] of [sheet.cross, !ends && begun].filter(Boolean))
      plot.cross(x, y, { colour: style.colour });
    if (!ends) return;
    const { w, b } = lineThrough(ends, 1);
    plot.line(w, b, style);
    const half = (verdict?.width ?? 0) / 2;
    for (const side of half ? [-half, half] : [])
      plot.line(w, b + side, { ...style, width: 1.2, dash: [6, 4] });
  }

  // ---- Points to be moved, around what a machine makes of them

  moving() {
    const { note, whisper } = this.voice;
    this.editor = new PointEditor(this.plot, {
      ...{ points: this.points, note, whisper, signal: this.leaving.signal, fixed: true },
      ...{ hint: `Drag any point. ${KEYS}`, named: "picture" },
      changed: (points, final) => {
        this.points = points;
        if (final) this.moved = true;
        this.redraw();
      },
    });
    this.editor.help.classList.add("svm-status");
    return [button("Start over", () => this.go(this.at)), this.editor.help];
  }

  /** Rings around what holds the street, and around the chosen point. */
  drawRings() {
    const { answer, editor, plot, points } = this;
    points.forEach(([x, y], i) => {
      if (answer?.carries[i]) plot.ring(x, y, { dashed: answer.alpha[i] >= answer.C[i] });
    });
    const lit = points[editor.lit];
    if (lit) plot.ring(lit[0], lit[1], { radius: 15, colour: plot.colours.accent, width: 2.5 });
  }

  /** What is known when nothing is held. */
  rest() {
    if (!this.machine.answer?.done || this.editor.held >= 0) return;
    if (this.moved) this.tell(this.step.says(this));
    else this.voice.say(this.said.textContent);
    this.moved = false;
    this.before = this.answer;
  }

  // ---- The picture

  /** The machine's answer, or null where there is none to be shown. @returns {any} */
  solve() {
    this.machine.pose(this.points, this.step.machine);
    const answer = this.machine.advance(50);
    if (!answer.done) this.redraw();
    return answer.certified && answer.separable && !answer.zero ? answer : null;
  }

  draw() {
    const { editor, plot, points, step, verdict } = this;
    plot.begin();
    const answer = (this.answer = step.machine ? this.solve() : null);
    const shown = answer && (!step.draws || verdict?.kind === "apart");
    plot.inside(() => {
      if (shown && answer.w) {
        plot.halves(answer.w, answer.b);
        plot.street(answer.w, answer.b);
      } else if (shown) this.landscape.draw(answer, editor.held >= 0 ? GRIDS.coarse : GRIDS.fine);
      for (const [x, y, label] of points) plot.marker(x, y, label);
      if (editor) this.drawRings();
      else this.drawLine();
    });
    if (!plot.bare) plot.axes();
    if (!editor) return;
    editor.drawn();
    this.rest();
  }
}

/** In the place of a still figure. */
export function startHero() {
  const figure = document.querySelector("figure.hero");
  const data = document.querySelector("script.svm-hero-data");
  if (figure instanceof HTMLElement && data) new Hero(figure, JSON.parse(data.textContent ?? ""));
}
