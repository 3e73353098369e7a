"""Figures: live ones, steps that move them, pictures sharp and dark.

**Live figures** are static pictures that a script brings to life. A cell that shows an
`svmlib.widgets` figure stores its state and a picture. Without a script, on paper and in other
formats the picture stays, with its caption and alt text. In a browser a script that all pages share
(svmlib-live.js) and the page's own (svmlib-live-….js, with the figures of that page) replace it by
the figure. Any other widget would be dead without a kernel. Where its cell is tagged ``in-jupyter``
the page has a note in its place, with what the widget shows at first; elsewhere it is a warning,
hence (with ``-W``) a failed build. A figure of class ``hero``, on the first page, is such a
picture, too: its script, which draws on points of its own, is loaded when the browser has nothing
else to do (book.js). The playground, a page without Sphinx, is written beside the others.

**Steps** (`book.steps`) are links that move a live figure. What no figure follows is a warning.

Code that only draws a figure is folded, below the figure and its caption.

**Pictures** of the lectures are SVG: `book.vector_figures` writes them beside the notebooks; a
figure that has none keeps its PNG, on a white card in the dark theme. An SVG in an ``<img>`` has
the colour scheme of the element around it (CSS Color Adjustment 1), which the theme sets for the
whole page. WebKit does not follow that, so that each file also has its dark colours under the
address ``NAME.svg#dark``, which theme.js takes there.
"""

import base64
import json
import os
import re
from hashlib import sha256
from pathlib import Path

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.images import get_image_size
from sphinx.writers.html5 import HTML5Translator

from book.ext import SAFE, after_pages, raw
from book.source import VIEW
from book.steps import figures_of, link_to
from svmlib import datasets
from svmlib.widgets import bundle
from svmlib.widgets.live import box_around, points_of
from svmlib.widgets.playground import playground_page

# what only a notebook needs: the front end itself, and how ipywidgets finds it
DROPPED = ("_esm", "_css", "_anywidget_id", "layout", "tabbable", "tooltip", "solution")
SHARED, HERO = "svmlib-live.js", "svmlib-hero.js"
IN_JUPYTER = "In Jupyter the controls stand above this picture, and it follows them."
FOLDER = "figures"  # of the SVG
RULE = r"([^{}]+)(\{[^{}]*\})"
DARK = re.compile(rf"@media \(prefers-color-scheme: dark\)\{{((?:{RULE})*)\}}")
RETINA = 2  # matplotlib-inline's "retina" figures carry two pixels for each one shown
logger = logging.getLogger(__name__)


# ------------------------------------------------------------------------------------- live figures


def names_of(env, docname):
    """The kinds of live figures on a page."""
    state, _ = stored_widgets(env, docname)
    return tuple(sorted({saved["state"]["figure"] for saved in state.values()}))


def script_of(names):
    return f"svmlib-live-{'-'.join(names).lower()}.js"


def write_front_ends(app, env):
    """One script for all pages, and one for each set of figures that share a page."""
    if app.builder.format != "html":
        return
    folder = Path(app.doctreedir) / "live"
    folder.mkdir(parents=True, exist_ok=True)
    for names in {names_of(env, docname) for docname in env.nb_metadata} - {()}:
        (folder / script_of(names)).write_text(bundle.page_script(*names), encoding="utf8")
    (folder / SHARED).write_text(bundle.shared_script(), encoding="utf8")
    (folder / HERO).write_text(bundle.hero_script(), encoding="utf8")
    (folder / "svmlib-live.css").write_bytes((bundle.FRONT / "live.css").read_bytes())
    app.config.html_static_path.append(str(folder))


def stored_widgets(env, docname):
    """{model id: state} of the page's live figures, and the record of MyST-NB that holds it."""
    files = env.nb_metadata.get(docname, {}).get("js_files", {})
    record = files.get("ipywidgets_state")
    if not record:
        return {}, None
    return json.loads(record[1]["body"])["state"], record


def slim_state(app, env):
    """Keep of the saved state only what the page needs: no front end, once per figure at that."""
    changed = []
    for docname in env.nb_metadata:
        state, record = stored_widgets(env, docname)
        kept = {
            key: {"state": {k: v for k, v in saved["state"].items() if k not in DROPPED}}
            for key, saved in state.items()
            if "figure" in saved["state"]
        }
        if record and kept != state:
            text = json.dumps({"state": kept}, separators=(",", ":"))
            record[1]["body"] = text.replace("</", "<\\/")
            changed.append(docname)
    return changed


