// What the figure of the map asks of a player.
import { apart } from "../core/cells.js";
import { many } from "../core/words.js";

/** Whether an accuracy on so many points is at most its standard error below the highest. */
export const asGood = (score, high, valid) =>
  high - score <= Math.sqrt((score * (1 - score)) / valid);

/** Of a map with this highest accuracy, which is so many steps away from the first cell. */
export const mapTasks = ({ high, now: { valid }, shortest, sigmas }) =>
  [
    {
      id: "dark",
      why: "You need no map if you watch the effect of each step on the boundary.",
      text: `before you see the map, guess a cell that is as good as the best, after at most ${2 * shortest} steps.`,
      met: ({ guessed }) =>
        guessed?.value.fresh &&
        asGood(guessed.value.score, high, valid) &&
        guessed.value.steps <= 2 * shortest,
    },
    {
      id: "heart",
      why: "Zero training errors prove nothing. A machine that knows its points by heart does worse on new ones.",
      text:
        `take at most ${sigmas.length} steps from the first cell, and reach a machine that is right on all training points, ` +
        "but at least 0.03 less accurate than the best.",
      met: ({ now: { errors, steps, told } }) =>
        errors === 0 && told <= high - 0.03 && steps <= sigmas.length,
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
  asks: () => "Which machine gets the most new points right? Walk to its cell. You have one guess.",
  how: "The map and the validation points are hidden. Pick a cell and look at its machine, or walk with the arrow keys.",
  /** guess: { cell, steps }; now: errors in training, valid: how many points score */
  judge({ cell: [row, column] }, { scores, now: { errors, valid } }) {
    const flat = scores.flat();
    const high = Math.max(...flat);
    const score = scores[row][column];
    const [right, most] = [score, high].map((share) => Math.round(share * valid));
    const off = high - score;
    const said = off
      ? `Your machine gets ${right} of the ${valid} new points right, and the best gets ${most}, ${most - right} more.`
      : `Your machine gets ${right} of the ${valid} new points right, and no other gets more.`;
    const good = cellsWhere(scores, (other) => asGood(other, high, valid));
    const inRow = good.filter(([r]) => r === row);
    const why = !off
      ? `That does not make it the best of all, because ${many(valid, "point")} cannot tell it from machines that get nearly as many right.`
      : asGood(score, high, valid)
        ? `That is as good as the best, because ${many(valid, "point")} cannot tell these machines apart.`
        : high - score <= 2 * Math.sqrt((score * (1 - score)) / valid)
          ? `That may be luck, because ${many(valid, "point")} hardly tell such machines apart.`
          : inRow.length
            ? `At this σ a ${nearest(inRow, [row, column])[1] > column ? "larger" : "smaller"} C would do.`
            : row < nearest(good, [row, column])[0]
              ? `Your σ is too small. Each point speaks only for its surroundings (${many(errors, "training error")}), and for some new points no point speaks.`
              : `Your σ is too large. The boundary is too stiff for these classes (${many(errors, "training error")}).`;
    return { off, said, why };
  },
};
