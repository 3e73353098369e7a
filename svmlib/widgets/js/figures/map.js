// The map of accuracy over (C, σ), cell by cell, and the machine of the chosen cell beside it.
import { CellWalk, apart } from "../core/cells.js";
import { Machine } from "../core/machine.js";
import { show } from "../core/words.js";
import { stepper } from "../ui/controls.js";
import { freshId, h } from "../ui/dom.js";
import { GRIDS, Landscape, Pace } from "../ui/landscape.js";
import { Plot } from "../ui/plot.js";
import { mountFigure } from "../ui/shell.js";
import { rgb } from "../ui/theme.js";
import { MAP_GUESS, bestCells, mapTasks } from "../tasks/map.js";
import { toldOfMap, wrongOfMap } from "../told/map.js";

// matplotlib's cividis at 0, .1, …, 1: even in lightness, the same for every colour vision
const CIVIDIS = [
  "#00224e",
  "#083370",
  "#35456c",
  "#4f576c",
  "#666970",
  "#7d7c78",
  "#948e77",
  "#aea371",
  "#c8b866",
  "#e5cf52",
  "#fee838",
].map(rgb);

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

class MapFigure {
  constructor(shell) {
    this.shell = shell;
    const { model, root } = shell;
    this.model = model;
    const [Cs, sigmas, scores, log, train, valid] = [
      "Cs",
      "sigmas",
      "scores",
      "log",
      "points",
      "test",
    ].map((trait) => model.get(trait));
    this.Cs = Cs;
    this.sigmas = sigmas;
    this.scores = scores;
    this.train = train;
    this.valid = valid;
    this.map = new Plot(root, {
      box: [...edges(Cs, log), ...edges(sigmas, log)],
      labels: ["C", "σ"],
      ratio: 0.8,
      log: [log, log],
    });
    this.plot = new Plot(root, { box: model.get("box"), labels: model.get("labels"), ratio: 0.8 });
    this.machine = new Machine({ gap: 1e-9 });
    this.landscape = new Landscape(this.plot);
    this.pace = new Pace(shell.redraw, shell.signal);
    this.flat = scores.flat();
    this.low = Math.min(...this.flat);
    this.high = Math.max(...this.flat);
    const { first } = shell.specs.cell;
    const best = [...this.flat.keys()]
      .filter((k) => this.flat[k] === this.high)
      .map((k) => [Math.floor(k / Cs.length), k % Cs.length]);
    this.shortest = Math.min(...best.map((cell) => apart(cell, first)));
    this.walk = new CellWalk(first);
    this.seen = false; // the map without its cover
    this.errors = 0;
    this.follow();
    this.C = stepper("C", Cs, {
      value: model.get("cell")[1],
      change: (column) => this.choose(model.get("cell")[0], column, "C"),
    });
    this.sigma = stepper("σ", sigmas, {
      value: model.get("cell")[0],
      change: (row) => this.choose(row, model.get("cell")[1], "σ"),
    });
    const ramp = Array.from({ length: 9 }, (_, k) => `rgb(${cividis(k / 8)})`).join(", ");
    const bar = h("span", { style: `background: linear-gradient(to right, ${ramp})` });
    this.scale = h("p", { class: "svm-scale" }, `accuracy ${show(this.low)}`, bar, show(this.high));

    this.help = freshId("help");
    this.hint = "Pick a cell of the map, or walk over it with the arrow keys.";
    this.listen();
  }

  /** Cells are picked by pointer and by arrow keys on the map itself. */
  listen() {
    Object.entries({
      tabindex: 0,
      role: "application",
      "aria-label": "Map of accuracy",
      "aria-describedby": this.help,
    }).forEach(([name, value]) => this.map.element.setAttribute(name, String(value)));
    this.map.element.addEventListener("pointerup", (event) => this.pick(event), {
      signal: this.shell.signal,
    });
    // a finger that moves scrolls the page
    this.map.element.addEventListener(
      "pointermove",
      (event) => {
        if (event.buttons && event.pointerType !== "touch") this.pick(event);
      },
      { signal: this.shell.signal },
    );
    this.map.element.addEventListener(
      "keydown",
      (event) => {
        const way = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[
          event.key
        ];
        if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
        const [row, column] = this.model.get("cell");
        this.choose(row + way[0], column + way[1]);
        event.preventDefault();
      },
      { signal: this.shell.signal },
    );
  }

