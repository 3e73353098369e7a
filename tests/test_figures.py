"""The figures as SVG: each belongs to its notebook, is small, and can be read in both themes."""

import gzip
import io
import json
import re
from contextlib import closing
from xml.etree import ElementTree

import nbformat
import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from nbformat import v4
from PIL import Image

from book import dark_colors, fingerprint, vector_figures
from book.ext.figures import address_dark
from book.images import make_openings
from book.vector_figures import COLOR, SVG, finished, stored, wanted
from svmlib import plots
from svmlib.plots import multiclass, style
from tests.browsing import opened
from tests.conftest import ROOT
from tests.tolerance import encoded, picture_difference

FOLDERS = (ROOT / "lectures", ROOT / "lectures/in-depth")
FILES = [file for folder in (*FOLDERS, ROOT / "book") for file in folder.glob("figures/*.svg")]
OPENINGS = ROOT / "book/images/openings"
FILES += OPENINGS.glob("*.svg")
LARGEST = 150_000  # bytes, as a server sends it
TEXT, MARK = 4.5, 3.0  # WCAG 1.4.3 and 1.4.11
DARK = {light.lower(): dark.lower() for light, dark in dark_colors.DARK.items()}
WHITE = "#ffffff"
# grounds, regions, grids: what other things stand on or are measured by
FAINT = {
    WHITE, "#f2f2f2", "#ececec", "#e6e6e6", multiclass.NOBODY.lower(),
    *(c.lower() for c in (style.PALE_GREY, style.PALE_ORANGE, style.PALE_BLUE, style.PALE_GREEN)),
    *(to_hex(style.pale(color)) for color in style.PALETTE),
}  # fmt: skip
FAINT |= {DARK[color] for color in FAINT}


def contrast(a, b):
    """Contrast of two colours as WCAG 2 defines it, from 1 to 21."""
    linear = [np.array(to_rgb(color)) for color in (a, b)]
    linear = [np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4) for c in linear]
    low, high = sorted(c @ (0.2126, 0.7152, 0.0722) for c in linear)
    return (high + 0.05) / (low + 0.05)


def sheet_of(root, dark):
    """{class: {property: value}} of the style sheet on a light or dark page; the root is "svg"."""
    sheet, texts = {}, root.find(f".//{{{SVG}}}style").text.split("@media (prefers-color-scheme:")
    for text in texts[: 1 + dark]:
        for name, look in re.findall(r"\.?(\w+)\{([^{}]*)\}", text):
            sheet.setdefault(name, {}).update(part.split(": ") for part in look.split("; "))
    return sheet


def leaves(element, look, sheet, places, inside=""):
    """(kind of thing, its colours and widths) of all that is drawn, as the browser resolves it."""
    inside = re.sub(r"_\d+$", "", element.get("id", "")) or inside
    look = look | {k: v for k, v in element.attrib.items() if k == "fill"}
    look = look | sheet.get(element.get("class"), {})
    if element.tag == f"{{{SVG}}}path":
        yield inside, look
    elif element.tag == f"{{{SVG}}}use":
        shape = places[element.get("href").removeprefix("#")]
        yield inside, look | sheet.get(shape.get("class"), {})
    elif element.tag != f"{{{SVG}}}defs":
        for child in element:
            yield from leaves(child, look, sheet, places, inside)


def too_faint(root, dark):
    """What of a figure cannot be told from the ground: [(kind of thing, look)].

    What is see-through stands back on purpose: crowds of dots, curves behind others.
    """
    ground, found, sheet = DARK[WHITE] if dark else WHITE, [], sheet_of(root, dark)
    places = {element.get("id"): element for element in root.iter() if element.get("id")}
    for kind, look in leaves(root, sheet["svg"], sheet, places):
        colors = [look[key] for key in ("fill", "stroke") if COLOR.fullmatch(look.get(key, ""))]
        opacities = (look.get(key, 1) for key in ("opacity", "fill-opacity", "stroke-opacity"))
        if min(map(float, opacities)) < 1 or kind.startswith(style.SHOWN_COLOR):
            continue  # a cell of a map, in which its number stands
        if kind == "text":  # of a letter with a halo the fill is the letter
            colors = colors[:1]
        elif set(colors) <= FAINT:
            continue
        best = max((contrast(color, ground) for color in colors), default=MARK)
        if best < (TEXT if kind == "text" else MARK):
            found.append((kind, look))
    return found


