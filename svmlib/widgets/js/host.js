// Brings the figures of a published page to life from the widget state that the page carries:
// no kernel, no server, no general widget manager.
import { renderDescent } from "./figures/descent.js";
import { renderDualAscent } from "./figures/dual_ascent.js";
import { renderKernelMachine } from "./figures/kernel_machine.js";
import { renderLift } from "./figures/lift.js";
import { renderLosses } from "./figures/losses.js";
import { renderMap } from "./figures/map.js";
import { renderMargins } from "./figures/margins.js";
import { renderStreet } from "./figures/street.js";
import { renderThreeClasses } from "./figures/three_classes.js";

// by the name of the Python class
const FIGURES = {
  Descent: renderDescent,
  DualAscent: renderDualAscent,
  KernelMachine: renderKernelMachine,
  Lift: renderLift,
  Losses: renderLosses,
  Map: renderMap,
  Margins: renderMargins,
  Street: renderStreet,
  ThreeClasses: renderThreeClasses,
};

/** A model as anywidget's front ends see it, over a plain object. */
export function pageModel(state) {
  const values = structuredClone(state), listeners = new Map();
  return {
    get: (name) => values[name],
    set(name, value) {
      if (JSON.stringify(values[name]) === JSON.stringify(value)) return;
      values[name] = value;
      for (const listener of listeners.get(`change:${name}`) ?? []) listener();
    },
    save_changes() {},
    on(event, listener) { listeners.set(event, [...(listeners.get(event) ?? []), listener]); },
    off(event, listener) { listeners.set(event, (listeners.get(event) ?? []).filter((l) => l !== listener)); },
  };
}

/** Put a live figure in place of each static one that has its state in the page. */
export function mountAll() {
  const script = document.querySelector('script[type="application/vnd.jupyter.widget-state+json"]');
  if (!script) return;
  const { state } = JSON.parse(script.textContent);
  for (const place of document.querySelectorAll(".svm-place")) {
    const saved = state[place.dataset.model].state, el = document.createElement("div");
    const image = place.querySelector("img"), picture = image.closest("a") ?? image;  // it may be a link to itself
    // the picture stays for paper
    picture.before(el);
    picture.classList.add("svm-paper");
    try {
      FIGURES[saved.figure]({ model: pageModel(saved), el });
    } catch (error) {
      el.remove();  // and the other figures go on
      picture.classList.remove("svm-paper");
      console.error(error);
    }
  }
}
