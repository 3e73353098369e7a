"""The student's edition: each lecture as a notebook that runs and reads well wherever it is opened.

In ``notebooks/03-soft-margin.ipynb`` an exercise is followed by a cell to write in and by its
check, a call of `svmlib.exercises.check`. Its solutions are in a folder of their own,
``notebooks/solutions``. The first cell gets what is missing on a machine, svmlib from a wheel in
the same folder, which holds the checks, too. The folder needs nothing else: it can be copied, or be
a branch of its own for Binder and Colab. So links stay in it where they can: in the notebook
itself, else in that of the solutions, else in that of another lecture. Where the site has an
address other pages are there. Where it has none, a link to them says that it needs the site.
"""

import copy
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from docutils import nodes
from nbformat import v4

from book.addresses import NOTEBOOKS, name_of, notebook_of, solutions_of
from book.content import known_mistakes
from book.exercises import exercises_in
from book.ext import ROOT, SAFE, after_pages, download
from book.ext.markdown import Plain, folded
from book.source import VIEW, Directive, Lecture, imported, modules_of
from svmlib import __version__, exercises

BRANCH = "notebooks"  # where the publishing workflow puts the folder, for Binder and Colab
UNSEEN = {"in-jupyter", "hide-output"}  # tags of cells whose outputs come only in Jupyter
# live figures whose picture shows more than their start, because paper has nothing else
BEYOND = {"Losses", "Margins"}
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
FETCHING = (
    "Begin with the first two code cells. They are folded, and a click opens them. One fetches the "
    "packages that this machine lacks, the other is the *set-up cell* of this page."
)
NOTE = (
    "*The notebook of [{name}]({page}): the same text and figures, to run and to change.* "
    + FETCHING
    + " After each exercise there is a cell for your code, and one that checks it. If an exercise "
    "has data of its own, run their cell before yours."
    "{solved}{links}"
)
SOLVED = " The solutions are in [a notebook of their own]({solutions})."
SOLUTIONS = (
    "*Solutions to the exercises of [{name}]({page}).* Try them first: in [the notebook of the "
    "lecture]({notebook}) each exercise has a check. "
) + FETCHING
SITE = "site:/"  # what a link to a page begins with until its notebook is known
AROUND = "needs the book's site around this folder"
LINKS = (
    " Links to lectures lead to the notebooks of this folder. Links to other pages, such as the "
    "notation, need the book's site around this folder."
)
RUN = "*Run the next cell to see the figure.*"
ALIVE = "*Run the next cell to bring the figure to life. Until then its picture shows the start.*"
WORDS = "The picture in words"
# a mark, with the empty line after it where it stands alone
MARK = re.compile(r'(^[> ]*)?<a id="([^"]+)"></a>(?(1)\n[> ]*\n)', re.M)
GET = """\
# Run this first: it fetches svmlib and the packages that this machine lacks
import importlib.metadata
import importlib.util
import os
import subprocess
import sys
from pathlib import Path


def numpy_here():
    return importlib.metadata.version("numpy") if "numpy" in sys.modules else None


{page}needed = {needed}
before = numpy_here()
missing = [p for p, m in needed.items() if not importlib.util.find_spec(m)]
if not importlib.util.find_spec("svmlib"):
    wheels = [w for up in (".", "..", "../..") for w in Path(up).glob("svmlib-*.whl")]
    {elsewhere}
if missing:
    pip = [sys.executable, "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, *missing], check=True)
    importlib.invalidate_caches()
if "google.colab" in sys.modules:  # which draws no widgets of others unless asked
    sys.modules["google.colab"].output.enable_custom_widget_manager()
if numpy_here() == before:
    print("All that this notebook needs is here.")
else:
    print("numpy has changed under this kernel: restart it, and run this cell again.")"""
PAGE = """os.environ["SVMLIB_PAGE"] = "{url}"  # where links of live figures lead
"""
FETCH = """missing += map(str, wheels[:1] or ["{wheel}"])"""
BESIDE = """assert wheels, (
        "{wheel} belongs beside this notebook: "
        "copy it from the folder notebooks of the book's site"
    )
    missing += map(str, wheels[:1])"""


# ----------------------------------------------------------------------------------------- cells


# `v4.new_code_cell` looks whether each cell is valid; here that is asked when a notebook is written


def text_cell(key, source):
    made = {"cell_type": "markdown", "id": key, "metadata": {}, "source": source}
    return nbformat.from_dict(made)


