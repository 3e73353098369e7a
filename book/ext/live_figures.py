"""Live figures on the published page: a static picture that a script brings to life.

A cell that shows an `svmlib.widgets` figure stores its state and a picture. Without a script, on
paper and in other formats the picture stays, with its caption and alt text. In a browser a script
that all pages share (svmlib-live.js) and the page's own (svmlib-live-….js, with the figures of
that page) replace it by the figure.
Any other widget would be dead without a kernel. Where its cell is tagged ``in-jupyter`` the page
has a note in its place, with what the widget shows at first; elsewhere it is a warning, hence
(with ``-W``) a failed build.

A figure of class ``hero``, on the first page, is such a picture, too: its script, which draws on
points of its own, is loaded when the browser has nothing else to do (book.js).

The playground, a page without Sphinx, is written beside the others.
"""

import base64
import json
import os
import re
from hashlib import sha256
from pathlib import Path

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from svmlib import datasets
from svmlib.widgets import bundle
from svmlib.widgets.live import box_around, points_of
from svmlib.widgets.playground import playground_page

VIEW = "application/vnd.jupyter.widget-view+json"
# what only a notebook needs: the front end itself, and how ipywidgets finds it
DROPPED = ("_esm", "_css", "_anywidget_id", "layout", "tabbable", "tooltip", "solution")
SHARED, HERO = "svmlib-live.js", "svmlib-hero.js"
IN_JUPYTER = "In Jupyter the controls stand above this picture, and it follows them."
logger = logging.getLogger(__name__)


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
            for offer in list(cell.findall(nodes.container)):
                if offer.get("nb_element") == "mime_bundle":
                    pictures = [self.image(png, alt) for png in shown_inside(saved, offer)]
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


def model_of(offer):
    """The name of the widget that a cell offers, or nothing."""
    views = [child for child in offer.children if child.get("mime_type") == VIEW]
    texts = [raw.astext() for view in views for raw in view.findall(nodes.raw)]
    return json.loads(re.search(r">(.*)<", texts[0])[1])["model_id"] if texts else ""


def shown_inside(saved, offer):
    """The pictures in the outputs of a widget, from the saved state of all."""
    state = saved.get(model_of(offer), {}).get("state", {})
    for child in state.get("children", []):
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
        # wider than the text where the page has room: a class of the theme, whose script takes the
        # contents of the page away meanwhile and breaks where a page has none
        wide = " full-width" if len(list(self.document.findall(nodes.section))) > 1 else ""
        for offer in list(self.document.findall(nodes.container)):
            if offer.get("nb_element") != "mime_bundle":
                continue
            kinds = {child["mime_type"]: child for child in offer.children}
            if VIEW not in kinds:
                continue
            model = model_of(offer)
            picture = kinds.get("image/png")
            if picture is None or model not in state:
                message = "this widget needs a kernel and would be dead on the page"
                logger.warning(message, location=offer)
                continue
            offer.children = [picture]
            place = f'<div class="svm-place{wide}" data-model="{model}">'
            picture.insert(0, nodes.raw("", place, format="html"))
            picture.append(nodes.raw("", "</div>", format="html"))


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


def write_playground(app, exception):
    if exception or app.builder.format != "html":
        return
    page = playground_page(book=f"{app.config.root_doc}.html")
    (Path(app.outdir) / "playground.html").write_text(page, encoding="utf8")


def setup(app):
    app.connect("env-updated", slim_state, priority=400)
    app.connect("env-updated", write_front_ends)
    app.connect("html-page-context", load_front_end)
    app.connect("build-finished", write_playground)
    app.add_css_file("svmlib-live.css")
    app.add_transform(InJupyter)
    app.add_post_transform(PlaceFigures)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
