"""Which differences of text and pictures count; those of data are in tests/test_fingerprint.py."""

import base64
import io

import numpy as np
import pytest
from PIL import Image, PngImagePlugin

from tests.tolerance import CLOSE, picture_difference, text_difference

SAME = [
    ("0", "1.1e-16"),
    ("[0.5 1. ]", "[ 0.5000000000000001  1.                ]"),
    ("<td>0.333333333333</td>", "<td>0.333333333334</td>"),
]
CHANGED = [
    ("step 3.72894", "step 3.72895"),
    ("38 rows", "39 rows"),
    ("0.5", "-0.5"),
    ("nan", "1.0"),
    ("1 2", "12"),
    ("margin 0.5", "distance 0.5"),
    ("#0072B2", "#0072B3"),
    ("version 1.2.3", "version 1.2.4"),
]


@pytest.mark.parametrize(
    ("stored", "now", "same"),
    [(*pair, True) for pair in SAME] + [(*pair, False) for pair in CHANGED],
)
def test_differences_of_text(stored, now, same):
    assert (text_difference(stored, now, CLOSE) is None) == same
    assert (text_difference(now, stored, CLOSE) is None) == same


def png(pixels, program="matplotlib 3.11", **settings):
    """Base64 encoded PNG of an array of grey levels in [0, 1]."""
    chunks = PngImagePlugin.PngInfo()
    chunks.add_text("Software", program)
    file = io.BytesIO()
    image = Image.fromarray((255 * pixels).round().astype("uint8"))
    image.save(file, "png", pnginfo=chunks, **settings)
    return base64.b64encode(file.getvalue()).decode()


def drawing(row=40, shade=0.0):
    """White page with a horizontal line of two pixels."""
    pixels = np.ones((100, 120))
    pixels[row : row + 2, 20:100] = shade
    return pixels


BLANK, REGION, WIDER = np.ones((100, 120)), drawing(), np.ones((100, 123))
REGION[:40] = 0.6
WIDER[:, :120] = drawing()
OTHER = {"program": "matplotlib 3.10"}  # whose labels may be a few pixels away


@pytest.mark.parametrize(
    ("stored", "now", "how", "said"),
    [
        (drawing(), drawing(), {"compress_level": 1}, None),
        (drawing(), drawing(row=41), {}, None),
        (drawing(), drawing(row=43), {}, "same matplotlib"),
        (drawing(), BLANK, {}, "same matplotlib"),
        (BLANK, drawing(row=98), {}, "same matplotlib"),  # rows that do not fill a block
        (drawing(), drawing(row=46), OTHER, None),
        (drawing(), REGION, OTHER, "other matplotlib"),
        (drawing(), WIDER, {}, "120×100 pixels became 123×100"),
        (drawing(), WIDER, OTHER, None),
    ],
)
def test_differences_of_pictures(stored, now, how, said):
    found = picture_difference(png(stored), png(now, **how))
    assert found is None if said is None else said in found
