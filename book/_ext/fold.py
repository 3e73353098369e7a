"""Proofs and solutions of class ``dropdown`` fold into a native ``<details>``, without a script."""

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

# what sphinx-proof and sphinx-exercise call every box of a page
REPEATED = {"proof", "proof-content", "exercise-content", "solution-content"}


def raw(html):
    return nodes.raw("", html, format="html")


def take_summary(node):
    """Remove and return what stands on the closed fold: the title, or the word "Proof"."""
    title = next(iter(node.findall(nodes.title)), None)
    if title is not None:
        title.parent.remove(title)
        for link in list(title.findall(nodes.reference)):  # a link inside a button helps nobody
            link.replace_self(link.children)
        return nodes.inline("", "", *title.children)
    word, _, rest = (first := next(iter(node.findall(nodes.Text)))).partition(". ")
    first.parent.replace(first, nodes.Text(rest))
    return nodes.inline("", word)


class Fold(SphinxPostTransform):
    """Runs after the titles of solutions are resolved."""

    default_priority = 700
    formats = ("html",)

    def run(self, **kwargs):
        for node in list(self.document.findall(nodes.Element)):
            classes = node.get("classes", [])
            if node.get("ids"):
                node["ids"] = [i for i in node["ids"] if i not in REPEATED]
            if "dropdown" in classes:
                self.fold(node, [c for c in classes if c != "dropdown"])

    def fold(self, node, classes):
        summary = take_summary(node)
        anchor = f' id="{node["ids"][0]}"' if node["ids"] else ""
        opening = raw(f'<details class="fold {" ".join(classes)}"{anchor}><summary>')
        place = node.parent.index(node)
        node.parent[place : place + 1] = [
            opening, summary, raw("</summary>"), *node.children, raw("</details>")
        ]  # fmt: skip


def setup(app):
    app.add_post_transform(Fold)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
