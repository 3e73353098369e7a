// Answers on a picture: a place, or some of its points; by pointer or by keys.
import { show } from "../core/words.js";
import { layerOver } from "./sheet.js";

const CROSS_STEPS = [0.01, 0.05]; // shares of the window that an arrow key moves the cross by
const REACH_OF_MARK = 22; // CSS pixels around a point that count as touching it
const HOW_TO_PLACE = "Click the place, or move the cross with the arrow keys (with Shift further).";
const HOW_TO_MARK =
  "Click the points, or go from one to the next with the arrow keys and mark with Space.";

/** A guess (guess.js) is a place of a plot. */
export function placeAnswer({ plot }, { signal, whisper, redraw }) {
  /** @type {number[] | null} */
  let place = null;
  const put = (x, y) => {
    const here = (place = plot.held(x, y));
    whisper(`Cross at ${here.map((v) => show(v, 3)).join(", ")}.`);
    redraw();
  };
  const { show: open } = layerOver(plot, {
    ...{ kind: "svm-sheet svm-layer", label: HOW_TO_PLACE, signal },
    hears: { click: (event) => put(...plot.toData(...plot.at(event))) },
    key(event) {
      const way = plot.way(event, CROSS_STEPS[Number(event.shiftKey)]);
      const [x0, x1, y0, y1] = plot.box;
      const [x, y] = place ?? [(x0 + x1) / 2, (y0 + y1) / 2];
      if (way) put(x + way[0], y + way[1]);
      return Boolean(way);
    },
  });
  return {
    how: HOW_TO_PLACE,
    begin() {
      place = null;
      open(true);
    },
    end: () => open(false),
    value: () => place,
    draw(value) {
      if (value) plot.cross(value[0], value[1], { colour: plot.colours.purple });
    },
  };
}

/** A guess (guess.js) is some of the points of a plot; points() are all of them. */
export function pointsAnswer({ plot, points }, { signal, whisper, redraw }) {
  const marked = new Set();
  let at = -1;
  const flip = (i) => {
    if (i < 0) return;
    at = i;
    if (!marked.delete(i)) marked.add(i);
    whisper(`Point ${i + 1} ${marked.has(i) ? "marked" : "not marked"}, ${marked.size} in all.`);
    redraw();
  };
  const { element, show: open } = layerOver(plot, {
    ...{ kind: "svm-sheet svm-layer", label: HOW_TO_MARK, signal },
    hears: {
      click: (event) => flip(plot.nearest(points(), ...plot.at(event), REACH_OF_MARK)),
    },
    key(event) {
      const n = points().length;
      const by = { ArrowRight: 1, ArrowDown: 1, n: 1, ArrowLeft: -1, ArrowUp: -1, p: -1 }[
        event.key
      ];
      if (by) {
        at = at < 0 ? 0 : (at + by + n) % n;
        whisper(`Point ${at + 1} of ${n}${marked.has(at) ? ", marked" : ""}.`);
        redraw();
      } else if (event.key === " " || event.key === "Enter") flip(Math.max(0, at));
      else return false;
      return true;
    },
  });
  return {
    how: HOW_TO_MARK,
    begin() {
      marked.clear();
      at = -1;
      open(true);
    },
    end: () => open(false),
    value: () => [...marked],
    draw(value) {
      const colour = plot.colours.purple;
      for (const i of value) {
        const [x, y] = points()[i] ?? [];
        plot.ring(x, y, { radius: 15, width: 3, colour });
      }
      if (at >= 0 && !element.hidden) plot.ring(...points()[at], { radius: 20, colour });
    },
  };
}
