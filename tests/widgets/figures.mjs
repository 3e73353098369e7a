// The live figures without a page. test_live_told.py asks what they say of a state, `told`:
// { sentence, points }, points being the read-outs one by one. test_live_tasks.py asks which
// challenges are met, `judged`: { offered, met, found }, for traits at first and later.
import { Climb } from "../../svmlib/widgets/js/core/ascent.js";
import { Walk, optimum } from "../../svmlib/widgets/js/core/descent.js";
import { RegionMachine, TubeMachine } from "../../svmlib/widgets/js/core/general.js";
import { JointMachine, SeveralMachines } from "../../svmlib/widgets/js/core/joint.js";
import { lineThrough, streetAlong } from "../../svmlib/widgets/js/core/lines.js";
import { Machine } from "../../svmlib/widgets/js/core/machine.js";
import { bordersOf, flatOf, territories, verdict } from "../../svmlib/widgets/js/core/regions.js";
import { contours, onGrid, scoresOver } from "../../svmlib/widgets/js/core/surface.js";
import * as cuts from "../../svmlib/widgets/js/core/threshold.js";
import { LOSS_FUNCTIONS } from "../../svmlib/widgets/js/figures/losses.js";
import { descentTasks, viewOfDescent } from "../../svmlib/widgets/js/tasks/descent.js";
import * as ascent from "../../svmlib/widgets/js/tasks/dual_ascent.js";
import { machineTasks, viewOfMachine } from "../../svmlib/widgets/js/tasks/kernel_machine.js";
import { gapOfLift, liftTasks } from "../../svmlib/widgets/js/tasks/lift.js";
import { LOSS_TASKS } from "../../svmlib/widgets/js/tasks/losses.js";
import { MARGIN_TASKS, viewOfMargins } from "../../svmlib/widgets/js/tasks/margins.js";
import { regionTasks, viewOfRegion } from "../../svmlib/widgets/js/tasks/novelty.js";
import { streetTasks, viewOfStreet } from "../../svmlib/widgets/js/tasks/street.js";
import { CLASS_TASKS, ClassesSeen } from "../../svmlib/widgets/js/tasks/three_classes.js";
import { thresholdTasks, viewOfThreshold } from "../../svmlib/widgets/js/tasks/threshold.js";
import { tubeTasks, viewOfTube } from "../../svmlib/widgets/js/tasks/tube.js";
import { sentenceOfDescent } from "../../svmlib/widgets/js/told/descent.js";
import { pointOfAscent, sentenceOfAscent } from "../../svmlib/widgets/js/told/dual_ascent.js";
import { pointOfMachine, sentenceOfMachine } from "../../svmlib/widgets/js/told/kernel_machine.js";
import { pointOfLift, sentenceOfLift } from "../../svmlib/widgets/js/told/lift.js";
import { sentenceOfLosses } from "../../svmlib/widgets/js/told/losses.js";
import { sentenceOfMap, wrongOfMap } from "../../svmlib/widgets/js/told/map.js";
import * as margins from "../../svmlib/widgets/js/told/margins.js";
import { pointOfRegion, sentenceOfRegion } from "../../svmlib/widgets/js/told/novelty.js";
import { pointOfStreet, sentenceOfStreet } from "../../svmlib/widgets/js/told/street.js";
import * as classes from "../../svmlib/widgets/js/told/three_classes.js";
import { sentenceOfThreshold } from "../../svmlib/widgets/js/told/threshold.js";
import { pointOfTube, sentenceOfTube } from "../../svmlib/widgets/js/told/tube.js";
import { pointsElsewhere } from "../../svmlib/widgets/js/ui/challenges.js";
import { GRIDS } from "../../svmlib/widgets/js/ui/landscape.js";
import { agreement } from "../../svmlib/widgets/js/ui/sheet.js";
import { serve } from "./serve.mjs";

const LINEAR = { name: "linear" };

/** The answer of a machine at its end. */
function solved(machine, points, how) {
  machine.pose(points, how);
  return machine.advance(Infinity);
}

/** The boundary as the figure draws it. */
function boundaryOf(answer, box) {
  const f = scoresOver(answer, box, ...GRIDS.fine);
  const place = onGrid(box, ...GRIDS.fine);
  return contours(f, ...GRIDS.fine, 0).map((line) => line.map(place));
}

const boundOf = ({ C, hard }) => (hard ? Infinity : C);

