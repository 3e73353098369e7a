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
from functools import cache
from pathlib import Path
from urllib.parse import quote

from book.node import Node
from book.source import VIEW
from svmlib.widgets import bundle

STATES = "application/vnd.jupyter.widget-state+json"
STEP = re.compile(r"\[([^\]]+)\]\(#([\w-]+)\?([^)\s]*)\)")

# Reads lines [module, traits, text of a link] from stdin; writes what the figure says against it.
SCRIPT = """
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
JUDGE = Node("--input-type=module", "-e", SCRIPT, bundle.FRONT.as_uri())


@cache
def figures_of(path):
    """{label: (what a link calls the figure, its traits)} of the live figures of a notebook."""
    notebook = json.loads(Path(path).read_text(encoding="utf-8"))
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
    return JUDGE.ask([file, traits, json.dumps(changes)])


def link_to(figures, label, query):
    """The fragment of the address that leads to a step; ValueError where nothing follows it."""
    if label not in figures:
        raise ValueError(f"no live figure of this page is called {label}")
    linked, traits = figures[label]
    changes = changes_of(query, traits)
    if problem := problem_of(traits, changes):
        raise ValueError(problem)
    return quote(f"svm={linked}:{json.dumps(changes, separators=(',', ':'))}", safe="=")
