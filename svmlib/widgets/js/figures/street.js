// The widest street between two classes: hard or soft margin, slack as bars, the two terms of the objective.
import { gram } from "../core/kernels.js";
import { problem, solve } from "../core/solver.js";
import { slider, toggle } from "../ui/controls.js";
import { h, show } from "../ui/dom.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { mountFigure } from "../ui/shell.js";

/**
 * The linear machine in the plane; C = Infinity is the hard margin. Without a separating line the dual of
 * the hard margin has no maximum: it grows beyond what any street wider than `narrowest` could give.
 */
export function streetOf(points, C, narrowest) {
  const X = Float64Array.from(points.flatMap((p) => [p[0], p[1]])), y = Float64Array.from(points, (p) => p[2]);
  const state = problem(gram({ name: "linear" }, X), y, C);
  const limit = C === Infinity ? 2 / narrowest ** 2 : Infinity;
  const answer = { ...solve(state, { gap: 1e-10, deadline: performance.now() + 50, limit }), X, y };
  answer.w = [0, 1].map((k) => answer.alpha.reduce((sum, a, i) => sum + a * y[i] * X[2 * i + k], 0));
  answer.separable = answer.dual <= limit;
  return answer;
}

/** With no separating line: the point that both convex hulls share, from the multipliers of each class. */
export function commonPoint({ alpha, X, y }) {
  const sum = [0, 0];
  let total = 0;
  for (let i = 0; i < y.length; i++) {
    if (y[i] < 0) continue;
    total += alpha[i];
    for (const k of [0, 1]) sum[k] += alpha[i] * X[2 * i + k];
  }
  return sum.map((s) => s / total);
}

function buildStreet(shell) {
  const { model, root, signal, say } = shell;
  const plot = new Plot(root, { box: model.get("box"), labels: model.get("labels"), ratio: 0.72, equal: true });
  const editor = new PointEditor(plot, {
    points: model.get("points"), said: (text) => say(text, 0), signal, limit: 200,
    changed: shell.edited,
  });
  const C = slider("C", { min: 1e-2, max: 1e3, log: true, value: model.get("C"), change: shell.put("C") });
  const hard = toggle("hard margin (no slack)", { value: model.get("hard"), change: shell.put("hard") });
  const facts = h("p", { class: "svm-facts" });
  const element = h("div", {}, h("div", { class: "svm-row" }, C.element, hard.element), plot.element, facts, editor.panel());
  function controls() {
    C.set(model.get("C"));
    hard.set(model.get("hard"));
    C.element.hidden = model.get("hard");
  }
  controls();

  function draw() {
    const { points } = editor, two = new Set(points.map((p) => p[2])).size === 2, [x0, x1] = plot.box;
    const strength = model.get("hard") ? Infinity : model.get("C");
    const answer = two ? streetOf(points, strength, 1e-4 * (x1 - x0)) : null;
    // next to w = 0 rounding decides where the line is: a street a thousand figures wide is none
    const street = answer?.separable && 2 / answer.norm < 1e3 * (x1 - x0) ? answer : null;
    plot.begin();
    plot.inside(() => {
      if (street) ground(street);
      editor.inOrder().forEach(([[x, y, label], i]) => {
        if (street) {
          const xi = 1 - label * street.f[i], out = label / (street.norm * street.norm);
          // the bar runs along w from the point to the margin line that it misses
          if (xi > 1e-6) plot.path([[x, y], [x + xi * out * street.w[0], y + xi * out * street.w[1]]], { width: 2.5, colour: plot.colours.accent });
        }
        plot.marker(x, y, label);
      });
      points.forEach(([x, y], i) => {
        const a = street ? street.alpha[i] / Math.max(...street.alpha) : 0;
        if (a > 1e-9) plot.ring(x, y, { radius: 8 + 4 * a, dashed: street.alpha[i] >= strength });
        if (i === editor.chosen) plot.ring(x, y, { radius: 15, colour: plot.colours.accent, width: 2.5 });
      });
      if (answer && !answer.separable) plot.cross(...commonPoint(answer));
    });
    plot.axes();
    report(answer, street, strength);
  }

  /** Pale sides, the line and the edges of the street, each across the whole box. */
  function ground({ w, b }) {
    const [x0, x1, y0, y1] = plot.box, width = 80, height = 60, f = new Float64Array(width * height);
    for (let j = 0, at = 0; j < height; j++) {
      for (let i = 0; i < width; i++, at++) {
        f[at] = w[0] * (x0 + (i + 0.5) * (x1 - x0) / width) + w[1] * (y1 - (j + 0.5) * (y1 - y0) / height) + b;
      }
    }
    plot.sides(f, width, height);
    const far = 2 * Math.hypot(x1 - x0, y1 - y0) / Math.hypot(...w), middle = [(x0 + x1) / 2, (y0 + y1) / 2];
    for (const level of [-1, 0, 1]) {
      const t = (level - b - w[0] * middle[0] - w[1] * middle[1]) / (w[0] ** 2 + w[1] ** 2);
      const foot = [middle[0] + t * w[0], middle[1] + t * w[1]];
      plot.path([-far, far].map((s) => [foot[0] - s * w[1], foot[1] + s * w[0]]), level ? { dash: [6, 4], width: 1.4 } : { width: 2.4 });
    }
  }

  function report(answer, street, strength) {
    if (!answer) facts.textContent = "Both classes need a point.";
    else if (!answer.separable) facts.textContent = "No line separates the classes: the cross lies in both convex hulls. Allow slack, or move a point.";
    else if (!street) facts.textContent = "The best w is 0: with these points the street has no edge.";
    else {
      const half = street.norm ** 2 / 2, support = street.alpha.reduce((sum, a) => sum + (a > 0), 0);
      const errors = street.alpha.reduce((sum, _, i) => sum + (street.y[i] * street.f[i] <= 0), 0);
      facts.textContent = `Street ${show(2 / street.norm)} wide, ${support} support vectors, ${errors} errors. ½‖w‖² = ${show(half)}`
        + (strength === Infinity ? "." : `, C · slack = ${show(strength)} · ${show(street.slack)} = ${show(strength * street.slack)}, together ${show(street.primal, 6)}.`);
    }
    say(facts.textContent);
    if (editor.held >= 0) return;
    shell.save({ solution: street ? { w: street.w, b: street.b, alpha: [...street.alpha], primal: street.primal, gap: street.gap } : {} });
  }

  return {
    element, draw,
    state: () => ({ points: model.get("points"), C: model.get("C"), hard: model.get("hard") }),
    load() { editor.load(model.get("points")); controls(); shell.redraw(); },
  };
}

export const renderStreet = ({ model, el }) =>
  mountFigure({ model, el, name: "street", title: "The widest street, interactive figure", build: buildStreet });
