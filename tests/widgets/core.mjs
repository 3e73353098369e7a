// Answers questions about the numeric core of the live figures: each line of stdin holds
// [[name, argument], …], each line of stdout [answer, …]. The questions are put, and the answers
// judged, by test_widgets_core.py.
import { createInterface } from "node:readline";
import { Climb } from "../../svmlib/widgets/js/core/ascent.js";
import { makeData } from "../../svmlib/widgets/js/core/datasets.js";
import { Walk, generator, objective, optimum } from "../../svmlib/widgets/js/core/descent.js";
import { RegionMachine, TubeMachine, curveOf } from "../../svmlib/widgets/js/core/general.js";
import { JointMachine, SeveralMachines } from "../../svmlib/widgets/js/core/joint.js";
import { gram, updateGram } from "../../svmlib/widgets/js/core/kernels.js";
import { Machine, score } from "../../svmlib/widgets/js/core/machine.js";
import { contours, surface } from "../../svmlib/widgets/js/core/surface.js";
import { LOSS_FUNCTIONS } from "../../svmlib/widgets/js/figures/losses.js";
import { lineThrough, streetAlong } from "../../svmlib/widgets/js/core/lines.js";
import { show } from "../../svmlib/widgets/js/ui/dom.js";
import { ticks } from "../../svmlib/widgets/js/ui/plot.js";

const flat = (points) => Float64Array.from(points.flatMap(([a, b]) => [a, b]));
const signs = (points) => Float64Array.from(points, (p) => p[2]);

/** A solution for JSON, with its score at other places. */
function told(answer, points, kernel, at) {
  const X = flat(points);
  const y = signs(points);
  const [x0, y0] = [0, 1].map((k) => at.map((p) => p[k]));
  // each place is a surface of one cell
  const scores = at.map(
    (_, q) =>
      surface(
        kernel,
        X,
        answer.alpha.map((a, i) => a * y[i]),
        answer.b,
        [x0[q] - 1, x0[q] + 1, y0[q] - 1, y0[q] + 1],
        1,
        1,
      )[0],
  );
  return { ...answer, alpha: [...answer.alpha], f: [...answer.f], scores };
}

/**
 * Advance to the end, in one piece or in slices whose time is always up: the answers on the way,
 * the last one last.
 */
function advanced(machine, slices) {
  const answers = [];
  do {
    answers.push(machine.advance(slices ? 0 : Infinity));
  } while (!answers.at(-1).done && answers.length < 100000);
  return answers;
}

/** An answer for JSON: what is large and not asked for left out. */
function plain(answer) {
  const lists = ["C", "alpha", "beta", "f", "xi", "h", "coefficients"].filter(
    (name) => typeof answer[name] === "object",
  );
  const numbers = Object.fromEntries(
    lists.map((name) => [
      name,
      Array.from(answer[name], (v) => (ArrayBuffer.isView(v) ? [...v] : v)),
    ]),
  );
  return { ...answer, X: undefined, x: undefined, y: undefined, ...numbers };
}

/** What is told on the way: the bounds of each answer. */
const course = (answers) =>
  answers.map(({ done, certified, primal, dual, gap, steps }) => ({
    done,
    certified,
    primal,
    dual,
    gap,
    steps,
  }));

