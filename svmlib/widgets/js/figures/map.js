// The map of accuracy over (C, σ), cell by cell, and the machine of the chosen cell beside it.
import { CellWalk, apart } from "../core/cells.js";
import { Machine } from "../core/machine.js";
import { show } from "../core/words.js";
import { stepper } from "../ui/controls.js";
import { application, forHand, freshId, h, hearing, wayOf } from "../ui/dom.js";
import { figure } from "../ui/figure.js";
import { Landscape } from "../ui/landscape.js";
import { cover, guess, key, layer, lines, marks, overLandscape, rings } from "../ui/layers.js";
import { rgb } from "../ui/theme.js";
import { MAP_GUESS, bestCells, mapTasks } from "../tasks/map.js";
import { toldOfMap, wrongOfMap } from "../told/map.js";

// matplotlib's cividis at 0, .1, …, 1: even in lightness, the same for every colour vision
const CIVIDIS =
  "#00224e #083370 #35456c #4f576c #666970 #7d7c78 #948e77 #aea371 #c8b866 #e5cf52 #fee838"
    .split(" ")
    .map(rgb);

function cividis(share) {
  const at = Math.min(9.999, Math.max(0, share * 10));
  const k = Math.floor(at);
  return CIVIDIS[k].map((c, channel) => Math.round(c + (at - k) * (CIVIDIS[k + 1][channel] - c)));
}

/** Edges of the cells around ascending values, on a log scale if they are spaced so. */
function edges(values, log) {
  const v = log ? values.map(Math.log10) : values;
  const n = v.length;
  return [v[0] - (v[1] - v[0]) / 2, v[n - 1] + (v[n - 1] - v[n - 2]) / 2];
}

export const mapSpec = (model) => ({
  cell: {
    kind: "cell",
    sizes: [model.get("sigmas").length, model.get("Cs").length],
    first: model.get("cell"),
    inWords(before, now) {
      const axes = [
        ["σ", model.get("sigmas")],
        ["C", model.get("Cs")],
      ];
      return axes
        .flatMap(([name, values], k) =>
          before[k] === now[k]
            ? []
            : `${name} from ${show(values[before[k]])} to ${show(values[now[k]])}`,
        )
        .reverse()
        .join(", ");
    },
  },
});

/** The middle of a cell, in a box. */
const middleOfCell = ([x0, x1, y0, y1], [row, column], { Cs, sigmas }) => [
  x0 + ((column + 0.5) * (x1 - x0)) / Cs.length,
  y0 + ((row + 0.5) * (y1 - y0)) / sigmas.length,
];

/** The edges between the cells, for a map without colours. */
function lattice([x0, x1, y0, y1], { Cs, sigmas }) {
  const between = (a, b, n) => Array.from({ length: n - 1 }, (_, k) => a + ((k + 1) / n) * (b - a));
  const upright = between(x0, x1, Cs.length).map((x) => [y0, y1].map((y) => [x, y]));
  const level = between(y0, y1, sigmas.length).map((y) => [x0, x1].map((x) => [x, y]));
  return [...upright, ...level];
}

/** A colour for each accuracy, or grey. */
function paintMap(plot, { Cs, sigmas, scores, low, high, veiled }) {
  const grey = rgb(plot.colours.grid);
  // row 0 of a picture is on top, the smallest σ of the map is at the bottom
  plot.image(scores.toReversed().flat(), Cs.length, sigmas.length, (score) =>
    veiled ? grey : cividis((score - low) / (high - low || 1)),
  );
}

function paintFrame(plot, facts) {
  const { pen } = plot;
  const [l, r, t, d] = plot.inner;
  const [x, y] = middleOfCell(plot.box, facts.cell, facts);
  const width = (r - l) / facts.Cs.length;
  const height = (d - t) / facts.sigmas.length;
  for (const [colour, thick] of Object.entries({ "#ffffff": 5, "#b3261e": 2.5 })) {
    pen.strokeStyle = colour;
    pen.lineWidth = thick;
    pen.strokeRect(plot.x(x) - width / 2, plot.y(y) - height / 2, width, height);
  }
}

/** Another cell: the one that exists and is nearest. */
function chooseCell(figure, cell, gesture = "") {
  const { sizes } = figure.shell.specs.cell;
  const inside = cell.map((k, axis) => Math.max(0, Math.min(sizes[axis] - 1, k)));
  figure.put({ cell: inside }, true, gesture);
}

/** Cells are picked by pointer and by arrow keys on the map itself. */
function pickCells(figure) {
  const [map] = figure.plots;
  const { Cs, sigmas, help } = figure.own;
  application(map.element, "Map of accuracy", help);
  const on = hearing(map.element, figure.shell.signal);
  const pick = (event) => {
    const [x0, x1, y0, y1] = map.box;
    const [x, y] = map.toData(...map.at(event));
    if (x < x0 || x > x1 || y < y0 || y > y1) return;
    const row = Math.floor(((y - y0) / (y1 - y0)) * sigmas.length);
    chooseCell(figure, [row, Math.floor(((x - x0) / (x1 - x0)) * Cs.length)], "map");
  };
  on("pointerup", pick);
  on("pointermove", (event) => {
    // a finger that moves scrolls the page
    if (event.buttons && event.pointerType !== "touch") pick(event);
  });
  on("keydown", (event) => {
    const way = wayOf(event);
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    const [row, column] = figure.model.get("cell");
    chooseCell(figure, [row + way[1], column + way[0]]);
    event.preventDefault();
  });
}

