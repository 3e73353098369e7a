// What the figures say of a state, without a page, as test_live_told.py asks for it: { sentence,
// points }, points being the read-outs one by one.
import { Climb } from "../../svmlib/widgets/js/core/ascent.js";
import { Walk, optimum } from "../../svmlib/widgets/js/core/descent.js";
import { RegionMachine, TubeMachine } from "../../svmlib/widgets/js/core/general.js";
import { JointMachine, SeveralMachines } from "../../svmlib/widgets/js/core/joint.js";
import { lineThrough } from "../../svmlib/widgets/js/core/lines.js";
import { Machine } from "../../svmlib/widgets/js/core/machine.js";
import { flatOf, territories, verdict } from "../../svmlib/widgets/js/core/regions.js";
import { cheapestOf, costsOf, countsAt, cutsOf } from "../../svmlib/widgets/js/core/threshold.js";
import { sentenceOfDescent } from "../../svmlib/widgets/js/told/descent.js";
import { pointOfAscent, sentenceOfAscent } from "../../svmlib/widgets/js/told/dual_ascent.js";
import { pointOfMachine, sentenceOfMachine } from "../../svmlib/widgets/js/told/kernel_machine.js";
import { pointOfLift, sentenceOfLift } from "../../svmlib/widgets/js/told/lift.js";
import { sentenceOfLosses } from "../../svmlib/widgets/js/told/losses.js";
import { sentenceOfMap, wrongOfMap } from "../../svmlib/widgets/js/told/map.js";
import * as margins from "../../svmlib/widgets/js/told/margins.js";
import { pointOfRegion, sentenceOfRegion } from "../../svmlib/widgets/js/told/novelty.js";
import { pointOfStreet, sentenceOfStreet } from "../../svmlib/widgets/js/told/street.js";
import { pointOfClasses, sentenceOfClasses } from "../../svmlib/widgets/js/told/three_classes.js";
import { sentenceOfThreshold } from "../../svmlib/widgets/js/told/threshold.js";
import { pointOfTube, sentenceOfTube } from "../../svmlib/widgets/js/told/tube.js";
import { serve } from "./serve.mjs";

/** The answer of a machine at its end. */
function solved(machine, points, how) {
  machine.pose(points, how);
  return machine.advance(Infinity);
}

const FIGURES = {
  Street({ points, C, hard }) {
    const bound = hard ? Infinity : C;
    const answer = solved(new Machine(), points, { kernel: { name: "linear" }, C: bound });
    return {
      sentence: sentenceOfStreet(answer, bound),
      points: points.map((_, i) => pointOfStreet(answer, i)),
    };
  },

  KernelMachine({ points, C, kernel: name, sigma, degree }) {
    const kernel = { name, sigma, degree, length: sigma };
    const answer = solved(new Machine(), points, { kernel, C });
    return {
      sentence: sentenceOfMachine(answer),
      points: points.map((_, i) => pointOfMachine(answer, i)),
    };
  },

  Losses: ({ score, label }) => ({ sentence: sentenceOfLosses(score, label) }),

  Margins({ points, handles, scale }) {
    const line = lineThrough(handles, scale);
    const functional = margins.functionalMargins(points, line);
    return {
      sentence: margins.sentenceOfMargins(line, functional, scale),
      points: points.map((point, i) => margins.pointOfMargins(point, functional[i], scale)),
    };
  },

  Descent({ points, steps, ...settings }) {
    const walk = new Walk({ points, ...settings }).to(steps);
    const best = optimum(points, settings.lam);
    return { sentence: sentenceOfDescent({ walk, best, t: steps, lost: false }) };
  },

  DualAscent({ points, C, method, order, steps }) {
    const { states } = new Climb(points, C, method, order).to(steps + 1);
    const t = Math.min(steps, states.length - 1);
    const next = states[t + 1] ?? null;
    return {
      sentence: sentenceOfAscent({ states, t, ended: !next, next }),
      points: points.map((point, i) => pointOfAscent(states[t], C, point, i)),
    };
  },

  Lift: ({ points, level }) => ({
    sentence: sentenceOfLift(points, level),
    points: points.map((point) => pointOfLift(point, level)),
  }),

  Map({ points, test, Cs, sigmas, scores, cell }) {
    const [row, column] = cell;
    const [C, sigma] = [Cs[column], sigmas[row]];
    const answer = solved(new Machine({ gap: 1e-9 }), points, {
      kernel: { name: "rbf", sigma },
      C,
    });
    const [wrong, errors] = [test, points].map((those) => wrongOfMap(answer, those).length);
    const counts = { wrong, valid: test.length, errors, train: points.length, steps: 0 };
    return { sentence: sentenceOfMap(answer, { C, sigma, told: scores[row][column], ...counts }) };
  },

  ThreeClasses({ points, kind, kernel: name, C, sigma, box }) {
    const joint = !kind.startsWith("one-vs");
    const machine = joint ? new JointMachine({ kind }) : new SeveralMachines({ kind });
    const kernel = joint ? { name: "linear" } : { name, sigma };
    const answer = solved(machine, points, { kernel, C });
    const map = territories(answer, box, 110, 82);
    const winners = points.map(([x, y]) => verdict(answer, x, y).winner);
    const found = { winners, flat: flatOf(map), open: map.open, duels: map.duels };
    return {
      sentence: sentenceOfClasses(answer, points, C, found),
      points: points.map((point) => pointOfClasses(answer, point)),
    };
  },

  Tube({ points, kernel: name, sigma, C, epsilon }) {
    const answer = solved(new TubeMachine(), points, { kernel: { name, sigma }, C, epsilon });
    return {
      sentence: sentenceOfTube(answer),
      points: points.map((_, i) => pointOfTube(answer, i)),
    };
  },

  Novelty({ points, nu, sigma }) {
    const answer = solved(new RegionMachine(), points, { kernel: { name: "rbf", sigma }, nu });
    return {
      sentence: sentenceOfRegion(answer),
      points: points.map((_, i) => pointOfRegion(answer, i)),
    };
  },

  Threshold({ points, span, threshold, cost_alarm, cost_miss, covered }) {
    const window = span.slice(0, 2);
    const cuts = cutsOf(points);
    const costs = costsOf(cuts, cost_alarm, cost_miss);
    const best = cheapestOf(cuts, costs, window);
    const all = costs.map((_, k) => countsAt(cuts, k));
    const found = { points, cuts, all, threshold, costs, best, covered, window };
    return { sentence: sentenceOfThreshold(found) };
  },
};

await serve(FIGURES);
