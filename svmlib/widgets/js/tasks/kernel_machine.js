// What the figure of the kernel machine asks of a player.
import { agreement, islands } from "../core/lines.js";
import { many } from "../core/words.js";

const nearly = (a, b) => Math.abs(a - b) <= 1e-6 * Math.abs(b);

/** The only point that moved lies on an island, and nobody else does. */
function stranded({ answer, boundary, points }, given) {
  const [one, ...more] = islands(boundary, points, answer.f);
  return one !== undefined && more.length === 0 && String(points[one]) !== String(given[one]);
}

export const machineTasks = (given) => [
  {
    id: "guess",
    why: "The boundary runs where the votes of the two classes balance. With a smaller σ only the votes of near points count.",
    text: "press Guess first, change a knob so that the boundary goes elsewhere, and draw it. Near the points 80 % must agree.",
    met: ({ agreed }) => agreed?.agree >= 0.8 && agreed.stale < 0.6,
  },
  {
    id: "island",
    why: "A narrow kernel hears only the nearest points. Around a lonely point its vote is the only one.",
    text: "move a single point so that it lies alone on an island of its class, and there is no other island.",
    met: (view, { moved }) => moved === 1 && stranded(view, given),
  },
  {
    id: "idle",
    why: "Points with α = 0 have no vote. The machine is the same without them.",
    text: "delete ten points without moving the boundary at all.",
    met: ({ answer, points }, { first }) =>
      points.length <= first.points.length - 10 &&
      nearly(answer.primal, first.answer?.primal) &&
      nearly(answer.norm, first.answer?.norm),
  },
];

const BENT = { linear: "A linear kernel draws nothing but a straight line." };

/** The question before the answer: lines, drawn where the boundary will be. */
export const MACHINE_GUESS = {
  invites: "Can you draw the boundary of another machine?",
  asks: () => "Change a knob, then draw where the boundary will go.",
  how:
    "The machine is hidden. Draw freely, or click from corner to corner. " +
    "(Keys: arrows, Space, L for a new line, Backspace.)",
  /** guess: lines; truth: { answer, boundary, points, box } */
  judge(lines, { answer, boundary, points, box }) {
    const { f, kernel, support } = answer;
    const alone = islands(boundary, points, f).length;
    const share = Math.round(100 * agreement(lines, boundary, points, box));
    const why = alone
      ? `The kernel is so narrow that ${many(alone, "point has", "points have")} an island of ${alone === 1 ? "its" : "their"} own. Near ${alone === 1 ? "it" : "them"} no other vote counts.`
      : (BENT[kernel.name] ??
        `The boundary runs where the votes of the two classes balance, and ${support} of ${points.length} points have a vote.`);
    return {
      off: 100 - share,
      said: `Your lines and the boundary agree on ${share} % of their length near the points.`,
      why,
    };
  },
};
