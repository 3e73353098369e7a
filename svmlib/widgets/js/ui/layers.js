// What a panel shows, mark by mark. The panel is painted from its list of layers, and the legend
// follows from the same list: what is not drawn has no line there.

/**
 * `of(facts, plot)` gives what is to be drawn; nothing (null, false, an empty list) draws nothing.
 * `legend` is what the marks mean, `mark` their small picture (marks.js). What belongs to the
 * answer (`answer`) is hidden while a guess is asked for; `named(facts, some)` says whether the
 * legend names the layer, where it is not that `some` of it is drawn.
 * @typedef {{
 *   legend?: string, mark?: string, answer?: boolean,
 *   named?: (facts: any, some: boolean) => any, colour?: string, width?: number, dash?: number[],
 *   radius?: number, dashed?: boolean, edge?: number, hollow?: boolean, align?: CanvasTextAlign,
 *   ground?: boolean,
 * }} Look
 */

/**
 * A layer with a drawing of its own: paint(plot, data, style); a colour is a name of the
 * palette, or one that both themes have in common.
 * @param {(plot: any, data: any, style: any) => void} paint
 * @param {(facts: any, plot: any) => any} of
 * @param {Look} look
 */
export const layer = (paint, of, { legend = "", mark = "", answer = false, named, ...style }) => ({
  /** Whether the legend names it; true once it has drawn something. */
  shown: false,
  item: { legend, mark },
  draw(plot, facts) {
    const data = answer && facts.veiled ? null : of(facts, plot);
    const some = Boolean(data) && data.length !== 0;
    this.shown = Boolean(named ? named(facts, some) : some);
    const { colour } = style;
    if (some)
      paint(plot, data, colour ? { ...style, colour: plot.colours[colour] ?? colour } : style);
  },
});

/**
 * Layers for what the facts know by this name, such as one of several machines: their functions get
 * it among the facts. Those that are not `named` have no line in the legend.
 */
export const layersOf = (name, layers, named = true) =>
  layers.map((one) => ({
    get shown() {
      return one.shown;
    },
    item: named ? one.item : { legend: "", mark: "" },
    draw: (plot, facts) => one.draw(plot, { ...facts, ...facts[name] }),
  }));

const paths = (plot, all, style) => all.forEach((places) => plot.path(places, style));

/** The ends of an upright stretch, and of a level one. */
export const upright = (x, low, high) => [
  [x, low],
  [x, high],
];
export const level = (y, left, right) => [
  [left, y],
  [right, y],
];

/** Polylines. @param {any} of @param {Look} [look] */
export const lines = (of, look = {}) =>
  layer(paths, of, { mark: look.dash ? "dashed" : "line", ...look });

/** Polylines of what was there before. */
export const earlier = (of, legend = "before the last change") =>
  layer((plot, all) => paths(plot, all, plot.earlier), of, { mark: "ghost", legend });

/**
 * The line { w, b } of w·x + b = 0, or its parallel w·x + b = at.
 * @param {any} of @param {Look & { at?: number }} [look]
 */
export const line = (of, { at = 0, ...look } = {}) =>
  layer((plot, { w, b }, style) => plot.line(w, b - at, style), of, {
    mark: look.dash ? "dashed" : "line",
    ...look,
  });

/** The line of a machine and the edges f = ±1 of its street: two layers. */
export const street = (of, [middle, edges] = ["f = 0", "f = ±1"]) => [
  line(of, { width: 2.4, legend: middle }),
  line(of, { at: -1, dash: [6, 4], width: 1.4, legend: edges }),
  line(of, { at: 1, dash: [6, 4], width: 1.4 }),
];

/** A line { w, b } that was there before. */
export const earlierLine = (of, legend) =>
  layer((plot, { w, b }) => plot.line(w, b, plot.earlier), of, { mark: "ghost", legend });

/** The street { w, b } that was there before. */
export const earlierStreet = (of) =>
  layer(
    (plot, { w, b }) => {
      for (const f of [-1, 0, 1])
        plot.line(w, b - f, f ? { ...plot.earlier, width: 1 } : plot.earlier);
    },
    of,
    { mark: "ghost", legend: "before the last change" },
  );

