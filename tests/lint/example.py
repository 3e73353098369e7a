"""A small lecture that follows every rule, for the tests to break."""

from pathlib import Path

from nbformat import v4

from book import fingerprint
from book.run_lectures import fold
from book.source import Book, Lecture

CHECK = "assert abs(double_{name}(2.0) - 4.0) < 1e-12"
CAPTION = "**Three lines**, equation {eq}`eq-margins-line`."
ALT = "Scatter plot with three straight lines that all separate two groups of points."
QUIZ = """::::{{admonition}} Question
:class: quiz
:name: quiz-margins-{name}

Does doubling $w$ move the line?

:::{{dropdown}} Yes.
**Not quite.** It multiplies both sides of the equation.
:::

:::{{dropdown}} No.
**Right.** The line is where the score is zero.
:::
::::"""
EXERCISE = """````{{exercise}} Double it
:label: ex-margins-{name}
:class: {kind}
Write `double_{name}`.

~~~python
half = 1.0
~~~

~~~python
{check}
~~~

:::{{admonition}} Hint
:class: dropdown
Twice.
:::
````"""
START = """```{{solution-start}} ex-margins-{name}
:label: sol-margins-{name}
:class: dropdown
```"""
CARD = """## Algorithm card

```{list-table}
* - **Type**
  - classifier
* - **Model family**
  - lines
* - **Objective**
  - none
* - **Optimiser**
  - perceptron
* - **Cost per step**
  - $O(d)$
* - **Probabilistic reading**
  - none
```"""
OPENING = """(lecture-margins)=
# Margins

After this lecture you can draw a line between two groups of points, say how far every point is
from the line, and explain why that distance matters. See [the notation](../book/notation.md).

:::{admonition} Before you start
:class: before
You need [dot products](#lecture-margins). About 5 minutes to read,
about 115 for the exercises.
:::"""
BODY = """(sec-margins-line)=
## A line

A {term}`margin` is a distance ([Vapnik, 1963](#vapnik1963)):

$$
w \\cdot x + b = 0
$$ (eq-margins-line)

:::{prf:definition} Line
:label: def-margins-line
All x with {eq}`eq-margins-line`.
:::

**Check.** The cell prints the margin of {prf:ref}`def-margins-line` and
[section 1.1](#sec-margins-line).

:::{prf:theorem} Two sides
:label: thm-margins-sides
A line has two sides.
:::

:::{prf:proof}
Its score is positive on one of them.
:::

:::{admonition} Proof
:class: dropdown

$$
1 + 1 = 2
$$ (eq-margins-folded)
:::

:::{admonition} Bug: the bias forgotten
:class: warning
:name: bug-margins-bias
Forgetting $b$.
:::"""


def code(source, count, outputs=(), **metadata):
    return v4.new_code_cell(source, execution_count=count, outputs=list(outputs), metadata=metadata)


def figure_cell(count):
    data = {"image/png": "iVBORw0KGgo=", "text/plain": "<Figure size 640x480 with 1 Axes>"}
    shown = {"image/png": {fingerprint.KEY: {"axes": []}}}
    output = v4.new_output("display_data", data=data, metadata=shown)
    described = {"figure": {"name": "fig-margins-lines", "caption": CAPTION}, "image": {"alt": ALT}}
    return code("ax = plots.points(X, y)", count, [output], mystnb=described, tags=["hide-input"])


KINDS = ("drill", "drill", "standard", "standard", "standard", "proof", "project")


def exercises(first):
    """An exercise of each kind with its solution; the code cells are counted from first."""
    names = ("one", "two", "three", "four", "five", "six", "seven")
    for k, (name, kind) in enumerate(zip(names, KINDS, strict=True)):
        check = CHECK.format(name=name)
        yield v4.new_markdown_cell(EXERCISE.format(name=name, kind=kind, check=check))
        yield v4.new_markdown_cell(START.format(name=name))
        yield code(f"half = 1.0\ndef double_{name}(x):\n    return 2 * x", first + 2 * k)
        yield v4.new_markdown_cell("% The solution goes on\nIt keeps its promise:")
        yield code(check, first + 2 * k + 1)
        yield v4.new_markdown_cell("```{solution-end}\n```")


def lecture():
    """The lecture as a new notebook."""
    stdout = v4.new_output("stream", name="stdout", text="margin 0.1664\n")
    set_up = "import numpy as np\nfrom svmlib import plots\nplots.use_style()"
    cells = [
        v4.new_markdown_cell(OPENING),
        code(set_up, 1, tags=["hide-input"]),
        v4.new_markdown_cell(BODY),
        code("print(f'margin {0.16641:.4f}')", 2, [stdout], tags=["rtol-1e-3"]),
        v4.new_markdown_cell(
            "[Fig. 1.1](#fig-margins-lines) shows it, [as said](#sec-margins-line)"
        ),
        figure_cell(3),
        v4.new_markdown_cell("\n\n".join(QUIZ.format(name=n) for n in "abcd")),
        v4.new_markdown_cell(CARD),
        v4.new_markdown_cell("## Summary\n\n- One.\n- Two.\n- Three.\n- Four."),
        v4.new_markdown_cell("## Exercises"),
        *exercises(4),
        v4.new_markdown_cell("## Further reading\n\n[Vapnik (1963)](#vapnik1963) started it."),
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    fold(notebook)
    return Lecture("01-margins", notebook)


def in_depth():
    """Its in-depth page: the same without card, summary and questions."""
    page = lecture()
    page.folder = Path("lectures/in-depth")
    changes = {"(lecture-": "(in-depth-", "#lecture-": "#in-depth-", "(../book": "(../../book"}
    cells = page.notebook.cells
    for old, new in changes.items():
        cells[0].source = cells[0].source.replace(old, new)
    left_out = ("::::{admonition} Question", "## Algorithm", "## Summary")
    page.notebook.cells = [cell for cell in cells if not cell.source.startswith(left_out)]
    return page


def book(*lectures):
    """A book of these lectures, with one page and a glossary of one term."""
    shelf = Book(citations={"vapnik1963"}, modules={"numpy", "svmlib"})
    shelf.add_labels("book/notation", [])
    shelf.add_terms("```{glossary}\nmargin\n  A distance.\n```")
    for each in lectures:
        shelf.add_lecture(each)
    return shelf
