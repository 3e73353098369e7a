// What the other files here have in common: each line of stdin holds [[name, argument], …], each
// line of stdout [answer, …].
import { createInterface } from "node:readline";

/** Infinity, which JSON does not know and Python's reader does. */
const plainly = (_, v) => (Math.abs(v) === Infinity ? String(v) : v);

/** Answer until the input ends; tasks: { name: argument => answer, or a promise of it }. */
export async function serve(tasks) {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const answers = [];
    for (const [name, argument] of JSON.parse(line)) answers.push(await tasks[name](argument));
    console.log(JSON.stringify(answers, plainly).replaceAll(/"(-?Infinity)"/g, "$1"));
  }
}
