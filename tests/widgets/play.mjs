// Answers questions about the core of the playground: each line of stdin holds [[name, argument],
// …], each line of stdout [answer, …]; {error} where the front end refuses with a sentence, {crash}
// where it breaks. The questions are put, and the answers judged, by test_playground_core.py.
import { createInterface } from "node:readline";
import { makeData } from "../../svmlib/widgets/js/core/datasets.js";
import { gram } from "../../svmlib/widgets/js/core/kernels.js";
import { pairStep, problem } from "../../svmlib/widgets/js/core/pairs.js";
import { pythonCode } from "../../svmlib/widgets/js/play/code.js";
import { playData, splitData } from "../../svmlib/widgets/js/play/data.js";
import { choosePoints, defaults, readTable, toCsv } from "../../svmlib/widgets/js/play/table.js";

/** The machine of a state, by pair steps alone: multipliers, bias and the scores of all points. */
function solution({ points, train, kernel, C, weights }) {
  const flat = Float64Array.from(points.flatMap(([a, b]) => [a, b]));
  const n = points.length;
  const all = gram(kernel, flat);
  const learning = train ?? [...points.keys()];
  const m = learning.length;
  const K = new Float64Array(m * m);
  learning.forEach((i, k) =>
    learning.forEach((j, l) => {
      K[k * m + l] = all[i * n + j];
    }),
  );
  const y = Float64Array.from(learning, (i) => points[i][2]);
  const state = problem(K, y, C);
  y.forEach((sign, k) => {
    if (sign > 0) state.B[k] = C * weights.plus;
    else state.A[k] = -C * weights.minus;
  });
  let steps = 0;
  while (steps < 1e6 && pairStep(state, 1e-11)) steps++;
  const { g, beta, A, B } = state;
  const b = [Math.max, Math.min].map((far, side) =>
    far(...g.filter((_, k) => (side ? beta[k] > A[k] : beta[k] < B[k]))),
  );
  const f = points.map((_, i) => learning.reduce((sum, j, k) => sum + beta[k] * all[i * n + j], 0));
  return { alpha: [...beta].map(Math.abs), interval: b, f, K: [...K], steps };
}

const TASKS = {
  read: (text) => readTable(text),
  /** Points from text, by the default columns unless others are named. */
  points({ text, ...choice }) {
    const table = readTable(text);
    return { ...choosePoints(table, { ...defaults(table), ...choice }), chosen: defaults(table) };
  },
  csv: ({ points, names, train }) => toCsv(points, names, train),
  makeData: ({ name, n, seed }) => makeData(name, n, seed),
  data: playData,
  split: ({ points, share, seed }) => splitData(points, share, seed),
  code: pythonCode,
  solution,
};

function answer([name, argument]) {
  try {
    return TASKS[name](argument);
  } catch (error) {
    return error.constructor === Error ? { error: error.message } : { crash: String(error.stack) };
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  console.log(JSON.stringify(JSON.parse(line).map(answer)));
}
