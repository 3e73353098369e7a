// The situation of a figure in the address. What comes from there is input from strangers: every
// value has a kind and a range.

/**
 * Kinds of traits, as a figure lists them in its spec:
 *   number {min, max, whole?, log?, label?}, choice {options: [[value, text], …], label?}, switch
 *   {label?},
 *   points {labels, limit, parts?}, places {count, box}, place {box}, names {options}, cell
 *   {sizes}, kept (undone with the others, but in no link).
 * `base(state)` of any of them gives the value that goes without saying with the traits before: a
 * link carries only what differs from it. With `parts` a point may have a 1 behind its label. Each
 * function gives null for a good value and else the sentence that says what would be good.
 */
const KINDS = {
  number(value, { min, max, whole }) {
    const good =
      typeof value === "number" &&
      value >= min &&
      value <= max &&
      (!whole || Number.isInteger(value));
    return good ? null : `a ${whole ? "whole " : ""}number from ${min} to ${max}`;
  },
  choice: (value, { options }) =>
    options.some(([key]) => key === value)
      ? null
      : `one of ${options.map(([key]) => key).join(", ")}`,
  switch: (value) => (typeof value === "boolean" ? null : "true or false"),
  points(value, { labels, limit, parts = false }) {
    const point = (p) =>
      isPlace(p?.slice?.(0, 2)) &&
      labels.includes(p[2]) &&
      (p.length === 3 || (parts && p.length === 4 && p[3] === 1));
    return isList(value, point) && value.length <= limit
      ? null
      : `at most ${limit} rows [x1, x2, label] with label one of ${labels.join(", ")}`;
  },
  places: (value, { count }) =>
    isList(value, isPlace, count) && allDiffer(value) ? null : `${count} different places [x1, x2]`,
  place(value, { box: [x0, x1, y0, y1] }) {
    const good =
      isPlace(value) && value[0] >= x0 && value[0] <= x1 && value[1] >= y0 && value[1] <= y1;
    return good ? null : `a place [x1, x2] from ${x0} to ${x1} and from ${y0} to ${y1}`;
  },
  names: (value, { options }) =>
    isList(value, (name) => options.includes(name)) && allDiffer(value)
      ? null
      : `a list of ${options.join(", ")}`,
  cell(value, { sizes }) {
    const inside = (k, at) => Number.isInteger(k) && k >= 0 && k < sizes[at];
    return isList(value, inside, sizes.length)
      ? null
      : `${sizes.length} whole numbers below ${sizes.join(" and ")}`;
  },
  kept: () => "left out",
};

/** Specs of a number, of one on a scale of powers, and of a choice { value: words }. */
export const numberTrait = (min, max, more = {}) => ({ kind: "number", min, max, ...more });
export const powerTrait = (min, max, more = {}) => numberTrait(min, max, { log: true, ...more });
export const choiceTrait = (options, more = {}) => ({
  ...{ kind: "choice", options: Object.entries(options) },
  ...more,
});

const isList = (value, good, count = value?.length) =>
  Array.isArray(value) && value.length === count && value.every(good);
const allDiffer = (list) => new Set(list.map(String)).size === list.length;
// beyond this squares and cubes of coordinates lose all meaning in double precision
const sensible = (v) => typeof v === "number" && Number.isFinite(v) && Math.abs(v) <= 1e9;
const isPlace = (value) => isList(value, sensible, 2);

/** null where a trait may have this value, else what it may be. */
export const refusal = (value, spec) => KINDS[spec.kind](value, spec);

/**
 * Only what differs from the start; of points that are at least as many as at the start only those
 * that moved, and those behind them.
 */
