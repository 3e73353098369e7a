"""What makes pages light: formulas as MathML, one style sheet, small fonts."""

import re

import pytest
from fontTools.ttLib import TTFont
from lxml import etree

from book.ext.head import FACES, VARIABLE, in_icons, pages_of, signs_of
from book.fonts import ITALICS, SLIM, STIX
from book.formulas import render
from svmlib.widgets.bundle import FRONT


def mathml(tex, display=False):
    (answer,) = render([(tex, display)])
    return etree.fromstring(f"<span>{answer['mathml']}</span>")


@pytest.mark.parametrize("tex, spaces", [
    (r"w=\sum_i x_i", 1), (r"C\sum_i x_i", 2), (r"-\prod_i\lvert x_i\rvert", 0),
    (r"\frac{\sum_i x_i}n", 1), (r"\frac{n}{\sum}", 0), (r"f(x)\sum_i x_i+1", 2),
])  # fmt: skip
def test_large_operators_have_spaces_as_in_tex(tex, spaces):
    formula = mathml(tex)
    assert [s.get("width") for s in formula.iter("mspace")] == ["0.1667em"] * spaces
    operator = next(o for o in formula.iter("mo") if o.text in "∑∏")
    assert operator.get("lspace") == operator.get("rspace") == "0"


@pytest.mark.parametrize("tex", [r"\bigl| x", r"x\bigr\rvert\le1"])
def test_tall_bars_have_no_spaces(tex):
    bar = next(o for o in mathml(tex).iter("mo") if o.text == "|")
    assert bar.get("lspace") == bar.get("rspace") == "0" and bar.get("stretchy") == "true"


def test_numbers_of_a_list_are_not_one_number():
    point = mathml("(4.8,3.0)")
    assert [n.text for n in point.iter("mn")] == ["4.8", "3.0"]
    assert [s.text for s in point.iter("mo")] == ["(", ",", ")"]


@pytest.mark.parametrize("tex, spaces", [
    (r"c_i\exp(x)", 1), (r"\tfrac12\sup_w A(w)", 2),  # the second is before the argument
    (r"c\,\exp(x)", 2), (r"w=\max(0,1)", 0), (r"\frac{\exp(x)}{\exp(z)}", 0), (r"(\exp(x))", 0),
])  # fmt: skip
def test_functions_have_spaces_as_in_tex(tex, spaces):
    assert [s.get("width") for s in mathml(tex).iter("mspace")] == ["0.1667em"] * spaces


@pytest.mark.parametrize("tex, most", [
    (r"y_i(w\cdot x_i+b)", 1),  # what counts are signs, not TeX
    (r"P(w,b)=\tfrac12\lVert w\rVert^2+C\sum_i\max(0,1-y_i f(x_i))", 9),
    (r"a_t-2\eta_{t+1}\bigl(e_t+\tfrac\lambda2 b_t^2\bigr)+\eta_{t+1}^2G^2=c(x+y+z)-g", 9),
    (r"P(w,b)+\max_{i}\bigl(w\cdot x_i+b\bigr)-1", 9),
])  # fmt: skip
def test_long_formula_breaks_after_relations_and_operations(tex, most):
    """Not at a bracket, nor between a function and its argument."""
    formula = mathml(tex)
    assert all([child.tag for child in piece] == ["mrow"] for piece in formula), "else no spaces"
    pieces = ["".join(piece.itertext()) for piece in formula]
    assert "".join(pieces) == "".join(mathml(tex, display=True).itertext())
    assert min(2, most) <= len(pieces) <= most
    assert all(re.search(r"[=+−]$", piece) for piece in pieces[:-1])
    assert all(piece.count("(") == piece.count(")") for piece in pieces)


def test_variables_that_pages_read_have_values(site):
    """And those of live figures, which a script reads by names that it puts together."""
    sheet = (site / "_static" / "site.css").read_text(encoding="utf-8")
    names = re.findall(r"(--svm-[\w-]+):", (FRONT / "live.css").read_text())
    assert len(names) > 30 and all(f"{name}:" in sheet for name in names)
    pages = {path: path.read_text(encoding="utf-8") for path in pages_of(site)}
    assert any(VARIABLE.search(text) for text in pages.values())
    for path, text in pages.items():
        read = [name for name in VARIABLE.findall(text) if not name.endswith("-")]
        assert not [name for name in read if f"{name}:" not in sheet + text], path


def test_fonts_have_every_sign_of_the_pages(site):
    font = TTFont(site / "_static" / "math.woff2")
    text, signs = (found - {ord(sign) for sign in "\n\u2061"} for found in signs_of(site))
    assert len(signs) > 150
    for face in FACES:
        here = set(TTFont(site / "_static" / f"{face}.woff2").getBestCmap())
        lacking = {chr(sign) for sign in text - here - set(font.getBestCmap())}
        assert lacking <= {"✕", "ᵀ"}, f"{face}: the system has to draw them"
    assert signs | ITALICS | {ord("√")} <= set(font.getBestCmap()), "browsers draw the root"
    glyphs, widths = font["MATH"].table.MathVariants, font["hmtx"]
    roots = glyphs.VertGlyphConstruction[glyphs.VertGlyphCoverage.glyphs.index("radical")]
    assert max(widths[form.VariantGlyph][0] for form in roots.MathGlyphVariantRecord) == SLIM
    assert font["head"].modified == TTFont(STIX)["head"].modified, "not the time of the build"
    assert font["name"].getDebugName(1) == "Book Math", "the licence wants another name"


def test_font_of_icons_has_those_that_the_sheet_names(site):
    icons = in_icons((site / "_static" / "site.css").read_text(encoding="utf-8"))
    font = site / "_static" / "vendor" / "fontawesome" / "webfonts" / "fa-solid-900.woff2"
    assert 0xF0C9 in icons, "the three bars of the menu"
    assert icons & set(TTFont(font).getBestCmap()) and font.stat().st_size < 6000
