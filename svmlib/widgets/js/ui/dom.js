// Small helpers around the document.

/**
 * An element: h("button", { type: "button", onclick }, "text", child, …).
 * @param {string} tag
 * @param {Record<string, any>} attributes on… are listeners; true is an attribute without a value,
 * false and null are left out
 * @param {...(Node | string | null | undefined)} children
 * @returns {any}
 */
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

/** An element of a drawing: svg("circle", { r: 4 }). */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

// each figure of a notebook runs its own copy of this module: counting alone would give the same id
// twice
const OWN = Math.random().toString(36).slice(2, 8);
let counter = 0;

/** An id that no other element has. */
export const freshId = (name) => `svm-${name}-${OWN}-${++counter}`;

/** Calls to the returned function are gathered into one call of `work` in the next frame. */
export function oncePerFrame(work) {
  let waiting = 0;
  const request = () => {
    waiting ||= requestAnimationFrame(() => {
      waiting = 0;
      work();
    });
  };
  request.cancel = () => {
    cancelAnimationFrame(waiting);
    waiting = 0;
  };
  return request;
}

/** How to do something, without the keys that a finger does not have. */
export const forHand = (words) =>
  matchMedia("(hover: none)").matches
    ? words
        .replace(/[,;] or [^.]*arrow keys[^.]*(?=\.|$)/, "")
        .replace(/ \(Keys:[^)]*\)| Keys: [^.]*\./, "")
        .replace(/\bclick\b/g, "tap")
        .replace(/\bClick\b/g, "Tap")
        .replace("under the pointer", "that you tapped")
    : words;

/** Whether the reader wants nothing to move by itself. */
export const motionless = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * What a target hears until `signal`: on("pointerup pointercancel", listener).
 * @param {EventTarget} target @param {AbortSignal} signal
 */
export const hearing =
  (target, signal) =>
  (types, /** @type {(event: any) => void} */ listener, how = {}) => {
    for (const type of types.split(" "))
      target.addEventListener(type, listener, { signal, ...how });
  };

/**
 * What an element hears, and nothing below it.
 * @param {HTMLElement} element @param {AbortSignal} signal
 */
export function onlyOn(element, signal) {
  const on = hearing(element, signal);
  return (types, listener = /** @type {(event: any) => void} */ (() => {})) =>
    on(types, (event) => {
      event.stopPropagation();
      listener(event);
    });
}

/**
 * Whether a field is being typed in; inside a shadow root document.activeElement is only its host.
 */
export const hasFocus = (field) => field.getRootNode().activeElement === field;

/**
 * The way [right, up] that an arrow key goes, or null for another key.
 * @param {{ key: string }} event @returns {[number, number] | null}
 */
export const wayOf = ({ key }) =>
  ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] })[key] ?? null;

/**
 * Make an element one that has keys of its own; `help` is the id of what explains them.
 * @param {Element} element @param {string} label @param {string | null} [help]
 */
export function application(element, label, help = null) {
  const named = { tabindex: 0, role: "application", "aria-label": label, "aria-describedby": help };
  for (const [name, value] of Object.entries(named))
    if (value !== null) element.setAttribute(name, String(value));
}
