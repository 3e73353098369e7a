// A figure that goes step by step: Play, Step, Back and Restart over its trait `steps`.
import { button, pace, player } from "./controls.js";
import { h } from "./dom.js";

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
 * speeds   of Play (pace of controls.js)
 * stopped  a sentence where no step can be made
 * passed   is told the step that it goes to
 * further  buttons beside Step, others at the end: [words, press(figure), shown(facts)]
 * @typedef {[string, (figure: any) => void, ((facts: any) => any)?]} Press
 */

export class Steps {
  /** @param {any} figure @param {Stepping} how */
  constructor(figure, { most, speeds, stopped, passed, further = [], others = [] }) {
    this.figure = figure;
    this.most = most;
    this.stopped = stopped;
    this.passed = passed;
    const speed = pace(speeds, 1);
    const play = player(figure.shell, {
      speed,
      most,
      now: () => (this.open() ? this.now() : null),
      go: (to, gesture) => this.go(to, gesture),
    });
    this.playing = play.playing;
    /** @type {{ element: any, shown: (facts: any) => any }[]} */
    this.buttons = [];
    const made = (/** @type {Press} */ [words, press, shown = () => true]) => {
      const element = button(words, () => press(figure));
      this.buttons.push({ element, shown });
      return element;
    };
    this.element = h(
      "div",
      { class: "svm-row svm-steps" },
      play.element,
      speed.element,
      made(["Step", () => this.on(1)]),
      ...further.map(made),
      button("Back", () => this.go(this.now() - 1, "back")),
      button("Restart", () => this.go(0)),
      ...others.map(made),
    );
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
