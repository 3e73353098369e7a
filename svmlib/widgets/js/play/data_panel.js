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
const COLUMNS = [
  ["x", "x"],
  ["y", "y"],
  ["class", "label"],
];
const OWN_HELP =
  "Rows of numbers with a column that says the class, as CSV, TSV or copied from a spreadsheet; with or without names " +
  "in the first row. Nothing leaves this page: there is no server behind it.";

/**
 * The drawer: { element, open() }. `use(own, note)` takes the points over, with what belongs to
 * them; `dealt()` says who is held out.
 * @param {{ limit: number, signal: AbortSignal, use: (own: any, note: string) => void,
 *   dealt: () => any }} how
 */
export function ownData(how) {
  const { panel } = new OwnData(how);
  return panel;
}

class OwnData {
  constructor({ limit, use, dealt, signal }) {
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
        const { points, names, origin, notes, sample, standardise } = this.found;
        const name = this.file || undefined;
        const source = `own data${name ? `, ${name}` : ""}; ${origin.join(" ")}`;
        const file = { ...this.found.file, name };
        use({ points, standardise, own: { names, source, sample, file } }, notes.at(-1) ?? "");
        this.panel.close();
      },
      { disabled: true },
    );
    this.panel = drawer(
      "Your own data",
      h("p", {}, OWN_HELP),
      input,
      this.area,
      this.complaint,
      this.summary,
      this.fields,
      this.told,
      this.ready,
    );
    this.listen(signal);
    /** @type {Record<string, any>} */ this.chosen = {};
    /** @type {Record<string, any>} how numbers are read that can be read in two ways */
    this.reading = {};
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
    this.reading = {};
    complaint.textContent = "";
    if (this.content.trim()) {
      try {
        this.table = readTable(this.content);
        this.reading = { decimal: this.table.open ? "" : this.table.decimal };
        const likely = defaults(this.table);
        const spare = this.table.header.filter((name) => name !== likely.x && name !== likely.y);
        this.chosen = { ...likely, label: likely.label ?? spare.at(-1) ?? null };
      } catch (error) {
        complaint.textContent = /** @type {Error} */ (error).message;
      }
    }
    this.ask();
    this.choose();
  }

  /** The questions about the columns, anew for each table and each answer. */
  ask() {
    const { fields, chosen, table } = this;
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
        if (key === "decimal") this.table = readTable(this.content, told[key]);
        this.ask();
        this.choose();
      };
      fields.append(choice(label, texts, { value: String(Math.max(0, now)), change }).element);
    };
    const names = table.columns.map(({ name }) => [name, name]);
    for (const [label, key] of COLUMNS) select(label, chosen, key, names);
    const used = COLUMNS.map(([, key]) => table.columns.find(({ name }) => name === chosen[key]));
    if (used.some((column) => column?.unclear))
      select("decimals follow", this.reading, "decimal", [
        ...(table.open ? [["", "choose"]] : []),
        [".", "a point, 1.5"],
        [",", "a comma, 1,5"],
      ]);
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
    if (at >= 0) fields.querySelectorAll("select")[at]?.focus();
  }

  choose() {
    const { complaint, summary, told } = this;
    this.found = null;
    told.replaceChildren();
    summary.textContent = "";
    if (this.table) {
      try {
        const { x, y, label, plus = null } = this.chosen;
        const { held, lot } = this.dealt();
        this.found = choosePoints(this.table, { x, y, label, plus, held, lot, limit: this.limit });
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

  /** Files dropped and tables pasted anywhere. */
  listen(signal) {
    const on = (/** @type {string} */ type, /** @type {(event: any) => void} */ listener) =>
      addEventListener(type, listener, { signal });
    on("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    on("drop", (event) => {
      const [first] = event.dataTransfer?.files ?? [];
      if (!first) return;
      event.preventDefault();
      this.take(first);
    });
    on("paste", (event) => {
      const words = event.clipboardData?.getData("text/plain") ?? "";
      if (event.target.matches?.("input, textarea") || !words.includes("\n")) return;
      event.preventDefault();
      this.panel.open();
      this.file = "";
      this.fill(words);
    });
  }
}
