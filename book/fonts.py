"""Fonts with the signs that are needed, and the one in which formulas are drawn.

That is STIX Two Math with the larger forms of brackets and operators. Seven of its constants are
corrected: browsers lower a subscript by the tail of its letter, so that it hangs lower at y than at
x, fractions in a line of text are too tall for it, the letter after a subscript touches it, and the
bar of a root touches what is under it. The signs of higher roots are made slimmer: Chromium leaves
as much room for any root as for the widest. The bars | and ‖ get higher forms, where the font has
only pieces to put together: Chromium draws those too thick, and WebKit takes none that is lower
than two whole pieces. The licence allows changes under another name, hence the family "Book Math".
"""

from pathlib import Path

from fontTools import subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.otTables import MathGlyphVariantRecord

STIX = Path(__file__).parent / "_vendor" / "stix" / "stix-two-math.woff2"
# browsers write a letter that stands alone in italics: Latin (h has a place of its own), dotless
# i and j, Greek
ITALICS = {*range(0x1D434, 0x1D455), 0x210E, *range(0x1D456, 0x1D468)} | {
    0x1D6A4, 0x1D6A5, *range(0x1D6E2, 0x1D71C)
}  # fmt: skip
# no page writes a root: browsers draw it, if the font has it; the others have forms of ours
SIGNS = set(map(ord, "√|‖("))
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
