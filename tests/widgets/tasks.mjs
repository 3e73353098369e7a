// Which challenges of a figure are met, without a page: each line of stdin holds
// [[name, start, states], …], traits of a figure at first and later, each line of stdout
// [{ offered, met, found }, …]. test_live_tasks.py puts the questions and judges the answers.
import { createInterface } from "node:readline";
import { Climb } from "../../svmlib/widgets/js/core/ascent.js";
import { Walk, optimum } from "../../svmlib/widgets/js/core/descent.js";
import { RegionMachine, TubeMachine } from "../../svmlib/widgets/js/core/general.js";
import { JointMachine, SeveralMachines } from "../../svmlib/widgets/js/core/joint.js";
import { lineThrough, streetAlong } from "../../svmlib/widgets/js/core/lines.js";
import { Machine } from "../../svmlib/widgets/js/core/machine.js";
import { bordersOf, flatOf, territories, verdict } from "../../svmlib/widgets/js/core/regions.js";
import { contours, onGrid, scoresOver } from "../../svmlib/widgets/js/core/surface.js";
import { cheapestOf, costsOf, cutAt, cutsOf } from "../../svmlib/widgets/js/core/threshold.js";
import { LOSS_FUNCTIONS } from "../../svmlib/widgets/js/figures/losses.js";
import { functionalMargins } from "../../svmlib/widgets/js/told/margins.js";
import { mistakesOfClasses, tableOfClasses } from "../../svmlib/widgets/js/told/three_classes.js";
import * as ascent from "../../svmlib/widgets/js/tasks/dual_ascent.js";
import { descentTasks, viewOfDescent } from "../../svmlib/widgets/js/tasks/descent.js";
import { machineTasks, viewOfMachine } from "../../svmlib/widgets/js/tasks/kernel_machine.js";
import { gapOfLift, liftTasks } from "../../svmlib/widgets/js/tasks/lift.js";
import { LOSS_TASKS } from "../../svmlib/widgets/js/tasks/losses.js";
import { MARGIN_TASKS, viewOfMargins } from "../../svmlib/widgets/js/tasks/margins.js";
import { regionTasks, viewOfRegion } from "../../svmlib/widgets/js/tasks/novelty.js";
import { streetTasks, viewOfStreet } from "../../svmlib/widgets/js/tasks/street.js";
import { CLASS_TASKS, ClassesSeen } from "../../svmlib/widgets/js/tasks/three_classes.js";
import { thresholdTasks, viewOfThreshold } from "../../svmlib/widgets/js/tasks/threshold.js";
import { tubeTasks, viewOfTube } from "../../svmlib/widgets/js/tasks/tube.js";
import { pointsElsewhere } from "../../svmlib/widgets/js/ui/challenges.js";
import { GRIDS } from "../../svmlib/widgets/js/ui/landscape.js";
import { agreement } from "../../svmlib/widgets/js/ui/sheet.js";

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

