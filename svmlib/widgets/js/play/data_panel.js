// The drawer for one's own data: paste, choose or drop a table, say what its columns are, see what
// becomes of them.
import { many } from "../core/words.js";
import { button, choice } from "../ui/controls.js";
import { h, hasFocus } from "../ui/dom.js";
import { drawer } from "./drawer.js";
import { choosePoints, defaults, readTable } from "./table.js";

const MOST_BYTES = 2e7;
// characters: a field with thousands of lines is slow, in some browsers for minutes
const SHOWN = 20_000;
const PAUSE = 250; // milliseconds without typing, after which the text is read
const SCALING = [
  [null, "where it is needed"],
  [true, "yes, mean 0 and deviation 1"],
  [false, "no"],
];
const COLUMNS = [
  ["x", "x"],
  ["y", "y"],
  ["class", "label"],
];
const OWN_HELP =
  "Rows of numbers with a column that says the class, as CSV, TSV or copied from a spreadsheet; with or without names " +
  "in the first row. Nothing leaves this page: there is no server behind it.";

/**
 * `use(points, { names, source, train, notes, scaled, sample, file })` takes the points over.
 * `present()` gives those on show as text, `dealt()` says who is held out: { held, lot }.
 * @param {{ limit: number, use: (points: Point[], about: any) => void, present: () => string,
 *   dealt: () => { held: number, lot: number } }} options
 */
export function ownData(options) {
  return new OwnData(options).parts();
}

class OwnData {
  constructor({ limit, use, present, dealt }) {
    this.limit = limit;
    this.dealt = dealt;
    /** @type {import("./table.js").Table | null} */ this.table = null;
    /** @type {ReturnType<typeof choosePoints> | null} */ this.found = null;
    this.file = "";
    this.content = "";
    this.pausing = 0;
    this.area = h("textarea", {
      rows: 8,
      spellcheck: "false",
      "aria-label": "The table as text",
      placeholder: "height, weight, species\n1.5, 2.0, cat\n…",
      oninput: () => {
        this.file = "";
        this.content = this.area.value;
        this.ready.disabled = true;
        this.summary.textContent = "";
        clearTimeout(this.pausing);
        this.pausing = window.setTimeout(() => this.read(), PAUSE);
      },
      onpaste: (/** @type {ClipboardEvent} */ event) => {
        const words = event.clipboardData?.getData("text/plain") ?? "";
        if (words.length < SHOWN) return;
        event.preventDefault();
        this.file = "";
        this.fill(words);
      },
    });
    const input = h("input", {
      type: "file",
      accept: ".csv,.tsv,.txt,.dat,text/*",
      "aria-label": "A file with a table",
      onchange: () => {
        if (input.files?.[0]) this.take(input.files[0]);
      },
    });
    this.complaint = h("p", { class: "svm-complaint", role: "alert" });
    this.told = h("ul", { class: "pg-notes" });
    this.summary = h("p", { class: "pg-summary" });
    this.fields = h("div", { class: "svm-row pg-columns" });
    this.ready = button(
      "Use these points",
      () => {
        this.choose(); // as the points are dealt now
        if (!this.found) return;
        const { points, origin, file, ...about } = this.found;
        const source = `own data${this.file && `, ${this.file}`}; ${origin.join(" ")}`;
        const name = this.file || undefined;
        use(points, { ...about, source, file: { ...file, name } });
        this.panel.close();
      },
      { disabled: true },
    );
    const show = button("Show the points that are on the plot", () => {
      this.file = "";
      this.fill(present());
    });
    this.panel = drawer(
      "Your own data",
      h("p", {}, OWN_HELP),
      input,
      this.area,
      show,
      this.complaint,
      this.summary,
      this.fields,
      this.told,
      this.ready,
    );
    /** @type {Record<string, any>} */ this.chosen = {};
    /** @type {Record<string, any>} how columns are read that can be read in two ways */
    this.answers = {};
  }

  /** Take a text, of which a long one is not shown to its end. */
  fill(/** @type {string} */ text) {
    this.content = text;
    this.area.value = text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text;
    this.read();
  }