const TASKS = {
  /** Situations one after the other on the same machine: { points, kernel, C, weights, at }. */
  machine({ situations, gap, slices }) {
    const machine = new Machine({ gap });
    return situations.map(({ points, kernel, C, weights, at = [] }) => {
      machine.pose(points, { kernel, C: C ?? Infinity, weights });
      const answers = advanced(machine, slices);
      const answer = answers.at(-1);
      machine.pose(points, { kernel, C: C ?? Infinity, weights }); // nothing new: nothing happens
      const again = machine.advance(0) === answer;
      const scores = at.map(([a, b]) => score(answer, a, b));
      return { ...plain(answer), again, scores, course: slices ? course(answers) : [] };
    });
  },

  joint({ situations, kind, gap, slices }) {
    const machine = new JointMachine({ kind, gap });
    return situations.map(({ points, kernel, C }) => {
      machine.pose(points, { kernel, C });
      const answers = advanced(machine, slices);
      return { ...plain(answers.at(-1)), course: slices ? course(answers) : [] };
    });
  },

  several({ situations, kind, gap, slices, at }) {
    const machine = new SeveralMachines({ kind, gap });
    return situations.map(({ points, kernel, C }) => {
      machine.pose(points, { kernel, C });
      const answer = advanced(machine, slices).at(-1);
      const decided = at.map(([a, b]) => answer.decide(answer.scores(a, b)));
      const { done, certified, objective, zero, gap: left, pairs } = answer;
      const scores = at.map(([a, b]) => answer.scores(a, b));
      return { done, certified, objective, zero, gap: left, pairs, decided, scores };
    });
  },

  /**
   * Tubes around [x, y, 1], one after the other on the same machine: { points, kernel, C, epsilon,
   * at }.
   */
  tube({ situations, gap, slices }) {
    const machine = new TubeMachine({ gap });
    return situations.map(({ points, at = [], ...how }) => {
      machine.pose(points, how);
      const answers = advanced(machine, slices);
      const answer = answers.at(-1);
      machine.pose(points, how); // nothing new: nothing happens
      const again = machine.advance(0) === answer;
      return {
        ...plain(answer),
        again,
        curve: curveOf(answer, at),
        course: slices ? course(answers) : [],
      };
    });
  },

  /** Regions around points likewise: { points, kernel, nu, at }. */
  region({ situations, gap, slices }) {
    const machine = new RegionMachine({ gap });
    return situations.map(({ points, at = [], ...how }) => {
      machine.pose(points, how);
      const answers = advanced(machine, slices);
      const answer = answers.at(-1);
      machine.pose(points, how);
      const again = machine.advance(0) === answer;
      const scores = at.map(([a, b]) => score(answer, a, b));
      return { ...plain(answer), again, scores, course: slices ? course(answers) : [] };
    });
  },

  gram: ({ kernel, points }) => [...gram(kernel, flat(points))],

  /** The Gram matrix after point i has moved there, by one row and column. */
  movedGram({ kernel, points, i, to }) {
    const X = flat(points);
    const K = gram(kernel, X);
    X.set(to, 2 * i);
    updateGram(K, kernel, X, i);
    return [...K];
  },

  solve({ kernel, points, C, gap, at = [] }) {
    const machine = new Machine({ gap });
    machine.pose(points, { kernel, C });
    return told(machine.advance(Infinity), points, kernel, at);
  },

  surface: ({ kernel, centres, weights, b, box, width, height }) => [
    ...surface(kernel, flat(centres), weights, b, box, width, height),
  ],
  contours: ({ f, width, height, level }) => contours(Float64Array.from(f), width, height, level),
  losses: ({ margins }) =>
    Object.fromEntries(
      Object.entries(LOSS_FUNCTIONS).map(([name, loss]) => [name, margins.map(loss)]),
    ),
  line: ({ handles, scale }) => lineThrough(handles, scale),
  along: ({ points, line, C }) => streetAlong(points, line, C ?? Infinity),
  descend: ({ steps, ...settings }) => new Walk(settings).to(steps).path,
  objective: ({ w, points, lam }) => objective(w, points, lam),
  optimum: ({ points, lam }) => optimum(points, lam),
  coordinates: ({ points, C, steps, order = "cyclic" }) =>
    new Climb(points, C, "coordinate", order).to(steps).states,
  pairs: ({ points, C, steps }) => new Climb(points, C, "pairs", "cyclic").to(steps).states,
  data: ({ name, n, seed }) => makeData(name, n, seed),
  random({ seed, count }) {
    const next = generator(seed);
    return Array.from({ length: count }, next);
  },
  show: (values) => values.map((v) => show(v ?? Infinity)),
  ticks: ({ from, to, count }) => ticks(from, to, count),
};

// JSON knows no infinity: "inf" stands for it in both directions
const plainly = (_, v) => (Math.abs(v) === Infinity ? (v > 0 ? "inf" : "-inf") : v);
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const answers = JSON.parse(line).map(([name, argument]) => TASKS[name](argument));
  console.log(JSON.stringify(answers, plainly));
}