def picture():
    """A fresh figure with a little of everything."""
    plots.use_style()
    X, y = np.array([[0.0, 0.0], [1.0, 1.0], [0.2, 0.9]]), np.array([-1, 1, 1])
    ax = plots.points(X, y, labels={-1: "minus", 1: "plus"})
    plots.line([1.0, 2.0], -1.0, ax)
    plots.direct_label(ax, 0.4, 0.5, "here", style.VERMILION)
    ax.fill_between([0, 1], [0, 0.5], color=style.PALE_BLUE)
    ax.grid(True)
    return ax.figure


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_figure_has_its_own_file_and_no_file_is_left_over(folder):
    asked = wanted(folder)
    assert len(asked) > 20 and stored(folder) == asked, "run make notebooks"
    for path in folder.glob("*.ipynb"):
        assert f'"{vector_figures.KEY}":' not in path.read_text(encoding="utf-8"), path.name


def test_a_figure_drawn_twice_gives_the_same_files(monkeypatch):
    """Though constrained layout moves things; a reader's picture carries its size alone."""
    size = {"width": 640, "height": 420}
    drawings = set()
    for fig in (picture(), picture()):  # as a notebook gets it, but without the time a PNG takes
        data = {fingerprint.KEY: fingerprint.figure_fingerprint(fig)}
        data = json.loads(json.dumps(data)) | {vector_figures.KEY: vector_figures.drawing(fig)}
        drawings.add(finished(data | size))
    (drawing,) = drawings
    assert "metadata" not in drawing and "<text" not in drawing
    plain, shown = style._picture(picture())
    assert shown == size
    monkeypatch.setattr(style, "NOTES", {})
    for extension in (fingerprint, vector_figures):
        extension.load_ipython_extension(None)
    with_svg, shown = style._picture(picture())
    assert with_svg == plain and {fingerprint.KEY, vector_figures.KEY} < shown.keys()


@pytest.mark.parametrize("number", make_openings.PICTURES)
def test_openings_are_what_their_program_draws(number, chromium):
    """Though not to the letter, since the last bits of a processor move a line a little."""
    drawings, seen = [(OPENINGS / f"{number}.svg").read_text("utf-8")], []
    drawings.append(make_openings.as_svg(number))
    title = make_openings.PICTURES[number].__doc__
    for drawing in drawings:
        root = ElementTree.fromstring(drawing)
        assert root.findtext(f"{{{SVG}}}title") == title and len(title.split()) <= 30
        with closing(chromium.new_page(viewport={"width": 736, "height": 270})) as tab:
            tab.set_content(f'<body style="margin: 0">{drawing}')
            picture = Image.open(io.BytesIO(tab.screenshot())).convert("RGB")
        seen.append(encoded(np.asarray(picture) / 255))
    difference = picture_difference(*seen)
    assert difference is None, f"{difference}: look at it after `make cover`"


def test_files_are_small():
    sizes = {file.name: len(gzip.compress(file.read_bytes())) for file in FILES}
    assert max(sizes.values()) <= LARGEST, max(sizes, key=sizes.get)


def test_live_figures_have_the_same_colours():
    css = (ROOT / "svmlib/widgets/js/live.css").read_text(encoding="utf-8")
    blocks = (re.search(start + r" \{([^}]*)\}", css)[1]
              for start in (r"\.svm-live", r'\[data-svm-theme="dark"\]'))  # fmt: skip
    light, dark = (dict(re.findall(r"--svm-([\w-]+): (#\w+)", block)) for block in blocks)
    known = light.keys() - {"ground", "accent"}
    assert len(known) > 10
    for name in known:
        assert DARK.get(light[name], dark[name]) == dark[name], name


