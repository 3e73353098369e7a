// The dual climbed step by step: bars of α from 0 to C, the line they make, primal and dual closing in.
import { coordinateAscent, pairAscent } from "../core/ascent.js";
import { button, choice, player, slider } from "../ui/controls.js";
import { h, show } from "../ui/dom.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { mountFigure } from "../ui/shell.js";

const METHODS = [["coordinate", "one multiplier at a time (b regularised)"], ["pairs", "two at a time, SMO (b free)"]];
const MOST_ASCENT_STEPS = 2000;

function buildDualAscent(shell) {
  const { model, root, signal, say } = shell;
  const plot = new Plot(root, { box: model.get("box"), labels: model.get("labels"), ratio: 0.66, equal: true });
  const bars = new Plot(root, { box: [0, 1, 0, 1], labels: ["point", "α / C"], ratio: 0.3 });
  const curves = new Plot(root, { box: [0, 1, 0, 1], labels: ["step", "objective"], ratio: 0.42 });
  const editor = new PointEditor(plot, {
    points: model.get("points"), said: (text) => say(text, 0), signal, limit: 60,
    changed: shell.edited,
  });
  const method = choice("method", METHODS, { value: model.get("method"), change: shell.put("method") });
  const C = slider("C", { min: 1e-2, max: 100, log: true, value: model.get("C"), change: shell.put("C") });
  const go = (steps) => shell.save({ steps: Math.max(0, Math.min(MOST_ASCENT_STEPS, steps)) });
  let waited = 0;
  const play = player(shell, () => {
    const t = model.get("steps");
    waited = (waited + 1) % (t < 60 ? 8 : 1);  // slow enough to follow at first
    if (waited) return true;
    go(t + Math.max(1, Math.floor(t / 100)));
    return t < MOST_ASCENT_STEPS && !ended;
  });
  let ended = false, reached = 0;
  const facts = h("p", { class: "svm-facts" });
  const element = h("div", {}, h("div", { class: "svm-row" }, method.element, C.element),
    h("div", { class: "svm-row" }, play.element, button("Step", () => { if (!ended) go(reached + 1); }), button("Back", () => go(reached - 1)), button("Restart", () => go(0))),
    plot.element, facts, bars.element, curves.element, editor.panel());
  function controls() { method.set(model.get("method")); C.set(model.get("C")); }

  function draw() {
    const { points } = editor, strength = model.get("C"), steps = model.get("steps");
    if (new Set(points.map((p) => p[2])).size < 2) {
      plot.begin();
      plot.inside(() => points.forEach(([x, y, label]) => plot.marker(x, y, label)));
      plot.axes();
      for (const empty of [bars, curves]) { empty.begin(); empty.axes(); }
      ended = true;
      facts.textContent = "Both classes need a point.";
      say(facts.textContent);
      return;
    }
    const states = (model.get("method") === "pairs" ? pairAscent : coordinateAscent)(points, strength, steps);
    const now = states.at(-1);
    reached = states.length - 1;
    ended = reached < steps || now.primal - now.dual <= 1e-9 * now.primal;
    scene(points, now, strength);
    multipliers(now, strength);
    closing(states);
    facts.textContent = `Step ${reached}${ended ? ", converged" : ""}: primal ${show(now.primal, 6)}, dual ${show(now.dual, 6)}, `
      + `primal − dual ${show(Math.max(0, now.primal - now.dual), 3)}.` + (now.touched.length ? ` Last moved: point ${now.touched.map((i) => i + 1).join(" and ")}.` : "");
    if (play.playing()) return;
    say(facts.textContent);
    shell.save({ solution: { alpha: now.alpha, w: now.w, b: now.b, primal: now.primal, dual: now.dual } });
  }

  function scene(points, { w, b, alpha, touched }, strength) {
    plot.begin();
    plot.inside(() => {
      if (Math.hypot(...w) > 0) {
        for (const level of [-1, 0, 1]) plot.line(w, b - level, level ? { dash: [6, 4], width: 1.4 } : { width: 2.4 });
      }
      editor.inOrder().forEach(([[x, y, label], i]) => {
        plot.marker(x, y, label, { radius: 4 + 6 * alpha[i] / strength });
        if (touched.includes(i)) plot.ring(x, y, { radius: 14, width: 3, colour: plot.colours.accent });
        if (i === editor.chosen) plot.ring(x, y, { radius: 18, dashed: true, colour: plot.colours.accent });
      });
    });
    plot.axes();
  }

  function multipliers({ alpha, touched }, strength) {
    const { points } = editor;
    bars.box = [0.4, points.length + 0.6, 0, 1.05];
    bars.begin();
    bars.path([[0, 1], [points.length + 1, 1]], { colour: bars.colours.muted, dash: [4, 4], width: 1 });
    alpha.forEach((a, i) => {
      const { pen, colours } = bars, left = bars.x(i + 0.65), right = bars.x(i + 1.35), top = bars.y(a / strength);
      pen.fillStyle = points[i][2] > 0 ? colours.plus : colours.minus;
      pen.fillRect(left, top, right - left, bars.y(0) - top);
      if (touched.includes(i)) { pen.strokeStyle = colours.accent; pen.lineWidth = 3; pen.strokeRect(left, top - 1, right - left, bars.y(0) - top + 1); }
    });
    bars.axes();
  }

  function closing(states) {
    const last = states.at(-1), dual = states.map((s) => s.dual), primal = states.map((s) => s.primal);
    const top = Math.min(Math.max(...primal), 3 * Math.abs(last.primal) + 1e-9);
    curves.box = [0, Math.max(10, states.length - 1), Math.min(0, ...dual), 1.05 * top];
    curves.begin();
    curves.inside(() => {
      curves.path(primal.map((v, t) => [t, v]), { colour: curves.colours.primal, width: 2, dash: [7, 4] });
      curves.path(dual.map((v, t) => [t, v]), { colour: curves.colours.dual, width: 2.4 });
    });
    curves.axes();
    const t = reached, late = t > 0.7 * curves.box[1], place = { align: late ? "right" : "left", dx: late ? -4 : 6 };
    curves.text(t, Math.min(last.primal, top), "primal", { ...place, dy: -10, colour: curves.colours.primal });
    curves.text(t, last.dual, "dual", { ...place, dy: last.dual < 0.1 * top ? -10 : 12, colour: curves.colours.dual });
  }

  return {
    element, draw,
    state: () => ({ points: model.get("points"), C: model.get("C"), method: model.get("method"), steps: model.get("steps") }),
    load() { editor.load(model.get("points")); controls(); shell.redraw(); },
  };
}

export const renderDualAscent = ({ model, el }) =>
  mountFigure({ model, el, name: "dual-ascent", title: "Dual ascent, interactive figure", build: buildDualAscent });
