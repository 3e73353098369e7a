"""Compare what a cell stored with what it prints now: numbers and pictures with a tolerance.

Every function returns None when both agree and otherwise one line that says where they differ.

Numbers. Two integers must be equal. Otherwise ``|a - b| <= max(atol, rtol |a|, rtol |b|)`` with
rtol = 1e-6 and atol = 1e-9, so the last digits of a double may differ, and residuals of the size
of rounding errors may be anything below 1e-9. A number printed with at least six digits may also
differ by one unit of its last digit, because rounding can flip there. A number printed with fewer
digits may not: one unit of its last digit is a change of more than 1e-5, and noise of 1e-12 flips
the rounding of a number with four digits once in a hundred million cells, unless the exact value
is a tie such as 0.125 printed with two digits. Print one more digit then.

Text. All other characters must be the same, but runs of blanks count as one and blanks beside a
number as none, since arrays and tables are padded to the width of their numbers.

Pictures. A PNG is decoded, and the means of blocks of 8×8 pixels are compared, each at its best
shift by at most one pixel. The worst block decides: an average over the picture would be smaller
for a changed kernel than for a changed version of matplotlib. Pictures by the same version of
matplotlib (it signs its files) must agree to 1 %, others to 13 %, the level of other glyphs.
"""

import base64
import io
import math
import re
from dataclasses import dataclass

import numpy as np
from PIL import Image

NUMBER = re.compile(r"(?<![\w#.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?!\w|\.\w)")
INTEGER = re.compile(r"[-+]?\d+")
BLOCK = 8
SAME_MATPLOTLIB, OTHER_MATPLOTLIB = 0.01, 0.13
SIZE_OF_OTHER_MATPLOTLIB = 6  # pixels: a tight bounding box follows the width of its labels


@dataclass(frozen=True)
class Tolerance:
    """How far two numbers may be apart."""

    rtol: float = 1e-6
    atol: float = 1e-9

    def close(self, a, b):
        """Whether two numbers agree."""
        both_nan = math.isnan(a) and math.isnan(b)
        return both_nan or math.isclose(a, b, rel_tol=self.rtol, abs_tol=self.atol)


def last_place(printed):
    """Number of significant digits of a printed number and the unit of its last digit."""
    mantissa, _, exponent = printed.lower().lstrip("+-").partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    return len(digits), 10.0 ** (int(exponent or 0) - len(fraction))


def printed_close(a, b, tolerance):
    """Whether two printed numbers agree."""
    if INTEGER.fullmatch(a) and INTEGER.fullmatch(b):
        return int(a) == int(b)
    if tolerance.close(float(a), float(b)):
        return True
    (digits_a, unit_a), (digits_b, unit_b) = last_place(a), last_place(b)
    return min(digits_a, digits_b) >= 6 and abs(float(a) - float(b)) <= 1.01 * max(unit_a, unit_b)


def words(text):
    """The text between the numbers, free of the padding that their width decides."""
    parts = NUMBER.split(text)
    parts = [part.lstrip(" ") if k > 0 else part for k, part in enumerate(parts)]
    parts = [part.rstrip(" ") if k < len(parts) - 1 else part for k, part in enumerate(parts)]
    return [re.sub(" +", " ", part) for part in parts]


def text_difference(stored, now, tolerance):
    """First difference of two texts."""
    for before, after in zip(words(stored), words(now), strict=False):
        if before != after:
            return f"text changed: {before!r} became {after!r}"
    before, after = NUMBER.findall(stored), NUMBER.findall(now)
    if len(before) != len(after):
        return f"{len(before)} numbers became {len(after)}"
    pairs = zip(before, after, strict=True)
    changed = [" became ".join(pair) for pair in pairs if not printed_close(*pair, tolerance)]
    if changed:
        return f"{len(changed)} of {len(before)} numbers changed, first {changed[0]}"
    return None


def json_difference(stored, now, tolerance, path="$"):
    """First difference of two JSON values; integers, words and keys must be the same."""
    if isinstance(stored, dict) and isinstance(now, dict):
        if stored.keys() != now.keys():
            return f"{path}: keys {sorted(stored)} became {sorted(now)}"
        pairs = [(f"{path}.{key}", stored[key], now[key]) for key in stored]
    elif isinstance(stored, list) and isinstance(now, list):
        if len(stored) != len(now):
            return f"{path}: {len(stored)} entries became {len(now)}"
        pairs = [(f"{path}[{k}]", *pair) for k, pair in enumerate(zip(stored, now, strict=True))]
    elif {type(stored), type(now)} in ({float}, {float, int}) and tolerance.close(stored, now):
        return None
    else:
        same = type(stored) is type(now) and stored == now
        return None if same else f"{path}: {stored!r} became {now!r}"
    differences = (json_difference(a, b, tolerance, where) for where, a, b in pairs)
    return next((difference for difference in differences if difference), None)


def decode(png):
    """Pixels in [0, 1] on white, shape (height, width, 3), and the program that wrote the file."""
    image = Image.open(io.BytesIO(base64.b64decode(png)))
    program = image.info.get("Software", "")
    page = Image.new("RGBA", image.size, "white")
    page.alpha_composite(image.convert("RGBA"))
    return np.asarray(page.convert("RGB"), float) / 255, program


def block_means(pixels):
    """Mean colour of each block; what is left over at the edges is filled with white."""
    height, width = -(-pixels.shape[0] // BLOCK), -(-pixels.shape[1] // BLOCK)
    padded = np.ones((height * BLOCK, width * BLOCK, 3))
    padded[: pixels.shape[0], : pixels.shape[1]] = pixels
    return padded.reshape(height, BLOCK, width, BLOCK, 3).mean((1, 3))


def worst_block(a, b):
    """Largest difference of block means, every block of b at its best shift by one pixel."""
    shifts = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    moved = [block_means(np.roll(b, shift, (0, 1))) for shift in shifts]
    return np.min([np.abs(block_means(a) - m).max(2) for m in moved], axis=0).max()


def picture_difference(stored, now):
    """Difference of two base64 encoded PNGs."""
    (a, program), (b, program_now) = decode(stored), decode(now)
    same = program == program_now and program != ""
    sizes = f"{a.shape[1]}×{a.shape[0]} pixels became {b.shape[1]}×{b.shape[0]}"
    if max(np.abs(np.subtract(a.shape, b.shape))) > (0 if same else SIZE_OF_OTHER_MATPLOTLIB):
        return sizes
    height, width = np.minimum(a.shape[:2], b.shape[:2])
    worst = worst_block(a[:height, :width], b[:height, :width])
    limit = SAME_MATPLOTLIB if same else OTHER_MATPLOTLIB
    if worst > limit:
        version = "the same" if same else "another"
        change = f"{worst:.1%} > {limit:.0%} in its worst block"
        return f"picture changed by {change} ({version} matplotlib)"
    return None
