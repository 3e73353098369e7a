// The knobs of the playground, made from its spec; they follow the state.
import { controlOf } from "../ui/controls.js";
import { h } from "../ui/dom.js";

/**
 * `put(changes, gesture)` changes settings.
 * @param {{
 *   specs: Record<string, any>, state: Record<string, any>,
 *   put: (changes: any, gesture: string) => void, note: (text: string) => void,
 * }} how
 */
export function playKnobs({ specs, state, put, note }) {
  /** @type {Map<string, any>} */ const knobs = new Map();
  const knob = (/** @type {string} */ key) => {
    const change = (/** @type {any} */ v) => put({ [key]: v }, key);
    knobs.set(key, controlOf(specs[key], { name: key, value: state[key], change, complain: note }));
    return knobs.get(key).element;
  };

  /** What one machine is told, with a name for all of it. */
  const machine = (name, suffix, /** @type {HTMLElement[]} */ ...more) => {
    const heading = h("legend", {}, name);
    return h(
      "fieldset",
      { class: "pg-set", "data-machine": name },
      heading,
      ...["kernel", "C", "sigma", "degree", "plus", "minus"].map((key) => knob(`${key}${suffix}`)),
      ...more,
    );
  };

  return {
    knob,
    machine,
    control: (/** @type {string} */ key) => knobs.get(key),
    /** @param {Record<string, any>} now */
    follow(now) {
      for (const [key, { set }] of knobs) set(now[key]);
      for (const suffix of ["", "B"]) {
        const name = now[`kernel${suffix}`];
        const sigma = knobs.get(`sigma${suffix}`);
        const degree = knobs.get(`degree${suffix}`);
        sigma.element.hidden = name !== "rbf" && name !== "ornstein-uhlenbeck";
        sigma.rename(name === "ornstein-uhlenbeck" ? "ℓ" : "σ");
        degree.element.hidden = name !== "polynomial";
      }
      const made = now.data !== "own" && now.data !== "iris";
      for (const key of ["n", "noise", "flip"]) knobs.get(key).element.hidden = !made;
    },
  };
}
