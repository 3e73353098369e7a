// The live figures as a reader meets them, on the page of page.mjs, and what they are made of, as
// the tests ask for it: see test_live_states.py for what can be done there.
import { Climb } from "../../svmlib/widgets/js/core/ascent.js";
import { Walk, generator } from "../../svmlib/widgets/js/core/descent.js";
import { curveOf } from "../../svmlib/widgets/js/core/general.js";
import { gram, updateGram } from "../../svmlib/widgets/js/core/kernels.js";
import { score } from "../../svmlib/widgets/js/core/machine.js";
import { facesOf } from "../../svmlib/widgets/js/core/terrain.js";
import { Plot } from "../../svmlib/widgets/js/ui/plot.js";
import * as hero from "../../svmlib/widgets/js/hero/words.js";
import { playStart, playgroundSpec } from "../../svmlib/widgets/js/play/state.js";
import { pageModel } from "../../svmlib/widgets/js/ui/model.js";
import { decodeState, refusal } from "../../svmlib/widgets/js/ui/share.js";
import { anew, document, pass, reader, saved, seen, slow, view } from "./page.mjs";
import { serve } from "./serve.mjs";

const JS = "../../svmlib/widgets/js";
const REST = 1000; // milliseconds until all is said, drawn finely and judged

const { begin } = Plot.prototype;
Plot.prototype.begin = function () {
  this.canvas.plot = this;
  begin.call(this);
};

const visible = (element) => !element.closest("[hidden], dialog:not([open])");
const hidden = (element) => {
  for (let at = element; at; at = at.parentElement)
    if (at.style.visibility === "hidden") return true;
  return false;
};

/** A figure on a page of its own; the playground begins with a situation. */
async function mounted(name, file, traits, how = {}) {
  anew(how);
  if (name === "Play") traits = playStart(traits.situation, traits);
  const place = document.createElement("div");
  document.body.append(place);
  const model = pageModel(traits);
  const module = await import(`${JS}/${file}`);
  const leave = module[`render${name}`]({ model, el: place });
  await pass(REST);
  const root = place.querySelector(".svm-live");
  const [, specs] = Object.entries({ playgroundSpec, ...module }).findLast(([key]) =>
    key.endsWith("Spec"),
  );
  return { root, model, leave, linked: root.dataset.linked, specs: specs(model) };
}

/** Until all is drawn that was asked for. */
const settle = async ({ root }) => {
  for (let k = 0; k < 500 && (k < 1 || root.dataset.done === "false"); k++) await pass(40);
};
/** Until nothing happens any more. */
const rest = async (figure) => {
  await pass(REST);
  await settle(figure);
};

// ---- what a reader does
const all = (root, selector) => root.querySelectorAll(selector).filter(visible);
const sign = (text) => text.replace(/^\W (?=\w)/, "");

function button(root, words) {
  const names = (e) => [seen(e), sign(seen(e)), e.getAttribute("aria-label")];
  const found = all(root, "button, summary").find((one) => names(one).includes(words));
  if (!found) throw new Error(`no button ${words}`);
  return found;
}

function turn(root, label, value) {
  const labels = all(root, "label").filter((one) => one.textContent.trim() === label);
  const name = labels.find((one) => one.querySelector("input")) ?? labels[0];
  if (!name) throw new Error(`no control ${label}`);
  const inside = name.querySelector("input");
  const control = inside ?? root.querySelector(`[id="${name.getAttribute("for")}"]`);
  const type = control.getAttribute("type");
  if (type === "radio") control.checked = true;
  else if (type === "checkbox") control.checked === (value === "on") || control.click();
  else if (control.tagName === "select")
    control.value = control
      .querySelectorAll("option")
      .find((one) => one.textContent === value).value;
  const box = type === "range" && control.parentElement.querySelector("[type=number]");
  const kind = type === "range" && !box ? "input" : "change";
  if (type === "range") (box || control).value = value;
  if (type !== "checkbox") (box || control).dispatchEvent(new Event(kind));
}

const KEYS = {
  Left: "ArrowLeft",
  Right: "ArrowRight",
  Up: "ArrowUp",
  Down: "ArrowDown",
  Space: " ",
};

