// Native controls with names, values and units that screen readers understand.
import { show } from "../core/words.js";
import { freshId, h, hasFocus, hearing } from "./dom.js";

/**
 * A range input with a number box: the same value twice. log: the slider runs over log10; whole:
 * numbers without a fraction. change(value) is called while it moves; a number that is refused is
 * said by complain(sentence).
 */
export function slider(
  label,
  { min, max, steps = 200, log = false, whole = false, value, change, complain },
) {
  const to = log ? Math.log10 : (v) => v;
  const from = log ? (s) => 10 ** s : (s) => s;
  const [low, high] = [to(min), to(max)];
  const id = freshId("slider");
  // what rounding leaves of a zero between the ends is none
  const clean = (v) =>
    whole ? Math.round(v) : Math.abs(v) < 1e-12 * (max - min) ? 0 : Number(v.toPrecision(4));
  if (whole) steps = max - min;
  const range = h("input", { type: "range", id, min: low, max: high, step: (high - low) / steps });
  const box = h("input", {
    type: "number",
    min,
    max,
    step: "any",
    "aria-label": `${label}, exact value`,
  });
  const set = (v) => {
    value = v;
    range.value = to(v);
    range.setAttribute("aria-valuetext", `${label} = ${show(v)}`);
    if (!hasFocus(box)) box.value = clean(v);
  };
  const take = (v) => {
    set(v);
    change(v);
  };
  range.addEventListener("input", () =>
    take(Math.min(max, Math.max(min, clean(from(Number(range.value)))))),
  );
  box.addEventListener("change", () => {
    const v = clean(Number(box.value));
    const good = box.value.trim() && v >= min && v <= max;
    box.toggleAttribute("aria-invalid", !good);
    if (!good) {
      complain?.(
        `${label} lies between ${show(min)} and ${show(max)}. It is still ${show(value)}.`,
      );
      return;
    }
    take(v);
    box.value = v;
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter") box.dispatchEvent(new Event("change"));
  });
  box.addEventListener("blur", () => {
    box.value = clean(value);
    box.removeAttribute("aria-invalid");
  });
  const name = h("label", { for: id }, label);
  const rename = (text) => {
    if (text === label) return;
    name.textContent = label = text;
    box.setAttribute("aria-label", `${label}, exact value`);
    set(value);
  };
  set(value);
  return {
    element: h("div", { class: "svm-control svm-slider" }, name, range, box),
    set,
    rename,
    label: () => label,
  };
}

/** A range input over the places of a list, which says the value there. */
export function stepper(label, values, { value, change }) {
  const id = freshId("stepper");
  const output = h("output", { for: id });
  const range = h("input", {
    type: "range",
    id,
    min: 0,
    max: values.length - 1,
    step: 1,
    oninput: () => change(Number(range.value)),
  });
  const set = (k) => {
    range.value = k;
    range.setAttribute("aria-valuetext", `${label} = ${show(values[k])}`);
    output.textContent = show(values[k], 3);
  };
  set(value);
  return {
    element: h(
      "div",
      { class: "svm-control svm-stepper" },
      h("label", { for: id }, label),
      range,
      output,
    ),
    set,
  };
}

/** A choice among few: a select with its label. options: [[value, text], …]. */
export function choice(label, options, { value, change }) {
  const id = freshId("choice");
  const select = h(
    "select",
    { id, onchange: () => change(select.value) },
    ...options.map(([key, text]) => h("option", { value: key }, text)),
  );
  select.value = value;
  return {
    element: h("div", { class: "svm-control" }, h("label", { for: id }, label), select),
    set: (v) => {
      select.value = v;
    },
  };
}

/** A box to tick. */
export function toggle(label, { value, change }) {
  const id = freshId("toggle");
  const box = h("input", { type: "checkbox", id, onchange: () => change(box.checked) });
  box.checked = value;
  return {
    element: h("div", { class: "svm-control svm-toggle" }, box, h("label", { for: id }, label)),
    set: (v) => {
      box.checked = v;
    },
  };
}

