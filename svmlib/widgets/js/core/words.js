// Numbers in words.

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A whole number raised, as an exponent. */
export const raised = (k) =>
  String(k)
    .replace(/-/g, "⁻")
    .replace(/\d/g, (d) => SUPERSCRIPT[Number(d)]);

/** A number for people: four significant digits, a true minus sign, no needless zeros. */
export function show(value, digits = 4) {
  if (value === Infinity) return "∞";
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) {
    const [head, exponent] = value
      .toExponential(digits > 4 ? digits - 1 : Math.min(2, digits - 1))
      .split("e");
    return `${Number(head)} × 10${raised(Number(exponent))}`.replace(/^-/, "−");
  }
  return String(Number(value.toPrecision(digits))).replace(/^-/, "−");
}

/** "a", "a and b", "a, b and c". */
export const together = (words) =>
  [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");

/** A point [x1, x2, ±1] at the beginning of a sentence: "Orange circle (1, 2)". */
export const pointInWords = ([x, y, label]) =>
  `${label > 0 ? "Orange circle" : "Blue square"} (${show(x, 3)}, ${show(y, 3)})`;

/** "1 error", "3 errors". */
export const many = (n, one, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;