def code_cell(key, source, hidden=False, **metadata):
    """A code cell that was not run; a hidden one shows its first line until it is opened."""
    if hidden:
        metadata["jupyter"] = {"source_hidden": True}
    made = {"cell_type": "code", "id": key, "metadata": metadata, "source": source}
    return nbformat.from_dict(made | {"execution_count": None, "outputs": []})


def shown(cell):
    """The outputs that stand in a notebook before it is run.

    What the page folds away, for a reader who is to guess first, comes when the cell is run; so
    does a live figure whose picture would tell what is to be found with it.
    """
    if UNSEEN & {*cell.metadata.get("tags", [])}:
        return []

    def kind(output):
        return output.get("data", {}).get("text/plain", "").partition("(")[0]

    return [output for output in cell.outputs if kind(output) not in BEYOND]


def copied(cell):
    """A code cell with its outputs; of a live figure the picture, of a slider nothing."""
    made = code_cell(cell.id, cell.source, hidden="hide-input" in cell.metadata.get("tags", []))
    for output in copy.deepcopy(shown(cell)):
        if "data" in output:
            output.data.pop(VIEW, None)
            sizes = output.metadata.get("image/png", {})
            kept = {key: sizes[key] for key in ("width", "height") if key in sizes}
            output.metadata = {"image/png": kept} if kept else {}
        if "execution_count" in output:
            output.execution_count = None
        made.outputs.append(output)
    return made


def around(plain, cell):
    """What stands above and under the figure of a cell, or nothing."""
    settings = cell.metadata.get("mystnb", {})
    figure = settings.get("figure")
    if not figure:
        return "", []
    above = plain.mark(figure["name"])
    if not shown(cell):
        above += RUN
    elif any(VIEW in output.get("data", {}) for output in cell.outputs):
        above += ALIVE
    text = f"**{plain.number('Fig.', figure['name'])}.** {plain.inline(figure['caption'])}"
    words = folded(WORDS, settings["image"]["alt"])  # no reader of notebooks gives images a text
    return above, [text_cell(f"{cell.id}-caption", f"{text}\n\n{words}")]


@cache
def offered():
    """What the lectures may need beside svmlib, as its metadata says."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["optional-dependencies"]["lectures"]


def get_cell(code, address, url):
    """The cell that makes svmlib and the packages of a notebook available."""
    used = imported(code)
    needed = {
        requirement: module
        for requirement in offered()
        for module in sorted(modules_of(requirement) & used)
    }
    listed = ", ".join(f'"{requirement}": "{module}"' for requirement, module in needed.items())
    name = wheel_name()
    elsewhere = (
        FETCH.format(wheel=f"{address}{NOTEBOOKS}/{name}")
        if address
        else (BESIDE.format(wheel=name))
    )
    page = PAGE.format(url=url) if address else ""
    source = GET.format(needed=f"{{{listed}}}", elsewhere=elsewhere, page=page)
    return code_cell("get-svmlib", source, True)


CHECK = """\
# Check of exercise {number}: run this cell
from svmlib.exercises import check

