"""Which differences of text, pictures and data count, and what fingerprints of figures notice."""

import json

import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.svm import SVC

from book import fingerprint
from svmlib import datasets, plots
from svmlib.plots import style
from tests.tolerance import encoded, json_difference, picture_difference, text_difference


@pytest.mark.parametrize(
    ("stored", "now", "same"),
    [
        ("0", "1.1e-16", True),
        ("[0.5 1. ]", "[ 0.5000000000000001  1.                ]", True),
        ("step 3.72894", "step 3.72895", False),
        ("38 rows", "39 rows", False),
        ("nan", "1.0", False),
        ("1 2", "12", False),
        ("margin 0.5", "distance 0.5", False),
        ("#0072B2", "#0072B3", False),
    ],
)
def test_differences_of_text(stored, now, same):
    for pair in ((stored, now), (now, stored)):
        assert (text_difference(*pair, rtol=1e-6, atol=1e-9) is None) == same


@pytest.mark.parametrize(
    ("now", "where"),
    [
        ({"n": 3, "on": True, "a": [1.0 + 1e-9, {"b": float("nan")}]}, None),
        ({"n": 4, "on": True, "a": [1.0, {"b": float("nan")}]}, "$.n: "),
        ({"n": 3, "on": 1, "a": [1.0, {"b": float("nan")}]}, "$.on: "),
        ({"n": 3, "on": True, "a": [1.0]}, "$.a: "),
        ({"n": 3, "on": True, "a": [1.0 + 1e-5, {"b": float("nan")}]}, "$.a[0]: "),
        ({"n": 3, "on": True, "a": [1.0, {"b": 2.0}]}, "$.a[1].b: "),
        ({"n": 3, "on": True}, "$: "),
    ],
)
def test_data_that_differ_are_named(now, where):
    found = json_difference({"n": 3, "on": True, "a": [1.0, {"b": float("nan")}]}, now)
    assert found is None if where is None else found.startswith(where)


def drawing(row=40):
    """White page with a horizontal line of two pixels."""
    pixels = np.ones((100, 120))
    pixels[row : row + 2, 20:100] = 0.0
    return pixels


BLANK, WIDER = np.ones((100, 120)), np.ones((100, 123))
OTHER = {"program": "matplotlib 3.10"}  # whose labels may be a few pixels away


@pytest.mark.parametrize(
    ("stored", "now", "how", "said"),
    [
        (drawing(), drawing(), {"compress_level": 1}, None),
        (drawing(), drawing(row=41), {}, None),
        (drawing(), drawing(row=43), {}, "picture changed by"),
        (drawing(), BLANK, {}, "picture changed by"),
        (BLANK, drawing(row=98), {}, "picture changed by"),  # at the edge
        (drawing(), WIDER, {}, "120×100 pixels became 123×100"),
        (drawing(), WIDER, OTHER, None),
    ],
)
def test_differences_of_pictures(stored, now, how, said):
    found = picture_difference(encoded(stored), encoded(now, **how))
    assert found is None if said is None else said in found


# -- fingerprints of figures ---------------------------------------------------------------------
@pytest.fixture(autouse=True, scope="module")
def _look():
    plots.use_style()


def taken(ax):
    return json.loads(json.dumps(fingerprint.figure_fingerprint(ax.figure)))


def difference(first, second):
    return json_difference(first, second, atol=0)


def street():
    """Points, bars, rings and a legend over a map of heat."""
    X, y = datasets.iris_setosa(features=2, setosa=1, raise_straggler=True)
    model = SVC(kernel="linear", tol=1e-9).fit(X, y)
    ax = plots.street(model, X, y, slack=True, labels={1: "setosa", -1: "others"})
    ax.imshow(HEAT, vmin=-1, vmax=1, cmap="cividis", extent=(4, 8, 2, 4), aspect="auto")
    return ax


