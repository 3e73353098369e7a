"""The figures of the lectures as SVG files, sharp at any size, in light and in dark.

A notebook stores a figure, or the picture of a live one, as a PNG with a fingerprint of its data.
`book.run_lectures` also writes ``figures/NAME.svg`` beside the notebook, and the page shows that
in the place of the PNG: its kernels load this module as an extension of IPython, and what each
figure then carries is taken out of the notebook again, since what an SVG says to the letter depends
on versions of fonts. A figure whose colours come from a colour map, or that has very many
points, stays a PNG: its fingerprint says so (`drawn_by_lines`), hence everyone knows which files
there have to be.

The file has the colours of the figure and, for ``prefers-color-scheme: dark``, those that
`book.dark_colors.DARK` puts in their place. It carries the digest of the fingerprint that was
stored in the same run, so that a test can tell whether it belongs to the notebook's figure.
"""

import json
import re
from hashlib import sha256
from io import StringIO
from xml.etree import ElementTree

import nbformat

from book import fingerprint
from book.dark_colors import BRIGHT, DARK
from svmlib.plots import style

KEY = "svg"  # in the metadata of a picture, beside its fingerprint
UNSIGNED = dict.fromkeys(("Date", "Creator", "Format", "Type"))
FOLDER = "figures"
MOST_POINTS = 30_000  # of a figure: above, the SVG is some times as large as the PNG
DIGEST = "data-fingerprint"
THIN = 1.0  # points: a thinner outline of a marker only parts it from others
SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
PLACES = ("xy", "xyz", "offsets", "paths", "corners")  # entries of a fingerprint: summaries
COLOR = re.compile(r"#[0-9a-f]{6}")
LONG = re.compile(r"-?\d+\.\d{3,}")
MOVES = re.compile(r"translate\([^)]*\)")


def load_ipython_extension(shell):
    """Let the figures of this kernel carry their SVG."""
    style.NOTES[KEY] = drawing


def drawing(figure):
    """The SVG of a figure that has been drawn as a PNG, with everything in the same place."""
    text, layout = StringIO(), figure.get_layout_engine()
    # laid out once more, in points instead of pixels, the parts would move a little
    figure.set_layout_engine("none")
    figure.canvas.print_figure(text, format="svg", bbox_inches=None, metadata=UNSIGNED)
    figure.set_layout_engine(layout or "none")
    return text.getvalue()


def figures(notebook):
    """(name, metadata of its picture) of the figures of a notebook, also of live ones."""
    for cell in notebook.cells:
        name = cell.metadata.get("mystnb", {}).get("figure", {}).get("name")
        for output in cell.get("outputs", []):
            shown = output.get("metadata", {}).get("image/png", {})
            if name and fingerprint.KEY in shown:
                yield name, shown


def entries(value):
    """(key, value) of all entries inside a fingerprint."""
    if isinstance(value, dict):
        yield from value.items()
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in inner:
        yield from entries(part)


def drawn_by_lines(figure):
    """Whether a figure, by its fingerprint, has no image, no colour map and not too many points."""
    parts = list(entries(figure))
    mapped = any(key == "cmap" or (key == "pixels" and value) for key, value in parts)
    # a summary begins with the number of its values; there is one for each coordinate
    firsts = [value[0] for key, value in parts if key in PLACES]
    counts = [first[0] if isinstance(first, list) else first for first in firsts]
    return not mapped and sum(counts) <= MOST_POINTS


def digest(figure):
    """What an SVG tells of the fingerprint that it belongs to."""
    return sha256(json.dumps(figure, sort_keys=True).encode()).hexdigest()


def collect(notebook):
    """{name: SVG} of the figures drawn by lines; takes all drawings out of the notebook."""
    taken = {
        name: finished(shown)
        for name, shown in figures(notebook)
        if KEY in shown and drawn_by_lines(shown[fingerprint.KEY])
    }
    for key, shown in list(entries(notebook)):
        if key == "image/png" and isinstance(shown, dict):
            shown.pop(KEY, None)
    return taken


