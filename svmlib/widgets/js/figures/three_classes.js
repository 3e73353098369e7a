// Three classes: one machine each against the rest, one for each pair, or one for all at once.
// Regions, ties, scores.
import { unfinished } from "../core/certified.js";
import { JOINT_KINDS, JointMachine, SeveralMachines } from "../core/joint.js";
import { bordersOf, flatOf, territories, verdict } from "../core/regions.js";
import { levelLines } from "../core/surface.js";
import { show } from "../core/words.js";
import { numberAnswer } from "../ui/answers.js";
import { h } from "../ui/dom.js";
import { figure } from "../ui/figure.js";
import { chosen, crosses, earlier, guess, key, layer, lines, marks } from "../ui/layers.js";
import { mark } from "../ui/marks.js";
import { choiceTrait, powerTrait } from "../ui/share.js";
import { rgb } from "../ui/theme.js";
import { CLASS_GUESS, CLASS_TASKS, ClassesSeen, KIND_NAMES } from "../tasks/three_classes.js";
import {
  COLOUR_WORDS,
  mistakesOfClasses,
  objectiveOfClasses,
  pointOfClasses,
  tableOfClasses,
  toldOfClasses,
} from "../told/three_classes.js";

const CLASSES = [0, 1, 2];
const CLASS_MARKS = ["minus", "plus", "third"];
const CLASS_SIGNS = ["■", "●", "▲"];
const CLASS_COLOURS = ["minus", "plus", "third"];
const CELLS = [110, 82];
// of the map; straight borders need no more, but their ground looks better with more
const FINE = [220, 164];

export const classesSpec = () => ({
  points: { kind: "points", labels: CLASSES, limit: 150 },
  kind: { kind: "choice", options: KIND_NAMES, label: "machine" },
  kernel: choiceTrait({ linear: "linear", rbf: "Gaussian (RBF)" }, { when: ({ joint }) => !joint }),
  C: powerTrait(1e-2, 1e3),
  sigma: powerTrait(0.1, 10, { label: "σ", when: ({ straight }) => !straight }),
});

/** Pale colour of the winner; grey and hatched where there is none. */
function paintTerritories(plot, { owner, width, height }) {
  const pale = ["grid", "pale-minus", "pale-plus", "pale-third"].map((name) =>
    rgb(plot.colours[name]),
  );
  plot.image(owner, width, height, (winner) => pale[winner + 1]);
  if (!owner.includes(-1)) return;
  const { pen } = plot;
  const [l, r, t, d] = plot.inner;
  const across = (r - l) / width;
  const down = (d - t) / height;
  pen.beginPath();
  for (let j = 0; j < height; j++) {
    for (let i = 0, start = -1; i <= width; i++) {
      const open = i < width && owner[j * width + i] < 0;
      if (open && start < 0) start = i;
      if (!open && start >= 0) {
        pen.rect(l + start * across, t + j * down, (i - start) * across, down);
        start = -1;
      }
    }
  }
  pen.save();
  pen.clip();
  pen.strokeStyle = plot.colours.muted;
  pen.lineWidth = 1.2;
  pen.beginPath();
  for (let x = l - (d - t); x < r; x += 8) {
    pen.moveTo(x, d);
    pen.lineTo(x + d - t, t);
  }
  pen.stroke();
  pen.restore();
}

/** Where each single machine says 0. */
const zerosOf = ({ grids, width, height }, box) =>
  grids.map((f) => levelLines(f, box, width, height, 0));

/**
 * The scores of the lit point, or of the middle of the figure; among duels its votes and the lead
 * over each other class.
 */
function scoreTable() {
  const titles = ["score", ...CLASS_SIGNS.map((sign) => `vs ${sign}`)];
  const caption = h("caption");
  const head = titles.map((title) => h("th", { scope: "col" }, title));
  const rows = CLASSES.map(() => titles.map(() => h("td")));
  const lines = rows.map((cells, k) =>
    h("tr", {}, h("th", { scope: "row" }, mark(CLASS_MARKS[k]), ` ${COLOUR_WORDS[k]}`), ...cells),
  );
  const element = h(
    "table",
    { class: "svm-table svm-scores" },
    caption,
    h("thead", {}, h("tr", {}, h("td"), ...head)),
    h("tbody", {}, ...lines),
  );
  return {
    element,
    set({ box: [x0, x1, y0, y1], lit, points, shown }) {
      element.hidden = !shown;
      if (!shown) return;
      const point = points[lit];
      const [x, y, label] = point ?? [(x0 + x1) / 2, (y0 + y1) / 2, -1];
      const { duels, rows: told, winner } = tableOfClasses(shown, x, y);
      const tell = (v) => (v === null ? "–" : show(v, duels ? 2 : 3));
      caption.textContent = point
        ? `Point ${lit + 1}, ${COLOUR_WORDS[label]}: ${winner < 0 ? "a tie" : `goes to ${COLOUR_WORDS[winner]}`}.`
        : `A point in the middle would be ${winner < 0 ? "nobody's: a tie" : COLOUR_WORDS[winner]}.`;
      head[0].textContent = duels ? "votes" : "score";
      head.forEach((cell, q) => {
        cell.hidden = q > 0 && !duels;
      });
      rows.forEach((cells, k) =>
        cells.forEach((cell, q) => {
          cell.hidden = q > 0 && !duels;
          cell.textContent = cell.hidden ? "" : tell(told[k][q]);
        }),
      );
      lines.forEach((line, k) => {
        line.dataset.wins = String(k === winner);
      });
    },
  };
}

