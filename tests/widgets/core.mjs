// The numeric core of the live figures, as test_live_core_*.py, test_live_cuts.py and
// test_live_links.py ask for it.
import { CellWalk } from "../../svmlib/widgets/js/core/cells.js";
import { RegionMachine, TubeMachine, curveOf } from "../../svmlib/widgets/js/core/general.js";
import { JointMachine } from "../../svmlib/widgets/js/core/joint.js";
import { gram, updateGram } from "../../svmlib/widgets/js/core/kernels.js";
import { Machine, score } from "../../svmlib/widgets/js/core/machine.js";
import { contours, surface } from "../../svmlib/widgets/js/core/surface.js";
import { Trace, valuesOver } from "../../svmlib/widgets/js/core/trace.js";
import { LOSS_FUNCTIONS } from "../../svmlib/widgets/js/figures/losses.js";
import {
  bestPrecision,
  cheapestOf,
  costsOf,
  countsAt,
  cutAt,
  cutsOf,
  reachOf,
  roundest,
} from "../../svmlib/widgets/js/core/threshold.js";
import { show } from "../../svmlib/widgets/js/ui/dom.js";
import { ticks } from "../../svmlib/widgets/js/ui/plot.js";
import { decodeState, refusal } from "../../svmlib/widgets/js/ui/share.js";
import { serve } from "./serve.mjs";

const flat = (points) => Float64Array.from(points.flatMap(([a, b]) => [a, b]));

/** What is typed as plain lists. */
const plain = (v) => (ArrayBuffer.isView(v) ? [...v] : Array.isArray(v) ? v.map(plain) : v);

/**
 * Situations { points, at, ...how } one after the other on the same machine: the answers, with the
 * values at places.
 */
function solved(machine, { situations }, valueAt = null) {
  return situations.map(({ points, at = [], C, ...how }) => {
    const pose = () => machine.pose(points, { ...how, C: C ?? Infinity });
    pose();
    const answer = machine.advance(Infinity);
    pose(); // nothing new: nothing happens
    const again = machine.advance(0) === answer;
    const told = Object.entries(answer).map(([name, v]) => [name, plain(v)]);
    const scores = at.map((place) => valueAt?.(answer, place));
    return { ...Object.fromEntries(told), again, scores };
  });
}

const TASKS = {
  machine: (asked) => solved(new Machine(asked), asked, (answer, at) => score(answer, ...at)),
  tube: (asked) => solved(new TubeMachine(asked), asked, (answer, at) => curveOf(answer, [at])[0]),
  novelty: (asked) => solved(new RegionMachine(asked), asked, (answer, at) => score(answer, ...at)),
  joint: (asked) => solved(new JointMachine(asked), asked),

  /** After each of the situations [{ C, sigma }, all else, what was found]. */
  trace(situations) {
    const trace = new Trace(["C", "sigma"]);
    return situations.map(([knobs, rest, found]) => {
      trace.keep({ knobs, rest }, found);
      const [samples, earlier] = [trace.samples, trace.earlier].map((some) =>
        some.map((one) => [one.at, one.found]),
      );
      return { knob: trace.knob, samples, earlier };
    });
  },
  sweep: ([range, steps]) => valuesOver(range, steps),

  gram: ({ kernel, points }) => [...gram(kernel, flat(points))],

  /** The Gram matrix after point i has moved there, by one row and column. */
  movedGram({ kernel, points, i, to }) {
    const X = flat(points);
    const K = gram(kernel, X);
    X.set(to, 2 * i);
    updateGram(K, kernel, X, i);
    return [...K];
  },

  surface: ({ kernel, centres, weights, b, box, width, height }) => [
    ...surface(kernel, flat(centres), weights, b, box, width, height),
  ],
  contours: ({ f, width, height, level }) => contours(Float64Array.from(f), width, height, level),
  losses: ({ margins }) =>
    Object.fromEntries(
      Object.entries(LOSS_FUNCTIONS).map(([name, loss]) => [name, margins.map(loss)]),
    ),
  /** After each [cell, covered] of a walk over a map. */
  cells({ first, moves, sizes: [rows, columns] }) {
    const walk = new CellWalk(first);
    const all = Array.from({ length: rows * columns }, (_, k) => [(k / columns) | 0, k % columns]);
    return moves.map(([cell, covered]) => {
      walk.go(cell, covered);
      const { steps, dark } = walk;
      return { steps, dark, hidden: all.filter((one) => walk.hides(one)) };
    });
  },
  show: (values) => values.map((v) => show(v ?? Infinity)),
  ticks: ({ from, to, count }) => ticks(from, to, count),

  /** What each threshold and each cut does. */
  threshold({ points, thresholds, alarm, miss, window, recall }) {
    const cuts = cutsOf(points);
    const costs = costsOf(cuts, alarm, miss);
    const all = [...costs.keys()];
    return {
      points,
      values: cuts.values,
      told: thresholds.map((t) => {
        const k = cutAt(cuts, t);
        return { ...countsAt(cuts, k), cost: costs[k] };
      }),
      cuts: all.map((k) => {
        const reach = reachOf(cuts, k, window);
        const round = roundest(...reach);
        return { ...countsAt(cuts, k), cost: costs[k], reach, round, back: cutAt(cuts, round) };
      }),
      cheapest: cheapestOf(cuts, costs, window),
      best: bestPrecision(cuts, recall),
    };
  },

  /** What the links of a figure mean. */
  async links({ file, traits, texts }) {
    const module = await import(`../../svmlib/widgets/js/${file}`);
    const [specName] = Object.keys(module).filter((key) => key.endsWith("Spec"));
    const specs = module[specName]({ get: (trait) => traits[trait] });
    const start = Object.fromEntries(Object.keys(specs).map((trait) => [trait, traits[trait]]));
    return {
      refusedAtStart: Object.entries(specs)
        .filter(([trait, spec]) => refusal(start[trait], spec))
        .map(([trait]) => trait),
      decoded: texts.map((text) => decodeState(text, start, specs)),
    };
  },
};

await serve(TASKS);