  /** The walk goes on to the chosen cell, or back along itself. */
  follow() {
    this.walk.go(this.model.get("cell"));
  }

  /** An index that exists. */
  clamp(k, values) {
    return Math.max(0, Math.min(values.length - 1, k));
  }

  /** Another cell. */
  choose(row, column, gesture = "") {
    return this.shell.save(
      { cell: [this.clamp(row, this.sigmas), this.clamp(column, this.Cs)] },
      gesture,
    );
  }

  /** The cell under the pointer. */
  pick(event) {
    const { map } = this;
    const [x0, x1, y0, y1] = map.box;
    const [x, y] = map.toData(...map.at(event));
    if (x < x0 || x > x1 || y < y0 || y > y1) return;
    this.choose(
      Math.floor(((y - y0) / (y1 - y0)) * this.sigmas.length),
      Math.floor(((x - x0) / (x1 - x0)) * this.Cs.length),
      "map",
    );
  }

  // ---- The two panels

  /** One frame: what is drawn, and what is said of it. */
  draw() {
    const { machine } = this;
    const [row, column] = this.model.get("cell");
    machine.pose(this.train, {
      kernel: { name: "rbf", sigma: this.sigmas[row] },
      C: this.Cs[column],
    });
    const answer = machine.advance();
    this.drawMap(row, column);
    this.drawMachine(answer);
    if (!answer.done) this.shell.redraw();
  }

  /** The map, the walk over it, the chosen cell. */
  drawMap(row, column) {
    const { Cs, low, map, sigmas } = this;
    map.begin();
    const grey = rgb(map.colours.grid);
    const veiled = this.shell.veiled();
    this.seen ||= !veiled;
    // row 0 of a picture is on top, the smallest σ of the map is at the bottom
    const places = [...sigmas.keys()]
      .reverse()
      .flatMap((r) => [...Cs.keys()].map((c) => r * Cs.length + c));
    map.inside(() => {
      map.image(places, Cs.length, sigmas.length, (k) =>
        veiled ? grey : cividis((this.flat[k] - low) / (this.high - low || 1)),
      );
      if (veiled) this.lattice();
      const middles = this.walk.cells.map(([r, c]) => this.middle(r, c));
      map.path(middles, { colour: "#ffffff", width: 4 });
      map.path(middles, { colour: "#1f2933", width: 1.6 });
      this.frame(row, column);
      if (veiled) map.cover(["The accuracy is hidden."], 0.08);
      this.shell.trace();
    });
    map.axes();
  }

  /** The edges of the cells, where they have no colours. */
  lattice() {
    const { map } = this;
    const [x0, x1, y0, y1] = map.box;
    const style = { colour: map.colours.ground, width: 1 };
    const between = (a, b, n) =>
      Array.from({ length: n - 1 }, (_, k) => a + ((k + 1) / n) * (b - a));
    for (const x of between(x0, x1, this.Cs.length))
      map.path(
        [
          [x, y0],
          [x, y1],
        ],
        style,
      );
    for (const y of between(y0, y1, this.sigmas.length))
      map.path(
        [
          [x0, y],
          [x1, y],
        ],
        style,
      );
  }

  /** The middle of a cell on the map. */
  middle(row, column) {
    const [x0, x1, y0, y1] = this.map.box;
    return [
      x0 + ((column + 0.5) * (x1 - x0)) / this.Cs.length,
      y0 + ((row + 0.5) * (y1 - y0)) / this.sigmas.length,
    ];
  }

  /** The frame around the chosen cell. */
  frame(row, column) {
    const { map } = this;
    const { pen } = map;
    const [l, r, t, d] = map.inner;
    const [x, y] = this.middle(row, column);
    const width = (r - l) / this.Cs.length;
    const height = (d - t) / this.sigmas.length;
    for (const [colour, thick] of Object.entries({ "#ffffff": 5, "#b3261e": 2.5 })) {
      pen.strokeStyle = colour;
      pen.lineWidth = thick;
      pen.strokeRect(map.x(x) - width / 2, map.y(y) - height / 2, width, height);
    }
  }