def offers_of(document):
    """What cells offer in several forms: {kind: node} of each, and its node."""
    for offer in list(document.findall(nodes.container)):
        if offer.get("nb_element") == "mime_bundle":
            yield {child["mime_type"]: child for child in offer.children}, offer


class InJupyter(SphinxTransform):
    """Puts a note, and the picture inside it, in the place of a widget that lives in Jupyter."""

    default_priority = 400

    def apply(self, **kwargs):
        saved, _ = stored_widgets(self.env, self.env.docname)
        for cell in list(self.document.findall(nodes.container)):
            settings = cell.get("cell_metadata", {})
            if "in-jupyter" not in settings.get("tags", ()):
                continue
            alt = settings.get("mystnb", {}).get("image", {}).get("alt", "")
            for kinds, offer in offers_of(cell):
                pictures = [self.image(png, alt) for png in shown_inside(saved, model_of(kinds))]
                note = nodes.paragraph("", IN_JUPYTER, classes=["in-jupyter"])
                offer.replace_self([*pictures, note])

    def image(self, png, alt):
        """A picture as a file beside those of MyST-NB."""
        data = base64.b64decode(png)
        path = Path(self.app.outdir).parent / "jupyter_execute" / f"{sha256(data).hexdigest()}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        here = Path(self.env.doc2path(self.env.docname)).parent
        return nodes.image(uri=Path(os.path.relpath(path, here)).as_posix(), alt=alt)


def model_of(kinds):
    """The name of the widget that a cell offers, or nothing."""
    texts = [part.astext() for part in kinds[VIEW].findall(nodes.raw)] if VIEW in kinds else []
    return json.loads(re.search(r">(.*)<", texts[0])[1])["model_id"] if texts else ""


def shown_inside(saved, model):
    """The pictures in the outputs of a widget, from the saved state of all."""
    for child in saved.get(model, {}).get("state", {}).get("children", []):
        inner = saved.get(child.removeprefix("IPY_MODEL_"), {}).get("state", {})
        for output in inner.get("outputs", []):
            if "image/png" in output.get("data", {}):
                yield output["data"]["image/png"]


class PlaceFigures(SphinxPostTransform):
    """Keep the picture of each live figure, marked with the figure's model.

    Runs before MyST-NB chooses among what a cell offers, which would be the widget.
    """

    default_priority = 3

    def run(self, **kwargs):
        state, _ = stored_widgets(self.env, self.env.docname)
        # a class of the theme: wider than the text where the page has a margin
        wide = " full-width" if len(list(self.document.findall(nodes.section))) > 1 else ""
        for kinds, offer in offers_of(self.document):
            if VIEW not in kinds:
                continue
            model = model_of(kinds)
            picture = kinds.get("image/png")
            if picture is None or model not in state:
                message = "this widget needs a kernel and would be dead on the page"
                logger.warning(message, location=offer)
                continue
            offer.children = [picture]
            place = f'<div class="svm-place{wide}" data-model="{model}">'
            picture.insert(0, raw(place))
            picture.append(raw("</div>"))


class CodeBelow(SphinxPostTransform):
    """Put the folded code of a figure below it. Runs after MyST-NB has folded the code."""

    default_priority = 200
    formats = ("html",)

    def run(self, **kwargs):
        for cell in list(self.document.findall(nodes.container)):
            draws = cell.get("nb_element") == "cell_code" and any(cell.findall(nodes.figure))
            if draws and isinstance(cell[0], HideCodeCellNode):
                cell.append(cell.pop(0))


def load_front_end(app, pagename, templatename, context, doctree):
    if doctree is None:
        return
    if names := names_of(app.env, pagename):
        for script in (SHARED, script_of(names)):
            app.add_js_file(script, loading_method="defer")
    if any("hero" in figure["classes"] for figure in doctree.findall(nodes.figure)):
        script = context["pathto"](f"_static/{HERO}", resource=True)
        named = {"type": "application/json", "class": "svm-hero-data", "data-script": script}
        app.add_js_file(None, body=json.dumps(hero_data()), **named)


def hero_data():
    """The points of the figure in four steps: flowers that lecture 1 does not use, and rings."""
    X, y = datasets.iris_setosa(features=2)
    flowers = X[2::4], y[2::4]
    rings = datasets.rings(60)
    centimetres = ["sepal length (cm)", "sepal width (cm)"]
    return {
        name: {"points": points_of(X.round(4), y), "box": box_around(X), "labels": labels}
        for name, (X, y), labels in (
            ("flowers", flowers, centimetres),
            ("rings", rings, ["x1", "x2"]),
        )
    }


def write_playground(app, folder):
    page = playground_page(book=f"{app.config.root_doc}.html")
    (folder / "playground.html").write_text(page, encoding="utf8")


