"""Compare what a cell stored with what it shows now: numbers and pictures with a tolerance.

Every function returns None when both agree and otherwise one line that says where they differ.

Numbers. Two integers must be equal. Otherwise ``|a - b| <= max(atol, rtol |a|, rtol |b|)``, for the
data of figures and widgets with rtol = 1e-6 and atol = 1e-9, so the last digits of a double may
differ, and residuals of the size of rounding errors may be anything below 1e-9.

Text. All other characters must be the same, but runs of blanks count as one and blanks beside a
number as none, since arrays and tables are padded to the width of their numbers. What a notebook
stores as text has no tolerance: nbval compares it to the letter.

Pictures. A PNG is decoded, and every pixel of one picture is compared with the pixels of the other
within one pixel of its place. Pictures fail where these differences average to more than 2 % over
some block of 8×8 pixels: an average over the whole picture would be smaller for a changed kernel
than for a pixel here and there, over which the last bits decide where a contour starts or ends at a
point of its grid. Another version of matplotlib (it signs its files) sets labels by other glyphs a
few pixels away, so its pictures are not compared. What a figure means is compared by the
fingerprint of its data, always with the tolerance for numbers.
"""

import base64
import io
import math
import re

import numpy as np
from PIL import Image, PngImagePlugin
from scipy.ndimage import uniform_filter

NUMBER = re.compile(r"(?<![\w#.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?!\w|\.\w)")
INTEGER = re.compile(r"[-+]?\d+")
BLOCK, LIMIT = 8, 0.02  # pixels, and their mean difference


def close(a, b, rtol=1e-6, atol=1e-9):
    """Whether two numbers agree."""
    return (math.isnan(a) and math.isnan(b)) or math.isclose(a, b, rel_tol=rtol, abs_tol=atol)


def words(text):
    """The text between the numbers, free of the padding that their width decides."""
    parts = NUMBER.split(text)
    parts = [part.lstrip(" ") if k > 0 else part for k, part in enumerate(parts)]
    parts = [part.rstrip(" ") if k < len(parts) - 1 else part for k, part in enumerate(parts)]
    return [re.sub(" +", " ", part) for part in parts]


def text_difference(stored, now, rtol=0.0, atol=0.0):
    """First difference of two texts."""
    for before, after in zip(words(stored), words(now), strict=False):
        if before != after:
            return f"text changed: {before!r} became {after!r}"
    before, after = NUMBER.findall(stored), NUMBER.findall(now)
    if len(before) != len(after):
        return f"{len(before)} numbers became {len(after)}"
    changed = []
    for a, b in zip(before, after, strict=True):
        whole = INTEGER.fullmatch(a) and INTEGER.fullmatch(b)
        if int(a) != int(b) if whole else not close(float(a), float(b), rtol, atol):
            changed.append(f"{a} became {b}")
    if changed:
        return f"{len(changed)} of {len(before)} numbers changed, first {changed[0]}"
    return None


def json_difference(stored, now, atol=1e-9, path="$"):
    """First difference of two JSON values; integers, words and keys must be the same."""
    if isinstance(stored, dict) and isinstance(now, dict):
        if stored.keys() != now.keys():
            return f"{path}: keys {sorted(stored)} became {sorted(now)}"
        pairs = [(f"{path}.{key}", stored[key], now[key]) for key in stored]
    elif isinstance(stored, list) and isinstance(now, list):
        if len(stored) != len(now):
            return f"{path}: {len(stored)} entries became {len(now)}"
        pairs = [(f"{path}[{k}]", *pair) for k, pair in enumerate(zip(stored, now, strict=True))]
    elif {type(stored), type(now)} in ({float}, {float, int}) and close(stored, now, atol=atol):
        return None
    else:
        same = type(stored) is type(now) and stored == now
        return None if same else f"{path}: {stored!r} became {now!r}"
    differences = (json_difference(a, b, atol, where) for where, a, b in pairs)
    return next((difference for difference in differences if difference), None)


def decode(png):
    """Pixels in [0, 1] on white, shape (height, width, 3), and the program that wrote the file."""
    image = Image.open(io.BytesIO(base64.b64decode(png)))
    program = image.info.get("Software", "")
    page = Image.new("RGBA", image.size, "white")
    page.alpha_composite(image.convert("RGBA"))
    return np.asarray(page.convert("RGB"), np.float32) / 255, program


def encoded(pixels, program="matplotlib 3.11", **settings):
    """Base64 encoded PNG of pixels in [0, 1], grey or coloured: what `decode` reads."""
    chunks, file = PngImagePlugin.PngInfo(), io.BytesIO()
    chunks.add_text("Software", program)
    image = Image.fromarray((255 * pixels).round().astype("uint8"))
    image.save(file, "png", pnginfo=chunks, **settings)
    return base64.b64encode(file.getvalue()).decode()


def unmatched(a, b):
    """How far each pixel of a is from the closest colour within one pixel of it in b."""
    height, width, _ = a.shape
    far = np.zeros((height, width), np.float32)
    rows, columns = differs = np.nonzero((a != b).any(2))  # few, as a rule
    shifts = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    beside = (b[(rows + down) % height, (columns + right) % width] for down, right in shifts)
    if len(rows):
        far[differs] = np.min([np.abs(a[differs] - other).max(1) for other in beside], axis=0)
    return far


def picture_difference(stored, now):
    """Difference of two base64 encoded PNGs by the same version of matplotlib."""
    (a, program), (b, program_now) = decode(stored), decode(now)
    if program != program_now:
        return None
    if a.shape != b.shape:
        return f"{a.shape[1]}×{a.shape[0]} pixels became {b.shape[1]}×{b.shape[0]}"
    far = np.maximum(unmatched(a, b), unmatched(b, a))
    worst = uniform_filter(far, BLOCK, mode="constant").max()
    return f"picture changed by {worst:.1%} > {LIMIT:.0%} at its worst" if worst > LIMIT else None
