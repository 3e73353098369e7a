// What has been done, to be undone: states of a figure, knobs and points alike.

const MOST = 200;
export const ONE_GESTURE = 800; // milliseconds between moves that count as one

/**
 * A row of states with the present one somewhere in it. Each may keep a `view`, what the figure
 * found there, and what it `told` of it.
 */
export class History {
  constructor(state) {
    /** @type {{ text: string, gesture: string, time: number, view: any, told: any }[]} */
    this.entries = [{ text: JSON.stringify(state), gesture: "", time: 0, view: null, told: null }];
    this.at = 0;
    this.from = 0; // where the last change began, be it one that was taken back
  }

  /**
   * Note a state; moves of the same knob in quick succession are one. False when it is what is
   * there already.
   */
  record(state, gesture) {
    const text = JSON.stringify(state);
    const now = this.entries[this.at];
    const time = performance.now();
    if (text === now.text) return false;
    this.entries.length = this.at + 1;
    const same = gesture && gesture === now.gesture && time - now.time < ONE_GESTURE;
    // a gesture that ends where it began has done nothing
    if (same && this.entries[this.at - 1]?.text === text) {
      this.entries.length = this.at;
      this.at--;
    } else if (same) Object.assign(now, { text, time, view: null, told: null });
    else {
      this.entries.push({ text, gesture, time, view: null, told: null });
      if (this.entries.length > MOST) this.entries.shift();
      this.at = this.entries.length - 1;
      this.from = this.at - 1;
      // only the last ones are ever looked at again
      if (this.at > 2) this.entries[this.at - 3].view = null;
    }
    return true;
  }

  get canUndo() {
    return this.at > 0;
  }
  get canRedo() {
    return this.at < this.entries.length - 1;
  }

  /** The state one back (-1) or forward (+1), which is then the present one. */
  step(by) {
    this.from = this.at;
    this.at += by;
    return JSON.parse(this.entries[this.at].text);
  }

  /**
   * What the figure found before the last change; during a drag, which is not noted yet, what it
   * found before it.
   */
  before(moving) {
    return this.entries[moving ? this.at : this.at - 1]?.view ?? null;
  }
  keep(view, told = null) {
    Object.assign(this.entries[this.at], { view, told });
  }

  /**
   * The state that `now` is compared with, and what was told of it: where the last change began, or
   * where a drag begins, which is not noted yet.
   * @returns {{ state: any, told: any }}
   */
  origin(now) {
    const here = this.entries[this.at];
    const { text, told } = JSON.stringify(now) === here.text ? this.entries[this.from] : here;
    return { state: JSON.parse(text), told };
  }
}

/**
 * What keys ask for: -1 to undo, +1 to redo, 0 for nothing; a field that is typed in has an undo of
 * its own.
 */
export function stepWished(event) {
  const key = event.key.toLowerCase();
  const command = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (
    !command ||
    (key !== "z" && key !== "y") ||
    event.target.matches?.("input[type=number], input[type=text], textarea")
  )
    return 0;
  return key === "y" || event.shiftKey ? 1 : -1;
}
