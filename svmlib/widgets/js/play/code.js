// Copy as Python: a script that makes the machine on the screen again, with scikit-learn or with
// svmlib. Whatever comes from a reader or from a link enters as a checked number, as an escaped
// string or as a comment without line ends: nobody shall run on his computer what somebody else
// wrote into a header.

const WIDTH = 88;

/**
 * What is on the screen.
 * @typedef {object} Shown
 * @property {Point[]} points
 * @property {number[] | null} [train] indices of the points to learn from; null for all
 * @property {Kernel} kernel
 * @property {number} C
 * @property {{ plus: number, minus: number }} [weights] what multiplies C for each class
 * @property {string[]} [names] of the two coordinates
 * @property {string} [source] where the points come from, a sentence
 * @property {boolean} [standardise] whether the machine sees standardised points
 * @property {"scikit-learn" | "svmlib"} [library]
 * @property {import("./table.js").TableFile | null} [file] to be read; null: the script holds the
 * points
 * @property {boolean} [certificate] whether multipliers, objectives and gap are wanted
 */

/** A number as Python reads it: JavaScript's shortest text that gives the same double. */
function literal(value, what) {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  throw new Error(`${what} must be a finite number to be written as Python; it is ${value}.`);
}

function positive(value, what) {
  if (value > 0) return literal(value, what);
  throw new Error(`${what} must be greater than 0; it is ${value}.`);
}

/**
 * Text on one line: no control characters, line separators or marks that reverse the direction of
 * writing.
 */
const oneLine = (text) =>
  String(text)
    .replace(/[\p{C}\p{Z}\s]+/gu, " ")
    .trim();

/** Pieces of text packed into lines of at most WIDTH characters; a longer piece is cut. */
function packed(pieces, start, glue) {
  const lines = [];
  let line = start;
  for (let piece of pieces) {
    if (line !== start && line.length + piece.length + glue.length > WIDTH) {
      lines.push(line.trimEnd());
      line = start;
    }
    piece = piece.slice(0, WIDTH - start.length - glue.length);
    line += piece + glue;
  }
  return [...lines, line.trimEnd()].join("\n");
}

const comment = (text) => packed(oneLine(text).split(" "), "# ", " ");

/** For each kernel: its formula, parameters, and how the libraries call it. */
const SCRIPTS = {
  linear: () => ({
    formula: "x·z",
    set: [],
    svc: 'kernel="linear"',
    imported: "Linear",
    made: "Linear()",
  }),
  polynomial: ({ degree }) => ({
    formula: "(x·z + 1)^degree",
    set: [["degree", whole(degree)]],
    svc: 'kernel="poly", degree=degree, gamma=1, coef0=1',
    imported: "Polynomial",
    made: "Polynomial(degree)",
  }),
  rbf: ({ sigma }) => ({
    formula: "exp(-‖x - z‖² / (2σ²))",
    set: [["sigma", positive(sigma, "σ")]],
    svc: 'kernel="rbf", gamma=1 / (2 * sigma**2)',
    imported: "RBF",
    made: "RBF(sigma)",
  }),
  "ornstein-uhlenbeck": ({ length }) => ({
    formula: "exp(-‖x - z‖ / length)",
    set: [["length", positive(length, "The length of the kernel")]],
    svc: "kernel=kernel",
    imported: "OrnsteinUhlenbeck",
    made: "OrnsteinUhlenbeck(length)",
    before: [
      "",
      "def kernel(A, B):",
      "    return np.exp(-np.linalg.norm(A[:, None] - B[None], axis=2) / length)",
      "",
      "",
    ],
  }),
};

function oneOf(what, name, names) {
  if (!names.includes(name))
    throw new Error(`The ${what} must be one of ${names.join(", ")}; it is ${name}.`);
}

function whole(degree) {
  if (Number.isInteger(degree) && degree >= 1) return String(degree);
  throw new Error(`The degree must be a whole number from 1 on; it is ${degree}.`);
}

/** A text as Python reads it, without a sign that nobody sees. */
const quoted = (text) =>
  JSON.stringify(text).replace(
    /(?! )[\p{C}\p{Z}]/gu,
    (sign) => `\\U${(sign.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`,
  );
const keyOf = (key) => (typeof key === "number" ? literal(key, "") : quoted(key));
const listOf = (items) => `[${items.join(", ")}]`;

