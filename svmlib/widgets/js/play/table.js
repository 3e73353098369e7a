// One's own data: text from a file or the clipboard becomes columns, columns become points. What
// cannot be read is named by its line; sentences tell what was done to the numbers.
import { firstByKey, keysOf, splitData } from "./data.js";

/**
 * How numbers are written: 1.5 or 1,5; grouped: with the other sign between thousands.
 * @typedef {{ decimal: string, grouped: boolean }} Format
 */
/**
 * null: no value; `key`: what pandas calls the column; `missing`: cells without a value; `marks`:
 * some numbers have a point or a comma; `told`: a note on how they were read; `asks`: a cell with
 * two meanings, and which; `open`: nobody has answered yet.
 * @typedef {{ name: string, kind: "number" | "text", values: (number | string | null)[],
 *   key: string | number, missing: string[], format: Format, marks: boolean, told: string,
 *   asks: { cell: string, decimals: number, thousands: number } | null, open: boolean }} Column
 */
/**
 * @typedef {object} Table
 * @property {string[]} header
 * @property {Column[]} columns
 * @property {number} rows how many rows the columns have
 * @property {number[]} lines the line of each row in the text
 * @property {number[]} broken lines of rows that are left out because they have more or fewer cells
 * @property {string} separator
 * @property {string} decimal
 * @property {boolean} named whether the first row has names
 * @property {string[]} complaints sentences for the reader
 */
/** @typedef {{ line: number, cells: string[] }} TableRow */

const MOST_TEXT = 2e7;
const LONGEST_LINE = 2e5;
const MOST_COLUMNS = 5000;
const SNIFFED = 3e4; // characters: that are read; from which the separator is guessed
const MOST_COMPLAINTS = 8; // single ones; the rest is counted
const MOST_BY_CHANCE = 8; // steps in one direction
const SEPARATORS = { "\t": "tab", ";": "semicolon", ",": "comma", " ": "space" };

