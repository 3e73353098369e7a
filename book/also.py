"""Right answers as others write them: each exercise's check has to take them and to name no mistake
in them, and they have to get all points (tests/test_exercises.py, tests/test_grading.py).

By hand, `ALSO`: for an exercise of each lecture two answers with loops, lists and other tools than
the solution's. By program, for every exercise:

- other names inside: all that the task does not say is called otherwise (`renamed`);
- arrays as lists, lists as arrays, both in single precision, plain numbers and truth values as
  those of NumPy, and a pair as a list or as an array (`otherwise`).
"""

import ast
import re

import numpy as np

from book.exercises import bound

# a margin to ten digits, and a threshold that lies on a score: in single precision neither is right
DOUBLE = {"ex-margins-scan", "ex-practice-cheapest"}
COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
NAMED = {ast.Name: "id", ast.arg: "arg", ast.FunctionDef: "name"}
SCOPES = ast.FunctionDef | ast.Lambda | COMPREHENSIONS
CODE = re.compile("`+([^`]+)`+")
WORD = re.compile(r"[^\W\d]\w*")


def stored(node):
    """The names that a scope binds, without those of the scopes inside it."""
    for child in ast.iter_child_nodes(node):
        if type(child) in NAMED and isinstance(getattr(child, "ctx", ast.Store()), ast.Store):
            yield getattr(child, NAMED[type(child)])
        if not isinstance(child, SCOPES):
            yield from stored(child)


class Renamed(ast.NodeTransformer):
    """Gives other names to what a scope binds, but for those to keep at the top and within."""

    def __init__(self, tree, above, within):
        self.within, self.done = within, set()
        self.other = others({*stored(tree)} - above)

    def visit(self, node):
        if node in self.done:
            return node
        if field := NAMED.get(type(node)):
            name = getattr(node, field)
            setattr(node, field, self.other.get(name, name))
        (self.enter if isinstance(node, SCOPES) else self.generic_visit)(node)
        return node

    def enter(self, node):
        around, own = self.other, {*stored(node)}
        if isinstance(node, COMPREHENSIONS):
            first = [node.generators[0].iter]
        else:
            first = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
        self.done.update(map(self.visit, first))  # read before the scope begins
        self.other = {name: around[name] for name in around.keys() - own}
        self.other |= others(own - self.within)
        self.generic_visit(node)
        self.other = around


def others(names):
    return {name: f"other_{name}" for name in names}


def renamed(exercise):
    """The solution; what it binds has another name, but for what the task's text or data name.

    An argument keeps its own only if the task has it and the check gives it by name.
    """
    tree = ast.parse(exercise.written())
    said = {*WORD.findall(" ".join(CODE.findall(exercise.task)))}
    above = said.union(*map(bound, (exercise.first, exercise.set_up)))
    named = {n.arg for n in ast.walk(ast.parse(exercise.check)) if isinstance(n, ast.keyword)}
    return ast.unparse(Renamed(tree, above, named & said).visit(tree))


def otherwise(answer, single, several=list):
    """The same answer, or a function that gives it: arrays as lists, lists as arrays.

    What a function gives back beside each other is put into `several`.
    """
    if callable(answer):
        return lambda *args, **named: otherwise(answer(*args, **named), single, several)
    if isinstance(answer, tuple):
        return several([otherwise(one, single, several) for one in answer])
    numbers = isinstance(answer, list) and {*map(type, answer)} in ({int}, {float}, {bool})
    if not numbers and not isinstance(answer, np.ndarray | float | int):
        return answer
    values = np.asarray(answer)
    if single and values.dtype == float:
        values = values.astype(np.float32)
    return values.tolist() if isinstance(answer, np.ndarray) else values[()]


