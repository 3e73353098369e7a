// The panels of a figure as SVG: lines, points and axes, no pixels. They are drawn as on the
// screen, with a pen that writes. A text comes from strangers and is escaped.

export const CAPTION = 26; // CSS pixels: room for a title above each plot

const SIGNS = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);
const ANCHORS = { left: "start", center: "middle", right: "end" };
const BASES = { top: 0.8, middle: 0.35, bottom: -0.2, alphabetic: 0 }; // of the size of a letter

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

/** What save() keeps, as it is at first. */
const STYLE = {
  ...{ fillStyle: "", strokeStyle: "", lineWidth: 1, globalAlpha: 1, dash: "", moves: "" },
  ...{ font: "12px system-ui", textAlign: "left", textBaseline: "alphabetic" },
};

/** As much of the pen of a canvas as a Plot needs. */
class SvgPen {
  /** @param {CanvasRenderingContext2D} real knows how wide a text is */
  constructor(real) {
    this.real = real;
    /** @type {string[]} */ this.parts = [];
    /** @type {any[]} */ this.saved = [];
    Object.assign(this, STYLE);
    this.beginPath();
  }

  /** @returns {any} */
  get now() {
    return this;
  }
  save() {
    const style = Object.fromEntries(Object.keys(STYLE).map((name) => [name, this.now[name]]));
    this.saved.push({ style, parts: null });
  }
  restore() {
    const { style, parts, area } = this.saved.pop();
    Object.assign(this, style);
    if (parts) this.parts = [...parts, tag("svg", area, this.parts)];
  }
  /** What follows is cut off at the edges of the path, which is a rectangle. */
  clip() {
    const [, { x, y, width, height }] = this.shape;
    const area = { x, y, width, height, viewBox: `${x} ${y} ${width} ${height}` };
    Object.assign(this.saved[this.saved.length - 1], { parts: this.parts, area });
    this.parts = [];
  }

  beginPath() {
    this.d = "";
    /** @type {any} a path that is nothing but this */ this.shape = null;
  }
  moveTo(x, y) {
    this.d += `M${digits(x)} ${digits(y)}`;
  }
  lineTo(x, y) {
    this.d += `${this.d ? "L" : "M"}${digits(x)} ${digits(y)}`;
  }
  closePath() {
    this.d += "Z";
  }
  rect(x, y, width, height) {
    this.shape = ["rect", { x, y, width, height }];
  }
  arc(cx, cy, r) {
    this.shape = ["circle", { cx, cy, r }];
  }
  fill() {
    this.put({ fill: this.now.fillStyle });
  }
  stroke() {
    const { strokeStyle, lineWidth, dash } = this.now;
    const dashed = dash && { "stroke-dasharray": dash };
    this.put({ fill: "none", stroke: strokeStyle, "stroke-width": lineWidth, ...dashed });
  }
  put(look) {
    const [name, place] = this.shape ?? ["path", { d: this.d }];
    const { globalAlpha } = this.now;
    const pale = globalAlpha < 1 && { opacity: globalAlpha };
    this.parts.push(tag(name, { ...place, ...look, ...pale }));
  }
  fillRect(x, y, width, height) {
    this.parts.push(tag("rect", { x, y, width, height, fill: this.now.fillStyle }));
  }

  setLineDash(dash) {
    this.dash = dash.join(" ");
  }
  translate(x, y) {
    this.moves = `${this.now.moves}translate(${digits(x)} ${digits(y)})`;
  }
  rotate(turn) {
    const degrees = digits((180 * turn) / Math.PI);
    this.moves = `${this.now.moves}rotate(${degrees})`;
  }
  measureText(text) {
    this.real.font = this.now.font;
    return this.real.measureText(text);
  }
  fillText(text, x, y) {
    const { font, fillStyle, textAlign, textBaseline, moves } = this.now;
    const size = parseFloat(font);
    const place = { x, y: y + BASES[textBaseline] * size, ...(moves && { transform: moves }) };
    const look = { fill: fillStyle, "font-size": size, "text-anchor": ANCHORS[textAlign] };
    this.parts.push(tag("text", { ...place, ...look }, [escaped(text)]));
  }
  // no pixels
  setTransform() {}
  drawImage() {}
}

/**
 * Panels that are drawn by paint(), beside each other.
 * @param {{ plot: import("../ui/plot.js").Plot, title: string, paint: () => void }[]} panels
 * @param {string} description
 */
export function svgPicture(panels, description) {
  let left = 0;
  const parts = panels.map(({ plot, title, paint }) => {
    const { pen } = plot;
    const written = new SvgPen(pen);
    Object.assign(plot, { pen: written });
    try {
      paint();
    } finally {
      plot.pen = pen;
    }
    const { ground, ink } = plot.colours;
    const [l, r] = plot.inner;
    const head = { x: (l + r) / 2, y: -8, "text-anchor": "middle", fill: ink, "font-weight": 600 };
    const place = `translate(${digits(left)} ${CAPTION})`;
    left += plot.width;
    return tag("g", { transform: place, "font-size": 13 }, [
      tag("rect", { y: -CAPTION, width: plot.width, height: plot.height + CAPTION, fill: ground }),
      tag("text", head, [escaped(title)]),
      ...written.parts,
    ]);
  });
  const height = CAPTION + Math.max(...panels.map(({ plot }) => plot.height));
  const opening = `<svg xmlns="http://www.w3.org/2000/svg" width="${left}" height="${height}" viewBox="0 0 ${left} ${height}"`;
  const start = [
    `${opening} font-family="system-ui, sans-serif" role="img">`,
    tag("title", {}, [escaped(description)]),
  ];
  return [...start, ...parts, "</svg>", ""].join("\n");
}
