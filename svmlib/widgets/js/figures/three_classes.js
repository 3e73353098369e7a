// Three classes: one machine each against the rest, one for each pair, or one for all at once.
// Regions, ties, scores.
import { unfinished } from "../core/certified.js";
import { JOINT_KINDS, JointMachine, SeveralMachines } from "../core/joint.js";
import { bordersOf, flatOf, territories, verdict } from "../core/regions.js";
import { contours } from "../core/surface.js";
import { show } from "../core/words.js";
import { h } from "../ui/dom.js";
import { mark } from "../ui/marks.js";
import { numberAnswer } from "../ui/answers.js";
import { Plot } from "../ui/plot.js";
import { Pace } from "../ui/landscape.js";
import { PointEditor } from "../ui/points.js";
import { mountFigure } from "../ui/shell.js";
import { rgb } from "../ui/theme.js";
import { CLASS_GUESS, CLASS_TASKS, ClassesSeen, KIND_NAMES } from "../tasks/three_classes.js";
import {
  COLOUR_WORDS,
  mistakesOfClasses,
  objectiveOfClasses,
  pointOfClasses,
  toldOfClasses,
  tableOfClasses,
} from "../told/three_classes.js";

const CLASSES = [0, 1, 2];
const CLASS_MARKS = ["minus", "plus", "third"];
const CLASS_SIGNS = ["■", "●", "▲"];
const CLASS_COLOURS = ["minus", "plus", "third"];
const CELLS = [110, 82];
// of the map; straight borders need no more, but their ground looks better with more
const FINE = [220, 164];

export const classesSpec = () => ({
  points: { kind: "points", labels: CLASSES, limit: 150 },
  kind: { kind: "choice", options: KIND_NAMES, label: "machine" },
  kernel: {
    kind: "choice",
    options: [
      ["linear", "linear"],
      ["rbf", "Gaussian (RBF)"],
    ],
  },
  C: { kind: "number", min: 1e-2, max: 1e3, log: true },
  sigma: { kind: "number", min: 0.1, max: 10, log: true, label: "σ" },
});

class ThreeClassesFigure {
  constructor(shell) {
    this.shell = shell;
    const { model, root, signal } = shell;
    this.model = model;
    this.plot = new Plot(root, { box: model.get("box"), labels: model.get("labels") });
    /**
     * @type {Record<string, any>} one for each kind, so that going to and fro starts where it was
     * left
     */
    this.machines = {
      "one-vs-rest": new SeveralMachines({ kind: "one-vs-rest" }),
      "one-vs-one": new SeveralMachines({ kind: "one-vs-one" }),
      "weston-watkins": new JointMachine({ kind: "weston-watkins" }),
      "crammer-singer": new JointMachine({ kind: "crammer-singer" }),
    };
    /** @type {any} */
    this.answer = null;
    this.seen = { line: false, hatched: false, dashed: false, cross: false, ghost: false };
    /** @type {any} what is known of the machine on show */
    this.told = null;
    this.tasks = new ClassesSeen();
    this.pace = new Pace(shell.redraw, signal);
    this.editor = new PointEditor(this.plot, {
      ...shell.editing(),
      labels: CLASSES,
      limit: 150,
      groups: true,
      describe: (i) => {
        const point = this.editor.points[i];
        return this.answer?.done && point ? pointOfClasses(this.answer, point) : "";
      },
    });
    const [kind, kernel, C, sigma] = ["kind", "kernel", "C", "sigma"].map((trait) =>
      shell.knob(trait),
    );
    this.kind = kind;
    this.kernel = kernel;
    this.C = C;
    this.sigma = sigma;
    this.table = this.scoreTable();
  }

