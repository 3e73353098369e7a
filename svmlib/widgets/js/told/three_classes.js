// What the figure of three classes says: who is wrong, which machine says nothing, the objective.
import { caveat, cleared, unfinished } from "../core/certified.js";
import { verdict } from "../core/regions.js";
import { many, show, together } from "../core/words.js";
import { countedRow, measuredRow, toldOf } from "./moved.js";

const CLASS_NAMES = ["blue square", "orange circle", "green triangle"];
export const COLOUR_WORDS = CLASS_NAMES.map((name) => name.split(" ")[0]);

/** What rounding of scores and leads is measured by. */
const sizeOfScores = (scores, leads) => Math.max(...scores.map(Math.abs), ...leads.map(Math.abs));

/**
 * By how much a point's own class is ahead of the better of the others: of their scores, or in its
 * duels.
 */
function leadOf(answer, [x, y, own]) {
  const { scores, leads } = verdict(answer, x, y);
  const [ab, ac, bc] = leads;
  const over = [
    [ab, ac],
    [-ab, bc],
    [-ac, -bc],
  ][own];
  return cleared(Math.min(...over), sizeOfScores(scores, leads));
}

/** What is known of a point. */
export function pointOfClasses(answer, point) {
  const { winner } = verdict(answer, point[0], point[1]);
  const own = winner === point[2];
  const where =
    winner < 0
      ? "undecided"
      : own
        ? "in its own region"
        : `in the region of ${CLASS_NAMES[winner]}s`;
  return `${where}, lead ${show(leadOf(answer, point), 3)}`;
}

/**
 * The table of scores at a place, or of votes and leads among duels: a row for each class, null
 * where there is nothing to say.
 */
export function tableOfClasses(answer, x, y) {
  const { scores, leads, winner } = verdict(answer, x, y);
  const duels = answer.kind === "one-vs-one";
  const [ab, ac, bc] = leads;
  const over = [
    [null, ab, ac],
    [-ab, null, bc],
    [-ac, -bc, null],
  ];
  const size = sizeOfScores(scores, leads);
  const rows = scores.map((score, k) =>
    [score, ...(duels ? over[k] : [])].map((v) => (v === null ? null : cleared(v, size))),
  );
  return { duels, rows, winner };
}

/** How many points are in the region of another class, and how many in nobody's. */
export const mistakesOfClasses = (winners, points) => ({
  errors: winners.filter((winner, i) => winner >= 0 && winner !== points[i][2]).length,
  open: winners.filter((winner) => winner < 0).length,
});

/** "The orange machine has w = 0, and its score is −1 everywhere." */
function flatOnes(answer, flat) {
  if (answer.W) return answer.zero ? "W = 0: all scores are 0 everywhere. " : "";
  const names = flat.map((q) => {
    const [minus, plus] = answer.pairs[q];
    return minus < 0 ? COLOUR_WORDS[plus] : `${COLOUR_WORDS[minus]}–${COLOUR_WORDS[plus]}`;
  });
  if (!names.length) return "";
  const values = [...new Set(flat.map((q) => show(cleared(answer.machines[q].b), 3)))];
  const n = names.length;
  const who =
    n === 3
      ? "All three machines have"
      : `The ${together(names)} machine${n === 1 ? " has" : "s have"}`;
  const scores = n === 1 ? "its score is" : "their scores are";
  return `${who} w = 0, and ${scores} ${together(values)} everywhere. `;
}

/** Mean loss + ρ‖W‖² of a joint machine, or the sum of the objectives of several. */
export const objectiveOfClasses = (answer, C, n) =>
  answer.W ? answer.primal / (C * n) : answer.objective;

/**
 * The facts about a machine that is done: `winners` of the points, the `flat` machines with w = 0,
 * the share of the picture that is nobody's (`open`), and whether votes are counted (`duels`).
 */
export function toldOfClasses(answer, points, C, { winners, flat, open, duels }) {
  if (!answer.certified) return toldOf(unfinished(answer), []);
  const n = points.length;
  const wrong = mistakesOfClasses(winners, points);
  const undecided = { more: "undecided points", name: "undecided", better: -1 };
  const tied =
    duels && open > 0 && !flat.length
      ? `The vote is tied in ${show(100 * open, 2)} % of the picture.`
      : "";
  const objective = (name) =>
    measuredRow(name, objectiveOfClasses(answer, C, n), {
      digits: 6,
      the: "objective",
      quiet: true,
    });
  const sums = answer.W
    ? [
        objective("mean loss + ρ‖W‖²"),
        measuredRow("ρ = 1/(2nC)", 1 / (2 * C * n), { digits: 3, quiet: true }),
      ]
    : [objective("sum of objectives")];
  return toldOf(
    `${wrong.errors} of ${many(n, "point")} ${wrong.errors === 1 ? "is" : "are"} wrong${wrong.open ? `, and ${wrong.open} ${wrong.open === 1 ? "is" : "are"} undecided` : ""}.`,
    [
      countedRow(wrong.errors, "wrong point", { name: "wrong", of: n, better: -1 }),
      countedRow(wrong.open, "undecided point", undecided),
      ...sums,
    ],
    { remarks: [flatOnes(answer, flat), tied, caveat(answer)] },
  );
}
