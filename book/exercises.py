"""The exercises of a lecture: their set-up, check and solution, and the check as students run it.

An exercise has at most one code block that makes its data and one with the asserts of its check;
its solution, between ``solution-start`` and ``solution-end``, repeats both in cells.
"""

import ast
import re
from dataclasses import dataclass
from symtable import symtable
from textwrap import fill, indent

from book.source import Lecture, parse

WIDTH = 72  # of code
SHORT = 48  # of code that is shown with its value
CLOSE = ("np.isclose", "np.allclose")
CHECK = """\
# Check of exercise {number}: run this cell
import linecache


class _NotYet(AssertionError):
    def _render_traceback_(self):  # Jupyter shows the message alone
        from textwrap import fill

        return [fill(str(self), 88)]


def _stub(): ...


def _does(function):
    code = getattr(function, "__code__", _stub.__code__)
    return code.co_code, code.co_consts


def _unwritten():
    for name in [{asked}]:
        value = globals().get(name, ...)
        if value is ... or callable(value) and _does(value) == _does(_stub):
            yield name


def _shows(mistake):
    try:
        return bool(mistake())
    except Exception:
        return False


def _plain(value):  # as one writes it: no noise in the last digits, also not in lists
    if isinstance(value, (list, tuple)):
        inside = ", ".join([_plain(one) for one in value])
        return f"[{{inside}}]" if isinstance(value, list) else f"({{inside}})"
    if isinstance(value, float):
        return f"{{value:.8g}}"
    return repr(value) if isinstance(value, str) else str(value)


def _not_yet(test, claim, where=(), yours=(), wanted=()):
    cases = [f"{{name}} = {{_plain(v)}}" for name, v in where if len(_plain(v)) < 40]
    at = f" at {{', '.join(cases)}}" if cases else ""
    before = ", those before it hold" if test > 1 else ""
    said = f"not yet: test {{test}} of {tests}{{at}}{{before}}. The test is: {{claim}}."
    for kind, values in (("You have", yours), ("Wanted", wanted)):
        said += f" {{kind}}: {{'; '.join([_plain(v)[:100] for v in values])}}." if values else ""
    return said


def _stops(error):
    codes = [getattr(globals()[name], "__code__", None) for name in [{asked}]]
    step, inner = getattr(error, "__traceback__", None), None
    while step:
        inner = step if step.tb_frame.f_code in codes else inner
        step = step.tb_next
    if inner:
        code = inner.tb_frame.f_code
        line = linecache.getline(code.co_filename, inner.tb_lineno).strip()
        return f"{{code.co_name}} stops with {{error!r}}" + (f" at {{line}}" if line else "")
    return (
        f"the check cannot use what you have: {{error!r}}. "
        "Is it of the kind that is asked for: how many values, of which shape?"
    )


if any(_unwritten()):
    print(f"{here}write {{' and '.join(_unwritten())}} in the cell above, and run it.")
else:
    try:
{asserts}
    except AssertionError as problem:
        raise _NotYet(f"{here}{{problem}}") from None
    except Exception as problem:
        raise _NotYet(f"{here}{{_stops(problem)}}") from None
    print("{here}right.")"""


