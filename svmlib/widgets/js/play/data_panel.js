// The drawer for one's own data: paste, choose or drop a table, say what its columns are, see what
// becomes of them.
import { button, choice } from "../ui/controls.js";
import { h, many } from "../ui/dom.js";
import { drawer } from "./drawer.js";
import { choosePoints, defaults, readTable } from "./table.js";

const MOST_BYTES = 2e7;
// characters: a field with thousands of lines is slow, in some browsers for minutes
const SHOWN = 20_000;
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
 * `use(points, { names, source, train, notes, scaled, sample })` takes the points over.
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
        const { points, names, train, notes, origin, scaled, sample } = this.found;
        const file = this.file ? `own data, ${this.file}` : "own data";
        const source = `${file}; ${origin.join(" ")}`;
        use(points, { names, train, notes, scaled, sample, source });
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

  /** The questions about the columns, anew for each table. */
  ask() {
    const { fields } = this;
    fields.replaceChildren();
    if (!this.table) return;
    const names = this.table.columns.map(({ name }) => [name, name]);
    const select = (
      /** @type {string} */ label,
      /** @type {string} */ key,
      /** @type {any[]} */ options,
    ) => {
      const texts = options.map(([, text], k) => [String(k), text]);
      const at = Math.max(
        0,
        options.findIndex(([value]) => value === this.chosen[key]),
      );
      if (options.length) this.chosen[key] = options[at][0];
      fields.append(
        choice(label, texts, {
          value: String(at),
          change: (k) => {
            this.chosen[key] = options[Number(k)][0];
            if (key === "label") {
              this.chosen.plus = null;
              this.ask();
            }
            this.choose();
          },
        }).element,
      );
    };
    select("x", "x", names);
    select("y", "y", names);
    select("class", "label", names);
    const labels = this.table.columns.find(({ name }) => name === this.chosen.label);
    const values = [...new Set(labels?.values.filter((v) => v !== null))];
    if (values.length > 1 && values.length <= 10) {
      this.chosen.plus ??=
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