export function encodeState(state, start, specs = {}) {
  const short = (v) =>
    JSON.parse(JSON.stringify(v, (_, x) => (typeof x === "number" ? Number(x.toPrecision(6)) : x)));
  const changes = {};
  for (const [trait, value] of Object.entries(state)) {
    const { base, kind } = specs[trait] ?? {};
    const first = base?.(state) ?? start[trait];
    if (kind === "kept" || JSON.stringify(value) === JSON.stringify(first)) continue;
    const rows =
      Array.isArray(value) &&
      (kind === "points" ? value.length >= first.length : value.length === first.length) &&
      Array.isArray(value[0]) &&
      value.length > 4;
    const moved = rows
      ? value.map((row, i) => [i, row]).filter(([i, row]) => String(row) !== String(first[i]))
      : [];
    changes[trait] =
      rows && moved.length < value.length / 2 ? Object.fromEntries(short(moved)) : short(value);
  }
  return JSON.stringify(changes);
}

/**
 * The settings that the text of a link holds: { changes } or { problem }, a phrase.
 * @param {string} text
 * @returns {{ changes?: Record<string, any>, problem?: string }}
 */
export function settingsOf(text) {
  let changes;
  try {
    changes = JSON.parse(text);
  } catch {
    return { problem: "it is cut off or misspelt" };
  }
  if (typeof changes !== "object" || changes === null || Array.isArray(changes))
    return { problem: "it holds no settings" };
  return { changes };
}

/**
 * The state that a text of encodeState means: { state } or { problem }. Nothing is taken over when
 * anything is wrong.
 * @param {string} text
 * @param {Record<string, any>} start
 * @param {Record<string, any>} specs
 * @returns {{ state?: Record<string, any>, problem?: string }}
 */
export function decodeState(text, start, specs) {
  const { changes, problem } = settingsOf(text);
  if (!changes) return { problem };
  const state = { ...start };
  const stranger = Object.keys(changes).find((trait) => !Object.hasOwn(specs, trait));
  if (stranger !== undefined)
    return { problem: `“${stranger.slice(0, 30)}” is not one of its settings` };
  for (const trait of Object.keys(specs)) {
    const own = (state[trait] = specs[trait].base?.(state) ?? start[trait]);
    const value = changes[trait];
    if (!Object.hasOwn(changes, trait)) continue;
    if (
      specs[trait].kind === "points" &&
      typeof value === "object" &&
      value &&
      !Array.isArray(value)
    ) {
      const places = Object.keys(value);
      const more = places.filter((i) => Number(i) >= own.length).length;
      const there = (i) => /^\d+$/.test(i) && Number(i) < own.length + more;
      if (!places.every(there)) return { problem: "it moves points that are not there" };
      state[trait] = Array.from({ length: own.length + more }, (_, i) => value[i] ?? own[i]);
    } else state[trait] = value;
    const wanted = refusal(state[trait], specs[trait]);
    if (wanted) return { problem: `${specs[trait].label ?? trait} must be ${wanted}` };
  }
  return { state };
}

/**
 * The text behind "#svm=<name>:" when the address is meant for the figure of this name, else null.
 */
export function sharedText(name, hash = location.hash) {
  const found = new URLSearchParams(hash.slice(1)).get("svm");
  return found?.startsWith(`${name}:`) ? found.slice(name.length + 1) : null;
}

/**
 * Put the address of a figure's present state into the clipboard if that is allowed, and, where it
 * leads to this page, into the address of the page.
 * @param {string} name @param {string} text @param {string} page
 * @returns {Promise<{ address: string, sentence: string }>}
 */
export async function leaveLink(name, text, page = location.href.split("#")[0]) {
  const address = `${page}#${new URLSearchParams({ svm: `${name}:${text}` })}`;
  const here = page === location.href.split("#")[0];
  if (here) window.history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(address);
    const where = here ? "" : " on the page of the book";
    return { address, sentence: `Link copied: it leads to this situation${where}.` };
  } catch {
    // refused, or only for secure pages
    const sentence = here
      ? "The address of this page now leads to this situation."
      : `This address leads to this situation: ${address}`;
    return { address, sentence };
  }
}
