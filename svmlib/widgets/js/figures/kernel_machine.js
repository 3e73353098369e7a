// A kernel machine on points in the plane: kernel, C, σ; boundary, margin, support vectors by α, certificate.
import { DATASETS, makeData } from "../core/datasets.js";
import { Machine } from "../core/machine.js";
import { button, choice } from "../ui/controls.js";
import { many, show } from "../ui/dom.js";
import { GRIDS, Landscape, cleared, islands } from "../ui/landscape.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { Sheet, agreement } from "../ui/sheet.js";
import { mountFigure } from "../ui/shell.js";
import { showGap, unfinished } from "../ui/certified.js";

const KERNEL_NAMES = [
  ["linear", "linear"],
  ["polynomial", "polynomial"],
  ["rbf", "Gaussian (RBF)"],
  ["ornstein-uhlenbeck", "Ornstein–Uhlenbeck"],
];
const nearly = (a, b) => Math.abs(a - b) <= 1e-6 * Math.abs(b);
const HIDDEN_WORDS =
  "The machine is hidden. Change a knob, draw where the boundary will go, or click its corners, then show it. " +
  "(Keys: arrows, Space, L for a new line, Backspace.)";

/** `points` are what counts; data and seed say where they came from. "" are those that the figure was given. */
export const kernelMachineSpec = (model) => {
  const [given, name, sample] = [model.get("points"), model.get("data"), model.get("seed")];
  return {
    data: {
      kind: "choice",
      options: [["", "as given"], ...Object.keys(DATASETS).map((own) => [own, own])],
    },
    seed: { kind: "number", min: 0, max: 9999, whole: true },
    points: {
      kind: "points",
      labels: [1, -1],
      limit: 500,
      base: ({ data, seed }) =>
        !data || (data === name && seed === sample) ? given : makeData(data, 100, seed),
    },
    kernel: { kind: "choice", options: KERNEL_NAMES },
    C: { kind: "number", min: 1e-2, max: 1e3, log: true },
    sigma: { kind: "number", min: 0.05, max: 10, log: true, label: "σ" },
    degree: { kind: "number", min: 1, max: 8, whole: true },
  };
};

/** The kernel that the traits describe. */
const kernelOf = (model) => ({
  name: model.get("kernel"),
  sigma: model.get("sigma"),
  degree: model.get("degree"),
  length: model.get("sigma"),
});