  /** One frame: what is drawn, and what is said of it. */
  draw() {
    const { editor, model, plot, shell } = this;
    const { points } = editor;
    const three = new Set(points.map((p) => p[2])).size === 3;
    const which = model.get("kind");
    const joint = JOINT_KINDS.includes(which);
    this.kernel.element.hidden = joint;
    this.sigma.element.hidden = joint || model.get("kernel") !== "rbf";
    const found = three && !shell.veiled() ? this.solve(which, joint, points) : null;
    // what did not come to an end is not drawn
    this.answer = found?.done && !found.certified ? null : found;
    const straight = joint || model.get("kernel") === "linear";
    const ghost = shell.veiled() ? null : shell.before()?.borders;
    plot.begin();
    const moving = editor.held >= 0 || !this.pace.resting;
    const drawn = (cells) => territories(this.answer, plot.box, ...cells);
    const map =
      this.answer && (moving ? this.pace.timed(() => drawn(this.pace.grid(CELLS))) : drawn(CELLS));
    const fine = this.answer && straight && !moving ? drawn(FINE) : map;
    const borders = map ? bordersOf(map) : [];
    const winners = this.answer?.done
      ? points.map(([x, y]) => verdict(this.answer, x, y).winner)
      : [];
    plot.inside(() => {
      if (fine) this.ground(fine);
      for (const line of ghost ?? []) plot.path(line, plot.earlier);
      if (map && !joint) this.ownBorders(map);
      for (const line of borders) plot.path(line, { width: 2.4 });
      for (const [[x, y, label], i] of editor.inOrder()) {
        plot.marker(x, y, label);
        if (this.answer?.done && ![label, -1].includes(winners[i]))
          plot.cross(x, y, { radius: 6, width: 2 });
        if (i === editor.lit)
          plot.ring(x, y, { radius: 13, colour: plot.colours.accent, width: 2.5 });
      }
      shell.trace();
    });
    plot.axes();
    this.seen = {
      line: borders.length > 0,
      hatched: Boolean(fine?.owner.includes(-1)),
      dashed: Boolean(map) && !joint && flatOf(map).length < 3,
      cross: winners.some((winner, i) => ![points[i][2], -1].includes(winner)),
      ghost: Boolean(ghost?.length),
    };
    this.report(
      map && { winners, borders, flat: flatOf(map), open: fine.open, duels: map.duels },
      which,
      joint,
      found ? unfinished(found) : "Each of the three classes needs a point.",
    );
    if (this.answer && !this.answer.done) shell.redraw();
  }

  /** The answer of the machine of this kind after a slice. */
  solve(which, joint, points) {
    const { machines, model } = this;
    const form = joint
      ? { name: "linear" }
      : { name: model.get("kernel"), sigma: model.get("sigma") };
    machines[which].pose(points, { kernel: form, C: model.get("C") });
    return machines[which].advance();
  }

  /** Pale colour of the winner; grey and hatched where there is none. */
  ground({ owner, width, height }) {
    const { plot } = this;
    const pale = ["grid", "pale-minus", "pale-plus", "pale-third"].map((name) =>
      rgb(plot.colours[name]),
    );
    plot.image(owner, width, height, (winner) => pale[winner + 1]);
    if (!owner.includes(-1)) return;
    const { pen } = plot;
    const [l, r, t, d] = plot.inner;
    const across = (r - l) / width;
    const down = (d - t) / height;
    pen.beginPath();
    for (let j = 0; j < height; j++) {
      for (let i = 0, start = -1; i <= width; i++) {
        const open = i < width && owner[j * width + i] < 0;
        if (open && start < 0) start = i;
        if (!open && start >= 0) {
          pen.rect(l + start * across, t + j * down, (i - start) * across, down);
          start = -1;
        }
      }
    }
    pen.save();
    pen.clip();
    pen.strokeStyle = plot.colours.muted;
    pen.lineWidth = 1.2;
    pen.beginPath();
    for (let x = l - (d - t); x < r; x += 8) {
      pen.moveTo(x, d);
      pen.lineTo(x + d - t, t);
    }
    pen.stroke();
    pen.restore();
  }

  /** Where a single machine says 0: in the colour of its class, or of a pair in grey. */
  ownBorders({ grids, duels, width, height }) {
    const { plot } = this;
    grids.forEach((f, q) => {
      const colour = duels ? plot.colours.muted : plot.colours[CLASS_COLOURS[q]];
      plot.levels(contours(f, width, height, 0), width, height, {
        colour,
        dash: [6, 4],
        width: 1.6,
      });
    });
  }

