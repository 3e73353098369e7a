// A one-class machine on points in the plane: ν and σ; the region of what is ordinary, its border,
// and who is outside.
import { unfinished } from "../core/certified.js";
import { RegionMachine } from "../core/general.js";
import { contours, onGrid, scoresOver } from "../core/surface.js";
import { GRIDS, Pace } from "../ui/landscape.js";
import { numberAnswer } from "../ui/answers.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { mountFigure } from "../ui/shell.js";
import { rgb } from "../ui/theme.js";
import { REGION_GUESS, regionTasks, viewOfRegion } from "../tasks/novelty.js";
import { pointOfRegion, toldOfRegion } from "../told/novelty.js";

export const noveltySpec = () => ({
  points: { kind: "points", labels: [1], limit: 300 },
  nu: { kind: "number", min: 0.005, max: 1, log: true, label: "ν" },
  sigma: { kind: "number", min: 0.05, max: 10, log: true, label: "σ" },
});

class NoveltyFigure {
  constructor(shell) {
    this.shell = shell;
    const { model, root, signal } = shell;
    this.model = model;
    this.plot = new Plot(root, { box: model.get("box"), labels: model.get("labels") });
    this.machine = new RegionMachine();
    /** @type {import("../core/general.js").Region | null} */
    this.answer = null;
    /**
     * @type {any} { of, where, f, border }: the score over the window, new when the machine, the
     * window or the grid is another
     */
    this.map = null;
    this.editor = new PointEditor(this.plot, {
      ...shell.editing(),
      labels: [1],
      limit: 300,
      describe: (i) =>
        this.answer?.certified && i < this.answer.f.length ? pointOfRegion(this.answer, i) : "",
    });
    this.nu = shell.knob("nu");
    this.sigma = shell.knob("sigma");
    // while a point or a knob moves the region is coarse; a while after the last movement it
    // becomes fine
    this.pace = new Pace(shell.redraw, signal);

    this.begin = this.solved(50);
  }

  /** The machine of the present points and knobs after at most so many milliseconds more. */
  solved(milliseconds) {
    const { editor, machine, model } = this;
    if (!editor.points.length) return null;
    machine.pose(editor.points, {
      kernel: { name: "rbf", sigma: model.get("sigma") },
      nu: model.get("nu"),
    });
    return machine.advance(milliseconds);
  }

  /** One frame: what is drawn, and what is said of it. */
  draw() {
    const { editor, plot, shell } = this;
    this.answer = shell.veiled() ? null : this.solved(editor.held >= 0 ? 4 : 8);
    // what did not come to an end is not drawn
    const seen = this.answer && (this.answer.certified || !this.answer.done) ? this.answer : null;
    plot.begin();
    plot.inside(() => {
      if (seen) this.region(seen);
      for (const line of (!shell.veiled() && shell.before()?.border) || [])
        plot.path(line, plot.earlier);
      if (seen) for (const line of this.map.border) plot.path(line, { width: 2.2 });
      for (const [point, i] of editor.inOrder()) this.dot(point, i, seen);
      shell.trace();
    });
    plot.axes();
    this.report();
    if (this.answer && !this.answer.done) shell.redraw();
  }

  /** Pale where f ≥ 0, deeper where f is larger. */
  region(seen) {
    const { plot } = this;
    const fine = this.editor.held < 0 && seen.done && this.pace.resting;
    const [width, height] = fine ? GRIDS.fine : this.pace.grid(GRIDS.coarse);
    const where = `${width} ${height} ${plot.box}`;
    const mapped = () => {
      const f = scoresOver(/** @type {any} */ (seen), plot.box, width, height);
      const border = contours(f, width, height, 0).map((line) =>
        line.map(onGrid(plot.box, width, height)),
      );
      return { of: seen, where, f, border };
    };
    if (this.map?.of !== seen || this.map.where !== where)
      this.map = fine ? mapped() : this.pace.timed(mapped);
    const ground = rgb(plot.colours.ground);
    const pale = rgb(plot.colours["pale-minus"]);
    const top = Math.max(...this.map.f);
    const shades = Array.from({ length: 65 }, (_, k) =>
      ground.map((g, c) => Math.round(g + (pale[c] - g) * (0.55 + (0.45 * k) / 64))),
    );
    plot.image(this.map.f, width, height, (f) =>
      f < 0 || top <= 0 ? ground : shades[Math.floor((64 * f) / top)],
    );
  }

  /** A point with its rings. */
  dot([x, y], i, seen) {
    const { plot } = this;
    plot.marker(x, y, 1, { radius: 4.5, colour: plot.colours.sky });
    if (seen?.carries[i]) plot.ring(x, y, { radius: 8.5, dashed: seen.alpha[i] === 1 });
    if (i === this.editor.lit)
      plot.ring(x, y, { radius: 13, colour: plot.colours.accent, width: 2.5 });
  }

  /** Whether some support vector on show has such an α. */
  some(test) {
    return Boolean(this.answer?.carries.some((own, i) => own && test(this.answer?.alpha[i])));
  }

  /** The sentence under the panels; what challenges look at; what Python learns. */
  report() {
    const { model, shell } = this;
    if (!this.answer) {
      shell.tell("The machine needs a point.", { solution: {} });
      return;
    }
    if (!this.answer.certified) {
      shell.tell(unfinished(this.answer), { done: this.answer.done, solution: {} });
      return;
    }
    const { alpha, rho, primal, dual, relative, support, outside } = this.answer;
    shell.tell(toldOfRegion(this.answer), {
      view: {
        ...viewOfRegion(this.answer, this.editor.points, {
          nu: model.get("nu"),
          sigma: model.get("sigma"),
        }),
        border: this.map.border,
      },
      solution: { alpha: [...alpha], rho, primal, dual, gap: relative, support, outside },
    });
  }

  /** What ui/shell.js asks for. */
  parts() {
    return {
      controls: [this.nu.element, this.sigma.element],
      panels: [this.plot],
      editor: this.editor,
      draw: () => this.draw(),
      legend: [
        ["region", "region f ≥ 0 and its border f = 0"],
        ["ring", "support vector on the border", () => this.some((a) => a < 1)],
        ["dashed ring", "support vector outside, α = 1", () => this.some((a) => a === 1)],
        ["chosen", "chosen point", () => this.editor.lit >= 0],
        ["ghost", "border before the last change", () => Boolean(this.shell.before()?.border)],
      ],
      guess: {
        ...REGION_GUESS,
        answer: numberAnswer,
        plot: this.plot,
        most: () => this.editor.points.length,
        truth: () => (this.answer?.certified ? this.answer : null),
      },
      challenges: regionTasks(this.begin),
      load: () => {
        this.pace.moved();
      },
    };
  }
}

export const renderNovelty = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "novelty",
    title: "Novelty detection, interactive figure",
    spec: noveltySpec,
    build: (shell) => new NoveltyFigure(shell).parts(),
  });
