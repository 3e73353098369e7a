// What the figure of the dual ascent asks of a player: guesses before each step, and the tasks.
import { Climb } from "../core/ascent.js";
import { show, together } from "../core/words.js";
import { closedFrom, isClosed } from "../told/dual_ascent.js";

const UNSEEN = 5e-3; // a change of α / C that nobody sees

/**
 * What can be guessed of a step of one bar and of one of two; the words are those of the buttons.
 * @type {Record<string, [string, (changes: number[]) => boolean][]>}
 */
export const GUESSES = {
  coordinate: [
    ["rises", ([d]) => d > 0],
    ["falls", ([d]) => d < 0],
    ["stays", ([d]) => Math.abs(d) <= UNSEEN],
  ],
  pairs: [
    ["both rise", (ds) => ds.every((d) => d > 0)],
    ["both fall", (ds) => ds.every((d) => d < 0)],
    ["one rises, one falls", ([d, e]) => d * e < 0],
  ],
};

/** How many guesses were right; what has been seen is no guess any more. */
export class GuessGame {
  constructor() {
    this.asked = 0;
    this.right = 0;
    this.streak = 0;
    this.method = ""; // of the steps that were guessed in a row
    this.verdict = "";
    this.seen = new Map(); // of each problem the steps that the reader has watched
  }

  /**
   * Begin another problem, or this one from the bottom. A row of right guesses goes on, but not
   * with another method: its steps follow another rule.
   */
  begin(method) {
    if (method !== this.method) this.streak = 0;
    Object.assign(this, { method, asked: 0, right: 0, verdict: "" });
  }

  /** The reader has watched these steps of a problem. */
  watch(key, from, to) {
    const watched = this.seen.get(key) ?? new Set();
    for (let k = from; k < to; k++) watched.add(k);
    this.seen.set(key, watched);
    this.verdict = this.asked ? this.tally() : "";
  }

  /** What is to be said of guess k for the step from `now` to `next`, the t-th of a problem. */
  guess(k, { next, now, t, key }, { method, C }) {
    const touched = next.touched.toSorted((i, j) => i - j);
    const changes = touched.map((i) => (next.alpha[i] - now.alpha[i]) / C);
    const right = GUESSES[method][k][1](changes);
    const does = (d) => (Math.abs(d) <= UNSEEN ? "stays" : d > 0 ? "rises" : "falls");
    const happened = touched.map((i, m) => `bar ${i + 1} ${does(changes[m])}`).join(", ");
    const known = this.seen.get(key)?.has(t);
    const easy = isClosed(now);
    if (!known && !easy) {
      this.asked++;
      this.right += Number(right);
      this.streak = right ? this.streak + 1 : 0;
    }
    const counted = known
      ? "Not counted: you have seen this step."
      : easy
        ? "Not counted: the gap is nearly closed."
        : this.tally();
    return `${right ? "Right" : "Wrong"}: ${happened}. ${counted}`;
  }

  /** How many guesses were right. */
  tally() {
    const { right, asked, streak } = this;
    return `${right} of ${asked} right${streak > 1 && streak !== asked ? `, ${streak} in a row` : ""}.`;
  }
}

/** The step at which the gap was nearly closed, or -1. */
const closedAt = ({ climb, t }) => closedFrom(climb.states, t);

/** Whether as many steps as points are enough, and with a C that is a tenth larger they are not. */
function atTheEdge(view) {
  const { C, method, order, points } = view;
  const n = points.length;
  const below = closedAt(view);
  if (below <= 0 || below > n) return false;
  const more = new Climb(points, 1.1 * C, method, order).to(n);
  return !more.states.slice(0, n + 1).some(isClosed);
}

const GUESS_WHY = {
  coordinate:
    "A bar rises while its point is inside the street (y f < 1) and falls when it is beyond, as far as 0 and C allow.",
  pairs:
    "The sum of α y stays 0. So two bars of different classes rise or fall together, and of two bars of one class one rises and one falls.",
};
const COUNTED = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];