  /**
   * The scores of the lit point, or of the middle of the figure; among duels its votes and the lead
   * over each other class.
   */
  scoreTable() {
    const { editor } = this;
    const titles = ["score", ...CLASS_SIGNS.map((sign) => `vs ${sign}`)];
    const caption = h("caption");
    const head = titles.map((title) => h("th", { scope: "col" }, title));
    const rows = CLASSES.map(() => titles.map(() => h("td")));
    const lines = rows.map((cells, k) =>
      h("tr", {}, h("th", { scope: "row" }, mark(CLASS_MARKS[k]), ` ${COLOUR_WORDS[k]}`), ...cells),
    );
    const element = h(
      "table",
      { class: "svm-table svm-scores" },
      caption,
      h("thead", {}, h("tr", {}, h("td"), ...head)),
      h("tbody", {}, ...lines),
    );
    return {
      element,
      set: () => {
        element.hidden = !this.answer;
        if (!this.answer) return;
        const point = editor.points[editor.lit];
        const [x0, x1, y0, y1] = this.plot.box;
        const [x, y, label] = point ?? [(x0 + x1) / 2, (y0 + y1) / 2, -1];
        const { duels, rows: told, winner } = tableOfClasses(this.answer, x, y);
        const tell = (v) => (v === null ? "–" : show(v, duels ? 2 : 3));
        caption.textContent = point
          ? `Point ${editor.lit + 1}, ${COLOUR_WORDS[label]}: ${winner < 0 ? "a tie" : `goes to ${COLOUR_WORDS[winner]}`}.`
          : `A point in the middle would be ${winner < 0 ? "nobody's: a tie" : COLOUR_WORDS[winner]}.`;
        head[0].textContent = duels ? "votes" : "score";
        head.forEach((cell, q) => {
          cell.hidden = q > 0 && !duels;
        });
        rows.forEach((cells, k) =>
          cells.forEach((cell, q) => {
            cell.hidden = q > 0 && !duels;
            cell.textContent = cell.hidden ? "" : tell(told[k][q]);
          }),
        );
        lines.forEach((line, k) => {
          line.dataset.wins = String(k === winner);
        });
      },
    };
  }

  /**
   * found = { winners (of the points), borders, flat (machines with w = 0), open (share of the
   * picture without winner), duels }; `missing` is what to say where nothing is certain
   */
  report(found, which, joint, missing) {
    const { model, shell } = this;
    this.table.set();
    this.told = null;
    if (!this.answer) {
      shell.tell(missing, { view: { kind: which }, solution: {} });
      return;
    }
    if (!this.answer.done) {
      shell.tell(missing, { done: false });
      return;
    }
    const { answer, editor } = this;
    const { points } = editor;
    const strength = model.get("C");
    const { flat, borders } = found;
    const { errors, open } = mistakesOfClasses(found.winners, points);
    const objective = objectiveOfClasses(answer, strength, points.length);
    const straight = joint || model.get("kernel") === "linear";
    this.told = { kind: which, straight, errors, open, flat };
    shell.tell(toldOfClasses(answer, points, strength, found), {
      view: this.tasks.view(
        { kind: which, straight, errors, open, flat, borders },
        points,
        strength,
      ),
      solution: { kind: which, objective, errors, undecided: open, gap: answer.relative },
    });
  }

  /** What ui/shell.js asks for. */
  parts() {
    const { editor } = this;
    return {
      controls: [this.kind, this.kernel, this.C, this.sigma].map((knob) => knob.element),
      panels: [this.plot],
      editor,
      extra: [this.table.element],
      draw: () => this.draw(),
      load: () => this.pace.moved(),
      // only what can be seen: beside the plot there is no room for more
      legend: [
        ["line", "border of two regions", () => this.seen.line],
        ["hatched", "nobody's: a tie", () => this.seen.hatched],
        ["dashed", "f = 0 of a single machine", () => this.seen.dashed],
        ["cross", "wrong: in another's region", () => this.seen.cross],
        ["chosen", "point in the table", () => editor.lit >= 0],
        ["ghost", "before the last change", () => this.seen.ghost],
      ],
      guess: {
        ...CLASS_GUESS,
        answer: numberAnswer,
        plot: this.plot,
        most: () => editor.points.length,
        truth: () => this.told,
      },
      challenges: CLASS_TASKS,
    };
  }
}

export const renderThreeClasses = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "three-classes",
    title: "Three classes, interactive figure",
    spec: classesSpec,
    build: (shell) => new ThreeClassesFigure(shell).parts(),
  });
