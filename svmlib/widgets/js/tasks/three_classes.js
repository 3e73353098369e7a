// What the figure of three classes asks of a player.
import { countedBeside } from "./guesses.js";

export const KIND_NAMES = [
  ["one-vs-rest", "one-versus-rest"],
  ["one-vs-one", "one-versus-one"],
  ["weston-watkins", "Weston–Watkins"],
  ["crammer-singer", "Crammer–Singer"],
];
const KIND_WORDS = Object.fromEntries(KIND_NAMES);

/** What one-versus-rest has missed, from one state to another. */
export class ClassesSeen {
  constructor() {
    this.erred = ""; // the last points and C with which it missed two
  }

  /** Whether Weston–Watkins misses none where it did. */
  cured({ kind, straight, errors, open, points, C }) {
    const here = JSON.stringify([points, C]);
    if (kind === "one-vs-rest" && straight && errors + open > 1) this.erred = here;
    return kind === "weston-watkins" && errors + open === 0 && here === this.erred;
  }
}

export const CLASS_TASKS = [
  {
    id: "zero",
    why: "No line tells the class in the middle from all others. Its machine gives up and calls no point its own.",
    text: "keep linear one-versus-rest. Drag orange to where its dashed line disappears.",
    met: ({ kind, straight, flat }) => kind === "one-vs-rest" && straight && flat.includes(1),
  },
  {
    id: "cured",
    why: "In one-versus-rest each machine is trained alone. Trained together, each score need only be ahead of the others at its own points.",
    text: "move points until linear one-versus-rest gets two or more wrong or undecided, and Weston–Watkins gets none.",
    met: ({ cured }) => cured,
  },
  {
    id: "tied",
    why: "Each class wins one duel and loses one. Each has one of the three votes, and no class is ahead.",
    text: "switch to one-versus-one, and get a point into the hatched region of a tied vote, with no other in a wrong region.",
    met: ({ kind, open, errors, flat }) =>
      kind === "one-vs-one" && open > 0 && errors === 0 && !flat.length,
  },
];

/** The mean of the points of a class. */
const meanOfClass = (points, label) =>
  [0, 1].map((k) => {
    const own = points.filter((p) => p[2] === label);
    return own.reduce((sum, p) => sum + p[k], 0) / own.length;
  });

/** The question before the answer: how many points a machine gets wrong. */
export const CLASS_GUESS = {
  invites: "How many points are wrong with orange in the middle?",
  asks({ points, kind }, before) {
    const moved = String(points) !== String(before.points);
    const what = moved
      ? "The orange class is between the others now."
      : kind === before.kind
        ? ""
        : "The points stay, but the machine changes.";
    return `${what} How many of the ${points.length} points will ${KIND_WORDS[kind]} get wrong, or not decide?`.trim();
  },
  /** Orange between the other two; where it is there already, the next kind of machine. */
  pose({ points, kind }) {
    if (new Set(points.map((p) => p[2])).size < 3) return null;
    const [a, b, c] = [0, 1, 2].map((label) => meanOfClass(points, label));
    const way = [0, 1].map((k) => (a[k] + c[k]) / 2 - b[k]);
    if (Math.hypot(...way) < 0.15 * Math.hypot(a[0] - c[0], a[1] - c[1])) {
      const kinds = Object.keys(KIND_WORDS);
      return { kind: kinds[(kinds.indexOf(kind) + 1) % kinds.length] };
    }
    const short = (v) => Number(v.toPrecision(6));
    return {
      points: points.map(([x, y, label]) =>
        label === 1 ? [short(x + way[0]), short(y + way[1]), label] : [x, y, label],
      ),
    };
  },
  /** guess: a number; truth: { kind, errors, open, flat, straight } as the tasks see it */
  judge(number, { kind, errors, open, flat, straight }) {
    const wrong = errors + open;
    const alone = kind === "one-vs-rest";
    const why = flat.length
      ? "No line separates the class in the middle from the two others. Its machine gives up, and its score is the same everywhere."
      : alone
        ? "Each machine is trained alone, its class against all others. It has to cut its class off from both at once."
        : kind === "one-vs-one"
          ? "Each pair of classes has a machine of its own, so a class in the middle is cut off from one neighbour at a time."
          : "All classes are trained together. Each score need only be ahead of the others at its own points.";
    return {
      ...countedBeside(number, wrong),
      why: straight ? why : `${why} A kernel bends the borders.`,
    };
  },
};