# -------------------------------------------------------------------------------------------- steps


class ReadSteps(SphinxTransform):
    """Turns steps into links to states, before others look for what they are called."""

    default_priority = 860

    def apply(self, **kwargs):
        links = [link for link in self.document.findall(nodes.reference) if is_step(link)]
        if not links:
            return
        figures = figures_of(self.env.doc2path(self.env.docname))
        places = {
            cell.get("cell_metadata", {}).get("mystnb", {}).get("figure", {}).get("name"): cell
            for cell in self.document.findall(nodes.container)
        }
        met = set()
        for link in links:
            label, _, query = link["refuri"].removeprefix("#").partition("?")
            try:
                address = link_to(figures, label, query)
            except ValueError as error:
                words = f"[{link.astext()}](#{label}?{query})"
                logger.warning("the step %s leads nowhere: %s", words, error, location=link)
                continue
            del link["id_link"]
            link["refuri"] = f"#{address}"
            link["classes"].append("svm-step")
            part_note(link)
            if address not in met:  # where the link leads without a script
                there = raw(f'<span id="{address}"></span>')
                place = places[label].parent
                place.insert(place.index(places[label]), there)
                met.add(address)


def is_step(link):
    return link.get("id_link") and "?" in link["refuri"]


def part_note(link):
    """What stands behind the first line of a paragraph with a step is the note to it."""
    paragraph = link.parent
    while not isinstance(paragraph, nodes.TextElement) or isinstance(paragraph, nodes.Inline):
        paragraph = paragraph.parent
    ends = [k for k, child in enumerate(paragraph.children) if child == "\n"]
    if ends:
        rest = paragraph[ends[0] + 1 :]
        paragraph[ends[0] + 1 :] = [nodes.inline("", "", *rest, classes=["svm-note"])]


# ----------------------------------------------------------------------------------------- pictures


class Vectors(SphinxTransform):
    """Put the SVG of a figure in the place of its PNG.

    Runs while a page is read, before Sphinx notes which pictures it needs.
    """

    default_priority = 410

    def apply(self, **kwargs):
        here = Path(self.env.doc2path(self.env.docname)).parent
        for figure in self.document.findall(nodes.figure):
            for name in figure["names"]:
                file = f"{FOLDER}/{name}.svg"
                if (here / file).exists():
                    show(figure, file)


def show(figure, file):
    for image in figure.findall(nodes.image):
        image["uri"] = file
        # the theme's word for pictures that suit both themes: no card behind them, no filter
        image["classes"].append("dark-light")


def address_dark(svg):
    """The SVG with its dark colours also where its address ends in ``#dark``."""
    found = DARK.search(svg)
    if not found:
        return svg
    rules = re.sub(RULE, lambda rule: f"#dark:target {rule[0]}".replace(" svg{", "{"), found[1])
    return svg.replace(found[0], found[0] + rules).replace("<svg ", '<svg id="dark" ', 1)


def write_dark(app, folder):
    for file in (folder / "_images").glob("*.svg"):
        svg = file.read_text(encoding="utf-8")
        if 'id="dark"' not in svg:
            file.write_text(address_dark(svg), encoding="utf-8")


def visit_image(self, node):
    """Give every picture its size, so that nothing jumps; load it late unless it opens the page."""
    size = get_image_size(Path(self.builder.srcdir) / node["uri"])
    if {"width", "height"} <= node.attributes.keys():
        # an output brings both; as fixed style they would stretch the figure on a narrow screen
        del node["width"], node["height"]
    HTML5Translator.visit_image(self, node)
    if size:
        density = 1 if node["uri"].endswith(".svg") else RETINA
        asked = float(node["width"].removesuffix("px")) if "width" in node else size[0] / density
        width, height = (round(pixels * asked / size[0]) for pixels in size)
        late = "" if "opening" in node["classes"] else 'loading="lazy" '
        attributes = f'<img width="{width}" height="{height}" {late}'
        self.body[-1] = self.body[-1].replace("<img ", attributes, 1)


def setup(app):
    app.add_transform(InJupyter)
    app.add_transform(Vectors)
    app.add_transform(ReadSteps)
    app.add_post_transform(PlaceFigures)
    app.add_post_transform(CodeBelow)
    app.add_node(nodes.image, override=True, html=(visit_image, None))
    app.connect("env-updated", slim_state, priority=400)
    app.connect("env-updated", write_front_ends)
    app.connect("html-page-context", load_front_end)
    app.add_css_file("svmlib-live.css")
    after_pages(app, write_playground)
    after_pages(app, write_dark)
    return SAFE
