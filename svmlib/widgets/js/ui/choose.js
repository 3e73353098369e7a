// A place on a plot that is chosen by pointing: a line or a marker to drag.

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
  const on = (type, listener, options = {}) =>
    element.addEventListener(type, listener, { signal, ...options });
  /** @type {number[] | null} */
  let press = null;
  let held = false;
  const here = (event) => {
    const [x, y] = plot.at(event);
    return find(x, y);
  };
  const under = (touch) => near(plot.at(touch)[0]);
  on(
    "touchstart",
    (event) => {
      if (under(event.touches[0])) event.preventDefault();
    },
    { passive: false },
  );
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
