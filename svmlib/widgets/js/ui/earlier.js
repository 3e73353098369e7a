// What went before: the run with the settings before the last change of one, to be drawn as a
// ghost.
import { ONE_GESTURE } from "./history.js";

/**
 * Runs as a figure shows them one after another. A drag, or moves of a knob in quick succession,
 * are one change.
 */
export class Earlier {
  constructor() {
    this.ghost = null;
    this.first = "";
    this.now = null;
    this.settings = {};
    this.moved = "";
    this.time = -Infinity;
    this.dragging = false;
  }

  /**
   * Called at each drawing with what is on show; gives the ghost, or null. Back at the start
   * nothing went before.
   * @param {Record<string, any>} settings that make the run what it is
   * @param {any} run
   * @param {{ steps: number, held: boolean }} how how far it has come, and whether a drag goes on
   */
  follow(settings, run, { steps, held: dragging }) {
    const situation = JSON.stringify([settings, steps]);
    this.first ||= situation;
    const texts = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)]),
    );
    const moved = Object.keys(texts)
      .filter((name) => texts[name] !== this.settings[name])
      .join();
    if (this.now && moved) {
      const time = performance.now();
      const same =
        moved === this.moved && ((dragging && this.dragging) || time - this.time < ONE_GESTURE);
      if (!same) this.ghost = this.now;
      Object.assign(this, { moved, time });
    }
    Object.assign(this, { now: run, settings: texts, dragging });
    if (situation === this.first && !dragging) this.ghost = null;
    return this.ghost;
  }
}
