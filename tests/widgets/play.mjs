// The playground without a page, as test_playground_core.py and test_playground.py ask for it:
// {error} where the front end refuses with a sentence, {crash} where it breaks.
import { makeData } from "../../svmlib/widgets/js/core/datasets.js";
import { Machine, score } from "../../svmlib/widgets/js/core/machine.js";
import { pythonCode } from "../../svmlib/widgets/js/play/code.js";
import { partsOf, playData, splitData } from "../../svmlib/widgets/js/play/data.js";
import { irisPoints } from "../../svmlib/widgets/js/play/iris.js";
import { SITUATIONS } from "../../svmlib/widgets/js/play/situations.js";
import * as play from "../../svmlib/widgets/js/play/state.js";
import {
  choosePoints,
  defaults,
  readTable,
  scalingOf,
  seenAt,
  toCsv,
} from "../../svmlib/widgets/js/play/table.js";
import { decodeState, refusal } from "../../svmlib/widgets/js/ui/share.js";
import { serve } from "./serve.mjs";

/** A state by what differs from its situation. */
const whole = (state) => play.playStart(state.situation, state);
const SPECS = play.playgroundSpec();

const TASKS = {
  read: (told) => (typeof told === "object" ? readTable(told.text, told.decimal) : readTable(told)),
  rows: (text) => readTable(text).rows,
  /** Points from text, by the default columns unless others are named. */
  chosen({ text, decimal, ...choice }) {
    const table = readTable(text, decimal);
    return { ...choosePoints(table, { ...defaults(table), ...choice }), chosen: defaults(table) };
  },
  csv: ({ points, names }) => toCsv(points, names),
  makeData: ({ name, n, seed }) => makeData(name, n, seed),
  data: playData,
  split: ({ points, share, seed }) => splitData(points, share, seed),
  code: pythonCode,
  iris: irisPoints,

  situations: () => SITUATIONS.map(({ id, name, look }) => ({ id, name, look })),
  decode(text) {
    const { state, problem } = decodeState(text, play.playStart(), SPECS);
    if (!state) return { problem };
    const bad = Object.entries(SPECS)
      .filter(([key, spec]) => spec.kind !== "kept" && refusal(state[key], spec))
      .map(([key]) => key);
    return { state, bad, n: state.points.length };
  },
  change: ([state, change]) => ({ ...whole(state), ...play.playChange(change, whole(state)) }),
  shown: ({ state, which, ...how }) => pythonCode(play.shownOf(whole(state), which, how)),

  /** What the page finds for one of its machines: as play/playground.js does it. */
  found({ state: told, which }) {
    const state = whole(told);
    const { points, standardise } = state;
    const { train, test } = partsOf(points);
    const learnt = train.map((i) => points[i]);
    const scaled = standardise ? scalingOf(learnt) : null;
    const seen = points.map((point) => seenAt(point, scaled));
    const machine = new Machine();
    machine.pose(
      train.map((i) => seen[i]),
      play.settingOf(state, which),
    );
    const { alpha, f, y, ...answer } = machine.advance(Infinity);
    const scores = seen.map(([x1, x2]) => score({ alpha, f, y, ...answer }, x1, x2));
    return {
      ...answer,
      train,
      alpha: [...alpha],
      errors: f.filter((v, k) => y[k] * v <= 0).length,
      f: scores,
      least: Math.min(...scores.map(Math.abs)),
      held: test.filter((i) => points[i][2] * scores[i] <= 0).length,
    };
  },
};

const guarded = (task) => (argument) => {
  try {
    return task(argument);
  } catch (error) {
    return error.constructor === Error ? { error: error.message } : { crash: String(error.stack) };
  }
};
await serve(Object.fromEntries(Object.entries(TASKS).map(([name, task]) => [name, guarded(task)])));
