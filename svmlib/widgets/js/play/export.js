// What can be taken along: a Python script, a picture, the points. Everything is made here and
// saved by the browser itself.
import { button, choice, toggle } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { pythonCode } from "./code.js";
import { drawer } from "./drawer.js";
import { CAPTION, svgPicture } from "./picture.js";
import { namesOf, partsOf, pointsOf, settingText, shownOf, sourceOf } from "./state.js";
import { toCsv } from "./table.js";

/** @typedef {import("./state.js").PlayState} PlayState */
/** @typedef {import("./pane.js").Pane} Pane */

const READ = "from your file";
const HELD = "in the script";

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

/** @param {{ state: () => PlayState }} how */
export function codeDrawer({ state }) {
  /** @type {any} */ const how = { library: "scikit-learn", machine: "A" };
  const area = h("textarea", {
    rows: 20,
    readonly: true,
    spellcheck: "false",
    wrap: "off",
    "aria-label": "Python code",
    class: "pg-code",
  });
  const complaint = h("p", { class: "svm-complaint", role: "alert" });
  const said = h("span", { role: "status" });
  const change = (/** @type {string} */ key) => (/** @type {any} */ value) => {
    how[key] = value;
    write();
  };
  /** A choice among words that stand for themselves. */
  const among = (/** @type {string} */ label, /** @type {string} */ key, words) =>
    choice(
      label,
      words.map((word) => [word, word]),
      { value: words[0], change: change(key) },
    );
  const machines = among("machine", "machine", ["A", "B"]);
  const libraries = among("with", "library", ["scikit-learn", "svmlib"]);
  const rows = among("rows", "rows", [READ, HELD]);
  const certificate = toggle("certificate", { value: true, change: change("certificate") });
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
      "The script learns the same machine and prints b and both errors. For a certificate it also prints α and the gap.",
    ),
    h(
      "div",
      { class: "svm-row" },
      ...[libraries, machines, rows, certificate].map(({ element }) => element),
    ),
    complaint,
    area,
    h("div", { class: "svm-row" }, copy, save, said),
  );
  function write() {
    area.value = complaint.textContent = said.textContent = "";
    const { machine, rows: place, ...rest } = how;
    const file = place === READ ? state().own?.file : null;
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
      if (!compare) machines.set((how.machine = "A"));
      machines.element.hidden = !compare;
      // a script for work is short, until its reader wants more
      rows.set((how.rows = own?.file ? READ : HELD));
      certificate.set((how.certificate = !own?.file));
      rows.element.hidden = !own?.file;
      write();
      panel.open();
    },
  };
}

/**
 * @param {{ state: () => PlayState, panes: () => Pane[], plainly: (work: () => void) => void }} how
 *   plainly(work) calls work while the plots show no chosen point and no ghost
 */
export function saveDrawer({ state, panes, plainly }) {
  const titleOf = (/** @type {Pane} */ { name }) =>
    `${panes().length > 1 ? `${name}: ` : ""}${settingText(state(), /** @type {"A" | "B"} */ (name))}`;
  const picture = () =>
    svgPicture(
      panes().map((pane) => pane.scene(titleOf(pane))),
      sourceOf(state()),
    );
  const buttons = [
    button("Points (CSV)", () => {
      const points = pointsOf(state());
      saveFile(
        "points.csv",
        textFile(toCsv(points, namesOf(state()), partsOf(state(), points).train), "text/csv"),
      );
    }),
    button("Picture (PNG)", () =>
      plainly(() =>
        pixels(panes(), titleOf).toBlob((blob) => {
          if (blob) saveFile("svm.png", blob);
        }),
      ),
    ),
    button("Picture (SVG)", () =>
      plainly(() => saveFile("svm.svg", textFile(picture(), "image/svg+xml"))),
    ),
  ];
  const panel = drawer(
    "Save",
    h(
      "p",
      {},
      "The points come back as they are when the CSV file is dropped on this page. " +
        "The picture has the colours of the screen; SVG can be enlarged and edited.",
    ),
    h("div", { class: "svm-row" }, ...buttons),
  );
  return { element: panel.element, open: () => panel.open() };
}

/** The plots beside each other on one canvas, with titles. */
function pixels(/** @type {Pane[]} */ panes, /** @type {(pane: Pane) => string} */ titleOf) {
  const scale = panes[0].plot.canvas.width / panes[0].plot.width;
  const { ground, ink } = panes[0].plot.colours;
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  canvas.width = panes.reduce((sum, { plot }) => sum + plot.canvas.width, 0);
  canvas.height = panes[0].plot.canvas.height + Math.round(CAPTION * scale);
  if (!pen) return canvas;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = ink;
  pen.font = `600 ${13 * scale}px system-ui, sans-serif`;
  pen.textAlign = "center";
  let left = 0;
  for (const pane of panes) {
    const { plot } = pane;
    pen.drawImage(plot.canvas, left, CAPTION * scale);
    pen.fillText(titleOf(pane), left + plot.canvas.width / 2, 18 * scale, plot.canvas.width);
    left += plot.canvas.width;
  }
  return canvas;
}