check("{label}")"""


class Marked(Plain):
    """Text whose sections, boxes, formulas and exercises can be led to."""

    def mark(self, label):
        return f'<a id="{nodes.make_id(label)}"></a>' if label else ""


class Edition:
    """Both notebooks of one page."""

    def __init__(self, app, page, address, mistakes):
        path = Path(app.srcdir) / f"{page}.ipynb"
        self.page, self.mistakes = page, mistakes
        self.lecture = Lecture.read(path)
        self.exercises = exercises_in(self.lecture)
        site = address or SITE
        self.links = "" if address else LINKS
        self.solved_too = app.config.book_solutions
        self.plain = Marked(app, page, site)
        self.url = site + app.builder.get_target_uri(page)
        code = "\n".join(cell.source for _, cell in self.lecture.cells("code"))
        self.get = get_cell(code, address, self.url)
        self.cells, self.solutions = [], {label: [] for label in self.exercises}
        self.checks = {}
        for k, (_, part, solution) in enumerate(self.lecture.parts()):
            if solution and not self.solved_too:
                continue
            cells = self.solutions[solution] if solution else self.cells
            if isinstance(part, str):
                cells += self.text(part, f"text-{k}")
                continue
            above, under = around(self.plain, part)
            if above and cells and cells[-1].cell_type == "markdown":
                cells[-1].source += f"\n\n{above}"
            elif above:
                cells.append(text_cell(f"{part.id}-above", above))
            cells += [copied(part), *under]

        # jupyterlab-myst shows the source of a mark in the title: the text under it gets the mark
        title = self.cells[0]
        title.source = re.sub(r"^(# .*?)(<a .*></a>)\n+", r"\1\n\n\2", title.source)

    def text(self, source, key):
        """Cells of a text: one, but exercises have cells of their own."""
        cells, pieces = [], []
        for piece in self.plain.parts(source, apart=("exercise",)):
            if isinstance(piece, Directive):
                cells += self.prose(f"{key}-{len(cells)}", pieces) + self.exercise(piece)
                pieces = []
            else:
                pieces.append(piece)
        return cells + self.prose(f"{key}-{len(cells)}", pieces)

    def prose(self, key, pieces):
        return [text_cell(key, "\n\n".join(pieces))] if pieces else []

    def exercise(self, block):
        """Statement, set-up, a cell to write in and the check."""
        label = block.options["label"]
        exercise = self.exercises[label]
        number = self.plain.number("Exercise", label)
        title = f"### {number}: {self.plain.inline(block.argument)}{self.plain.mark(label)}"
        kind = f"*{block.options['class'].capitalize()}*"
        before, set_up, after = split_at(block.body, exercise.set_up)
        asked = [title, kind, self.plain.text(before)]
        if set_up:
            cells = [
                text_cell(label, "\n\n".join(asked)),
                code_cell(f"{label}-set-up", set_up),
                text_cell(f"{label}-rest", self.plain.text(after)),
            ]
        else:
            cells = [text_cell(label, "\n\n".join([*asked, self.plain.text(after)]))]
        counted = number.split()[-1]
        self.checks[label] = exercise.check_in_full(counted, self.mistakes.get(label, []))
        check = CHECK.format(number=counted, label=label)
        return [
            *cells,
            code_cell(f"{label}-own", exercise.stub()),
            code_cell(f"{label}-check", check, tags=["raises-exception"]),
        ]

    def opening(self, cells, note):
        """The title and what it promises, a note, the cell that fetches, and all the others."""
        first, *rest = cells
        return [first, text_cell("about", note), self.get, *rest]

    def notebook(self):
        """The notebook of the lecture."""
        there = way(notebook_of(self.page), solutions_of(self.page))
        solved = SOLVED.format(solutions=there) * self.solved_too
        note = NOTE.format(name=name_of(self.page), page=self.url, solved=solved, links=self.links)
        return notebook_with(self.opening(self.cells, note))

    def solved(self):
        """The notebook of the solutions."""
        title = self.cells[0].source.partition("\n")[0].removeprefix("# ")
        there = way(solutions_of(self.page), notebook_of(self.page))
        note = SOLUTIONS.format(name=name_of(self.page), page=self.url, notebook=there)
        set_up = next(cell for cell in self.cells if cell.cell_type == "code")
        cells = [text_cell("title", f"# Solutions: {title}"), set_up]
        statements = {cell.id: cell for cell in self.cells}
        for label, solution in self.solutions.items():
            statement = [statements[label].source]
            if set_up := statements.get(f"{label}-set-up"):
                statement.append(f"```python\n{set_up.source}\n```")
                statement.append(statements[f"{label}-rest"].source)
            statement.append("**Solution.**")
            cells += [text_cell(label, "\n\n".join(statement)), *solution]
        return notebook_with(self.opening(cells, note))


def way(name, other):
    """The link from a notebook to another."""
    return posixpath.relpath(other, posixpath.dirname(name) or ".")


def split_at(text, code):
    """What stands before and after a code block, and the block; or nothing before and no block."""
    fence = re.compile(r"^([~`]{3,})\w*\n" + re.escape(code) + r"\n\1$", re.M)
    if code and (found := fence.search(text)):
        return text[: found.start()], code, text[found.end() :]
    return text, "", ""


def notebook_with(cells):
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    return v4.new_notebook(cells=cells, metadata=metadata)


# ----------------------------------------------------------------------------------------- links


def lead(notebooks, address):
    """Links to places of a lecture lead to its notebooks, and marks that no link needs go.

    Where the site has an address other pages are read there. Else links to them are relative, and
    say so.
    """
    texts = {
        name: [cell for cell in notebook.cells if cell.cell_type == "markdown"]
        for name, notebook in notebooks.items()
    }
    marks = {
        name: {place for cell in cells for _, place in MARK.findall(cell.source)}
        for name, cells in texts.items()
    }
    used = {name: set() for name in texts}

    def led(found):
        opening, page, place = found.groups()
        pair = sorted((notebook_of(page), solutions_of(page)), key=lambda other: other != name)
        if not (place if name in pair else not address):
            return found[0]
        for other in pair:
            if other in marks and (not place or place in marks[other]):
                used[other].add(place)
                return opening + (other != name) * way(name, other) + (f"#{place}" if place else "")
        return found[0]

    page = rf"{re.escape(address or SITE)}(lectures/[\w/-]+)\.html"
    link = re.compile(rf"""(\]\(|href="){page}(?:#([\w:-]+))?(?=[)"])""")
    for name, cells in texts.items():
        up = "../" * (name.count("/") + 1)
        for cell in cells:
            cell.source = link.sub(led, cell.source)
            cell.source = re.sub(rf"\]\({SITE}([^)]+)\)", rf']({up}\1 "{AROUND}")', cell.source)
            cell.source = cell.source.replace(f'href="{SITE}', f'title="{AROUND}" href="{up}')
    for name, cells in texts.items():
        for cell in cells:
            keep = used[name]
            cell.source = MARK.sub(lambda m, keep=keep: m[0] * (m[2] in keep), cell.source).strip()


# ----------------------------------------------------------------------------------------- wheel


BEGUN = "315532800"  # 1980, the time of its files, where the environment names no other


def wheel_name():
    return f"svmlib-{__version__}-py3-none-any.whl"


def write_wheel(folder, checks):
    """Build svmlib's wheel from its sources and the checks: of the same the same, to the byte."""
    code = "import sys; from flit_core import buildapi; print(buildapi.build_wheel(sys.argv[1]))"
    with TemporaryDirectory() as sources:
        shutil.copytree(ROOT / "svmlib", there := Path(sources, "svmlib"))
        (there / exercises.FILE).write_text(json.dumps(checks, indent=1), encoding="utf-8")
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, sources)
        name = subprocess.run(
            [sys.executable, "-c", code, folder.resolve()], cwd=sources, stdout=subprocess.PIPE,
            text=True, env={"SOURCE_DATE_EPOCH": BEGUN} | os.environ, check=True,
        ).stdout.strip()  # fmt: skip
    if name != wheel_name():
        raise ValueError(f"the wheel is called {name}, the notebooks ask for {wheel_name()}")


