"""Draw the opening pictures of the lectures, book/images/openings/NN.svg: `make cover`.

Each function draws one. Its docstring is the alternative text, and gives no answer away.
"""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression, Perceptron, RidgeClassifier
from sklearn.model_selection import cross_val_predict

from book.images import make_cover
from svmlib import datasets, descent, dual, estimators, kernels, plots
from svmlib.plots import maps, regression, scenes, style

WIDTH, HEIGHT = 736, 270  # pixels, 100 of them an inch
# all pictures have the same weights, which you still see on a card a third as wide
LINE, THIN = 2.6, 1.4
MARK = {"s": 74, "linewidths": 1, "zorder": 3}
KERB = {"color": style.INK, "linestyle": (0, (4, 2.4)), "linewidth": 1.8}
WALK = {"color": style.INK, "linewidth": LINE, "marker": "o", "markersize": 8}
QUESTION = {"s": "?", "fontsize": 30, "weight": "bold", "ha": "center", "va": "center"}


def canvas(columns=1, gap=16):
    """Make axes without frames side by side, which fill the picture but for gaps in pixels."""
    plt.figure(figsize=(WIDTH / 100, HEIGHT / 100), layout="none", facecolor="none")
    step = (WIDTH + gap) / columns / WIDTH
    axes = [plt.axes([k * step, 0, step - gap / WIDTH, 1]) for k in range(columns)]
    for ax in axes:
        ax.set_axis_off()
    return axes


def view(ax, X, pad=18, equal=False):
    """Show all places (m, 2), `pad` pixels from the edges, or only fill the height if equal."""
    low, high, size = np.min(X, axis=0), np.max(X, axis=0), ax.get_window_extent().size
    unit = (high - low) / (size - 2 * pad)
    if equal:
        unit[0] = unit[1]
    ends = (low + high) / 2 + np.outer((-0.5, 0.5), unit * size)
    ax.set(xlim=ends[:, 0], ylim=ends[:, 1])
    return ax


def marks(ax, X, y):
    """Draw the points whose marks no edge cuts."""
    box = ax.get_window_extent().padded(-8)
    inside = np.array([box.contains(*place) for place in ax.transData.transform(X)])
    for label, color, marker in style.class_styles(y):
        spot(ax, X[inside & (y == label)], color, marker=marker)


def rim(color):
    """Return white, or the darker shade of a colour that is too light for a white page."""
    return style.LINES.get(color, "white")


def spot(ax, X, color, **look):
    """Draw points of one colour."""
    ax.scatter(*X.T, c=color, **{"edgecolors": rim(color)} | MARK | look)


def surface(ax, function, resolution=160):
    """Return two axes of the view, and a function of places (m, 2) at all their pairs."""
    u, v, places = maps.grid(ax, resolution)
    return u, v, function(places).reshape(resolution, resolution)


def hill(ax, function):
    """Draw level lines of a function, which are closer near its lowest place."""
    u, v, f = surface(ax, function)
    levels = f.min() + np.ptp(f) * np.linspace(0.05, 1, 13) ** 2
    ax.contour(u, v, f, levels, colors=scenes.BOUNDED, linewidths=THIN, zorder=1)


def street(ax, w, b, half_width=1):
    """Fill a street and dash its kerbs."""
    scenes.strip(ax, np.ravel(w), -b - half_width, -b + half_width)
    for level in (-half_width, half_width):
        scenes.line(w, b, ax, level, **KERB)


def lecture_01():
    """Orange and blue flowers, three lines that all separate them, and a question mark."""
    X, y = datasets.iris_setosa(every=4, features=2)
    ax = view(canvas()[0], X)
    for machine in LogisticRegression(), Perceptron(), RidgeClassifier():
        machine.fit(X, y)
        scenes.line(machine.coef_, machine.intercept_, ax, linewidth=LINE)
    marks(ax, X, y)
    ax.text(4.52, 2.47, **QUESTION)


def lecture_02():
    """The same flowers three times, with different streets, whose widths are marked across them."""
    X, y = datasets.iris_setosa(every=4, features=2)
    for ax, angle in zip(canvas(3, gap=30), np.radians((-38, -52, -68)), strict=True):
        view(ax, X, equal=True)
        ax.axhspan(*ax.get_ylim(), color="#F2F2F2", zorder=-2)
        u = np.array([np.cos(angle), np.sin(angle)])
        kerbs = (X[y < 0] @ u).max(), (X[y > 0] @ u).min()
        street(ax, u, -np.mean(kerbs), np.ptp(kerbs) / 2)
        here = X.mean(axis=0) * [1, 0.8]  # where no flower is in the way
        across = here - u * (here @ u) + np.outer(kerbs, u)
        ax.plot(*across.T, color=style.VERMILION, linewidth=4)
        marks(ax, X, y)