function press(root, keys) {
  const own = document.activeElement;
  const typed = own?.matches(".svm-sheet, .svm-handle, [role=slider], .svm-plot, input");
  const target = typed && visible(own) && root.contains(own) ? own : all(root, "[tabindex]")[0];
  for (const one of keys) {
    const [text, times = 1] = one.split("*");
    const held = text.split("+");
    const key = KEYS[held.at(-1)] ?? held.at(-1);
    const how = { shiftKey: held.includes("Shift"), ctrlKey: held.includes("Ctrl"), key };
    for (let k = 0; k < Number(times); k++) target.dispatchEvent(new Event("keydown", how));
  }
}

/** Pixels of a place "x,y" in a plot; "p3" is its point 3. */
function pixel(plot, place, points) {
  if (place.startsWith("p")) return plot.spot(...points[Number(place.slice(1))]);
  const [x, y] = place.split(",").map(Number);
  return plot.spot(x, y);
}

/** With a pointer on plot k along places; tools: what is held besides. */
async function point(figure, what, places, k) {
  const { root, model } = figure;
  const canvas = all(root, ".svm-plot canvas")[k];
  const layer = all(canvas.parentElement, ".svm-sheet")[0] ?? canvas;
  const how = { pointerId: 1, pointerType: "mouse", button: 0, buttons: 1 };
  const tell = (kind, [clientX, clientY], more = {}) =>
    layer.dispatchEvent(new Event(kind, { ...how, ...more, clientX, clientY }));
  const path = places.map((one) => pixel(canvas.plot, one, model.get("points")));
  if (what === "hover") return tell("pointermove", path[0] ?? [-99, -99], { buttons: 0 });
  if (what === "twice") return tell("dblclick", path[0]);
  if (what === "right") return tell("contextmenu", path[0], { button: 2 });
  tell("pointerdown", path[0]);
  for (const place of path.slice(1)) {
    tell("pointermove", place);
    await pass(20);
  }
  tell("pointerup", path.at(-1));
  if (path.length === 1) tell("click", path[0]);
}

/** One of the buttons that are dragged over a plot, to a place in it. */
function lay(root, k, place) {
  const handle = all(root, ".svm-handle")[k];
  const [clientX, clientY] = pixel(handle.parentElement.querySelector("canvas").plot, place);
  for (const kind of ["pointerdown", "pointermove", "pointerup"])
    handle.dispatchEvent(new Event(kind, { pointerId: 1, button: 0, clientX, clientY }));
}

function answer(root, value) {
  const field = root.querySelector(".svm-guess [type=number]");
  field.value = value;
}

/** A number, a list or words in the text of an action. */
const meant = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Traits with some changed: "C=2 points.3=4.5,2.9,1 points.40=". */
function changed(model, settings) {
  const next = {};
  for (const one of settings) {
    const [name, value] = one.split("=");
    const [trait, row] = name.split(".");
    if (row === undefined) next[trait] = meant(value);
    else {
      const rows = (next[trait] ??= model.get(trait)).map((p) => p && [...p]);
      const at = Number(row);
      const place = value.split(",").map(Number);
      if (value === "") rows[at] = null;
      else rows[at] = [...place, ...(rows[at] ?? [0, 0, 1]).slice(place.length)];
      next[trait] = rows;
    }
  }
  for (const name of Object.keys(next))
    if (Array.isArray(next[name])) next[name] = next[name].filter((row) => row !== null);
  return next;
}

const tableOf = (words) => words.join(" ").replaceAll("/", "\n");

