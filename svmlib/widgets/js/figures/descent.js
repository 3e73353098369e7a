// Subgradient descent watched from above: the path over the objective's contours, and how far it still is.
import { contours } from "../core/surface.js";
import { SCHEDULES, descend, objective, optimum } from "../core/descent.js";
import { button, choice, player, slider } from "../ui/controls.js";
import { h, show } from "../ui/dom.js";
import { Plot } from "../ui/plot.js";
import { mountFigure } from "../ui/shell.js";

const MOST_STEPS = 5000, TOO_FAR = 1e6;

function buildDescent(shell) {
  const { model, root, say } = shell;
  const map = new Plot(root, { box: model.get("box"), labels: ["w1", "w2"], ratio: 0.85, equal: true });
  const curve = new Plot(root, { box: [0, 1, -6, 1], labels: ["step t", "P − P*"], ratio: 0.55, log: [false, true] });
  const n = model.get("points").length;
  const schedule = choice("schedule", Object.entries(SCHEDULES).map(([key, { text }]) => [key, text]), { value: model.get("schedule"), change: shell.put("schedule") });
  const eta = slider("step size η", { min: 1e-3, max: 10, log: true, value: model.get("eta"), change: shell.put("eta") });
  const batch = slider("batch", { min: 1, max: n, whole: true, value: model.get("batch"), change: shell.put("batch") });
  const lam = slider("λ", { min: 1e-2, max: 1, log: true, value: model.get("lam"), change: shell.put("lam") });
  const facts = h("p", { class: "svm-facts" });
  let lost = false;
  const go = (steps) => shell.save({ steps: Math.max(0, Math.min(MOST_STEPS, steps)) });
  const play = player(shell, () => {
    const t = model.get("steps");
    if (t >= MOST_STEPS || lost) return false;
    // faster as it gets longer: the log axis would hardly move otherwise
    go(t + Math.max(1, Math.floor(t / 60)));
    return true;
  });
  const element = h("div", {},
    h("div", { class: "svm-row" }, schedule.element, eta.element, batch.element, lam.element),
    h("div", { class: "svm-row" }, play.element, button("Step", () => go(model.get("steps") + 1)), button("+ 100", () => go(model.get("steps") + 100)), button("Restart", () => go(0))),
    map.element, facts, curve.element);
  function controls() {
    schedule.set(model.get("schedule")); eta.set(model.get("eta")); batch.set(model.get("batch")); lam.set(model.get("lam"));
    eta.element.hidden = model.get("schedule") === "inverse";
  }
  controls();

  function draw() {
    const points = model.get("points"), lambda = model.get("lam"), best = optimum(points, lambda);
    const walk = descend({ points, lam: lambda, schedule: model.get("schedule"), eta: model.get("eta"), batch: model.get("batch"), start: model.get("start"), steps: model.get("steps") });
    const away = walk.findIndex((w) => !(Math.hypot(...w) < TOO_FAR)), path = away < 0 ? walk : walk.slice(0, away);
    lost = away >= 0;
    const excess = path.map((w) => Math.max(objective(w, points, lambda) - best.value, 1e-16));
    ground(points, lambda, best);
    map.inside(() => {
      map.path(path.slice(-1500), { width: 1.4, colour: map.colours.minus });
      map.marker(...path[0], -1, { radius: 5, colour: map.colours.muted });
      map.marker(...path.at(-1), 1, { radius: 6, colour: map.colours.accent });
      map.star(...best.w);
    });
    map.axes();
    progress(excess);
    const last = excess.at(-1), least = Math.min(...excess);
    facts.textContent = `Step ${path.length - 1}: P = ${show(last + best.value, 6)}, the optimum is ${show(best.value, 6)}; `
      + `P − P* = ${show(last, 3)}, at best so far ${show(least, 3)}.` + (lost ? " From here the walk runs away: the steps are too long." : "");
    if (play.playing()) return;
    say(facts.textContent);
    shell.save({ solution: { w: path.at(-1), objective: last + best.value, optimum: best.value } });
  }

  /** Contours of P at heights that grow by equal factors above the optimum. */
  function ground(points, lambda, best) {
    map.begin();
    const width = 90, height = 76, [x0, x1, y0, y1] = map.box, f = new Float64Array(width * height);
    for (let j = 0, at = 0; j < height; j++) {
      for (let i = 0; i < width; i++, at++) {
        f[at] = objective([x0 + (i + 0.5) * (x1 - x0) / width, y1 - (j + 0.5) * (y1 - y0) / height], points, lambda);
      }
    }
    map.inside(() => {
      for (let k = -4; k <= 8; k++) {
        const level = best.value + 0.1 * 2 ** k;
        map.levels(contours(f, width, height, level), width, height, { width: 1, colour: map.colours.muted });
      }
    });
  }

  function progress(excess) {
    const logs = excess.map((e) => Math.log10(e));
    curve.box = [0, Math.max(10, excess.length - 1), Math.max(-8, Math.floor(Math.min(...logs))), Math.ceil(Math.max(...logs) + 0.2)];
    curve.begin();
    curve.inside(() => curve.path(logs.map((v, t) => [t, v]), { width: 2, colour: curve.colours.minus }));
    curve.axes();
  }

  return {
    element, draw,
    state: () => Object.fromEntries(["schedule", "eta", "batch", "lam", "steps"].map((trait) => [trait, model.get(trait)])),
    load() { controls(); shell.redraw(); },
  };
}

export const renderDescent = ({ model, el }) =>
  mountFigure({ model, el, name: "descent", title: "Subgradient descent, interactive figure", build: buildDescent });