// no part of a pattern can match in two ways, or a long cell would take for ever
const NUMBER = {
  ".": /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i,
  ",": /^[+-]?(?:\d+(?:,\d+)?|,\d+)(?:e[+-]?\d+)?$/i,
};
const GROUPED = {
  ".": /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/,
  ",": /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/,
};
/** @type {Format[]} */
const FORMATS = [false, true].flatMap((grouped) =>
  [".", ","].map((decimal) => ({ decimal, grouped })),
);
const NO_VALUE = /^(?:|NA|N\/A|NaN|#N\/A)$/;
const NO_END = /^[+-]?(?:inf|infinity|∞)$/i;
const NO_NUMBER = /^(?:|na|n\/a|#n\/a|nan|null|none|[?.-])$/i;

/** “text”, cut when it is long. */
const quote = (text) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;

const plain = (value) => String(value).replace("-", "−");

/** A number for people. */
const brief = (value) => plain(Number(value.toPrecision(4)));

const listed = (items) =>
  items.length > MOST_COMPLAINTS
    ? `${items.slice(0, MOST_COMPLAINTS).join(", ")} and ${items.length - MOST_COMPLAINTS} more`
    : items.join(", ").replace(/, (?=[^,]*$)/, " and ");

const cellCount = (count) => (count === 1 ? "1 cell" : `${count} cells`);

/**
 * Text split into rows of cells. A quoted cell may hold separators, line ends and "" for one
 * quotation mark.
 */
function rowsOf(text, separator) {
  const rows = [];
  const spaced = separator === " ";
  let at = 0;
  let line = 1;
  let unclosed = 0;
  const blank = () =>
    text[at] === " " || text[at] === "\u00a0" || (text[at] === "\t" && separator !== "\t");
  const over = () => at >= text.length || text[at] === "\n" || text[at] === "\r";
  const apart = () => (spaced ? blank() : text[at] === separator);
  function plain() {
    const start = at;
    while (!over() && !apart()) at++;
    return text.slice(start, at).trim();
  }
  function quoted() {
    const opened = line;
    const parts = [];
    for (;;) {
      const close = text.indexOf('"', ++at);
      if (close < 0) unclosed ||= opened;
      const end = close < 0 ? text.length : close;
      const part = text.slice(at, end);
      parts.push(part);
      line += part.split(/\r\n|\r|\n/).length - 1;
      at = end + 1;
      if (text[at] !== '"') return parts.join('"');
    }
  }
  while (at < text.length) {
    const row = { line, cells: /** @type {string[]} */ ([]) };
    for (;;) {
      while (blank()) at++;
      if (spaced && over()) break;
      row.cells.push(text[at] === '"' ? quoted() + plain() : plain());
      if (over()) break;
      at++;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    line++;
    if (row.cells.some((cell) => cell !== "")) rows.push(row);
  }
  return { rows, unclosed };
}

const asTyped = (cell) => cell.trim().replace(/[−–]/g, "-");

/** The number in a cell, or NaN. @param {string} cell @param {Format} format */
function numberIn(cell, { decimal, grouped }) {
  const text = asTyped(cell);
  const apart = grouped && GROUPED[decimal].test(text);
  if (!apart && !NUMBER[decimal].test(text)) return NaN;
  const value = Number((apart ? text.replaceAll(otherMark(decimal), "") : text).replace(",", "."));
  return Number.isFinite(value) ? value : NaN;
}

const otherMark = (decimal) => (decimal === "," ? "." : ",");
const isGrouped = (cell, { decimal, grouped }) => grouped && GROUPED[decimal].test(asTyped(cell));
const isNumber = (cell, format) => !Number.isNaN(numberIn(cell, format));
const isSomeNumber = (cell) => FORMATS.some((format) => isNumber(cell, format));

/** A number, but none that a machine can use. */
function isEndless(cell) {
  const text = asTyped(cell);
  return NO_END.test(text) || (NUMBER["."].test(text.replace(",", ".")) && !isSomeNumber(cell));
}

/** The sign between whole and part: a comma where more numbers have one than have a point. */
function decimalOf(rows) {
  let commas = 0;
  for (const cell of rows.flatMap(({ cells }) => cells))
    commas += Number(isNumber(cell, FORMATS[1])) - Number(isNumber(cell, FORMATS[0]));
  return commas > 0 ? "," : ".";
}

/** The most frequent number of cells in a row. */
function usualWidth(rows) {
  const counts = new Map();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return Math.max(0, ...[...counts.keys()].filter((width) => counts.get(width) === most));
}

/**
 * The format that reads the most cells of a column; among equals the plainest, and the usual sign.
 * Where 1,088 is either 1.088 or 1088, nobody but the reader knows: `rival` is the other reading of
 * `cell`. It is not asked for where all have three decimals in the usual way.
 *
 * A column is one of numbers when at most every tenth of its cells, but one is always pardoned, is
 * none: that is a slip to be named rather than a word to be respected. What is too large is none,
 * but no word either.
 * @param {string[]} cells @param {string} usual the decimal sign of the table
 */
function formatOf(cells, usual) {
  const present = cells.filter((cell) => !NO_NUMBER.test(cell) && !isEndless(cell));
  const [marked, bare] = [true, false].map((one) =>
    present.filter((cell) => hasMark(cell) === one),
  );
  const same = bare.filter((cell) => isNumber(cell, FORMATS[0])).length; // in all formats
  const ranked = FORMATS.map((format) => ({
    format,
    good: same + marked.filter((cell) => isNumber(cell, format)).length,
    rank: 2 * Number(format.grouped) + Number(format.decimal !== usual),
  })).sort((a, b) => b.good - a.good || a.rank - b.rank);
  const [{ format, good }] = ranked;
  const bad = present.length - good;
  const words = !good || bad > Math.max(1, present.length / 10) || 3 * bad > present.length;
  const other = ranked.find((one) => one.format.grouped && one.format.decimal !== format.decimal);
  const even = !words && !format.grouped && other?.good === good ? other.format : null;
  const cell = even && present.find((text) => isGrouped(text, even) && isNumber(text, format));
  const unclear = cell && (format.decimal !== usual || present.some(isWhole));
  return { words, format, ...(unclear ? { rival: even, cell } : { rival: null, cell: "" }) };
}

const hasMark = (cell) => /[.,]/.test(cell);
const isWhole = (cell) => /^[+-]?\d+$/.test(asTyped(cell));

/** Which columns hold numbers; none where there is no row. */
const measuring = (rows, decimal) =>
  [...(rows[0]?.cells.keys() ?? [])].filter(
    (c) =>
      !formatOf(
        rows.map(({ cells }) => cells[c]),
        decimal,
      ).words,
  );

/** The separator with which at least two columns hold numbers, or else the most columns do. */
function separatorOf(text) {
  const sample = text.slice(0, SNIFFED);
  let best = "";
  let most = -1;
  for (const separator of Object.keys(SEPARATORS)) {
    const { rows } = rowsOf(sample, separator);
    if (sample.length < text.length && rows.length > 1) rows.pop(); // it may be cut
    const width = usualWidth(rows);
    if (width < 2) continue;
    const fitting = rows.filter(({ cells }) => cells.length === width);
    const decimal = decimalOf(fitting);
    const body = fitting.length > 1 ? fitting.slice(1) : fitting;
    const numbers = Math.min(2, measuring(body, decimal).length);
    if (numbers > most) {
      best = separator;
      most = numbers;
    }
  }
  return best;
}

/** Rows of the usual width, and the names in the first of them if there are any. */
function headed(rows, decimal) {
  const width = usualWidth(rows);
  const measured = ({ cells }) => cells.some(isSomeNumber);
  const [first, second] = rows;
  // R leaves the names of the rows without a name
  if (
    first.cells.length === width - 1 &&
    second.cells.length === width &&
    !measured(first) &&
    measured(second)
  )
    first.cells.unshift("");
  const fitting = rows.filter(({ cells }) => cells.length === width);
  const [top, ...body] = fitting;
  const named =
    !measured(top) && measuring(body, decimal).some((c) => !NO_NUMBER.test(top.cells[c]));
  return {
    width,
    named,
    body: named ? body : fitting,
    names: named ? top.cells : top.cells.map(() => ""),
  };
}

/** Names without line ends, none empty, no two equal. */
function distinctNames(cells) {
  const taken = new Set();
  const next = new Map(); // the number from which to go on where a name comes again
  return cells.map((cell, c) => {
    const name = cell.replace(/[\p{C}\p{Z}\s]+/gu, " ").trim() || `column ${c + 1}`;
    let unique = name;
    let k = next.get(name) ?? 2;
    while (taken.has(unique)) unique = `${name} (${k++})`;
    next.set(name, k);
    taken.add(unique);
    return unique;
  });
}

/**
 * One column with its values; cells that should be numbers and are not are added to `slips`.
 * `answer`: "thousands" or "decimals", of a column that asks.
 */
function columnOf(name, rows, c, usual, answer, slips) {
  const cells = rows.map((row) => row.cells[c]);
  const { words, rival, cell, format: first } = formatOf(cells, usual);
  const format = rival && answer === "thousands" ? rival : first;
  const missing = new Set();
  const values = cells.map((text, i) => {
    const value = words ? text : numberIn(text, format);
    if (words ? !NO_VALUE.test(text) : !Number.isNaN(value)) return value;
    missing.add(text);
    if (!words && !NO_NUMBER.test(text))
      slips.push(
        `Line ${rows[i].line}, column ${quote(name)}: ${quote(text)} is not a number that can be used; write it like 1${format.decimal}5.`,
      );
    return null;
  });
  const parted = cells.find((text) => isNumber(text, format) && text.includes(format.decimal));
  const apart = cell || cells.find((text) => isGrouped(text, format));
  const read = [...new Set([apart, parted])]
    .filter(Boolean)
    .map((text) => `${quote(text)} is read as ${plain(numberIn(text, format))}`);
  const noted = !words && (rival || format.grouped);
  return {
    name,
    kind: /** @type {Column["kind"]} */ (words ? "text" : "number"),
    values,
    missing: [...missing],
    format,
    marks: !words && cells.some(hasMark),
    told: noted ? `Column ${quote(name)}: ${read.join(", ")}${rival ? ", as you said" : ""}.` : "",
    asks: rival && { cell, decimals: numberIn(cell, first), thousands: numberIn(cell, rival) },
    open: Boolean(rival && !answer),
  };
}

function refuseWhatIsNoText(text) {
  if (typeof text !== "string" || !text.trim())
    throw new Error("There is nothing to read; paste rows such as “1.5, 2.0, yes”.");
  if (text.length > MOST_TEXT)
    throw new Error(
      `The text is longer than ${MOST_TEXT / 1e6} million characters; keep some thousand rows.`,
    );
  if (text.split(/[\n\r]/).some((line) => line.length > LONGEST_LINE))
    throw new Error(
      `A line is longer than ${LONGEST_LINE} characters; put each row into a line of its own.`,
    );
  if (text.includes("\0"))
    throw new Error("This file is not plain text; save the sheet as CSV (UTF-8) and take that.");
}

/**
 * Read CSV, TSV and their like: separator, decimal sign and header are found out. Rows with too few
 * or too many cells are left out and named; a cell without value is null.
 * @param {string} text
 * @param {Record<string, string>} answers by columns that ask: "thousands" or "decimals"
 * @returns {Table}
 */
export function readTable(text, answers = {}) {
  refuseWhatIsNoText(text);
  const bare = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(bare);
  if (!separator)
    throw new Error(
      "Only one column is found; put commas, semicolons, tabs or spaces between the cells of a row.",
    );
  const { rows, unclosed } = rowsOf(bare, separator);
  const most = rows.reduce((width, { cells }) => Math.max(width, cells.length), 0);
  if (most > MOST_COLUMNS)
    throw new Error(`A row has ${most} cells; keep ${MOST_COLUMNS} columns at most.`);
  if (unclosed)
    throw new Error(
      `The quotation mark opened in line ${unclosed} is never closed; add one, or leave it out.`,
    );
  const decimal = decimalOf(rows);
  const { width, named, body, names } = headed(rows, decimal);
  const odd = rows.filter(({ cells }) => cells.length !== width);
  const slips = [];
  const columns = distinctNames(names)
    .map((name, c) => ({
      ...columnOf(name, body, c, decimal, answers[name], slips),
      key: named ? pandasName(names, c) : c,
    }))
    .filter(({ values }, c) => names[c].trim() || values.some((value) => value !== null));
  const ragged = odd.map(
    ({ line, cells }) =>
      `Line ${line} has ${cellCount(cells.length)}, the others have ${width}; it is left out. ` +
      `Put the ${SEPARATORS[separator]} right, or quotation marks around a text that holds it.`,
  );
  const all = [...ragged, ...slips];
  const more = all.length - MOST_COMPLAINTS;
  return {
    header: columns.map(({ name }) => name),
    columns,
    rows: body.length,
    lines: body.map(({ line }) => line),
    broken: odd.map(({ line }) => line),
    separator,
    decimal,
    named,
    complaints:
      more > 0 ? [...all.slice(0, MOST_COMPLAINTS), `There are ${more} more of these.`] : all,
  };
}

/** What pandas calls a column. @param {string[]} names @param {number} c */
function pandasName(names, c) {
  const before = names.slice(0, c).filter((name) => name === names[c]).length;
  return !names[c] ? `Unnamed: ${c}` : before ? `${names[c]}.${before}` : names[c];
}

/** The different values of a column, in order, missing ones left out; only as far as `most`. */
function distinctValues({ values, kind }, most = Infinity) {
  const found = new Set();
  for (const value of values) {
    if (value !== null) found.add(value);
    if (found.size > most) break;
  }
  return kind === "number" ? [...found].sort((a, b) => a - b) : [...found].sort();
}

/**
 * How little a column is likely to measure: 2 where it names the rows, by its own name or because
 * it counts them, 1 where it is sorted as a time is, 0 otherwise.
 * @param {Column} column
 */
function naming({ name, values }) {
  if (/(?:^|[\W_])(?:id|nr|key)$/i.test(name) || /[a-z]I[Dd]$/.test(name)) return 2;
  const found = /** @type {number[]} */ (values.filter((v) => v !== null));
  const steps = found.slice(1).map((v, i) => v - found[i]);
  const way = found[found.length - 1] - found[0];
  // a step of 1, or a little more where rows were left out
  const counted =
    steps.length > 1 &&
    Math.abs(way) <= 3 * steps.length &&
    found.every((v) => Number.isInteger(v));
  if (counted && steps.every((step) => way * step > 0)) return 2;
  return Number(steps.length > MOST_BY_CHANCE && steps.every((step) => way * step >= 0));
}

/** toCsv writes this column. */
const PART = "part";
const HELD_OUT = "held out";
const partOf = ({ columns }) =>
  columns.find(
    ({ name, values }) => name === PART && values.every((v) => v === "train" || v === HELD_OUT),
  );

/**
 * Columns that make sense: as label the last with two values, or else the last with a few (`plus`
 * then is the class that stands against the others); as x and y the first two others that hold
 * numbers, if possible none that is sorted or names the rows. Null where there is none.
 * @param {Table} table
 */
export function defaults(table) {
  const part = partOf(table);
  const usual = /^(?:label|class|target)$/i;
  const candidates = table.columns
    .filter((one) => one !== part)
    .map((column) => ({ column, values: distinctValues(column, 10) }));
  const few = candidates.filter(({ values }) => values.length > 1 && values.length <= 10);
  const two = few.filter(({ values }) => values.length === 2);
  const text = few.filter(({ column }) => column.kind === "text");
  const label =
    two.findLast(({ column }) => usual.test(column.name)) ??
    two.at(-1) ??
    text.at(-1) ??
    few.at(-1);
  const able = candidates.filter(
    (one) => one !== label && one.column.kind === "number" && one.values.length > 1,
  );
  // names of rows come last: where nothing else is left they may be measured
  const numbers = able
    .map(({ column }) => ({ column, rank: naming(column) }))
    .sort((a, b) => a.rank - b.rank);
  return {
    x: numbers[0]?.column.name ?? null,
    y: numbers[1]?.column.name ?? null,
    label: label?.column.name ?? null,
    plus: label && label.values.length > 2 ? label.values.at(-1) : null,
  };
}

/** @param {Column} column */
function refuseTwoMeanings({ open, asks, name }) {
  if (!open || !asks) return;
  const [one, other] = [asks.thousands, asks.decimals].map(plain);
  throw new Error(
    `Column ${quote(name)}: ${quote(asks.cell)} is ${one} or ${other}; say which of them.`,
  );
}

/** What is wrong with a column that should hold numbers. @param {Column} column */
function oddIn({ name, values }) {
  const texts = values.filter((v) => v !== null).map(String);
  const odd = texts.find((text) => !isSomeNumber(text));
  if (!texts.length || odd !== undefined)
    return `${quote(name)} holds ${odd === undefined ? "no value" : `words such as ${quote(odd)}`}`;
  const format = FORMATS.find((one) => isNumber(texts[0], one));
  const other = texts.find((text) => format && !isNumber(text, format));
  return `${quote(name)} holds ${quote(texts[0])} beside ${quote(String(other))}`;
}

function columnNamed({ columns, header }, name, role) {
  if (name === null || name === undefined) {
    const words = columns.filter(({ kind }) => kind === "text").map(oddIn);
    const why = words.length ? `; ${listed(words)}` : "";
    throw new Error(
      `There is no column for ${role}; the table has ${listed(header.map(quote))}${why}.`,
    );
  }
  const column = columns.find((one) => one.name === name);
  if (!column)
    throw new Error(
      `There is no column ${quote(String(name))}; the table has ${listed(header.map(quote))}.`,
    );
  return column;
}

/**
 * Which values are +1 and −1, with what the reader should know about it; `left` says which rows are
 * left out.
 */
function classesOf(column, values, plus, left) {
  const name = quote(column.name);
  const texts = values.map(String);
  if (values.length < 2) {
    throw new Error(
      `Column ${name} has ${values.length ? `one class only, ${quote(texts[0])}` : "no value"}; a machine needs two.${left}`,
    );
  }
  const chosen = plus === null ? -1 : texts.indexOf(String(plus));
  const known = listed(texts.map(quote));
  if (chosen < 0 && plus !== null)
    throw new Error(`Column ${name} has no class ${quote(String(plus))}; it has ${known}.`);
  if (values.length > 2 && chosen < 0) {
    const cure =
      values.length > 10
        ? "choose a column with two classes."
        : "choose the class that shall stand against all the others.";
    throw new Error(`Column ${name} has ${values.length} different values, ${known}; ${cure}`);
  }
  const up = chosen < 0 ? 1 : chosen;
  const rest = values.length === 2 ? texts[1 - up] : `not ${texts[up]}`;
  const others = texts.filter((_, k) => k !== up).map(quote);
  const two = values.length === 2;
  const against = two ? `−1 is ${others}` : `−1 are all the others, ${listed(others)}`;
  return {
    value: values[up],
    classes: { minus: rest, plus: texts[up] },
    note: `Label ${name}: +1 is ${quote(texts[up])}, ${against}.`,
  };
}

/** The rows with a value in every column in use, and a note on the others. */
function completeRows({ lines }, used) {
  const complete = [];
  const lacking = [];
  lines.forEach((line, i) =>
    used.every(({ values }) => values[i] !== null) ? complete.push(i) : lacking.push(line),
  );
  const where = `${lacking.length === 1 ? "line" : "lines"} ${listed(lacking)}`;
  const note = `${lacking.length} of ${lines.length} rows lack a value in these columns and are left out (${where}).`;
  return { complete, notes: lacking.length ? [note] : [] };
}

/** At most `limit` of the rows, the classes in their proportion, none of them lost. */
function sampled(rows, isPlus, limit, seed) {
  const keys = keysOf(rows[rows.length - 1] + 1, seed);
  const up = rows.filter(isPlus);
  const down = rows.filter((i) => !isPlus(i));
  const count = Math.min(
    limit - 1,
    up.length,
    Math.max(1, limit - down.length, Math.round((limit * up.length) / rows.length)),
  );
  return [...firstByKey(up, count, keys), ...firstByKey(down, limit - count, keys)].sort(
    (a, b) => a - b,
  );
}

/** Mean, standard deviation and largest size of a coordinate, none of which may be out of reach. */
function spreadOf(name, values, left) {
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  const range = high - low;
  const size = Math.max(-low, high);
  if (range === 0)
    throw new Error(
      `Column ${quote(name)} is constant, always ${brief(low)}; choose another.${left}`,
    );
  if (!(size < 1e100 && range > 1e-100 && range > 1e-12 * size)) {
    throw new Error(
      `Column ${quote(name)} goes from ${brief(low)} to ${brief(high)}: too far, or not far enough; change its unit.`,
    );
  }
  return { name, ...meanAndDeviation(values), size };
}

/**
 * Standardised points when others of them are learned from, whose mean becomes 0 and whose
 * deviation 1, or null where that cannot be; `scaled` says what they have been standardised by.
 * @param {Point[]} points
 * @param {Scaling} scaled
 * @param {number[]} train
 * @returns {{ points: Point[], scaled: Scaling } | null}
 */
export function rescaled(points, scaled, train) {
  const raw = points.map((point) => rawOf(point, scaled));
  const spreads = [0, 1].map((k) => meanAndDeviation(train.map((i) => raw[i][k])));
  if (!spreads.every(({ scale }) => scale > 0)) return null;
  const now = { centre: spreads.map((s) => s.centre), scale: spreads.map((s) => s.scale) };
  return {
    points: raw.map(([a, b, label]) => [
      (a - now.centre[0]) / now.scale[0],
      (b - now.centre[1]) / now.scale[1],
      label,
    ]),
    scaled: now,
  };
}

/**
 * A standardised point in its own units.
 * @param {Point} point @param {Scaling} scaled
 * @returns {Point}
 */
export const rawOf = ([a, b, label], { centre, scale }) => [
  a * scale[0] + centre[0],
  b * scale[1] + centre[1],
  label,
];

/** @param {number[]} values */
function meanAndDeviation(values) {
  const low = values.reduce((a, b) => Math.min(a, b));
  const range = values.reduce((a, b) => Math.max(a, b)) - low;
  const n = values.length;
  const parts = values.map((value) => (range ? (value - low) / range : 0));
  const mean = parts.reduce((a, b) => a + b) / n;
  const variance = parts.reduce((sum, part) => sum + (part - mean) ** 2, 0) / n;
  return { centre: low + range * mean, scale: range * Math.sqrt(variance) };
}

/** Kernels and C are at home where coordinates have a spread of about 1. */
function outOfScale(a, b) {
  const ratio = a.scale / b.scale;
  return (
    ratio < 0.25 ||
    ratio > 4 ||
    [a, b].some(({ scale, size }) => scale < 0.25 || scale > 4 || size > 20 * scale)
  );
}

function scaleNote({ name, centre, scale }) {
  const moved = centre < 0 ? `+ ${brief(-centre)}` : `− ${brief(centre)}`;
  return `(${name} ${moved}) / ${brief(scale)}`;
}

/**
 * Points from three columns of a table.
 * @param {Table} table
 * @param {object} choice
 * @param {string | null} choice.x names of columns
 * @param {string | null} choice.y
 * @param {string | null} choice.label
 * @param {string | number | null} [choice.plus] the class that becomes +1, against all the others
 * @param {number} [choice.limit] most points, a sample if there are more
 * @param {number} [choice.seed] of the sample
 * @param {boolean | null} [choice.scale] whether to standardise; null: where it is needed
 * @param {number} [choice.held] share of the rows held out, of which standardising knows nothing
 * @param {number} [choice.lot] of the rows held out
 */
export function choosePoints(
  table,
  { x, y, label, plus = null, limit = 500, seed = 0, scale = null, held = 0, lot = 0 },
) {
  if (table.columns.every(({ values }) => values.length < 2))
    throw new Error("One row is not enough: each of the two classes needs a point.");
  const across = [
    columnNamed(table, x, "the first coordinate"),
    columnNamed(table, y, "the second coordinate"),
  ];
  const labels = columnNamed(table, label, "the label");
  const used = [...across, labels];
  const part = partOf(table);
  const words = across.find(({ kind }) => kind !== "number");
  if (words) {
    throw new Error(`Column ${oddIn(words)}; a coordinate needs numbers like 1.5.`);
  }
  if (new Set(used).size < 3)
    throw new Error("Choose three different columns for the two coordinates and the label.");
  used.forEach(refuseTwoMeanings);
  if (!(limit >= 2)) throw new Error(`At least 2 points are needed; the limit is ${limit}.`);
  const { complete, notes } = completeRows(table, used);
  const left = notes.map((note) => ` ${note}`).join("");
  const kept = { ...labels, values: complete.map((i) => labels.values[i]) };
  const { value, classes, note } = classesOf(kept, distinctValues(kept), plus, left);
  const isPlus = (i) => labels.values[i] === value;
  notes.push(note, ...used.map(({ told }) => told).filter(Boolean));
  const rows =
    complete.length > limit ? sampled(complete, isPlus, Math.floor(limit), seed) : complete;
  if (rows !== complete) {
    notes.push(
      `${rows.length} of ${complete.length} rows are taken by chance (seed ${seed}), the classes in proportion.`,
    );
  }
  const numbers = across.map(({ values }) => rows.map((i) => /** @type {number} */ (values[i])));
  const raw = rows.map((i, j) => [numbers[0][j], numbers[1][j], isPlus(i) ? 1 : -1]);
  const train = part ? [...rows.keys()].filter((j) => part.values[rows[j]] === "train") : null;
  const learned = train ?? splitData(/** @type {Point[]} */ (raw), held, lot).train;
  const spreads = across.map(({ name }, k) =>
    spreadOf(
      name,
      learned.map((j) => numbers[k][j]),
      left,
    ),
  );
  const [first, second] = spreads;
  // what this page wrote comes back as it was
  const standardise = scale ?? (!part && outOfScale(first, second));
  const scaled = standardise
    ? { centre: spreads.map((s) => s.centre), scale: spreads.map((s) => s.scale) }
    : null;
  const origin = [...notes];
  if (scaled) {
    const whom = learned.length < rows.length ? ` over the ${learned.length} learned rows` : "";
    notes.push(
      `Each coordinate is standardised, mean 0 and standard deviation 1${whom}: ${spreads.map(scaleNote).join(" and ")}.`,
    );
  }
  const coordinate = (v, k) => (scaled ? (v - scaled.centre[k]) / scaled.scale[k] : v);
  return {
    points: raw.map(([a, b, label]) => [coordinate(a, 0), coordinate(b, 1), label]),
    names: across.map(({ name }) => name),
    classes,
    scaled,
    notes,
    origin,
    rows,
    sample: rows === complete ? null : { taken: rows.length, of: complete.length },
    train,
    file: fileOf(table, used, value, complete, rows),
  };
}

/**
 * How pandas reads the same rows: its arguments, the columns (numbers in another form than the rest
 * are `spelled`), which rows without gaps are taken (null: all), and which label is +1.
 * @typedef {{ name?: string, separator: string, decimal: string, thousands: string, named: boolean,
 *   skip: number[], missing: string[], keys: (string | number)[],
 *   spelled: { key: string | number, format: Format }[], words: boolean,
 *   plus: string | number | null, rows: number[] | null }} TableFile
 */

/**
 * @param {Table} table @param {Column[]} used @param {string | number | null} plus
 * @param {number[]} complete @param {number[]} rows some of them, or all
 * @returns {TableFile}
 */
function fileOf({ separator, named, broken }, used, plus, complete, rows) {
  const place = new Map(complete.map((i, j) => [i, j]));
  const parted = used.filter(({ marks }) => marks);
  const format = parted[0]?.format ?? FORMATS[0];
  const spelled = parted.filter((one) => one.format.decimal !== format.decimal);
  return {
    separator,
    named,
    decimal: format.decimal,
    thousands: parted.some((one) => one.format.grouped && !spelled.includes(one))
      ? otherMark(format.decimal)
      : "",
    skip: broken.map((line) => line - 1),
    missing: [...new Set(used.flatMap(({ missing }) => missing))],
    keys: used.map(({ key }) => key),
    spelled: spelled.map(({ key, format: own }) => ({ key, format: own })),
    words: used[2].kind === "text",
    plus,
    rows: rows === complete ? null : rows.map((i) => /** @type {number} */ (place.get(i))),
  };
}

/**
 * Points as CSV that readTable reads back without loss; a space keeps a spreadsheet from taking a
 * name for a formula; `train` are indices, null for all.
 * @param {Point[]} points
 * @param {string[]} names
 * @param {number[] | null} train
 */
export function toCsv(points, names = ["x1", "x2"], train = null) {
  const learning = new Set(train ?? points.keys());
  const cell = (text) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = points.map(([a, b, label], i) =>
    [a, b, label, learning.has(i) ? "train" : HELD_OUT].join(),
  );
  const words = names.map((name) => (/^[=+\-@]/.test(name) ? ` ${name}` : name));
  return [[...words, "label", PART].map(cell).join(), ...rows, ""].join("\n");
}
