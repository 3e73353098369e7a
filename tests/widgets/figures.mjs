// The live figures without a page. test_live_told.py asks what they say of a state, `told`: rows
// and remarks, all of it as one sentence, and points, the read-outs one by one; and what of a
// change, `moved`. test_live_tasks.py asks which challenges are met, `judged`: { offered, met,
// found }, for traits at first and later.
// test_live_guess.py asks how good guesses are, `guessed`.
import { Climb } from "../../svmlib/widgets/js/core/ascent.js";
import { unfinished } from "../../svmlib/widgets/js/core/certified.js";
import { Walk, generator, optimum } from "../../svmlib/widgets/js/core/descent.js";
import { RegionMachine, TubeMachine } from "../../svmlib/widgets/js/core/general.js";
import { JointMachine, SeveralMachines } from "../../svmlib/widgets/js/core/joint.js";
import { agreement, lineThrough, streetAlong } from "../../svmlib/widgets/js/core/lines.js";
import { LandmarkMachine, scoresOfLandmarks } from "../../svmlib/widgets/js/core/landmarks.js";
import { Machine } from "../../svmlib/widgets/js/core/machine.js";
import { bestOf, worthOf } from "../../svmlib/widgets/js/core/reliability.js";
import { bordersOf, flatOf, territories, verdict } from "../../svmlib/widgets/js/core/regions.js";
import { contours, onGrid, scoresOver } from "../../svmlib/widgets/js/core/surface.js";
import * as cuts from "../../svmlib/widgets/js/core/threshold.js";
import { LOSS_FUNCTIONS } from "../../svmlib/widgets/js/figures/losses.js";
import { billOf } from "../../svmlib/widgets/js/figures/reliability.js";
import * as hero from "../../svmlib/widgets/js/hero/words.js";
import {
  AHEAD,
  DESCENT_GUESS,
  descentTasks,
  viewOfDescent,
} from "../../svmlib/widgets/js/tasks/descent.js";
import * as ascent from "../../svmlib/widgets/js/tasks/dual_ascent.js";
import {
  MACHINE_GUESS,
  machineTasks,
  viewOfMachine,
} from "../../svmlib/widgets/js/tasks/kernel_machine.js";
import {
  LANDMARK_GUESS,
  landmarkTasks,
  viewOfLandmarks,
} from "../../svmlib/widgets/js/tasks/landmarks.js";
import { LIFT_GUESS, gapOfLift, liftTasks } from "../../svmlib/widgets/js/tasks/lift.js";
import { LOSS_GUESS, LOSS_TASKS } from "../../svmlib/widgets/js/tasks/losses.js";
import { MAP_GUESS, mapTasks } from "../../svmlib/widgets/js/tasks/map.js";
import { MARGIN_GUESS, marginTasks, viewOfMargins } from "../../svmlib/widgets/js/tasks/margins.js";
import { REGION_GUESS, regionTasks, viewOfRegion } from "../../svmlib/widgets/js/tasks/novelty.js";
import {
  RELIABILITY_GUESS,
  reliabilityTasks,
  viewOfReliability,
} from "../../svmlib/widgets/js/tasks/reliability.js";
import { STREET_GUESS, streetTasks, viewOfStreet } from "../../svmlib/widgets/js/tasks/street.js";
import {
  CLASS_GUESS,
  CLASS_TASKS,
  ClassesSeen,
} from "../../svmlib/widgets/js/tasks/three_classes.js";
import {
  THRESHOLD_GUESS,
  thresholdTasks,
  viewOfThreshold,
} from "../../svmlib/widgets/js/tasks/threshold.js";
import { TUBE_GUESS, tubeTasks, viewOfTube } from "../../svmlib/widgets/js/tasks/tube.js";
import { toldOfDescent } from "../../svmlib/widgets/js/told/descent.js";
import { pointOfAscent, toldOfAscent } from "../../svmlib/widgets/js/told/dual_ascent.js";
import { pointOfMachine, toldOfMachine } from "../../svmlib/widgets/js/told/kernel_machine.js";
import { toldOfLandmarks } from "../../svmlib/widgets/js/told/landmarks.js";
import { pointOfLift, toldOfLift } from "../../svmlib/widgets/js/told/lift.js";
import { toldOfLosses } from "../../svmlib/widgets/js/told/losses.js";
import { toldOfMap, wrongOfMap } from "../../svmlib/widgets/js/told/map.js";
import * as margins from "../../svmlib/widgets/js/told/margins.js";
import { pointOfRegion, toldOfRegion } from "../../svmlib/widgets/js/told/novelty.js";
import {
  arrowOf,
  firstLine,
  moveInWords,
  plainly,
  toldOf,
} from "../../svmlib/widgets/js/told/moved.js";
import { toldOfReliability } from "../../svmlib/widgets/js/told/reliability.js";
import { pointOfStreet, toldOfStreet } from "../../svmlib/widgets/js/told/street.js";
import * as classes from "../../svmlib/widgets/js/told/three_classes.js";
import { toldOfThreshold } from "../../svmlib/widgets/js/told/threshold.js";
import { pointOfTube, toldOfTube } from "../../svmlib/widgets/js/told/tube.js";
import { pointsElsewhere } from "../../svmlib/widgets/js/ui/challenges.js";
import { History } from "../../svmlib/widgets/js/ui/history.js";
import { GRIDS, pacedShare } from "../../svmlib/widgets/js/ui/landscape.js";
import { decodeState, encodeState } from "../../svmlib/widgets/js/ui/share.js";
import { serve } from "./serve.mjs";