def write_requirements(folder):
    """What Binder installs: its Python, and the pins with the wheel for the repository.

    Without the extension that draws the sources: it hides the triangles of folds and slants boxes.
    """
    shutil.copy(ROOT / ".binder/runtime.txt", folder)
    pins = (ROOT / ".binder/requirements.txt").read_text(encoding="utf-8")
    text = pins.replace("--editable .", f"./{wheel_name()}")
    text = re.sub(r"^jupyterlab-myst==.*\n", "", text, flags=re.M)
    (folder / "requirements.txt").write_text(text, encoding="utf-8")


def write_edition(app, folder):
    folder /= NOTEBOOKS
    shutil.rmtree(folder, ignore_errors=True)
    pages = sorted(page for page in app.env.found_docs if page.startswith("lectures/"))
    mistakes, address = known_mistakes(), app.config.site_address
    notebooks, checks = {}, {}
    for page in pages:
        edition = Edition(app, page, address, mistakes)
        made = {notebook_of(page): edition.notebook()}
        if app.config.book_solutions:
            made[solutions_of(page)] = edition.solved()
        notebooks |= made
        checks |= edition.checks
    lead(notebooks, address)
    for name, made in notebooks.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(made, path)
    if pages:
        write_wheel(folder, checks)
        write_requirements(folder)


def offer(app, pagename, templatename, context, doctree):
    """The buttons of a lecture lead to this edition: download, Binder, Colab."""
    if not pagename.startswith("lectures/") or "header_buttons" not in context:
        return
    for group in context["header_buttons"]:
        if group.get("label") == "download-buttons":
            own, solved = (
                context["pathto"](f"{NOTEBOOKS}/{name}", 1)
                for name in (notebook_of(pagename), solutions_of(pagename))
            )
            offered = [download(own, "Notebook", "to run and to change")]
            offered += [download(solved, "Solutions", "as a notebook")] * app.config.book_solutions
            group["buttons"][:-1] = offered  # the last one prints
        for button in group["buttons"] if group.get("label") == "launch-buttons" else ():
            there = re.sub(r"/blob/.*", f"/blob/{BRANCH}/{notebook_of(pagename)}", button["url"])
            there = re.sub(
                r"/[^/]+\?urlpath=lab/tree/.*",
                f"/{BRANCH}?urlpath=lab/tree/{notebook_of(pagename)}", there,
            )  # fmt: skip
            button["url"] = there


def setup(app):
    app.connect("html-page-context", offer, priority=900)
    after_pages(app, write_edition)
    return SAFE