// of each figure, for its traits: what it solves, the sentence, what is known of point i, and the
// game that begins there, its tasks and what they look at in a later state. Beside the traits a
// state may hold what a player did: the `line` or `lines` drawn, the `guesses` made
const FIGURES = {
  Street: {
    solve: (traits) => solved(new Machine(), traits.points, { kernel: LINEAR, C: boundOf(traits) }),
    sentence: (answer, traits) => sentenceOfStreet(answer, boundOf(traits)),
    point: pointOfStreet,
    game: (start) => ({
      tasks: streetTasks(start.hard),
      view(answer, { points, C, hard, line }) {
        const plain = { hard, places: points, separable: answer.separable };
        if (answer.separable === false) return plain;
        const guess = line && {
          best: streetAlong(points, lineThrough(line, 1), boundOf({ C, hard })),
          changed: C !== start.C || String(points) !== String(start.points),
        };
        return { ...plain, ...viewOfStreet(answer, guess), found: guess?.best };
      },
    }),
  },

  KernelMachine: {
    solve: ({ points, C, kernel: name, sigma, degree }) =>
      solved(new Machine(), points, { kernel: { name, sigma, degree, length: sigma }, C }),
    sentence: sentenceOfMachine,
    point: pointOfMachine,
    game(start, first) {
      const then = boundaryOf(first, start.box);
      return {
        tasks: machineTasks(start.points),
        view(answer, { lines, points, box }) {
          const boundary = boundaryOf(answer, box);
          const [agree, stale] = [lines ?? [], then].map((one) =>
            agreement(one, boundary, points, box),
          );
          return viewOfMachine(answer, { points, boundary, guess: lines && { agree, stale } });
        },
      };
    },
  },

  Losses: {
    solve: ({ score, label }) => label * score,
    sentence: (_, { score, label }) => sentenceOfLosses(score, label),
    game: () => ({
      tasks: LOSS_TASKS,
      view(m, { label, shown }) {
        const values = Object.fromEntries(shown.map((name) => [name, LOSS_FUNCTIONS[name](m)]));
        return { m, label, values };
      },
    }),
  },

  Margins: {
    solve({ points, handles, scale }) {
      const line = lineThrough(handles, scale);
      return { line, functional: margins.functionalMargins(points, line) };
    },
    sentence: ({ line, functional }, { scale }) =>
      margins.sentenceOfMargins(line, functional, scale),
    point: ({ functional }, i, { points, scale }) =>
      margins.pointOfMargins(points[i], functional[i], scale),
    game: () => ({
      tasks: MARGIN_TASKS,
      view({ functional }, { points, scale }) {
        const { norm } = solved(new Machine(), points, { kernel: LINEAR, C: Infinity });
        return viewOfMargins(functional, scale, 1 / norm);
      },
    }),
  },

  Descent: {
    solve({ steps, ...settings }) {
      const walk = new Walk(settings).to(steps);
      const t = Math.min(steps, walk.path.length - (walk.lost ? 2 : 1));
      return {
        walk,
        best: optimum(settings.points, settings.lam),
        t,
        lost: walk.lost && t < steps,
      };
    },
    sentence: sentenceOfDescent,
    game: ({ points, batch }) => ({
      tasks: descentTasks(batch, points.length),
      view: (run, traits) => ({
        ...viewOfDescent(run, traits.points, traits),
        found: run.walk.path,
      }),
    }),
  },

  DualAscent: {
    solve({ points, C, method, order, steps }) {
      const climb = new Climb(points, C, method, order).to(steps + 1);
      return { climb, t: Math.min(steps, climb.states.length - 1) };
    },
    sentence({ climb: { states }, t }) {
      const next = states[t + 1] ?? null;
      return sentenceOfAscent({ states, t, ended: !next, next });
    },
    point: ({ climb, t }, i, { C, points }) => pointOfAscent(climb.states[t], C, points[i], i),
    game: (start) => ({
      tasks: ascent.ascentTasks(start),
      view({ climb, t }, { guesses = [], ...traits }) {
        const game = new ascent.GuessGame();
        const said = guesses.map(([at, word]) => {
          const [now, next] = climb.to(at + 1).states.slice(at);
          const k = ascent.GUESSES[traits.method].findIndex(([one]) => one === word);
          const told = game.guess(k, { now, next, t: at, key: "" }, traits);
          game.watch("", at, at + 1);
          return told;
        });
        const found = { said, states: climb.states };
        return { ...ascent.viewOfAscent({ climb, t }, traits, game, false), found };
      },
    }),
  },

  Lift: {
    solve: () => null,
    sentence: (_, { points, level }) => sentenceOfLift(points, level),
    point: (_, i, { points, level }) => pointOfLift(points[i], level),
    game: ({ points }) => ({
      tasks: liftTasks(gapOfLift(points)),
      view: (_, { level, tilt }) => ({ level, tilt }),
    }),
  },

  Map: {
    solve({ points, Cs, sigmas, cell: [row, column] }) {
      const kernel = { name: "rbf", sigma: sigmas[row] };
      return solved(new Machine({ gap: 1e-9 }), points, { kernel, C: Cs[column] });
    },
    sentence(answer, { points, test, Cs, sigmas, scores, cell: [row, column] }) {
      const [wrong, errors] = [test, points].map((those) => wrongOfMap(answer, those).length);
      const counts = { wrong, valid: test.length, errors, train: points.length, steps: 0 };
      const place = { C: Cs[column], sigma: sigmas[row], told: scores[row][column] };
      return sentenceOfMap(answer, { ...place, ...counts });
    },
  },

  ThreeClasses: {
    solve({ points, kind, kernel: name, C, sigma, box }) {
      const joint = !kind.startsWith("one-vs");
      const machine = joint ? new JointMachine({ kind }) : new SeveralMachines({ kind });
      const answer = solved(machine, points, { kernel: joint ? LINEAR : { name, sigma }, C });
      const map = territories(answer, box, 110, 82);
      const winners = points.map(([x, y]) => verdict(answer, x, y).winner);
      return { answer, map, winners, straight: joint || name === "linear" };
    },
    sentence: ({ answer, map, winners }, { points, C }) =>
      classes.sentenceOfClasses(answer, points, C, { winners, flat: flatOf(map), ...map }),
    point: ({ answer }, i, { points }) => classes.pointOfClasses(answer, points[i]),
    game() {
      const seen = new ClassesSeen();
      return {
        tasks: CLASS_TASKS,
        view({ answer, map, winners, straight }, { points, kind, C, at = [] }) {
          const mistakes = classes.mistakesOfClasses(winners, points);
          const looked = { kind, straight, flat: flatOf(map), ...mistakes };
          const tables = at.map(([x, y]) => classes.tableOfClasses(answer, x, y));
          const found = { open: map.open, borders: bordersOf(map), tables };
          return { ...seen.view(looked, points, C), found };
        },
      };
    },
  },

  Tube: {
    solve: ({ points, kernel: name, sigma, C, epsilon }) =>
      solved(new TubeMachine(), points, { kernel: { name, sigma }, C, epsilon }),
    sentence: sentenceOfTube,
    point: pointOfTube,
    game: (_, first) => ({
      tasks: tubeTasks(first),
      view: (answer, traits) => viewOfTube(answer, traits.points, traits),
    }),
  },

  Novelty: {
    solve: ({ points, nu, sigma }) =>
      solved(new RegionMachine(), points, { kernel: { name: "rbf", sigma }, nu }),
    sentence: sentenceOfRegion,
    point: pointOfRegion,
    game: (_, first) => ({
      tasks: regionTasks(first),
      view: (answer, traits) => viewOfRegion(answer, traits.points, traits),
    }),
  },

  Threshold: {
    solve({ points, span, cost_alarm: alarm, cost_miss: miss }) {
      const window = span.slice(0, 2);
      const own = cuts.cutsOf(points);
      const costs = cuts.costsOf(own, alarm, miss);
      const best = cuts.cheapestOf(own, costs, window);
      return { cuts: own, costs, best, window, alarm, miss };
    },
    sentence(answer, { points, threshold, covered }) {
      const all = answer.costs.map((_, k) => cuts.countsAt(answer.cuts, k));
      return sentenceOfThreshold({ ...answer, points, threshold, covered, all });
    },
    game: ({ threshold }, first) => ({
      tasks: thresholdTasks(first.cuts, { ...first, threshold }),
      view: (answer, traits) =>
        viewOfThreshold({ ...answer, k: cuts.cutAt(answer.cuts, traits.threshold) }),
    }),
  },
};

await serve({
  told([name, traits]) {
    const { solve, sentence, point } = FIGURES[name];
    const answer = solve(traits);
    const known = (traits.points ?? []).map((_, i) => point?.(answer, i, traits));
    return { sentence: sentence(answer, traits), points: known };
  },

  judged([name, start, states]) {
    const { solve, game } = FIGURES[name];
    const { tasks, view } = game(start, solve(start));
    const [first, ...seen] = [start, ...states].map((traits) => view(solve(traits), traits));
    const moved = states.map(({ points = [] }) => pointsElsewhere(points, start.points ?? []));
    const met = seen.map((now, k) =>
      tasks.filter((task) => task.met(now, { first, moved: moved[k] })).map(({ id }) => id),
    );
    const found = seen.map((now) => now.found ?? now.guess?.agree);
    return { offered: tasks.map(({ id }) => id), met, found };
  },
});
