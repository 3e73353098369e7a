"""Scenes draw what they say, in one look; fingerprints ignore noise and notice changes."""

import base64
import copy
import inspect
import io
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import jedi
import matplotlib as mpl
import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pytest
from matplotlib.colors import to_hex
from PIL import Image
from sklearn.svm import SVC

from book.run_lectures import execute
from svmlib import datasets, plots
from svmlib.plots import fingerprint, style
from tests.conftest import ROOT
from tests.tolerance import Tolerance, json_difference

PNG = "image/png"


@pytest.fixture(autouse=True)
def _look():
    mpl.use("agg")
    plots.use_style()
    yield
    plt.close("all")


def linear(C=1.0):
    X, y = datasets.iris_setosa(features=2, setosa=1, raise_straggler=True)
    return SVC(kernel="linear", C=C, tol=1e-9).fit(X, y), X, y


class Rings:
    """f(x) = r² - radius²: a boundary that is known exactly."""

    def __init__(self, radius=0.8):
        self.radius = radius

    def decision_function(self, X):
        return 4 * (self.radius**2 - (np.asarray(X) ** 2).sum(axis=1))


def taken(ax):
    return json.loads(json.dumps(fingerprint.figure_fingerprint(ax.figure)))


def change(draw, *variants):
    """The first difference between what `draw` draws for two variants."""
    first, second = (taken(draw(v)) for v in variants)
    return json_difference(first, second, Tolerance(rtol=1e-6, atol=0))


# ------------------------------------------------------------------------------- where it all is


def own_modules():
    """The modules of `plots` that say in `__all__` what they offer."""
    for path in sorted(Path(plots.__file__).parent.glob("[a-z]*.py")):
        module = import_module(f"svmlib.plots.{path.stem}")
        if hasattr(module, "__all__"):
            yield module


def test_plots_offer_what_their_modules_offer():
    offered = {}
    for module in own_modules():
        for name in module.__all__:
            assert getattr(plots, name) is getattr(module, name), name
            offered[name] = getattr(module, name).__module__
    assert offered | {"style": "svmlib.plots"} == plots._HOME
    assert set(plots.__all__) == set(plots._HOME) <= set(dir(plots))
    with pytest.raises(AttributeError, match="has no attribute 'bondary'"):
        plots.bondary  # noqa: B018


def test_an_editor_completes_every_picture_and_finds_its_source():
    text = "from svmlib import plots\nplots."
    completed = {c.name for c in jedi.Script(text, path=ROOT / "new.py").complete()}
    assert set(plots._HOME) <= completed
    for name in ("boundary", "hulls", "gap_curves"):
        (found,) = jedi.Script(text + name, path=ROOT / "new.py").goto(
            2, 7, follow_imports=True, prefer_stubs=False
        )
        function = inspect.unwrap(getattr(plots, name))
        assert found.module_path == Path(function.__code__.co_filename)
        assert found.line == function.__code__.co_firstlineno


