// What the figure of the margins asks of a player.
import { many, show } from "../core/words.js";

const MARGIN_TASKS = [
  {
    id: "right",
    why: "Many lines put every point on its right side, so a rule has to choose among them.",
    text: "put every point on its right side.",
    met: ({ functional }) => functional.every((m) => m > 0),
  },
  {
    id: "wide",
    why: "A line far from the two classes is safe, because a point may stray far before it is on the wrong side.",
    text: "bring the distance to the nearest point to 90 % of the largest that any line keeps.",
    met: ({ margin, widest }) => widest && margin >= 0.9 / widest.norm,
  },
  {
    id: "one",
    why: "Scaling (w, b) does not move the line, and some scale makes the smallest functional margin 1.",
    text: "keep every point on its right side, and make the smallest functional margin 1, within a hundredth.",
    met: ({ functional }) => Math.abs(Math.min(...functional) - 1) <= 0.01,
  },
];

/** The tasks that the first line does not solve: of room in a plain figure, else of scale. */
export const marginTasks = (first) =>
  MARGIN_TASKS.filter(({ id, met }) =>
    id === "wide" ? first.plain : !met(first) && (id === "right" || !first.plain),
  );

/** The question before the answer: a line, of which nothing is told until it is committed. */
export const MARGIN_GUESS = {
  invites: "Can you lay the line that keeps farthest away?",
  asks: () => "Lay the line that keeps farthest away from its nearest point.",
  how: "All distances are hidden. Drag the two handles, or move them with the arrow keys.",
  /**
   * guess: distances of the points; truth: { margin, support } of the widest line, how many points
   * are on its kerbs
   */
  judge(distances, { margin, support }) {
    const least = Math.min(...distances);
    const wrong = distances.filter((m) => m <= 0).length;
    const off = Math.max(0, margin - least);
    const said = wrong
      ? `Your line has ${many(wrong, "point")} on the wrong side. The best line has none, and keeps ${show(margin)} away from all points.`
      : `Your line keeps ${show(least)} away from its nearest point, ${show((100 * least) / margin, 2)} % of the largest distance, ${show(margin)}.`;
    const near = distances.filter((m) => m <= least + 0.05 * margin).length;
    const why = wrong
      ? "The worst point counts. First every point has to be on its right side."
      : `The nearest point counts. ${many(near, "point")} ${near === 1 ? "is" : "are"} nearest to your line, ` +
        `and the best line has ${support} from both classes at the same distance.`;
    return { off, said, why };
  },
};
