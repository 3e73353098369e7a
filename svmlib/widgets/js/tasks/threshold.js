// What the figure of a threshold asks of a player.
import { bestPrecision, costsOf, cutAt } from "../core/threshold.js";
import { show } from "../core/words.js";
import { middleOfCut } from "../told/threshold.js";

export const DEAREST = 50; // end of the sliders of costs; a figure may begin beyond it
const LEAST_RECALL = 0.9;
const TIMES = 10;

/** The tasks, without those that the data, or the threshold at first, solve by themselves. */
export function thresholdTasks({ at: first, cuts, usual, alarm, miss }) {
  const twice = (a, m) => {
    const costs = costsOf(cuts, a, m);
    return costs[usual] >= 2 * Math.min(...costs);
  };
  const target = bestPrecision(cuts, LEAST_RECALL);
  const some = [...Array(DEAREST).keys()].some((k) => twice(1, k + 1) || twice(k + 1, 1));
  const tasks = [
    {
      id: "recall",
      why: "Recall is bought with precision. To miss fewer points, you have to call more.",
      when: first.recall < LEAST_RECALL || first.precision !== target,
      text: `find a threshold with recall at least ${LEAST_RECALL}, at the best precision that this allows.`,
      met: ({ at }) => at.recall >= LEAST_RECALL && at.precision === target,
    },
    {
      id: "dear",
      why: "The more a miss costs, the less evidence a call needs: the cheapest threshold never rises.",
      when: true,
      text: "make a miss cost ten times as much as a false alarm, and go to the cheapest threshold.",
      met: (view) => view.miss === TIMES * view.alarm && view.best.all.includes(view.k),
    },
    {
      id: "twice",
      why: "Without weights the hinge counts misses and false alarms alike, so the threshold 0 is meant for equal costs. If they differ, it is seldom the cheapest.",
      when: some && !twice(alarm, miss),
      text: "set the threshold to 0, and find costs at which it costs at least twice as much as the cheapest one.",
      met: ({ best, costs, k }) => k === usual && costs[k] >= 2 * best.cost,
    },
  ];
  return tasks.filter((task) => task.when);
}

/** The question before the answer: where the mistakes cost least. */
export const THRESHOLD_GUESS = {
  invites: "Where is the cheapest threshold?",
  asks: (now) =>
    `A false alarm costs ${show(now.cost_alarm)}, and a miss costs ${show(now.cost_miss)}. Drag the threshold to where you think it is cheapest.`,
  how: "The cost is hidden. Drag the line over the points, or walk with the arrow keys.",
  /** guess: a threshold; truth: { cuts, costs, best, alarm, miss, window } */
  judge(threshold, { cuts, costs, best, alarm, miss, window }) {
    const own = costs[cutAt(cuts, threshold)];
    const off = best.all.includes(cutAt(cuts, threshold)) ? 0 : own - best.cost;
    const middle = show(middleOfCut(cuts, best.k, window), 3);
    const said = off
      ? `There the mean cost is ${show(own, 3)}. The cheapest threshold, near ${middle}, costs ${show(best.cost, 3)}, ${show(off, 2)} less.`
      : `There the mean cost is ${show(own, 3)}, and no threshold is cheaper.`;
    const share = show((100 * alarm) / (alarm + miss), 2);
    const why =
      alarm === miss
        ? "A miss and a false alarm cost the same, so a point is worth calling when it is more likely +1 than −1."
        : `A ${miss > alarm ? "miss costs more than a false alarm, so it pays to call a point on less evidence" : "false alarm costs more than a miss, so a call needs more evidence"}: ` +
          `a point is worth calling when it is +1 in more than ${share} % of the cases.`;
    return { off, said, why };
  },
};