const ACTIONS = {
  press: ({ root }, ...keys) => press(root, keys),
  focus: ({ root }, ...words) =>
    all(root, "[tabindex]")
      .find((one) => one.getAttribute("aria-label")?.includes(words.join(" ")))
      .focus(),
  click: ({ root }, ...words) => button(root, words.join(" ")).click(),
  at: (figure, place, k = 0) => point(figure, "at", [place], Number(k)),
  twice: (figure, place, k = 0) => point(figure, "twice", [place], Number(k)),
  right: (figure, place, k = 0) => point(figure, "right", [place], Number(k)),
  hover: (figure, place, k = 0) =>
    point(figure, "hover", place === "away" ? [] : [place], Number(k)),
  drag: (figure, ...places) => {
    const k = /^\d$/.test(places.at(-1)) ? Number(places.pop()) : 0;
    return point(figure, "drag", places, k);
  },
  lay: ({ root }, k, place) => lay(root, Number(k), place),
  answer: ({ root }, value) => answer(root, value),
  number({ root }, k, value = "") {
    const field = root.querySelectorAll(".svm-chosen input")[Number(k)];
    field.value = value;
    field.dispatchEvent(new Event("change"));
  },
  text({ root }, ...rows) {
    root.querySelector("textarea").value = rows.join(" ").replaceAll("/", "\n");
    all(root, ".svm-data button")[0].click();
  },
  /** A table that is pasted, dropped or chosen as a file, or typed; "saved" is what was saved. */
  paste(_, ...words) {
    const clipboardData = { getData: () => tableOf(words) };
    view.hear(new Event("paste", { clipboardData, target: document.body }), false);
  },
  async drop(_, name, ...words) {
    const text = words[0] === "saved" ? await saved.blob.text() : tableOf(words);
    const dataTransfer = { types: ["Files"], files: [new File([text], name)] };
    view.hear(new Event("drop", { dataTransfer }), false);
    await new Promise(setImmediate);
  },
  async file({ root }, name, ...words) {
    const field = root.querySelector("[type=file]");
    field.files = [new File([tableOf(words)], name)];
    field.dispatchEvent(new Event("change"));
    await new Promise(setImmediate);
  },
  async type({ root }, ...words) {
    const field = root.querySelector('[aria-label="The table as text"]');
    field.value = tableOf(words);
    field.dispatchEvent(new Event("input"));
    await pass(300);
  },
  set({ model }, ...settings) {
    for (const [trait, value] of Object.entries(changed(model, settings))) model.set(trait, value);
  },
  step: ({ root, model }, ...settings) =>
    root.dispatchEvent(
      new CustomEvent("svm-step", { detail: JSON.stringify(changed(model, settings)) }),
    ),
  link({ linked }, text) {
    const oldURL = location.href;
    location.hash = text.startsWith("#")
      ? text
      : `#${new URLSearchParams({ svm: `${linked}:${text}` })}`;
    view.hear(new Event("hashchange", { oldURL }), false);
  },
  /** At the end of a line: before all has come to rest. */
  now() {},
  rest,
  /** Another state, from the start. */
  async instead(figure, ...settings) {
    await rest(figure);
    button(figure.root, "Start over").click();
    ACTIONS.set(figure, ...settings);
  },
  wait: (_, milliseconds) => pass(Number(milliseconds)),
  still: (_, on) => {
    reader.still = on === "on";
  },
  slow: (_, milliseconds) => slow(Number(milliseconds)),
  /** Whatever is drawn next fails, once. */
  breaks({ root }) {
    const { pen } = root.querySelector("canvas");
    pen.arc = () => {
      delete pen.arc;
      throw new Error("no arc today");
    };
  },
};

async function act(figure, action) {
  const [verb, ...words] = action.split(" ");
  const knob = /^([^=]*?)=(.*)$/.exec(action);
  if (ACTIONS[verb]) await ACTIONS[verb](figure, ...words);
  else turn(figure.root, knob[1], knob[2]);
  await pass(40);
}

// ---- what a reader sees and hears
const BLOCKS =
  `[data-row], .svm-first, .svm-remarks, .svm-question, .svm-challenge-text, .svm-toast,
  .svm-control, .svm-status, .svm-chosen, .svm-known, .svm-legend li, .svm-verdict, .svm-complaint,
  .pg-look, .pg-drawer p, .pg-drawer ul li, caption, tr, button, summary, [role=slider], .svm-guess label`.replace(
    /\s+/g,
    " ",
  );
// what comes back with other words, or is gone where others are
const ALWAYS = "[data-row], tr, .svm-first, .svm-remarks, .svm-toast, .svm-status";

