// A one-class machine on points in the plane: ν and σ; the region of what is ordinary, its border, and who is outside.
import { RegionMachine } from "../core/general.js";
import { contours, onGrid, scoresOver } from "../core/surface.js";
import { many, show } from "../ui/dom.js";
import { GRIDS } from "../ui/landscape.js";
import { Plot } from "../ui/plot.js";
import { HELP_OF_ONE_KIND, PointEditor } from "../ui/points.js";
import { mountFigure } from "../ui/shell.js";
import { rgb } from "../ui/theme.js";
import { showGap, unfinished } from "../ui/certified.js";

const BRINK = 0.97; // an α of this size or more is next to its bound 1
const MOST_COMPANY = 6; // beyond this it is labour, and no challenge
const SIDES = { "-1": "outside", 0: "on the border", 1: "inside" };

export const noveltySpec = () => ({
  points: { kind: "points", labels: [1], limit: 300 },
  nu: { kind: "number", min: 0.005, max: 1, log: true, label: "ν" },
  sigma: { kind: "number", min: 0.05, max: 10, log: true, label: "σ" },
});

function buildNovelty(shell) {
  const { model, root, signal } = shell;
  const plot = new Plot(root, { box: model.get("box"), labels: model.get("labels") });
  const machine = new RegionMachine();
  /** @type {import("../core/general.js").Region | null} */
  let answer = null;
  /** @type {any} { of, where, f, border }: the score over the window, new when the machine, the window or the grid is another */
  let map = null;
  const editor = new PointEditor(plot, {
    ...shell.editing(),
    labels: [1],
    limit: 300,
    hint: HELP_OF_ONE_KIND,
    describe: (i) => (answer?.certified && i < answer.f.length ? told(answer, i) : ""),
  });
  const nu = shell.knob("nu");
  const sigma = shell.knob("sigma");
  // while a point or a knob moves the region is coarse; a while after the last movement it becomes fine
  let still = 0;
  let resting = 0;
  signal.addEventListener("abort", () => clearTimeout(resting));

  const told = ({ f, sides, alpha }, i) =>
    `${SIDES[sides[i]]}: f = ${show(sides[i] ? f[i] : 0, 3)}, α = ${show(alpha[i], 3)}`;

  /** The machine of the present points and knobs after at most so many milliseconds more. */
  function solved(milliseconds) {
    if (!editor.points.length) return null;
    machine.pose(editor.points, {
      kernel: { name: "rbf", sigma: model.get("sigma") },
      nu: model.get("nu"),
    });
    return machine.advance(milliseconds);
  }

  function draw() {
    answer = solved(editor.held >= 0 ? 4 : 8);
    const seen = answer && (answer.certified || !answer.done) ? answer : null; // what did not come to an end is not drawn
    plot.begin();
    plot.inside(() => {
      if (seen) region(seen);
      for (const line of shell.before()?.border ?? []) plot.path(line, plot.earlier);
      if (seen) for (const line of map.border) plot.path(line, { width: 2.2 });
      for (const [point, i] of editor.inOrder()) dot(point, i, seen);
    });
    plot.axes();
    report();
    if (answer && !answer.done) shell.redraw();
  }

  /** Pale where f ≥ 0, deeper where f is larger. */
  function region(seen) {
    const [width, height] =
      editor.held < 0 && seen.done && performance.now() >= still ? GRIDS.fine : GRIDS.coarse;
    const where = `${width} ${height} ${plot.box}`;
    if (map?.of !== seen || map.where !== where) {
      const f = scoresOver(/** @type {any} */ (seen), plot.box, width, height);
      const border = contours(f, width, height, 0).map((line) =>
        line.map(onGrid(plot.box, width, height)),
      );
      map = { of: seen, where, f, border };
    }
    const ground = rgb(plot.colours.ground);
    const pale = rgb(plot.colours["pale-minus"]);
    const top = Math.max(...map.f);
    const shades = Array.from({ length: 65 }, (_, k) =>
      ground.map((g, c) => Math.round(g + (pale[c] - g) * (0.55 + (0.45 * k) / 64))),
    );
    plot.image(map.f, width, height, (f) =>
      f < 0 || top <= 0 ? ground : shades[Math.floor((64 * f) / top)],
    );
  }

  function dot([x, y], i, seen) {
    plot.marker(x, y, 1, { radius: 4.5, colour: plot.colours.sky });
    if (seen && seen.alpha[i] > 0) plot.ring(x, y, { radius: 8.5, dashed: seen.alpha[i] === 1 });
    if (i === editor.lit) plot.ring(x, y, { radius: 13, colour: plot.colours.accent, width: 2.5 });
  }

  function report() {
    if (!answer) {
      shell.tell("The machine needs a point.", { solution: {} });
      return;
    }
    if (!answer.certified) {
      shell.tell(unfinished(answer), { done: answer.done, solution: {} });
      return;
    }
    const { alpha, rho, primal, dual, relative, support, outside, sides, f } = answer;
    shell.tell(sentence(answer), {
      view: {
        border: map.border,
        knobs: `${model.get("nu")} ${model.get("sigma")}`,
        points: editor.points.map((p) => [...p]),
        outside,
        sides,
        highest: Math.max(...alpha),
        farthest: f.indexOf(Math.min(...f)),
      },
      solution: { alpha: [...alpha], rho, primal, dual, gap: relative, support, outside },
    });
  }

  function sentence({ alpha, sides, outside, mass, support, rho, dual }) {
    const border = sides.filter((side, i) => side === 0 && alpha[i] > 0).length;
    const n = sides.length;
    return (
      `${outside} of ${many(n, "point")} outside ≤ νn = ${show(mass)} ≤ ${many(support, "support vector")}, ` +
      `${border} of them on the border; ρ = ${show(rho)}; ½‖w‖² = ${show(-dual, 6)}, relative gap ${showGap(answer)}.`
    );
  }

  /** The point that was farthest outside at first is where it was, and not outside any more. */
  function adopted({ points, sides }, { points: old, farthest, sides: then }) {
    if (!points || !old || points.length < old.length) return false;
    return (
      String(points[farthest]) === String(old[farthest]) &&
      then[farthest] < 0 &&
      sides[farthest] >= 0
    );
  }

  // each newcomer beside the farthest point lifts f there by its α, at most 1, and ρ grows with n: so many do, and some to spare
  const begin = solved(50);
  const company = begin?.outside ? 3 + Math.ceil(-1.2 * Math.min(...begin.f)) : Infinity;
  return {
    controls: [nu.element, sigma.element],
    panels: [plot],
    editor,
    draw,
    legend: [
      ["region", "region f ≥ 0 and its border f = 0"],
      ["ring", "support vector on the border"],
      ["dashed ring", "support vector outside, α = 1"],
      ["chosen", "chosen point"],
      ["ghost", "border before the last change"],
    ],
    challenges: [
      {
        id: "brink",
        text:
          "with the points as they are, find ν and σ at which nobody is outside yet, but the largest α is at least " +
          `${BRINK}.`,
        met: (view, { moved }) => moved === 0 && view.outside === 0 && view.highest >= BRINK,
      },
      {
        id: "adopt",
        text:
          `both knobs as they were, move or add at most ${company} points so that the one farthest outside is taken in ` +
          "while it stays where it is.",
        met: (view, { first, moved }) =>
          view.knobs === first.knobs && moved <= company && adopted(view, first),
      },
    ].filter(({ id }) => id !== "adopt" || company <= MOST_COMPANY),
    load() {
      still = performance.now() + 150;
      clearTimeout(resting);
      resting = setTimeout(shell.redraw, 160);
    },
  };
}

export const renderNovelty = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "novelty",
    title: "Novelty detection, interactive figure",
    spec: noveltySpec,
    build: buildNovelty,
  });
