// What a figure tells of a state, as rows of numbers, and what the last move did to them, in words.
import { many, show } from "../core/words.js";

/**
 * A number of the table. `value` is compared with the one of before, `text` is shown; `one` and
 * `more` name what is counted, `the` what is measured; `better` is 1 where more is better, -1 where
 * less is; a `quiet` row is told when there is no other to tell, one that stands `aside` (a knob, a
 * gap) never; one that is not `shown` stands elsewhere in the figure.
 * @typedef {{ name: string, value: number | null, text: string } & RowTraits} Row
 */
/**
 * @typedef {{
 *   one?: string, more?: string, the?: string, better?: number, quiet?: boolean, aside?: boolean,
 *   shown?: boolean,
 * }} RowTraits
 */
/**
 * All that is told of a state: a sentence of its own, for the beginning, and for states of which it
 * says what no number can (`special`); rows with the most important first; remarks; and `same`,
 * numbers that have to stay, too, before nothing else has changed; `of` what it is, where a figure
 * has several subjects. While a solver is at work there is only the `lead`.
 * @typedef {{
 *   lead: string, rows: Row[], remarks: string[], special: boolean, same: Numbers, of?: string,
 * }} Told
 */

/**
 * @param {string} lead @param {Row[]} rows
 * @param {{ remarks?: string[], special?: boolean, same?: Numbers }} more
 * @returns {Told}
 */
export const toldOf = (lead, rows, { remarks = [], special = false, same = [] } = {}) => ({
  lead,
  rows: rows.map((row) => ({ better: 0, shown: true, ...row })),
  remarks: remarks.map((words) => words.trim()).filter(Boolean),
  special,
  same: [...same],
});

/**
 * A row of something counted: "support vectors 12 of 40".
 * @param {number} n @param {string} one @param {RowTraits & { name?: string, of?: number }} how
 * @returns {Row}
 */
export const countedRow = (n, one, { more = `${one}s`, name = more, of = 0, ...rest } = {}) => ({
  name,
  value: n,
  text: of ? `${n} of ${of}` : String(n),
  one,
  more,
  ...rest,
});

/**
 * A row of something measured, called `the` in a sentence: "half the margin".
 * @param {string} name @param {number | null} value
 * @param {RowTraits & { digits?: number, text?: string }} how
 * @returns {Row}
 */
export const measuredRow = (
  name,
  value,
  { digits = 4, text = show(value, digits), ...rest } = {},
) => ({ name, value, text, the: name, ...rest });

/** How many of the points are on the wrong side. */
export const wrongSideRow = (n, of) =>
  countedRow(n, "point on the wrong side", {
    ...{ more: "points on the wrong side", name: "on the wrong side" },
    ...{ of, better: -1 },
  });

/** The gap of a certified answer. */
export const gapRow = (text) => measuredRow("relative gap", null, { text, aside: true });

// ---- What was moved

const LITTLE = 0.02; // of a number: a change so small is told when there is no other to tell
const MOST_TOLD = 2; // consequences in the first line

/** "point 12 moved", "2 points added". */
function pointsInWords(before, now, _name, { noun = "point" } = {}) {
  const more = now.length - before.length;
  const off = now.findIndex((p, i) => String(p) !== String(before[i]));
  const [first, rest] = more < 0 ? [before, now] : [now, before];
  const at = first.findIndex((p, i) => String(p) !== String(rest[i]));
  if (Math.abs(more) === 1 && String(first.toSpliced(at, 1)) === String(rest))
    return `${noun} ${at + 1} ${more > 0 ? "added" : "deleted"}`;
  if (more) return `${many(now.length, noun)} instead of ${before.length}`;
  const changed = now.filter((p, i) => String(p) !== String(before[i]));
  if (changed.length > 1) return `${changed.length} ${noun}s moved`;
  const moved = String(before[off].slice(0, 2)) !== String(now[off].slice(0, 2));
  return `${noun} ${off + 1} ${moved ? "moved" : "changed its class"}`;
}

/** How a change of each kind of trait (ui/share.js) is told. */
const CHANGES = {
  number: (before, now, name) => `${name} from ${show(before)} to ${show(now)}`,
  choice: (_before, now, name, { options }) =>
    `${name} now ${options.find(([own]) => own === now)?.[1] ?? now}`,
  switch: (_, now, name) => `${name} ${now ? "on" : "off"}`,
  points: pointsInWords,
  places(before, now) {
    const moved = [...now.keys()].filter((i) => String(now[i]) !== String(before[i]));
    return moved.length > 1 ? "both handles moved" : `handle ${moved[0] + 1} moved`;
  },
  place: (_before, _now, name) => `${name} moved`,
  names(before, now) {
    const more = now.filter((name) => !before.includes(name));
    const less = before.filter((name) => !now.includes(name));
    return [...more.map((name) => `${name} shown`), ...less.map((name) => `${name} hidden`)].join(
      ", ",
    );
  },
  cell: (_before, _now, name) => `another ${name}`,
};

