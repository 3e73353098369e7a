// What the landing page says of a line that somebody drew, and of a point that somebody moved.
import { streetAlong } from "../core/lines.js";
import { many, show } from "../core/words.js";

/**
 * What a line w·x + b = 0 with ‖w‖ = 1 does among points: all on one side of it ("outside"), both
 * classes on a side ("crossed"; `wrong` of them on the wrong one, whichever side is called
 * positive), or a class on each side ("apart"; `width` of the street along it).
 * @param {Point[]} points
 * @param {{ w: number[], b: number }} line
 * @returns {{ kind: "outside" | "crossed" | "apart", wrong: number, width: number }}
 */
export function judgeLine(points, { w, b }) {
  const scores = points.map(([x, y]) => w[0] * x + w[1] * y + b);
  const wrongs = [1, -1].map(
    (side) => points.filter((p, i) => !(side * p[2] * scores[i] > 0)).length,
  );
  const wrong = Math.min(...wrongs);
  if (scores.every((f) => f > 0) || scores.every((f) => f < 0))
    return { kind: "outside", wrong, width: 0 };
  if (wrong) return { kind: "crossed", wrong, width: 0 };
  const { scale } = streetAlong(points, { w, b }, Infinity);
  return { kind: "apart", wrong, width: 2 / scale };
}

const CENT = " cm";

/** Of a line between flowers whose widest street is so wide. */
export function sayLine({ kind, wrong, width }, widest) {
  if (kind === "outside")
    return "All flowers are on one side of your line, so it separates nothing. Draw it between the two kinds.";
  if (kind === "crossed")
    return `Your line leaves ${many(wrong, "flower")} on the wrong side, so no street runs along it. Draw it again.`;
  const share = Math.min(100, (100 * width) / widest);
  return share > 99
    ? "No line does better: this is the widest street."
    : `Your street is ${show(share, 2)} % as wide as the widest, which lies beside it now. Try again, or go on.`;
}

/** Of a line among rings, which none separates. */
export function sayRings({ kind, wrong }, count) {
  return kind === "outside"
    ? "All points are on one side of your line. But where else could it go?"
    : `Your line leaves ${wrong} of ${count} points on the wrong side. Try others: some always stay, for one class surrounds the other.`;
}

/**
 * Of a move of one point: the street's width before and after it (0 where no line separates), and
 * whether the point was ringed.
 */
export function sayMove({ ringed, before, after, rings }) {
  const wide = `${show(after, 3)}${CENT} wide`;
  if (!after)
    return before
      ? "Now no line separates the flowers, so there is no street. Move it back, or start over."
      : "Still no line separates the flowers.";
  if (!before) return `A line separates them again: the street is ${wide}.`;
  if (Math.abs(after - before) <= 1e-6 * before)
    return ringed
      ? `It has a ring, but slid along its kerb: the street is still ${wide}.`
      : `It has no ring, so the street does not notice: still ${wide}.`;
  const change = `from ${show(before, 3)} to ${wide}`;
  return ringed
    ? `It has a ring, so the street went ${change}. ${many(rings, "flower holds", "flowers hold")} it now.`
    : `It came so close that the street had to give way, ${change}. Now it has a ring, too.`;
}

/** Of a machine whose line bends around rings; null where it has not been found. */
export const sayBend = (answer, count) =>
  answer
    ? `${show(answer.support)} of ${count} points have a ring. Without the others the curve would be the same. How this is done is the subject of the book.`
    : "This situation is too hard to finish here. Start over.";
