"""The fonts of the site with the signs that its pages use: of formulas and of icons.

STIX Two Math, in which the formulas are drawn, has 400 kB, and the theme's icons 150 kB; the pages
need a tenth of the one and a dozen letters of the other. After the pages are written, each font is
made of the signs that occur, with the larger forms of brackets and operators. Seven constants of
the mathematical one are corrected: browsers lower a subscript by the tail of its letter, so that
it hangs lower at y than at x, fractions in a line of text are too tall for it, the letter after a
subscript touches it, and the bar of a root touches what is under it. The signs of higher roots are
made slimmer: Chromium leaves as much room for any root as for the widest. The licence allows
changes under another name, hence the family "Book Math".
"""

import re
from pathlib import Path

import pydata_sphinx_theme
from fontTools import subset
from fontTools.ttLib import TTFont
from lxml import html
from one_sheet import NAME, pages_of

STIX = Path(__file__).parents[1] / "_vendor" / "stix" / "stix-two-math.woff2"
THEME = Path(pydata_sphinx_theme.__file__).parent / "theme" / "pydata_sphinx_theme" / "static"
ICONS = "vendor/fontawesome/webfonts/fa-solid-900.woff2"
# browsers write a letter that stands alone in italics: Latin (h has a place of its own), dotless
# i and j, Greek
ITALICS = {*range(0x1D434, 0x1D455), 0x210E, *range(0x1D456, 0x1D468)} | {
    0x1D6A4, 0x1D6A5, *range(0x1D6E2, 0x1D71C)
}  # fmt: skip
ROOT = {ord("√")}  # no page writes it: browsers draw it, if the font has it
PRIVATE = re.compile("[\ue000-\uf8ff]")
ESCAPED = re.compile(r"\\([ef][0-9a-f]{3})")
CONSTANTS = {  # thousandths of the type size
    "SubscriptBaselineDropMin": 0,
    "SuperscriptBaselineDropMax": 300,
    "FractionNumeratorShiftUp": 420,
    "FractionDenominatorShiftDown": 380,
    "StackTopShiftUp": 420,
    "SpaceAfterScript": 80,
    "RadicalVerticalGap": 140,
}
SLIM = 880  # the width of the sign of a higher root; that of the lowest is 794
FAMILY, NAMES = "Book Math", (1, 3, 4, 6, 16)  # records of a font that hold its name


def shrunk(path, signs):
    """The font in a file with these signs, and the forms that it has for them."""
    font = TTFont(path, recalcTimestamp=False)  # the same file in each build
    options = subset.Options(layout_features=["ss01", "ss04", "ccmp"], hinting=False)
    options.drop_tables += ["FFTM"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=signs)
    subsetter.subset(font)
    font.flavor = "woff2"
    return font


def make_slim(font, sign):
    """Give the higher forms of a sign, which begin with the sign itself, a common width."""
    variants = font["MATH"].table.MathVariants
    number = variants.VertGlyphCoverage.glyphs.index(font.getBestCmap()[sign])
    forms = variants.VertGlyphConstruction[number]
    whole = [form.VariantGlyph for form in forms.MathGlyphVariantRecord[1:]]
    for name in [*whole, *(part.glyph for part in forms.GlyphAssembly.PartRecords)]:
        width, left = font["hmtx"][name]
        glyph = font["glyf"][name]
        glyph.coordinates.scale((SLIM / width, 1))
        glyph.coordinates.toInt()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = SLIM, round(left * SLIM / width)


def math_font(signs):
    font = shrunk(STIX, signs | ITALICS | ROOT)
    for name, value in CONSTANTS.items():
        getattr(font["MATH"].table.MathConstants, name).Value = value
    make_slim(font, ord("√"))
    for record in font["name"].names:
        if record.nameID in NAMES:
            record.string = FAMILY
    return font


def in_formulas(folder):
    """The signs in the formulas of all pages."""
    formulas = (f for page in pages_of(folder) for f in html.parse(page).iterfind(".//math"))
    return {ord(sign) for formula in formulas for sign in "".join(formula.itertext())}


def in_icons(sheet):
    """The signs of the icons that a style sheet names."""
    escaped = {int(code, 16) for code in ESCAPED.findall(sheet)}
    return escaped | set(map(ord, PRIVATE.findall(sheet)))


def write_fonts(app, exception):
    if exception or app.builder.name != "html":
        return
    static = Path(app.outdir) / "_static"
    math_font(in_formulas(Path(app.outdir))).save(static / "math.woff2")
    icons = in_icons((static / NAME).read_text(encoding="utf-8"))
    shrunk(THEME / ICONS, icons).save(static / ICONS)


def setup(app):
    app.connect("build-finished", write_fonts, priority=850)  # after the style sheet
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
