"""What makes a page light and safe: formulas as MathML, one style sheet, small fonts, a policy."""

import json
import re
import sys

import pytest
from fontTools.ttLib import TTFont
from lxml import etree, html
from pygments import highlight
from pygments.lexers import PythonLexer
from pygments.styles import get_style_by_name
from sphinx.application import Sphinx

from svmlib.widgets.bundle import FRONT
from tests.browsing import opened
from tests.conftest import ROOT
from tests.test_site import OTHERS, PAGES

sys.path.insert(0, str(ROOT / "book" / "_ext"))
from mathml import LONG, TOUCHED, finish, held, render
from one_sheet import VARIABLE, one_sheet, pages_of
from page_head import FETCH_FONT, POLICY, SET_THEME, source_of
from plain_code import FewElements
from small_fonts import ITALICS, SLIM, STIX, in_formulas, in_icons

every_page = pytest.mark.parametrize("page", [page for page in PAGES if page != "index.html"])


def mathml(tex, display=False):
    (answer,) = render([(tex, display)])
    return etree.fromstring(f"<span>{answer['mathml']}</span>")


# ------------------------------------------------------------------------------------ formulas


def test_formula_that_cannot_be_read_is_an_error():
    (answer,) = render([(r"\frac{1}{", False)])
    assert "mathml" not in answer and answer["error"]


@pytest.mark.parametrize(
    ("tex", "before", "after"),
    [
        (r"\sum_i x_i", "0", None),
        (r"w=\sum_i x_i", "0", None),
        (r"C\sum_i x_i", None, None),
        (r"f(x)\sum_i x_i", None, None),
        (r"-\prod_i\lvert x_i\rvert", "0", "0"),
        (r"\frac{\sum_i x_i}n", "0", None),
    ],
)
def test_large_operators_have_spaces_as_in_tex(tex, before, after):
    operators = [o for o in mathml(tex).iter("mo") if o.text in ("∑", "∏")]
    assert [(o.get("lspace"), o.get("rspace")) for o in operators] == [(before, after)]


@pytest.mark.parametrize(
    ("tex", "spaces"),
    [
        (r"c_i\exp(x)", 1),
        (r"\tfrac12\sup_w A(w)", 2),  # the second is before the argument
        (r"f(x)\log x", 2),
        (r"c\,\exp(x)", 2),
        (r"w=\max(0,1)", 0),
        (r"\max(0,1)", 0),
        (r"\frac{\exp(x)}{\exp(z)}", 0),
        (r"e^{\log(x)}", 0),
        (r"(\exp(x))", 0),
    ],
)
def test_functions_have_spaces_as_in_tex(tex, spaces):
    assert [s.get("width") for s in mathml(tex).iter("mspace")] == ["0.1667em"] * spaces


def test_tall_bars_are_no_relations():
    bars = [o for o in mathml(r"a+\bigl\lvert x\bigr\rvert\le1").iter("mo") if o.text == "|"]
    assert len(bars) == 2
    for bar in bars:
        assert [bar.get(name) for name in ("stretchy", "lspace", "rspace")] == ["true", "0", "0"]


def test_short_formula_stays_whole():
    tex = "y_i(w\\cdot x_i+b)"
    assert len(tex) > LONG, "what counts are signs, not TeX"
    assert len(mathml(tex)) == 1


def test_long_formula_breaks_after_relations_and_operations():
    tex = r"P(w,b)=\tfrac12\lVert w\rVert^2+C\sum_i\max(0,1-y_i f(x_i))"
    pieces = ["".join(piece.itertext()) for piece in mathml(tex)]
    assert len(pieces) > 2
    assert all(re.search(r"[=+]$", piece) for piece in pieces[:-1])
    assert "".join(pieces) == "".join(mathml(tex, display=True).itertext())


def test_long_formula_is_not_torn_at_a_bracket():
    tex = r"a_t-2\eta_{t+1}\bigl(e_t+\tfrac\lambda2 b_t^2\bigr)+\eta_{t+1}^2G^2=c(x+y+z)+f(x,y)-g"
    pieces = ["".join(piece.itertext()) for piece in mathml(tex)]
    assert len(pieces) > 2
    assert all(piece.count("(") == piece.count(")") and piece[0] not in "+−=" for piece in pieces)


