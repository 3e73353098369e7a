"""Steps: links in a lecture's text that move one of its live figures.

``[Ask for C = 62](#fig-soft-live?C=62) and the first flower is let in.`` The words become a button
that lets the figure glide to this state (``deck.js`` of the live figures); without a script they
are a link to the figure, on paper plain words. Behind the question mark stands what differs from
the figure's start, ``trait=value`` joined by ``&``: a number, ``true``, a word, a list (commas, and
semicolons between rows of numbers). ``points.41=4.5,2.6`` moves point 41, which keeps its label.

In an item of a list the first line is what a class sees of the step, the next ones are the note
of who presents it. What no figure follows is a warning, hence (with ``-W``) a failed build.
"""

import json
import re
import subprocess
from functools import cache
from pathlib import Path
from urllib.parse import quote

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from book.ext.mathml import node_executable
from svmlib.widgets import bundle

VIEW = "application/vnd.jupyter.widget-view+json"
STATES = "application/vnd.jupyter.widget-state+json"
STEP = re.compile(r"\[([^\]]+)\]\(#([\w-]+)\?([^)\s]*)\)")
logger = logging.getLogger(__name__)

# Reads lines [module, traits, text of a link] from stdin; writes what the figure says against it.
JUDGE = """
const { decodeState } = await import(`${process.argv[1]}/ui/share.js`);
const lines = (await import("node:readline")).createInterface({ input: process.stdin });
for await (const line of lines) {
  const [file, traits, text] = JSON.parse(line);
  const front = Object.entries(await import(`${process.argv[1]}/${file}`));
  const specs = front.find(([name]) => name.endsWith("Spec"))[1]({ get: name => traits[name] });
  const { problem } = decodeState(text, traits, specs);
  process.stdout.write(JSON.stringify(problem ?? "") + "\\n");
}
"""


@cache
def judge():
    """The Node process: it waits for steps, and ends with the program that started it."""
    command = [node_executable(), "--input-type=module", "-e", JUDGE, bundle.FRONT.as_uri()]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def figures_of(path):
    """{label: (what a link calls the figure, its traits)} of the live figures of a notebook."""
    return figures_in(Path(path), Path(path).stat().st_mtime_ns)


@cache
def figures_in(path, modified):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    states = notebook["metadata"].get("widgets", {}).get(STATES, {}).get("state", {})
    found, met = {}, []
    for cell in notebook["cells"]:
        views = [output.get("data", {}).get(VIEW) for output in cell.get("outputs", ())]
        for view in filter(None, views):
            traits = states.get(view["model_id"], {}).get("state", {})
            if name := traits.get("figure"):
                met.append(re.sub(r"(?<=.)(?=[A-Z])", "-", name).lower())
                number = met.count(met[-1])
                linked = met[-1] if number == 1 else f"{met[-1]}-{number}"
                label = cell["metadata"].get("mystnb", {}).get("figure", {}).get("name")
                found[label] = linked, traits
    return found


def value_of(text):
    """What the text of a value means."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        rows = [part.split(",") for part in text.split(";")]
    try:
        rows = [[json.loads(part) for part in row] for row in rows]
    except json.JSONDecodeError:
        return text.split(",") if "," in text else text
    return rows if ";" in text else rows[0]


def changes_of(query, traits):
    """{trait: value} of the part behind the question mark, as links to a figure hold it."""
    changes = {}
    for setting in filter(None, query.split("&")):
        name, _, text = setting.partition("=")
        trait, _, row = name.partition(".")
        value = value_of(text)
        if not row:
            changes[trait] = value
            continue
        rows = traits.get(trait, [])
        if not row.isdecimal() or int(row) >= len(rows):
            raise ValueError(f"{trait} has no row {row}")
        changes.setdefault(trait, {})[row] = value + rows[int(row)][len(value) :]
    return changes


def problem_of(traits, changes):
    """What a figure says against these changes, or nothing."""
    file = bundle.figures()[traits["figure"]]
    node = judge()
    node.stdin.write(json.dumps([file, traits, json.dumps(changes)]) + "\n")
    node.stdin.flush()
    return json.loads(node.stdout.readline())


def link_to(figures, label, query):
    """The fragment of the address that leads to a step; ValueError where nothing follows it."""
    if label not in figures:
        raise ValueError(f"no live figure of this page is called {label}")
    linked, traits = figures[label]
    changes = changes_of(query, traits)
    if problem := problem_of(traits, changes):
        raise ValueError(problem)
    return quote(f"svm={linked}:{json.dumps(changes, separators=(',', ':'))}", safe="=")


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
                there = nodes.raw("", f'<span id="{address}"></span>', format="html")
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


def setup(app):
    app.add_transform(ReadSteps)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
