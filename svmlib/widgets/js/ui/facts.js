// What a figure tells of a state: what the last move did, remarks, and a table of numbers.
import { arrowOf, firstLine, moveInWords, toldOf } from "../told/moved.js";
import { h } from "./dom.js";

/** The sign of a number that has risen or fallen, and what it was. */
function arrow(row, old) {
  const sign = arrowOf(old, row);
  if (!sign) return null;
  const way = sign === "↑" ? "up" : "down";
  const sense = row.better && row.better > 0 === (sign === "↑") ? "better" : "worse";
  const label = `${way} from ${old.text}`;
  return h(
    "span",
    {
      class: "svm-arrow",
      role: "img",
      "aria-label": label,
      title: label,
      "data-way": row.better ? sense : "",
    },
    sign,
  );
}

/**
 * The element, and follow(what, history, state, specs): what is told of a state, a Told of
 * told/moved.js or a sentence where there are no numbers, beside the state before. It returns that
 * Told and what a screen reader is to say.
 */
export function factsOf() {
  const move = h("strong", { class: "svm-move" });
  const lead = h("span", { class: "svm-lead" });
  const first = h("p", { class: "svm-first" }, move, lead);
  const remarks = h("p", { class: "svm-remarks" });
  const numbers = h("dl", { class: "svm-numbers", "aria-label": "Numbers" });
  const element = h("div", { class: "svm-facts" }, first, remarks, numbers);
  let written = "";
  let names = "";
  /** @type {HTMLElement[]} */ let cells = [];
  return {
    element,
    first,
    follow(what, history, state, specs) {
      const told = typeof what === "string" ? toldOf(what, []) : what;
      const before = history.origin(state);
      const moved = moveInWords(before.state, state, specs);
      const then = before.told?.of === told.of ? before.told : null; // else it is of other data
      const line = firstLine(moved, then, told);
      const old = new Map((moved && then?.rows.map((row) => [row.name, row])) || []);
      const text = JSON.stringify([line, told, [...old]]);
      const changed = text !== written;
      if (changed) {
        written = text;
        move.textContent = line.move ? `${line.move} ` : "";
        // a sentence that says what the table says is for screen readers
        const own = line.move || told.special || !told.rows.some((row) => row.shown);
        lead.textContent = own ? line.rest : "";
        remarks.textContent = told.remarks.join(" ");
        const shown = told.rows.filter((row) => row.shown);
        numbers.hidden = !shown.length;
        // what rows do not say; the first line after a move says other things
        element.dataset.lead = told.special || !shown.length ? told.lead : "";
        if (String(shown.map((row) => row.name)) !== names) {
          names = String(shown.map((row) => row.name));
          cells = shown.map(() => h("dd"));
          numbers.replaceChildren(
            ...shown.map(({ name }, k) =>
              h("div", { "data-row": name }, h("dt", {}, name), cells[k]),
            ),
          );
        }
        // a drag writes many times a second: only what is another
        shown.forEach((row, k) => {
          const sign = arrow(row, old.get(row.name));
          if (cells[k].textContent !== row.text + (sign?.textContent ?? "") || sign)
            cells[k].replaceChildren(row.text, ...(sign ? [sign] : []));
        });
      }
      const fresh = told.remarks.filter((words) => !then?.remarks.includes(words));
      return { told, changed, said: [line.move, line.rest, ...fresh].filter(Boolean).join(" ") };
    },
  };
}
