// The map of accuracy over (C, σ), cell by cell, and the machine of the chosen cell beside it.
import { gram } from "../core/kernels.js";
import { problem, solve } from "../core/solver.js";
import { contours, surface } from "../core/surface.js";
import { freshId, h, show } from "../ui/dom.js";
import { Plot } from "../ui/plot.js";
import { mountFigure } from "../ui/shell.js";
import { rgb } from "../ui/theme.js";

// matplotlib's cividis at 0, .1, …, 1: even in lightness, the same for every colour vision
const CIVIDIS = ["#00224e", "#083370", "#35456c", "#4f576c", "#666970", "#7d7c78", "#948e77", "#aea371", "#c8b866", "#e5cf52", "#fee838"].map(rgb);

function cividis(share) {
  const at = Math.min(9.999, Math.max(0, share * 10)), k = Math.floor(at);
  return CIVIDIS[k].map((c, channel) => Math.round(c + (at - k) * (CIVIDIS[k + 1][channel] - c)));
}

/** Edges of the cells around ascending values, on a log scale if they are spaced so. */
function edges(values, log) {
  const v = log ? values.map(Math.log10) : values, n = v.length;
  return [v[0] - (v[1] - v[0]) / 2, v[n - 1] + (v[n - 1] - v[n - 2]) / 2];
}

/** A native slider over the indices of a list, which says the value. */
function steps(label, values, change) {
  const id = freshId("steps"), output = h("output", { for: id });
  const range = h("input", { type: "range", id, min: 0, max: values.length - 1, step: 1, oninput: () => change(Number(range.value)) });
  const set = (k) => {
    range.value = k;
    range.setAttribute("aria-valuetext", `${label} = ${show(values[k])}`);
    output.textContent = show(values[k]);
  };
  return { element: h("div", { class: "svm-control" }, h("label", { for: id }, label), range, output), set };
}

function buildMap(shell) {
  const { model, root, signal, say } = shell;
  const [Cs, sigmas, scores, log] = ["Cs", "sigmas", "scores", "log"].map((trait) => model.get(trait));
  const map = new Plot(root, { box: [...edges(Cs, log), ...edges(sigmas, log)], labels: ["C", "σ"], ratio: 0.8, log: [log, log] });
  const plot = new Plot(root, { box: model.get("box"), labels: model.get("labels"), ratio: 0.72 });
  const facts = h("p", { class: "svm-facts" });
  const choose = (row, column) => shell.save({
    cell: [Math.max(0, Math.min(sigmas.length - 1, row)), Math.max(0, Math.min(Cs.length - 1, column))],
  });
  const C = steps("C", Cs, (column) => choose(model.get("cell")[0], column));
  const sigma = steps("σ", sigmas, (row) => choose(row, model.get("cell")[1]));
  function controls() { sigma.set(model.get("cell")[0]); C.set(model.get("cell")[1]); }
  controls();
  const flat = scores.flat(), low = Math.min(...flat), high = Math.max(...flat);
  const ramp = Array.from({ length: 9 }, (_, k) => `rgb(${cividis(k / 8)})`).join(", ");
  const scale = h("p", { class: "svm-scale" }, `accuracy ${show(low)}`, h("span", { style: `background: linear-gradient(to right, ${ramp})` }), show(high));
  const element = h("div", {}, h("div", { class: "svm-row" }, C.element, sigma.element), map.element, scale, facts, plot.element);
  const pick = (event) => {
    const r = map.canvas.getBoundingClientRect(), [x, y] = map.toData(event.clientX - r.left, event.clientY - r.top), [x0, x1, y0, y1] = map.box;
    if (x < x0 || x > x1 || y < y0 || y > y1) return;
    choose(Math.floor((y - y0) / (y1 - y0) * sigmas.length), Math.floor((x - x0) / (x1 - x0) * Cs.length));
  };
  map.element.addEventListener("pointerup", pick, { signal });
  map.element.addEventListener("pointermove", (event) => { if (event.buttons) pick(event); }, { signal });

  function draw() {
    // a link may say anything
    const [row, column] = model.get("cell").map((k, at) => Math.max(0, Math.min([sigmas, Cs][at].length - 1, Math.round(k))));
    map.begin();
    // row 0 of a picture is on top, the smallest σ of the map is at the bottom
    const upsideDown = [...scores].reverse().flat();
    map.inside(() => {
      map.image(upsideDown, Cs.length, sigmas.length, (v) => cividis((v - low) / (high - low || 1)));
      frame(row, column);
    });
    map.axes();
    machine(sigmas[row], Cs[column], scores[row][column]);
  }

  function frame(row, column) {
    const [x0, x1, y0, y1] = map.box, dx = (x1 - x0) / Cs.length, dy = (y1 - y0) / sigmas.length, { pen } = map;
    const left = map.x(x0 + column * dx), top = map.y(y0 + (row + 1) * dy), width = map.x(x0 + dx) - map.x(x0), height = map.y(y0) - map.y(y0 + dy);
    for (const [colour, thick] of [["#ffffff", 5], ["#b3261e", 2.5]]) {
      pen.strokeStyle = colour;
      pen.lineWidth = thick;
      pen.strokeRect(left, top, width, height);
    }
  }

  function machine(sigmaNow, CNow, score) {
    const train = model.get("points"), test = model.get("test"), kernel = { name: "rbf", sigma: sigmaNow };
    const X = Float64Array.from(train.flatMap((p) => [p[0], p[1]])), y = Float64Array.from(train, (p) => p[2]);
    const answer = solve(problem(gram(kernel, X), y, CNow), { gap: 1e-9 });
    const weights = answer.alpha.map((a, i) => a * y[i]), width = 120, height = 90;
    const f = surface(kernel, X, weights, answer.b, plot.box, width, height);
    const scoreOf = ([a, b]) => weights.reduce((sum, v, i) => sum + v * Math.exp(-((a - X[2 * i]) ** 2 + (b - X[2 * i + 1]) ** 2) / (2 * sigmaNow ** 2)), answer.b);
    const wrong = test.filter((p) => scoreOf(p) > 0 !== p[2] > 0);
    plot.begin();
    plot.inside(() => {
      plot.sides(f, width, height);
      plot.levels(contours(f, width, height, 0), width, height, { width: 2.2 });
      train.forEach(([a, b, label]) => plot.marker(a, b, label, { radius: 3.2 }));
      wrong.forEach(([a, b, label]) => { plot.marker(a, b, label, { radius: 5 }); plot.ring(a, b, { radius: 9, colour: plot.colours.accent, width: 2.5 }); });
    });
    plot.axes();
    const support = answer.alpha.reduce((sum, a) => sum + (a > 0), 0), accuracy = 1 - wrong.length / test.length;
    facts.textContent = `C = ${show(CNow)}, σ = ${show(sigmaNow)}: ${wrong.length} of ${test.length} held-out points wrong (ringed), `
      + `accuracy ${show(accuracy)}; ${support} support vectors of ${y.length}. On the map: ${show(score)}.`;
    say(facts.textContent);
    shell.save({ solution: { C: CNow, sigma: sigmaNow, accuracy, support, primal: answer.primal } });
  }

  return { element, draw, state: () => ({ cell: model.get("cell") }), load() { controls(); shell.redraw(); } };
}

export const renderMap = ({ model, el }) =>
  mountFigure({ model, el, name: "map", title: "Map of accuracy over C and σ, interactive figure", build: buildMap });
