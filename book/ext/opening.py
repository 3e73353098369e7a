"""The opening of a lecture, and the path through all lectures on the landing page.

Below its title a lecture has its question, a paragraph in bold. The page shows the lecture's
picture under it (`book.images.make_openings`), and the box "Before you start" as one line with the
minutes, which opens to what a reader needs and will meet.

The directive ``path`` makes a card of each lecture: picture, title, question, minutes.
"""

import os
import re
from pathlib import Path
from xml.etree import ElementTree

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

from book.addresses import number_of
from book.ext import ROOT, SAFE
from book.source import Lecture, lecture_paths
from book.vector_figures import SVG

PICTURES = ROOT / "book/images/openings"
QUESTION = re.compile(r"^# .+\n\n\*\*(.+)\*\*\n", re.M)
SHORT = "{} min, exercises {} min"
GRID = """````{{grid}} 1 2 2 3
:gutter: 3
:class-container: path

{}
````
"""
CARD = """```{{grid-item-card}} {number}. {title}
:link: /{page}
:link-type: doc
:img-top: {picture}
:img-alt: "{alt}"

{question}

{minutes}
```
"""


def lectures():
    """The lectures in their order, without the pages in depth."""
    return [page for page in map(Lecture.read, lecture_paths(ROOT)) if not page.in_depth]


def question_of(lecture):
    return QUESTION.search(lecture.notebook.cells[0].source)[1]


def picture_of(lecture):
    """(file, what it is to see) of a lecture's picture."""
    file = PICTURES / f"{lecture.stem[:2]}.svg"
    return file, ElementTree.parse(file).getroot().findtext(f"{{{SVG}}}title")


class Opening(SphinxTransform):
    """Runs while a page is read, before Sphinx notes which pictures it needs."""

    default_priority = 400

    def apply(self, **kwargs):
        source = Path(self.env.doc2path(self.env.docname))
        if source.suffix != ".ipynb":
            return
        lecture = Lecture.read(source)
        for box in self.document.findall(nodes.admonition):
            if "before" in box["classes"] and (minutes := lecture.stated()):
                box["classes"].append("dropdown")  # book.ext.exercises folds it
                title = next(box.findall(nodes.title))
                title += nodes.Text(f": {minutes[0]} minutes to read")
        if lecture.in_depth:
            return
        question = next(self.document.findall(nodes.paragraph))
        question["classes"].append("question")
        file, alt = picture_of(lecture)
        uri = Path(os.path.relpath(file, source.parent)).as_posix()
        picture = nodes.image(uri=uri, alt=alt, classes=["dark-light", "opening"])
        question.parent.insert(question.parent.index(question) + 1, picture)


class PathOfLectures(SphinxDirective):
    def run(self):
        cards = []
        for lecture in lectures():
            self.env.note_dependency(str(ROOT / f"{lecture.page}.ipynb"))
            file, alt = picture_of(lecture)
            cards.append(CARD.format(
                number=number_of(lecture.page), title=next(lecture.headings(1))[1],
                page=lecture.page, picture=f"/{file.relative_to(ROOT)}", alt=alt,
                question=question_of(lecture), minutes=SHORT.format(*lecture.stated()),
            ))  # fmt: skip
        lines = GRID.format("\n".join(cards)).splitlines()
        holder = nodes.Element()
        self.state.nested_parse(StringList(lines, self.env.docname), 0, holder)
        return holder.children


def setup(app):
    app.add_transform(Opening)
    app.add_directive("path", PathOfLectures)
    return SAFE