/** The colours of the map from its lowest accuracy to its highest. */
function scaleOf({ low, high }) {
  const ramp = Array.from({ length: 9 }, (_, k) => `rgb(${cividis(k / 8)})`).join(", ");
  const bar = h("span", { style: `background: linear-gradient(to right, ${ramp})` });
  return h("p", { class: "svm-scale" }, `accuracy ${show(low)}`, bar, show(high));
}

/** The machine of the chosen cell, judged: which points are wrong, and numbers. */
function judgedCell({ Cs, sigmas, scores, cell: [row, column], train, valid, seen, veiled, walk }) {
  const errors = seen ? wrongOfMap(seen, train) : [];
  const missed = seen && !veiled ? wrongOfMap(seen, valid) : [];
  const now = {
    C: Cs[column],
    sigma: sigmas[row],
    told: scores[row][column],
    wrong: missed.length,
    valid: valid.length,
    errors: errors.length,
    train: train.length,
    steps: walk.steps,
  };
  return { errors, missed, now };
}

const walked = (facts, plot) => [
  facts.walk.cells.map((cell) => middleOfCell(plot.box, cell, facts)),
];

export const renderMap = figure({
  name: "map",
  title: "Map of accuracy over C and σ",
  spec: mapSpec,
  own({ model, specs }, [, plot]) {
    const [Cs, sigmas, scores] = ["Cs", "sigmas", "scores"].map((trait) => model.get(trait));
    const [high, low] = [Math.max(...scores.flat()), Math.min(...scores.flat())];
    const { first } = specs.cell;
    const walk = new CellWalk(first);
    walk.go(model.get("cell"));
    return {
      Cs,
      sigmas,
      scores,
      high,
      low,
      walk,
      shortest: apart(bestCells(scores, first).near, first),
      train: model.get("points"),
      valid: model.get("test"),
      covered: model.get("covered"),
      fresh: true, // the map has not been seen without its cover
      machine: new Machine({ gap: 1e-9 }),
      landscape: new Landscape(plot),
      help: freshId("help"),
    };
  },
  open: true,
  solve({ machine, train, Cs, sigmas, cell: [row, column] }, milliseconds) {
    machine.pose(train, { kernel: { name: "rbf", sigma: sigmas[row] }, C: Cs[column] });
    return machine.advance(milliseconds);
  },
  found: judgedCell,
  panels(model) {
    const log = model.get("log");
    return [
      {
        name: "map",
        box: [...edges(model.get("Cs"), log), ...edges(model.get("sigmas"), log)],
        labels: ["C", "σ"],
        ratio: 0.8,
        log: [log, log],
        layers: [
          layer(paintMap, (facts) => facts, {}),
          lines((facts, plot) => facts.veiled && lattice(plot.box, facts), {
            colour: "ground",
            width: 1,
          }),
          lines(walked, { colour: "#ffffff", width: 4 }),
          lines(walked, { colour: "#1f2933", width: 1.6 }),
          layer(paintFrame, (facts) => facts, { mark: "frame", legend: "chosen cell" }),
          key("walk", "your walk", ({ walk }) => walk.steps > 0),
          cover("The accuracy is hidden.", 0.08),
          guess("a best cell", "star"),
        ],
      },
      {
        name: "machine",
        ratio: 0.8,
        layers: [
          overLandscape(({ seen }) => seen),
          key("dashed", "f = ±1"),
          marks(({ train }) => train, { radius: 3.2 }),
          rings(({ errors }) => errors, {
            radius: 5.5,
            colour: "accent",
            mark: "small chosen",
            legend: "wrong training point",
          }),
          marks(({ missed }) => missed, { radius: 5 }),
          rings(({ missed }) => missed, {
            radius: 9.5,
            colour: "accent",
            width: 2.5,
            mark: "chosen",
            legend: "wrong validation point (right ones are not shown)",
            named: () => true,
          }),
        ],
      },
    ];
  },
  controls(figure) {
    const { Cs, sigmas } = figure.own;
    const cell = () => figure.model.get("cell");
    const step = (name, values, axis) =>
      stepper(name, values, {
        value: cell()[axis],
        change: (k) => chooseCell(figure, cell().with(axis, k), name),
      });
    figure.steppers = [step("σ", sigmas, 0), step("C", Cs, 1)];
    return figure.steppers.toReversed().map(({ element }) => element);
  },
  extra: ({ own }) => [
    { element: scaleOf(own) },
    {
      element: h(
        "p",
        { id: own.help, class: "svm-hint" },
        forHand("Pick a cell of the map, or walk over it with the arrow keys."),
      ),
    },
  ],
  listen: pickCells,
  load({ model, own, steppers }) {
    const cell = model.get("cell");
    own.walk.go(cell);
    steppers.forEach(({ set }, axis) => set(cell[axis]));
  },
  drawn({ veiled }, { own }) {
    own.fresh &&= veiled;
  },
  told: ({ answer, now }) => toldOfMap(answer, now),
  solution: ({ answer: { support, primal }, now: { C, sigma, wrong, valid, errors } }) => ({
    C,
    sigma,
    accuracy: 1 - wrong / valid,
    support,
    errors,
    primal,
  }),
  guess: {
    ...MAP_GUESS,
    opens: ({ covered }) => covered,
    value: ({ cell, now: { told, steps }, fresh }) => ({ cell, steps, score: told, fresh }),
    ghost(plot, _, committed, facts) {
      const { near } = bestCells(facts.scores, facts.cell);
      const [x, y] = middleOfCell(plot.box, near, facts);
      if (committed) plot.star(x, y, { colour: plot.colours.accent, radius: 9 });
    },
  },
  challenges: mapTasks,
});
