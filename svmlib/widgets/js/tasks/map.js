// What the figure of the map asks of a player.
import { apart } from "../core/cells.js";
import { many, show } from "../ui/dom.js";

/** Whether an accuracy on so many points is at most its standard error below the highest. */
export const asGood = (score, high, valid) =>
  high - score <= Math.sqrt((score * (1 - score)) / valid);

/**
 * For a map with this best accuracy on so many validation points, so many steps from the first
 * cell, and so many rows.
 */
export const mapTasks = ({ high, valid, shortest, rows }) =>
  [
    {
      id: "dark",
      why: "Accuracy changes little from one cell to the next: whoever looks at what each step did needs no map.",
      text: `before you have seen the map, guess a cell within one standard error of its best accuracy (${show(high)}) after at most ${2 * shortest} steps.`,
      met: ({ guess }) =>
        guess?.fresh && asGood(guess.score, high, valid) && guess.steps <= 2 * shortest,
    },
    {
      id: "heart",
      why: "No training error is no proof: a machine that knows its points by heart fails on others.",
      text:
        `by at most ${rows} steps from the first cell, reach a machine that is right on all training points, ` +
        "but at least 0.03 less accurate than the best.",
      met: (view) => view.errors === 0 && view.score <= high - 0.03 && view.steps <= rows,
    },
  ].slice(shortest ? 0 : 1); // the best is no find where the walk begins with it

/** The cells with the highest score: all of them, and the one that is nearest to a cell. */
export function bestCells(scores, cell) {
  const flat = scores.flat();
  const high = Math.max(...flat);
  const width = scores[0].length;
  const all = [...flat.keys()]
    .filter((k) => flat[k] === high)
    .map((k) => [Math.floor(k / width), k % width]);
  return { all, near: all.reduce((a, b) => (apart(cell, b) < apart(cell, a) ? b : a)) };
}

/** The question before the answer: the best cell of a map. */
export const MAP_GUESS = {
  invites: "Where is the best pair of C and σ?",
  asks: () =>
    "Which machine is right on most of the new points? Walk to its cell; you have one guess.",
  how: "The map and the validation points are hidden. Pick a cell, or walk with the arrow keys, and look at its machine.",
  /** guess: { cell, steps }; truth: { scores, errors in training, valid: how many points score } */
  judge({ cell: [row, column] }, { scores, errors, valid }) {
    const flat = scores.flat();
    const high = Math.max(...flat);
    const { all, near } = bestCells(scores, [row, column]);
    const off = high - scores[row][column];
    const said = off
      ? `There ${show(scores[row][column], 3)} of the new points are right, in the best cell ${show(high, 3)}: ${show(off, 2)} more.`
      : `There ${show(high, 3)} of the new points are right, and no cell has more.`;
    const why = !off
      ? `${many(all.length, "cell")} of ${flat.length} ${all.length === 1 ? "is" : "are"} as good: a machine is judged by points that it has not seen.`
      : asGood(scores[row][column], high, valid)
        ? `That is within one standard error: ${many(valid, "point")} cannot tell this machine from the best.`
        : row < near[0]
          ? `Your σ is too small: each point speaks for its surroundings only (${many(errors, "training error")}), and new points find nobody.`
          : row > near[0]
            ? `Your σ is too large: the boundary is too stiff for these classes (${many(errors, "training error")}).`
            : column > near[1]
              ? "Your C is too large: it forgives too little, and bends the boundary around single points."
              : "Your C is too small: it forgives so much that the boundary hardly listens to the points.";
    return { off, said, why };
  },
};