/** The texts that are seen or can be heard now, by their elements. */
function parts(root) {
  const found = new Map();
  for (const one of all(root, BLOCKS)) {
    if (one.parentElement.closest(BLOCKS) || hidden(one)) continue;
    const front = one.getAttribute("aria-selected") === "true" ? "in front: " : "";
    const text = front + (one.getAttribute("aria-valuetext") ?? seen(one));
    if (text) found.set(one, text);
  }
  return found;
}

/** What is drawn on each panel, how often and where; and the curves of the strip. */
const drawings = (root) => [
  ...root.querySelectorAll(".svm-plot canvas").map((one) => new Map(visible(one) ? one.drawn : [])),
  new Map(
    root.querySelectorAll(".svm-curve, .svm-before").map((one) => {
      const of = `${one.getAttribute("class").replaceAll("svm-", "")} of ${root.querySelectorAll("path").indexOf(one)}`;
      return [of, one.getAttribute("d").match(/[ML]/g) ?? []];
    }),
  ),
];

function redrawn(before, now) {
  return now.flatMap((own, k) => {
    const old = before[k] ?? new Map();
    // not the texts of ticks
    const names = [...new Set([...old.keys(), ...own.keys()])].filter(
      (name) => !/^“[−\d]/.test(name),
    );
    const count = (map, name) => map.get(name)?.length ?? 0;
    const other = names.filter((name) => count(old, name) !== count(own, name));
    const told = other.map(
      (name) => `${name} ${old.size ? `${count(old, name)}→` : ""}${count(own, name)}`,
    );
    const same = names.every((name) => String(old.get(name)) === String(own.get(name)));
    return same ? [] : [`${k}: ${told.join(", ") || "moves"}`];
  });
}

/** What has changed on the page, in one line. */
function said(before, now, drawn) {
  const bare = (text) => text?.replace(/[↑↓]$/, "");
  const first = [...now].find(([e]) => e.matches(".svm-first"))?.[1];
  const words = [];
  for (const [one, text] of now) {
    const row = one.matches("[data-row]");
    if (row ? bare(before.get(one)) === bare(text) : before.get(one) === text) continue;
    if (one.matches(".svm-status")) words.push(text === first ? "♪" : `♪ ${text}`);
    else if (one.matches(".svm-challenge-text")) words.push(text.replace(/^(★[^:]*).*/, "$1"));
    else words.push(text);
  }
  const gone = [...before].filter(([one]) => !now.has(one) && !one.matches(ALWAYS));
  const numbers = (all) => [...all.keys()].some((one) => one.matches("[data-row]"));
  if (numbers(before) && !numbers(now)) words.push("no numbers");
  if (gone.length)
    words.push(`gone: ${gone.map(([, text]) => text.replace(/:.*/, "")).join(", ")}`);
  if (drawn.length) words.push(`drawn ${drawn.join("; ")}`);
  return words.join(" | ");
}

/** The state, and what is told of it. */
function stateOf({ root, model, specs }) {
  const facts = root.querySelector(".svm-facts");
  const rows = all(facts, "[data-row]").map((one) => [
    one.dataset.row,
    one.querySelector("dd").childNodes[0].data,
  ]);
  return {
    traits: Object.fromEntries(Object.keys(specs).map((name) => [name, model.get(name)])),
    rows: Object.fromEntries(rows),
    lead: facts.dataset.lead ?? "",
    first: seen(root.querySelector(".svm-first")),
    remarks: seen(root.querySelector(".svm-remarks")),
    solution: model.get("solution") ?? null,
    question: all(root, ".svm-question").map(seen).join(" "),
    knobs: all(root, ".svm-controls .svm-control").map(seen).join(" | "),
    // all that can be read or heard while a question is open, hidden or not
    open: root.querySelector('.svm-guess[data-state="open"]') ? everything(root) : null,
  };
}

const everything = (root) =>
  [
    root.textContent,
    ...[...root.all()].flatMap((e) =>
      ["aria-label", "aria-valuetext", "title"].map((name) => e.getAttribute(name) ?? ""),
    ),
  ].join(" ");

