// What can be taken along: a Python script, a picture, the points. Everything is made here and
// saved by the browser itself.
import { button, controlOf } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { pythonCode } from "./code.js";
import { drawer } from "./drawer.js";
import { CAPTION, svgPicture } from "./picture.js";
import { namesOf, settingText, shownOf, sourceOf } from "./state.js";
import { toCsv } from "./table.js";

/** @typedef {import("./state.js").PlayState} PlayState */

const FROM_FILE = "from your file";
const IN_SCRIPT = "in the script";

/** @param {string} name @param {Blob} blob */
function saveFile(name, blob) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const textFile = (/** @type {string} */ text, /** @type {string} */ type) =>
  new Blob([text], { type: `${type};charset=utf-8` });

/**
 * Copy a text; where that is refused select it in its field. Says what happened.
 * @param {HTMLTextAreaElement} field
 */
async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return "Copied.";
  } catch {
    field.focus();
    field.select();
    return "The browser does not let this page copy: the text is selected, press Ctrl C.";
  }
}

const among = (/** @type {string} */ label, ...words) => ({
  ...{ kind: "choice", label },
  options: words.map((word) => [word, word]),
});
/** How a script may be. */
const SCRIPT_SPECS = {
  library: among("with", "scikit-learn", "svmlib"),
  machine: among("machine", "A", "B"),
  rows: among("rows", FROM_FILE, IN_SCRIPT),
  certificate: { kind: "switch" },
};

/** @param {() => PlayState} state */
export function codeDrawer(state) {
  /** @type {any} */
  const how = { library: "scikit-learn", machine: "A", rows: IN_SCRIPT, certificate: true };
  const controls = Object.entries(SCRIPT_SPECS).map(([name, spec]) => {
    const change = (/** @type {any} */ value) => write({ [name]: value });
    return { name, ...controlOf(spec, { name, value: how[name], change, complain: () => {} }) };
  });
  const area = h("textarea", {
    ...{ rows: 20, readonly: true, spellcheck: "false", wrap: "off", class: "pg-code" },
    "aria-label": "Python code",
  });
  const complaint = h("p", { class: "svm-complaint", role: "alert" });
  const said = h("span", { role: "status" });
  const copy = button("Copy", async () => {
    said.textContent = await copied(area);
  });
  const save = button("Save as svm.py", () =>
    saveFile("svm.py", textFile(area.value, "text/x-python")),
  );
  const panel = drawer(
    "Copy as Python",
    h(
      "p",
      {},
      "The script learns the same machine and prints b and the two errors. For a certificate it also prints α and the gap.",
    ),
    h("div", { class: "svm-row" }, ...controls.map(({ element }) => element)),
    complaint,
    area,
    h("div", { class: "svm-row" }, copy, save, said),
  );
  /** The script after a change of how it may be; what cannot be chosen is hidden. */
  function write(change) {
    Object.assign(how, change);
    const { compare, own } = state();
    const shown = { machine: compare, rows: Boolean(own?.file) };
    for (const { name, element, set } of controls) {
      set(how[name]);
      element.hidden = !(shown[name] ?? true);
    }
    area.value = complaint.textContent = said.textContent = "";
    const { machine, rows, ...rest } = how;
    const file = rows === FROM_FILE ? own?.file : null;
    try {
      area.value = pythonCode(shownOf(state(), machine, { ...rest, file }));
    } catch (error) {
      complaint.textContent = /** @type {Error} */ (error).message;
    }
    copy.disabled = save.disabled = !area.value;
  }
  return {
    element: panel.element,
    open() {
      const { compare, own } = state();
      // a script for work is short, until its reader wants more
      write({
        machine: compare ? how.machine : "A",
        rows: own?.file ? FROM_FILE : IN_SCRIPT,
        certificate: !own?.file,
      });
      panel.open();
    },
  };
}

/** The panels of the figure, to be drawn without marks of the moment. */
function panelsOf(figure) {
  const { facts } = figure;
  const shown = figure.panels.filter(({ plot }) => !plot.element.hidden);
  return shown.map((panel, k) => ({
    plot: panel.plot,
    title: `${shown.length > 1 ? `${"AB"[k]}: ` : ""}${settingText(facts, k ? "B" : "A")}`,
    paint: () => figure.paint(panel, { ...facts, lit: -1, before: null }),
  }));
}

/** What can be saved of a figure: its points, and pictures of its panels. */
export function saveDrawer(figure) {
  const buttons = [
    button("Points (CSV)", () => {
      const state = figure.present();
      saveFile("points.csv", textFile(toCsv(state.points, namesOf(state)), "text/csv"));
    }),
    button("Picture (PNG)", () => {
      pixels(panelsOf(figure)).toBlob((blob) => {
        if (blob) saveFile("svm.png", blob);
      });
      figure.shell.redraw();
    }),
    button("Picture (SVG)", () => {
      const picture = svgPicture(panelsOf(figure), sourceOf(figure.present()));
      saveFile("svm.svg", textFile(picture, "image/svg+xml"));
    }),
  ];
  return drawer(
    "Save",
    h(
      "p",
      {},
      "The points come back as they are when the CSV file is dropped on this page. " +
        "The picture has the colours of the screen. SVG can be enlarged and edited.",
    ),
    h("div", { class: "svm-row" }, ...buttons),
  );
}

/** Panels beside each other on one canvas, with titles. */
function pixels(panels) {
  for (const { paint } of panels) paint();
  const [{ plot }] = panels;
  const scale = plot.canvas.width / plot.width;
  const width = panels.reduce((sum, one) => sum + one.plot.canvas.width, 0);
  const height = plot.canvas.height + Math.round(CAPTION * scale);
  const canvas = h("canvas", { width, height });
  const pen = canvas.getContext("2d");
  pen.fillStyle = plot.colours.ground;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = plot.colours.ink;
  pen.font = `600 ${13 * scale}px system-ui, sans-serif`;
  pen.textAlign = "center";
  let left = 0;
  for (const { plot: one, title } of panels) {
    pen.drawImage(one.canvas, left, CAPTION * scale);
    pen.fillText(title, left + one.canvas.width / 2, 18 * scale, one.canvas.width);
    left += one.canvas.width;
  }
  return canvas;
}