@pytest.mark.long  # four seconds, and figures change with lectures alone
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_everything_stands_out_from_the_ground(dark):
    faint = {file.name: too_faint(ElementTree.parse(file).getroot(), dark)[:3] for file in FILES}
    assert not any(faint.values()), {name: found for name, found in faint.items() if found}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_pages_show_the_files(pages, folder):
    asked = wanted(folder)
    for path in folder.glob("*.ipynb"):
        page = path.relative_to(ROOT).with_suffix(".html")
        for cell in nbformat.read(path, as_version=4).cells:
            for name, _ in vector_figures.figures(v4.new_notebook(cells=[cell])):
                (image,) = pages[page.as_posix()].get_element_by_id(name).iter("img")
                source = pages.site / page.parent / image.get("src")
                shown = cell.outputs[0].metadata["image/png"]
                sizes = [image.get(side) for side in ("width", "height")]
                assert sizes == [str(shown["width"]), str(shown["height"])], name
                assert image.get("alt") == " ".join(cell.metadata.mystnb.image.alt.split())
                assert (name in asked) == (source.suffix == ".svg"), name
                assert (name in asked) == ("dark-light" in image.classes)
                stored_file = folder / f"figures/{name}.svg"
                if name in asked:  # and dark under an address of its own
                    stored_text = stored_file.read_text(encoding="utf-8")
                    assert source.read_text(encoding="utf-8") == address_dark(stored_text)


# colours as numbers from 0 to 1, also mixed ones
DRAWN_COLOR = """([place, kind]) => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.fillStyle = getComputedStyle(document.querySelector(place))[kind];
  pen.fillRect(0, 0, 1, 1);
  return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map(channel => channel / 255);
}"""
OUTSIDE = """() => [...document.querySelectorAll(".concept-map .lecture")].flatMap(box => {
  const frame = box.querySelector("rect").getBBox();
  const words = [...box.querySelectorAll(".name, .formula")].map(text => [text, text.getBBox()]);
  const inside = ([, its]) => its.x > frame.x + 3 && its.x + its.width < frame.x + frame.width - 3;
  return words.filter(pair => !inside(pair)).map(([text]) => text.textContent);
})"""
MAP_LOOKS = {
    "ground": ("body", "backgroundColor"),
    "box": (".concept-map .lecture rect", "fill"),
    "frame": (".concept-map .lecture rect", "stroke"),
    "words": (".concept-map .lecture .name", "fill"),
    "disc": (".concept-map circle", "fill"),
    "number": (".concept-map .number", "fill"),
    "arrow": (".concept-map .arrow path", "stroke"),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_landing_page_is_seen_in_both_themes(theme, server, chromium):
    """Its cover, its digits in greys, its map, whose words stand in their boxes."""
    ground = DARK[WHITE] if theme == "dark" else WHITE
    with opened(chromium, server, "book/index.html", color_scheme=theme) as (tab, _, _):
        look = {name: tab.evaluate(DRAWN_COLOR, [*its]) for name, its in MAP_LOOKS.items()}
        assert tab.evaluate(OUTSIDE) == []
        tab.locator("#fig-cover .svm-hero").wait_for()  # and the picture that it has replaced
        parts = "document.querySelectorAll('#fig-cover > *')"
        tab.evaluate(f"{parts}.forEach(part => part.classList.remove('svm-paper'))")
        for name in ("fig-cover", "fig-digits"):
            corner = pixels(tab.locator(f"#{name} img")).getpixel((1, 1))
            assert corner == pytest.approx([255 * channel for channel in to_rgb(ground)], abs=3)
    assert to_hex(look["ground"]) == ground
    for one, other, least in (
        ("words", "box", TEXT), ("number", "disc", TEXT),
        ("frame", "ground", MARK), ("frame", "box", MARK), ("arrow", "ground", MARK),
    ):  # fmt: skip
        assert contrast(look[one], look[other]) >= least, (one, other)


def pixels(figure):
    """A figure as it is on the screen."""
    figure.scroll_into_view_if_needed()
    figure.evaluate("image => image.decode()")
    return Image.open(io.BytesIO(figure.screenshot())).convert("RGB")


def test_figures_follow_the_page_and_not_the_system(server, chromium):
    """Light on paper, whatever the screen shows."""
    with opened(chromium, server, "lectures/01-margins.html", color_scheme="dark") as (tab, _, _):
        figure = tab.locator("#fig-margins-three img")
        for theme, media, ground in (
            ("light", "screen", WHITE), ("dark", "screen", DARK[WHITE]), ("dark", "print", WHITE)
        ):  # fmt: skip
            tab.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
            tab.emulate_media(media=media)
            _, most = max(pixels(figure).getcolors(1 << 20))
            assert to_hex([channel / 255 for channel in most]) == ground, (theme, media)
