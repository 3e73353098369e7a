// The rings lifted to z = x1² + x2²: turn the picture, raise the plane, and the level plane is a
// circle on the ground.
import { seenFrom, turned } from "../core/camera.js";
import { application, h, hearing, wayOf } from "../ui/dom.js";
import { figure } from "../ui/figure.js";
import { watchMarks } from "../ui/hover.js";
import { area, guess, key, layer, lines } from "../ui/layers.js";
import { numberTrait } from "../ui/share.js";
import { placeAnswer } from "../ui/spots.js";
import { LIFT_GUESS, gapOfLift, liftTasks } from "../tasks/lift.js";
import { heightOf, liftedWrong, pointOfLift, toldOfLift } from "../told/lift.js";

const RADIUS = 4.5; // of the marks
const NAMED =
  "The points in space: drag or use the arrow keys to turn and to raise your eye, N and P choose a point";

const highestOf = (points) => Math.max(...points.map(heightOf));
const farthest = (points) => Math.max(...points.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));

export const liftSpec = (model) => ({
  level: numberTrait(0, Math.ceil(100 * highestOf(model.get("points"))) / 100, { label: "height" }),
  turn: numberTrait(-180, 180, { steps: 360, label: "turn" }),
  tilt: numberTrait(0, 90, { steps: 90, label: "view" }),
});

/**
 * Corners around the middle, back to the first one.
 * @returns {number[][]}
 */