X, LONGER = "<math><mi>x</mi></math>", "<math><mi>a</mi></math><math><mi>b</mi></math>"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("({}), so", f'<span class="math whole">({X}),</span> so'),
        ("the {}-th", f'the <span class="math whole">{X}-th</span>'),
        ("a {} b", f'a <span class="math">{X}</span> b'),
        ("{}<em>a</em>", f'<span class="math">{X}</span><em>a</em>'),
    ],
)
def test_formula_is_on_a_line_with_what_touches_it(text, expected):
    found = TOUCHED.sub(held, text.format(f'<span class="math">{X}</span>'))
    assert found == expected


def test_formula_in_pieces_breaks_between_them_alone():
    found = TOUCHED.sub(held, f'see <span class="math">{LONGER}</span>.')
    first, last = LONGER[: len(LONGER) // 2], LONGER[len(LONGER) // 2 :]
    assert found == f'see <span class="math">{first}<span class="whole">{last}.</span></span>'


def test_function_stays_with_its_argument():
    tex = r"P(w,b)+\max_{i}\bigl(w\cdot x_i+b\bigr)-1"
    assert not [p for p in mathml(tex) if "".join(p.itertext()).endswith("\u2061")]


def test_every_formula_has_a_row_where_signs_have_spaces():
    """Chromium leaves no space around a sign that stands in <math> without a row."""
    for tex in ("a=b", "y_i(w\\cdot x_i+b)\\ge1-\\xi_i"):
        assert all([child.tag for child in piece] == ["mrow"] for piece in mathml(tex))


def test_entities_of_html_are_signs():
    assert finish("<math><mtext>a&nbsp;b</mtext></math>") == "<math><mtext>a\u00a0b</mtext></math>"


# --------------------------------------------------------------------------------------- code


def test_code_has_elements_only_where_it_has_colours(site):
    sheet = (site / "_static" / "pygments.css").read_text(encoding="utf-8")
    colours = {
        theme: dict(re.findall(rf'"{theme}"\] \.highlight( \.\w+)? {{[^}}]*\bcolor: (#\w+)', sheet))
        for theme in ("light", "dark")
    }
    found = set()
    for page in PAGES:
        root = html.parse(site / page).getroot()
        assert root.xpath("//span[@class='pre']") == []
        found.update(root.xpath("//pre//span/@class"))
    assert {"k", "mi", "s2"} <= found
    for name in found:
        assert any(its.get(f" .{name}", its[""]) != its[""] for its in colours.values()), name


def test_code_is_what_was_written():
    FewElements.styles = [get_style_by_name("a11y-high-contrast-light")]
    text = highlight("x = f(1)  # one", PythonLexer(), FewElements(nowrap=True))
    assert "".join(html.fromstring(f"<pre>{text}</pre>").itertext()) == "x = f(1)  # one\n"
    assert text.startswith('x <span class="o">=</span> f(<span class="mi">1</span>)')


# ---------------------------------------------------------------------------------- one sheet

PAGE = """<html><head><script src="_static/a.js"></script>
<style>i { color: var(--inside) }</style></head>
<body><p id="here" class="seen other" style="color: var(--page)">x</p></body></html>"""
BASIC = "p { color: red } .never { color: blue }"
SCRIPT = 'f(`--made-${name}`, "set-later", "--script", "kind-" + kind)'
SHEET = """@charset "UTF-8"; @import "../basic.css";
:root { --read: 1px; --through: var(--read); --idle: 2px; --script: 3px; --page: 4px; --inside: red;
  --made-plus: 5px }
p.seen:hover, p.never, em { margin: var(--through) !important }
.set-later { padding: 0 } .kind-odd { padding: 1px }
#here:not(.never) { color: red } #nowhere { color: var(--idle) }
[data-x] { background: url(../img/a.png) }
@media print { .never { color: red } .other > p { color: black } }
@media screen { .never { color: red } }
@font-face { font-family: F; src: url("f.woff2") }"""
FILES = {
    "index.html": PAGE,
    "_static/a.js": SCRIPT,
    "_static/unused.js": '"never"',
    "_static/basic.css": BASIC,
    "_static/styles/theme.css": SHEET,
}


@pytest.fixture
def slim(tmp_path):
    """The style sheet of a small site."""
    (tmp_path / "_static" / "styles").mkdir(parents=True)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return one_sheet(tmp_path, ["styles/theme.css"])


def test_rules_that_can_apply_stay(slim):
    for rule in (
        "p{color:red;}",
        "p.seen:hover{margin:var(--through)!important;}",
        ".set-later{padding:0;}",
        ".kind-odd{padding:1px;}",
        "#here:not(.never){color:red;}",
        "@media print{.other > p{color:black;}}",
        'url("img/a.png")',  # addresses are seen from the new sheet
        'url("styles/f.woff2")',
    ):
        assert rule in slim


def test_rules_that_cannot_apply_go(slim):
    assert "never" not in slim.replace(":not(.never)", "")
    assert "nowhere" not in slim and "em" not in slim and "screen" not in slim


def test_variables_that_are_read_stay(slim):
    assert re.findall(r"(--[\w-]+):", slim) == [
        "--read", "--through", "--script", "--page", "--inside", "--made-plus"
    ]  # fmt: skip


def test_variables_that_pages_read_have_values(site):
    """And those of live figures, which a script reads by names that it puts together."""
    sheet = (site / "_static" / "site.css").read_text(encoding="utf-8")
    found = [("live.css", re.findall(r"(--svm-[\w-]+):", (FRONT / "live.css").read_text()), "")]
    for path in pages_of(site):
        text = path.read_text(encoding="utf-8")
        found.append((path.name, VARIABLE.findall(text), text))
    assert sum(len(names) for _, names, _ in found) > 40
    for page, names, text in found:
        assert not [name for name in names if f"{name}:" not in sheet + text], page


MAP_COLOURS = """() => {
  const look = (name, kind) => getComputedStyle(document.querySelector(name))[kind];
  return {
    ground: look("body", "backgroundColor"),
    box: look(".concept-map .lecture rect", "fill"),
    frame: look(".concept-map .lecture rect", "stroke"),
    words: look(".concept-map .lecture .name", "fill"),
    disc: look(".concept-map circle", "fill"),
    number: look(".concept-map .number", "fill"),
    arrow: look(".concept-map .arrow path", "stroke"),
  };
}"""
OUTSIDE = """() => [...document.querySelectorAll(".concept-map .lecture")].flatMap(box => {
  const frame = box.querySelector("rect").getBBox();
  const words = [...box.querySelectorAll(".name, .formula")].map(text => [text, text.getBBox()]);
  const inside = ([, its]) => its.x > frame.x + 3 && its.x + its.width < frame.x + frame.width - 3;
  return words.filter(pair => !inside(pair)).map(([text]) => text.textContent);
})"""
FRAMES = {"light": [0x00, 0x72, 0xB2], "dark": [0x56, 0xB4, 0xE9]}


def channels(colour):
    """Red, green and blue of 255 in ``rgb(0, 114, 178)`` or ``color(srgb 0 0.447 0.698)``."""
    scale = 255 if colour.startswith("color(srgb") else 1
    return [scale * float(number) for number in re.findall(r"[\d.]+", colour)[:3]]


def contrast(one, other):
    """The contrast of two colours, as the guidelines for accessible pages define it."""

    def luminance(colour):
        shares = [c / 255 for c in channels(colour)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
        return 0.05 + 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    return max(luminance(one) / luminance(other), luminance(other) / luminance(one))


@pytest.mark.parametrize("theme", FRAMES)
def test_map_of_the_landing_page_is_seen_in_both_themes(theme, server, chromium):
    """And its words in their boxes. Its rules stand in the page; axe judges no drawings."""
    with opened(chromium, server, "book/index.html", color_scheme=theme) as (tab, _, _):
        colours = tab.evaluate(MAP_COLOURS)
        assert tab.evaluate(OUTSIDE) == []
    assert channels(colours["frame"]) == FRAMES[theme]
    assert (max(channels(colours["ground"])) < 60) == (theme == "dark")
    assert contrast(colours["box"], colours["ground"]) < 1.6, "a tint of the ground"
    for one, other, least in (
        ("words", "box", 4.5), ("number", "disc", 4.5),
        ("frame", "ground", 3), ("frame", "box", 3), ("arrow", "ground", 3),
    ):  # fmt: skip
        assert contrast(colours[one], colours[other]) >= least, (one, other, colours)


@every_page
def test_page_has_one_sheet_and_no_script_that_holds_it_up(page, site):
    root = html.parse(site / page).getroot()
    (sheet,) = root.xpath("//link[@rel='stylesheet']/@href")
    assert sheet.endswith("_static/site.css")
    assert root.xpath("//script[@src][not(@defer)]/@src") == []
    index = [source for source in root.xpath("//script/@src") if "searchindex" in source]
    assert bool(index) == (page == "search.html")


# -------------------------------------------------------------------------------------- fonts


def test_font_of_formulas_has_every_sign_in_them(site):
    font = TTFont(site / "_static" / "math.woff2")
    signs = in_formulas(site)
    assert len(signs) > 150
    invisible = {ord(sign) for sign in "\n\u2061"}
    assert signs - invisible <= set(font.getBestCmap())
    assert ITALICS <= set(font.getBestCmap())
    assert font["MATH"].table.MathConstants.SubscriptBaselineDropMin.Value == 0
    assert ord("√") in font.getBestCmap(), "browsers draw it, no page writes it"
    glyphs, widths = font["MATH"].table.MathVariants, font["hmtx"]
    roots = glyphs.VertGlyphConstruction[glyphs.VertGlyphCoverage.glyphs.index("radical")]
    forms = [form.VariantGlyph for form in roots.MathGlyphVariantRecord]
    forms += [part.glyph for part in roots.GlyphAssembly.PartRecords]
    assert len(forms) > 5 and max(widths[form][0] for form in forms) == SLIM
    assert font["head"].modified == TTFont(STIX)["head"].modified, "not the time of the build"
    assert font["name"].getDebugName(1) == "Book Math", "the licence wants another name"


def test_font_of_icons_has_those_that_the_sheet_names(site):
    icons = in_icons((site / "_static" / "site.css").read_text(encoding="utf-8"))
    font = site / "_static" / "vendor" / "fontawesome" / "webfonts" / "fa-solid-900.woff2"
    assert 0xF0C9 in icons, "the three bars of the menu"
    assert icons & set(TTFont(font).getBestCmap()) and font.stat().st_size < 6000


# ------------------------------------------------------------------------------------- policy


CONF = """
def setup(app):
    app.add_config_value("site_address", "", "html")
    app.setup_extension("notfound.extension")
    app.setup_extension("book_pages")
"""


def test_search_knows_the_index_of_pages_that_did_not_change(tmp_path):
    (tmp_path / "conf.py").write_text(CONF)
    pages = [tmp_path / f"{name}.rst" for name in ("index", "one", "two")]
    for page in pages:
        page.write_text(f"A\n=\n\n.. index:: entry of {page.stem}\n")
    for _ in range(2):
        made = tmp_path / "html"
        Sphinx(tmp_path, tmp_path, made, tmp_path / "trees", "html", status=None).build()
        pages[-1].write_text(pages[-1].read_text() + "\nMore.\n")
    assert "More" in (made / "two.html").read_text()
    text = (made / "searchindex.js").read_text()
    entries = json.loads(re.search(r"\((.*)\)", text)[1])["indexentries"]
    assert entries.keys() == {f"entry of {page.stem}" for page in pages}


def test_policy_allows_files_of_the_site_and_two_scripts_by_their_hashes():
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    assert rules["script-src"] == f"'self' {source_of(SET_THEME)} {source_of(FETCH_FONT)}"
    assert rules["default-src"] == "'self'"
    # the example of the Content Security Policy specification
    assert source_of("alert('Hello, world.');") == (
        "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
    )


@pytest.mark.parametrize("page", [*PAGES, *OTHERS])
def test_page_keeps_its_policy(page, site):
    """No script in the page but that of the policy, no handlers in attributes; the policy first."""
    root = html.parse(site / page).getroot()
    if root.xpath("//meta[@http-equiv='Refresh']"):  # the root leads to the landing page
        return
    policy = root.xpath("//meta[@http-equiv='Content-Security-Policy']")[0]
    assert not policy.xpath("preceding::script"), "what comes before it is not judged"
    inside = [s for s in root.xpath("//script[not(@src)]") if "json" not in s.get("type", "")]
    allowed = policy.get("content")
    assert all(source_of(script.text) in allowed for script in inside)
    assert "unsafe-inline" not in re.search("script-src[^;]*|$", allowed)[0]
    assert not {name for name in root.xpath("//@*[starts-with(name(), 'on')]")}
    addresses = [*root.xpath("//a/@href"), *root.xpath("//@src")]
    assert not [address for address in addresses if address.startswith("javascript:")]