  /** The machine of the chosen cell. */
  drawMachine(answer) {
    const { plot, train } = this;
    plot.begin();
    const shown = answer.certified || !answer.done; // what did not come to an end is not drawn
    const [wrong, seen] = [this.valid, train].map((points) =>
      shown ? wrongOfMap(answer, points) : [],
    );
    const style = { colour: plot.colours.accent, width: 2.5 };
    plot.inside(() => {
      const fine = answer.done && this.pace.resting;
      if (shown && fine) this.landscape.draw(answer, GRIDS.fine);
      else if (shown)
        this.pace.timed(() => this.landscape.draw(answer, this.pace.grid(GRIDS.coarse)));
      train.forEach(([x, y, label]) => plot.marker(x, y, label, { radius: 3.2 }));
      seen.forEach(([x, y]) => plot.ring(x, y, { radius: 5.5, ...style, width: 1.8 }));
      (this.shell.veiled() ? [] : wrong).forEach(([x, y, label]) => {
        plot.marker(x, y, label, { radius: 5 });
        plot.ring(x, y, { radius: 9.5, ...style });
      });
    });
    plot.axes();
    this.report(answer, wrong.length, seen.length);
  }

  /** The sentence under the panels; what challenges look at; what Python learns. */
  report(answer, wrong, errors) {
    const { Cs, shell, sigmas, train, valid } = this;
    const [row, column] = this.model.get("cell");
    const told = this.scores[row][column];
    const { steps } = this.walk;
    const found = {
      C: Cs[column],
      sigma: sigmas[row],
      told,
      wrong,
      valid: valid.length,
      errors,
      train: train.length,
      steps,
    };
    const said = toldOfMap(answer, found);
    if (!answer.certified) {
      shell.tell(said, { done: answer.done, solution: {} });
      return;
    }
    const { support, primal } = answer;
    this.errors = errors;
    const accuracy = 1 - wrong / valid.length;
    shell.tell(said, {
      view: { score: told, errors, steps, guess: shell.guessed()?.value ?? null },
      solution: { C: Cs[column], sigma: sigmas[row], accuracy, support, errors, primal },
    });
  }

  /** What ui/shell.js asks for. */
  parts() {
    const { C, high, model, shortest, sigma, sigmas } = this;
    return {
      controls: [C.element, sigma.element],
      panels: [this.map, this.plot],
      tabs: ["map", "machine"],
      draw: () => this.draw(),
      extra: [this.scale, h("p", { id: this.help, class: "svm-hint" }, this.hint)],
      legend: [
        ["frame", "chosen cell"],
        ["walk", "your walk", () => this.walk.steps > 0],
        ["star", "a best cell", () => this.shell.guessed() !== null],
        ["line", "f = 0, the boundary"],
        ["dashed", "f = ±1"],
        ["small chosen", "wrong training point"],
        ["chosen", "wrong validation point; the right ones are not shown"],
      ],
      guess: {
        ...MAP_GUESS,
        opens: model.get("covered"),
        value: () => {
          const cell = [...model.get("cell")];
          return {
            cell,
            steps: this.walk.steps,
            score: this.scores[cell[0]][cell[1]],
            fresh: !this.seen,
          };
        },
        truth: () => ({ scores: this.scores, errors: this.errors, valid: this.valid.length }),
        ghost: (_, committed) => {
          const { near } = bestCells(this.scores, model.get("cell"));
          const place = this.middle(near[0], near[1]);
          if (committed) this.map.star(...place, { colour: this.map.colours.accent, radius: 9 });
        },
      },
      challenges: mapTasks({ high, valid: this.valid.length, shortest, rows: sigmas.length }),
      load: () => {
        this.pace.moved();
        this.follow();
        sigma.set(model.get("cell")[0]);
        C.set(model.get("cell")[1]);
      },
    };
  }
}

export const renderMap = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "map",
    title: "Map of accuracy over C and σ, interactive figure",
    spec: mapSpec,
    build: (shell) => new MapFigure(shell).parts(),
  });
