// Play on a slider: the knob goes through its range, so that what it does is seen as a film.
import { valuesOver } from "../core/trace.js";
import { button } from "./controls.js";
import { motionless } from "./dom.js";
import { mark } from "./marks.js";

const SECONDS = 5;
const STOPS = 60; // of a whole sweep
const STEPS = 12; // where nothing may move by itself: one for each press

/**
 * A button that plays a knob. It waits at each value until the figure has come to rest there, and
 * ends where it began; whoever moves the knob meanwhile stops it. The values of one press are
 * undone as one.
 */
export class Sweep {
  /**
   * @param {{
   *   range: { min: number, max: number, log?: boolean }, label: () => string, now: () => number,
   *   put: (value: number, gesture: string) => void, signal: AbortSignal,
   * }} how
   */
  constructor({ range, label, now, put, signal }) {
    this.label = label;
    this.now = now;
    this.put = put;
    this.values = valuesOver(range, STOPS);
    this.playing = false;
    this.presses = 0;
    this.at = -1; // which value is on show; -1 before and after
    this.began = this.shown = this.home = 0;
    this.arrived = true;
    this.element = button(mark("play"), () => this.press(), {
      label: "Play",
      class: "svm-button svm-play",
    });
    signal.addEventListener("abort", () => this.stop());
    this.named();
  }

  named() {
    const does = this.playing ? "Pause" : motionless() ? "Step" : "Play";
    const words = `${does} ${this.label()}`;
    if (this.element.title === words) return;
    this.element.title = words;
    this.element.setAttribute("aria-label", words);
    this.element.replaceChildren(mark(this.playing ? "pause" : "play"));
  }

  press() {
    if (this.playing) {
      this.stop();
      return;
    }
    const { values } = this;
    this.presses++;
    if (motionless()) {
      const stops = values.filter((_, k) => k % (STOPS / STEPS) === 0);
      this.put(stops.find((v) => v > this.now()) ?? stops[0], `step ${this.presses}`);
      return;
    }
    // what was paused goes on
    if (this.at < 0 || this.now() !== values[this.at]) {
      this.home = this.now();
      this.go(0);
    }
    this.playing = true;
    this.began = performance.now() - (this.at / STOPS) * 1000 * SECONDS;
    this.named();
    this.tick();
  }

  go(k) {
    this.at = k;
    this.arrived = false;
    this.shown = this.values[k];
    this.put(this.shown, `play ${this.presses}`);
  }

  tick() {
    if (!this.playing) return;
    if (this.now() !== this.shown) {
      this.at = -1;
      this.stop();
      return;
    }
    const due = Math.floor(((performance.now() - this.began) / 1000 / SECONDS) * STOPS);
    if (this.arrived && due > this.at) {
      if (this.at === STOPS) {
        this.put(this.home, `play ${this.presses}`);
        this.at = -1;
        this.stop();
        return;
      }
      this.go(Math.min(STOPS, due));
    }
    requestAnimationFrame(() => this.tick());
  }

  stop() {
    this.playing = false;
    this.named();
  }

  /** The figure has come to rest. */
  rested() {
    this.arrived = true;
    this.named();
  }
}
