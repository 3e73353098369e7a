"""Figures as SVG: the kernels of `book.run_lectures` load this as an extension of IPython.

It takes each drawing out of the notebook again and keeps it as a file for the page: what an SVG
says to the letter depends on versions of fonts.
"""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

from svmlib.plots import style

if TYPE_CHECKING:
    from matplotlib.figure import Figure


KEY = "svg"  # in the metadata of a picture, beside its fingerprint
UNSIGNED = dict.fromkeys(("Date", "Creator", "Format", "Type"))


def load_ipython_extension(shell):
    """Let the figures of this kernel carry their SVG."""
    style.NOTES[KEY] = drawing


def drawing(fig: Figure) -> str:
    """The SVG of a figure that has been drawn as a PNG, with everything in the same place."""
    text, layout = StringIO(), fig.get_layout_engine()
    # laid out once more, in points instead of pixels, the parts would move a little
    fig.set_layout_engine("none")
    fig.canvas.print_figure(text, format="svg", bbox_inches=None, metadata=UNSIGNED)
    fig.set_layout_engine(layout or "none")
    return text.getvalue()
