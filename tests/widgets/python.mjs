/** Runs Python as the pages do: whole programs, and answers to exercises. */

import { readFileSync } from "node:fs";
import { Exercise } from "../../book/_static/python/exercise.js";
import { serve } from "./serve.mjs";

const timed = (exercise, code, checked) => {
  const start = process.cpuUsage(); // of the processor: a busy machine is no fault
  const reply = exercise.run(code, checked);
  const { user, system } = process.cpuUsage(start);
  return { ...reply, seconds: (user + system) / 1e6 };
};

const TASKS = {
  /** What each program prints. */
  programs: (codes) => codes.map((code) => timed(new Exercise(), code, false)),

  /** What the check of an exercise, a file of the site, says to answers. */
  answers({ path, codes }) {
    const exercise = new Exercise(JSON.parse(readFileSync(path, "utf8")));
    return codes.map((code) => timed(exercise, code, true));
  },
};

await serve(TASKS);