function buildKernelMachine(shell) {
  const { model, root, signal, whisper } = shell;
  const { base } = shell.specs.points;
  const given = base({ data: "" });
  const plot = new Plot(root, { box: model.get("box"), labels: model.get("labels") });
  const machine = new Machine();
  const landscape = new Landscape(plot);
  /** @type {any} the Answer of the machine; null where there is none, or it hides */
  let answer = null;
  /** @type {any} { revealed, origin, then, agree?, stale? }: whose boundary was `then` when it hid, and how well the lines agree */
  let guess = null;
  const editor = new PointEditor(plot, {
    ...shell.editing(),
    describe: (i) => (answer?.certified && i < answer.y.length ? told(i) : ""),
  });
  const sheet = new Sheet(plot, { changed: () => shell.redraw(), whisper, signal });
  // while a point or a knob moves the surface is coarse; a while after the last movement it becomes fine
  let still = 0;
  let resting = 0;
  signal.addEventListener("abort", () => clearTimeout(resting));
  const [kernel, C, sigma, degree] = ["kernel", "C", "sigma", "degree"].map(shell.knob);
  const origin = () => `${model.get("data")} ${model.get("seed")}`;
  const take = (name, seed) => shell.save({ data: name, seed, points: base({ data: name, seed }) });
  const data = choice("data", shell.specs.data.options, {
    value: model.get("data"),
    change: (name) => take(name, 0),
  });
  const again = button("New sample", () =>
    take(model.get("data"), (model.get("seed") + 1) % 10000),
  );
  const guessing = button("Guess first", () => (guess && !guess.revealed ? reveal() : hide()));
  guessing.style.minWidth = "11em"; // as wide as its longer words
  let known = { origin: origin(), points: model.get("points") };

  function follow() {
    const used = model.get("kernel");
    data.set(model.get("data"));
    // what is not needed keeps its room, so that nothing moves under the hand
    again.style.visibility = model.get("data") ? "" : "hidden";
    sigma.element.hidden = used === "polynomial";
    sigma.element.style.visibility = used === "linear" ? "hidden" : "";
    sigma.rename(used === "ornstein-uhlenbeck" ? "ℓ" : "σ");
    degree.element.hidden = used !== "polynomial";
  }
  follow();

  // ---- Guess first: the machine hides until the reader has drawn where its boundary goes

  function hide() {
    guess = {
      revealed: false,
      origin: origin(),
      then: answer?.certified ? landscape.boundary : [],
    };
    sheet.clear();
    cover(true);
  }

  function reveal() {
    guess.revealed = true;
    cover(false);
  }

  function forget() {
    guess = null;
    sheet.clear();
  }

  function cover(closed) {
    sheet.show(closed);
    guessing.textContent = closed ? "Show the boundary" : "Guess first";
    shell.redraw();
  }

  // ---- The machine

  function told(i) {
    const { f, y, alpha, xi, C: bounds, norm, zero } = answer;
    const size = Math.abs(f[i]);
    const own = cleared(f[i]);
    const a = alpha[i] >= bounds[i] ? "α = C" : `α = ${show(alpha[i], 3)}`;
    const margin = zero ? "" : `geometric margin ${show((y[i] * own) / norm, 3)}, `;
    return `f = ${show(own, 3)}, ${margin}ξ = ${show(cleared(xi[i], size), 3)}, ${a}`;
  }

  /** The Ornstein–Uhlenbeck kernel takes one exponential for each support vector and place. */
  function gridNow() {
    if (editor.held < 0 && answer.done && performance.now() >= still) return GRIDS.fine;
    const share =
      answer.kernel.name === "ornstein-uhlenbeck"
        ? Math.min(1, Math.sqrt(30 / Math.max(1, answer.support)))
        : 1;
    return GRIDS.coarse.map((n) => Math.round(n * share));
  }

  function draw() {
    const { points } = editor;
    const two = new Set(points.map((p) => p[2])).size === 2;
    const hidden = guess !== null && !guess.revealed;
    if (guess?.revealed && editor.held >= 0) forget();
    answer = null;
    if (two && !hidden) {
      machine.pose(points, { kernel: kernelOf(model), C: model.get("C") });
      answer = machine.advance(editor.held >= 0 ? 4 : 8);
    }
    const seen = answer && (answer.certified || !answer.done) ? answer : null; // what did not come to an end is not drawn
    const most = seen ? Math.max(...answer.alpha) : 0;
    plot.begin();
    plot.inside(() => {
      if (seen) landscape.draw(seen, gridNow());
      for (const line of ghost()) plot.path(line, plot.earlier);
      editor.inOrder().forEach(([point, i]) => dot(point, i, most));
      sheet.draw();
    });
    plot.axes();
    report(hidden);
    if (answer && !answer.done) shell.redraw();
  }

  /** The boundary before the last change, or when the machine hid; of other data it would mean nothing. */
  function ghost() {
    const old = guess ? { boundary: guess.then, origin: guess.origin } : shell.before();
    return old?.origin === origin() ? (old.boundary ?? []) : [];
  }

  function dot([x, y, label], i, most) {
    const a = most > 0 ? answer.alpha[i] / most : 0;
    plot.marker(x, y, label, { radius: 4 + 3 * a });
    if (a > 0) plot.ring(x, y, { radius: 8.5 + 3 * a, dashed: answer.alpha[i] >= answer.C[i] });
    if (i === editor.lit) plot.ring(x, y, { radius: 14, colour: plot.colours.accent, width: 2.5 });
  }

  function report(hidden) {
    if (hidden) {
      shell.tell(HIDDEN_WORDS);
      return;
    }
    if (!answer) {
      shell.tell("Both classes need a point.");
      return;
    }
    if (!answer.certified) {
      shell.tell(unfinished(answer), { done: answer.done, solution: {} });
      return;
    }
    const { alpha, b, y, support, errors, norm, primal, dual, relative } = answer;
    const { boundary } = landscape;
    if (guess && !guess.agree) {
      const of = (lines) => agreement(lines, boundary, editor.points, plot.box);
      Object.assign(guess, {
        agree: of(sheet.lines),
        stale: guess.origin === origin() ? of(guess.then) : 0,
      });
    }
    const word = guess
      ? `Your lines and the boundary agree on ${Math.round(100 * guess.agree)} % of their length near the points. `
      : "";
    shell.tell(word + sentence(), {
      view: {
        boundary,
        origin: origin(),
        support,
        errors,
        guess: guess && { agree: guess.agree, stale: guess.stale },
        n: y.length,
        primal,
        norm,
      },
      solution: { alpha: [...alpha], b, primal, dual, gap: relative, support, errors },
    });
  }

  function sentence() {
    const {
      b,
      y,
      zero,
      interval: [low, high],
      support,
      bounded,
      errors,
      norm,
      primal,
    } = answer;
    const certificate = `objective ${show(primal, 6)}, relative gap ${showGap(answer)}.`;
    if (zero) {
      const bias =
        high - low > 1e-6
          ? `any b from ${show(cleared(low))} to ${show(cleared(high))} is as good`
          : `b = ${show(cleared(b))}`;
      return `The best w is 0: no street, f = b everywhere, and ${bias}; ${certificate}`;
    }
    return (
      `${many(support, "support vector")} of ${y.length}, ${bounded} of them at C; ${many(errors, "training error")}; ` +
      `margin 1/‖w‖ = ${show(1 / norm)}; ${certificate}`
    );
  }

  /** The only point that moved lies on an island, and nobody else does. */
  function stranded({ boundary }) {
    const [one, ...more] = answer ? islands(boundary, editor.points, answer.f) : [];
    return (
      one !== undefined && more.length === 0 && String(editor.points[one]) !== String(given[one])
    );
  }

  return {
    controls: [
      kernel.element,
      guessing,
      data.element,
      again,
      C.element,
      sigma.element,
      degree.element,
    ],
    panels: [plot],
    editor,
    draw,
    legend: [
      ["line", "f = 0, the boundary"],
      ["dashed", "f = ±1"],
      ["size", "larger for larger α"],
      ["ring", "support vector"],
      ["dashed ring", "support vector with α = C"],
      ["chosen", "chosen point"],
      ["ghost", "boundary before the last change"],
      ["guess", "your guess", () => guess !== null],
    ],
    challenges: [
      {
        id: "guess",
        text: "guess first, change a knob so that the boundary goes elsewhere, and draw it: near the points 80 % must agree.",
        met: (view) => view.guess?.agree >= 0.8 && view.guess.stale < 0.6,
      },
      {
        id: "island",
        text: "move a single point so that it lies alone on an island of its class, the only island there is.",
        met: (view, { moved }) => moved === 1 && stranded(view),
      },
      {
        id: "idle",
        text: "delete ten points and leave the boundary exactly where it was at first.",
        met: (view, { first }) =>
          view.n <= first.n - 10 &&
          nearly(view.primal, first.primal) &&
          nearly(view.norm, first.norm),
      },
    ],
    load() {
      // Python may choose a data set: its points are made here
      const points = model.get("points");
      const now = origin();
      if (now !== known.origin && points === known.points && model.get("data"))
        take(model.get("data"), model.get("seed"));
      known = { origin: now, points: model.get("points") };
      if (guess?.revealed) forget();
      follow();
      still = performance.now() + 150;
      clearTimeout(resting);
      resting = setTimeout(shell.redraw, 160);
    },
  };
}

export const renderKernelMachine = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "kernel-machine",
    title: "Kernel machine, interactive figure",
    spec: kernelMachineSpec,
    build: buildKernelMachine,
  });
