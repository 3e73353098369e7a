"""Figures as SVG, for those who ask: `book.run_lectures` keeps them as files for the page.

A notebook stores the PNG alone: what an SVG says to the letter depends on versions of fonts.
"""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure


KEY = "svg"  # in the metadata of a picture, beside its fingerprint
WANTED = "SVMLIB_SVG"  # a kernel in whose environment this is set adds it
UNSIGNED = dict.fromkeys(("Date", "Creator", "Format", "Type"))


def drawing(fig: Figure) -> str:
    """The SVG of a figure that has been drawn as a PNG, with everything in the same place."""
    text, layout = StringIO(), fig.get_layout_engine()
    # laid out once more, in points instead of pixels, the parts would move a little
    fig.set_layout_engine("none")
    fig.canvas.print_figure(text, format="svg", bbox_inches=None, metadata=UNSIGNED)
    fig.set_layout_engine(layout or "none")
    return text.getvalue()
