// What the figure of the losses says: the functional margin of the example.
import { show } from "../ui/dom.js";

/** The margin that a score has for the label y. */
export function sentenceOfLosses(score, y) {
  const m = y * score + 0;
  const side = m > 0 ? "right side" : m < 0 ? "wrong side" : "on the line, which counts as wrong";
  return `Score ${show(score)}, label ${y > 0 ? "+1" : "−1"}: functional margin y f(x) = ${show(m)}, ${side}.`;
}
