"""A link to the PDF of the book, while it lies beside the pages; otherwise nothing.

``make pdf`` prints the built site and puts the PDF into its folder, so the page with the directive
``printed-book`` is read anew by each build.
"""

from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

PDF = "support-vector-machines.pdf"


class PrintedBook(SphinxDirective):
    def run(self):
        self.env.note_reread()
        path = Path(self.env.app.outdir) / PDF
        if not path.exists():
            return []
        address = "../" * self.env.docname.count("/") + PDF
        link = nodes.reference("", "The whole book for paper", refuri=address, internal=False)
        told = nodes.Text(f" (PDF, {path.stat().st_size / 1e6:.0f} MB)")
        return [nodes.paragraph("", "", link, told, classes=["printed-book"])]


def setup(app):
    app.add_directive("printed-book", PrintedBook)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