  read() {
    const { complaint } = this;
    clearTimeout(this.pausing);
    this.table = null;
    this.chosen = {};
    this.answers = {};
    complaint.textContent = "";
    if (this.content.trim()) {
      try {
        this.table = readTable(this.content);
        const likely = defaults(this.table);
        const spare = this.table.header.filter((name) => name !== likely.x && name !== likely.y);
        this.chosen = { ...likely, label: likely.label ?? spare.at(-1) ?? null, scale: null };
      } catch (error) {
        complaint.textContent = /** @type {Error} */ (error).message;
      }
    }
    this.ask();
    this.choose();
  }

  /** The questions about the columns, anew for each table and each answer. */
  ask() {
    const { fields, chosen, answers, table } = this;
    const at = [...fields.querySelectorAll("select")].findIndex(hasFocus);
    fields.replaceChildren();
    if (!table) return;
    const select = (label, told, key, options) => {
      const texts = options.map(([, text], k) => [String(k), text]);
      const now = options.findIndex(([value]) => value === told[key]);
      if (options.length) told[key] = options[Math.max(0, now)][0];
      const change = (k) => {
        told[key] = options[Number(k)][0];
        if (key === "label") chosen.plus = null;
        if (told === answers) this.table = readTable(this.content, answers);
        this.ask();
        this.choose();
      };
      fields.append(choice(label, texts, { value: String(Math.max(0, now)), change }).element);
    };
    const names = table.columns.map(({ name }) => [name, name]);
    for (const [label, key] of COLUMNS) select(label, chosen, key, names);
    const used = COLUMNS.map(([, key]) => table.columns.find(({ name }) => name === chosen[key]));
    for (const column of new Set(used)) {
      if (!column?.asks) continue;
      const { cell, thousands, decimals } = column.asks;
      select(`${cell} in ${column.name} is`, answers, column.name, [
        [undefined, "choose"],
        ["thousands", `${thousands}, with thousands apart`],
        ["decimals", `${decimals}, with decimals`],
      ]);
    }
    const values = [...new Set(used[2]?.values.filter((v) => v !== null))];
    if (values.length > 1 && values.length <= 10) {
      chosen.plus ??=
        used[2]?.kind === "number"
          ? Math.max(.../** @type {number[]} */ (values))
          : values.map(String).sort().at(-1);
      select(
        "+1 is",
        chosen,
        "plus",
        values.map((value) => [value, String(value)]),
      );
    }
    select("standardise", chosen, "scale", SCALING);
    if (at >= 0) fields.querySelectorAll("select")[at]?.focus();
  }

  choose() {
    const { complaint, summary, told } = this;
    this.found = null;
    told.replaceChildren();
    summary.textContent = "";
    if (this.table) {
      try {
        const { x, y, label, plus = null, scale } = this.chosen;
        const choice = { x, y, label, plus, scale, limit: this.limit, ...this.dealt() };
        this.found = choosePoints(this.table, choice);
        const up = this.found.points.filter((p) => p[2] > 0).length;
        summary.textContent = `${many(this.found.points.length, "point")}: ${up} of the class +1, ${this.found.points.length - up} of −1.`;
        complaint.textContent = "";
      } catch (error) {
        complaint.textContent = /** @type {Error} */ (error).message;
      }
      told.append(
        ...[...(this.found?.notes ?? []), ...this.table.complaints].map((text) =>
          h("li", {}, text),
        ),
      );
    }
    this.ready.disabled = !this.found;
  }

  /** @param {File} given */
  async take(given) {
    this.panel.open();
    if (given.size > MOST_BYTES) {
      this.fill("");
      this.complaint.textContent = `The file has ${Math.round(given.size / 1e6)} million bytes; keep some thousand rows of it.`;
      return;
    }
    this.file = given.name.slice(0, 60);
    this.fill(await given.text());
  }

  /** What the page asks for. */
  parts() {
    const { panel } = this;
    return {
      element: panel.element,
      open: () => panel.open(),
      file: (given) => this.take(given),
      text: (/** @type {string} */ text) => {
        panel.open();
        this.file = "";
        this.fill(text);
      },
    };
  }
}
