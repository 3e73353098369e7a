"""One look for the whole book: colours, markers, fonts, sizes.

Classes are told apart by marker and by colour: +1 is an orange circle, -1 a blue square, both
with a dark outline, because orange on white alone has too little contrast. People with any
colour vision can tell apart the colours, which Okabe and Ito chose.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from numpy.typing import ArrayLike
from PIL import Image, ImageChops
from PIL.PngImagePlugin import PngInfo

ORANGE, BLUE, GREEN, VERMILION = "#E69F00", "#0072B2", "#009E73", "#D55E00"
PURPLE, SKY, YELLOW, INK = "#CC79A7", "#56B4E9", "#F0E442", "#1F2933"
GREY, PALE_GREY = "#6B7280", "#D9DDE3"
# regions behind the points are light enough for text and markers of either class
PALE_ORANGE, PALE_BLUE, PALE_GREEN = "#FCEBC8", "#D2E6F3", "#CDEEE4"

CLASS_COLORS = {-1: BLUE, +1: ORANGE}
CLASS_MARKERS = {-1: "s", +1: "o"}
# more than two classes: 0, 1, 2, …
PALETTE = (BLUE, ORANGE, GREEN, PURPLE, SKY, VERMILION, YELLOW, GREY, INK, "#FFFFFF")
MARKERS = ("s", "o", "^", "D", "v", "P", "X", "p", "*", "h")
# these keep their colour and their mark on every page, in print and live
PRIMAL, DUAL, HINGE, OPTIMUM = VERMILION, GREEN, BLUE, "*"
# lines without an outline need more contrast with white than orange and sky blue have: 3 to 1
OCHRE, STEEL = "#B37B00", "#2B8CC4"
LINES = {ORANGE: OCHRE, SKY: STEEL}
CURVES = (BLUE, VERMILION, GREEN, PURPLE, INK, OCHRE, STEEL)
# dashes change with the colour, so that no two curves are told apart by colour alone
LOOKS = tuple(zip(CURVES, ("-", "--", "-.", (0, (1, 1.2)), "-", "--", "-."), strict=True))
# words need still more contrast, 4.5 to 1, so a curve's name has a darker shade of its colour
WORDS = {
    VERMILION: "#C25100", GREEN: "#00785A", PURPLE: "#A8447F", OCHRE: "#8A5F00", STEEL: "#1F78AD",
}  # fmt: skip


def pale(color: str, ground: str = "#FFFFFF") -> tuple[float, float, float]:
    """Mix a colour with three parts of the ground, as a background for markers and text."""
    pairs = zip(to_rgb(color), to_rgb(ground), strict=True)
    return tuple(0.25 * channel + 0.75 * below for channel, below in pairs)


SANS = "Book Sans"  # Source Sans 3, Latin and Greek
# artists whose `gid` begins so keep their colour, because the colour is data
SHOWN_COLOR = "shown-color"

WIDTH = 6.4  # width of the text column in inches
LARGEST_COLOR_ERROR = 8  # of 255 levels
# a shown picture carries its size and these notes, {name: function of the figure}
NOTES = {}
# Matplotlib keeps its fonts and formulas in one place, so that one thread draws at a time
_DRAWING = threading.RLock()

# these settings differ from the defaults of matplotlib, or must not change with them
_RC = {
    "figure.figsize": (WIDTH, 4.2),
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.h_pad": 0.08,  # inches: a title keeps off the panel above it
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 13,
    "axes.titlecolor": INK,
    "axes.axisbelow": True,
    "axes.prop_cycle": cycler(color=CURVES),
    "axes.formatter.use_mathtext": True,
    # the first ships with svmlib, the second with matplotlib, for signs that the first has not
    "font.family": [SANS, "DejaVu Sans"],
    "font.size": 13,
    "mathtext.fontset": "stix",
    "text.color": INK,
    "xtick.labelsize": 12,
    "ytick.labelsize": 12,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": PALE_GREY,
    "lines.linewidth": 1.8,
    "lines.solid_capstyle": "round",
    "legend.edgecolor": "none",
    "legend.framealpha": 0.85,
    "legend.handlelength": 1.7,
    "legend.fontsize": 12,
    "image.cmap": "cividis",
    "contour.negative_linestyle": "solid",
    # outlines cost a third more bytes, but an SVG in an <img> cannot use the fonts of the page, and
    # the fonts of readers have other widths
    "svg.fonttype": "path",
    "svg.hashsalt": "svmlib",
}


def use_style() -> None:
    """Set the look of the book.

    Call it once at the top of a notebook. It starts from matplotlib's defaults, so that no
    local settings leak in, and draws at double resolution for sharp screens. Calling it again
    changes nothing. Outside IPython only the look is set.
    """
    from IPython import get_ipython

    if SANS not in font_manager.fontManager.get_font_names():
        for path in sorted(Path(__file__).parents[1].glob("data/book-sans-*.ttf")):
            font_manager.fontManager.addfont(path)
    # this leaves alone the backend and its way to show figures, which are not style
    plt.style.use(["default", _RC])
    shell = get_ipython()
    if shell is not None and "inline" in mpl.get_backend():
        # this comes first, because the backend sets its own formats when it is loaded
        _show_own_figures()
        shell.display_formatter.formatters["image/png"].for_type(Figure, _picture)
        # the backend shows figures when a cell has ended, but pyplot's hook would draw them before
        plt.uninstall_repl_displayhook()


class _OwnFigures(threading.local):
    """Replaces `matplotlib_inline.backend_inline.show`, for the figures of one thread.

    JupyterLab hands the messages of sliders to threads of their own. After each of them the backend
    would show and close every figure, even one that a cell is drawing at that moment. It notes the
    figures to show in attributes of its `show`. Here each thread has its own.
    """

    def __init__(self, replaced):
        self.replaced = replaced
        self._to_draw, self._draw_called = [], False

    def __call__(self, close=None, block=None):
        """Show the figures of this thread, and close them unless the backend keeps figures."""
        from IPython.display import display
        from matplotlib_inline.config import InlineBackend

        if not (InlineBackend.instance().close_figures if close is None else close):
            return self.replaced(close, block)
        figures, self._to_draw = self._to_draw, []
        for figure in figures:
            if plt.fignum_exists(figure.number):
                display(figure)
                plt.close(figure)


def _show_own_figures():
    """Let the inline backend show and close the figures of the thread that asks."""
    from matplotlib_inline import backend_inline

    before = backend_inline.show
    if not isinstance(before, _OwnFigures):
        backend_inline.show = own = _OwnFigures(before)
        own._to_draw, own._draw_called = before._to_draw, before._draw_called
        plt.switch_backend(mpl.get_backend())  # pyplot has kept the old function


def _picture(fig):
    """Return a figure as a small PNG at double resolution, and the size at which to show it.

    It is cut at the figure's own edge, so that all are equally wide. It has 256 colours, which take
    a third of the size of true colour, unless one of them would differ visibly.
    """
    if not fig.axes:
        return None
    packed, note, dpi = BytesIO(), PngInfo(), fig.dpi
    note.add_text("Software", f"Matplotlib version{mpl.__version__}, https://matplotlib.org/")
    if not isinstance(fig.canvas, FigureCanvasAgg):  # pyplot gives its figures such a canvas
        FigureCanvasAgg(fig)
    with _DRAWING:  # unlike `savefig`, this draws once even if a layout is to be found
        try:
            if any(ax.get_aspect() != "auto" for ax in fig.axes):
                fig.draw_without_rendering()  # axes of a given shape find their place only then
            fig.dpi = 2 * dpi
            fig.canvas.draw()
            image = Image.fromarray(np.asarray(fig.canvas.buffer_rgba()))
        finally:
            fig.dpi = dpi
    true = image.convert("RGB")
    few = true.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    errors = ImageChops.difference(true, few.convert("RGB")).getextrema()
    small = max(largest for _, largest in errors) <= LARGEST_COLOR_ERROR
    how = {"optimize": True, "dpi": (2 * dpi, 2 * dpi)}
    (few if small else true).save(packed, "png", pnginfo=note, **how)
    size = {"width": image.width // 2, "height": image.height // 2}
    return packed.getvalue(), size | {name: note(fig) for name, note in NOTES.items()}


def panels(
    columns: int = 1,
    rows: int = 1,
    *,
    height: float | None = None,
    width: float = WIDTH,
    sharex: bool = True,
    sharey: bool = True,
    grid: bool = False,
    **kwargs: Any,
) -> np.ndarray:
    """Make a figure with axes of shape (rows, columns), flat if there is one row or one column.

    It is as wide as the text. Its height is given in inches, or panels are about square. They have
    common scales, because panels that are compared must not differ in them, and on request a grid
    at the ticks. Other arguments are for `matplotlib.pyplot.subplots`.
    """
    if height is None:
        height = rows * min(width / columns, 4.2) + 0.3
    common = {"sharex": sharex, "sharey": sharey, "squeeze": False}
    _, axes = plt.subplots(rows, columns, figsize=(width, height), **common, **kwargs)
    if grid:
        for ax in axes.flat:
            ax.grid(True)
    return axes.ravel() if 1 in (rows, columns) else axes


def outer_labels(axes: np.ndarray, names: Sequence[str]) -> np.ndarray:
    """Write the names of two columns along the lower and the left edge of a grid of axes."""
    for ax in axes.ravel():
        ax.set(xlabel=names[0], ylabel=names[1])
        ax.label_outer()
    return axes


def direct_label(ax: Axes, x: float, y: float, text: str, color: str = INK, **kwargs: Any) -> Axes:
    """Write a label beside a curve, in its colour or a darker shade of it, on a white halo.

    Direct labels read faster than a legend and do not depend on telling colours apart.
    """
    from matplotlib.patheffects import withStroke

    settings = {"va": "center", "ha": "left", "fontsize": 12} | kwargs
    label = ax.text(x, y, text, color=WORDS.get(color, color), **settings)
    label.set_path_effects([withStroke(linewidth=3, foreground="white")])
    return ax


def outlined(
    ax: Axes, x: ArrayLike, y: ArrayLike, shape: str, color: str, size: float, **look: Any
) -> None:
    """Draw a mark with a dark outline at one place or at each of several places."""
    ax.plot(x, y, shape, color=color, markeredgecolor=INK, markersize=size, **look)


def arrow(
    ax: Axes, start: ArrayLike, end: ArrayLike, color: str, *, zorder: float = 4, **look: Any
) -> None:
    """Draw an arrow from one point to another, in the coordinates of the data."""
    shape = {"arrowstyle": "-|>", "linewidth": 2, "shrinkA": 0, "shrinkB": 0} | look
    ax.annotate("", end, start, arrowprops={"color": color, **shape}, zorder=zorder)


def get_axes(ax: Axes | None) -> Axes:
    """Return the given axes, or the axes of a new figure."""
    return plt.subplots()[1] if ax is None else ax


def class_styles(labels: ArrayLike) -> list[tuple[Any, str, str]]:
    """Return a list of (label, colour, marker): two signs, or any other labels in order."""
    labels = np.unique(labels).tolist()
    if set(labels) <= {-1, 1}:
        return [(label, CLASS_COLORS[label], CLASS_MARKERS[label]) for label in labels]
    if len(labels) > len(PALETTE):
        raise ValueError(f"y must hold at most {len(PALETTE)} classes, but holds {len(labels)}")
    return list(zip(labels, PALETTE, MARKERS, strict=False))


def scatter_classes(
    ax: Axes, places: np.ndarray, y: ArrayLike, styles: list | None = None, **look: Any
) -> None:
    """Draw markers at places (n, 2) or (n, 3), in `class_styles` of y (n,) or the given styles."""
    for label, color, marker in styles or class_styles(y):
        ax.scatter(*places[y == label].T, marker=marker, **({"c": color, "edgecolors": INK} | look))