def lecture_03():
    """Two crowds of flowers, a street with flowers inside, and a ringed flower beyond it."""
    X, y = datasets.iris_setosa(features=2)
    ax = view(canvas()[0], X)
    machine = estimators.LinearSVM(C=1).fit(X, y)
    street(ax, machine.coef_, machine.intercept_)
    scenes.line(machine.coef_, machine.intercept_, ax, linewidth=LINE)
    marks(ax, X, y)
    ax.scatter(*X[41], s=400, facecolors="none", edgecolors=style.VERMILION, linewidths=LINE)


def valley(unit, right):
    """Draw the hinge objective of six flowers over (w, b), and return axes, x (6, 1), y and λ."""
    X, y = datasets.iris_setosa(every=25, features=2)
    # in a larger unit x is smaller and w larger: the same picture, but steps are steeper in it
    x, lam, (ax,) = (X - X.mean(axis=0)) @ [[1], [-1]] / unit, 0.04 / unit**2, canvas()
    ax.set(xlim=(-0.75 * unit, right * unit), ylim=(-1.85, 1.95))

    def objective(places):
        hinges = np.maximum(0, 1 - y * (places[:, :1] * x.T + places[:, 1:]))
        return lam / 2 * places[:, 0] ** 2 + hinges.mean(axis=1)

    hill(ax, objective)
    return ax, x, y, lam


def lecture_04():
    """Level lines of a valley with corners, and a walk that zigzags into the valley."""
    (ax, *data), start = valley(10 / 3, 2.3), {"start": (-1.4, 1.6), "keep_path": True}
    run = descent.subgradient_descent(*data, step=3.0, max_iter=14, **start)
    ax.plot(*run.path.T, **WALK)


def lecture_05():
    """Level lines of a valley, a calm walk down, and a walk that staggers from flower to flower."""
    (ax, *data), start = valley(1.5, 2.8), {"start": (-0.6, -1.5), "keep_path": True}
    calm = descent.subgradient_descent(*data, step=0.3, max_iter=60, **start).path
    ax.plot(*calm.T, color=style.GREY, linewidth=LINE)
    drunk = descent.sgd(*data, step=0.5, epochs=5, every=1, seed=1, **start).path
    ax.plot(*drunk.T, **WALK | {"linewidth": THIN, "markevery": [0]})
    pulls = np.sign(np.diff(drunk[:, 1]))  # the class of the flower, or 0 if it was content
    marks(ax, drunk[1:][pulls != 0], pulls[pulls != 0])


def lecture_06():
    """Falling stairs, the best line so far; rising stairs, the proved bound; a ? between them."""
    X, y = datasets.iris_setosa(features=2, raise_straggler=True)
    run = dual.coordinate_ascent(X, y, C=1.0, epochs=33, tol=0)
    primal, bound = np.minimum.accumulate(run.primal)[1:], np.maximum.accumulate(run.dual)[1:]
    (ax,), passes = canvas(), np.arange(1, 34)
    ax.set(xscale="log", yscale="log", xlim=(1, 33))
    ax.fill_between(passes, bound, primal, step="post", color="#F2F2F2", linewidth=0)
    for values, color in ((primal, style.PRIMAL), (bound, style.DUAL)):
        ax.step(passes, values, where="post", color=color, linewidth=LINE)
    ax.text(7, 10.5, **QUESTION)
    for words, place, side, color in (
        ("best line so far", (2.1, primal[1] * 0.93), "top", style.WORDS[style.PRIMAL]),
        ("proved bound", (1.04, bound[0] * 1.06), "bottom", style.WORDS[style.DUAL]),
    ):
        ax.text(*place, words, color=color, fontsize=16, va=side)


