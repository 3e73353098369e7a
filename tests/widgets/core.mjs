// The numeric core of the live figures, as test_live_*.py ask for it.
import { groundAt, seenFrom } from "../../svmlib/widgets/js/core/camera.js";
import { CellWalk } from "../../svmlib/widgets/js/core/cells.js";
import { RegionMachine, TubeMachine, curveOf } from "../../svmlib/widgets/js/core/general.js";
import { JointMachine } from "../../svmlib/widgets/js/core/joint.js";
import { gram, updateGram } from "../../svmlib/widgets/js/core/kernels.js";
import { Machine, score } from "../../svmlib/widgets/js/core/machine.js";
import { contours, surface } from "../../svmlib/widgets/js/core/surface.js";
import { facesOf } from "../../svmlib/widgets/js/core/terrain.js";
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
import { Trace, heightsOf, valuesOver } from "../../svmlib/widgets/js/core/trace.js";
import { aside, boxOf, nearer } from "../../svmlib/widgets/js/core/view.js";
import { show } from "../../svmlib/widgets/js/core/words.js";
import { stateBetween } from "../../svmlib/widgets/js/ui/glide.js";
import { Landscape } from "../../svmlib/widgets/js/ui/landscape.js";
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
  /** The views and their boxes after steps [name, argument, place]. */
  views: ({ whole, steps }) =>
    steps.reduce((found, [name, ...how]) => {
      const before = found.at(-1)?.view ?? null;
      const view = name === "nearer" ? nearer(whole, before, ...how) : aside(whole, before, ...how);
      return [...found, { view, box: view ? boxOf(whole, view) : whole }];
    }, []),

  /** The boundary of a machine where a part of its window is seen, or all of it (null). */
  boundaries({ points, whole, views, ...how }) {
    const machine = new Machine();
    machine.pose(points, how);
    const answer = machine.advance(Infinity);
    const drawn = { sides() {}, levels() {} };
    return views.map((view) => {
      const box = view ? boxOf(whole, view) : whole;
      const landscape = new Landscape({ whole, box, view, ...drawn });
      landscape.draw(answer, [40, 30]);
      return { seen: landscape.placed(1), all: landscape.boundary };
    });
  },

  seen: ({ places, turn, tilt }) => places.map((place) => seenFrom(place, turn, tilt)),
  ground: ({ places, turn, tilt }) => places.map((place) => groundAt(place, turn, tilt)),
  faces: ({ z, width, height, ...how }) =>
    facesOf(z, width, height, (i, j) => [i, height - 1 - j], how),

  heights: ([values, log]) => values.map(heightsOf(values, log)),
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
  /** How long a walk over a map is after each cell. */
  cells({ first, moves }) {
    const walk = new CellWalk(first);
    return moves.map((cell) => {
      walk.go(cell);
      return walk.steps;
    });
  },
  between: ({ from, to, shares, specs }) => shares.map((t) => stateBetween(from, to, t, specs)),
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