/** The answer that of(facts) gives, over the `landscape` (landscape.js) of the facts. */
export const overLandscape = (of) =>
  layer(
    (_plot, facts) => facts.landscape.paced(of(facts), facts),
    (facts) => of(facts) && facts,
    { mark: "line", legend: "f = 0, the boundary" },
  );

/** The two sides of a line { w, b }. */
export const halves = (of) => layer((plot, { w, b }) => plot.halves(w, b), of, {});

/** What is drawn one by one, each by draw(plot, one, style). */
const each =
  (draw, /** @type {Look} */ usual = {}) =>
  (of, /** @type {Look} */ look = {}) =>
    layer((plot, all, style) => all.forEach((one) => draw(plot, one, style)), of, {
      ...usual,
      ...look,
    });

/** Points [x, y, class], with a radius as a fourth number where they differ. */
export const marks = each((plot, [x, y, label, radius], style) =>
  plot.marker(x, y, label, { ...style, radius: radius ?? style.radius ?? 5 }),
);

const ringsOf = each((plot, [x, y, , radius], style) =>
  plot.ring(x, y, { ...style, radius: radius ?? style.radius ?? 9 }),
);

/** Rings around places or points, with a radius as a fourth number where they differ. */
export const rings = (of, /** @type {Look} */ look = {}) =>
  ringsOf(of, { mark: look.dashed ? "dashed ring" : "ring", ...look });

/**
 * Rings around the support vectors of an answer, at `points` [x, y, class] of the facts: around
 * those with a multiplier below its bound, and dashed around those at it.
 * @param {(facts: any) => any} of @param {string[]} legends
 * @param {Look & { sized?: (facts: any, i: number) => number }} [look] radii
 */
export const supports = (of, legends, { sized, ...look } = {}) =>
  legends.map((legend, k) =>
    rings(
      (facts) => {
        const answer = of(facts);
        if (!answer) return null;
        const some = [...facts.points.keys()].filter((i) => answer.carries[i]);
        return some
          .filter((i) => answer.full[i] === Boolean(k))
          .map((i) => [...facts.points[i].slice(0, 3), sized?.(facts, i)]);
      },
      { dashed: Boolean(k), legend, ...look },
    ),
  );

/** A ring around the point under the pointer, or the chosen one. */
export const chosen = (legend = "chosen point", radius = 13) =>
  rings(({ lit, points }) => points[lit] && [points[lit]], {
    radius,
    colour: "accent",
    width: 2.5,
    mark: "chosen",
    legend,
  });

/** Stars at places [x, y]: optima. */
export const stars = each((plot, [x, y], style) => plot.star(x, y, style), { mark: "star" });

/** Crosses at places [x, y]. */
export const crosses = each((plot, [x, y], style) => plot.cross(x, y, style), { mark: "cross" });

/** Words at places: [x, y, words, how]. */
export const words = each((plot, [x, y, text, how], style) =>
  plot.text(x, y, text, { ...style, ...how }),
);

/** A pale area within a polygon. */
export const area = (of, { alpha = 0.55, ...look }) =>
  layer(
    (plot, edge, { colour = plot.colours.grid }) => {
      const { pen } = plot;
      pen.fillStyle = colour;
      pen.globalAlpha = alpha;
      pen.beginPath();
      for (const [x, y] of edge) pen.lineTo(plot.x(x), plot.y(y));
      pen.fill();
      pen.globalAlpha = 1;
    },
    of,
    look,
  );

/** What is said instead of the answer while it is hidden. */
export const cover = (text, at = 0.5) =>
  layer(
    (plot, lines) => plot.cover(lines, at),
    ({ veiled }) => veiled && [text],
    {},
  );

/** The guess of the reader: while it is made, and beside the answer afterwards. */
export const guess = (legend = "your guess", mark = "guess") =>
  layer(
    (_plot, { guess }) => guess.draw(),
    (facts) => facts.guess && facts,
    {
      legend,
      mark,
      named: ({ guessed }) => guessed !== null,
    },
  );

/** A line of the legend for marks that other layers draw. */
export const key = (mark, legend, when = /** @type {(facts: any) => any} */ (() => true)) =>
  layer(
    () => {},
    () => null,
    { mark, legend, named: when },
  );
