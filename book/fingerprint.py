"""What a figure holds, as numbers: so that a test can compare figures without comparing pixels.

Pixels change with fonts and versions and hardly change when a boundary moves by a thousandth.
The fingerprint is the reverse. It records, for every axes, titles, labels, scales, limits, ticks
that were set, and each artist's data, colours and styles. Two fingerprints are compared entry by
entry with a relative tolerance of 1e-6; it is built so that this is meaningful:

- Coordinates are taken as fractions of the axes, mapped arrays as fractions of the colour range:
  1 is then the visible range, and noise about an exact zero stays small.
- Arrays are summarised by their mean, standard deviation and an order-sensitive weighted sum. To
  each of these `OFFSET` is added, so that none is near 0 where a relative tolerance means nothing.
- On logarithmic axes 1e-4 of the upper limit is added before taking logarithms, since what is
  plotted far below may be rounding error. The tail of a convergence plot is thus not compared.
- Contours are summarised by lengths and moments, integrals along the curve: noise may change
  where a contour has its vertices and how many, but not these.

The kernels that store lectures and those that check them load this module as an extension of
IPython (`book.jupyter_kernels.FIGURE_DATA`): every figure that they show carries its fingerprint in
the metadata of its picture, beside the size, under the name `KEY`. Whoever looks at outputs alone
(a plain nbval, a viewer) does not meet it, and the figures of a reader's kernel carry none.
"""

from matplotlib.ticker import FixedLocator

from book.artists import OFFSET, artist_entry, color, coordinates, rounded, summary, text_entry
from svmlib.plots import style

KEY = "fingerprint"


def load_ipython_extension(shell):
    """Let the figures of this kernel carry their fingerprint."""
    style.NOTES[KEY] = figure_fingerprint


def figure_fingerprint(fig):
    """The fingerprint of a figure: a dictionary of text, integers and floats, ready for JSON."""
    return {
        "size": [rounded(v) for v in fig.get_size_inches()],
        "texts": [t.get_text() for part in (fig, *fig.subfigs) for t in part.texts],
        "legends": [_legend(legend) for legend in fig.legends],
        "axes": [_axes(ax) for ax in fig.axes],
    }


def _limits(axis):
    lo, hi = axis.get_view_interval()
    if axis.get_scale() == "log":
        return [rounded(hi), rounded(OFFSET + coordinates([lo], axis)[0])]
    return [rounded(hi - lo), rounded(OFFSET + lo / (hi - lo))]


def _axis(axis):
    """Label, scale and limits of an axis, and its ticks where they were set by hand."""
    entry = {"label": axis.get_label_text(), "scale": axis.get_scale(), "limits": _limits(axis)}
    if isinstance(axis.get_major_locator(), FixedLocator):
        entry["ticks"] = summary(coordinates(axis.get_majorticklocs(), axis))
    return entry


def _axes(ax):
    grid = ax.get_subplotspec()
    entry = {
        "titles": [ax.get_title(loc) for loc in ("left", "center", "right")],
        "cell": None if grid is None else [int(v) for v in grid.get_geometry()],
        "frame": bool(ax.axison),
        "aspect": str(ax.get_aspect()),
        "background": color(ax.get_facecolor()),
        "axes": [_axis(axis) for axis in ax._axis_map.values()],
        "artists": [artist_entry(a, ax) for a in _drawn(ax)],
        "texts": [text_entry(t, ax) for t in ax.texts if t.get_visible()],
    }
    if ax.name == "3d":
        entry["view"] = [rounded(OFFSET + v / 180) for v in (ax.elev, ax.azim, ax.roll)]
    if ax.get_legend() is not None:
        entry["legend"] = _legend(ax.get_legend())
    return entry


def _drawn(ax):
    artists = [*ax.collections, *ax.images, *ax.patches, *ax.lines, *ax.tables]
    return [artist for artist in artists if artist.get_visible()]


def _legend(legend):
    return [legend.get_title().get_text(), *(t.get_text() for t in legend.get_texts())]
