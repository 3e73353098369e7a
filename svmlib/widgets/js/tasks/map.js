// What the figure of the map asks of a player.
import { apart } from "../core/cells.js";
import { many, show } from "../core/words.js";

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

/** The cells [row, column] whose score is good. */
const cellsWhere = (scores, good) =>
  scores.flatMap((row, i) => row.flatMap((score, j) => (good(score) ? [[i, j]] : [])));

/** The first of the nearest cells to a cell. */
const nearest = (cells, cell) => cells.reduce((a, b) => (apart(cell, b) < apart(cell, a) ? b : a));

/** The cells with the highest score: all of them, and the one that is nearest to a cell. */
export function bestCells(scores, cell) {
  const high = Math.max(...scores.flat());
  const all = cellsWhere(scores, (score) => score === high);
  return { all, near: nearest(all, cell) };
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
    const { all } = bestCells(scores, [row, column]);
    const score = scores[row][column];
    const [right, most] = [score, high].map((share) => Math.round(share * valid));
    const off = high - score;
    const said = off
      ? `There ${right} of the ${valid} new points are right, in the best cell ${most}: ${most - right} more.`
      : `There ${right} of the ${valid} new points are right, and no cell has more.`;
    const good = cellsWhere(scores, (other) => asGood(other, high, valid));
    const inRow = good.filter(([r]) => r === row);
    const why = !off
      ? `${many(all.length, "cell")} of ${flat.length} ${all.length === 1 ? "has" : "have"} so many, and ${good.length - all.length} more are as good as the best: within one standard error.`
      : asGood(score, high, valid)
        ? `That is as good as the best, like ${many(good.length - 1, "other cell")}: ${many(valid, "point")} cannot tell these machines apart.`
        : high - score <= 2 * Math.sqrt((score * (1 - score)) / valid)
          ? `That is within two standard errors of the best: ${many(valid, "point")} hardly tell such machines apart.`
          : inRow.length
            ? `At this σ a ${nearest(inRow, [row, column])[1] > column ? "larger" : "smaller"} C would do.`
            : row < nearest(good, [row, column])[0]
              ? `Your σ is too small: each point speaks for its surroundings only (${many(errors, "training error")}), and new points find nobody.`
              : `Your σ is too large: the boundary is too stiff for these classes (${many(errors, "training error")}).`;
    return { off, said, why };
  },
};