// of each figure, for its traits at first, the tasks and what it finds in a later state; beside the
// traits a state may hold what a player did: the `line` or `lines` drawn, the `guesses` made
const FIGURES = {
  Street: (start) => ({
    tasks: streetTasks(start.hard),
    view({ points, C, hard, line }) {
      const bound = hard ? Infinity : C;
      const answer = solved(new Machine(), points, { kernel: LINEAR, C: bound });
      const plain = { hard, places: points, separable: answer.separable };
      if (answer.separable === false) return plain;
      const guess = line && {
        best: streetAlong(points, lineThrough(line, 1), bound),
        changed: C !== start.C || String(points) !== String(start.points),
      };
      return { ...plain, ...viewOfStreet(answer, guess), found: guess?.best };
    },
  }),

  KernelMachine(start) {
    const of = ({ points, C, kernel: name, sigma, degree }) =>
      solved(new Machine(), points, { kernel: { name, sigma, degree, length: sigma }, C });
    const then = boundaryOf(of(start), start.box);
    return {
      tasks: machineTasks(start.points),
      view({ lines, ...traits }) {
        const answer = of(traits);
        const { points, box } = traits;
        const boundary = boundaryOf(answer, box);
        const [agree, stale] = [lines ?? [], then].map((one) =>
          agreement(one, boundary, points, box),
        );
        return viewOfMachine(answer, { points, boundary, guess: lines && { agree, stale } });
      },
    };
  },

  Losses: () => ({
    tasks: LOSS_TASKS,
    view({ score, label, shown }) {
      const m = label * score;
      const values = Object.fromEntries(shown.map((name) => [name, LOSS_FUNCTIONS[name](m)]));
      return { m, label, values };
    },
  }),

  Margins: () => ({
    tasks: MARGIN_TASKS,
    view({ points, handles, scale }) {
      const { norm } = solved(new Machine(), points, { kernel: LINEAR, C: Infinity });
      const functional = functionalMargins(points, lineThrough(handles, scale));
      return viewOfMargins(functional, scale, 1 / norm);
    },
  }),

  Descent: ({ points, batch }) => ({
    tasks: descentTasks(batch, points.length),
    view({ steps, ...settings }) {
      const walk = new Walk({ points, ...settings }).to(steps);
      const t = Math.min(steps, walk.path.length - (walk.lost ? 2 : 1));
      const run = { walk, best: optimum(points, settings.lam), t, lost: walk.lost && t < steps };
      return { ...viewOfDescent(run, points, settings), found: walk.path };
    },
  }),

  DualAscent: (start) => ({
    tasks: ascent.ascentTasks(start),
    view({ steps, guesses = [], ...traits }) {
      const climb = new Climb(traits.points, traits.C, traits.method, traits.order);
      const game = new ascent.GuessGame();
      const said = guesses.map(([t, word]) => {
        const { states } = climb.to(t + 1);
        const k = ascent.GUESSES[traits.method].findIndex(([one]) => one === word);
        const told = game.guess(k, { now: states[t], next: states[t + 1], t, key: "" }, traits);
        game.watch("", t, t + 1);
        return told;
      });
      const t = Math.min(steps, climb.to(steps + 1).states.length - 1);
      return {
        ...ascent.viewOfAscent({ climb, t }, traits, game, false),
        found: { said, states: climb.states },
      };
    },
  }),

  Lift: ({ points }) => ({
    tasks: liftTasks(gapOfLift(points)),
    view: ({ level, tilt }) => ({ level, tilt }),
  }),

  ThreeClasses() {
    const seen = new ClassesSeen();
    return {
      tasks: CLASS_TASKS,
      view({ points, kind, kernel: name, C, sigma, box, at = [] }) {
        const joint = !kind.startsWith("one-vs");
        const machine = joint ? new JointMachine({ kind }) : new SeveralMachines({ kind });
        const answer = solved(machine, points, { kernel: joint ? LINEAR : { name, sigma }, C });
        const winners = points.map(([x, y]) => verdict(answer, x, y).winner);
        const map = territories(answer, box, 110, 82);
        const straight = joint || name === "linear";
        const found = { kind, straight, flat: flatOf(map), ...mistakesOfClasses(winners, points) };
        const tables = at.map(([x, y]) => tableOfClasses(answer, x, y));
        return {
          ...seen.view(found, points, C),
          found: { open: map.open, borders: bordersOf(map), tables },
        };
      },
    };
  },

  Tube(start) {
    const of = ({ points, kernel: name, sigma, C, epsilon }) =>
      solved(new TubeMachine(), points, { kernel: { name, sigma }, C, epsilon });
    return {
      tasks: tubeTasks(of(start)),
      view: (traits) => viewOfTube(of(traits), traits.points, traits),
    };
  },

  Novelty(start) {
    const of = ({ points, nu, sigma }) =>
      solved(new RegionMachine(), points, { kernel: { name: "rbf", sigma }, nu });
    return {
      tasks: regionTasks(of(start)),
      view: (traits) => viewOfRegion(of(traits), traits.points, traits),
    };
  },

  Threshold({ points, span, threshold, cost_alarm: alarm, cost_miss: miss }) {
    const cuts = cutsOf(points);
    return {
      tasks: thresholdTasks(cuts, { threshold, alarm, miss }),
      view({ threshold: t, cost_alarm, cost_miss }) {
        const costs = costsOf(cuts, cost_alarm, cost_miss);
        const best = cheapestOf(cuts, costs, span.slice(0, 2));
        const prices = { alarm: cost_alarm, miss: cost_miss };
        return viewOfThreshold({ cuts, k: cutAt(cuts, t), costs, best, ...prices });
      },
    };
  },
};

function judged(name, start, states) {
  const { tasks, view } = FIGURES[name](start);
  const first = view(start);
  const seen = states.map(view);
  const moved = states.map(({ points = [] }) => pointsElsewhere(points, start.points ?? []));
  const met = seen.map((now, k) =>
    tasks.filter((task) => task.met(now, { first, moved: moved[k] })).map(({ id }) => id),
  );
  const found = seen.map((now) => now.found ?? now.guess?.agree);
  return { offered: tasks.map(({ id }) => id), met, found };
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  console.log(JSON.stringify(JSON.parse(line).map((question) => judged(...question))));
}