/** An array of whole numbers. */
const arrayOf = (numbers) =>
  numbers.length
    ? `np.array([\n${packed(
        numbers.map((i) => `${literal(i, "A row")},`),
        "    ",
        " ",
      )}\n])`
    : "np.array([], int)";

/** The rows that the script holds. */
const pointLines = (/** @type {Point[]} */ points) => {
  const rows = points.map((point, i) => {
    const values = [0, 1, 2].map((k) => literal(point[k], `Number ${k + 1} of point ${i + 1}`));
    return `[${values.join(", ")}],`;
  });
  return [`data = np.array([\n${packed(rows, "    ", " ")}\n])`, "X, y = data[:, :2], data[:, 2]"];
};

// what pandas takes for a gap by itself
const GAPS =
  "|#N/A|#N/A N/A|#NA|-1.#IND|-1.#QNAN|-NaN|-nan|1.#IND|1.#QNAN|<NA>|N/A|NA|NULL|NaN|None|n/a|nan|null".split(
    "|",
  );

/** The lines that read the same rows from a file. */
function fileLines(/** @type {import("./table.js").TableFile} */ file, points) {
  const { separator, decimal, thousands, named, skip, missing, words, plus } = file;
  const keys = file.keys.map(keyOf);
  const gaps = missing.filter((cell) => !GAPS.includes(cell));
  const how = [
    quoted(file.name ?? "your-file.csv"),
    separator === " " ? 'sep=r"\\s+"' : `sep=${quoted(separator)}`,
    decimal !== "." && `decimal=${quoted(decimal)}`,
    thousands && `thousands=${quoted(thousands)}`,
    !named && "header=None",
    skip.length && `skiprows=${listOf(skip.map((line) => literal(line, "A line")))}`,
    gaps.length && `na_values=${listOf(gaps.map(quoted))}`,
    words && `dtype={${keys[2]}: str}`,
    separator !== " " && "skipinitialspace=True",
  ].filter(Boolean);
  const up = points.filter((point) => point[2] > 0).length;
  return [
    `table = pd.read_csv(\n${how.map((one) => `    ${one},`).join("\n")}\n)`,
    `x1, x2, label = ${keys.join(", ")}`,
    "table = table[[x1, x2, label]].dropna()",
    ...(file.rows ? [`table = table.iloc[${arrayOf(file.rows)}]  # a sample`] : []),
    "X = table[[x1, x2]].to_numpy(float)",
    `y = np.where(table[label] == ${keyOf(plus)}, 1, -1)`,
    `assert (len(y), sum(y > 0)) == (${points.length}, ${up}), "these are not the rows of the page"`,
  ];
}

function checkShown({ points, train, names, weights }) {
  const learning = train ?? [...points.keys()];
  if (
    !learning.every((i) => Number.isInteger(i) && i >= 0 && i < points.length) ||
    new Set(learning).size < learning.length
  ) {
    throw new Error(
      `The points to learn from must be different whole numbers from 0 to ${points.length - 1}.`,
    );
  }
  for (const label of [-1, 1]) {
    if (learning.some((i) => points[i][2] === label)) continue;
    throw new Error(`No point to learn from has the class ${label}; a machine needs both.`);
  }
  if (points.some((p) => p[2] !== 1 && p[2] !== -1))
    throw new Error("The class of each point must be 1 or -1.");
  if (names.length !== 2) throw new Error("Two names are needed, one for each coordinate.");
  positive(weights.plus, "The weight of the class 1");
  positive(weights.minus, "The weight of the class -1");
}

const PIPELINE = [
  "from sklearn.pipeline import make_pipeline",
  "from sklearn.preprocessing import StandardScaler",
];

/** The machine learns, behind a scaler that learns from the same points. */
const fitLines = (/** @type {boolean} */ standardise) => [
  standardise ? "machine = make_pipeline(StandardScaler(), svm)" : "machine = svm",
  "machine.fit(X[train], y[train])",
];

