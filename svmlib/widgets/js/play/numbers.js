// The table of what the machines on show have found; numbers without a certificate stay away.
import { caveat, showGap, unfinished } from "../ui/certified.js";
import { h, many, show } from "../ui/dom.js";

/** @typedef {import("./pane.js").Pane} Pane */

const share = (/** @type {{ n: number, errors: number }} */ { n, errors }) =>
  n ? `${errors}, ${show((100 * errors) / n, 2)} %` : "–";
/**
 * Numbers of the points learned from, and of those held out if there are any, in one of the
 * classes.
 * @param {any} pane @param {"plus" | "minus"} kind @param {"n" | "errors"} key
 */
const both = ({ train, test }, kind, key) =>
  `${train[kind][key]}${test.n ? `, ${test[kind][key]}` : ""}`;

/**
 * Key, name of the row (both machines have the same points), text of a cell, and name without a
 * count.
 * @type {[string, (pane: any) => string, (pane: any) => string, string?][]}
 */
const ROWS = [
  [
    "train",
    ({ train }) => `errors of ${train.n} learned`,
    ({ train }) => share(train),
    "errors learned",
  ],
  [
    "test",
    ({ test }) => `errors of ${test.n} held out`,
    ({ test }) => share(test),
    "errors held out",
  ],
  [
    "plus",
    (pane) => `class +1: of ${both(pane, "plus", "n")}`,
    (pane) => both(pane, "plus", "errors"),
    "class +1",
  ],
  [
    "minus",
    (pane) => `class −1: of ${both(pane, "minus", "n")}`,
    (pane) => both(pane, "minus", "errors"),
    "class −1",
  ],
  ["support", () => "support vectors", ({ answer }) => String(answer.support)],
  ["bounded", () => "of them at the bound", ({ answer }) => String(answer.bounded)],
  ["margin", () => "1/‖w‖", ({ answer }) => (answer.zero ? "–" : show(1 / answer.norm))],
  ["b", () => "b", ({ answer }) => show(answer.b, 5)],
  ["primal", () => "primal", ({ answer }) => show(answer.primal, 7)],
  ["dual", () => "dual", ({ answer }) => show(answer.dual, 7)],
  ["gap", () => "relative gap", ({ answer }) => showGap(answer)],
];

const certain = (/** @type {Pane} */ pane) =>
  Boolean(pane.answer?.certified) && pane.tallied === pane.answer;

/** The table, and follow(panes) to fill it. */
export function numbersTable() {
  const body = h("tbody");
  const head = h("tr");
  const element = h(
    "table",
    { class: "svm-table pg-numbers-table" },
    h("caption", {}, "What was found"),
    h("thead", {}, head),
    body,
  );
  const rows = ROWS.map(([key]) => h("tr", { "data-row": key }, h("th", { scope: "row" })));
  body.append(...rows);
  const write = (/** @type {Element} */ cell, /** @type {string} */ words) => {
    if (cell.textContent !== words) cell.textContent = words;
  };
  return {
    element,
    follow(/** @type {Pane[]} */ panes) {
      if (head.childElementCount !== panes.length + 1) {
        head.replaceChildren(
          h("td"),
          ...panes.map(({ name }) => h("th", { scope: "col" }, panes.length > 1 ? name : "value")),
        );
        for (const row of rows) row.replaceChildren(row.firstChild, ...panes.map(() => h("td")));
      }
      const good = panes.find(certain);
      const none = panes.every(({ answer }) => !answer);
      ROWS.forEach(([key, name, text, bare], j) => {
        const row = rows[j];
        // while a machine is at work the counts of before stay
        if (good || none || !row.firstChild.textContent)
          write(row.firstChild, good ? name(good) : (bare ?? name(null)));
        panes.forEach((pane, k) => {
          // the gap is true at any time
          const short = !pane.answer ? "–" : key === "gap" ? show(pane.answer.relative, 2) : "…";
          write(row.children[k + 1], certain(pane) ? text(pane) : short);
        });
      });
    },
  };
}

/** The most important of it in a sentence. @param {Pane[]} panes */
export function sentenceOf(panes) {
  return panes
    .map(({ name, answer, train, test, tallied }) => {
      const who = panes.length > 1 ? `${name}: ` : "";
      if (!answer) return `${who}${who ? "b" : "B"}oth classes need a point to learn from.`;
      if (!answer.certified || tallied !== answer || !train || !test)
        return `${who}${unfinished(answer)}`;
      const out = test.n ? `, ${test.errors} of ${test.n} held out` : "";
      const flat = answer.zero ? " The best w is 0." : "";
      return `${who}${many(train.errors, "error")} in ${train.n} points${out}; ${many(answer.support, "support vector")}.${flat}${caveat(answer)}`;
    })
    .join(" ");
}
