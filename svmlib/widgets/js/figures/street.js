// The widest street between two classes: hard or soft margin, slack as bars, the two terms of the
// objective. The reader may hide it, lay a line where it should be, and compare.
import { unfinished } from "../core/certified.js";
import { lineThrough } from "../core/lines.js";
import { Machine } from "../core/machine.js";
import { tracedOf } from "../core/trace.js";
import { figure } from "../ui/figure.js";
import { lineAnswer } from "../ui/handles.js";
import {
  chosen,
  crosses,
  earlierStreet,
  guess,
  halves,
  lines,
  marks,
  street,
  supports,
} from "../ui/layers.js";
import { powerTrait } from "../ui/share.js";
import { STREET_GUESS, streetOf, streetTasks } from "../tasks/street.js";
import { pointOfMachine } from "../told/kernel_machine.js";
import { NO_SLACK, pointOfStreet, toldOfStreet } from "../told/street.js";

export const streetSpec = (model) => ({
  points: { kind: "points", labels: [1, -1], limit: 200 },
  C: powerTrait(1e-2, 1e3, { when: ({ hard }) => !hard }),
  hard: { kind: "switch", label: "hard margin (no slack)", when: () => !model.get("plain") },
});

/** A bar runs along w from a point to the margin line that it misses. */
const missing = ({ xi, w, norm }, points) =>
  points.flatMap(([x, y, label], i) => {
    if (!(xi[i] > NO_SLACK)) return [];
    const out = (label * xi[i]) / norm ** 2;
    return [
      [
        [x, y],
        [x + out * w[0], y + out * w[1]],
      ],
    ];
  });

/** Rings around support vectors, all alike in a plain figure. */
const holding = (plain) =>
  plain
    ? supports(({ found }) => found, ["support vector"])
    : supports(
        ({ found }) => found,
        ["support vector (larger for larger α)", "support vector with α = C"],
        { sized: ({ found: { alpha } }, i) => 8 + (4 * alpha[i]) / Math.max(...alpha) },
      );

/** The reader's line with its street. */
function drawOwn(plot, handles, committed, { points, strength }) {
  const { w, b } = lineThrough(handles, 1);
  const style = { colour: plot.colours.purple, width: 2.4 };
  plot.line(w, b, style);
  const own = committed ? streetOf(handles, points, strength).scale : 0;
  for (const side of own ? [-1, 1] : [])
    plot.line(w, b + side / own, { ...style, width: 1.2, dash: [6, 4] });
}

export const renderStreet = figure({
  name: "street",
  title: "The widest street",
  spec: streetSpec,
  own: ({ model }) => ({ machine: new Machine(), plain: model.get("plain") }),
  edits: () => ({
    limit: 200,
    describe: ({ found, plain }, i) =>
      found && i < found.y.length && (plain ? pointOfStreet : pointOfMachine)(found, i),
  }),
  traces: (model) => (model.get("plain") ? null : ["C"]),
  solve({ machine, points, C, hard }) {
    if (new Set(points.map((p) => p[2])).size < 2) return null;
    machine.pose(points, { kernel: { name: "linear" }, C: hard ? Infinity : C });
    return machine.advance();
  },
  /** `found` is the answer where it is certain and a street; `apart`, that there can be none. */
  found({ answer, hard, C }) {
    const known = answer?.certified && answer.separable && !answer.zero;
    const apart = Boolean(answer?.done && answer.separable === false);
    const width = known ? 2 / answer.norm : NaN;
    return { found: known ? answer : null, apart, strength: hard ? Infinity : C, width };
  },
  panels: (model) => [
    {
      ratio: 0.8,
      equal: true,
      layers: [
        halves(({ found }) => found),
        ...street(({ found }) => found, ["f = 0, the line", "f = ±1, the kerbs"]),
        earlierStreet(({ before, guessed }) => !guessed && before?.found),
        guess("your line and its street"),
        lines(({ found, points }) => found && missing(found, points), {
          width: 2.5,
          colour: "accent",
          mark: "bar",
          legend: "slack ξ",
        }),
        marks(({ points }) => points),
        ...holding(model.get("plain")),
        chosen("chosen point", 15),
        crosses(({ apart, answer }) => apart && answer.common && [answer.common], {
          legend: "place in both convex hulls",
        }),
      ],
    },
  ],
  trouble({ answer, apart, found, plain }) {
    if (!answer) return "Each class needs a point.";
    if (found) return "";
    if (apart)
      return `No line separates the classes: the cross is in both convex hulls. Move a point${plain ? " back" : ", or switch the hard margin off"}.`;
    return (
      unfinished(answer) || "The best w is 0: no direction saves slack, so there is no street."
    );
  },
  told: ({ found, plain, strength }) => toldOfStreet(found, strength, plain),
  solution: ["w", "b", "alpha", "primal", "gap"],
  traced: ({ found, hard }) => (hard ? null : tracedOf(found)),
  guess: {
    ...STREET_GUESS,
    answer: lineAnswer,
    truth: ({ found, points, strength }) => found && { points, C: strength, found },
    ghost: drawOwn,
  },
  challenges: ({ hard }) => streetTasks(hard),
});