/**
 * What has changed from one state of a figure to another: "C from 1 to 10", or "" for nothing. The
 * specs of the traits are those of ui/share.js; one may bring its own `inWords(before, now)`.
 */
export function moveInWords(before, now, specs) {
  const moved = Object.keys(specs).filter(
    (trait) =>
      specs[trait].kind !== "kept" && JSON.stringify(before[trait]) !== JSON.stringify(now[trait]),
  );
  // other data bring other points, which go without saying
  const follows = (trait) => {
    const [old, own] = [before, now].map((state) => JSON.stringify(specs[trait].base?.(state)));
    return old !== own && own === JSON.stringify(now[trait]);
  };
  const some = moved.length > 1 ? moved.filter((trait) => !follows(trait)) : moved;
  const words = some.map((trait) => {
    const { kind, label, word = label ?? trait, inWords = CHANGES[kind] } = specs[trait];
    return inWords(before[trait], now[trait], word, specs[trait]);
  });
  return words.length > 3 ? `${words.length} settings changed` : words.join(", ");
}

// ---- What it did

/** Whether two numbers are the same but for what a solver leaves open. */
const nearlySame = (a, b) =>
  a === b || Math.abs(a - b) <= 1e-5 * Math.max(Math.abs(a), Math.abs(b)) + 1e-12;

/** "about " unless a ratio is as good as that. */
const roughly = (ratio, whole) => (Math.abs(ratio / whole - 1) < 0.01 ? "" : "about ");

/** One row before and now: "12 fewer errors", "half the margin". */
function changeInWords(before, { value, text, one, more, the, name }) {
  if (one && more) {
    const by = Math.abs((value ?? 0) - (before.value ?? 0));
    const way = value > before.value ? "more" : "fewer";
    return many(by, `${way} ${one}`, `${way} ${more}`);
  }
  const ratio = before.value > 0 && value > 0 ? value / before.value : NaN;
  if (Math.abs(ratio - 0.5) < 0.04) return `${roughly(ratio, 0.5)}half the ${the ?? name}`;
  if (Math.abs(ratio - 2) < 0.16) return `${roughly(ratio, 2)}twice the ${the ?? name}`;
  return `${the ?? name} from ${before.text} to ${text}`;
}

/** How much a row has changed: 0 for not at all, 1 for a little, 2 for enough to be told. */
function weightOf(before, now) {
  if (now.aside || !before || before.text === now.text) return 0;
  if (now.one && before.value === now.value) return 0; // of more or of fewer
  if (now.quiet) return 1;
  if (now.one || before.value === null || now.value === null) return 2;
  const size = Math.max(Math.abs(before.value), Math.abs(now.value));
  return Math.abs(now.value - before.value) > LITTLE * size ? 2 : 1;
}

/** The one or two changes that matter most: "12 fewer errors, half the margin". */
export function consequencesInWords(before, now) {
  const own = new Map(before.rows.map((row) => [row.name, row]));
  const rows = now.rows.map((row) => ({ row, old: own.get(row.name) }));
  const changed = (weight) => rows.filter(({ row, old }) => weightOf(old, row) === weight);
  const large = changed(2).slice(0, MOST_TOLD);
  const told = large.length ? large : changed(1).slice(0, 1);
  if (told.length) return told.map(({ old, row }) => changeInWords(old, row)).join(", ");
  const stays =
    rows.length === own.size &&
    rows.every(
      ({ row, old }) => row.aside || (old && nearlySame(old.value ?? 0, row.value ?? 0)),
    ) &&
    now.same.length === before.same.length &&
    now.same.every((value, k) => nearlySame(value, before.same[k]));
  return stays ? "nothing else changes" : "no number below changes";
}

/** A sentence begins with a large letter, but no symbol such as σ does. */
export const sentenceBegun = (words) =>
  words.replace(/^[a-z](?=[a-z])/, (letter) => letter.toUpperCase());

/**
 * The first line: { move, rest }, what was moved and what it did; without a move only what the
 * state says of itself.
 * @param {string} move @param {Told | null} before @param {Told} now
 */
export function firstLine(move, before, now) {
  if (!move) return { move: "", rest: now.lead };
  const same = before?.rows.some(({ name }) => now.rows.some((row) => row.name === name));
  if (now.special || !before || !same) return { move: `${sentenceBegun(move)}.`, rest: now.lead };
  return { move: `${sentenceBegun(move)}:`, rest: `${consequencesInWords(before, now)}.` };
}

/** "↑" where a row has risen since before, "↓" where it has fallen, else "". */
export function arrowOf(before, now) {
  if (!before || before.text === now.text || before.value === null || now.value === null) return "";
  if (now.value === before.value) return "";
  return now.value > before.value ? "↑" : "↓";
}
