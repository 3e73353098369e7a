// The drawer for one's own data: paste, choose or drop a table, say what its columns are, see what becomes of them.
import { button, choice } from "../ui/controls.js";
import { h, many } from "../ui/dom.js";
import { drawer } from "./drawer.js";
import { choosePoints, defaults, readTable } from "./table.js";

const MOST_BYTES = 2e7;
const SHOWN = 20_000; // characters: a field with thousands of lines is slow, in some browsers for minutes
const PAUSE = 250; // milliseconds without typing, after which the text is read
const SCALING = [
  ["", "where it is needed"],
  ["yes", "yes, mean 0 and deviation 1"],
  ["no", "no"],
];
const OWN_HELP =
  "Rows of numbers with a column that says the class, as CSV, TSV or copied from a spreadsheet; with or without names " +
  "in the first row. Nothing leaves this page: there is no server behind it.";

/**
 * `use(points, { names, source, train, notes })` takes the points over. `present()` gives those on show as text.
 * @param {{ limit: number, use: (points: Point[], about: any) => void, present: () => string }} options
 */
export function ownData({ limit, use, present }) {
  /** @type {import("./table.js").Table | null} */ let table = null;
  /** @type {ReturnType<typeof choosePoints> | null} */ let found = null;
  let file = "";
  let content = "";
  let pausing = 0;
  const area = h("textarea", {
    rows: 8,
    spellcheck: "false",
    "aria-label": "The table as text",
    placeholder: "height, weight, species\n1.5, 2.0, cat\n…",
    oninput() {
      file = "";
      content = area.value;
      ready.disabled = true;
      summary.textContent = "";
      clearTimeout(pausing);
      pausing = window.setTimeout(read, PAUSE);
    },
    onpaste(/** @type {ClipboardEvent} */ event) {
      const words = event.clipboardData?.getData("text/plain") ?? "";
      if (words.length < SHOWN) return;
      event.preventDefault();
      file = "";
      fill(words);
    },
  });
  const input = h("input", {
    type: "file",
    accept: ".csv,.tsv,.txt,.dat,text/*",
    "aria-label": "A file with a table",
    onchange() {
      if (input.files?.[0]) take(input.files[0]);
    },
  });
  const complaint = h("p", { class: "svm-complaint", role: "alert" });
  const told = h("ul", { class: "pg-notes" });
  const summary = h("p", { class: "pg-summary" });
  const fields = h("div", { class: "svm-row pg-columns" });
  const ready = button(
    "Use these points",
    () => {
      if (!found) return;
      use(found.points, {
        names: found.names,
        train: found.train,
        notes: found.notes,
        source: `${file ? `own data, ${file}` : "own data"}; ${found.notes.join(" ")}`,
      });
      panel.close();
    },
    { disabled: true },
  );
  const show = button("Show the points that are on the plot", () => {
    file = "";
    fill(present());
  });
  const panel = drawer(
    "Your own data",
    h("p", {}, OWN_HELP),
    input,
    area,
    show,
    complaint,
    summary,
    fields,
    told,
    ready,
  );
  /** @type {Record<string, any>} */ let chosen = {};

  /** Take a text, of which a long one is not shown to its end. */
  function fill(/** @type {string} */ text) {
    content = text;
    area.value = text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text;
    read();
  }

  function read() {
    clearTimeout(pausing);
    table = null;
    chosen = {};
    complaint.textContent = "";
    if (content.trim()) {
      try {
        table = readTable(content);
        const likely = defaults(table);
        const spare = table.header.filter((name) => name !== likely.x && name !== likely.y);
        chosen = { ...likely, label: likely.label ?? spare.at(-1) ?? null, scale: null };
      } catch (error) {
        complaint.textContent = /** @type {Error} */ (error).message;
      }
    }
    ask();
    choose();
  }

  /** The questions about the columns, anew for each table. */
  function ask() {
    fields.replaceChildren();
    if (!table) return;
    const names = table.columns.map(({ name }) => [name, name]);
    const select = (
      /** @type {string} */ label,
      /** @type {string} */ key,
      /** @type {any[]} */ options,
    ) => {
      const texts = options.map(([, text], k) => [String(k), text]);
      const at = Math.max(
        0,
        options.findIndex(([value]) => value === chosen[key]),
      );
      if (options.length) chosen[key] = options[at][0];
      fields.append(
        choice(label, texts, {
          value: String(at),
          change(k) {
            chosen[key] = options[Number(k)][0];
            if (key === "label") {
              chosen.plus = null;
              ask();
            }
            choose();
          },
        }).element,
      );
    };
    select("x", "x", names);
    select("y", "y", names);
    select("class", "label", names);
    const labels = table.columns.find(({ name }) => name === chosen.label);
    const values = [...new Set(labels?.values.filter((v) => v !== null))];
    if (values.length > 1 && values.length <= 10) {
      chosen.plus ??=
        labels?.kind === "number"
          ? Math.max(.../** @type {number[]} */ (values))
          : values.map(String).sort().at(-1);
      select(
        "+1 is",
        "plus",
        values.map((value) => [value, String(value)]),
      );
    }
    select("standardise", "scale", [
      [null, SCALING[0][1]],
      [true, SCALING[1][1]],
      [false, SCALING[2][1]],
    ]);
  }

  function choose() {
    found = null;
    told.replaceChildren();
    summary.textContent = "";
    if (table) {
      try {
        const { x, y, label, plus = null, scale } = chosen;
        found = choosePoints(table, { x, y, label, plus, scale, limit });
        const up = found.points.filter((p) => p[2] > 0).length;
        summary.textContent = `${many(found.points.length, "point")}: ${up} of the class +1, ${found.points.length - up} of −1.`;
        complaint.textContent = "";
      } catch (error) {
        complaint.textContent = /** @type {Error} */ (error).message;
      }
      told.append(
        ...[...(found?.notes ?? []), ...table.complaints].map((text) => h("li", {}, text)),
      );
    }
    ready.disabled = !found;
  }

  /** @param {File} given */
  async function take(given) {
    panel.open();
    if (given.size > MOST_BYTES) {
      fill("");
      complaint.textContent = `The file has ${Math.round(given.size / 1e6)} million bytes; keep some thousand rows of it.`;
      return;
    }
    file = given.name.slice(0, 60);
    fill(await given.text());
  }

  return {
    element: panel.element,
    open: () => panel.open(),
    file: take,
    text(/** @type {string} */ text) {
      panel.open();
      file = "";
      fill(text);
    },
  };
}
