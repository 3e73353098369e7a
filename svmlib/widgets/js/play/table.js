// One's own data: text from a file or the clipboard becomes columns, columns become points. What
// cannot be read is named by its line; sentences tell what was done to the numbers.
import { dealt, FEWEST_TO_SPLIT, splitData } from "./data.js";

/** @typedef {"." | ","} Decimal the sign before decimals; the other one stands between thousands */
/**
 * null: no value; `key`: what pandas calls the column; `missing`: cells without a value; `marks`:
 * some numbers have a point or a comma; `grouped`: a number with a sign between thousands;
 * `unclear`: one that would be another if that sign were before decimals.
 * @typedef {{ name: string, kind: "number" | "text", values: (number | string | null)[],
 *   key: string | number, missing: string[], marks: boolean, grouped: string,
 *   unclear: string }} Column
 */
/**
 * @typedef {object} Table
 * @property {string[]} header
 * @property {Column[]} columns
 * @property {number} rows how many rows the columns have
 * @property {number[]} lines the line of each row in the text
 * @property {number[]} broken lines of rows that are left out because they have more or fewer cells
 * @property {string} separator
 * @property {Decimal} decimal
 * @property {boolean} open whether no number says which sign is before decimals, and nobody has
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

/** @type {Decimal[]} */
const DECIMALS = [".", ","];
// no part of a pattern can match in two ways, or a long cell would take for ever
const NUMBER = {
  ".": /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i,
  ",": /^[+-]?(?:\d+(?:,\d+)?|,\d+)(?:e[+-]?\d+)?$/i,
};
const GROUPED = {
  ".": /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/,
  ",": /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/,
};
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

/**
 * Text split into rows of cells. A quoted cell may hold separators, line ends and "" for one
 * quotation mark.
 */
function rowsOf(text, separator) {
  const blank = separator === "\t" ? " \u00a0" : " \u00a0\t";
  const apart = separator === " " ? blank : separator;
  const quoted = '"([^"]*(?:""[^"]*)*)("?)';
  const bare = `([^${apart}\\r\\n]*)`;
  const cell = new RegExp(`[${blank}]*(?:${quoted})?${bare}([${apart}]|\\r\\n|\\r|\\n|$)`, "y");
  const rows = [];
  let line = 1;
  let unclosed = 0;
  for (let more = true; more; line++) {
    const row = { line, cells: /** @type {string[]} */ ([]) };
    for (let over = false; !over;) {
      const found = /** @type {RegExpExecArray} */ (cell.exec(text));
      const [, inside, close, rest, end] = found;
      if (inside !== undefined && !close) unclosed ||= line;
      line += (inside ?? "").split(/\r\n|\r|\n/).length - 1;
      over = !end || /[\r\n]/.test(end);
      more = Boolean(end);
      // blanks at the end of a line are no cell
      if (separator !== " " || !over || rest || inside !== undefined)
        row.cells.push((inside ?? "").replaceAll('""', '"') + rest.trim());
    }
    if (row.cells.some((words) => words !== "")) rows.push(row);
  }
  return { rows, unclosed };
}

const asTyped = (cell) => cell.trim().replace(/[−–]/g, "-");
const otherMark = (/** @type {Decimal} */ decimal) => (decimal === "," ? "." : ",");
const isGrouped = (cell, decimal) => GROUPED[decimal].test(asTyped(cell));

/** The number in a cell, or NaN. @param {string} cell @param {Decimal} decimal */
function numberIn(cell, decimal) {
  const text = asTyped(cell);
  const apart = isGrouped(text, decimal);
  if (!apart && !NUMBER[decimal].test(text)) return NaN;
  const value = Number((apart ? text.replaceAll(otherMark(decimal), "") : text).replace(",", "."));
  return Number.isFinite(value) ? value : NaN;
}

const isNumber = (cell, decimal) => !Number.isNaN(numberIn(cell, decimal));
const isSomeNumber = (cell) => DECIMALS.some((decimal) => isNumber(cell, decimal));
const hasMark = (cell) => /[.,]/.test(cell);

