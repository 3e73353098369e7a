// What can be taken along: a Python script, a picture, the points. Everything is made here and
// saved by the browser itself.
import { button, choice } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { pythonCode } from "./code.js";
import { drawer } from "./drawer.js";
import { CAPTION, svgPicture } from "./picture.js";
import { namesOf, partsOf, pointsOf, settingText, shownOf, sourceOf } from "./state.js";
import { toCsv } from "./table.js";

/** @typedef {import("./state.js").PlayState} PlayState */
/** @typedef {import("./pane.js").Pane} Pane */

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

/** A choice among words that stand for themselves; the first one is chosen. */
function choiceAmong(
  /** @type {string} */ label,
  /** @type {string[]} */ words,
  /** @type {(value: any) => void} */ change,
) {
  const options = words.map((word) => [word, word]);
  return choice(label, options, { value: words[0], change });
}

/** @param {{ state: () => PlayState }} how */
export function codeDrawer({ state }) {
  let library = /** @type {"scikit-learn" | "svmlib"} */ ("scikit-learn");
  let which = /** @type {"A" | "B"} */ ("A");
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
  const machines = choiceAmong("machine", ["A", "B"], (value) => {
    which = value;
    write();
  });
  const libraries = choiceAmong("with", ["scikit-learn", "svmlib"], (value) => {
    library = value;
    write();
  });
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
      "It holds the points, learns the same machine, prints α, b, both errors and the gap.",
    ),
    h("div", { class: "svm-row" }, libraries.element, machines.element),
    complaint,
    area,
    h("div", { class: "svm-row" }, copy, save, said),
  );
  function write() {
    area.value = complaint.textContent = said.textContent = "";
    try {
      area.value = pythonCode(shownOf(state(), which, library));
    } catch (error) {
      complaint.textContent = /** @type {Error} */ (error).message;
    }
    copy.disabled = save.disabled = !area.value;
  }
  return {
    element: panel.element,
    open() {
      if (!state().compare) {
        which = "A";
        machines.set("A");
      }
      machines.element.hidden = !state().compare;
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