def lecture_07():
    """Level lines of a hill in a box, and a path of level and upright steps that climbs it."""
    X, y = datasets.iris_setosa()
    Z = (y[:, None] * np.column_stack([X, np.ones(len(y))]))[[89, 15]]  # a flower of each class
    K, C, alpha, path = Z @ Z.T, 0.14, np.zeros(2), [(0, 0)]
    for i in [0, 1] * 8:
        alpha[i] = dual.ascent_step(alpha[i], K[i] @ alpha, K[i, i], C)
        path.append(tuple(alpha))
    ax = view(canvas()[0], [(0, 0), (C, C)], pad=26)
    hill(ax, lambda a: np.einsum("ki,ij,kj->k", a, K, a) / 2 - a.sum(axis=1))  # the dual, times -1
    ax.plot([0, C, C, 0, 0], [0, 0, C, C, 0], color=style.GREY, linewidth=LINE)
    ax.plot(*np.transpose(path), **WALK)


def lecture_08():
    """A crowd of orange points, blue points all around, and a straight line through both."""
    X, y = datasets.rings(110)
    machine = estimators.LinearSVM(C=1).fit(X, y)
    ax = view(canvas()[0], X, pad=10, equal=True)
    sides = {"levels": [-np.inf, 0, np.inf], "colors": [style.PALE_BLUE, style.PALE_ORANGE]}
    ax.contourf(*surface(ax, machine.decision_function, resolution=2), **sides)
    scenes.line(machine.coef_, machine.intercept_, ax, linewidth=LINE)
    marks(ax, X, y)


def lecture_09():
    """Two moons of points and five borders between them, from nearly straight to wriggly."""
    X, y = datasets.moons(100, noise=0.25)
    ax = view(canvas()[0], X)
    kinds = (3, 1, 0.5), (1.5, 10, 0.6), (0.7, 10, 0.7), (0.3, 10, 0.85), (0.12, 100, 1)
    for sigma, C, alpha in kinds:
        machine = estimators.KernelSVM(C=C, kernel=kernels.RBF(sigma)).fit(X, y)
        look = {"colors": style.INK, "alpha": alpha, "linewidths": LINE}
        ax.contour(*surface(ax, machine.decision_function), [0], **look)
    marks(ax, X, y)