/** A number by either sign, but not the same. */
const hasTwoMeanings = (cell) =>
  hasMark(cell) &&
  DECIMALS.every((decimal) => isNumber(cell, decimal)) &&
  numberIn(cell, ".") !== numberIn(cell, ",");

/** A number, but none that a machine can use. */
function isEndless(cell) {
  const text = asTyped(cell);
  return NO_END.test(text) || (NUMBER["."].test(text.replace(",", ".")) && !isSomeNumber(cell));
}

/**
 * The sign before decimals: the one by which more cells are numbers. Where 1,088 is either 1.088 or
 * 1088, nobody but the reader knows (`open`), unless all have three decimals in the usual way.
 * @returns {{ decimal: Decimal, open: boolean }}
 */
function decimalOf(rows) {
  const cells = rows.flatMap((row) => row.cells);
  const [point, comma] = DECIMALS.map(
    (decimal) => cells.filter((cell) => hasMark(cell) && isNumber(cell, decimal)).length,
  );
  if (point !== comma) return { decimal: comma > point ? "," : ".", open: false };
  const columns = rows[0]?.cells.map((_, c) => rows.map((row) => row.cells[c] ?? "")) ?? [];
  const open = columns.some(
    (column) =>
      column.some(hasTwoMeanings) &&
      column.some(
        (cell) => /^[+-]?\d+$/.test(asTyped(cell)) || (hasTwoMeanings(cell) && /,/.test(cell)),
      ),
  );
  return { decimal: ".", open };
}

/** The most frequent number of cells in a row. */
function usualWidth(rows) {
  const counts = new Map();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return Math.max(0, ...[...counts.keys()].filter((width) => counts.get(width) === most));
}

/**
 * A column is one of words unless at most every tenth of its cells, but one is always pardoned, is
 * no number: that is a slip to be named rather than a word to be respected. What is too large is no
 * number, but no word either.
 * @param {string[]} cells @param {Decimal} decimal
 */
function holdsWords(cells, decimal) {
  const present = cells.filter((cell) => !NO_NUMBER.test(cell) && !isEndless(cell));
  const good = present.filter((cell) => isNumber(cell, decimal)).length;
  const bad = present.length - good;
  return !good || bad > Math.max(1, present.length / 10) || 3 * bad > present.length;
}

