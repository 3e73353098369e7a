// A one-class machine on points in the plane: ν and σ; the region of what is ordinary, its border,
// and who is outside.
import { RegionMachine } from "../core/general.js";
import { levelLines, scoresOver } from "../core/surface.js";
import { numberAnswer } from "../ui/answers.js";
import { figure } from "../ui/figure.js";
import { sampled } from "../ui/landscape.js";
import { chosen, earlier, guess, layer, lines, marks, supports } from "../ui/layers.js";
import { powerTrait } from "../ui/share.js";
import { REGION_GUESS, regionTasks } from "../tasks/novelty.js";
import { pointOfRegion, toldOfRegion } from "../told/novelty.js";

export const noveltySpec = () => ({
  points: { kind: "points", labels: [1], limit: 300 },
  nu: powerTrait(0.005, 1, { label: "ν" }),
  sigma: powerTrait(0.05, 10, { label: "σ" }),
});

/** The score over the window, and its border f = 0. */
const mapOf = (box, /** @type {[number, number]} */ grid, answer) => {
  const f = scoresOver(answer, box, ...grid);
  return { f, border: levelLines(f, box, ...grid, 0), grid };
};

/** Pale where f ≥ 0, deeper where f is larger. */
function paintRegion(plot, { f, grid }) {
  const [ground, pale] = [plot.ramp("ground", 0, 0), plot.ramp("pale-minus", 0.55, 1)];
  const top = Math.max(...f);
  plot.image(f, ...grid, (v) => (v < 0 || top <= 0 ? ground(0) : pale(v / top)));
}

export const renderNovelty = figure({
  name: "novelty",
  title: "Novelty detection",
  spec: noveltySpec,
  own: () => ({ machine: new RegionMachine(), map: sampled(mapOf) }),
  edits: () => ({
    labels: [1],
    limit: 300,
    describe: ({ answer }, i) =>
      answer?.certified && i < answer.f.length && pointOfRegion(answer, i),
  }),
  solve({ machine, points, sigma, nu }, milliseconds) {
    if (!points.length) return null;
    machine.pose(points, { kernel: { name: "rbf", sigma }, nu });
    return machine.advance(milliseconds);
  },
  found: (facts, [plot]) => ({ mapped: facts.seen && facts.map(plot, facts, facts.seen) }),
  panels: () => [
    {
      layers: [
        layer(paintRegion, ({ mapped }) => mapped, {
          mark: "region",
          legend: "region f ≥ 0 and its border f = 0",
        }),
        earlier(({ before }) => before?.mapped?.border, "border before the last change"),
        lines(({ mapped }) => mapped?.border, { width: 2.2 }),
        marks(({ points }) => points, { radius: 4.5, colour: "sky" }),
        ...supports(
          ({ seen }) => seen,
          ["support vector on the border", "support vector outside, α = 1"],
          { radius: 8.5 },
        ),
        chosen(),
        guess(""),
      ],
    },
  ],
  missing: "The machine needs a point.",
  told: ({ answer }) => toldOfRegion(answer),
  solution: ["alpha", "rho", "primal", "dual", "gap", "support", "outside"],
  guess: {
    ...REGION_GUESS,
    answer: numberAnswer,
    most: ({ points }) => points.length,
    truth: ({ answer }) => (answer?.certified ? answer : null),
  },
  challenges: ({ answer }) => regionTasks(answer),
});
