// The legend: each mark of a figure, drawn small, with its words.
import { forHand, h, svg } from "./dom.js";

const INK = "var(--svm-ink)";
const stroke = (colour, width = 1.8, more = {}) => ({
  fill: "none",
  stroke: colour,
  "stroke-width": width,
  ...more,
});
const hollow = (cx, cy, r) => svg("circle", { cx, cy, r, ...stroke(INK, 1) });

const DRAWN = {
  plus: () => svg("circle", { cx: 11, cy: 8, r: 5, fill: "var(--svm-plus)", stroke: INK }),
  point: () => svg("circle", { cx: 11, cy: 8, r: 5, fill: "var(--svm-sky)", stroke: INK }),
  minus: () =>
    svg("rect", { x: 6.5, y: 3.5, width: 9, height: 9, fill: "var(--svm-minus)", stroke: INK }),
  third: () => svg("path", { d: "M11 2.5L16 12.5H6Z", fill: "var(--svm-third)", stroke: INK }),
  held: () =>
    svg(
      "g",
      {},
      svg("circle", { cx: 5, cy: 8, r: 4, ...stroke("var(--svm-plus)", 2) }),
      svg("rect", { x: 13, y: 4.5, width: 7, height: 7, ...stroke("var(--svm-minus)", 2) }),
    ),
  ring: () => svg("circle", { cx: 11, cy: 8, r: 6.5, ...stroke(INK) }),
  "dashed ring": () =>
    svg("circle", { cx: 11, cy: 8, r: 6.5, ...stroke(INK, 1.8, { "stroke-dasharray": "3 2.5" }) }),
  chosen: () => svg("circle", { cx: 11, cy: 8, r: 6.5, ...stroke("var(--svm-accent)", 2.5) }),
  jump: () =>
    svg(
      "g",
      {},
      svg("path", { d: "M0 4H8M14 12H22", ...stroke(INK) }),
      svg("circle", { cx: 11, cy: 4, r: 3, fill: INK }),
      svg("circle", { cx: 11, cy: 12, r: 3, fill: "none", stroke: INK }),
    ),
  next: () =>
    svg("circle", {
      cx: 11,
      cy: 8,
      r: 6.5,
      ...stroke("var(--svm-accent)", 1.8, { "stroke-dasharray": "3 2.5" }),
    }),
  handle: () => svg("circle", { cx: 11, cy: 8, r: 6, ...stroke(INK, 3) }),
  grip: () => svg("circle", { cx: 11, cy: 8, r: 6, ...stroke("var(--svm-purple)", 3) }),
  pole: () =>
    svg(
      "g",
      {},
      svg("path", { d: "M11 15V5", ...stroke(INK, 2.4) }),
      svg("circle", { cx: 11, cy: 4.5, r: 3.5, fill: "var(--svm-plus)", stroke: INK }),
    ),
  line: () => svg("path", { d: "M0 8H22", ...stroke(INK, 2.4) }),
  tube: () =>
    svg(
      "g",
      {},
      svg("rect", { x: 0, y: 2, width: 22, height: 12, fill: "var(--svm-grid)" }),
      svg("path", { d: "M0 2H22M0 14H22", ...stroke(INK, 1.4, { "stroke-dasharray": "6 4" }) }),
    ),
  region: () =>
    svg("rect", {
      x: 2,
      y: 2,
      width: 18,
      height: 12,
      fill: "var(--svm-pale-minus)",
      stroke: INK,
      "stroke-width": 1.8,
    }),
  dashed: () => svg("path", { d: "M0 8H22", ...stroke(INK, 1.4, { "stroke-dasharray": "6 4" }) }),
  ghost: () =>
    svg("path", {
      d: "M0 8H22",
      ...stroke("var(--svm-muted)", 1.8, { "stroke-dasharray": "2 3" }),
    }),
  path: () => svg("path", { d: "M0 11L7 4L13 10L22 6", ...stroke("var(--svm-minus)", 1.6) }),
  contour: () =>
    svg("ellipse", { cx: 11, cy: 8, rx: 10, ry: 5.5, ...stroke("var(--svm-muted)", 1) }),
  bar: () => svg("path", { d: "M2 8H20", ...stroke("var(--svm-accent)", 3) }),
  distance: () => svg("path", { d: "M2 8H20", ...stroke("var(--svm-muted)", 1) }),
  primal: () =>
    svg("path", { d: "M0 8H22", ...stroke("var(--svm-primal)", 2, { "stroke-dasharray": "7 4" }) }),
  dual: () => svg("path", { d: "M0 8H22", ...stroke("var(--svm-dual)", 2.4) }),
  cross: () => svg("path", { d: "M6 3L16 13M6 13L16 3", ...stroke("var(--svm-accent)", 2.8) }),
  guess: () => svg("path", { d: "M0 8H22", ...stroke("var(--svm-purple)", 2.4) }),
  widest: () =>
    svg("path", { d: "M0 8H22", ...stroke("var(--svm-dual)", 2.4, { "stroke-dasharray": "9 3" }) }),
  star: () =>
    svg("path", {
      d: "M11 1L12.9 5.9L18 6.2L14 9.5L15.3 14.5L11 11.7L6.7 14.5L8 9.5L4 6.2L9.1 5.9Z",
      ...stroke(INK, 1.2),
    }),
  cheapest: () =>
    svg("path", {
      d: "M11 1L12.9 5.9L18 6.2L14 9.5L15.3 14.5L11 11.7L6.7 14.5L8 9.5L4 6.2L9.1 5.9Z",
      ...stroke("var(--svm-primal)", 1.8),
    }),
  recall: () =>
    svg("path", { d: "M0 8H22", ...stroke("var(--svm-third)", 2, { "stroke-dasharray": "7 4" }) }),
  dot: () => svg("circle", { cx: 11, cy: 8, r: 5, fill: "var(--svm-accent)", stroke: INK }),
  start: () => svg("circle", { cx: 11, cy: 8, r: 4.5, fill: "var(--svm-muted)", stroke: INK }),
  "small chosen": () => svg("circle", { cx: 11, cy: 8, r: 4, ...stroke("var(--svm-accent)", 1.8) }),
  walk: () => svg("path", { d: "M2 13H8V8H14V3H20", ...stroke(INK, 1.6) }),
  size: () => svg("g", {}, hollow(4, 8, 3), hollow(15, 8, 6)),
  hatched: () =>
    svg(
      "g",
      {},
      svg("rect", { x: 2, y: 2, width: 18, height: 12, fill: "var(--svm-grid)" }),
      svg("path", {
        d: "M2 8L8 2M2 14L14 2M8 14L20 2M14 14L20 8",
        ...stroke("var(--svm-muted)", 1.2),
      }),
    ),
  grey: () =>
    svg("rect", {
      x: 2,
      y: 2,
      width: 18,
      height: 12,
      fill: "var(--svm-grid)",
      stroke: "var(--svm-muted)",
    }),
  frame: () =>
    svg("rect", { x: 4, y: 2, width: 14, height: 12, ...stroke("var(--svm-accent)", 2.5) }),
  put: () =>
    svg("path", { d: "M11 1V5M11 11V15M4 8H8M14 8H18M11 7V9M10 8H12", ...stroke(INK, 1.8) }),
  group: () =>
    svg("path", { d: "M3 5H15M12 2L15 5L12 8M7 11H19M16 8L19 11L16 14", ...stroke(INK, 1.6) }),
  swap: () =>
    svg("path", { d: "M4 5H17M14 2L17 5L14 8M18 11H5M8 8L5 11L8 14", ...stroke(INK, 1.6) }),
  delete: () => svg("path", { d: "M7 4L15 12M7 12L15 4", ...stroke(INK, 2) }),
  play: () => svg("path", { d: "M7 3L17 8L7 13Z", fill: INK }),
  pause: () => svg("path", { d: "M8 3V13M14 3V13", ...stroke(INK, 3) }),
};

/** One mark as a small picture; its meaning stands beside it in words. */
export const mark = (name) =>
  svg("svg", { viewBox: "0 0 22 16", class: "svm-mark", "aria-hidden": "true" }, DRAWN[name]());

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
