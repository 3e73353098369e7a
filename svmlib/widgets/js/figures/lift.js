// The rings lifted to z = x1² + x2²: turn the picture, raise the plane, and the flat plane is a circle below.
import { slider } from "../ui/controls.js";
import { h, show } from "../ui/dom.js";
import { Plot } from "../ui/plot.js";
import { mountFigure } from "../ui/shell.js";

function buildLift(shell) {
  const { model, root, signal, say } = shell;
  const points = model.get("points").map(([x, y, label]) => [x, y, x * x + y * y, label]);
  const top = Math.max(...points.map((p) => p[2])), reach = Math.max(...points.map((p) => Math.hypot(p[0], p[1])));
  const space = new Plot(root, { box: [-1.15, 1.15, -0.95, 0.95], ratio: 0.75, equal: true });
  const flat = new Plot(root, { box: [-reach, reach, -reach, reach], labels: ["x1", "x2"], ratio: 0.75, equal: true });
  const turn = slider("turn (degrees)", { min: -180, max: 180, steps: 360, value: model.get("turn"), change: shell.put("turn") });
  const tilt = slider("tilt (degrees)", { min: 0, max: 90, steps: 90, value: model.get("tilt"), change: shell.put("tilt") });
  const level = slider("height of the plane", { min: 0, max: top, value: model.get("level"), change: shell.put("level") });
  const facts = h("p", { class: "svm-facts" });
  const element = h("div", {}, h("div", { class: "svm-row" }, turn.element, tilt.element, level.element), space.element, facts, flat.element);
  // dragging turns the picture, as an addition to the sliders
  let from = null;
  const on = (type, listener) => space.element.addEventListener(type, listener, { signal });
  on("pointerdown", (event) => { from = [event.clientX, event.clientY, model.get("turn"), model.get("tilt")]; space.element.setPointerCapture(event.pointerId); });
  on("pointermove", (event) => {
    if (!from) return;
    const angle = from[2] + (event.clientX - from[0]) / 2;
    model.set("turn", ((angle + 540) % 360) - 180);
    model.set("tilt", Math.max(0, Math.min(90, from[3] + (event.clientY - from[1]) / 3)));
  });
  for (const end of ["pointerup", "pointercancel"]) on(end, () => { from = null; model.save_changes(); });
  function controls() { turn.set(Math.round(model.get("turn"))); tilt.set(Math.round(model.get("tilt"))); level.set(model.get("level")); }

  /** Where a place in space is seen: [across, up, depth]. */
  function seen(x, y, z) {
    const a = model.get("turn") * Math.PI / 180, e = model.get("tilt") * Math.PI / 180;
    const u = (x * Math.cos(a) - y * Math.sin(a)) / reach, v = (x * Math.sin(a) + y * Math.cos(a)) / reach, w = 1.3 * z / top - 0.65;
    return [0.75 * u, 0.75 * (v * Math.sin(e) + w * Math.cos(e)), v * Math.cos(e) - w * Math.sin(e)];
  }

  const square = (z) => [[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach], [-reach, -reach]].map(([x, y]) => seen(x, y, z));

  function draw() {
    const z = model.get("level");
    space.begin();
    space.path(square(0), { colour: space.colours.muted, width: 1 });
    const drawn = points.map(([x, y, height, label]) => [...seen(x, y, height), label, height > z]).sort((a, b) => b[2] - a[2]);
    const paint = (above) => drawn.filter((p) => p[4] === above).forEach(([x, y, , label]) => space.marker(x, y, label, { radius: 4.5 }));
    paint(false);
    plane(square(z));
    paint(true);
    flat.begin();
    flat.inside(() => {
      const r = Math.sqrt(z), circle = Array.from({ length: 91 }, (_, k) => [r * Math.cos(k * Math.PI / 45), r * Math.sin(k * Math.PI / 45)]);
      flat.path(circle, { width: 2.4 });
      points.forEach(([x, y, , label]) => flat.marker(x, y, label, { radius: 4.5 }));
    });
    flat.axes();
    const wrong = points.filter(([, , height, label]) => (height < z ? 1 : -1) !== label).length;
    facts.textContent = `The plane at height ${show(z, 3)} is the circle of radius ${show(Math.sqrt(z), 3)}: ${wrong} of ${points.length} points on the wrong side.`;
    say(facts.textContent);
  }

  function plane(corners) {
    const { pen, colours } = space;
    pen.globalAlpha = 0.35;
    pen.fillStyle = colours.muted;
    pen.beginPath();
    corners.forEach(([x, y], k) => pen[k ? "lineTo" : "moveTo"](space.x(x), space.y(y)));
    pen.fill();
    pen.globalAlpha = 1;
    space.path(corners, { width: 1.6 });
  }

  return {
    element, draw,
    state: () => ({ turn: model.get("turn"), tilt: model.get("tilt"), level: model.get("level") }),
    load() { controls(); shell.redraw(); },
  };
}

export const renderLift = ({ model, el }) =>
  mountFigure({ model, el, name: "lift", title: "Rings lifted into space, interactive figure", build: buildLift });