@dataclass
class Exercise:
    """An exercise with the code that belongs to it."""

    label: str
    page: str
    first: str  # the set-up cell of the page
    set_up: str
    check: str
    solution: str  # all its cells, the set-up and the check among them
    task: str  # all that it says, but for the check

    def own(self, right="", wrong=""):
        """What a student has to write: the solution up to the check; or with a mistake in it."""
        code = self.solution.partition(self.check)[0].strip()
        if right not in code:
            raise ValueError(f"{self.label}: its solution does not contain {right!r}")
        return code.replace(right, wrong) if right else code

    def written(self, right="", wrong=""):
        """The same without the set-up, which is given."""
        return self.own(right, wrong).removeprefix(self.set_up).strip()

    def asked(self):
        """The names that the check needs and the student has to define."""
        defined = bound(self.own()) - bound(self.set_up)
        used = [node for node in ast.walk(ast.parse(self.check)) if isinstance(node, ast.Name)]
        used.sort(key=lambda node: (node.lineno, node.col_offset))
        return [name for name in dict.fromkeys(node.id for node in used) if name in defined]

    def check_cell(self, number, known=()):
        """The check as a cell of its own, which says in words what is missing or wrong.

        Parameters
        ----------
        number : str
            How the page counts the exercise: "3.6".
        known : sequence of Mistake
            Those that have a message of their own: it is given when the expression `seen` can be
            computed and is true.
        """
        asked, asserts = self.asked(), []
        for name, call in self.calls([mistake.seen for mistake in known]).items():
            message = f"{name} gives back nothing. Does it end with a return?"
            asserts.append(says(f"assert not _shows(lambda: {call} is None)", message))
        for mistake in known:
            assertion = f"assert not _shows(lambda: {inside(mistake.seen)})"
            asserts.append(says(assertion, mistake.message))
        check, tests = with_messages(self.check, asked)
        return CHECK.format(
            number=number,
            here=f"Exercise {number}: ",
            tests=tests,
            asked=", ".join(map(repr_double, asked)),
            asserts=indent("\n".join([*asserts, check]), 8 * " "),
        )

    def check_in_full(self, number, known=()):
        """The same with what `svmlib.exercises` needs beside it."""
        return {
            "number": number,
            "needed": sorted(bound(self.first) - bound(self.set_up)),
            "data": self.set_up,
            "names": sorted(bound(self.set_up)),
            "check": self.check_cell(number, known),
        }

    def stub(self):
        """The names that are asked for, with nothing in them yet."""
        tree = ast.parse(self.own())
        defined = {n.name: n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
        lines = [
            f"def {name}({ast.unparse(defined[name].args)}):\n    ...\n"
            if name in defined
            else f"{name} = ..."
            for name in self.asked()
        ]
        return "\n\n".join(lines).rstrip()

    def calls(self, known):
        """{name: a call of it} of the asked functions that must give something back.

        The calls are taken from the check and the expressions of the known mistakes; where these
        speak of None, a function may give back nothing.
        """
        found, sources = {}, [*known, self.check]
        if any(re.search(r"\bNone\b", source) for source in sources):
            return found
        asked = self.asked()
        for tree in map(ast.parse, sources):
            for node in called(tree, asked):
                found.setdefault(node.func.id, ast.unparse(node))
        return found


def called(tree, names):
    """The calls in a tree of functions with these names that need nothing from around them."""
    local = local_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in names and not names_in(node) & local:
                yield node


def bound(code):
    """The names that code defines at its top level."""
    symbols = symtable(code, "<code>", "exec").get_symbols()
    return {one.get_name() for one in symbols if one.is_assigned() or one.is_imported()}


def literal(text, indent):
    """A text as a string that fits the width: in parentheses when it needs several lines."""
    if indent + len(text) + 2 <= WIDTH:
        return repr_double(text)
    lines = fill(text, WIDTH - 7, break_long_words=False, break_on_hyphens=False).split("\n")
    lines = [line + " " for line in lines[:-1]] + lines[-1:]
    return "(\n" + "".join(f"    {repr_double(line)}\n" for line in lines) + ")"


def repr_double(text):
    """A text as a literal between double quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def says(assertion, message):
    return f"{assertion}, {literal(message, len(assertion) + 2)}"


def inside(expression):
    """An expression as it may stand inside brackets, its lines indented."""
    return expression.replace("\n", "\n    ")


def with_messages(check, asked=()):
    """The check, whose asserts without a message say what they wanted; and how many these are."""
    tree, made = ast.parse(check), ast.parse(check)
    bare = [n for n in ast.walk(made) if isinstance(n, ast.Assert) and not n.msg]
    loops = [node for node in ast.walk(made) if isinstance(node, ast.For)]
    bare.sort(key=lambda node: node.lineno)
    for k, node in enumerate(bare, start=1):
        claim = " ".join(ast.get_source_segment(check, node.test).split())
        said = [str(k), repr_double(claim)]
        around = [loop for loop in loops if node in ast.walk(loop)]
        cases = dict.fromkeys(name for loop in around for name in targets(loop))
        pairs = "".join(f"({repr_double(name)}, {name})," for name in cases)
        said += [f"where=({pairs})"] * bool(cases)
        for name, texts in zip(("yours", "wanted"), looked_at(node.test, tree, asked), strict=True):
            said += [f"{name}=({', '.join(texts)},)"] * bool(texts)
        node.msg = ast.parse(f"_not_yet({', '.join(said)})", mode="eval").body
    return ast.unparse(made), len(bare)


def looked_at(test, check, asked):
    """What a test looks at, names that were asked for or follow from them or calls, and the values
    with which it compares them: none where no function was asked for, since these would be the
    answer.
    """
    names = set(asked)
    for node in ast.walk(check):
        if isinstance(node, ast.Assign) and names_in(node.value) & names:
            names |= set().union(*map(names_in, node.targets))
    functions = {n.func for n in ast.walk(test) if isinstance(n, ast.Call)}
    local = local_names(test)
    found = [n for n in ast.walk(test) if isinstance(n, ast.Name) and n not in functions]
    found = [n for n in found if n.id in names - local]
    found.sort(key=lambda node: (node.lineno, node.col_offset))
    said = dict.fromkeys(map(ast.unparse, [*found, *called(test, asked)]))
    wanted = []
    for pair in compared(test):
        sides = [side for side in pair if not names_in(side) & names]
        if len(sides) == 1 and names_in(sides[0]) and not names_in(sides[0]) & local:
            wanted.append(ast.unparse(sides[0]))
    calls = {ast.unparse(n.func).partition(".")[0] for n in ast.walk(check) if type(n) is ast.Call}
    by_hand = not calls & {*asked}
    return [text for text in said if len(text) <= SHORT][:2], [] if by_hand else wanted[:1]


def compared(test):
    """The pairs of expressions that a test asks to be equal or close."""
    for node in ast.walk(test):
        if isinstance(node, ast.Compare) and [*map(type, node.ops)] == [ast.Eq]:
            yield node.left, node.comparators[0]
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in CLOSE:
            yield tuple(node.args[:2])


def targets(loop):
    """The names that a loop gives values, in the order of the text."""
    found = [node for node in ast.walk(loop.target) if isinstance(node, ast.Name)]
    return [node.id for node in sorted(found, key=lambda node: node.col_offset)]


def names_in(tree):
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def local_names(tree):
    """Names that exist within loops, comprehensions and lambdas of a tree only."""
    targets = [n.target for n in ast.walk(tree) if isinstance(n, ast.comprehension | ast.For)]
    arguments = {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    return arguments.union(*map(names_in, targets))


def exercises_in(lecture):
    """{label: Exercise} of a lecture, in its order, of those that have a check and a solution."""
    first, solutions, found = lecture.cells("code")[0][1].source, {}, {}
    for _, part, label in lecture.parts():
        if label and not isinstance(part, str):
            solutions.setdefault(label, []).append(part.source)
    for _, box in lecture.directives("exercise"):
        label = box.options.get("label")
        codes = [block.body.strip() for _, block in parse(box.body) if block and not block.name]
        checks = [code for code in codes if re.search(r"^\s*assert\b", code, re.M)]
        if len(checks) == 1 and label in solutions:
            (check,), set_up = checks, next((code for code in codes if code not in checks), "")
            solution, task = "\n\n".join(solutions[label]), box.body.replace(check, "")
            found[label] = Exercise(label, lecture.page, first, set_up, check, solution, task)
    return found


def exercises_of(path):
    """The same of a notebook."""
    return exercises_in(Lecture.read(path))
