// Situations of the book to begin with, and challenges. Each situation changes the settings of
// PLAY_START.

/** @typedef {{ id: string, name: string, look: string, set: Record<string, any> }} Situation */

/** @type {Situation[]} */
export const SITUATIONS = [
  {
    id: "moons",
    name: "Lecture 8: the two moons",
    set: {},
    look: "Make σ small, then large: the boundary follows single points, then none. The linear kernel shows what a line can do.",
  },
  {
    id: "straggler",
    name: "Lecture 3: the straggler",
    set: { data: "iris", held: 0, kernel: "linear", C: 100 },
    look: "Turn C down: the street widens, and one flower after another may stand on it. How many are in at C = 0.1?",
  },
  {
    id: "flipped",
    name: "Lecture 3: wrong labels",
    set: { data: "blobs", n: 80, noise: 0.6, flip: 0.05, held: 0, kernel: "linear", C: 1 },
    look: "Some labels are wrong. Raise C: which of these points does the street turn for? Drag one of them far away.",
  },
  {
    id: "gap",
    name: "Lecture 6: primal, dual and gap",
    set: { data: "blobs", n: 60, noise: 0.7, held: 0, kernel: "linear", C: 1 },
    look: "Whatever you change, primal and dual meet: the gap proves that no better machine exists.",
  },
  {
    id: "xor",
    name: "Lecture 8: exclusive or",
    set: {
      data: "xor",
      n: 100,
      kernel: "polynomial",
      degree: 2,
      C: 10,
      compare: true,
      kernelB: "linear",
      CB: 10,
    },
    look: "No line does it (B). Degree 2 has the product x₁x₂ among its features, and that is all it takes (A).",
  },
  {
    id: "rings",
    name: "Lecture 8: rings and degree 2",
    set: { data: "rings", n: 150, kernel: "polynomial", degree: 2, C: 10 },
    look: "A circle is a line in the features x₁², x₂², … of degree 2. Try degree 1, then 3: a kernel has all lower degrees as well.",
  },
  {
    id: "heart",
    name: "Lecture 9: learnt by heart",
    set: { noise: 2, held: 0.5, sigma: 0.05, C: 10, compare: true, sigmaB: 0.5, CB: 1 },
    look: "A is right on every training point and B is not. Compare the held-out errors, and count the support vectors.",
  },
  {
    id: "rare",
    name: "Lecture 9: a rare class",
    set: {
      data: "imbalanced",
      n: 300,
      noise: 1.6,
      held: 0.5,
      kernel: "linear",
      compare: true,
      kernelB: "linear",
      plusB: 9,
    },
    look: "One point in ten is orange. Without weights (A) the many outvote the few. B pays nine times as much for an orange slack.",
  },
  {
    id: "clouds",
    name: "Lecture 9: try linear first",
    set: {
      data: "anisotropic",
      n: 120,
      noise: 1.5,
      held: 0.5,
      sigma: 0.2,
      C: 10,
      compare: true,
      kernelB: "linear",
    },
    look: "The Gaussian (A) makes no training error, the line (B) makes six. Which of them would you trust with new points?",
  },
  {
    id: "corners",
    name: "Lecture 8: rough or smooth",
    set: {
      n: 150,
      noise: 1.5,
      kernel: "ornstein-uhlenbeck",
      sigma: 0.5,
      C: 30,
      compare: true,
      sigmaB: 0.5,
      CB: 30,
    },
    look: "The Ornstein–Uhlenbeck kernel (A) lets single points have their way, the Gaussian (B) is smooth. Drag a point across.",
  },
  {
    id: "spirals",
    name: "Spirals",
    set: { data: "spirals", n: 200, sigma: 1 },
    look: "Two arms around each other: too wide a Gaussian blurs them. There is a challenge about it.",
  },
  {
    id: "own",
    name: "Your own",
    set: { data: "own", held: 0 },
    look: "Click into the plot to add a point, or drag with the brush to paint many. The signs below the plot choose the class.",
  },
];

const sideBySide = ({ A, B, compare }) => compare && B && A.test.n >= 20;

/** Whether the points are those of a data set, at least so many and with so much noise. */
const playedOn = (view, data, n, noise) =>
  view.generated && view.data === data && view.n >= n && view.noise >= noise && !view.flip;

const shareOfErrors = ({ n, errors }) => errors / n;

export const PLAY_CHALLENGES = [
  {
    id: "spirals",
    situation: "spirals",
    why: "A kernel as wide as the way between the arms needs few points to follow them, and errs on few.",
    text:
      "on 100 points of spirals (noise 2 or more, 30 % held out): a held-out error below 10 % with 25 support " +
      "vectors at most.",
    met: (view) =>
      playedOn(view, "spirals", 100, 2) &&
      view.n === 100 &&
      view.A.test.n === 30 &&
      shareOfErrors(view.A.test) < 0.1 &&
      view.A.solved.support <= 25,
  },
  {
    id: "few",
    situation: "moons",
    why: "Few support vectors are enough where the boundary is smooth: the others could be thrown away.",
    text: "on 100 moons or more (noise 1, none held out): no training error with 8 support vectors at most.",
    met: (view) =>
      playedOn(view, "moons", 100, 1) &&
      !view.A.test.n &&
      !view.A.train.errors &&
      view.A.solved.support <= 8,
  },
  {
    id: "fair",
    situation: "rare",
    why: "A weight is a price for slack: where the rare class is dearer, the many no longer outvote it.",
    text:
      "on 200 imbalanced points or more (noise 1.5 or more, linear, C = 1): by the weights alone, both classes have " +
      "the same share of training errors, within 3 %.",
    met(view) {
      if (!playedOn(view, "imbalanced", 200, 1.5)) return false;
      const { plus, minus } = view.A.train;
      return (
        view.kernel === "linear" &&
        view.C === 1 &&
        plus.errors > 0 &&
        minus.errors > 0 &&
        Math.abs(shareOfErrors(plus) - shareOfErrors(minus)) <= 0.03
      );
    },
  },
  {
    id: "heart",
    situation: "heart",
    why: "Errors on points that were learnt by heart prove nothing. Only held-out points count.",
    text:
      "side by side, the same kernel and σ in A and B but another C: A makes no training error, and B, which makes some, " +
      "has fewer errors on 20 held-out points or more.",
    met: (view) =>
      sideBySide(view) &&
      JSON.stringify(view.A.solved.kernel) === JSON.stringify(view.B.solved.kernel) &&
      view.C !== view.CB &&
      view.A.train.errors === 0 &&
      view.B.train.errors > 0 &&
      view.B.test.errors < view.A.test.errors,
  },
  {
    id: "product",
    situation: "own",
    why: "Degree 2 has x₁², x₂² and x₁x₂ among its features: a line there is a curve here.",
    text: "paint 10 points or more of each class: side by side, the line is wrong on a fifth of them, degree 2 on none.",
    met({ A, B, compare, data }) {
      if (!compare || !B || data !== "own") return false;
      const { plus, minus } = A.train;
      const line = [A, B].find(({ solved }) => solved.kernel.name === "linear");
      const curve = [A, B].find(({ solved }) => solved.kernel.degree === 2);
      return (
        plus.n >= 10 &&
        minus.n >= 10 &&
        line &&
        curve &&
        shareOfErrors(line.train) >= 0.2 &&
        !curve.train.errors
      );
    },
  },
];
