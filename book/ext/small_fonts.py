"""The fonts of the site with the signs that its pages use: of text, of formulas and of icons.

STIX Two Math, in which the formulas are drawn, has 400 kB, and the theme's icons 150 kB; the pages
need a tenth of the one and a dozen letters of the other. Source Serif, Source Sans and Source Code
come with the letters of western languages; a sign that they lack is taken from the font of the
formulas. After the pages are written, each font is made of the signs that occur, with the larger
forms of brackets and operators. Seven constants of the mathematical one are corrected: browsers
lower a subscript by the tail of its letter, so that it hangs lower at y than at x, fractions in a
line of text are too tall for it, the letter after a subscript touches it, and the bar of a root
touches what is under it. The signs of higher roots are made slimmer: Chromium leaves as much room
for any root as for the widest. The bars | and ‖ get higher forms, where the font has only pieces to
put together: Chromium draws those too thick, and WebKit takes none that is lower than two whole
pieces. The licence allows changes under another name, hence the family "Book Math".
"""

import re
from pathlib import Path

import pydata_sphinx_theme
from fontTools import subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.otTables import MathGlyphVariantRecord
from lxml import html

from book.ext.one_sheet import NAME, pages_of

STIX = Path(__file__).parents[1] / "_vendor" / "stix" / "stix-two-math.woff2"
FACES = {  # files by the names that type.css has for them
    "text": "serif-4-latin-400-normal",
    "text-italic": "serif-4-latin-400-italic",
    "text-bold": "serif-4-latin-600-normal",
    "sans": "sans-3-latin-400-normal",
    "sans-bold": "sans-3-latin-600-normal",
    "code": "code-pro-latin-400-normal",
}
SOURCE = Path(__file__).parents[1] / "_vendor" / "source"
THEME = Path(pydata_sphinx_theme.__file__).parent / "theme" / "pydata_sphinx_theme" / "static"
ICONS = "vendor/fontawesome/webfonts/fa-solid-900.woff2"
# browsers write a letter that stands alone in italics: Latin (h has a place of its own), dotless
# i and j, Greek
ITALICS = {*range(0x1D434, 0x1D455), 0x210E, *range(0x1D456, 0x1D468)} | {
    0x1D6A4, 0x1D6A5, *range(0x1D6E2, 0x1D71C)
}  # fmt: skip
# no page writes a root: browsers draw it, if the font has it; the others have forms of ours
SIGNS = set(map(ord, "√|‖("))
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
    features = ["ss01", "ss04", "ccmp", "kern", "liga", "tnum", "lnum"]
    options = subset.Options(layout_features=features, hinting=False)
    options.drop_tables += ["FFTM"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=signs)
    subsetter.subset(font)
    font.flavor = "woff2"
    return font


def forms_of(font, sign):
    """The higher forms of a sign, whole ones (the sign itself is the first) and pieces."""
    variants = font["MATH"].table.MathVariants
    name = font.getBestCmap()[ord(sign)]
    return variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(name)]


def make_slim(font, sign):
    """Give the higher forms of a sign a common width."""
    forms = forms_of(font, sign)
    whole = [form.VariantGlyph for form in forms.MathGlyphVariantRecord[1:]]
    for name in [*whole, *(part.glyph for part in forms.GlyphAssembly.PartRecords)]:
        width, left = font["hmtx"][name]
        glyph = font["glyf"][name]
        glyph.coordinates.scale((SLIM / width, 1))
        glyph.coordinates.toInt()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = SLIM, round(left * SLIM / width)


def make_higher(font, sign, measure):
    """Give a sign of upright bars the heights of the forms of another one, about its own middle."""
    name = font.getBestCmap()[ord(sign)]
    bars = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[name].draw(bars)
    shape, forms = font["glyf"][name], forms_of(font, sign).MathGlyphVariantRecord
    for number, model in enumerate(forms_of(font, measure).MathGlyphVariantRecord[1:]):
        more = (model.AdvanceMeasurement - (shape.yMax - shape.yMin)) / 2
        ends = {shape.yMin: round(shape.yMin - more), shape.yMax: round(shape.yMax + more)}
        pen = TTGlyphPen(None)
        for step, places in bars.value:
            getattr(pen, step)(*((x, ends[y]) for x, y in places))
        form = MathGlyphVariantRecord()
        form.VariantGlyph = f"{name}.higher{number}"
        form.AdvanceMeasurement = model.AdvanceMeasurement
        font["glyf"][form.VariantGlyph] = pen.glyph()
        font["hmtx"][form.VariantGlyph] = font["hmtx"][name]
        forms.append(form)


def math_font(signs):
    font = shrunk(STIX, signs | ITALICS | SIGNS)
    for name, value in CONSTANTS.items():
        getattr(font["MATH"].table.MathConstants, name).Value = value
    make_slim(font, "√")
    for sign in "|‖":
        make_higher(font, sign, measure="(")
    for record in font["name"].names:
        if record.nameID in NAMES:
            record.string = FAMILY
    return font


def signs_of(folder):
    """The signs in the text of all pages, and those in their formulas."""
    text, formulas = set(map(chr, range(32, 127))), set()  # scripts may write any of ASCII
    for page in pages_of(folder):
        tree = html.parse(page)
        text.update(*tree.getroot().itertext())
        formulas.update(
            *(sign for formula in tree.iterfind(".//math") for sign in formula.itertext())
        )
    return set(map(ord, text)), set(map(ord, formulas))


def in_icons(sheet):
    """The signs of the icons that a style sheet names."""
    escaped = {int(code, 16) for code in ESCAPED.findall(sheet)}
    return escaped | set(map(ord, PRIVATE.findall(sheet)))


def write_fonts(app, exception):
    if exception or app.builder.name != "html":
        return
    static = Path(app.outdir) / "_static"
    text, formulas = signs_of(Path(app.outdir))
    for name, file in FACES.items():
        face = shrunk(SOURCE / f"source-{file}.woff2", text)
        face.save(static / f"{name}.woff2")
        formulas |= text - set(face.getBestCmap())
    math_font(formulas).save(static / "math.woff2")
    icons = in_icons((static / NAME).read_text(encoding="utf-8"))
    shrunk(THEME / ICONS, icons).save(static / ICONS)


def setup(app):
    app.connect("build-finished", write_fonts, priority=850)  # after the style sheet
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
