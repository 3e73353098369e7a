// What a reader does on the page of a figure: the actions of live_states.txt.
import { playStart, playgroundSpec } from "../../svmlib/widgets/js/play/state.js";
import { pageModel } from "../../svmlib/widgets/js/ui/model.js";
import { Plot } from "../../svmlib/widgets/js/ui/plot.js";
import { anew, document, pass, reader, saved, seen, slow, view } from "./page.mjs";
import { all, visible } from "./seen.mjs";

const JS = "../../svmlib/widgets/js";
const REST = 1000; // milliseconds until all is said, drawn finely and judged

const { begin } = Plot.prototype;
Plot.prototype.begin = function () {
  this.canvas.plot = this;
  begin.call(this);
};

/** A figure on a page of its own; the playground begins with a situation. */
export async function mounted(name, file, traits, how = {}) {
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
export const rest = async (figure) => {
  await pass(REST);
  await settle(figure);
};

const sign = (text) => text.replace(/^\W (?=\w)/, "");

export function button(root, words) {
  const names = (e) => [seen(e), sign(seen(e)), e.getAttribute("aria-label")];
  const found = all(root, "button, summary").find((one) => names(one).includes(words));
  if (!found) throw new Error(`no button ${words}`);
  return found;
}

export function turn(root, label, value) {
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

export async function act(figure, action) {
  const [verb, ...words] = action.split(" ");
  const knob = /^([^=]*?)=(.*)$/.exec(action);
  if (ACTIONS[verb]) await ACTIONS[verb](figure, ...words);
  else turn(figure.root, knob[1], knob[2]);
  await pass(40);
}