def gallery(jitter):
    """One figure with an artist of each kind that lectures draw, its data shaken by `jitter`."""
    rng = np.random.default_rng(0)

    def shaken(values):
        return np.asarray(values) + jitter * rng.uniform(-1, 1, np.shape(values))

    x = np.linspace(0, 1, 50)
    grid = np.sin(np.add.outer(4 * x, 9 * x**2))
    fig, axes = plt.subplots(3, 3)
    a, b, c, d, e, f, g, h, i = axes.flat
    a.plot(x, shaken(np.zeros(50)), "o--", label="zeros")  # noise about an exact zero
    a.axhline(0.2)
    a.axvspan(0.1, 0.2, alpha=0.3)
    a.legend()
    b.contour(x, x, shaken(grid), levels=[-0.5, 0, 0.5])
    c.contourf(x, x, shaken(grid), levels=5, cmap="coolwarm")
    image = d.imshow(shaken(grid), cmap="magma")
    fig.colorbar(image, ax=d)
    e.semilogy(np.abs(shaken(10.0 ** -np.arange(0, 15, 0.3))))  # ends in rounding errors
    e.set_ylim(1e-15, 10)
    f.pcolormesh(shaken(grid[:9, :9]))
    f.annotate("here", (1, 1), (3, 3), arrowprops={"arrowstyle": "->"})
    g.bar([0, 1, 2], shaken([3, 1, 2]))
    g.errorbar([0, 1, 2], [3, 1, 2], yerr=shaken([0.1, 0.2, 0.3]))
    g.set_xticks([0, 1, 2], ["p", "q", "r"])
    h.scatter(x, shaken(x**2), c=shaken(x), s=1 + 30 * x)
    h.fill_between(x, shaken(x), shaken(0 * x), alpha=0.4)
    i.remove()
    solid = fig.add_subplot(3, 3, 9, projection="3d")
    solid.scatter(x, x[::-1], shaken(x**2))
    solid.plot_surface(*np.meshgrid(x[::10], x[::10]), shaken(grid[::10, ::10]))
    h.axline((0, 0), (1, 2 + jitter))
    fig.suptitle("All kinds")
    return a


@pytest.fixture(scope="module")
def calm():
    return taken(gallery(0.0))


@pytest.mark.parametrize(("jitter", "noticed"), [(1e-10, False), (1e-3, True)])
def test_every_kind_of_artist_survives_noise_of_rounding_alone(jitter, noticed, calm):
    assert (difference(calm, taken(gallery(jitter))) is not None) == noticed


@pytest.mark.filterwarnings("error::UserWarning")  # as Matplotlib's
def test_drawing_first_changes_nothing(calm):
    ax = gallery(0.0)
    ax.figure.draw_without_rendering()
    assert difference(calm, taken(ax)) is None


EDITS = {
    "title": lambda ax: ax.set_title("Other"),
    "limits": lambda ax: ax.set_xlim(4.0, 8.3),
    "ticks": lambda ax: ax.set_xticks([5, 6]),
    "aspect": lambda ax: ax.set_aspect("equal"),
    "legend": lambda ax: ax.get_legend().get_texts()[0].set_text("Other"),
    "line colour": lambda ax: ax.lines[0].set_color("#1F2934"),
    "line style": lambda ax: ax.lines[1].set_linestyle(":"),
    "lost line": lambda ax: ax.lines[2].remove(),
    "order": lambda ax: ax.lines[0].set_zorder(9),
    "class colour": lambda ax: ax.collections[-1].set_facecolor(style.VERMILION),
    "marker shape": lambda ax: ax.collections[-1].set_paths(ax.collections[-2].get_paths()),
    "bars": lambda ax: ax.collections[0].set_segments([[(5, 3), (5, 3.2)]] * 150),
    "size": lambda ax: ax.figure.set_size_inches(6.4, 5),
    "colour map": lambda ax: ax.images[0].set_cmap("viridis"),
    "colour range": lambda ax: ax.images[0].set_clim(-1, 1.001),
    "values": lambda ax: ax.images[0].set_data(HEAT + 1e-3),
    "interpolation": lambda ax: ax.images[0].set_interpolation("bilinear"),
    "extent": lambda ax: ax.images[0].set_extent((4, 8, 2, 4.01)),
}
HEAT = np.outer(np.linspace(0, 1, 9), np.linspace(-1, 1, 7))


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_every_edit_is_noticed(edit):
    ax = street()
    before = taken(ax)
    edit(ax)
    assert difference(before, taken(ax)) is not None
