// The rings lifted to z = x1² + x2²: turn the picture, raise the plane, and the level plane is a circle on the ground.
import { h, show } from "../ui/dom.js";
import { watchMarks } from "../ui/hover.js";
import { Plot } from "../ui/plot.js";
import { mountFigure } from "../ui/shell.js";

const RADIUS = 4.5; // of the marks

const heightOf = ([x, y]) => x * x + y * y;

export const liftSpec = (model) => ({
  turn: { kind: "number", min: -180, max: 180, steps: 360, label: "turn" },
  tilt: { kind: "number", min: 0, max: 90, steps: 90, label: "tilt" },
  level: {
    kind: "number",
    min: 0,
    max: Math.ceil(100 * Math.max(...model.get("points").map(heightOf))) / 100,
    label: "height",
  },
});

function buildLift(shell) {
  const { model, root, signal, whisper } = shell;
  const points = model.get("points");
  const heights = points.map(heightOf);
  const top = Math.max(...heights);
  const reach = Math.max(...points.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
  const room = 1.1 * reach;
  const space = new Plot(root, {
    box: [-1.05, 1.05, -1.05, 1.05],
    ratio: 0.75,
    equal: true,
    bare: true,
  });
  const flat = new Plot(root, {
    box: [-room, room, -room, room],
    labels: ["x1", "x2"],
    ratio: 0.75,
    equal: true,
  });
  const [turn, tilt, level] = ["turn", "tilt", "level"].map((trait) => shell.knob(trait));
  const asked = h("div", { class: "svm-row svm-chosen" });
  let lit = -1; // the point that is asked for, in either panel
  const ask = (i) => {
    lit = i;
    shell.redraw();
  };
  watchMarks(space, {
    signal,
    marks: () => points.map((p, i) => seen(p[0], p[1], heights[i])),
    found: ask,
  });
  watchMarks(flat, { signal, marks: () => points, found: ask });

  // turn and tilt the picture by so many degrees from where it was
  /** @param {number[]} before @param {number} across @param {number} up @param {string} gesture */
  function swing([a, e], across, up, gesture) {
    const angle = ((((Math.round(a + across) + 540) % 360) + 360) % 360) - 180;
    shell.save({ turn: angle, tilt: Math.max(0, Math.min(90, Math.round(e + up))) }, gesture);
    shell.redraw();
  }

  /** @type {[number, number, number[]] | null} where a drag began, and how the picture stood then */
  let from = null;
  let drags = 0;
  const now = () => [model.get("turn"), model.get("tilt")];
  const on = (type, listener) => space.element.addEventListener(type, listener, { signal });
  on("pointerdown", (event) => {
    if (event.button) return;
    from = [event.clientX, event.clientY, now()];
    drags++;
    space.element.setPointerCapture(event.pointerId);
  });
  on("pointermove", (event) => {
    if (from)
      swing(from[2], (event.clientX - from[0]) / 2, (event.clientY - from[1]) / 3, `drag ${drags}`);
  });
  for (const end of ["pointerup", "pointercancel"])
    on(end, () => {
      from = null;
    });
  on("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 15 : 3;
    const next = { n: 1, p: -1 }[event.key.toLowerCase()];
    const by = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    }[event.key];
    if (next) {
      ask(lit < 0 ? 0 : (lit + next + points.length) % points.length);
      whisper(inWords());
    }
    if (!by) return;
    event.preventDefault();
    swing(now(), by[0], by[1], "arrows");
    whisper(`Turned ${show(model.get("turn"))}, tilted ${show(model.get("tilt"))} degrees.`);
  });
  const invite = h("span", { class: "svm-invite", "aria-hidden": "true" }, "turn me");
  Object.assign(invite.style, { left: "50%", top: "4em" });
  space.element.append(invite);
  space.element.style.cursor = "grab";
  const label =
    "The points in space: drag or use the arrow keys to turn and tilt, N and P choose a point";
  const named = { tabindex: "0", role: "application", "aria-label": label };
  for (const [name, value] of Object.entries(named)) space.element.setAttribute(name, value);

  /** Where a place in space is seen: [across, up, depth]. */
  function seen(x, y, z) {
    const a = (model.get("turn") * Math.PI) / 180;
    const e = (model.get("tilt") * Math.PI) / 180;
    const unit = Math.SQRT2 * reach;
    const u = (x * Math.cos(a) - y * Math.sin(a)) / unit;
    const v = (x * Math.sin(a) + y * Math.cos(a)) / unit;
    const w = (1.3 * z) / top - 0.65;
    return [u, v * Math.sin(e) + w * Math.cos(e), v * Math.cos(e) - w * Math.sin(e)];
  }

  const corners = [
    [-reach, -reach],
    [reach, -reach],
    [reach, reach],
    [-reach, reach],
    [-reach, -reach],
  ];
  const square = (z) => corners.map(([x, y]) => seen(x, y, z));
  /** @param {number} r @returns {number[][]} */
  const circle = (r) =>
    Array.from({ length: 91 }, (_, k) => [
      r * Math.cos((k * Math.PI) / 45),
      r * Math.sin((k * Math.PI) / 45),
    ]);
  const isWrong = (i) => (heights[i] < model.get("level") ? 1 : -1) !== points[i][2];

  function draw() {
    const z = model.get("level");
    const around = circle(Math.sqrt(z));
    space.begin();
    space.path(square(0), { colour: space.colours.muted, width: 1 });
    space.path(
      around.map(([x, y]) => seen(x, y, 0)),
      { width: 1.4, dash: [6, 4] },
    );
    // what is below the plane, the plane, what is above it; each from the back to the front
    const order = points
      .map(([x, y], i) => [...seen(x, y, heights[i]), i])
      .sort((a, b) => b[2] - a[2]);
    const paint = (above) =>
      order
        .filter(([, , , i]) => heights[i] > z === above)
        .forEach(([x, y, , i]) => one(space, x, y, i));
    if (lit >= 0)
      space.path(
        [
          seen(points[lit][0], points[lit][1], 0),
          seen(points[lit][0], points[lit][1], heights[lit]),
        ],
        { width: 1.4 },
      );
    paint(false);
    plane(square(z));
    space.path(
      around.map(([x, y]) => seen(x, y, z)),
      { width: 2.4 },
    );
    paint(true);
    flat.begin();
    flat.inside(() => {
      flat.path(around, { width: 2.4 });
      points.forEach(([x, y], i) => one(flat, x, y, i));
    });
    flat.axes();
    asked.textContent = inWords();
    const wrong = points.filter((_, i) => isWrong(i)).length;
    shell.tell(
      `The plane at height ${show(z, 3)} is the circle of radius ${show(Math.sqrt(z), 3)}: ` +
        `${wrong} of ${points.length} points on the wrong side.`,
      { view: { level: z, tilt: model.get("tilt") } },
    );
  }

  /** A point in either panel: ringed in red on the wrong side, in ink when it is asked for. */
  function one(plot, x, y, i) {
    plot.marker(x, y, points[i][2], { radius: RADIUS });
    if (isWrong(i)) plot.ring(x, y, { radius: RADIUS + 1, colour: plot.colours.accent, width: 2 });
    if (i === lit) plot.ring(x, y, { radius: 11 });
  }

  function inWords() {
    if (lit < 0) return "Point at a mark: it is ringed in both panels.";
    const [x, y, label] = points[lit];
    return (
      `${label > 0 ? "Orange circle" : "Blue square"} (${show(x, 3)}, ${show(y, 3)}): height x1² + x2² = ${show(heights[lit], 3)}, ` +
      `${heights[lit] < model.get("level") ? "below" : "above"} the plane.`
    );
  }

  function plane(edge) {
    const { pen, colours } = space;
    pen.globalAlpha = 0.3;
    pen.fillStyle = colours.muted;
    pen.beginPath();
    edge.forEach(([x, y], k) => pen[k ? "lineTo" : "moveTo"](space.x(x), space.y(y)));
    pen.fill();
    pen.globalAlpha = 1;
    space.path(edge, { width: 1.2, colour: colours.muted });
  }

  // all heights between these leave nobody on the wrong side
  const side = (label) => heights.filter((_, i) => points[i][2] === label);
  const low = Math.max(...side(1));
  const high = Math.min(...side(-1));
  return {
    controls: [level.element, turn.element, tilt.element],
    panels: [space, flat],
    draw,
    extra: [asked],
    legend: [
      ["plus", "should lie below the plane"],
      ["minus", "should lie above it"],
      ["chosen", "on the wrong side"],
      ["grey", "the plane"],
      ["line", "its circle"],
      ["dashed", "that circle on the ground"],
      ["ring", "point under the pointer", () => lit >= 0],
    ],
    challenges: [
      {
        id: "middle",
        text: "see the gap from the side (tilt 0), and put the plane halfway across it, within a hundredth.",
        met: (view) =>
          view.tilt === 0 && low < high && Math.abs(view.level - (low + high) / 2) <= 0.01,
      },
    ],
  };
}

export const renderLift = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "lift",
    title: "Rings lifted into space, interactive figure",
    spec: liftSpec,
    build: buildLift,
  });
