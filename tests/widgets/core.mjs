// Answers questions about the numeric core of the live figures: reads [[name, argument], …] from stdin,
// writes [answer, …] to stdout. The questions are put, and the answers judged, by test_widgets_core.py.
import { readFileSync } from "node:fs";
import { coordinateAscent, pairAscent } from "../../svmlib/widgets/js/core/ascent.js";
import { makeData } from "../../svmlib/widgets/js/core/datasets.js";
import { descend, generator, objective, optimum } from "../../svmlib/widgets/js/core/descent.js";
import { gram, updateGram } from "../../svmlib/widgets/js/core/kernels.js";
import { problem, solve } from "../../svmlib/widgets/js/core/solver.js";
import { contours, surface } from "../../svmlib/widgets/js/core/surface.js";
import { LOSS_FUNCTIONS } from "../../svmlib/widgets/js/figures/losses.js";
import { lineThrough } from "../../svmlib/widgets/js/figures/margins.js";
import { commonPoint, streetOf } from "../../svmlib/widgets/js/figures/street.js";
import { show } from "../../svmlib/widgets/js/ui/dom.js";
import { ticks } from "../../svmlib/widgets/js/ui/plot.js";

const flat = (points) => Float64Array.from(points.flatMap(([a, b]) => [a, b]));
const signs = (points) => Float64Array.from(points, (p) => p[2]);

/** A solution for JSON, with its score at other places. */
function told(answer, points, kernel, at) {
  const X = flat(points), y = signs(points), [x0, y0] = [0, 1].map((k) => at.map((p) => p[k]));
  // each place is a surface of one cell
  const scores = at.map((_, q) => surface(kernel, X, answer.alpha.map((a, i) => a * y[i]), answer.b,
    [x0[q] - 1, x0[q] + 1, y0[q] - 1, y0[q] + 1], 1, 1)[0]);
  return { ...answer, alpha: [...answer.alpha], f: [...answer.f], scores };
}

const TASKS = {
  gram: ({ kernel, points }) => [...gram(kernel, flat(points))],

  /** The Gram matrix after point i has moved there, by one row and column. */
  movedGram({ kernel, points, i, to }) {
    const X = flat(points), K = gram(kernel, X);
    X.set(to, 2 * i);
    updateGram(K, kernel, X, i);
    return [...K];
  },

  solve({ kernel, points, C, gap, at = [] }) {
    return told(solve(problem(gram(kernel, flat(points)), signs(points), C), { gap }), points, kernel, at);
  },

  /** A walk over values of C, each solution the start of the next. */
  walk({ kernel, points, Cs, gap }) {
    const K = gram(kernel, flat(points)), answers = [];
    for (const C of Cs) answers.push(solve(problem(K, signs(points), C, answers.at(-1)?.alpha), { gap }));
    return answers.map((answer) => told(answer, points, kernel, []));
  },

  /** Start from multipliers of other points, which need be neither in the box nor balanced. */
  startFrom({ kernel, points, C, alpha, gap }) {
    const state = problem(gram(kernel, flat(points)), signs(points), C, alpha), sum = state.beta.reduce((s, b) => s + b, 0);
    const inBox = state.beta.every((b, i) => b >= state.A[i] && b <= state.B[i]);
    return { sum, inBox, ...told(solve(state, { gap }), points, kernel, []) };
  },

  /** Deadlines that have always passed: as many calls as it takes. */
  slices({ kernel, points, C, gap }) {
    const state = problem(gram(kernel, flat(points)), signs(points), C);
    let answer, calls = 0;
    do { answer = solve(state, { gap, deadline: 0 }); calls++; } while (!answer.done && calls < 10000);
    return { calls, ...told(answer, points, kernel, []) };
  },

  street({ points, C, narrowest }) {
    const answer = streetOf(points, C ?? Infinity, narrowest);
    const plain = { separable: answer.separable, w: answer.w, b: answer.b, alpha: [...answer.alpha], primal: answer.primal, done: answer.done };
    return answer.separable ? plain : { ...plain, common: commonPoint(answer) };
  },

  surface: ({ kernel, centres, weights, b, box, width, height }) => [...surface(kernel, flat(centres), weights, b, box, width, height)],
  contours: ({ f, width, height, level }) => contours(Float64Array.from(f), width, height, level),
  losses: ({ margins }) => Object.fromEntries(Object.entries(LOSS_FUNCTIONS).map(([name, loss]) => [name, margins.map(loss)])),
  line: ({ handles, scale }) => lineThrough(handles, scale),
  descend,
  objective: ({ w, points, lam }) => objective(w, points, lam),
  optimum: ({ points, lam }) => optimum(points, lam),
  coordinates: ({ points, C, steps }) => coordinateAscent(points, C, steps),
  pairs: ({ points, C, steps }) => pairAscent(points, C, steps),
  data: ({ name, n, seed }) => makeData(name, n, seed),
  random({ seed, count }) { const next = generator(seed); return Array.from({ length: count }, next); },
  show: (values) => values.map((v) => show(v ?? Infinity)),
  ticks: ({ from, to, count }) => ticks(from, to, count),
};

// JSON knows no infinity: "inf" stands for it in both directions
const questions = JSON.parse(readFileSync(0, "utf8"));
const answers = questions.map(([name, argument]) => TASKS[name](argument));
process.stdout.write(JSON.stringify(answers, (_, v) => (Math.abs(v) === Infinity ? (v > 0 ? "inf" : "-inf") : v)));
