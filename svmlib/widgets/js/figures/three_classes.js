// Three classes, one machine each against the rest: regions of the largest score, and the scores of a point.
import { gram } from "../core/kernels.js";
import { problem, solve } from "../core/solver.js";
import { contours, surface } from "../core/surface.js";
import { choice, slider } from "../ui/controls.js";
import { h, show } from "../ui/dom.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { mountFigure } from "../ui/shell.js";
import { rgb } from "../ui/theme.js";

const CLASSES = [0, 1, 2], CLASS_NAMES = ["blue square", "orange circle", "green triangle"];
const SIZE = [110, 82];

/** One machine for each class k, with labels +1 for k and -1 for the rest. */
export function oneAgainstRest(points, kernel, C) {
  const X = Float64Array.from(points.flatMap((p) => [p[0], p[1]])), K = gram(kernel, X);
  return CLASSES.map((k) => {
    const y = Float64Array.from(points, (p) => (p[2] === k ? 1 : -1));
    const answer = solve(problem(K, y, C), { gap: 1e-9, deadline: performance.now() + 100 });
    return { ...answer, X, weights: answer.alpha.map((a, i) => a * y[i]) };
  });
}

function buildThreeClasses(shell) {
  const { model, root, signal, say } = shell;
  const plot = new Plot(root, { box: model.get("box"), labels: model.get("labels") });
  const editor = new PointEditor(plot, {
    points: model.get("points"), labels: CLASSES, said: (text) => say(text, 0), signal, limit: 150,
    changed: shell.edited,
  });
  const kernel = choice("kernel", [["linear", "linear"], ["rbf", "Gaussian (RBF)"]], { value: model.get("kernel"), change: shell.put("kernel") });
  const C = slider("C", { min: 1e-2, max: 1e3, log: true, value: model.get("C"), change: shell.put("C") });
  const sigma = slider("σ", { min: 0.1, max: 10, log: true, value: model.get("sigma"), change: shell.put("sigma") });
  const facts = h("p", { class: "svm-facts" }), table = h("tbody");
  const element = h("div", {}, h("div", { class: "svm-row" }, kernel.element, C.element, sigma.element), plot.element, facts,
    h("table", { class: "svm-table" }, h("caption", {}, "Scores of the chosen point, or of the middle of the figure"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "class"), h("th", { scope: "col" }, "score"))), table),
    editor.panel());
  function controls() {
    kernel.set(model.get("kernel")); C.set(model.get("C")); sigma.set(model.get("sigma"));
    sigma.element.hidden = model.get("kernel") !== "rbf";
  }
  controls();

  function draw() {
    const { points } = editor, present = new Set(points.map((p) => p[2]));
    plot.begin();
    const machines = present.size === 3 ? oneAgainstRest(points, { name: model.get("kernel"), sigma: model.get("sigma") }, model.get("C")) : null;
    if (machines) regions(machines);
    plot.inside(() => editor.inOrder().forEach(([[x, y, label], i]) => {
      plot.marker(x, y, label);
      if (i === editor.chosen) plot.ring(x, y, { radius: 13, colour: plot.colours.accent, width: 2.5 });
    }));
    plot.axes();
    if (machines) report(machines);
    else { facts.textContent = "Each of the three classes needs a point."; table.replaceChildren(); say(facts.textContent); }
  }

  /** Pale colour of the largest score, and the borders where the two largest are equal. */
  function regions(machines) {
    const [width, height] = SIZE, kernelNow = { name: model.get("kernel"), sigma: model.get("sigma") };
    const f = machines.map(({ X, weights, b }) => surface(kernelNow, X, weights, b, plot.box, width, height));
    const pale = ["pale-minus", "pale-plus", "pale-third"].map((name) => rgb(plot.colours[name]));
    const lead = CLASSES.map((k) => f[k].map((v, at) => v - Math.max(...CLASSES.filter((j) => j !== k).map((j) => f[j][at]))));
    plot.inside(() => {
      plot.image(f[0], width, height, (_, at) => pale[CLASSES.find((k) => lead[k][at] >= 0) ?? 0]);
      for (const k of CLASSES) plot.levels(contours(lead[k], width, height, 0), width, height, { width: 2 });
    });
  }

  function report(machines) {
    const { points, chosen } = editor, [x0, x1, y0, y1] = plot.box;
    const [x, y] = chosen >= 0 ? points[chosen] : [(x0 + x1) / 2, (y0 + y1) / 2];
    const kernelNow = { name: model.get("kernel"), sigma: model.get("sigma") };
    const at = (m) => surface(kernelNow, m.X, m.weights, m.b, [x - 1, x + 1, y - 1, y + 1], 1, 1)[0], scores = machines.map(at);
    table.replaceChildren(...CLASSES.map((k) => h("tr", {}, h("th", { scope: "row" }, CLASS_NAMES[k]), h("td", {}, show(scores[k])))));
    const wrong = points.filter((p, i) => CLASSES.some((k) => machines[k].f[i] > machines[p[2]].f[i])).length;
    const objective = machines.reduce((sum, m) => sum + m.primal, 0);
    facts.textContent = `${wrong} of ${points.length} points lie in another class's region. Sum of the three objectives ${show(objective, 6)}.`;
    say(facts.textContent);
    if (editor.held >= 0) return;
    shell.save({ solution: { objective, errors: wrong, scores } });
  }

  return {
    element, draw,
    state: () => ({ points: model.get("points"), kernel: model.get("kernel"), C: model.get("C"), sigma: model.get("sigma") }),
    load() { editor.load(model.get("points")); controls(); shell.redraw(); },
  };
}

export const renderThreeClasses = ({ model, el }) =>
  mountFigure({ model, el, name: "three-classes", title: "Three classes, interactive figure", build: buildThreeClasses });