def test_importing_svmlib_loads_neither_matplotlib_nor_scikit_learn():
    code = (
        "import sys; from svmlib import datasets, geometry, losses, objectives, plots;"
        "print(any(m in sys.modules for m in ('matplotlib', 'sklearn', 'pandas', 'scipy')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


FIRST_USE = """
import sys
from svmlib import plots
dir(plots), plots.__all__
before = "matplotlib" in sys.modules
plots.gap_curves
print(before, "matplotlib" in sys.modules, "svmlib.plots.hinge" in sys.modules)
"""


def test_one_picture_loads_matplotlib_and_not_the_other_pictures():
    run = subprocess.run([sys.executable, "-c", FIRST_USE], capture_output=True, text=True)
    assert run.stdout.split() == ["False", "True", "False"], run.stderr


# ------------------------------------------------------------------------------------ the scenes


def test_points_tell_the_classes_apart_by_marker_and_colour():
    X, y = datasets.blobs(30)
    ax = plots.points(X, y, labels={-1: "left", 1: "right"})
    squares, circles = ax.collections
    np.testing.assert_array_equal(squares.get_offsets(), X[y == -1])
    np.testing.assert_array_equal(circles.get_offsets(), X[y == 1])
    assert to_hex(squares.get_facecolor()[0]).upper() == style.BLUE == "#0072B2"
    assert to_hex(circles.get_facecolor()[0]).upper() == style.ORANGE == "#E69F00"
    assert len(squares.get_paths()[0].vertices) != len(circles.get_paths()[0].vertices)
    assert to_hex(circles.get_edgecolor()[0]).upper() == style.INK
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["left", "right"]


def test_several_classes_have_markers_of_their_own():
    X, y = datasets.blobs(30, centers=[(0, 0), (4, 0), (0, 4)])
    ax = plots.points(X, y)
    assert len({to_hex(c.get_facecolor()[0]) for c in ax.collections}) == 3
    assert len({c.get_paths()[0].vertices.tobytes() for c in ax.collections}) == 3


def pixels_of(line):
    """Where an infinite line is drawn, in data coordinates."""
    ax = line.axes
    ax.figure.draw_without_rendering()
    return ax.transData.inverted().transform(line.get_transform().transform([[0, 0], [1, 1]]))


@pytest.mark.parametrize(
    ("w", "b", "level"),
    [((1, 2), -1, 0), ((1, 0), -0.3, 0.5), ((0, -2), 0.5, -1), ((30, 40), 7, 2)],
)
def test_line_lies_on_its_equation_and_leaves_the_limits_alone(w, b, level):
    ax = plots.frame([[-1, -1], [1, 1]])
    limits = ax.get_xlim(), ax.get_ylim(), ax.dataLim.get_points().tolist()
    assert plots.line(w, b, ax, level) is ax
    assert (ax.get_xlim(), ax.get_ylim(), ax.dataLim.get_points().tolist()) == limits
    ends = pixels_of(ax.lines[0])
    np.testing.assert_allclose(ends @ w + b, level, atol=1e-9)
    # it goes right across the view: both ends on its edge
    edge = np.max(np.abs(ends) / 1.16, axis=1)
    if level != 2:
        np.testing.assert_allclose(edge, 1, rtol=1e-9)
    assert ax.lines[0].get_clip_path() is not None or ax.lines[0].get_clip_box() is not None


def test_line_stays_right_when_points_come_later():
    ax = plots.line((1, -1), 0)
    plots.points([[-50, -50], [50, 60]], [1, -1], ax)
    ends = pixels_of(ax.lines[0])
    assert ends.min() < -49 and ends.max() > 49
    np.testing.assert_allclose(ends[:, 0], ends[:, 1], atol=1e-9)


def test_street_shows_the_line_its_margins_and_its_support_vectors():
    model, X, y = linear(C=1.0)
    ax = plots.street(model, X, y, slack=True)
    w, b = model.coef_[0], model.intercept_[0]
    levels = [np.mean(pixels_of(line) @ w + b) for line in ax.lines]
    np.testing.assert_allclose(levels, [0, -1, 1], atol=1e-9)
    assert [line.get_linestyle() for line in ax.lines] == ["-", "--", "--"]
    bars, free, bounded, *_ = ax.collections
    alpha = np.zeros(len(X))
    alpha[model.support_] = np.abs(model.dual_coef_[0])
    np.testing.assert_array_equal(bounded.get_offsets(), X[alpha == 1])
    np.testing.assert_array_equal(free.get_offsets(), X[(alpha > 0) & (alpha < 1)])
    assert len(free.get_facecolor()) == 0 and len(bounded.get_facecolor()) == 1
    start, end = np.stack(bars.get_segments()).transpose(1, 0, 2)
    np.testing.assert_allclose(start, X)
    xi = np.maximum(0, 1 - y * (X @ w + b))
    np.testing.assert_allclose(np.linalg.norm(end - start, axis=1), xi / np.linalg.norm(w))
    np.testing.assert_allclose((y * (end @ w + b))[xi > 0], 1)


def test_street_of_a_pair_and_of_the_hard_margin():
    X, y = datasets.iris_setosa(every=4, features=2)
    ax = plots.street((np.array([10 / 3, -5]), -2.0), X, y, equal=True)
    assert len(ax.lines) == 3 and len(ax.collections) == 2 and ax.get_aspect() == 1
    with pytest.raises(TypeError, match="use boundary for kernels"):
        plots.street(SVC().fit(X, y), X, y)
    with pytest.raises(ValueError, match="w must be of shape"):
        plots.street((np.ones(3), 0.0), X, y)


def test_boundary_draws_the_curve_where_f_is_zero():
    X, y = datasets.rings()
    ax = plots.boundary(Rings(0.8), X, y)
    _, lower, zero, upper = ax.collections[:4]
    for contour, f in ((lower, -1), (zero, 0), (upper, 1)):
        vertices = contour.get_paths()[0].vertices
        np.testing.assert_allclose((vertices**2).sum(axis=1), 0.64 - f / 4, atol=2e-4)
    assert plots.boundary(Rings(0.1), X, y) is not None  # f never reaches 1: no warning


def test_limits_frame_the_points():
    ax = plots.frame([[0, 5], [10, 5]], pad=0.1, equal=True)
    assert ax.get_xlim() == (-1, 11) and ax.get_ylim() == (4.9, 5.1)


def test_panels_share_their_scales():
    axes = plots.panels(3)
    assert axes.shape == (3,) and axes[0].figure.get_figwidth() == style.WIDTH
    axes[0].set_xlim(2, 3)
    assert axes[2].get_xlim() == (2, 3)
    assert plots.panels(2, 2).shape == (2, 2)


def test_markers_shrink_where_panels_share_a_row():
    X, y = datasets.blobs(10)
    sizes = [
        plots.points(X, y, ax).collections[0].get_sizes()[0]
        for ax in (None, plots.panels(2)[0], plots.panels(4)[3], plots.panels(rows=3)[1])
    ]
    np.testing.assert_allclose(np.divide(sizes, sizes[0]), [1, 0.5, 0.5, 1])


def test_inputs_are_never_changed():
    model, X, y = linear()
    before = X.copy(), y.copy()
    plots.street(model, X, y, slack=True)
    plots.boundary(model, X, y)
    np.testing.assert_array_equal(X, before[0])
    np.testing.assert_array_equal(y, before[1])


def test_style_forgets_local_settings_and_repeats_itself():
    once = dict(mpl.rcParams)
    mpl.rcParams.update({"lines.linewidth": 17, "axes.grid": True, "font.family": "serif"})
    plots.use_style()
    assert dict(mpl.rcParams) == once
    assert mpl.rcParams["backend"].lower() == "agg"


def test_files_are_the_same_every_time(tmp_path):
    for name in ("a.png", "b.png"):
        model, X, y = linear()
        plots.street(model, X, y).figure.savefig(tmp_path / name)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


# ------------------------------------------------------------------------------ the fingerprints


def plain(_):
    model, X, y = linear()
    return plots.street(model, X, y, slack=True, labels={1: "setosa", -1: "others"})


def gallery(jitter):
    """One figure with an artist of almost every kind, its data shaken by `jitter`."""
    rng = np.random.default_rng(0)

    def shaken(values):
        values = np.asarray(values, dtype=float)
        return values + jitter * rng.uniform(-1, 1, values.shape)

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
    h.quiver([0, 1], [0, 1], shaken([1, 0]), shaken([0, 1]))
    i.remove()
    solid = fig.add_subplot(3, 3, 9, projection="3d")
    solid.scatter(x, x[::-1], shaken(x**2))
    solid.plot(x, x, shaken(x))
    solid.plot_wireframe(*np.meshgrid(x[::10], x[::10]), shaken(grid[::10, ::10]))
    inset = h.inset_axes([0.5, 0.1, 0.4, 0.4])
    inset.axline((0, 0), slope=2 + jitter)
    fig.suptitle("All kinds")
    return a


def test_every_kind_of_artist_survives_noise():
    assert change(gallery, 0.0, 1e-10) is None
    assert change(gallery, 0.0, -1e-10) is None


def test_noise_far_above_rounding_is_noticed():
    assert change(gallery, 0.0, 1e-3) is not None


@pytest.mark.filterwarnings("error")
def test_drawing_first_changes_nothing():
    ax = gallery(0.0)
    before = taken(ax)
    ax.figure.savefig("/dev/null", format="png")
    assert json_difference(before, taken(ax), Tolerance(rtol=1e-6, atol=0)) is None


@pytest.mark.parametrize("noise", [1e-10, -1e-10, 3e-11])
def test_noise_in_the_points_or_the_model_never_flips_a_boundary(noise):
    X, y = datasets.rings()

    def draw(size):
        rng = np.random.default_rng(1)
        return plots.boundary(Rings(0.8 + size), X + size * rng.standard_normal(X.shape), y)

    assert change(draw, 0.0, noise) is None


@pytest.mark.parametrize("size", [1e-3, 1e-4])
def test_a_boundary_moved_by_a_thousandth_is_noticed(size):
    X, y = datasets.rings()
    assert "curves" in change(lambda r: plots.boundary(Rings(r), X, y), 0.8, 0.8 + size)
    found = change(lambda b: plots.street(((10 / 3, -5), b), X, y), -2.0, -2.0 + size)
    assert "xy" in found


def test_a_bias_off_by_a_thousandth_in_a_real_machine():
    X, y = datasets.moons(200)
    model = SVC(C=1.0, gamma=2.0, tol=1e-9).fit(X, y)

    def draw(shift):
        moved = copy.deepcopy(model)
        # scikit-learn keeps the intercept of the decision function under a private name
        moved._intercept_ = model._intercept_ + shift
        return plots.boundary(moved, X, y)

    assert change(draw, 0.0, 1e-10) is None
    assert "curves" in change(draw, 0.0, 1e-3)


def test_one_point_among_five_hundred_moved_by_a_thousandth():
    X, y = datasets.moons()

    def draw(size):
        moved = X.copy()
        moved[123, 0] += size * np.ptp(X[:, 0])
        return plots.points(moved, y)

    assert "offsets" in change(draw, 0.0, 1e-3)


def test_order_counts():
    x = np.linspace(0, 1, 30)
    assert "xy" in change(lambda s: plt.subplots()[1].plot(x, np.sin(9 * x)[::s])[0].axes, 1, -1)


EDITS = {
    "title": lambda ax: ax.set_title("Other"),
    "axis label": lambda ax: ax.set_xlabel("petal length (cm)"),
    "limits": lambda ax: ax.set_xlim(4.0, 8.3),
    "scale": lambda ax: ax.set_xscale("log"),
    "ticks": lambda ax: ax.set_xticks([5, 6]),
    "aspect": lambda ax: ax.set_aspect("equal"),
    "background": lambda ax: ax.set_facecolor("#EEEEEE"),
    "note": lambda ax: ax.text(5, 3, "note"),
    "figure title": lambda ax: ax.figure.suptitle("Other"),
    "no axis": lambda ax: ax.set_axis_off(),
    "legend": lambda ax: ax.get_legend().get_texts()[0].set_text("Other"),
    "no legend": lambda ax: ax.get_legend().remove(),
    "line colour": lambda ax: ax.lines[0].set_color("#1F2934"),
    "line style": lambda ax: ax.lines[1].set_linestyle(":"),
    "line width": lambda ax: ax.lines[0].set_linewidth(1.9),
    "marker": lambda ax: ax.lines[0].set_marker("x"),
    "hidden line": lambda ax: ax.lines[0].set_visible(False),
    "lost line": lambda ax: ax.lines[2].remove(),
    "order": lambda ax: ax.lines[0].set_zorder(9),
    "class colour": lambda ax: ax.collections[-1].set_facecolor(style.VERMILION),
    "class outline": lambda ax: ax.collections[-1].set_edgecolor("none"),
    "marker size": lambda ax: ax.collections[-1].set_sizes([35.0]),
    "opacity": lambda ax: ax.collections[-1].set_alpha(0.5),
    "marker shape": lambda ax: ax.collections[-1].set_paths(ax.collections[-2].get_paths()),
    "bars": lambda ax: ax.collections[0].set_segments([[(5, 3), (5, 3.2)]] * 150),
    "size": lambda ax: ax.figure.set_size_inches(6.4, 5),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_every_edit_is_noticed(edit):
    def draw(edited):
        ax = plain(None)
        if edited:
            edit(ax)
        return ax

    assert change(draw, False, False) is None
    assert change(draw, False, True) is not None


MAPPED = {
    "colour map": {"cmap": "viridis"},
    "colour range": {"vmax": 1.001},
    "values": {"shift": 1e-3},
    "interpolation": {"interpolation": "bilinear"},
    "extent": {"extent": (0, 2, 0, 1.01)},
}


@pytest.mark.parametrize("settings", MAPPED.values(), ids=MAPPED)
def test_heat_maps(settings):
    values = np.outer(np.linspace(0, 1, 9), np.linspace(-1, 1, 7))

    def draw(other):
        chosen = {"vmin": -1, "vmax": 1, "cmap": "cividis", "extent": (0, 2, 0, 1), **other}
        ax = plt.subplots()[1]
        ax.imshow(values + chosen.pop("shift", 0.0), **chosen)
        return ax

    assert change(draw, {}, {}) is None
    assert change(draw, {}, settings) is not None


def test_numbers_are_short_and_the_whole_is_small():
    text = json.dumps(fingerprint.figure_fingerprint(plain(None).figure))
    assert len(text) < 8000
    longest = max(len(word.strip("[]{},.")) for word in text.split() if word[:1].isdigit())
    assert longest <= 14


# ---------------------------------------------------------------------------------- in a notebook


@pytest.fixture(scope="module")
def shown():
    """The outputs of a small notebook, run in a kernel of its own."""
    cells = [
        "import matplotlib.pyplot as plt\nfrom svmlib import datasets, plots\nplots.use_style()",
        "plots.use_style()\nX, y = datasets.rings()\nax = plots.points(X, y)",
        "fig = plt.figure()",
        "import warnings\nwarnings.simplefilter('error')\n"
        "ax = plots.panels(2)[0].plot([1, 2])[0].axes",
        "1 + 1",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    execute(notebook, ROOT)
    return [cell.outputs for cell in notebook.cells]


def test_a_notebook_shows_picture_and_fingerprint_together(shown):
    assert shown[0] == []
    (output,) = shown[1]
    X, y = datasets.rings()
    here = taken(plots.points(X, y))
    stored = output.metadata[PNG][fingerprint.KEY]
    assert json_difference(stored, here, Tolerance(atol=0)) is None
    assert not output.data.get("text/html")


def test_pictures_are_sharp_small_and_as_wide_as_the_column(shown):
    for outputs in (shown[1], shown[3]):
        (output,) = outputs
        assert output.metadata[PNG]["width"] == 640
        assert len(output.data[PNG]) < 80_000
        picture = Image.open(io.BytesIO(base64.b64decode(output.data[PNG])))
        assert picture.width == 1280 and picture.info["Software"].startswith("Matplotlib")
        assert picture.convert("RGB").getpixel((0, 0)) == (255, 255, 255)


def test_pictures_keep_their_colours():
    X, y = datasets.moons(100)
    many = plt.subplots()[1]
    many.imshow(np.random.default_rng(0).random((40, 40, 3)))
    for ax in (plots.boundary(Rings(), X, y), many):
        style._picture(ax.figure)  # the layout settles when drawn for the first time
        data, _ = style._picture(ax.figure)
        small = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=int)
        with io.BytesIO() as file:
            ax.figure.savefig(file, dpi=200)
            true = np.asarray(Image.open(file).convert("RGB"), dtype=int)
        assert np.abs(small - true).max() <= 8


def test_other_outputs_stay_as_they_are(shown):
    assert not any(PNG in output.get("metadata", {}) for output in shown[2])
    assert dict(shown[4][0].data) == {"text/plain": "2"}