ALSO = {
    "ex-margins-three-points": (
        """\
best_b = -(max(4 * 1 - 3 * 2, -99) + min(4 * 2 - 3 * 0, 4 * 1 - 3 * 1)) / 2


def two_margins(w, b, X, y):
    functional, geometric = [], []
    length = sum(c**2 for c in w) ** 0.5
    for point, label in zip(X, y):
        score = b
        for weight, coordinate in zip(w, point):
            score += weight * coordinate
        functional.append(label * score)
        geometric.append(label * score / length)
    return functional, geometric
""",
        """\
import math

scores = X @ np.array([4, -3])
best_b = -np.mean([scores[y > 0].min(), scores[y < 0].max()])


def two_margins(w, b, X, y):
    f = np.einsum("ij,j->i", X, np.asarray(w, float)) + b
    return np.multiply(f, y), f * y / math.hypot(*w)
""",
    ),
    "ex-maxmargin-canonical": (
        """\
smallest = min(label * (3 * p + 4 * q - 10) for (p, q), label in zip(X5, y5))
w_c = [3 / smallest, 4 / smallest]
b_c = -10 / smallest
plus = [3 * p + 4 * q for (p, q), label in zip(X5, y5) if label > 0]
minus = [3 * p + 4 * q for (p, q), label in zip(X5, y5) if label < 0]
b_best = -(min(plus) + max(minus)) / 2
best = (min(plus) - max(minus)) / 10
""",
        """\
w_c, b_c = (0.5, 2 / 3), -5 / 3
b_best, best = -11, 1.4
""",
    ),
    "ex-soft-kinds": (
        """\
def slack_table(w, b, X, y):
    m, xi, bars = [], [], []
    for x, label in zip(X, y):
        m.append(label * (sum(wj * xj for wj, xj in zip(w, x)) + b))
        xi.append(1 - m[-1] if m[-1] < 1 else 0.0)
        bars.append(xi[-1] / (w[0] ** 2 + w[1] ** 2) ** 0.5)
    return m, xi, bars
""",
        """\
def slack_table(w, b, X, y):
    f = np.dot(X, w) + b
    m = np.where(y == 1, f, -f)
    xi = (1 - m).clip(min=0)
    half_width = 1 / np.sqrt(w.dot(w))
    return [m, xi, half_width * xi]
""",
    ),
    "ex-descent-median": (
        """\
def slopes_of_sum(a, r):
    low = high = 0
    for number in r:
        if number < a:
            low, high = low + 1, high + 1
        elif number > a:
            low, high = low - 1, high - 1
        else:
            low, high = low - 1, high + 1
    return low, high
""",
        """\
def slopes_of_sum(a, r):
    signs = np.sign(a - np.asarray(r))
    ties = len(r) - np.count_nonzero(signs)
    return np.array([signs.sum() - ties, signs.sum() + ties])
""",
    ),
    "ex-stochastic-averages": (
        """\
from fractions import Fraction

three_means = (
    Fraction(6 + 2 + 5 + 1 + 4 + 0, 6),
    Fraction(1 + 4 + 0, 3),
    Fraction(1 * 6 + 2 * 2 + 3 * 5 + 4 * 1 + 5 * 4 + 6 * 0, 21),
)
three_means = [float(mean) for mean in three_means]


def t_weighted(iterates):
    total = weights = 0
    for t in range(len(iterates)):
        total = total + (t + 1) * iterates[t]
        weights = weights + t + 1
    return total / weights
""",
        """\
def t_weighted(iterates):
    mean, t = None, 0
    for w in iterates:
        t += 1
        step = 2 / (t + 1)
        mean = w if mean is None else (1 - step) * mean + step * np.asarray(w)
    return mean


three_means = np.array([18 / 6, np.mean(iterates[3:]), t_weighted(iterates)])
""",
    ),
    "ex-duality-kinds": (
        """\
def kinds_of(alpha, m, C):
    words = []
    for a, margin in zip(np.asarray(alpha) / C, m):
        on_it = abs(margin - 1) < 1e-6
        if a < 1e-6:
            words.append("degenerate" if on_it else "outside")
        elif a < 1 - 1e-6:
            words.append("free")
        elif on_it:
            words.append("edge")
        elif margin > 0:
            words.append("inside")
        else:
            words.append("wrong")
    return words
""",
        """\
def kinds_of(alpha, m, C):
    share = np.round(alpha / C, 6)
    kinds = np.full(len(m), "free", dtype=object)
    margin = np.isclose(m, 1, rtol=0, atol=1e-6)
    kinds[share == 0] = "outside"
    kinds[(share == 0) & margin] = "degenerate"
    kinds[share == 1] = "inside"
    kinds[(share == 1) & margin] = "edge"
    kinds[(share == 1) & (m <= 0)] = "wrong"
    return kinds
""",
    ),
    "ex-ascent-gain": (
        """\
def gain(i, j, beta, g, K, y, C):
    if g[i] <= g[j]:
        return 0
    top_i = C if y[i] == 1 else 0
    bottom_j = 0 if y[j] == 1 else -C
    longest = min(top_i - beta[i], beta[j] - bottom_j)
    if longest <= 0:
        return 0
    curvature = K[i][i] - K[i][j] - K[j][i] + K[j][j]
    slope = g[i] - g[j]
    t = longest
    if curvature * longest > slope:
        t = slope / curvature
    return slope * t - 0.5 * curvature * t * t
""",
        """\
def gain(i, j, beta, g, K, y, C):
    def D(b):
        return b @ y - b @ K @ b / 2

    bounds_low, bounds_high = np.where(y > 0, 0, -C), np.where(y > 0, C, 0)
    d = np.zeros(len(y))
    d[i] += 1
    d[j] -= 1
    bend = d @ K @ d
    best = (g @ d) / bend if bend > 0 else np.inf if g @ d > 0 else 0
    room = min(bounds_high[i] - beta[i], beta[j] - bounds_low[j])
    t = np.clip(best, 0, max(room, 0))
    return D(beta + t * d) - D(beta)
""",
    ),
    "ex-kernels-words": (
        """\
from collections import Counter


def pair_kernel(u, v):
    first = Counter(a + b for a, b in zip(u, u[1:]))
    second = Counter(a + b for a, b in zip(v, v[1:]))
    return sum(n * second[pair] for pair, n in first.items())


def cosines(us, vs):
    rows = []
    for u in us:
        row = []
        for v in vs:
            own = pair_kernel(u, u) * pair_kernel(v, v)
            row.append(pair_kernel(u, v) / own**0.5)
        rows.append(row)
    return np.array(rows)
""",
        """\
def pairs(word):
    return [word[k - 1 : k + 1] for k in range(1, len(word))]


def pair_kernel(u, v):
    return sum(pairs(v).count(pair) for pair in pairs(u))


def cosines(us, vs):
    known = sorted({pair for word in [*us, *vs] for pair in pairs(word)})

    def features(words):
        F = np.array([[pairs(w).count(p) for p in known] for w in words], float)
        return F / np.linalg.norm(F, axis=1, keepdims=True)

    return features(us) @ features(vs).T
""",
    ),
    "ex-selection-guess": (
        """\
def first_sigma(X):
    total = 0.0
    for column in np.asarray(X).T:
        total += ((column - column.mean()) ** 2).mean()
    return total**0.5
""",
        """\
def first_sigma(X):
    middle = np.mean(X, axis=0)
    return np.linalg.norm(X - middle) / np.sqrt(len(X))
""",
    ),
    "ex-multiclass-confusion": (
        """\
def report(truth, said, K):
    counts = [[0] * K for _ in range(K)]
    for t, s in zip(truth, said):
        counts[t][s] += 1
    recall = [counts[k][k] / sum(counts[k]) for k in range(K)]
    precision = [counts[k][k] / sum(row[k] for row in counts) for k in range(K)]
    mistakes = [(counts[t][s], t, s) for t in range(K) for s in range(K) if t != s]
    most = max(n for n, _, _ in mistakes)
    _, t, s = next(one for one in mistakes if one[0] == most)
    return recall, precision, [t, s]
""",
        """\
import pandas as pd


def report(truth, said, K):
    classes = range(K)
    table = pd.crosstab(truth, said).reindex(index=classes, columns=classes, fill_value=0)
    matrix = table.to_numpy().copy()
    recall = matrix.diagonal() / matrix.sum(axis=1)
    precision = matrix.diagonal() / matrix.sum(axis=0)
    np.fill_diagonal(matrix, -1)
    return recall, precision, divmod(int(matrix.argmax()), K)
""",
    ),
    "ex-probabilities-auc": (
        """\
def auc(f, y):
    won = pairs = 0
    for score, label in zip(f, y):
        if label != 1:
            continue
        for other, its_label in zip(f, y):
            if its_label == -1:
                pairs += 1
                won += 1 if score > other else 0.5 if score == other else 0
    return won / pairs
""",
        """\
from scipy.stats import rankdata


def auc(f, y):
    ranks, positive = rankdata(f), np.sum(y == 1)
    beaten = ranks[y == 1].sum() - positive * (positive + 1) / 2
    return beaten / (positive * (len(y) - positive))
""",
    ),
    "ex-practice-groups": (
        """\
from collections import Counter


def group_folds(groups, k):
    folds = [[] for _ in range(k)]
    for name, _ in Counter(groups).most_common():
        smallest = min(folds, key=len)
        smallest.extend(i for i, group in enumerate(groups) if group == name)
    everybody = set(range(len(groups)))
    return [(np.array(sorted(everybody - set(f))), np.array(sorted(f))) for f in folds]
""",
        """\
import pandas as pd


def group_folds(groups, k):
    rows, fold = [0] * k, {}
    for name, size in pd.Series(groups).value_counts().items():
        where = rows.index(min(rows))
        fold[name] = where
        rows[where] += size
    of_row = pd.Series(groups).map(fold).to_numpy()
    return [(np.nonzero(of_row != f)[0], np.nonzero(of_row == f)[0]) for f in range(k)]
""",
    ),
    "ex-regression-charge": (
        """\
def tube_charge(r, epsilon):
    charges = []
    for residual in r:
        outside = abs(residual) - epsilon
        if outside > 0:
            charges.append(outside)
        else:
            charges.append(0)
    return charges
""",
        """\
def tube_charge(r, epsilon):
    r = np.array(r, dtype=float)
    above, below = r - epsilon, -r - epsilon
    return np.where(above > 0, above, np.where(below > 0, below, 0.0))
""",
    ),
    "ex-regression-flat": (
        """\
def flat_from(y):
    return (max(y) - min(y)) / 2


def flat_biases(y, epsilon):
    lowest, highest = max(y) - epsilon, min(y) + epsilon
    return [lowest, highest] if lowest <= highest else None
""",
        """\
def flat_from(y):
    middle = (np.max(y) + np.min(y)) / 2
    return np.abs(np.asarray(y) - middle).max()


def flat_biases(y, epsilon):
    spare = epsilon - flat_from(y)
    middle = (np.max(y) + np.min(y)) / 2
    return middle + np.array([-spare, spare]) if spare >= 0 else None
""",
    ),
    "ex-scale-moments": (
        """\
def moments(blocks):
    n = 0
    for block in blocks:
        if n == 0:
            mean = np.zeros(block.shape[1])
            squares = np.zeros(block.shape[1])
        for row in block:  # Welford: one row at a time
            n += 1
            before = row - mean
            mean = mean + before / n
            squares = squares + before * (row - mean)
    return mean, np.sqrt(squares / n)
""",
        """\
def moments(blocks):
    shift = None
    for block in blocks:
        if shift is None:
            shift, n, first, second = block[0].copy(), 0, 0, 0
        moved = block - shift  # near zero, so the textbook formula is safe
        n += len(moved)
        first = first + moved.sum(axis=0)
        second = second + (moved**2).sum(axis=0)
    return [shift + first / n, (second / n - (first / n) ** 2) ** 0.5]
""",
    ),
    "ex-work-encode": (
        """\
def encode(words, y, new, m):
    overall = sum(1 for label in y if label == 1) / len(y)
    codes = []
    for word in new:
        its = [label for seen_word, label in zip(words, y) if seen_word == word]
        ones = sum(label == 1 for label in its)
        codes.append((ones + m * overall) / (len(its) + m))
    return codes
""",
        """\
import pandas as pd


def encode(words, y, new, m):
    frame = pd.DataFrame({"word": list(words), "hit": (np.array(y) + 1) / 2})
    prior = frame["hit"].mean()
    group = frame.groupby("word")["hit"].agg(["sum", "count"])
    group = group.reindex(list(new), fill_value=0)
    return ((group["sum"] + m * prior) / (group["count"] + m)).to_numpy()
""",
    ),
    "ex-work-turn": (
        """\
def turns(score, row, options):
    found = []
    for name in options:
        for value in options[name]:
            changed = dict(row)
            changed[name] = value
            if np.sign(score(changed)) != np.sign(score(row)):
                found.append([name, value])

    def change(pair):
        return abs(score({**row, pair[0]: pair[1]}) - score(row))

    return sorted(found, key=change, reverse=True)
""",
        """\
def turns(score, row, options):
    singles = [(name, value) for name, values in options.items() for value in values]
    after = [score(row | {name: value}) for name, value in singles]
    order = np.argsort(-np.abs(np.array(after) - score(row)), kind="stable")
    return [singles[k] for k in order if after[k] * score(row) < 0]
""",
    ),
}
