// The losses over the score, and one example that moves along them.
import { choice, slider, toggle } from "../ui/controls.js";
import { h, show } from "../ui/dom.js";
import { Plot } from "../ui/plot.js";
import { mountFigure } from "../ui/shell.js";

// as in svmlib.losses, functions of the functional margin m = y f
export const LOSS_FUNCTIONS = {
  "zero-one": (m) => (m <= 0 ? 1 : 0),
  hinge: (m) => Math.max(0, 1 - m),
  "squared hinge": (m) => Math.max(0, 1 - m) ** 2,
  "Huberised hinge": (m) => (m >= 1.5 ? 0 : m <= 0.5 ? 1 - m : (1.5 - m) ** 2 / 2),
  ramp: (m) => Math.min(1, Math.max(0, 1 - m)),
  logistic: (m) => Math.log1p(Math.exp(-Math.abs(m))) + Math.max(0, -m),
  exponential: (m) => Math.exp(-m),
  squared: (m) => (1 - m) ** 2,
  absolute: (m) => Math.abs(1 - m),
};
const COLOURS = ["ink", "minus", "purple", "sky", "muted", "accent", "third", "purple", "plus"];
const DASHES = [[], [], [], [6, 3], [4, 3], [], [8, 3, 2, 3], [2, 2], [8, 3]];

/** A short piece of the curve's line, as its key beside the name. */
function swatch(k) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 36 6");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "svm-swatch");
  svg.innerHTML = `<path d="M0 3H36" stroke-width="3" stroke="var(--svm-${COLOURS[k]})" stroke-dasharray="${DASHES[k].join(" ")}"/>`;
  return svg;
}

function buildLosses(shell) {
  const { model, root, say } = shell;
  const names = Object.keys(LOSS_FUNCTIONS);
  const plot = new Plot(root, { box: [-3, 3, 0, 5], labels: ["score f(x)", "loss"], ratio: 0.62 });
  const score = slider("score", { min: -3, max: 3, steps: 240, value: model.get("score"), change: shell.put("score") });
  const label = choice("label y", [["1", "+1"], ["-1", "−1"]], { value: String(model.get("label")), change: (v) => shell.put("label")(Number(v)) });
  const boxes = names.map((name) => toggle(name, { value: model.get("shown").includes(name), change(on) {
    shell.save({ shown: names.filter((other) => (other === name ? on : model.get("shown").includes(other))) });
  } }));
  boxes.forEach((box, k) => box.element.append(swatch(k)));
  const table = h("tbody");
  const facts = h("p", { class: "svm-facts" });
  const element = h("div", {}, h("div", { class: "svm-row" }, score.element, label.element), plot.element, facts,
    h("fieldset", { class: "svm-choices" }, h("legend", {}, "losses"), ...boxes.map((box) => box.element)),
    h("table", { class: "svm-table" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "loss"), h("th", { scope: "col" }, "value"))), table));

  function draw() {
    const f = model.get("score"), y = model.get("label"), shown = model.get("shown");
    plot.begin();
    const colours = COLOURS.map((name) => plot.colours[name]), { muted } = plot.colours;
    plot.inside(() => {
      plot.path([[f, 0], [f, 5]], { colour: muted, dash: [4, 4], width: 1 });
      shown.forEach((name) => {
        const k = names.indexOf(name), loss = LOSS_FUNCTIONS[name], curve = [];
        for (let x = -3; x <= 3.0001; x += 0.01) curve.push([x, loss(y * x)]);
        plot.path(curve, { colour: colours[k], dash: DASHES[k], width: name === "hinge" ? 3 : 2 });
      });
      shown.forEach((name) => plot.marker(f, LOSS_FUNCTIONS[name](y * f), 1, { radius: 4.5, colour: colours[names.indexOf(name)] }));
    });
    plot.axes();
    table.replaceChildren(...shown.map((name) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, show(LOSS_FUNCTIONS[name](y * f))))));
    facts.textContent = `Score ${show(f)}, label ${y > 0 ? "+1" : "−1"}: functional margin ${show(y * f)}, ${y * f > 0 ? "right side" : "wrong side"}, hinge ${show(LOSS_FUNCTIONS.hinge(y * f))}.`;
    say(facts.textContent);
  }

  return {
    element, draw,
    state: () => ({ score: model.get("score"), label: model.get("label"), shown: model.get("shown") }),
    load() {
      score.set(model.get("score"));
      label.set(String(model.get("label")));
      boxes.forEach((box, k) => box.set(model.get("shown").includes(names[k])));
      shell.redraw();
    },
  };
}

export const renderLosses = ({ model, el }) =>
  mountFigure({ model, el, name: "losses", title: "Losses over the score, interactive figure", build: buildLosses });