const LINEAR = { name: "linear" };

/**
 * The answer of a machine at its end, or after one step where `kept.hurry`; what is `kept` goes on
 * from its last answer.
 */
function solved(kept, Solver, points, how, options = {}) {
  const machine = (kept[options.kind ?? "only"] ??= new Solver(options));
  machine.pose(points, how);
  return machine.advance(kept.hurry ? 0 : Infinity);
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
    solve: (traits, kept) =>
      solved(kept, Machine, traits.points, { kernel: LINEAR, C: boundOf(traits) }),
    told: (answer, traits) =>
      answer.separable ? toldOfStreet(answer, boundOf(traits)) : toldOf("No line separates.", []),
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
    solve: ({ points, C, kernel: name, sigma, degree }, kept) =>
      solved(kept, Machine, points, { kernel: { name, sigma, degree, length: sigma }, C }),
    told: toldOfMachine,
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
    told: (m, { score, label, shown }) =>
      toldOfLosses(
        score,
        label,
        Object.fromEntries(shown.map((name) => [name, LOSS_FUNCTIONS[name](m)])),
      ),
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
    told: ({ line, functional }, { scale, plain }) =>
      plain
        ? margins.toldOfDistances(functional.map((m) => m / scale))
        : margins.toldOfMargins(line, functional, scale),
    point: ({ functional }, i, { points, scale, plain }) =>
      plain
        ? margins.pointAtDistance(points[i], functional[i] / scale)
        : margins.pointOfMargins(points[i], functional[i], scale),
    game: ({ plain, scale }, { functional }) => ({
      tasks: marginTasks(plain, viewOfMargins(functional, scale, Infinity)),
      view({ functional }, { points, scale }) {
        const { norm } = solved({}, Machine, points, { kernel: LINEAR, C: Infinity });
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
    told: toldOfDescent,
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
    told({ climb: { states }, t }) {
      const next = states[t + 1] ?? null;
      return toldOfAscent({ states, t, ended: !next, next });
    },
    point: ({ climb, t }, i, { C, points }) => pointOfAscent(climb.states[t], C, points[i], i),
    game: (start) => ({
      tasks: ascent.ascentTasks(start),
      view({ climb, t }, { guesses = [], ...traits }) {
        const game = new ascent.GuessGame();
        const said = guesses.map(([at, word, begun]) => {
          if (begun) game.begin(begun); // another problem, of this method
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
    told: (_, { points, level }) => toldOfLift(points, level),
    point: (_, i, { points, level }) => pointOfLift(points[i], level),
    game: ({ points }) => ({
      tasks: liftTasks(gapOfLift(points)),
      view: (_, { level, tilt }) => ({ level, tilt }),
    }),
  },

  Map: {
    solve({ points, Cs, sigmas, cell: [row, column] }, kept) {
      const kernel = { name: "rbf", sigma: sigmas[row] };
      return solved(kept, Machine, points, { kernel, C: Cs[column] }, { gap: 1e-9 });
    },
    told(answer, { points, test, Cs, sigmas, scores, cell: [row, column] }) {
      const [wrong, errors] = [test, points].map((those) => wrongOfMap(answer, those).length);
      const counts = { wrong, valid: test.length, errors, train: points.length, steps: 0 };
      const place = { C: Cs[column], sigma: sigmas[row], told: scores[row][column] };
      return toldOfMap(answer, { ...place, ...counts });
    },
    game({ scores, sigmas, test }) {
      const high = Math.max(...scores.flat());
      const how = { high, valid: test.length, shortest: 4, rows: sigmas.length };
      const view = (_, { guess = null }) => ({ score: 0, errors: 1, steps: 0, guess });
      return { tasks: mapTasks(how), view };
    },
  },

  ThreeClasses: {
    solve({ points, kind, kernel: name, C, sigma, box }, kept) {
      const joint = !kind.startsWith("one-vs");
      const how = { kernel: joint ? LINEAR : { name, sigma }, C };
      const answer = solved(kept, joint ? JointMachine : SeveralMachines, points, how, { kind });
      if (!answer.done) return answer;
      const map = territories(answer, box, 110, 82);
      const winners = points.map(([x, y]) => verdict(answer, x, y).winner);
      return { answer, map, winners, straight: joint || name === "linear" };
    },
    told: ({ answer, map, winners }, { points, C }) =>
      classes.toldOfClasses(answer, points, C, { winners, flat: flatOf(map), ...map }),
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
    solve: ({ points, kernel: name, sigma, C, epsilon }, kept) =>
      solved(kept, TubeMachine, points, { kernel: { name, sigma }, C, epsilon }),
    told: toldOfTube,
    point: pointOfTube,
    game: (_, first) => ({
      tasks: tubeTasks(first),
      view: (answer, traits) => viewOfTube(answer, traits.points, traits),
    }),
  },

  Novelty: {
    solve: ({ points, nu, sigma }, kept) =>
      solved(kept, RegionMachine, points, { kernel: { name: "rbf", sigma }, nu }),
    told: toldOfRegion,
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
    told(answer, { points, threshold }) {
      const all = answer.costs.map((_, k) => cuts.countsAt(answer.cuts, k));
      return toldOfThreshold({ ...answer, points, threshold, all });
    },
    game: ({ threshold }, first) => ({
      tasks: thresholdTasks(first.cuts, { ...first, threshold }),
      view: (answer, traits) =>
        viewOfThreshold({ ...answer, k: cuts.cutAt(answer.cuts, traits.threshold) }),
    }),
  },

  Reliability: {
    solve: ({ points, ...map }) => worthOf(points, map),
    told: (worth, { points, costs, cost_miss: miss, ...map }) =>
      toldOfReliability(worth, map.rate, costs ? billOf(points, map, miss) : null),
    game: (start) => ({
      tasks: reliabilityTasks(start.points, start),
      view: (worth, { points, rate }) => ({
        ...viewOfReliability(worth, rate, bestOf(points, rate)),
        found: worth.bins,
      }),
    }),
  },

  Landmarks: {
    solve({ rows, points: landmarks, C, sigma }, kept) {
      const answer = solved(kept, LandmarkMachine, rows, { landmarks, C, sigma });
      const how = { kernel: { name: "rbf", sigma }, C };
      return { ...answer, best: solved(kept, Machine, rows, how, { kind: "exact" }).primal };
    },
    told: (answer) => toldOfLandmarks(answer, answer.best),
    game: ({ rows, C, sigma, points: landmarks }, { share: begin }) => ({
      tasks: landmarkTasks(rows, { C, sigma, landmarks, begin }, 24),
      view: (answer, traits) => ({
        ...viewOfLandmarks(answer, traits.points, traits),
        found: [...scoresOfLandmarks(answer, traits.box, 8, 6)],
      }),
    }),
  },
};

// of each figure its question, and what is, for its traits and what it solves
const GUESSED = {
  Street: [STREET_GUESS, (found, traits) => ({ points: traits.points, C: boundOf(traits), found })],
  KernelMachine: [
    MACHINE_GUESS,
    (answer, { points, box }) => ({ answer, points, box, boundary: boundaryOf(answer, box) }),
  ],
  Losses: [
    LOSS_GUESS,
    (m, { shown }) => ({
      m,
      values: Object.fromEntries(shown.map((name) => [name, LOSS_FUNCTIONS[name](m)])),
    }),
  ],
  Margins: [
    MARGIN_GUESS,
    (_, { points }) => {
      const { norm, support } = solved({}, Machine, points, { kernel: LINEAR, C: Infinity });
      return { margin: 1 / norm, support };
    },
  ],
  Descent: [
    DESCENT_GUESS,
    ({ walk, best, t }, { points, batch }) => {
      walk.to(t + AHEAD);
      const [path, values] = [walk.path, walk.values].map((row) => row.slice(t, t + AHEAD + 1));
      return { path, values, best: best.w, n: points.length, batch };
    },
  ],
  DualAscent: [
    ascent.ASCENT_GUESS,
    ({ climb }, { points, C }) => ({ ...climb.to(2000).states.at(-1), points, C }),
  ],
  Lift: [LIFT_GUESS, (_, { level }) => ({ level })],
  Map: [
    MAP_GUESS,
    (answer, { points, scores, test }) => ({
      scores,
      errors: wrongOfMap(answer, points).length,
      valid: test.length,
    }),
  ],
  ThreeClasses: [
    CLASS_GUESS,
    ({ map, winners, straight }, { points, kind }) => ({
      kind,
      straight,
      flat: flatOf(map),
      ...classes.mistakesOfClasses(winners, points),
    }),
  ],
  Tube: [TUBE_GUESS, (answer) => answer],
  Novelty: [REGION_GUESS, (answer) => answer],
  Threshold: [THRESHOLD_GUESS, (answer) => answer],
  Reliability: [
    RELIABILITY_GUESS,
    (_, { points, rate }) => ({ points, rate, best: bestOf(points, rate) }),
  ],
  Landmarks: [LANDMARK_GUESS, (answer) => answer],
};

/** A value that a reader may give a trait; `at()` is a place in the window. */
function another(value, { kind, min, max, log, whole, options, sizes }, dice, at) {
  const any = (n) => Math.floor(n * dice());
  const i = any(value?.length);
  if (kind === "number") {
    const v = log ? min * (max / min) ** dice() : min + dice() * (max - min);
    return whole ? Math.round(v) : Math.min(max, Math.max(min, Number(v.toPrecision(4))));
  }
  if (kind === "choice") return options[any(options.length)][0];
  if (kind === "switch") return !value;
  if (kind === "names") return options.filter((name) => (any(2) ? value.includes(name) : any(2)));
  if (kind === "cell") return sizes.map(any);
  if (kind === "place") return at();
  if (kind === "places") return value.with(i, at());
  const [label, other] = [value[i][2], value[any(value.length)][2]];
  return [
    () => value.with(i, [...at(), label]),
    () => value.with(i, [...at(), other]),
    () => [...value, [...at(), label]].slice(0, 60),
    () => (value.filter((p) => p[2] === label).length > 1 ? value.toSpliced(i, 1) : value),
  ][any(4)]();
}

/** What is told of the bounds. */
function boundsOf(found) {
  const { done, certified, primal, objective, dual } = found?.answer ?? found ?? {};
  return { done, certified, primal: primal ?? objective, dual };
}

/** The specs of a figure's traits. */
async function specsOf(file, traits) {
  const [makeSpecs] = Object.entries(await import(`../../svmlib/widgets/js/${file}`))
    .filter(([key]) => key.endsWith("Spec"))
    .map(([, spec]) => spec);
  return makeSpecs({ get: (trait) => traits[trait] });
}

await serve({
  /**
   * A walk over all that a reader may do, on machines that often have no time to end: what its link
   * means, what is told at the end on the way to an answer, and that of a new machine.
   */
  async walked([name, file, traits, seed]) {
    const { solve, told } = FIGURES[name];
    const specs = await specsOf(file, traits);
    const start = Object.fromEntries(Object.keys(specs).map((trait) => [trait, traits[trait]]));
    const [x0, x1, y0, y1] = traits.box ?? [0, 1, 0, 1];
    const dice = generator(seed);
    const at = () =>
      [x0 + dice() * (x1 - x0), y0 + dice() * (y1 - y0)].map((v) => Number(v.toPrecision(6)));
    const [history, kept] = [new History(start), {}];
    let state = start;
    for (let k = 0; k < 14; k++) {
      const back = dice() < 0.5 ? history.canUndo && -1 : history.canRedo && 1;
      if (back && dice() < 0.5) state = history.step(back);
      else {
        const trait = Object.keys(specs)[Math.floor(dice() * Object.keys(specs).length)];
        state = { ...state, [trait]: another(state[trait], specs[trait], dice, at) };
        if (["data", "seed"].includes(trait) && specs.points)
          state.points = specs.points.base(state);
        history.record(state, "");
      }
      kept.hurry = dice() < 0.5;
      solve({ ...traits, ...state }, kept);
    }
    const { state: opened } = decodeState(encodeState(state, start, specs), start, specs);
    const whole = { ...traits, ...state };
    kept.hurry = true;
    const course = [];
    do course.push(boundsOf(solve(whole, kept)));
    while (course.at(-1).done === false);
    kept.hurry = false;
    const [own, fresh] = [kept, {}].map((from) => {
      const found = solve(whole, from);
      const open = found?.done === undefined ? "" : unfinished(found);
      const all = told(found, whole);
      const rows = open ? [] : all.rows.filter(({ shown, value }) => shown && value !== null);
      const values = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
      return { ...boundsOf(found), sentence: open || plainly(all), values };
    });
    return { state, opened, course, own, fresh, nothing: encodeState(start, start, specs) };
  },

  /** What is told of a state, and of each of its points; on one line, too. */
  told([name, traits]) {
    const { solve, told, point } = FIGURES[name];
    const answer = solve(traits, {});
    const points = (traits.points ?? []).map((_, i) => point?.(answer, i, traits));
    const all = told(answer, traits);
    return { ...all, sentence: plainly(all), points };
  },

  /** The first line after a change of traits, and the arrows of the rows. */
  async moved([name, file, before, now]) {
    const { solve, told } = FIGURES[name];
    const specs = await specsOf(file, before);
    const [old, own] = [before, now].map((traits) => told(solve(traits, {}), traits));
    const rows = new Map(old.rows.map((row) => [row.name, row]));
    const arrows = own.rows.map((row) => [row.name, arrowOf(rows.get(row.name), row)]);
    const { move, rest } = firstLine(moveInWords(before, now, specs), old, own);
    return { move, rest, arrows: Object.fromEntries(arrows), before: old, now: own };
  },

  /** The share of a grid after pictures that took so long for each place, until it stays. */
  paced: ([milliseconds, start]) =>
    Array.from({ length: 8 }).reduce(
      (share) => pacedShare(share, milliseconds * share ** 2),
      start,
    ),

  /** { off, said, why } of a guess. */
  guessed([name, traits, value]) {
    const [{ judge }, truth] = GUESSED[name];
    return judge(value, truth(FIGURES[name].solve(traits, {}), traits));
  },

  judged([name, start, states]) {
    const { solve, game } = FIGURES[name];
    const { tasks, view } = game(start, solve(start, {}));
    const [first, ...seen] = [start, ...states].map((traits) => view(solve(traits, {}), traits));
    const moved = states.map(({ points = [] }) => pointsElsewhere(points, start.points ?? []));
    const met = seen.map((now, k) =>
      tasks.filter((task) => task.met(now, { first, moved: moved[k] })).map(({ id }) => id),
    );
    const found = seen.map((now) => now.found ?? now.guess?.agree);
    return { offered: tasks.map(({ id }) => id), met, found };
  },

  draws([seed, count]) {
    const dice = generator(seed);
    return Array.from({ length: count }, () => dice());
  },
  line: ({ points, line }) => hero.judgeLine(points, line),
  hero: ({ name, arguments: given }) => hero[name](...given),
});
