// The plots as SVG: lines, points and axes, no pixels. A text comes from strangers and is escaped.
/**
 * @typedef {object} Scene
 * @property {string} title
 * @property {number[]} box
 * @property {string[]} labels
 * @property {{ level: number, lines: number[][][] }[]} lines
 * @property {Record<string, string>} colours
 * @property {number} width
 * @property {number} height
 * @property {number[]} inner left, right, top, bottom
 * @property {[number, string][][]} ticks of x and y
 * @property {{ x: number, y: number, label: number, held: boolean, share: number,
 * out: number | null }[]} points `out`: the way from the edge to one that is beyond
 */

export const CAPTION = 26; // room for a title above each plot

const SIGNS = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

/** @param {string} text */
const escaped = (text) =>
  text.replace(/\p{Cc}/gu, " ").replace(/[&<>"]/g, (sign) => SIGNS.get(sign) ?? sign);

/** @param {number} value */
const digits = (value) => Math.round(100 * value) / 100;

/**
 * An element as text; numbers with two digits.
 * @param {string} name @param {Record<string, string | number>} attributes @param {string[]} inner
 */
function tag(name, attributes, inner = []) {
  const text = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === "number" ? digits(value) : escaped(value)}"`,
  );
  return `<${name}${text.join("")}${inner.length ? `>${inner.join("\n")}</${name}>` : "/>"}`;
}

/** Data to pixels. @param {Scene} scene */
function placing({ box: [x0, x1, y0, y1], inner: [l, r, t, d] }) {
  return {
    x: (/** @type {number} */ v) => l + ((v - x0) / (x1 - x0)) * (r - l),
    y: (/** @type {number} */ v) => d - ((v - y0) / (y1 - y0)) * (d - t),
  };
}

/** The corners of an arrow whose tip is at a place, in the direction `out`. */
export const arrowAt = (x, y, out) =>
  [0, 2.5, -2.5].map((turn) => {
    const length = turn ? 10 : 0;
    return [x + length * Math.cos(out + turn), y + length * Math.sin(out + turn)];
  });

/** @param {Scene} scene @returns {string[]} */
function marksOf({ points, colours, ...scene }) {
  const { x, y } = placing(/** @type {Scene} */ (scene));
  return points.flatMap((point) => {
    const cx = x(point.x);
    const cy = y(point.y);
    const r = 4 + 2.5 * point.share;
    const colour = point.label > 0 ? colours.plus : colours.minus;
    /** @type {Record<string, string | number>} */
    const look = point.held
      ? { fill: colours.ground, stroke: colour, "stroke-width": 2 }
      : { fill: colour, stroke: colours.ink };
    if (point.out !== null)
      return [
        tag("path", {
          d:
            arrowAt(cx, cy, point.out)
              .map(([a, b], k) => `${k ? "L" : "M"}${digits(a)} ${digits(b)}`)
              .join("") + "Z",
          ...look,
        }),
      ];
    const shape =
      point.label > 0
        ? tag("circle", { cx, cy, r, ...look })
        : tag("rect", {
            x: cx - 0.9 * r,
            y: cy - 0.9 * r,
            width: 1.8 * r,
            height: 1.8 * r,
            ...look,
          });
    const ring = {
      cx,
      cy,
      r: 8 + 2.5 * point.share,
      fill: "none",
      stroke: colours.ink,
      "stroke-width": 1.8,
    };
    return point.share > 0
      ? [shape, tag("circle", point.share < 1 ? ring : { ...ring, "stroke-dasharray": "3 2.5" })]
      : [shape];
  });
}

/** @param {Scene} scene @returns {string[]} */
function linesOf(scene) {
  const { x, y } = placing(scene);
  return scene.lines.flatMap(({ level, lines }) =>
    lines.map((line) => {
      const d = line.map(([a, b], k) => `${k ? "L" : "M"}${digits(x(a))} ${digits(y(b))}`).join("");
      /** @type {Record<string, string | number>} */
      const look = level
        ? { "stroke-width": 1.3, "stroke-dasharray": "6 4" }
        : { "stroke-width": 2.2 };
      return tag("path", { d, fill: "none", stroke: scene.colours.ink, ...look });
    }),
  );
}

/** @param {Scene} scene @returns {string[]} */
function axesOf(scene) {
  const { x, y } = placing(scene);
  const [l, r, t, d] = scene.inner;
  const [across, up] = scene.ticks;
  const { ink, muted } = scene.colours;
  const text = (px, py, words, anchor = "middle", more = {}) =>
    tag("text", { x: px, y: py, fill: ink, "font-size": 12, "text-anchor": anchor, ...more }, [
      escaped(words),
    ]);
  const middle = (t + d) / 2;
  const lines = [
    `M${l} ${t}V${d}H${r}`,
    ...across.map(([v]) => `M${digits(x(v))} ${d}v4`),
    ...up.map(([v]) => `M${l} ${digits(y(v))}h-4`),
  ];
  return [
    tag("path", { d: lines.join(""), fill: "none", stroke: muted }),
    ...across.map(([v, words]) => text(x(v), d + 17, words)),
    ...up.map(([v, words]) => text(l - 7, y(v) + 4, words, "end")),
    text((l + r) / 2, scene.height - 4, scene.labels[0]),
    text(11, middle, scene.labels[1], "middle", { transform: `rotate(-90 11 ${digits(middle)})` }),
  ];
}

/**
 * @param {Scene[]} scenes beside each other
 * @param {string} description
 */
export function svgPicture(scenes, description) {
  const width = scenes.reduce((sum, scene) => sum + scene.width, 0);
  const height = Math.max(...scenes.map((scene) => scene.height)) + CAPTION;
  let left = 0;
  const parts = scenes.map((scene) => {
    const [l, r, t, d] = scene.inner;
    const { ground, ink } = scene.colours;
    const place = `translate(${digits(left)} ${CAPTION})`;
    const area = {
      x: l,
      y: t,
      width: r - l,
      height: d - t,
      viewBox: `${l} ${t} ${r - l} ${d - t}`,
    }; // cuts off what is outside
    const heading = {
      x: (l + r) / 2,
      y: -8,
      "text-anchor": "middle",
      fill: ink,
      "font-size": 13,
      "font-weight": 600,
    };
    left += scene.width;
    return tag("g", { transform: place }, [
      tag("rect", { y: -CAPTION, width: scene.width, height, fill: ground }),
      tag("text", heading, [escaped(scene.title)]),
      tag("svg", area, [...linesOf(scene), ...marksOf(scene)]),
      ...axesOf(scene),
    ]);
  });
  const opening = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const start = [
    `${opening} font-family="system-ui, sans-serif" role="img">`,
    tag("title", {}, [escaped(description)]),
  ];
  return [...start, ...parts, "</svg>", ""].join("\n");
}
