// How a figure gets from one state to another: in sight, so that eyes can follow.

import { motionless } from "./dom.js";

const LASTING = 400; // milliseconds

/** The share of the way after the share t of the time: slow at both ends. */
export const eased = (t) => t * t * (3 - 2 * t);

/** A value between two of a kind; what cannot be between is there from the beginning. */
function valueBetween(from, to, t, spec) {
  const mix = (a, b) => a + t * (b - a);
  const rows = (part) => to.map((row, i) => part(from[i], row));
  switch (spec.kind) {
    case "number": {
      const v = spec.log && from > 0 ? from * (to / from) ** t : mix(from, to);
      return spec.whole ? Math.round(v) : v;
    }
    case "cell":
      return rows((a, b) => Math.round(mix(a, b)));
    case "place":
      return rows(mix);
    case "places":
      return rows((a, b) => b.map((v, k) => mix(a[k], v)));
    case "points": {
      const same = from.length === to.length && to.every((p, i) => p[2] === from[i][2]);
      return same ? rows((a, [x, y, label]) => [mix(a[0], x), mix(a[1], y), label]) : to;
    }
    default:
      return to;
  }
}

/**
 * The state at the share t of the way.
 * @param {Record<string, any>} from @param {Record<string, any>} to @param {number} t
 * @param {Record<string, any>} specs
 */
export const stateBetween = (from, to, t, specs) =>
  t >= 1
    ? to
    : Object.fromEntries(
        Object.entries(to).map(([trait, value]) => [
          trait,
          valueBetween(from[trait], value, t, specs[trait]),
        ]),
      );

/**
 * Call put(state) once a frame on the way, the last time with `to` itself; in a single frame
 * for readers who want no motion. Returns what ends it early, at `to`.
 */
export function glide(from, to, specs, put) {
  let frame = 0;
  const begun = performance.now();
  const arrive = () => {
    cancelAnimationFrame(frame);
    if (put) put(to);
    put = null;
  };
  const move = () => {
    const t = (performance.now() - begun) / LASTING;
    if (t >= 1) {
      arrive();
      return;
    }
    put(stateBetween(from, to, eased(t), specs));
    frame = requestAnimationFrame(move);
  };
  frame = requestAnimationFrame(motionless() ? arrive : move);
  return arrive;
}
