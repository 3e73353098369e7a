// The core of the playground, as test_playground_core.py asks for it: {error} where the front end
// refuses with a sentence, {crash} where it breaks.
import { makeData } from "../../svmlib/widgets/js/core/datasets.js";
import { pythonCode } from "../../svmlib/widgets/js/play/code.js";
import { playData, splitData } from "../../svmlib/widgets/js/play/data.js";
import { choosePoints, defaults, readTable, toCsv } from "../../svmlib/widgets/js/play/table.js";
import { serve } from "./serve.mjs";

const TASKS = {
  read: readTable,
  rows: (text) => readTable(text).rows,
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
};

const guarded = (task) => (argument) => {
  try {
    return task(argument);
  } catch (error) {
    return error.constructor === Error ? { error: error.message } : { crash: String(error.stack) };
  }
};
await serve(Object.fromEntries(Object.entries(TASKS).map(([name, task]) => [name, guarded(task)])));
