// The table of what the machines on show have found; numbers without a certificate stay away.
import { caveat, showGap, unfinished } from "../core/certified.js";
import { many, show } from "../core/words.js";
import { arrowOf, countedRow, firstLine, measuredRow, moveInWords, toldOf } from "../told/moved.js";
import { h } from "../ui/dom.js";

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

/** Write words into an element that has others. */
const write = (/** @type {Element} */ element, /** @type {string} */ words) => {
  if (element.textContent !== words) element.textContent = words;
};

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
  return {
    element,
    /** @param {Pane[]} panes @param {(name: string) => string} arrow of a row of toldOfPanes */
    follow(panes, arrow) {
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
          row.children[k + 1].dataset.arrow = certain(pane) ? arrow(`${key} ${pane.name}`) : "";
        });
      });
    },
  };
}

/** The most important of it in a sentence. @param {Pane[]} panes @param {string} sample */
export function sentenceOf(panes, sample = "") {
  return panes
    .map(({ name, answer, train, test, tallied }) => {
      const who = panes.length > 1 ? `${name}: ` : "";
      if (!answer) return `${who}${who ? "b" : "B"}oth classes need a point to learn from.`;
      if (!answer.certified || tallied !== answer || !train || !test)
        return `${who}${unfinished(answer)}`;
      const out = test.n ? `, ${test.errors} of ${test.n} held out` : "";
      const flat = answer.zero ? " The best w is 0." : "";
      return `${who}${many(train.errors, "error")} in ${train.n} points${out}${sample}; ${many(answer.support, "support vector")}.${flat}${caveat(answer)}`;
    })
    .join(" ");
}

/** What a pane has found as rows, named as in the table: "train A". @param {Pane} pane */
function paneRows({ name, answer, train, test }, /** @type {string} */ whose) {
  if (!answer || !train || !test) return [];
  const row = (/** @type {string} */ key) => ({ name: `${key} ${name}` });
  const wrong = (key, tally, what) =>
    countedRow(tally.errors, `${what}error${whose}`, {
      ...row(key),
      more: `${what}errors${whose}`,
      better: -1,
    });
  return [
    ...(test.n ? [wrong("test", test, "held-out ")] : []),
    wrong("train", train, "training "),
    countedRow(answer.support, `support vector${whose}`, {
      ...row("support"),
      more: `support vectors${whose}`,
    }),
    countedRow(answer.bounded, "bounded", { ...row("bounded"), aside: true }),
    ...(answer.zero
      ? []
      : [measuredRow(`margin ${name}`, 1 / answer.norm, { the: `margin${whose}` })]),
    measuredRow(`b ${name}`, answer.b, { digits: 5, aside: true }),
    measuredRow(`primal ${name}`, answer.primal, {
      digits: 7,
      the: `objective${whose}`,
      quiet: true,
    }),
    measuredRow(`dual ${name}`, answer.dual, { digits: 7, aside: true }),
  ];
}

/**
 * What is told of the panes, as of a figure: rows where all of it is certain.
 * @param {Pane[]} panes
 * @param {string} sample what the points are a sample of
 */
export function toldOfPanes(panes, sample = "") {
  const two = panes.length > 1;
  const rows = panes.every(certain)
    ? panes.flatMap((pane) => paneRows(pane, two ? ` of ${pane.name}` : ""))
    : [];
  return toldOf(sentenceOf(panes, sample), rows);
}

/** How changes of the playground's settings are told. @param {Record<string, any>} specs */
const toldSpecs = (specs, /** @type {boolean} */ two) => ({
  ...Object.fromEntries(
    Object.entries(specs).map(([key, spec]) => {
      const name = key.replace(/B$/, "");
      const whose = two && specs[`${name}B`] ? ` of ${name === key ? "A" : "B"}` : "";
      return [key, { ...spec, word: `${spec.label ?? key}${whose}` }];
    }),
  ),
  points: { kind: "points", base: true },
});

/**
 * The first line of the playground: what has changed from one state to the other and what it did,
 * as { move, rest }.
 * @param {{ state: any, told: any }} before @param {{ state: any, told: any }} now
 * @param {Record<string, any>} specs
 */
export function playLine(before, now, specs) {
  const [from, to] = [before.state, now.state];
  /** @type {Record<string, any>} */ const all = toldSpecs(specs, to.compare);
  // with a situation all is another
  const own = from.situation === to.situation ? all : { situation: all.situation };
  const comparable = own === all && from.compare === to.compare;
  return firstLine(moveInWords(from, to, own), comparable ? before.told : null, now.told);
}

/** The arrow of a row by its name. */
export const arrowIn = (before, now) => (/** @type {string} */ name) => {
  const [old, own] = [before, now].map((told) => told?.rows.find((row) => row.name === name));
  return own ? arrowOf(old, own) : "";
};

/**
 * The first line and the sentence of the state: { first, facts, follow(line, sentence) }, which
 * returns what is to be spoken.
 */
export function playWords() {
  const parts = ["strong", "span"].map((tag) => h(tag));
  const facts = h("p", { class: "svm-facts" });
  return {
    first: h("p", { class: "svm-first" }, ...parts),
    facts,
    follow({ move, rest }, /** @type {string} */ sentence) {
      write(parts[0], move && `${move} `);
      write(parts[1], move && rest);
      write(facts, sentence);
      return move ? `${move} ${rest}` : sentence;
    },
  };
}