/** As many guesses as the run has steps before the gap is closed, if these are few. */
function guessTask({ points, C, method, order }) {
  const many = method === "pairs" ? 6 : 8;
  const run =
    new Set(points.map((p) => p[2])).size < 2 ? null : new Climb(points, C, method, order).to(many);
  const below = run ? run.states.findIndex(isClosed) : -1;
  if (below < 1 || below >= many)
    return {
      id: "guess",
      why: GUESS_WHY[method],
      text: `guess ${COUNTED[many]} steps in a row correctly, before the gap is below 1 %.`,
      met: (view) => view.method === method && view.game.streak >= many,
    };
  return {
    id: "guess",
    why: GUESS_WHY[method],
    text: `guess ${below > 1 ? `all ${COUNTED[below]} steps` : "the one step"} correctly, the first time you see ${below > 1 ? "them" : "it"}.`,
    met(view) {
      const { right } = view.game;
      return view.method === method && right >= below && right === closedAt(view);
    },
  };
}

const sameMachine = (view, first) =>
  view.points.length === first.points.length && view.method === first.method;
const SINGLE_TASK = {
  id: "single",
  why: "Two points that face each other, one of each class, hold the street, and one step sets both.",
  text: "move a single point so that the very first step closes the gap (to below 1 %).",
  met: (view, { first, moved }) =>
    moved === 1 && closedAt(view) === 1 && view.C === first.C && sameMachine(view, first),
};
function edgeTask({ points, method }) {
  const n = points.length;
  const round =
    method === "pairs" ? `the first ${n} steps close` : `the first round, ${n} steps, closes`;
  return {
    id: "edge",
    why: "With a small C every bar is full after one visit, and nothing is left to balance.",
    text: `leave the points alone, and find the largest C (within a tenth) for which ${round} the gap to below 1 %.`,
    met: (view, { first, moved }) => moved === 0 && sameMachine(view, first) && atTheEdge(view),
  };
}

/** The tasks for the problem at first. */
export const ascentTasks = (problem) => [
  guessTask(problem),
  problem.points.length <= 4 ? SINGLE_TASK : edgeTask(problem),
];

const EMPTY = 1e-9; // of C: a bar so low is empty
const LISTED = 8;

/** The question before the answer: which bars are empty when nothing moves any more. */
export const ASCENT_GUESS = {
  invites: "Which α will be 0 in the end?",
  asks: () =>
    "Nothing has moved yet. Mark the points whose α will be 0 when nothing moves any more.",
  /** guess: indices of points; truth: a state at the end { alpha, w, b }, with points and C */
  judge(marked, { alpha, w, b, points, C }) {
    const zero = alpha.map((a) => a <= EMPTY * C);
    const own = [...alpha.keys()].filter((i) => zero[i]);
    const wrong = [...alpha.keys()].filter((i) => zero[i] !== marked.includes(i));
    const bars = own.map((i) => i + 1);
    const which = !own.length
      ? "no bar ends at 0"
      : own.length > LISTED
        ? `${own.length} bars end at 0`
        : `${bars.length === 1 ? "bar" : "bars"} ${together(bars)} end${own.length === 1 ? "s" : ""} at 0`;
    const margin = (i) => show(points[i][2] * (w[0] * points[i][0] + w[1] * points[i][1] + b), 3);
    const [i] = wrong;
    const why =
      i === undefined
        ? "The points beyond the kerbs, y f > 1, end at 0. The line is the same without them."
        : zero[i]
          ? `Point ${i + 1} is beyond its kerb, y f = ${margin(i)}. The line is the same without it.`
          : `Point ${i + 1} has y f = ${margin(i)}. It is on the kerb or inside the street, so it holds the line.`;
    return {
      off: wrong.length,
      said: `You are right about ${alpha.length - wrong.length} of ${alpha.length} points: ${which}.`,
      why,
    };
  },
};