/** What is known of some points, as the pointer goes over them. */
async function readOuts(figure, rows) {
  const found = [];
  if (!figure.model.get("points")) return found;
  for (const i of rows) {
    await act(figure, `hover p${i}`);
    const [chosen, known] = ["chosen", "known"].map((name) => {
      const element = figure.root.querySelector(`.svm-${name}`);
      return element ? seen(element) : "";
    });
    // another point may be in the same place
    found.push([Number(/\(row (\d+)\)/.exec(chosen)?.[1] ?? i), known || chosen]);
  }
  await act(figure, "hover away");
  return found;
}

// ---- what figures are made of
const MACHINES = {
  machine: ["machine", "Machine"],
  tube: ["general", "TubeMachine"],
  novelty: ["general", "RegionMachine"],
  "weston-watkins": ["joint", "JointMachine"],
  "crammer-singer": ["joint", "JointMachine"],
};
const flat = (points) => Float64Array.from(points.flatMap(([a, b]) => [a, b]));
/** What is typed as plain lists, and back. */
const plain = (v) =>
  ArrayBuffer.isView(v)
    ? [...v]
    : Array.isArray(v)
      ? v.map(plain)
      : v?.constructor === Object
        ? Object.fromEntries(Object.entries(v).map(([name, one]) => [name, plain(one)]))
        : v;
const typed = (v) => (v?.float64 ? Float64Array.from(v.float64) : v === "Infinity" ? Infinity : v);

/** A value that a reader may give a trait; `at()` is a place in the window. */
function another(value, { kind, min, max, log, whole, options, sizes }, dice, at) {
  const any = (n) => Math.floor(n * dice());
  const i = any(value?.length);
  if (kind === "number") {
    const v = log ? min * (max / min) ** dice() : min + dice() * (max - min);
    return whole ? Math.round(v) : Math.min(max, Math.max(min, Number(v.toPrecision(4))));
  }
  if (kind === "choice") return options[any(options.length)][0];
  if (kind === "switch") return !value;
  if (kind === "names") return options.filter((name) => (any(2) ? value.includes(name) : any(2)));
  if (kind === "cell") return sizes.map(any);
  if (kind === "place") return at();
  if (kind === "places") return value.with(i, at());
  const [label, other] = [value[i][2], value[any(value.length)][2]];
  return [
    () => value.with(i, [...at(), label]),
    () => value.with(i, [...at(), other]),
    () => [...value, [...at(), label]].slice(0, 60),
    () => (value.filter((p) => p[2] === label).length > 1 ? value.toSpliced(i, 1) : value),
  ][any(4)]();
}

/** What can be taken along from the playground: scripts of its machines, by a library. */
function taken({ root, model }, library) {
  button(root, "Copy as Python").click();
  const area = root.querySelector('[aria-label="Python code"]');
  turn(root, "with", library);
  const { file } = model.get("own") ?? {};
  if (file) turn(root, "rows", "in the script");
  if (file) turn(root, "certificate", "on");
  const scripts = [...(model.get("compare") ? "AB" : "A")].map((name) => {
    if (model.get("compare")) turn(root, "machine", name);
    return area.value;
  });
  area.closest("dialog").close();
  return { scripts };
}

