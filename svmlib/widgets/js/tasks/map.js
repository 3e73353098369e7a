// What the figure of the map asks of a player.
import { show } from "../ui/dom.js";

/** For a map with this best accuracy, so many steps from the first cell, and so many rows. */
export const mapTasks = ({ high, shortest, rows }) =>
  [
    {
      id: "dark",
      why: "Accuracy changes little from one cell to the next: whoever looks at what each step did needs no map.",
      text:
        `from the first cell on and with the map covered, reach the map's best accuracy (${show(high)}) by at most ` +
        `${2 * shortest} steps.`,
      met: (view) => view.dark && view.score === high && view.steps <= 2 * shortest,
    },
    {
      id: "heart",
      why: "No training error is no proof: a machine that knows its points by heart fails on others.",
      text:
        `by at most ${rows} steps from the first cell, reach a machine that is right on all training points, ` +
        "but at least 0.03 less accurate than the best.",
      met: (view) => view.errors === 0 && view.score <= high - 0.03 && view.steps <= rows,
    },
  ].slice(shortest ? 0 : 1); // the best is no find where the walk begins with it
