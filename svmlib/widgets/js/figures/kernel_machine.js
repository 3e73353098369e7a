// A kernel machine on points in the plane: kernel, C, σ; boundary, margin, support vectors by α, certificate.
import { DATASETS, makeData } from "../core/datasets.js";
import { gram } from "../core/kernels.js";
import { problem, solve } from "../core/solver.js";
import { contours, surface } from "../core/surface.js";
import { choice, slider } from "../ui/controls.js";
import { h, show } from "../ui/dom.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { mountFigure } from "../ui/shell.js";

const KERNEL_NAMES = [["linear", "linear"], ["polynomial", "polynomial"], ["rbf", "Gaussian (RBF)"], ["ornstein-uhlenbeck", "Ornstein–Uhlenbeck"]];
const FINE = [160, 120], COARSE = [80, 60];

/** The kernel that the traits describe. */
export const kernelOf = (model) => ({ name: model.get("kernel"), sigma: model.get("sigma"), degree: model.get("degree"), length: model.get("sigma") });

function buildKernelMachine(shell) {
  const { model, root, signal, say } = shell;
  const plot = new Plot(root, { box: model.get("box"), labels: model.get("labels") });
  let machine = null, answer = null, K = null, kernelUsed = "";
  const editor = new PointEditor(plot, {
    points: model.get("points"), said: (text) => say(text, 0), signal,
    changed(points, final) {
      if (final !== null) machine = null, K = null;
      shell.edited(points, final);
    },
  });
  // while a point or a knob moves the surface is coarse; a while after the last movement it becomes fine
  let still = 0, resting = 0;
  signal.addEventListener("abort", () => clearTimeout(resting));
  const C = slider("C", { min: 1e-2, max: 1e3, log: true, value: model.get("C"), change: shell.put("C") });
  const sigma = slider("σ", { min: 0.05, max: 10, log: true, value: model.get("sigma"), change: shell.put("sigma") });
  const degree = slider("degree", { min: 1, max: 8, whole: true, value: model.get("degree"), change: shell.put("degree") });
  const kernel = choice("kernel", KERNEL_NAMES, { value: model.get("kernel"), change: shell.put("kernel") });
  // a command rather than a state: points can be changed, taken back and reset afterwards
  const data = choice("take points", [["", "from …"], ...Object.keys(DATASETS).map((name) => [name, name])], { value: "", change(name) {
    if (name) editor.replace(makeData(name));
    data.set("");
  } });
  const facts = h("p", { class: "svm-facts" });
  const element = h("div", {}, h("div", { class: "svm-row" }, data.element, kernel.element, C.element, sigma.element, degree.element),
    plot.element, facts, editor.panel());
  function controls() {
    C.set(model.get("C")); sigma.set(model.get("sigma")); degree.set(model.get("degree")); kernel.set(model.get("kernel"));
    sigma.element.hidden = !["rbf", "ornstein-uhlenbeck"].includes(model.get("kernel"));
    degree.element.hidden = model.get("kernel") !== "polynomial";
  }
  controls();

  /** Solve within 8 ms; what is left is done in the next frame. */
  function refine() {
    const { points } = editor, y = Float64Array.from(points, (p) => p[2]), X = Float64Array.from(points.flatMap((p) => [p[0], p[1]]));
    const used = JSON.stringify(kernelOf(model));
    if (!K || used !== kernelUsed) { K = gram(kernelOf(model), X); kernelUsed = used; machine = null; }
    if (!machine) machine = Object.assign(problem(K, y, model.get("C"), answer?.alpha), { X, y });
    answer = { ...solve(machine, { gap: 1e-8, deadline: performance.now() + 8 }), X, y };
  }

  function draw() {
    const two = new Set(editor.points.map((p) => p[2])).size === 2, moving = editor.held >= 0;
    plot.begin();
    if (two) {
      refine();
      scene(...(moving || !answer.done || performance.now() < still ? COARSE : FINE));
      if (!answer.done) shell.redraw();
    } else answer = null;
    plot.inside(() => editor.inOrder().forEach(([[x, y, label], i]) => {
      const a = answer ? answer.alpha[i] / model.get("C") : 0;
      plot.marker(x, y, label, { radius: 4 + 3 * Math.min(1, a) });
      if (a > 0) plot.ring(x, y, { radius: 8.5 + 3 * Math.min(1, a), dashed: a >= 1 });
      if (i === editor.chosen) plot.ring(x, y, { radius: 14, colour: plot.colours.accent, width: 2.5 });
    }));
    plot.axes();
    report(two, moving);
  }

  function scene(width, height) {
    const support = [...answer.alpha.keys()].filter((i) => answer.alpha[i] > 0);
    const centres = support.flatMap((i) => [answer.X[2 * i], answer.X[2 * i + 1]]);
    const weights = support.map((i) => answer.alpha[i] * answer.y[i]);
    const f = surface(kernelOf(model), centres, weights, answer.b, plot.box, width, height);
    plot.inside(() => {
      plot.sides(f, width, height);
      for (const level of [-1, 0, 1]) {
        plot.levels(contours(f, width, height, level), width, height, level ? { dash: [6, 4], width: 1.3 } : { width: 2.2 });
      }
    });
  }

  function report(two, moving) {
    if (!two) { facts.textContent = "Both classes need a point."; say(facts.textContent); return; }
    const C = model.get("C"), count = (test) => answer.alpha.reduce((sum, a, i) => sum + test(a, i), 0);
    const support = count((a) => a > 0), bounded = count((a) => a >= C), errors = count((_, i) => answer.y[i] * answer.f[i] <= 0);
    facts.textContent = `${support} support vectors of ${answer.y.length}, ${bounded} of them at C; ${errors} training errors; `
      + `margin 1/‖w‖ = ${show(1 / answer.norm)}; objective ${show(answer.primal, 6)}, relative gap ${show(answer.gap, 2)}.`;
    if (moving || !answer.done) return;
    say(facts.textContent);
    shell.save({ solution: { alpha: [...answer.alpha], b: answer.b, primal: answer.primal, dual: answer.dual, gap: answer.gap, support, errors } });
  }

  return {
    element, draw,
    state: () => ({ points: model.get("points"), kernel: model.get("kernel"), C: model.get("C"), sigma: model.get("sigma"), degree: model.get("degree") }),
    load() {
      if (editor.load(model.get("points"))) K = null;
      machine = null;
      controls();
      still = performance.now() + 150;
      clearTimeout(resting);
      resting = setTimeout(shell.redraw, 160);
      shell.redraw();
    },
  };
}

export const renderKernelMachine = ({ model, el }) =>
  mountFigure({ model, el, name: "kernel-machine", title: "Kernel machine, interactive figure", build: buildKernelMachine });
