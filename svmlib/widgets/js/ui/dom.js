// Small helpers around the document.

/** An element: h("button", { type: "button", onclick }, "text", child, …). */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value == null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A whole number raised, as an exponent. */
export const raised = (k) => String(k).replace(/-/g, "⁻").replace(/\d/g, (d) => SUPERSCRIPT[d]);

/** A number for people: four significant digits, a true minus sign, no needless zeros. */
export function show(value, digits = 4) {
  if (value === Infinity) return "∞";
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) {
    const [head, exponent] = value.toExponential(digits > 4 ? digits - 1 : Math.min(2, digits - 1)).split("e");
    return `${Number(head)} × 10${raised(Number(exponent))}`.replace(/^-/, "−");
  }
  return String(Number(value.toPrecision(digits))).replace(/^-/, "−");
}

let counter = 0;

/** An id that no other element has. */
export const freshId = (name) => `svm-${name}-${++counter}`;

/** Calls to the returned function are gathered into one call of `work` in the next frame. */
export function oncePerFrame(work) {
  let waiting = 0;
  const request = () => { waiting ||= requestAnimationFrame(() => { waiting = 0; work(); }); };
  request.cancel = () => { cancelAnimationFrame(waiting); waiting = 0; };
  return request;
}
