// What was found at other values of a knob while all else stayed as it is: a curve over the knob.

const CURVES = 8; // curves that are remembered

/**
 * What is certain at one value of a knob; `held` is null where no point is held out, `margin` where
 * w is 0.
 * @typedef {object} Traced
 * @property {number} errors  among the `n` points learned from
 * @property {number} n
 * @property {number | null} held  errors among the `out` points held out
 * @property {number} out
 * @property {number | null} margin  1/‖w‖
 * @property {number} support  how many support vectors
 */
/** @typedef {{ at: number, found: Traced }} Sample */
/**
 * `rest`: all but the knobs, as a text
 * @typedef {{ knobs: Record<string, number>, rest: string }} Situation
 */

/** What a trace keeps of a certified answer. @param {import("./machine.js").Answer} answer */
export const tracedOf = ({ y, errors, support, norm, zero }) => ({
  errors,
  n: y.length,
  held: null,
  out: 0,
  margin: zero ? null : 1 / norm,
  support,
});

/** The curves of some knobs that act on the same machine. */
export class Trace {
  /** @param {string[]} names of the knobs */
  constructor(names) {
    this.names = names;
    this.knob = names[0]; // the one that moved last
    /** @type {{ knob: string, of: string, samples: Sample[] }[]} the present one last */
    this.curves = [];
    /** @type {{ now: Situation, found: Traced | null } | null} */
    this.last = null;
  }

  /**
   * What was found in a situation, or null where nothing is certain. The curve that this belongs to
   * is the present one then: another as soon as anything but its knob is another. True when a knob
   * has moved.
   * @param {Situation} now @param {Traced | null} found
   */
  keep(now, found) {
    const { last, names } = this;
    const moved = last ? names.filter((name) => now.knobs[name] !== last.now.knobs[name]) : [];
    if (moved.length === 1) [this.knob] = moved;
    const { knob } = this;
    const of = subject(now, knob);
    let curve = this.present?.of === of ? this.present : undefined;
    if (!curve) {
      // a single value is no curve to come back to
      const others = this.curves.filter((one) => one.samples.length > 1 && one.of !== of);
      curve = this.curves.find((one) => one.of === of) ?? { knob, of, samples: [] };
      this.curves = [...others.slice(1 - CURVES), curve];
      // the knob has just left this value
      if (last?.found && subject(last.now, knob) === of)
        put(curve, last.now.knobs[knob], last.found);
    }
    if (found) put(curve, now.knobs[knob], found);
    this.last = { now, found };
    return moved.length > 0;
  }

  get present() {
    return this.curves.at(-1);
  }

  /** Samples of the present curve, by the values of its knob. */
  get samples() {
    return this.present?.samples ?? [];
  }

  /** The curve over the same knob that was the present one before. @returns {Sample[]} */
  get earlier() {
    const { knob, curves } = this;
    return curves.slice(0, -1).findLast((one) => one.knob === knob)?.samples ?? [];
  }

  /** Index of the sample that is nearest to a value, by ratio or by difference; -1 of none. */
  nearest(value, log = true) {
    const place = log ? Math.log : Number;
    const away = this.samples.map(({ at }) => Math.abs(place(at) - place(value)));
    return away.indexOf(Math.min(...away));
  }
}

/** What a curve over a knob belongs to: all else. @param {Situation} now @param {string} knob */
const subject = ({ knobs, rest }, knob) => JSON.stringify([knob, { ...knobs, [knob]: 0 }, rest]);

/** @param {{ samples: Sample[] }} curve @param {number} at @param {Traced} found */
function put({ samples }, at, found) {
  const k = samples.findIndex((one) => one.at >= at);
  if (k < 0) samples.push({ at, found });
  else samples.splice(k, Number(samples[k].at === at), { at, found });
}

/**
 * Values of a knob from one end of its range to the other, as even as its slider.
 * @param {{ min: number, max: number, log?: boolean }} range @param {number} steps
 */
export function valuesOver({ min, max, log }, steps) {
  const value = (/** @type {number} */ t) => (log ? min * (max / min) ** t : min + t * (max - min));
  return Array.from({ length: steps + 1 }, (_, k) =>
    Math.min(max, Math.max(min, Number(value(k / steps).toPrecision(4)))),
  );
}
