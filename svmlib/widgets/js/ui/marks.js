// The legend: each mark of a figure, drawn small, with its words.
import { forHand, h, svg } from "./dom.js";

/** Elements of a drawing, in a room of 22 × 16: filled with a colour, or stroked with one. */
const filledWith = (colour) => ({ fill: `var(--svm-${colour})`, stroke: "var(--svm-ink)" });
const strokedWith = (colour, width, dash = "none") => ({
  ...{ fill: "none", stroke: `var(--svm-${colour})` },
  ...{ "stroke-width": width, "stroke-dasharray": dash },
});
const circleMark = (r, look, cx = 11, cy = 8) => ["circle", { cx, cy, r, ...look }];
const rectMark = (x, y, width, height, look) => ["rect", { x, y, width, height, ...look }];
const pathMark = (d, look) => ["path", { d, ...look }];
const LEVEL = "M0 8H22";
const STAR = "M11 1L12.9 5.9L18 6.2L14 9.5L15.3 14.5L11 11.7L6.7 14.5L8 9.5L4 6.2L9.1 5.9Z";

/** @type {Record<string, any[]>} */
const DRAWN = {
  plus: [circleMark(5, filledWith("plus"))],
  point: [circleMark(5, filledWith("sky"))],
  minus: [rectMark(6.5, 3.5, 9, 9, filledWith("minus"))],
  third: [pathMark("M11 2.5L16 12.5H6Z", filledWith("third"))],
  held: [
    circleMark(4, strokedWith("plus", 2), 5),
    rectMark(13, 4.5, 7, 7, strokedWith("minus", 2)),
  ],
  ring: [circleMark(6.5, strokedWith("ink", 1.8))],
  "dashed ring": [circleMark(6.5, strokedWith("ink", 1.8, "3 2.5"))],
  chosen: [circleMark(6.5, strokedWith("accent", 2.5))],
  "small chosen": [circleMark(4, strokedWith("accent", 1.8))],
  next: [circleMark(6.5, strokedWith("accent", 1.8, "3 2.5"))],
  handle: [circleMark(6, strokedWith("ink", 3))],
  grip: [circleMark(6, strokedWith("purple", 3))],
  dot: [circleMark(5, filledWith("accent"))],
  start: [circleMark(4.5, filledWith("muted"))],
  size: [circleMark(3, strokedWith("ink", 1), 4), circleMark(6, strokedWith("ink", 1), 15)],
  jump: [
    pathMark("M0 4H8M14 12H22", strokedWith("ink", 1.8)),
    circleMark(3, filledWith("ink"), 11, 4),
    circleMark(3, strokedWith("ink", 1), 11, 12),
  ],
  pole: [
    pathMark("M11 15V5", strokedWith("ink", 2.4)),
    circleMark(3.5, filledWith("plus"), 11, 4.5),
  ],
  line: [pathMark(LEVEL, strokedWith("ink", 2.4))],
  dashed: [pathMark(LEVEL, strokedWith("ink", 1.4, "6 4"))],
  ghost: [pathMark(LEVEL, strokedWith("muted", 1.8, "2 3"))],
  primal: [pathMark(LEVEL, strokedWith("primal", 2, "7 4"))],
  dual: [pathMark(LEVEL, strokedWith("dual", 2.4))],
  guess: [pathMark(LEVEL, strokedWith("purple", 2.4))],
  widest: [pathMark(LEVEL, strokedWith("dual", 2.4, "9 3"))],
  recall: [pathMark(LEVEL, strokedWith("third", 2, "7 4"))],
  bar: [pathMark("M2 8H20", strokedWith("accent", 3))],
  distance: [pathMark("M2 8H20", strokedWith("muted", 1))],
  path: [pathMark("M0 11L7 4L13 10L22 6", strokedWith("minus", 1.6))],
  walk: [pathMark("M2 13H8V8H14V3H20", strokedWith("ink", 1.6))],
  cross: [pathMark("M6 3L16 13M6 13L16 3", strokedWith("accent", 2.8))],
  star: [pathMark(STAR, strokedWith("ink", 1.2))],
  cheapest: [pathMark(STAR, strokedWith("primal", 1.8))],
  contour: [["ellipse", { cx: 11, cy: 8, rx: 10, ry: 5.5, ...strokedWith("muted", 1) }]],
  tube: [
    rectMark(0, 2, 22, 12, { fill: "var(--svm-grid)" }),
    pathMark("M0 2H22M0 14H22", strokedWith("ink", 1.4, "6 4")),
  ],
  region: [rectMark(2, 2, 18, 12, { ...filledWith("pale-minus"), "stroke-width": 1.8 })],
  grey: [rectMark(2, 2, 18, 12, { fill: "var(--svm-grid)", stroke: "var(--svm-muted)" })],
  hatched: [
    rectMark(2, 2, 18, 12, { fill: "var(--svm-grid)" }),
    pathMark("M2 8L8 2M2 14L14 2M8 14L20 2M14 14L20 8", strokedWith("muted", 1.2)),
  ],
  frame: [rectMark(4, 2, 14, 12, strokedWith("accent", 2.5))],
  put: [pathMark("M11 1V5M11 11V15M4 8H8M14 8H18M11 7V9M10 8H12", strokedWith("ink", 1.8))],
  group: [pathMark("M3 5H15M12 2L15 5L12 8M7 11H19M16 8L19 11L16 14", strokedWith("ink", 1.6))],
  swap: [pathMark("M4 5H17M14 2L17 5L14 8M18 11H5M8 8L5 11L8 14", strokedWith("ink", 1.6))],
  delete: [pathMark("M7 4L15 12M7 12L15 4", strokedWith("ink", 2))],
  play: [pathMark("M7 3L17 8L7 13Z", { fill: "var(--svm-ink)" })],
  pause: [pathMark("M8 3V13M14 3V13", strokedWith("ink", 3))],
};

/** One mark as a small picture; its meaning stands beside it in words. */
export const mark = (name) =>
  svg(
    "svg",
    { viewBox: "0 0 22 16", class: "svm-mark", "aria-hidden": "true" },
    ...DRAWN[name].map(([tag, how]) => svg(tag, how)),
  );

/**
 * The legend of the layers that have one (layers.js). Returns { element, follow(), room() }:
 * follow() shows those that can be seen in the present situation; room() keeps the room of all at
 * the present width, so that those that come move nothing.
 * @param {{ shown: boolean, item: { mark: string, legend: string } }[]} layers
 */
export function legend(layers) {
  const named = layers.filter(({ item }) => item.legend);
  const rows = named.map(({ item }) =>
    h("li", {}, mark(item.mark), h("span", {}, forHand(item.legend))),
  );
  const element = h("ul", { class: "svm-legend", "aria-label": "Legend" }, ...rows);
  return {
    element,
    follow() {
      named.forEach(({ shown }, k) => {
        rows[k].hidden = !shown;
      });
    },
    room() {
      element.style.minHeight = "";
      for (const row of rows) row.hidden = false;
      element.style.minHeight = `${element.offsetHeight}px`;
    },
  };
}