const TASKS = {
  /** What is said after each line of actions, and the state then. */
  async played({ name, file, traits, lines, scripts = null }) {
    const errors = [];
    console.error = (error) => errors.push(String(error));
    const figure = await mounted(name, file, traits);
    let [before, drawn] = [new Map(), []];
    const found = [];
    for (const line of ["", ...lines]) {
      try {
        for (const action of line.split("; ").filter(Boolean)) await act(figure, action);
      } catch (error) {
        errors.push(String(error));
      }
      if (!line.endsWith("now")) await rest(figure);
      const [now, own] = [parts(figure.root), drawings(figure.root)];
      const text = [said(before, now, redrawn(drawn, own)), ...errors.splice(0)].join(" | ");
      found.push({ text, ...stateOf(figure) });
      [before, drawn] = [now, own];
      if (scripts) Object.assign(found.at(-1), taken(figure, scripts));
      if (saved.blob) found.at(-1).saved = await saved.blob.text();
    }
    reader.still = false;
    slow(0);
    figure.leave();
    return found;
  },

  /**
   * A walk over all that a reader may do, often in a hurry, and what its end says: by itself, where
   * its link leads, and where Python sets the same; and what is known of some points.
   */
  async walked({ name, file, traits, seed, read }) {
    const dice = generator(seed);
    const figure = await mounted(name, file, traits);
    const { root, model, specs } = figure;
    const [x0, x1, y0, y1] = traits.box ?? [0, 1, 0, 1];
    const at = () =>
      [x0 + dice() * (x1 - x0), y0 + dice() * (y1 - y0)].map((v) => Number(v.toPrecision(6)));
    for (let k = 0; k < 12; k++) {
      const names = Object.keys(specs);
      const trait = names[Math.floor(dice() * names.length)];
      if (dice() < 0.25) button(root, dice() < 0.5 ? "Undo" : "Redo").click();
      else {
        model.set(trait, another(model.get(trait), specs[trait], dice, at));
        if (["data", "seed"].includes(trait) && specs.points)
          model.set("points", specs.points.base(stateOf(figure).traits));
      }
      await pass(dice() < 0.5 ? 17 : 300);
    }
    await rest(figure);
    const own = { ...stateOf(figure), known: await readOuts(figure, read) };
    button(root, "Copy link").click();
    const hash = location.hash;
    figure.leave();
    const opened = await mounted(name, file, traits, { hash });
    const link = stateOf(opened);
    opened.leave();
    const told = await mounted(name, file, traits);
    for (const [trait, value] of Object.entries(own.traits)) told.model.set(trait, value);
    await rest(told);
    const set = stateOf(told);
    told.leave();
    return { own, link, set, hash };
  },

  /** Exported functions of modules, called: [[file, name, arguments], …]. */
  called: (calls) =>
    Promise.all(
      calls.map(async ([file, name, given]) => {
        const module = await import(`${JS}/${file}`);
        return plain(module[name](...given.map(typed)));
      }),
    ),

  /**
   * Situations { points, at, ...how } one after the other on the same machine: the answers, the
   * bounds on the way, and the values at places.
   */
  async solved({ kind, situations, gap }) {
    const [file, name] = MACHINES[kind];
    const machine = new (await import(`${JS}/core/${file}.js`))[name]({ gap, kind });
    return situations.map(({ points, at = [], C, ...how }) => {
      const pose = () => machine.pose(points, { ...how, C: C ?? Infinity });
      const course = [];
      pose();
      let answer = machine.advance(0);
      for (; !answer.done; answer = machine.advance(0)) course.push([answer.primal, answer.dual]);
      pose(); // nothing new: nothing happens
      const again = machine.advance(0) === answer;
      const scores = at.map((place) =>
        kind === "tube"
          ? curveOf(answer, [place])[0]
          : kind === "joint"
            ? 0
            : score(answer, ...place),
      );
      return { ...plain(answer), again, course, scores };
    });
  },

  /** The Gram matrix after point i has moved there, by one row and column. */
  movedGram({ kernel, points, i, to }) {
    const X = flat(points);
    const K = gram(kernel, X);
    X.set(to, 2 * i);
    updateGram(K, kernel, X, i);
    return [...K];
  },
  faces: ({ z, width, height, ...how }) =>
    facesOf(z, width, height, (i, j) => [i, height - 1 - j], how),
  draws: ([seed, count]) => {
    const dice = generator(seed);
    return Array.from({ length: count }, dice);
  },
  climb: ({ points, C, method, order, steps }) =>
    new Climb(points, C, method, order).to(steps).states,
  walk: ({ steps, ...settings }) => new Walk(settings).to(steps).path,

  line: ({ points, line }) => hero.judgeLine(points, line),
  hero: ({ name, arguments: given }) => hero[name](...given),

  /** What the links of a figure mean. */
  async links({ file, traits, texts }) {
    const module = await import(`${JS}/${file}`);
    const [, make] = Object.entries(module).find(([key]) => key.endsWith("Spec"));
    const specs = make({ get: (trait) => traits[trait] });
    const start = Object.fromEntries(Object.keys(specs).map((trait) => [trait, traits[trait]]));
    const bad = Object.entries(specs).filter(([trait, spec]) => refusal(start[trait], spec));
    return {
      refusedAtStart: bad.map(([trait]) => trait),
      decoded: texts.map((text) => decodeState(text, start, specs)),
    };
  },
};
await serve(TASKS);
