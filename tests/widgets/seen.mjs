// What a reader sees and hears of a figure on the page of page.mjs, and what has changed of it.
import { seen } from "./page.mjs";

export const visible = (element) => !element.closest("[hidden], dialog:not([open])");
export const all = (root, selector) => root.querySelectorAll(selector).filter(visible);
const hidden = (element) => {
  for (let at = element; at; at = at.parentElement)
    if (at.style.visibility === "hidden") return true;
  return false;
};

const BLOCKS =
  `[data-row], .svm-first, .svm-remarks, .svm-question, .svm-challenge-text, .svm-toast,
  .svm-control, .svm-status, .svm-chosen, .svm-known, .svm-legend li, .svm-verdict, .svm-complaint,
  .pg-look, .pg-drawer p, .pg-drawer ul li, .svm-guess label, [role=slider],
  caption, tr, button, summary`.replace(/\s+/g, " ");
// what comes back with other words, or is gone where others are
const ALWAYS = "[data-row], tr, .svm-first, .svm-remarks, .svm-toast, .svm-status";

/** The texts that are seen or can be heard now, by their elements. */
export function parts(root) {
  const found = new Map();
  for (const one of all(root, BLOCKS)) {
    if (one.parentElement.closest(BLOCKS) || hidden(one)) continue;
    const front = one.getAttribute("aria-selected") === "true" ? "in front: " : "";
    const text = front + (one.getAttribute("aria-valuetext") ?? seen(one));
    if (text) found.set(one, text);
  }
  return found;
}

/** What is drawn on each panel, how often and where; and the curves of the strip. */
export const drawings = (root) => [
  ...root.querySelectorAll(".svm-plot canvas").map((one) => new Map(visible(one) ? one.drawn : [])),
  new Map(
    root.querySelectorAll(".svm-curve, .svm-before").map((one) => {
      const of = `${one.getAttribute("class").replaceAll("svm-", "")} of ${root.querySelectorAll("path").indexOf(one)}`;
      return [of, one.getAttribute("d").match(/[ML]/g) ?? []];
    }),
  ),
];

export function redrawn(before, now) {
  return now.flatMap((own, k) => {
    const old = before[k] ?? new Map();
    // not the texts of ticks
    const names = [...new Set([...old.keys(), ...own.keys()])].filter(
      (name) => !/^“[−\d]/.test(name),
    );
    const count = (map, name) => map.get(name)?.length ?? 0;
    const other = names.filter((name) => count(old, name) !== count(own, name));
    const told = other.map(
      (name) => `${name} ${old.size ? `${count(old, name)}→` : ""}${count(own, name)}`,
    );
    const same = names.every((name) => String(old.get(name)) === String(own.get(name)));
    return same ? [] : [`${k}: ${told.join(", ") || "moves"}`];
  });
}

/** What has changed on the page, in one line. */
export function said(before, now, drawn) {
  const bare = (text) => text?.replace(/[↑↓]$/, "");
  const first = [...now].find(([e]) => e.matches(".svm-first"))?.[1];
  const words = [];
  for (const [one, text] of now) {
    const row = one.matches("[data-row]");
    if (row ? bare(before.get(one)) === bare(text) : before.get(one) === text) continue;
    if (one.matches(".svm-status")) words.push(text === first ? "♪" : `♪ ${text}`);
    else if (one.matches(".svm-challenge-text")) words.push(text.replace(/^(★[^:]*).*/, "$1"));
    else words.push(text);
  }
  const gone = [...before].filter(([one]) => !now.has(one) && !one.matches(ALWAYS));
  const numbers = (all) => [...all.keys()].some((one) => one.matches("[data-row]"));
  if (numbers(before) && !numbers(now)) words.push("no numbers");
  if (gone.length)
    words.push(`gone: ${gone.map(([, text]) => text.replace(/:.*/, "")).join(", ")}`);
  if (drawn.length) words.push(`drawn ${drawn.join("; ")}`);
  return words.join(" | ");
}

/** The state, and what is told of it. */
export function stateOf({ root, model, specs }) {
  const facts = root.querySelector(".svm-facts");
  const rows = all(facts, "[data-row]").map((one) => [
    one.dataset.row,
    one.querySelector("dd").childNodes[0].data,
  ]);
  return {
    traits: Object.fromEntries(Object.keys(specs).map((name) => [name, model.get(name)])),
    rows: Object.fromEntries(rows),
    lead: facts.dataset.lead ?? "",
    first: seen(root.querySelector(".svm-first")),
    remarks: seen(root.querySelector(".svm-remarks")),
    solution: model.get("solution") ?? null,
    question: all(root, ".svm-question").map(seen).join(" "),
    knobs: all(root, ".svm-controls .svm-control").map(seen).join(" | "),
    // all that can be read or heard while a question is open, hidden or not
    open: root.querySelector('.svm-guess[data-state="open"]') ? everything(root) : null,
  };
}

const everything = (root) =>
  [
    root.textContent,
    ...[...root.all()].flatMap((e) =>
      ["aria-label", "aria-valuetext", "title"].map((name) => e.getAttribute(name) ?? ""),
    ),
  ].join(" ");