/** Which columns hold numbers; none where there is no row. */
const measuring = (rows, decimal) =>
  [...(rows[0]?.cells.keys() ?? [])].filter(
    (c) =>
      !holdsWords(
        rows.map(({ cells }) => cells[c]),
        decimal,
      ),
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
    const body = fitting.length > 1 ? fitting.slice(1) : fitting;
    const numbers = Math.min(2, measuring(body, decimalOf(fitting).decimal).length);
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

/** One column with its values; cells that should be numbers and are not are added to `slips`. */
function columnOf(name, rows, c, decimal, slips) {
  const cells = rows.map((row) => row.cells[c]);
  const words = holdsWords(cells, decimal);
  const missing = new Set();
  const values = cells.map((text, i) => {
    const value = words ? text : numberIn(text, decimal);
    if (words ? !NO_VALUE.test(text) : !Number.isNaN(value)) return value;
    missing.add(text);
    if (!words && !NO_NUMBER.test(text))
      slips.push(
        `Line ${rows[i].line}, column ${quote(name)}: ${quote(text)} is not a number that can be used. Write it like 1${decimal}5.`,
      );
    return null;
  });
  const first = (/** @type {(cell: string) => boolean} */ such) =>
    words ? "" : (cells.find(such) ?? "");
  return {
    name,
    kind: /** @type {Column["kind"]} */ (words ? "text" : "number"),
    values,
    missing: [...missing],
    marks: Boolean(first(hasMark)),
    grouped: first((cell) => isGrouped(cell, decimal)),
    unclear: first(hasTwoMeanings),
  };
}

function refuseWhatIsNoText(text) {
  if (typeof text !== "string" || !text.trim())
    throw new Error("There is nothing to read. Paste rows such as “1.5, 2.0, yes”.");
  if (text.length > MOST_TEXT)
    throw new Error(
      `The text is longer than ${MOST_TEXT / 1e6} million characters. Keep some thousand rows.`,
    );
  if (text.split(/[\n\r]/).some((line) => line.length > LONGEST_LINE))
    throw new Error(
      `A line is longer than ${LONGEST_LINE} characters. Put each row into a line of its own.`,
    );
  if (text.includes("\0"))
    throw new Error("This file is not plain text. Save the sheet as CSV (UTF-8) and take that.");
}

/**
 * Read CSV, TSV and their like: separator, decimal sign and header are found out. Rows with too few
 * or too many cells are left out and named; a cell without value is null.
 * @param {string} text
 * @param {Decimal | ""} [chosen] the decimal sign, where the reader has said it
 * @returns {Table}
 */
export function readTable(text, chosen = "") {
  refuseWhatIsNoText(text);
  const bare = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(bare);
  if (!separator)
    throw new Error(
      "Only one column is found. Put commas, semicolons, tabs or spaces between the cells of a row.",
    );
  const { rows, unclosed } = rowsOf(bare, separator);
  const most = rows.reduce((width, { cells }) => Math.max(width, cells.length), 0);
  if (most > MOST_COLUMNS)
    throw new Error(`A row has ${most} cells. Keep ${MOST_COLUMNS} columns at most.`);
  if (unclosed)
    throw new Error(
      `The quotation mark opened in line ${unclosed} is never closed. Add one, or leave it out.`,
    );
  const guessed = decimalOf(rows);
  const decimal = chosen || guessed.decimal;
  const { width, named, body, names } = headed(rows, decimal);
  const odd = rows.filter(({ cells }) => cells.length !== width);
  const slips = [];
  const columns = distinctNames(names)
    .map((name, c) => ({
      ...columnOf(name, body, c, decimal, slips),
      key: named ? pandasName(names, c) : c,
    }))
    .filter(({ values }, c) => names[c].trim() || values.some((value) => value !== null));
  const ragged = odd.map(
    ({ line, cells }) =>
      `Line ${line} has ${cells.length === 1 ? "1 cell" : `${cells.length} cells`}, the others have ${width}. It is left out. ` +
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
    ...{ separator, decimal, named, open: guessed.open && !chosen },
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
export function distinctValues({ values, kind }, most = Infinity) {
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

/** What is read in one of two ways, or an Error where nobody knows in which. */
function readAs({ name, grouped, unclear }, { decimal, open }) {
  if (open && unclear) {
    const [one, other] = DECIMALS.map((sign) => plain(numberIn(unclear, sign)));
    throw new Error(
      `Column ${quote(name)}: ${quote(unclear)} may be ${one} or ${other}. Choose the sign before decimals.`,
    );
  }
  const cell = unclear || grouped;
  const read = plain(numberIn(cell, decimal));
  return cell ? [`Column ${quote(name)}: ${quote(cell)} is read as ${read}.`] : [];
}

/** What is wrong with a column that should hold numbers. @param {Column} column */
function oddIn({ name, values }) {
  const texts = values.filter((v) => v !== null).map(String);
  const odd = texts.find((text) => !isSomeNumber(text));
  if (!texts.length || odd !== undefined)
    return `${quote(name)} holds ${odd === undefined ? "no value" : `words such as ${quote(odd)}`}`;
  const sign = DECIMALS.find((one) => isNumber(texts[0], one));
  const other = texts.find((text) => sign && !isNumber(text, sign));
  return `${quote(name)} holds ${quote(texts[0])} beside ${quote(String(other))}`;
}

function columnNamed({ columns, header }, name, role) {
  const column = columns.find((one) => one.name === name);
  if (column) return column;
  const words = columns.filter(({ kind }) => kind === "text").map(oddIn);
  const why = words.length ? `; ${listed(words)}` : "";
  throw new Error(
    `There is no column for ${role}. The table has ${listed(header.map(quote))}${why}.`,
  );
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
      `Column ${name} has ${values.length ? `one class only, ${quote(texts[0])}` : "no value"}. A machine needs two.${left}`,
    );
  }
  const chosen = plus === null ? -1 : texts.indexOf(String(plus));
  const two = values.length === 2;
  if (!two && chosen < 0) {
    const cure =
      values.length > 10
        ? "choose a column with two classes."
        : "choose the class to compare with all others.";
    throw new Error(
      `Column ${name} has ${values.length} different values, ${listed(texts.map(quote))}; ${cure}`,
    );
  }
  const up = chosen < 0 ? 1 : chosen;
  const others = texts.filter((_, k) => k !== up);
  const against = two
    ? `−1 is ${quote(others[0])}`
    : `−1 are all the others, ${listed(others.map(quote))}`;
  return {
    value: values[up],
    classes: { minus: two ? others[0] : `not ${texts[up]}`, plus: texts[up] },
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

/** Ends, mean and standard deviation of some values, of any size. @param {number[]} values */
function spreadOf(values) {
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  const range = high - low;
  const parts = values.map((value) => (range ? (value - low) / range : 0));
  const mean = parts.reduce((a, b) => a + b) / values.length;
  const variance = parts.reduce((sum, part) => sum + (part - mean) ** 2, 0) / values.length;
  return { low, high, centre: low + range * mean, scale: range * Math.sqrt(variance) };
}

/** No coordinate may be constant or out of reach. */
function refuseOutOfReach(name, { low, high }, left) {
  const size = Math.max(-low, high);
  const range = high - low;
  if (range === 0)
    throw new Error(
      `Column ${quote(name)} is constant, always ${brief(low)}; choose another.${left}`,
    );
  if (!(size < 1e100 && range > 1e-100 && range > 1e-12 * size))
    throw new Error(
      `Column ${quote(name)} goes from ${brief(low)} to ${brief(high)}: too far, or not far enough. Change its unit.`,
    );
}

/** Of both coordinates of points. */
const spreadsOf = (/** @type {Point[]} */ points) =>
  [0, 1].map((k) => spreadOf(points.map((point) => point[k])));

/**
 * By what a machine standardises points: of those learned from the mean becomes 0 and the deviation
 * 1, unless they are all the same.
 * @param {Point[]} learned @returns {Scaling}
 */
export function scalingOf(learned) {
  const spreads = spreadsOf(learned);
  return { centre: spreads.map((s) => s.centre), scale: spreads.map((s) => s.scale || 1) };
}

/** Where the machine sees a point. @param {Point} point @param {Scaling | null} scaled */
export const seenAt = ([x, y, label], scaled) =>
  scaled
    ? [(x - scaled.centre[0]) / scaled.scale[0], (y - scaled.centre[1]) / scaled.scale[1], label]
    : [x, y, label];

/** Kernels and C are at home where coordinates have a spread of about 1. */
const outOfScale = (spreads) =>
  Math.abs(Math.log2(spreads[0].scale / spreads[1].scale)) > 2 ||
  spreads.some(
    ({ low, high, scale }) => scale < 0.25 || scale > 4 || Math.max(-low, high) > 20 * scale,
  );

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
 * @param {number} [choice.held] share of the rows held out, of which standardising knows nothing
 * @param {number} [choice.lot] of the rows held out
 */
export function choosePoints(
  table,
  { x, y, label, plus = null, limit = 500, seed = 0, held = 0, lot = 0 },
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
    throw new Error(`Column ${oddIn(words)}. A coordinate needs numbers like 1.5.`);
  }
  if (new Set(used).size < 3)
    throw new Error("Choose three different columns for the two coordinates and the label.");
  const told = used.flatMap((column) => readAs(column, table));
  const { complete, notes } = completeRows(table, used);
  const left = notes.map((note) => ` ${note}`).join("");
  const kept = { ...labels, values: complete.map((i) => labels.values[i]) };
  const { value, classes, note } = classesOf(kept, distinctValues(kept), plus, left);
  const isPlus = (i) => labels.values[i] === value;
  notes.push(note, ...told);
  const all = complete.map((i) => [...across.map(({ values }) => values[i]), isPlus(i) ? 1 : -1]);
  const share = complete.length > limit ? 1 - (limit - 1) / complete.length : 0;
  const taken = splitData(/** @type {Point[]} */ (all), share, seed).train;
  const rows = taken.map((j) => complete[j]);
  const raw = taken.map((j) => /** @type {Point} */ (all[j]));
  if (share)
    notes.push(
      `${rows.length} of ${complete.length} rows are taken by chance (seed ${seed}), the classes in proportion.`,
    );
  const heldOut = (/** @type {number} */ j) => part?.values[rows[j]] === HELD_OUT;
  const points = part
    ? raw.map((point, j) => (heldOut(j) ? [...point, 1] : point))
    : dealt(raw, { held, lot });
  if (held && !part && raw.length < FEWEST_TO_SPLIT)
    notes.push(`None of fewer than ${FEWEST_TO_SPLIT} points is held out.`);
  const learned = points.filter((point) => !point[3]);
  const spreads = spreadsOf(learned);
  across.forEach(({ name }, k) => refuseOutOfReach(name, spreads[k], left));
  // what this page wrote comes back as it was
  const standardise = !part && outOfScale(spreads);
  const origin = [...notes];
  if (standardise) {
    const whom = learned.length < rows.length ? ` over the ${learned.length} learned rows` : "";
    const how = spreads.map(({ centre, scale }, k) => {
      const moved = centre < 0 ? `+ ${brief(-centre)}` : `− ${brief(centre)}`;
      return `(${across[k].name} ${moved}) / ${brief(scale)}`;
    });
    notes.push(
      `Each coordinate is standardised, mean 0 and standard deviation 1${whom}: ${how.join(" and ")}.`,
    );
  }
  return {
    points,
    names: across.map(({ name }) => name),
    classes,
    standardise,
    notes,
    origin,
    rows,
    sample: share ? { taken: rows.length, of: complete.length } : null,
    file: { ...fileOf(table, used), plus: value, rows: share ? taken : null },
  };
}

/**
 * How pandas reads the same rows: its arguments, the columns, which rows without gaps are taken
 * (null: all), and which label is +1.
 * @typedef {{ name?: string, separator: string, decimal: string, thousands: string, named: boolean,
 *   skip: number[], missing: string[], keys: (string | number)[], words: boolean,
 *   plus: string | number | null, rows: number[] | null }} TableFile
 */

/** What of it follows from the columns. @param {Table} table @param {Column[]} used */
const fileOf = ({ separator, decimal, named, broken }, used) => ({
  separator,
  named,
  decimal: used.some(({ marks }) => marks) ? decimal : ".",
  thousands: used.some(({ grouped }) => grouped) ? otherMark(decimal) : "",
  skip: broken.map((line) => line - 1),
  missing: [...new Set(used.flatMap(({ missing }) => missing))],
  keys: used.map(({ key }) => key),
  words: used[2].kind === "text",
});

/**
 * Points as CSV that readTable reads back without loss; a space keeps a spreadsheet from taking a
 * name for a formula.
 * @param {Point[]} points
 * @param {string[]} names
 */
export function toCsv(points, names = ["x1", "x2"]) {
  const cell = (text) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = points.map(([a, b, label, held]) => [a, b, label, held ? HELD_OUT : "train"].join());
  const words = names.map((name) => (/^[=+\-@]/.test(name) ? ` ${name}` : name));
  return [[...words, "label", PART].map(cell).join(), ...rows, ""].join("\n");
}
