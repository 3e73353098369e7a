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
  throw new Error(`${what} must be a finite number to be written as Python. It is ${value}.`);
}

function positive(value, what) {
  if (value > 0) return literal(value, what);
  throw new Error(`${what} must be greater than 0. It is ${value}.`);
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

/** For each kernel: its formula, its parameter, and how the libraries call it. */
const SCRIPTS = {
  linear: { formula: "x·z", svc: 'kernel="linear"', made: "Linear()" },
  polynomial: {
    ...{ formula: "(x·z + 1)^degree", parameter: "degree" },
    svc: 'kernel="poly", degree=degree, gamma=1, coef0=1',
    made: "Polynomial(degree)",
  },
  rbf: {
    ...{ formula: "exp(-‖x - z‖² / (2σ²))", parameter: "sigma" },
    svc: 'kernel="rbf", gamma=1 / (2 * sigma**2)',
    made: "RBF(sigma)",
  },
  "ornstein-uhlenbeck": {
    ...{ formula: "exp(-‖x - z‖ / length)", parameter: "length" },
    svc: "kernel=kernel",
    made: "OrnsteinUhlenbeck(length)",
    before: `
def kernel(A, B):
    return np.exp(-np.linalg.norm(A[:, None] - B[None], axis=2) / length)


`,
  },
};

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

/** The machine and its multipliers, by each library. */
const LIBRARIES = {
  svmlib: ({ made }, weighted) => ({
    imports: `
from svmlib import KernelSVM
from svmlib.kernels import ${made.split("(")[0]}`,
    machine: `svm = KernelSVM(C=C, kernel=${made}${weighted})`,
    multipliers: "alpha, b = svm.alpha_, svm.intercept_[0]",
  }),
  "scikit-learn": ({ svc, before = "" }, weighted) => ({
    imports: "from sklearn.svm import SVC",
    machine: `${before}# SVC keeps 7 digits of kernel values, so it may not reach tol: the gap is what counts
svm = SVC(C=C, ${svc}${weighted},
          tol=1e-8, max_iter=10**6)`,
    multipliers: `alpha, b = np.zeros(len(train)), svm.intercept_[0]
alpha[svm.support_] = np.abs(svm.dual_coef_[0])`,
  }),
};
const PIPELINE = `from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler`;
const ERRORS = `f = machine.decision_function(X)
wrong = y * f <= 0
train_errors, test_errors = int(wrong[train].sum()), int(wrong[test].sum())
`;
const CERTIFICATE = `# the certificate: no machine has an objective below dual, this one has primal
squared_norm = alpha * y[train] @ (f[train] - b)  # ‖w‖², since f - b = K (alpha * y)
slack = np.maximum(0, 1 - y[train] * f[train])
primal = squared_norm / 2 + bound @ slack
dual = alpha.sum() - squared_norm / 2
gap = (primal - dual) / primal

# others may give the same f: of equal points only the sum of alpha counts, for instance
for i in np.flatnonzero(alpha):
    print(f"point {train[i]}: alpha = {alpha[i]:.6g}")
print(f"primal {primal:.10g}, dual {dual:.10g}, relative gap {gap:.1e}")`;
const PRINTED = `print(f"b = {b:.6g}")
print(f"errors: {train_errors} of {len(train)}, held out {test_errors} of {len(test)}")`;
const NEW_ROW = `print(f"a new row, say {X[0]}: {machine.predict(X[:1])[0]:+.0f}")`;

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
  if (!Object.hasOwn(SCRIPTS, kernel.name))
    throw new Error(`The kernel must be one of ${Object.keys(SCRIPTS).join(", ")}.`);
  const learning = new Set(train ?? points.keys());
  for (const label of [-1, 1]) {
    if ([...learning].some((i) => points[i][2] === label)) continue;
    throw new Error(`No point to learn from has the class ${label}. A machine needs both.`);
  }
  const script = SCRIPTS[kernel.name];
  const { parameter } = script;
  const equal = weights.plus === 1 && weights.minus === 1;
  const { imports, machine, multipliers } = LIBRARIES[library](
    script,
    equal ? "" : ", class_weight=weights",
  );
  const out = [...points.keys()].filter((i) => !learning.has(i));
  const [minus, plus] = ["minus", "plus"].map((one) => positive(weights[one], "A weight"));
  const bound = equal
    ? "bound = np.full(len(train), C)  # of each alpha"
    : "bound = C * np.where(y[train] > 0, weights[1], weights[-1])  # of each alpha";
  const lines = [
    "import numpy as np",
    file && "import pandas as pd",
    standardise && PIPELINE,
    imports,
    "",
    comment(`one point in each row: ${names.join(", ")}, class 1 or -1${source && `; ${source}`}`),
    ...(file ? fileLines(file, points) : pointLines(points)),
    `test = ${arrayOf(out)}  # held out on the page, counted from 0`,
    "train = np.setdiff1d(np.arange(len(X)), test)",
    "",
    `# minimises ‖w‖²/2 + C Σ slack with the kernel k(x, z) = ${script.formula}`,
    `C = ${positive(C, "C")}`,
    parameter && `${parameter} = ${positive(kernel[parameter], `The ${parameter}`)}`,
    !equal && `weights = {-1: ${minus}, 1: ${plus}}  # of the classes`,
    certificate && bound,
    "",
    machine,
    // a scaler learns from the same points
    standardise ? "machine = make_pipeline(StandardScaler(), svm)" : "machine = svm",
    "machine.fit(X[train], y[train])",
    certificate ? multipliers : "b = svm.intercept_[0]",
    ERRORS,
    certificate && CERTIFICATE,
    PRINTED,
    standardise && NEW_ROW,
    "",
  ];
  return lines.filter((line) => typeof line === "string").join("\n");
}
