// A kernel machine on points in the plane: kernel, C, σ; boundary, margin, support vectors by α,
// certificate.
import { DATASETS, makeData } from "../core/datasets.js";
import { KERNELS } from "../core/kernels.js";
import { agreement } from "../core/lines.js";
import { Machine } from "../core/machine.js";
import { tracedOf } from "../core/trace.js";
import { button, choice } from "../ui/controls.js";
import { figure } from "../ui/figure.js";
import { Landscape } from "../ui/landscape.js";
import { chosen, earlier, guess, key, marks, overLandscape, supports } from "../ui/layers.js";
import { Lifted } from "../ui/lifted.js";
import { numberTrait, powerTrait } from "../ui/share.js";
import { linesAnswer } from "../ui/sheet.js";
import { MACHINE_GUESS, machineTasks } from "../tasks/kernel_machine.js";
import { pointOfMachine, toldOfMachine } from "../told/kernel_machine.js";

/**
 * `points` are what counts; data and seed say where they came from. "" are those that the figure
 * was given.
 */
export const kernelMachineSpec = (model) => {
  const [given, name, sample] = [model.get("points"), model.get("data"), model.get("seed")];
  return {
    data: {
      kind: "choice",
      options: [["", "as given"], ...Object.keys(DATASETS).map((own) => [own, own])],
      knob: false,
    },
    seed: numberTrait(0, 9999, { whole: true, knob: false }),
    points: {
      kind: "points",
      labels: [1, -1],
      limit: 500,
      base: ({ data, seed }) =>
        !data || (data === name && seed === sample) ? given : makeData(data, 100, seed),
    },
    kernel: { kind: "choice", options: KERNELS },
    C: powerTrait(1e-2, 1e3),
    sigma: powerTrait(0.05, 10, {
      label: "σ",
      when: ({ kernel }) => kernel !== "polynomial" && kernel !== "linear",
    }),
    degree: numberTrait(1, 8, { whole: true, when: ({ kernel }) => kernel === "polynomial" }),
  };
};

/** Where the points came from. */
const originOf = ({ data, seed }) => `${data} ${seed}`;

/** Points of a data set, drawn again where one has been chosen. */
function dataControls({ model, shell }) {
  const { base } = shell.specs.points;
  const take = (data, seed) => shell.save({ data, seed, points: base({ data, seed }) });
  const data = choice("data", shell.specs.data.options, {
    value: model.get("data"),
    change: (name) => take(name, 0),
  });
  const again = button("New sample", () =>
    take(model.get("data"), (model.get("seed") + 1) % 10000),
  );
  const now = () => originOf({ data: model.get("data"), seed: model.get("seed") });
  let known = { origin: now(), points: model.get("points") };
  const follow = () => {
    data.set(model.get("data"));
    again.hidden = !model.get("data");
  };
  follow();
  return {
    elements: [data.element, again],
    load() {
      // Python may choose a data set: its points are made here
      const points = model.get("points");
      if (now() !== known.origin && points === known.points && model.get("data"))
        take(model.get("data"), model.get("seed"));
      known = { origin: now(), points: model.get("points") };
      follow();
    },
  };
}

/** The boundary before the last change, or of the same data when the machine hid. */
function ghostOf({ before, guessed, hid, subject, veiled }) {
  if (!veiled && !guessed) return before?.boundary;
  return hid.subject === subject ? hid.boundary : null;
}

/** How well the reader's lines agree with the boundary, and with the one before they were drawn. */
function agreed(facts) {
  const { guessed, hid, landscape, points, subject } = facts;
  if (!guessed) return null;
  const of = (lines) => agreement(lines, landscape.boundary, points, landscape.plot.whole);
  guessed.agree ??= of(guessed.value);
  guessed.stale ??= hid.subject === subject ? of(hid.boundary) : 0;
  return { agree: guessed.agree, stale: guessed.stale };
}

const lifted = ({ seen, surface }) => Boolean(seen && surface.on);

export const renderKernelMachine = figure({
  name: "kernel-machine",
  title: "Kernel machine",
  spec: kernelMachineSpec,
  own: ({ root, signal, redraw, note }, [plot]) => ({
    hid: {}, // what was there when a guess began
    machine: new Machine(),
    landscape: new Landscape(plot),
    surface: new Lifted(root, plot, { signal, changed: redraw, note }),
  }),
  edits: () => ({
    describe: ({ answer }, i) =>
      answer?.certified && i < answer.y.length && pointOfMachine(answer, i),
  }),
  traces: ["C", "sigma"],
  solve({ machine, points, kernel, C, sigma, degree }, milliseconds) {
    if (new Set(points.map((p) => p[2])).size < 2) return null;
    machine.pose(points, { kernel: { name: kernel, sigma, degree, length: sigma }, C });
    return machine.advance(milliseconds);
  },
  subject: originOf,
  /** Sizes of the points, from 0 to 1 for the largest α. */
  found({ points, seen }) {
    const most = seen ? Math.max(...seen.alpha) : 0;
    return { sizes: points.map((_, i) => (most > 0 ? seen.alpha[i] / most : 0)) };
  },
  panels: () => [
    {
      layers: [
        overLandscape(({ seen }) => seen),
        key("dashed", "f = ±1", (facts) => !lifted(facts)),
        key("distance", "f = ±1; cut off at ±3", lifted),
        key("size", "larger for larger α", (facts) => !lifted(facts)),
        earlier(ghostOf, "boundary before the last change"),
        marks(({ points, sizes }) => points.map((p, i) => [...p, 4 + 3 * sizes[i]])),
        ...supports(({ seen }) => seen, ["support vector", "support vector with α = C"], {
          sized: ({ sizes }, i) => 8.5 + 3 * sizes[i],
          named: (facts, some) => some && !lifted(facts),
        }),
        key("pole", "support vector: from 0 to its f", lifted),
        chosen("chosen point", 14),
        guess(),
      ],
    },
  ],
  controls(figure) {
    const { surface } = figure.own;
    figure.data = dataControls(figure);
    return [...figure.data.elements, surface.toggle, ...surface.controls];
  },
  drawn({ kernel, lit, points, seen, surface }, { knob }) {
    knob("sigma").rename(kernel === "ornstein-uhlenbeck" ? "ℓ" : "σ");
    surface.draw(seen && { answer: seen, points, lit });
  },
  load: ({ data }) => data.load(),
  missing: "Each class needs a point.",
  told: ({ answer }) => toldOfMachine(answer),
  view: (facts) => ({ boundary: facts.landscape.boundary, agreed: agreed(facts) }),
  solution: ["alpha", "b", "primal", "dual", "gap", "support", "errors"],
  traced: ({ answer }) => tracedOf(answer),
  guess: {
    ...MACHINE_GUESS,
    answer: linesAnswer,
    pose(_now, facts) {
      const { answer, hid, landscape, subject } = facts;
      const boundary = answer?.certified ? landscape.boundary : [];
      Object.assign(hid, { subject, boundary });
      return null;
    },
    truth: ({ answer, landscape, points }) =>
      answer?.certified
        ? { answer, boundary: landscape.boundary, points, box: landscape.plot.whole }
        : null,
  },
  challenges: (_, { specs }) => machineTasks(specs.points.base({ data: "" })),
});
