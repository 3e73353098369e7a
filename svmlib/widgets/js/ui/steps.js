// A figure that goes step by step: Play, Step, Back and Restart over its trait `steps`.
import { button, choice } from "./controls.js";
import { h } from "./dom.js";

const PLAYED = 100; // steps of one Play: then whoever watches may think, and press again

/**
 * What a figure gives to go by steps; its `facts.t` is the step on show, undefined where there is
 * none.
 * @typedef {{
 *   most: number, speeds: [string, (t: number) => number][],
 *   stopped: (facts: any) => string | false,
 *   passed?: (facts: any, to: number) => void,
 *   further?: Press[], others?: Press[],
 * }} Stepping
 * most     steps at all
 * speeds   of Play: [name, steps a second after t steps], the second one at first
 * stopped  a sentence where no step can be made
 * passed   is told the step that it goes to
 * further  buttons beside Step, others at the end: [words, press(figure), shown(facts)]
 * @typedef {[string, (figure: any) => void, ((facts: any) => any)?]} Press
 */

export class Steps {
  playing = false;
  presses = 0; // of Play: the steps of one are undone as one
  end = 0; // of this one
  last = -Infinity; // when steps were made, and the part of one that is owed since then
  owed = 0;
  /** @type {{ element: any, shown: (facts: any) => any }[]} */ buttons = [];

  /** @param {any} figure @param {Stepping} how */
  constructor(figure, { most, speeds, stopped, passed, further = [], others = [] }) {
    this.figure = figure;
    this.most = most;
    this.stopped = stopped;
    this.passed = passed;
    this.rate = speeds[1][1];
    const speed = choice(
      "speed",
      speeds.map(([name], k) => [String(k), name]),
      {
        value: "1",
        change: (k) => {
          this.rate = speeds[Number(k)][1];
        },
      },
    );
    this.play = button("Play", () => this.press());
    const made = (/** @type {Press} */ [words, press, shown = () => true]) => {
      const element = button(words, () => press(figure));
      this.buttons.push({ element, shown });
      return element;
    };
    this.element = h(
      "div",
      { class: "svm-row svm-steps" },
      this.play,
      speed.element,
      made(["Step", () => this.on(1)]),
      ...further.map(made),
      button("Back", () => this.go(this.now() - 1, "back")),
      button("Restart", () => this.go(0)),
      ...others.map(made),
    );
    figure.shell.signal.addEventListener("abort", () => {
      this.playing = false;
    });
  }

  /** Play and Pause. */
  press() {
    this.playing = !this.playing;
    this.play.textContent = this.playing ? "Pause" : "Play";
    this.presses++;
    this.end = Math.min(this.most, (this.open() ? this.now() : 0) + PLAYED);
    if (this.playing) this.tick();
    else this.figure.shell.redraw();
  }

  /** Once a frame as many steps as are due, so that all screens play equally fast. */
  tick() {
    if (!this.playing) return;
    const t = this.open() ? this.now() : this.end;
    const to = Math.min(this.end, t + this.due(t));
    if (to > t) this.go(to, `play ${this.presses}`);
    if (to < this.end) requestAnimationFrame(() => this.tick());
    else this.play.click();
  }

  due(t) {
    const now = performance.now();
    const passed = now - this.last;
    // Play has just been pressed: at once
    this.owed = passed > 500 ? 1 : this.owed + (Math.min(100, passed) / 1000) * this.rate(t);
    this.last = now;
    const steps = Math.floor(this.owed);
    this.owed -= steps;
    return steps;
  }

  /** The step on show; something else may have taken it back since the last drawing. */
  now() {
    const { facts, model } = this.figure;
    return Math.min(facts.t, model.get("steps"));
  }

  /** Whether a step can be made; else it is said why not. */
  open() {
    const { facts, shell } = this.figure;
    if (facts.t === undefined) return false;
    const sentence = this.stopped(facts);
    if (sentence) shell.note(sentence);
    return !sentence;
  }

  go(steps, gesture = "") {
    const { facts } = this.figure;
    if (facts.t === undefined) return;
    const to = Math.max(0, Math.min(this.most, steps));
    this.passed?.(facts, to);
    this.figure.put({ steps: to }, true, gesture);
  }

  /** Further by so many steps. */
  on(by) {
    if (this.open()) this.go(this.now() + by, by === 1 ? "step" : "");
  }

  /** Called at each drawing. */
  follow(facts) {
    for (const { element, shown } of this.buttons) element.hidden = !shown(facts);
  }
}