/** The lines that make the machine and its multipliers, and what to import for them. */
function machineLines(script, weights, library, standardise, certificate) {
  const equal = weights.plus === 1 && weights.minus === 1;
  const weighted = equal ? "" : ", class_weight=weights";
  const own = library === "svmlib";
  const made = own
    ? [`svm = KernelSVM(C=C, kernel=${script.made}${weighted})`]
    : [
        ...(script.before ?? []),
        "# SVC keeps 7 digits of kernel values, so it may not reach tol: the gap is what counts",
        `svm = SVC(C=C, ${script.svc}${weighted},`,
        "          tol=1e-8, max_iter=10**6)",
      ];
  const multipliers = own
    ? ["alpha, b = svm.alpha_, svm.intercept_[0]"]
    : [
        "alpha, b = np.zeros(len(train)), svm.intercept_[0]",
        "alpha[svm.support_] = np.abs(svm.dual_coef_[0])",
      ];
  return {
    imports: [
      ...(standardise ? PIPELINE : []),
      ...(own
        ? ["", "from svmlib import KernelSVM", `from svmlib.kernels import ${script.imported}`]
        : ["from sklearn.svm import SVC"]),
    ],
    lines: [
      ...made,
      ...fitLines(standardise),
      ...(certificate ? multipliers : ["b = svm.intercept_[0]"]),
    ],
  };
}

/** Errors and certificate, the same for both libraries, and what is printed. */
const ERROR_LINES = [
  "f = machine.decision_function(X)",
  "wrong = y * f <= 0",
  "train_errors, test_errors = int(wrong[train].sum()), int(wrong[test].sum())",
  "",
];
const CERTIFICATE_LINES = [
  "# the certificate: no machine has an objective below dual, this one has primal",
  "squared_norm = alpha * y[train] @ (f[train] - b)  # ‖w‖², since f - b = K (alpha * y)",
  "slack = np.maximum(0, 1 - y[train] * f[train])",
  "primal = squared_norm / 2 + bound @ slack",
  "dual = alpha.sum() - squared_norm / 2",
  "gap = (primal - dual) / primal",
  "",
  "# others may give the same f: of equal points only the sum of alpha counts, for instance",
  "for i in np.flatnonzero(alpha):",
  '    print(f"point {train[i]}: alpha = {alpha[i]:.6g}")',
  'print(f"primal {primal:.10g}, dual {dual:.10g}, relative gap {gap:.1e}")',
];
const PRINT_LINES = [
  'print(f"b = {b:.6g}")',
  'print(f"errors: {train_errors} of {len(train)}, held out {test_errors} of {len(test)}")',
];

/**
 * A Python script that makes what is shown again. It ends with the variables b, train_errors and
 * test_errors, and for a certificate with alpha (in the order of `train`), primal, dual and gap.
 * @param {Shown} shown
 * @returns {string}
 */
export function pythonCode({
  points,
  train = null,
  kernel,
  C,
  weights = { plus: 1, minus: 1 },
  names = ["x1", "x2"],
  source = "",
  standardise = false,
  library = "scikit-learn",
  file = null,
  certificate = true,
}) {
  checkShown({ points, train, names, weights });
  oneOf("kernel", kernel.name, Object.keys(SCRIPTS));
  oneOf("library", library, ["scikit-learn", "svmlib"]);
  const script = SCRIPTS[kernel.name](kernel);
  const { imports, lines } = machineLines(script, weights, library, standardise, certificate);
  const equal = weights.plus === 1 && weights.minus === 1;
  const learning = new Set(train ?? points.keys());
  const out = [...points.keys()].filter((i) => !learning.has(i));
  const where = source ? `; ${source}` : "";
  return [
    "import numpy as np",
    ...(file ? ["import pandas as pd"] : []),
    ...imports,
    "",
    comment(`one point in each row: ${names.join(", ")}, class 1 or -1${where}`),
    ...(file ? fileLines(file, points) : pointLines(points)),
    `test = ${arrayOf(out)}  # held out on the page, counted from 0`,
    "train = np.setdiff1d(np.arange(len(X)), test)",
    "",
    `# minimises ‖w‖²/2 + C Σ slack with the kernel k(x, z) = ${script.formula}`,
    `C = ${positive(C, "C")}`,
    ...script.set.map(([name, value]) => `${name} = ${value}`),
    ...(equal
      ? []
      : [
          `weights = {-1: ${literal(weights.minus, "")}, 1: ${literal(weights.plus, "")}}  # of the classes`,
        ]),
    ...(!certificate
      ? []
      : equal
        ? ["bound = np.full(len(train), C)  # of each alpha"]
        : ["bound = C * np.where(y[train] > 0, weights[1], weights[-1])  # of each alpha"]),
    "",
    ...lines,
    ...ERROR_LINES,
    ...(certificate ? CERTIFICATE_LINES : []),
    ...PRINT_LINES,
    ...(standardise ? ['print(f"a new row, say {X[0]}: {machine.predict(X[:1])[0]:+.0f}")'] : []),
    "",
  ].join("\n");
}
