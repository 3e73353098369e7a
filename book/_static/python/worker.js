/** Runs answers beside the page, which can stop it: one question, one reply. */

import { np } from "./numpy.js";
import { Exercise } from "./exercise.js";

const NUMBER = /Exercise 0\.0/g; // stands for the exercise's number in every check
const exercises = new Map();

async function load(label, number) {
  const answer = await fetch(new URL(`../exercises/${label}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`its data cannot be fetched (${answer.status})`);
  const material = await answer.json();
  return new Exercise({ ...material, check: material.check.replace(NUMBER, `Exercise ${number}`) });
}

addEventListener("message", async ({ data: { label, number, code, checked } }) => {
  try {
    if (!exercises.has(label)) exercises.set(label, await load(label, number));
    const reply = code === undefined ? {} : exercises.get(label).run(code, checked);
    postMessage({ functions: np.names.size, ...reply });
  } catch (problem) {
    postMessage({ broken: problem.message });
  }
});
