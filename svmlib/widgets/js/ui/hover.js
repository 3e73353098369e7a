// Marks of a plot that cannot be moved but asked: which one is under the pointer.
import { hearing } from "./dom.js";

const TOUCHING = 12; // CSS pixels

/**
 * Call found(k) whenever another of the marks is nearest to the pointer, found(-1) when none is
 * within reach. `marks()` gives their places [x, y] in data coordinates.
 * @param {any} plot
 * @param {{ signal: AbortSignal, marks: () => number[][], found: (k: number) => void }} options
 */
export function watchMarks(plot, { signal, marks, found }) {
  let under = -1;
  const tell = (k) => {
    if (k !== under) found((under = k));
  };
  const on = hearing(plot.element, signal);
  on("pointermove pointerdown", (event) =>
    tell(plot.nearest(marks(), ...plot.at(event), TOUCHING)),
  );
  on("pointerleave", (event) => {
    if (event.pointerType !== "touch") tell(-1);
  });
}