def finished(shown):
    """The SVG of a figure as the page needs it, from the metadata of its picture."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(shown[KEY])
    for key in ("width", "height"):
        root.set(key, str(shown[key]))
    root.set(DIGEST, digest(shown[fingerprint.KEY]))
    gather_looks(root)
    classes = {}
    for element in root.iter():
        shorten(element)
        look = element.attrib.pop("style", None)
        if look:
            element.set("class", classes.setdefault(look, f"s{len(classes)}"))
    root.find(f".//{{{SVG}}}style").text += style_sheet(classes)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def gather_looks(root):
    """Have all colours in `style`, but those that a figure shows, which keep theirs."""
    for ground in root.iterfind(f".//{{{SVG}}}pattern/{{{SVG}}}rect"):
        ground.set("style", f"fill: {ground.attrib.pop('fill')}")
    for marker in root.iterfind(f".//{{{SVG}}}defs/{{{SVG}}}path"):
        marker.attrib.pop("style", None)  # who uses it says it again
    for group in root.iterfind(f".//{{{SVG}}}g"):
        if group.get("id", "").startswith(style.SHOWN_COLOR):
            look = declarations(group[0].get("style"))
            group[0].set("fill", look.pop("fill"))
            group[0].set("style", written(look))


def declarations(look):
    """{property: value} of a style."""
    return dict(part.split(": ") for part in look.split("; "))


def written(look):
    return "; ".join(f"{key}: {value}" for key, value in look.items())


def shorten(element):
    """Two decimals of a point are enough; no blanks that only please the eye."""
    link = element.attrib.pop(f"{{{XLINK}}}href", None)
    if link:
        element.set("href", link)
    for key in {"d", "x", "y", "width", "height"} & element.attrib.keys():
        element.set(key, LONG.sub(two_decimals, element.get(key)))
    if "d" in element.attrib:
        element.set("d", re.sub(r"\s*([A-Za-z])\s*", r"\1", element.get("d")))
    if "transform" in element.attrib:
        moved = MOVES.sub(lambda m: LONG.sub(two_decimals, m[0]), element.get("transform"))
        element.set("transform", moved)
    for text in ("text", "tail"):
        if not (getattr(element, text) or "").strip():
            setattr(element, text, None)


def two_decimals(number):
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


def style_sheet(classes):
    """Rules for {declarations: class}, and the colours among them once more for dark pages."""
    looks = {"svg": "fill: #000000"} | {f".{name}": look for look, name in classes.items()}
    light = "".join(f"{selector}{{{look}}}" for selector, look in looks.items())
    recolored = {selector: written(on_dark(declarations(look))) for selector, look in looks.items()}
    dark = "".join(f"{selector}{{{look}}}" for selector, look in recolored.items() if look)
    return f"{light}@media (prefers-color-scheme: dark){{{dark}}}"


def on_dark(look):
    """The colours among some declarations, as they are on dark ground.

    A thin outline in ink, which parts bright markers and gives them contrast with white, becomes
    the ground's there, around all of the marker: in light ink small ones would be pale and alike.
    """
    order = {}
    colors = {key: value.upper() for key, value in look.items() if COLOR.fullmatch(value)}
    if (
        colors.get("fill") in BRIGHT
        and colors.get("stroke") == style.INK
        and float(look.get("stroke-width", 1)) < THIN
    ):
        colors["stroke"], order = "#FFFFFF", {"paint-order": "stroke"}
    for color in set(colors.values()) - DARK.keys():
        raise ValueError(
            f"the colour {color} of a figure has no counterpart for dark pages: use one of "
            "svmlib.plots.style, or add it to book.dark_colors.DARK"
        )
    return {key: DARK[color].lower() for key, color in colors.items()} | order


def write(folder, drawings):
    """Store SVGs in the folder of figures beside a notebook."""
    for name, text in drawings.items():
        (folder / FOLDER).mkdir(exist_ok=True)
        (folder / FOLDER / f"{name}.svg").write_text(text, encoding="utf-8")


def wanted(folder):
    """{name: digest} of the files that the notebooks of a folder ask for."""
    notebooks = [nbformat.read(path, as_version=4) for path in sorted(folder.glob("*.ipynb"))]
    shown = {name: shown for notebook in notebooks for name, shown in figures(notebook)}
    prints = {name: metadata[fingerprint.KEY] for name, metadata in shown.items()}
    return {name: digest(figure) for name, figure in prints.items() if drawn_by_lines(figure)}


def stored(folder):
    """{name: digest} of the files that there are."""
    files = sorted((folder / FOLDER).glob("*.svg"))
    return {file.stem: ElementTree.parse(file).getroot().get(DIGEST) for file in files}


def remove_left_over(folder):
    """Delete the files that no notebook of the folder asks for any more."""
    for name in stored(folder).keys() - wanted(folder).keys():
        (folder / FOLDER / f"{name}.svg").unlink()