/**
 * The control that the spec of a setting (share.js) asks for. A choice keeps the kind of its
 * values, which a select turns into text.
 * @param {Record<string, any>} spec
 * @param {{ name: string, value: any, change: (value: any) => void, complain: (text: string) =>
 * void }} how
 */
export function controlOf({ kind, label, options, ...range }, { name, value, change, complain }) {
  const title = label ?? name;
  const { min, max } = range;
  if (kind === "number") return slider(title, { ...range, min, max, value, change, complain });
  if (kind !== "choice") return toggle(title, { value, change });
  const own = (text) => options.find(([key]) => String(key) === text)[0];
  const texts = options.map(([key, text]) => [String(key), text]);
  const made = choice(title, texts, { value: String(value), change: (text) => change(own(text)) });
  return { ...made, set: (v) => made.set(String(v)) };
}

/**
 * A button; `label` is its name where it shows only a sign.
 * @param {string | Node} text @param {() => void} onclick @param {Record<string, any>} [how]
 */
export function button(text, onclick, { label = null, ...attributes } = {}) {
  return h(
    "button",
    {
      type: "button",
      class: "svm-button",
      onclick,
      "aria-label": label,
      title: label,
      ...attributes,
    },
    text,
  );
}

/**
 * A menu behind "⋯". A press elsewhere and Escape close it, and so does what was chosen, unless it
 * belongs to a group.
 * @param {AbortSignal} signal
 */
export function menu(signal, ...items) {
  const sign = h("summary", { class: "svm-button", "aria-label": "More", title: "More" }, "⋯");
  const element = h("details", { class: "svm-more" }, sign, h("div", {}, ...items));
  const close = () => {
    if (element.contains(document.activeElement)) sign.focus({ preventScroll: true });
    element.open = false;
  };
  element.addEventListener("click", ({ target }) => {
    if (target.closest("button") && !target.closest("[role=group]")) close();
  });
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && element.open) close();
  });
  hearing(document, signal)("pointerdown", (event) => {
    if (!event.composedPath().includes(element)) element.open = false;
  });
  return element;
}

/** The button that shows an element on the whole screen and back; null where that cannot be. */
export const fullScreen = (root) =>
  document.fullscreenEnabled
    ? button(
        "Full screen",
        () => {
          if (document.fullscreenElement) document.exitFullscreen();
          else root.requestFullscreen().catch(() => {}); // the browser has said why
        },
        { class: "svm-button svm-full" },
      )
    : null;

/**
 * What the figure says. `say` is for screen readers, after the figure has come to rest and only
 * once the reader has touched it; `note` answers something the reader just did: it is seen, too,
 * for four seconds or as long as it takes to read.
 */
export function voice(root, signal) {
  const status = h("p", { class: "svm-status", role: "status" });
  const toast = h("p", { class: "svm-toast", role: "status" });
  let touched = false;
  let speaking = 0;
  let fading = 0;
  let first = "";
  let last = "";
  const touch = () => {
    touched = true;
  };
  hearing(root, signal)("pointerdown keydown input svm-step", touch, { capture: true });
  signal.addEventListener("abort", () => {
    clearTimeout(speaking);
    clearTimeout(fading);
  });
  /** What was noted is over. */
  const hush = () => {
    clearTimeout(fading);
    toast.classList.remove("svm-shown");
    toast.textContent = "";
  };
  return {
    elements: [status, toast],
    touched: () => touched,
    /** The same of the same `state` is said once. */
    say(text, state = "") {
      clearTimeout(speaking);
      if (!touched) return;
      speaking = setTimeout(() => {
        const now = `${text} ${state}`;
        const words = [first, now === last ? "" : text].filter(Boolean).join(" ");
        if (words) status.textContent = words;
        first = "";
        last = now;
      }, 350);
    },
    /** Something that goes before the next sentence, for screen readers only. */
    whisper(text) {
      first = text;
    },
    /** Said at once; nothing ends what was said. */
    note(text) {
      hush();
      if (!text) return;
      toast.textContent = text;
      toast.classList.add("svm-shown");
      fading = setTimeout(hush, Math.max(4000, 60 * text.length));
    },
  };
}
