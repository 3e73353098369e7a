// A place on a plot that is chosen by pointing: a line or a marker to drag.
import { show } from "../core/words.js";
import { h, hearing, wayOf } from "./dom.js";

/**
 * Tell put(value, final) where the pointer is, and put(null, false) when a hold was broken off. A
 * mouse may press anywhere; a finger scrolls, unless it is `near` what it holds, and taps.
 * @param {any} plot
 * @param {{
 *   signal: AbortSignal, find: (x: number, y: number) => number, near: (x: number) => boolean,
 *   put: (value: number | null, final: boolean) => void,
 * }} how `find` and `near` get CSS pixels of the plot
 */
export function chooseOn(plot, { signal, find, near, put }) {
  const { element } = plot;
  const on = hearing(element, signal);
  /** @type {number[] | null} */
  let press = null;
  let held = false;
  const here = (event) => {
    const [x, y] = plot.at(event);
    return find(x, y);
  };
  const under = (touch) => near(plot.at(touch)[0]);
  on("touchstart", (event) => {
    if (under(event.touches[0])) event.preventDefault();
  });
  on("pointerdown", (event) => {
    if (event.button) return;
    press = [event.clientX, event.clientY];
    held = event.pointerType !== "touch" || under(event);
    if (!held) return;
    element.setPointerCapture(event.pointerId);
    put(here(event), false);
  });
  on("pointermove", (event) => {
    if (held) put(here(event), false);
  });
  on("pointerup", (event) => {
    const tapped = press && Math.hypot(event.clientX - press[0], event.clientY - press[1]) < 5;
    if (held || tapped) put(here(event), true);
    held = false;
    press = null;
  });
  on("pointercancel", () => {
    if (held) put(null, false);
    held = false;
    press = null;
  });
}

/**
 * A marker of a plot that is a slider: dragged as chooseOn says, or moved by keys. `step(by)` gives
 * the value so many steps further, ±∞ at the ends. Returns follow(value, x, y), to be called after
 * each drawing: the value for who listens, and the place of the invitation, in CSS pixels.
 * @param {any} plot
 * @param {{
 *   signal: AbortSignal, find: (x: number, y: number) => number, near: (x: number) => boolean,
 *   put: (value: number | null, final: boolean, gesture?: string) => void, label: string,
 *   name: string, ends: number[], step: (by: number) => number,
 * }} how `label` says what the marker is, `name` what its value
 */
export function sliderOn(plot, { label, name, ends: [low, high], step, ...how }) {
  const { element } = plot;
  const told = (attributes) => {
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  };
  told({ tabindex: 0, role: "slider", "aria-label": label });
  told({ "aria-valuemin": low, "aria-valuemax": high });
  element.style.cursor = "ew-resize";
  const invite = h("span", { class: "svm-invite", "aria-hidden": "true" });
  element.append(invite);
  chooseOn(plot, how);
  const walk = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const [right, up] = wayOf(event) ?? [0, 0];
    const by = { Home: -Infinity, End: Infinity }[event.key] ?? right + up;
    if (!by) return;
    event.preventDefault();
    how.put(step(by * (event.shiftKey ? 10 : 1)), true, "arrows");
  };
  element.addEventListener("keydown", walk, { signal: how.signal });
  return (value, x, y) => {
    told({ "aria-valuenow": value, "aria-valuetext": `${name} = ${show(value)}` });
    invite.style.left = `${x}px`;
    invite.style.top = `${y}px`;
  };
}
