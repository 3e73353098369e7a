"""What has been verified, from the records of the last checks: `book/verified.py`.

Each lecture ends with a line that says when and on what it was verified last, and the directive
``verification`` lists all lectures. Where a record holds for another text than the present one, the
page says so; where there is none, a lecture says nothing.
"""

import sys
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # the package `book` is not installed

from book.verified import FOLDER, digest, read_records  # noqa: E402

STATUS = "book/status"
NEVER = "not verified"
CHANGED = "not verified since it, or the package svmlib, was changed (before that on {day})"
NOTHING = (
    "This copy of the book was built without a verification. `make test` verifies every lecture "
    "and leaves its records for the build: `make book` then shows them here."
)


def found_records(app):
    """{page: (its records that hold, the newest first; records of another text)}."""
    env = app.env
    pages = [page for page in env.found_docs if env.doc2path(page).endswith(".ipynb")]
    found = {page: ([], []) for page in sorted(pages)}
    for record in read_records(Path(app.srcdir) / FOLDER):
        if record.page in found:
            now = digest(env.doc2path(record.page))
            found[record.page][record.digest != now].append(record)
    return found


def day(record):
    return record.time.split()[0]


class Verification(SphinxDirective):
    """The table of all lectures, and the environments to which it refers by number."""

    def run(self):
        parsed = nodes.container(classes=["verification"])
        lines = StringList(list(self.lines(found_records(self.env.app))), self.env.docname)
        self.state.nested_parse(lines, 0, parsed)
        return [parsed]

    def lines(self, found):
        known = {record.environment for holds, _ in found.values() for record in holds}
        environments = sorted(known)
        if not any(holds or changed for holds, changed in found.values()):
            yield NOTHING
            return
        yield from ("| Page | Verified (UTC) | Seconds | On |", "|:--|:--|--:|:--|")
        for page, (holds, changed) in found.items():
            cells = [f"{{doc}}`/{page}`", NEVER, "", ""]
            if holds:
                on = sorted(environments.index(record.environment) + 1 for record in holds)
                cells[1:] = holds[0].time, f"{holds[0].seconds:.0f}", ", ".join(map(str, on))
            elif changed:
                cells[1] = CHANGED.format(day=day(changed[0]))
            yield f"| {' | '.join(cells)} |"
        yield ""
        yield from (f"{k}. {environment}" for k, environment in enumerate(environments, 1))


def read_again(app, env, added, changed, removed):
    """The list is made anew when a record has come or gone."""
    same = found_records(app) == getattr(env, "verified", None)
    return [] if same or STATUS not in env.found_docs else [STATUS]


def write_again(app, env):
    """Lectures with another line than at the last build are written anew."""
    before, env.verified = getattr(env, "verified", {}), found_records(app)
    return [page for page, found in env.verified.items() if found != before.get(page)]


def link(app, page):
    """Leads to the list, if the book has it: it may be a part of the pages."""
    if STATUS not in app.env.found_docs:
        return nodes.Text("Verified")
    address = app.builder.get_relative_uri(page, STATUS)
    return nodes.reference("", "Verified", internal=True, refuri=address)


def add_line(app, doctree, page):
    """The last line of a lecture."""
    holds, changed = app.env.verified.get(page, ([], []))
    if not (holds or changed):
        return
    if holds:
        words = f" with {holds[0].environment}, {day(holds[0])}."
        children = [link(app, page), nodes.Text(words)]
    else:
        text = CHANGED.format(day=day(changed[0]))
        children = [nodes.Text(text[0].upper() + text[1:] + ".")]
    line = nodes.paragraph("", "", *children, classes=["verified"])
    next(iter(doctree.findall(nodes.section))).append(line)


def setup(app):
    app.add_directive("verification", Verification)
    app.connect("env-get-outdated", read_again)
    app.connect("env-updated", write_again)
    app.connect("doctree-resolved", add_line)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