export const renderThreeClasses = figure({
  name: "three-classes",
  title: "Three classes",
  spec: classesSpec,
  /** A machine of each kind, so that going to and fro starts where it was left. */
  own: () => ({
    machines: Object.fromEntries(
      KIND_NAMES.map(([kind]) => [
        kind,
        JOINT_KINDS.includes(kind) ? new JointMachine({ kind }) : new SeveralMachines({ kind }),
      ]),
    ),
    tasks: new ClassesSeen(),
  }),
  edits: () => ({
    labels: CLASSES,
    limit: 150,
    groups: true,
    describe: ({ answer, points }, i) =>
      answer?.done && points[i] && pointOfClasses(answer, points[i]),
  }),
  solve({ machines, points, kind, kernel, sigma, C }) {
    if (new Set(points.map((p) => p[2])).size < 3) return null;
    const form = JOINT_KINDS.includes(kind) ? { name: "linear" } : { name: kernel, sigma };
    machines[kind].pose(points, { kernel: form, C });
    return machines[kind].advance();
  },
  found({ seen, kind, kernel, pace, points, resting }, [plot]) {
    const joint = JOINT_KINDS.includes(kind);
    const straight = joint || kernel === "linear";
    const none = { joint, straight, shown: seen, box: plot.box, map: null, fine: null };
    if (!seen) return { ...none, borders: [], winners: [] };
    const drawn = (cells) => territories(seen, plot.box, ...cells);
    const map = resting ? drawn(CELLS) : pace.timed(() => drawn(pace.grid(CELLS)));
    const winners = seen.done ? points.map(([x, y]) => verdict(seen, x, y).winner) : [];
    return {
      ...none,
      map,
      fine: straight && resting ? drawn(FINE) : map,
      borders: bordersOf(map),
      winners,
      flat: flatOf(map),
      ...(seen.done && mistakesOfClasses(winners, points)),
    };
  },
  panels: () => [
    {
      layers: [
        layer(paintTerritories, ({ fine }) => fine, {}),
        earlier(({ before }) => before?.borders),
        lines(({ borders }) => borders, { width: 2.4, legend: "border of two regions" }),
        key("hatched", "nobody's: a tie", ({ fine }) => fine?.owner.includes(-1)),
        layer(
          (plot, { duels, zeros }) =>
            zeros.forEach((all, q) => {
              // in the colour of its class, or of a pair in grey
              const colour = plot.colours[duels ? "muted" : CLASS_COLOURS[q]];
              for (const line of all) plot.path(line, { colour, dash: [6, 4], width: 1.6 });
            }),
          ({ joint, map }, { box }) =>
            map && !joint && { duels: map.duels, zeros: zerosOf(map, box) },
          {
            mark: "dashed",
            legend: "f = 0 of a single machine",
            named: ({ flat, joint, map }) => map && !joint && flat.length < 3,
          },
        ),
        marks(({ points }) => points),
        crosses(
          ({ points, winners }) =>
            points.filter(
              ([, , label], i) => i < winners.length && ![label, -1].includes(winners[i]),
            ),
          { radius: 6, width: 2, legend: "wrong: in another's region" },
        ),
        chosen("point in the table"),
        guess(""),
      ],
    },
  ],
  extra: () => [scoreTable()],
  trouble: ({ answer }) =>
    answer ? unfinished(answer) : "Each of the three classes needs a point.",
  told: ({ answer, points, C, winners, flat, fine, map }) =>
    toldOfClasses(answer, points, C, { winners, flat, open: fine.open, duels: map.duels }),
  view: (facts) => ({ cured: facts.tasks.cured(facts) }),
  solution: ({ answer, kind, points, C, errors, open }) => ({
    kind,
    objective: objectiveOfClasses(answer, C, points.length),
    errors,
    undecided: open,
    gap: answer.relative,
  }),
  guess: {
    ...CLASS_GUESS,
    answer: numberAnswer,
    most: ({ points }) => points.length,
    truth: (facts) => (facts.answer?.certified ? facts : null),
  },
  challenges: () => CLASS_TASKS,
});
