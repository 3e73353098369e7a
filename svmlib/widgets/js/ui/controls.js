// Native controls with names, values and units that screen readers understand.
import { freshId, h, show } from "./dom.js";

/**
 * A range input with a number box: the same value twice. log: the slider runs over log10; whole: numbers without a fraction.
 * change(value) is called while it moves. Returns { element, set(value) }.
 */
export function slider(label, { min, max, steps = 200, log = false, whole = false, value, change }) {
  const to = log ? Math.log10 : (v) => v, from = log ? (s) => 10 ** s : (s) => s;
  const [low, high] = [to(min), to(max)], id = freshId("slider");
  const clean = (v) => (whole ? Math.round(v) : Number(v.toPrecision(4)));
  if (whole) steps = max - min;
  const range = h("input", { type: "range", id, min: low, max: high, step: (high - low) / steps });
  const box = h("input", { type: "number", min, max, step: "any", "aria-label": `${label}, exact value` });
  const set = (v) => {
    range.value = to(v);
    range.setAttribute("aria-valuetext", `${label} = ${show(v)}`);
    if (document.activeElement !== box) box.value = clean(v);
  };
  range.addEventListener("input", () => {
    const v = clean(from(Number(range.value)));
    set(v);
    change(v);
  });
  box.addEventListener("change", () => {
    const v = clean(Number(box.value)), good = box.value.trim() && v >= min && v <= max;
    box.setCustomValidity(good ? "" : `${label} lies between ${show(min)} and ${show(max)}`);
    if (!box.reportValidity()) return;
    set(v);
    box.value = v;
    change(v);
  });
  box.addEventListener("blur", () => { if (!box.validity.valid) { box.setCustomValidity(""); box.value = clean(from(Number(range.value))); } });
  set(value);
  return { element: h("div", { class: "svm-control" }, h("label", { for: id }, label), range, box), set };
}

/** A choice among few: a select with its label. options: [[value, text], …]. */
export function choice(label, options, { value, change }) {
  const id = freshId("choice");
  const select = h("select", { id, onchange: () => change(select.value) },
    ...options.map(([key, text]) => h("option", { value: key }, text)));
  select.value = value;
  return { element: h("div", { class: "svm-control" }, h("label", { for: id }, label), select), set: (v) => { select.value = v; } };
}

/** A box to tick. */
export function toggle(label, { value, change }) {
  const id = freshId("toggle");
  const box = h("input", { type: "checkbox", id, onchange: () => change(box.checked) });
  box.checked = value;
  return { element: h("div", { class: "svm-control svm-toggle" }, box, h("label", { for: id }, label)), set: (v) => { box.checked = v; } };
}

export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", class: "svm-button", onclick, ...attributes }, text);
}

/**
 * Play and Pause. advance() makes the next step, once a frame, and says whether there is more to come.
 * Returns { element, playing() }.
 */
export function player(shell, advance) {
  let playing = false;
  const tick = () => {
    if (!playing) return;
    if (advance()) requestAnimationFrame(tick); else element.click();
  };
  const element = button("Play", () => {
    playing = !playing;
    element.textContent = playing ? "Pause" : "Play";
    if (playing) tick(); else shell.redraw();
  });
  shell.signal.addEventListener("abort", () => { playing = false; });
  return { element, playing: () => playing };
}

/** A sentence that a screen reader speaks after the figure has come to rest. */
export function statusLine() {
  const element = h("p", { class: "svm-status", role: "status" });
  let timer = 0;
  return {
    element,
    /** At once (delay 0) what is said is also seen: it answers something the reader just did. */
    say(text, delay = 350) {
      clearTimeout(timer);
      element.classList.toggle("svm-shown", !delay);
      const speak = () => { if (element.textContent !== text) element.textContent = text; };
      // at once means now: the next drawing would take back what waits
      if (delay) timer = setTimeout(speak, delay); else speak();
    },
    stop() { clearTimeout(timer); },
  };
}