def lecture_10():
    """Points of three kinds, a line for each kind, and places that no kind or two kinds claim."""
    arm, turns = np.array([[0.1, -0.7], [1.1, -0.7], [2.1, -0.7]]), np.radians((0, 120, 240))
    centers = [arm @ [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]] for a in turns]
    X, part = datasets.blobs(90, np.vstack(centers), 0.28)
    trio = estimators.MulticlassSVM(kind="one-vs-rest", C=10).fit(X, part // 3).machines_
    ax = view(canvas()[0], X)
    scores = [surface(ax, machine.decision_function) for machine in trio]
    for k, (u, v, own) in enumerate(scores):
        alone = np.min([own, *(-scores[j][2] for j in range(3) if j != k)], axis=0)
        ax.contourf(u, v, alone, [0, np.inf], colors=[style.pale(style.PALETTE[k])])
        scenes.line(trio[k].coef_, trio[k].intercept_, ax, linewidth=LINE)
    marks(ax, X, part // 3)


def lecture_11():
    """Scores in two heaps that overlap, a blue and an orange one, and an upright line."""
    X, y = datasets.breast_cancer(standardise=True)
    f = cross_val_predict(estimators.LinearSVM(C=1), X[:, :2], y, cv=5, method="decision_function")
    (ax,), edges = canvas(), np.linspace(*np.quantile(f, [0.01, 0.995]), 30)
    for label, color, _ in reversed(style.class_styles(y)):
        counts, _ = np.histogram(f[y == label], edges)
        ax.stairs(counts, edges, fill=True, color=color, alpha=0.55)
        ax.stairs(counts, edges, color=style.INK, linewidth=LINE)
    ax.axvline(0, color=style.INK, linewidth=LINE)
    ax.set(xlim=edges[[0, -1]], ylim=(0, 1.08 * ax.dataLim.y1))


def lecture_12():
    """Five rows of a table: two kinds of dates, decimal commas, other units, words, and gaps."""
    table = pd.read_csv(datasets.strike_reports()[0], sep=";", dtype=str, keep_default_na=False)
    columns = {"date": 14, "phase": 162, "km/h": 338, "size": 446, "cost": 552, "damage": 664}
    (ax,), look = canvas(), {"family": "DejaVu Sans Mono", "fontsize": 14.5, "va": "center"}
    ax.set(xlim=(0, WIDTH), ylim=(5, 0))
    for row, cells in enumerate(table[list(columns)].iloc[60:65].to_numpy()):
        ax.axhline(row, color=style.PALE_GREY, linewidth=THIN)
        for left, cell in zip(columns.values(), cells, strict=True):
            ax.text(left, row + 0.52, cell, **look)
            if not cell.strip():
                ax.barh(row + 0.5, 84, 0.62, left - 6, color=style.PALE_GREY)


def lecture_13():
    """Points and a strip around a curve. Beside it, a crowd in a border, and strangers outside."""
    (left, right), rng = canvas(2, gap=30), np.random.default_rng(0)
    t = np.sort(rng.uniform(0, 6, 40))
    wave = np.sin(t) + rng.normal(scale=0.25, size=40)
    places = np.column_stack([t, wave])
    view(left, places)
    tube = estimators.EpsilonSVR(C=1, epsilon=0.3, kernel=kernels.RBF(0.8)).fit(t[:, None], wave)
    t = np.linspace(*left.get_xlim(), 120)
    f = tube.predict(t[:, None])
    left.fill_between(t, f - 0.3, f + 0.3, color=style.PALE_GREY, linewidth=0)
    for shift, look in ((0, {"color": style.INK, "linewidth": LINE}), (-0.3, KERB), (0.3, KERB)):
        left.plot(t, f + shift, **look)
    air = np.log(datasets.air_quality()[["NO2", "O3"]].dropna().to_numpy())
    crowd = air[::50]
    border = estimators.OneClassSVM(nu=0.02, kernel=kernels.RBF(1)).fit(crowd)
    strangers = air[np.argsort(border.decision_function(air))[15:155:35]]
    view(right, np.vstack([crowd, strangers]))
    f = surface(right, border.decision_function)
    right.contourf(*f, [0, np.inf], colors=[style.PALE_GREY])
    right.contour(*f, [0], colors=style.INK, linewidths=LINE)
    for ax, shown in ((left, places), (right, crowd)):
        spot(ax, shown, regression.UNLABELLED)
    spot(right, strangers, style.VERMILION, marker="X", s=150)


def lecture_14():
    """More than a thousand small points of two colours in wavy bands, and a few dozen triangles."""
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(1250, 2))
    f = np.sin(6 * X[:, 0]) + np.sin(5 * X[:, 1] + 3 * X[:, 0])
    y = np.where((f > 0) != (rng.uniform(size=len(X)) < 0.1), 1, -1)
    ax = view(canvas()[0], X, pad=6)
    for (label, color, _), cap in zip(style.class_styles(y), ("projecting", "round"), strict=True):
        # strokes of hardly any length take half the bytes of marks
        strokes = np.repeat(X[y == label], 3, axis=0)
        strokes[1::3, 0] += 0.001
        strokes[2::3] = np.nan
        ax.plot(*strokes.T, color=color, alpha=0.7, linewidth=3.6, solid_capstyle=cap)
    landmarks = X[(np.abs(X) < 0.93).all(axis=1)][:36]
    spot(ax, landmarks, "white", marker="^", s=150, edgecolors=style.INK, linewidths=2)


def lecture_15():
    """Bars of bird strikes in time, with damage in orange. The last bars are hatched."""
    X, y = datasets.bird_strikes()
    counts = pd.crosstab(X["date"].dt.to_period("Q"), y)
    high, place, sealed = counts.sum(axis=1), np.arange(len(counts)), counts.index.year >= 2000
    (ax,), look = canvas(), {"width": 0.76, "linewidth": 0.9}
    for heights, color in ((high, style.ORANGE), (counts["none"], style.BLUE)):
        ax.bar(place[~sealed], heights[~sealed], color=color, edgecolor=rim(color), **look)
    pale = {"edgecolor": scenes.BOUNDED, "facecolor": style.PALE_GREY, "hatch": "////"}
    ax.bar(place[sealed], high[sealed], **look | pale)
    ax.set(xlim=(-0.6, len(counts) - 0.4), ylim=(0, 1.05 * high.max()))


PICTURES = {name[-2:]: draw for name, draw in list(vars().items()) if name.startswith("lecture_")}


def as_svg(number):
    """The SVG of a picture, whose title is its alternative text."""
    plots.use_style()
    PICTURES[number]()
    title = f"<title>{PICTURES[number].__doc__}</title>"
    return make_cover.as_svg(plt.gcf()).replace("<defs>", f"{title}<defs>", 1)


if __name__ == "__main__":
    for number in PICTURES:
        (make_cover.FOLDER / f"openings/{number}.svg").write_text(as_svg(number), encoding="utf-8")
