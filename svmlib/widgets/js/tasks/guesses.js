// Guesses of a number, beside what it is.
import { show } from "../core/words.js";

/** How far a guessed number of things is off, and the sentence about it. */
export function countedBeside(guess, number) {
  const off = Math.abs(guess - number);
  const said = off
    ? `You said ${show(guess)}, but it is ${number}: ${off} too ${guess > number ? "many" : "few"}.`
    : `Right: it is ${number}.`;
  return { off, said };
}
