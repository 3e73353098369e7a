// The drawer for one's own data: paste, choose or drop a table, say what its columns are, see what
// becomes of them.
import { many } from "../core/words.js";
import { button, choice } from "../ui/controls.js";
import { h, hasFocus, hearing } from "../ui/dom.js";
import { drawer } from "./drawer.js";
import { choosePoints, defaults, distinctValues, readTable } from "./table.js";

const MOST_BYTES = 2e7;
// characters: a field with thousands of lines is slow, in some browsers for minutes
const SHOWN = 20_000;
const PAUSE = 250; // milliseconds without typing, after which the text is read
const MOST_CLASSES = 10;
const ROLES = [
  ["x", "x"],
  ["y", "y"],
  ["class", "label"],
];
const DECIMAL_SIGNS = [
  [".", "a point, 1.5"],
  [",", "a comma, 1,5"],
];
const OWN_HELP =
  "Rows of numbers with a column for the class, as CSV, TSV or copied from a spreadsheet, with or without names " +
  "in the first row. Nothing leaves this page: there is no server behind it.";

/**
 * The drawer: { element, open() }. `use(own, note)` takes the points over, with what belongs to
 * them; `dealt()` says who is held out: { held, lot }.
 * @param {{ limit: number, signal: AbortSignal, use: (own: any, note: string) => void,
 *   dealt: () => any }} how
 */
export function ownData(how) {
  const { panel } = new OwnData(how);
  return panel;
}

class OwnData {
  content = "";
  file = ""; // its name, where the content comes from one
  pausing = 0;
  /** @type {import("./table.js").Table | null} */ table = null;
  /** @type {ReturnType<typeof choosePoints> | null} */ found = null;
  /** @type {Record<string, any>} columns, class and decimal sign, as the reader wants them */
  chosen = {};

  constructor({ limit, use, dealt, signal }) {
    this.choice = () => {
      const { held, lot } = dealt();
      return { ...this.chosen, held, lot, limit };
    };
    this.area = h("textarea", {
      ...{ rows: 8, spellcheck: "false", "aria-label": "The table as text" },
      placeholder: "height, weight, species\n1.5, 2.0, cat\n…",
      oninput: () => {
        this.ready.disabled = true;
        clearTimeout(this.pausing);
        this.pausing = window.setTimeout(() => this.read(this.area.value), PAUSE);
      },
      onpaste: (/** @type {ClipboardEvent} */ event) => {
        const words = event.clipboardData?.getData("text/plain") ?? "";
        if (words.length < SHOWN) return;
        event.preventDefault();
        this.fill(words);
      },
    });
    const input = h("input", {
      ...{
        type: "file",
        accept: ".csv,.tsv,.txt,.dat,text/*",
        "aria-label": "A file with a table",
      },
      onchange: () => input.files?.[0] && this.take(input.files[0]),
    });
    this.complaint = h("p", { class: "svm-complaint", role: "alert" });
    this.summary = h("p");
    this.fields = h("div", { class: "svm-row" });
    this.notes = h("ul");
    this.ready = button("Use these points", () => this.hand(use), { disabled: true });
    this.panel = drawer(
      "Your own data",
      h("p", {}, OWN_HELP),
      ...[input, this.area, this.complaint, this.summary, this.fields, this.notes, this.ready],
    );
    this.listen(signal);
  }

  /** What work gives, or null and a complaint. */
  attempt(work) {
    this.complaint.textContent = "";
    try {
      return work();
    } catch (error) {
      this.complaint.textContent = /** @type {Error} */ (error).message;
      return null;
    }
  }

  /** Take a text, of which a long one is not shown to its end. */
  fill(/** @type {string} */ text, file = "") {
    this.panel.open();
    this.area.value = text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text;
    this.read(text, file);
  }

  read(/** @type {string} */ text, file = "") {
    clearTimeout(this.pausing);
    Object.assign(this, { content: text, file });
    const table = this.attempt(() => (text.trim() ? readTable(text) : null));
    this.table = table;
    if (table) {
      const likely = defaults(table);
      const spare = table.header.filter((name) => name !== likely.x && name !== likely.y);
      const decimal = table.open ? "" : table.decimal;
      this.chosen = { ...likely, label: likely.label ?? spare.at(-1) ?? null, decimal };
    }
    this.ask();
    this.choose();
  }

  /** The questions about the columns, anew for each table and each answer. */
  ask() {
    const { chosen, fields, table } = this;
    const at = [...fields.querySelectorAll("select")].findIndex(hasFocus);
    fields.replaceChildren();
    if (!table) return;
    const select = (label, key, options) => {
      const now = Math.max(
        0,
        options.findIndex(([value]) => value === chosen[key]),
      );
      chosen[key] = options[now]?.[0] ?? null;
      const change = (k) => {
        chosen[key] = options[Number(k)][0];
        if (key === "label") chosen.plus = null;
        if (key === "decimal") this.table = readTable(this.content, chosen.decimal);
        this.ask();
        this.choose();
      };
      const texts = options.map(([, text], k) => [String(k), text]);
      fields.append(choice(label, texts, { value: String(now), change }).element);
    };
    const names = table.header.map((name) => [name, name]);
    for (const [label, key] of ROLES) select(label, key, names);
    const used = ROLES.map(([, key]) => table.columns.find(({ name }) => name === chosen[key]));
    if (used.some((column) => column?.unclear))
      select(
        "decimals follow",
        "decimal",
        table.open ? [["", "choose"], ...DECIMAL_SIGNS] : DECIMAL_SIGNS,
      );
    const values = used[2] ? distinctValues(used[2], MOST_CLASSES).reverse() : [];
    if (values.length > 1 && values.length <= MOST_CLASSES)
      select(
        "+1 is",
        "plus",
        values.map((value) => [value, String(value)]),
      );
    if (at >= 0) fields.querySelectorAll("select")[at]?.focus();
  }

  choose() {
    const { notes, summary, table } = this;
    const found =
      table && this.attempt(() => choosePoints(table, /** @type {any} */ (this.choice())));
    this.found = found;
    const up = found?.points.filter((point) => point[2] > 0).length;
    summary.textContent = found
      ? `${many(found.points.length, "point")}: ${up} of the class +1, ${found.points.length - up} of −1.`
      : "";
    const said = [...(found?.notes ?? []), ...(table?.complaints ?? [])];
    notes.replaceChildren(...said.map((text) => h("li", {}, text)));
    this.ready.disabled = !found;
  }

  /** Points and what belongs to them, as they are dealt now. */
  hand(use) {
    this.choose();
    if (!this.found) return;
    const { points, names, origin, notes, sample, standardise } = this.found;
    const name = this.file || undefined;
    const source = `own data${name ? `, ${name}` : ""}; ${origin.join(" ")}`;
    const file = { ...this.found.file, name };
    use({ points, standardise, own: { names, source, sample, file } }, notes.at(-1) ?? "");
    this.panel.close();
  }

  /** @param {File} given */
  async take(given) {
    if (given.size <= MOST_BYTES) return this.fill(await given.text(), given.name.slice(0, 60));
    this.fill("");
    this.complaint.textContent = `The file has ${Math.round(given.size / 1e6)} million bytes. Keep some thousand rows of it.`;
  }

  /** Files dropped and tables pasted anywhere. */
  listen(signal) {
    const on = hearing(window, signal);
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
      this.fill(words);
    });
  }
}
