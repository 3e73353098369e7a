// A line to turn and shift by two handles, a knob that scales (w, b): functional margins swell, geometric stay.
import { slider } from "../ui/controls.js";
import { h, show } from "../ui/dom.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { mountFigure } from "../ui/shell.js";

/** (w, b) of the line through two handles, with ‖w‖ = scale and w to the right of the way from A to B. */
export function lineThrough([[ax, ay], [bx, by]], scale) {
  const length = Math.hypot(bx - ax, by - ay), w = [scale * (by - ay) / length, -scale * (bx - ax) / length];
  return { w, b: -(w[0] * ax + w[1] * ay) };
}

function buildMargins(shell) {
  const { model, root, signal, say } = shell;
  const points = model.get("points");
  const plot = new Plot(root, { box: model.get("box"), labels: model.get("labels"), ratio: 0.66, equal: true });
  const strip = new Plot(root, { box: [-1, 1, 0, 3], labels: ["margin", ""], ratio: 0.3 });
  const withLabels = () => model.get("handles").map(([x, y]) => [x, y, "handle"]);
  const editor = new PointEditor(plot, {
    points: withLabels(), said: (text) => say(text, 0), signal, fixed: true,
    changed(handles, final) {
      if (final) shell.save({ handles: handles.map(([x, y]) => [x, y]) });
      shell.redraw();
    },
  });
  const scale = slider("scale of (w, b)", { min: 0.1, max: 10, log: true, value: model.get("scale"), change: shell.put("scale") });
  const facts = h("p", { class: "svm-facts" });
  const element = h("div", {}, h("div", { class: "svm-row" }, scale.element), plot.element, facts, strip.element, editor.panel());

  function draw() {
    const s = model.get("scale"), handles = editor.points, [[ax, ay], [bx, by]] = handles;
    if (ax === bx && ay === by) {
      facts.textContent = "Both handles are in the same place: drag one away.";
      say(facts.textContent);
      return;
    }
    const { w, b } = lineThrough(handles, s);
    const functional = points.map(([x, y, label]) => label * (w[0] * x + w[1] * y + b));
    const smallest = functional.indexOf(Math.min(...functional));
    plot.begin();
    plot.inside(() => {
      points.forEach(([x, y, label], i) => {  // from each point to its foot on the line
        const away = label * functional[i] / s ** 2, worst = i === smallest;
        plot.path([[x, y], [x - away * w[0], y - away * w[1]]], { width: worst ? 2.6 : 1, colour: worst ? plot.colours.accent : plot.colours.muted });
      });
      plot.line(w, b, { width: 2.4 });
      points.forEach(([x, y, label]) => plot.marker(x, y, label));
      plot.ring(points[smallest][0], points[smallest][1], { radius: 9, colour: plot.colours.accent, width: 2.5 });
      handles.forEach(([x, y], k) => {
        plot.ring(x, y, { radius: 8, width: 3 });
        if (k === editor.chosen) plot.ring(x, y, { radius: 13, colour: plot.colours.accent, width: 2.5 });
      });
    });
    plot.axes();
    rows(functional, s);
    const wrong = functional.filter((m) => m <= 0).length;
    facts.textContent = `w = (${show(w[0], 3)}, ${show(w[1], 3)}), b = ${show(b, 3)}. Smallest margin: functional ${show(functional[smallest])}, `
      + `geometric ${show(functional[smallest] / s)}. ${wrong} of ${points.length} on the wrong side.`;
    say(facts.textContent);
    if (editor.held >= 0) return;
    shell.save({ solution: { w, b, margin: functional[smallest] / s } });
  }

  /** All margins on an axis that the knob does not stretch: the functional ones above, the geometric ones below. */
  function rows(functional, s) {
    const geometric = functional.map((m) => m / s), far = 3 * Math.max(...geometric.map(Math.abs));
    const near = Math.min(-0.06 * far, 3 * Math.min(...geometric));
    strip.box = [near, far, 0.4, 2.6];
    strip.begin();
    strip.path([[0, 0.4], [0, 2.6]], { colour: strip.colours.muted, dash: [4, 4], width: 1 });
    strip.inside(() => functional.forEach((m, i) => {
      strip.marker(m, 2, points[i][2], { radius: 4 });
      strip.marker(geometric[i], 1, points[i][2], { radius: 4 });
    }));
    strip.axes({ y: false });
    strip.text(near, 2.45, "functional", { dx: 6 });
    strip.text(near, 1.45, "geometric", { dx: 6 });
  }

  return {
    element, draw,
    state: () => ({ handles: model.get("handles"), scale: model.get("scale") }),
    load() { editor.load(withLabels()); scale.set(model.get("scale")); shell.redraw(); },
  };
}

export const renderMargins = ({ model, el }) =>
  mountFigure({ model, el, name: "margins", title: "Margins of a line, interactive figure", build: buildMargins });