const around = (r, corners, first = 0) =>
  Array.from({ length: corners + 1 }, (_, k) => {
    const angle = first + (2 * Math.PI * k) / corners;
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
const circleOf = (r) => around(r, 90);

/** What is seen in space, [across, up, depth], and what is known of each point. */
function seenInSpace({ points, reach, top, level, turn, tilt, lit, veiled }) {
  const unit = Math.SQRT2 * reach;
  const at = (/** @type {number[]} */ [x, y], z) =>
    seenFrom([x / unit, y / unit, (1.3 * z) / top - 0.65], turn, tilt);
  const rim = around(unit, 4, Math.PI / 4);
  const circle = veiled ? [] : circleOf(Math.sqrt(level));
  const dots = points.map((point, i) => ({
    point,
    place: at(point, heightOf(point)),
    above: heightOf(point) > level,
    wrong: !veiled && liftedWrong(point, level),
    asked: i === lit,
  }));
  const ordered = dots.toSorted((p, q) => q.place[2] - p.place[2]); // from the back to the front
  return {
    circle,
    dots,
    ground: rim.map((corner) => at(corner, 0)),
    plane: rim.map((corner) => at(corner, level)),
    shadow: circle.map((place) => at(place, 0)),
    cut: circle.map((place) => at(place, level)),
    stem: lit >= 0 && [at(points[lit], 0), dots[lit].place],
    below: ordered.filter(({ above }) => !above),
    above: ordered.filter(({ above }) => above),
  };
}

/** Some of the dots with their rings: red on the wrong side, ink around the one asked for. */
const dotsOf = (which, where) =>
  layer(
    (plot, dots) => {
      const { accent } = plot.colours;
      for (const dot of dots) {
        const [x, y] = dot[where];
        plot.marker(x, y, dot.point[2], { radius: RADIUS });
        if (dot.wrong) plot.ring(x, y, { radius: RADIUS + 1, colour: accent, width: 2 });
        if (dot.asked) plot.ring(x, y, { radius: 11 });
      }
    },
    (facts) => facts[which],
    {},
  );

const askedInWords = ({ points, lit, level }) =>
  lit < 0 ? "Point at a mark, and a ring shows it in each panel." : pointOfLift(points[lit], level);

/** Dragging and arrow keys turn the picture; pointing, and N and P, ask for a point. */
function turnAndAsk(figure) {
  const [space, flat] = figure.plots;
  const { element } = space;
  const { points } = figure.own;
  const { model, signal, whisper } = figure.shell;
  const on = hearing(element, signal);
  const found = (i) => figure.ask(i);
  watchMarks(space, { signal, marks: () => figure.facts.dots.map(({ place }) => place), found });
  watchMarks(flat, { signal, marks: () => points, found });

  const now = () => [model.get("turn"), model.get("tilt")];
  const swing = (/** @type {number[]} */ [turn, tilt], across, up, gesture) => {
    const raised = Math.max(0, Math.min(90, Math.round(tilt + up)));
    figure.put({ turn: turned(Math.round(turn + across)), tilt: raised }, true, gesture);
  };
  /** @type {[number, number, number[]] | null} where a drag began, and how the picture was then */
  let from = null;
  let drags = 0;
  on("pointerdown", (event) => {
    if (event.button) return;
    from = [event.clientX, event.clientY, now()];
    drags++;
    element.setPointerCapture(event.pointerId);
  });
  on("pointermove", ({ clientX, clientY }) => {
    if (from) swing(from[2], (clientX - from[0]) / 2, (clientY - from[1]) / 3, `drag ${drags}`);
  });
  on("pointerup pointercancel", () => {
    from = null;
  });
  on("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = { n: 1, p: -1 }[event.key.toLowerCase()];
    if (next) {
      figure.ask(figure.lit < 0 ? 0 : (figure.lit + next + points.length) % points.length);
      whisper(askedInWords({ ...figure.facts, lit: figure.lit }));
    }
    const way = wayOf(event);
    const step = event.shiftKey ? 15 : 3;
    if (!way) return;
    event.preventDefault();
    swing(now(), step * way[0], step * way[1], "arrows");
  });

  // a finger that turns the picture must not scroll the page as well
  Object.assign(element.style, { cursor: "grab", touchAction: "none" });
  application(element, NAMED);
}

export const renderLift = figure({
  name: "lift",
  title: "Rings lifted into space",
  spec: liftSpec,
  own({ model }) {
    const points = model.get("points");
    return { points, top: highestOf(points), reach: farthest(points) };
  },
  found: seenInSpace,
  panels: (model) => {
    const room = 1.1 * farthest(model.get("points"));
    return [
      {
        name: "in space",
        box: [-1.05, 1.05, -1.05, 1.05],
        ratio: 0.75,
        equal: true,
        bare: true,
        axes: null,
        layers: [
          key("plus", "should lie below the plane"),
          key("minus", "should lie above it"),
          key("chosen", "on the wrong side", ({ dots }) => dots.some(({ wrong }) => wrong)),
          lines(({ ground }) => [ground], { colour: "muted", width: 1 }),
          lines(({ shadow }) => [shadow], { width: 1.4, dash: [6, 4] }),
          lines(({ stem }) => stem && [stem], { width: 1.4 }),
          dotsOf("below", "place"),
          area(({ plane }) => plane, {
            alpha: 0.3,
            colour: "muted",
            mark: "grey",
            legend: "the plane",
          }),
          lines(({ plane }) => [plane], { colour: "muted", width: 1.2 }),
          lines(({ cut }) => [cut], { width: 2.4, legend: "its circle" }),
          dotsOf("above", "place"),
          key("guess", "the circle of your guess", ({ guessed }) => guessed),
          key("dashed", "that circle on the ground"),
          key("ring", "point under the pointer", ({ lit }) => lit >= 0),
        ],
      },
      {
        name: "in the plane",
        box: [-room, room, -room, room],
        labels: ["x1", "x2"],
        ratio: 0.75,
        equal: true,
        layers: [
          lines(({ circle }) => [circle], { width: 2.4 }),
          guess(""),
          dotsOf("dots", "point"),
        ],
      },
    ];
  },
  shows: { turn: 0, tilt: 0 },
  extra: () => {
    const element = h("div", { class: "svm-row svm-chosen" });
    const set = (facts) => {
      element.textContent = facts.veiled ? "" : askedInWords(facts);
    };
    return [{ element, set }];
  },
  listen: turnAndAsk,
  told: ({ points, level }) => toldOfLift(points, level),
  guess: {
    ...LIFT_GUESS,
    answer: placeAnswer,
    panel: 1,
    pose: (now, { top }) => LIFT_GUESS.pose(now, top),
    ghost: (plot, [x, y]) =>
      plot.path(circleOf(Math.hypot(x, y)), { colour: plot.colours.purple, width: 2.4 }),
  },
  challenges: ({ points }) => liftTasks(gapOfLift(points)),
});
