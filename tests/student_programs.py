"""Whole short programs as students write them, drawn at random: CPython's answer and the page's.

The page may refuse ("missing"), but what it says is right.

The grammar is in student_programs.txt. A part `kind:` has texts between `¦` (`⏎` ends a line, `·`
is nothing), and one [[kind]] has paragraphs; one of them is drawn. <kind> in it is drawn in its
turn: a variable of that kind in scope, or from the section. <set_kind> is a name that is bound
here, <var_kind> one that is there and may be bound again, and <kind:names> knows names of its own;
among these may be loop, function and generator, which say what a <jump> can be. Texts after `?` are
rare: at most two a program, since few students write them and the page may well refuse them.
"""

import contextlib
import gc
import io
import re
import resource
import warnings
from pathlib import Path

import numpy as np

from book.grading.crossing import limit
from tests import node_process, tolerance

NAMES = {
    "int": "n m total", "float": "x y z", "str": "s t word", "bool": "ok", "ints": "items seen",
    "words": "names", "dict": "d ages", "set": "q", "tuple": "p", "vec": "a v", "ivec": "c",
    "mat": "A", "imat": "M", "sq": "S", "mask": "mask", "fun": "f g", "gen": "steps walk",
    "box": "box other",
}  # fmt: skip
KINDS_OF = {name: kind for kind, names in NAMES.items() for name in names.split()}
FLAGS = {"loop", "function", "generator"}
IMPORTS = {
    r"\bnp\.": "import numpy as np", r"\bmath\.": "import math",
    r"\b(Counter|deque)\(": "from collections import {}",
    r"\b(islice|accumulate|pairwise|product|combinations|chain|zip_longest|groupby)\(":
        "from itertools import {}",
    r"\b(reduce|partial)\(": "from functools import {}",
    r"\b(Fraction)\(": "from fractions import {}",
}  # fmt: skip
SLIPS = {
    r" ([-+*]|//?|%) ": " + ¦ - ¦ * ¦ / ¦ // ¦ % ¦ @ ", r" (<|<=|>|>=|==|!=) ": " < ¦ <= ¦ > ¦ == ",
    r"\.(\w+)\(": r".\1s( ¦ .\1_( ¦ .\1", r"\[(-?\d)\]": r"[5] ¦ [-4] ¦ [\1.0] ¦ ['\1'] ¦ (\1)",
    r"(?<!\.)\b(\d+)\b(?!\.)": r"None ¦ '\1' ¦ [\1] ¦ \1.5 ¦ (\1,) ¦ True ¦ -\1",
    r"axis=\d": "axis=1 ¦ axis=2 ¦ axis=-1", r"\((\w[^(),]*), ": "(", r" and ": " or ",
    r", (\w[^(),]*)\)": r") ¦ , \1, \1)", r"self\.": "· ¦ other.", r"\bself, ": "· ¦ me, ",
    r"\b(n|x|items|total|names|d|a|A|s)\b": r"\1s ¦ (\1,) ¦ str(\1) ¦ list(\1) ¦ None",
    r"\b(len|sum|max|sorted|list|abs)\(": "str( ¦ int( ¦ iter( ¦ tuple( ¦ bool( ¦ float(",
    r"\n    (?=return|print|yield)": r"⏎ ¦ ⏎        ", r"\breturn\b": "yield ¦ ·",
    r"\n\s+\w+ [-+]= .*": "·", r"\(([a-z]+)\)": r"(*\1) ¦ ([\1]) ¦ ()", r"\bnot ": "·",
    r"\bbreak\b": "continue ¦ pass",
}  # fmt: skip
SLOT = re.compile(r"<(\w+)(?::([\w,]+))?>")
STATEMENTS, EXPRESSIONS = 3, (1, 2, 2, 3)  # how deep they are inside each other
SHORTEST, LONGEST = 4, 20  # lines
RARE, RARELY, SLIP, KNOWN = 2, 0.05, 0.25, 0.5  # rare ones a program; chances
SECONDS, MEMORY, PATIENCE = 2, 4 << 30, 5  # of CPython; of the page
PRINTED, LINES = 5000, 100  # signs and lines: the page shows so many and a few more
UNSTEADY = re.compile(r"at 0x[0-9a-f]{6,}|<module |default_rng\(\)|\{(['\"])[^'\"]*\1, ['\"]")
LAST_DIGITS = 1e-12
RECURSION = re.compile(r"(maximum recursion depth exceeded).*")


# ------------------------------------------------------------------------------------- drawing


def sections(text):
    """The grammar: {kind: [text, …]}, rare ones under the kind and a `?`."""
    found = {}
    for part in re.split(r"\n+(?=\w+: |\[\[\w+\]\]\n)", text.strip()):
        kind, _, rest = part.partition("]]\n" if part[0] == "[" else ": ")
        if kind.startswith("[["):
            found[kind[2:]] = rest.split("\n\n")
            continue
        for name, texts in zip((kind, f"{kind}?"), rest.split("\n? "), strict=False):
            plain = re.sub(r"\n  ", " ¦ ", texts).replace("·", "").replace("⏎", "\n")
            found[name] = plain.split(" ¦ ")
    return found


GRAMMAR = sections(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8"))
LONG = {kind for kind, [first, *_] in GRAMMAR.items() if "\n" in first}


class Scope:
    """The names that can be read here, those that can be bound again, and the flags."""

    def __init__(self, reads=(), writes=(), flags=()):
        self.reads, self.writes, self.flags = set(reads), set(writes), set(flags)

    def inner(self, words):
        """The scope of a part with these names or flags of its own."""
        words = set(filter(None, (words or "").split(",")))
        flags, names = words & FLAGS, words - FLAGS
        if "function" in flags:
            return Scope(self.reads | names, names, flags)
        return Scope(self.reads | names, self.writes, self.flags | flags)

    def bind(self, names):
        self.reads |= set(names)
        self.writes |= set(names)


class Writer:
    """Draws texts of the grammar."""

    def __init__(self, rng):
        self.rng, self.rare, self.deep = rng, RARE, rng.choice(EXPRESSIONS)

    def name(self, how, kind, scope):
        """A name to bind, preferably a new one, or one that is bound and can be again."""
        names = NAMES[kind].split()
        old = [name for name in names if name in scope.writes]
        new = [name for name in names if name not in scope.reads]
        if how == "var" and not old:
            raise LookupError(kind)
        return self.rng.choice(old if how == "var" else new or old or names)

    def alternative(self, kind, depth):
        """One of a kind, and one that ends where it is deep."""
        texts, rare = GRAMMAR[kind], GRAMMAR.get(f"{kind}?")
        if depth >= (STATEMENTS if kind in LONG else self.deep):
            texts = [text for text in texts if "<" not in text] or texts
        elif rare and self.rare and self.rng.random() < RARELY:
            self.rare -= 1
            texts = rare
        return self.rng.choice(texts)

    def drawn(self, kind, scope, depth=0):
        """A text of a kind."""
        known = sorted(scope.reads & set(NAMES.get(kind, "").split()))
        if known and self.rng.random() < KNOWN + depth / 8:
            return self.rng.choice(known)
        if kind == "any" and self.rng.random() < KNOWN:
            kind = self.rng.choice([kind, *sorted(KINDS_OF[n] for n in scope.reads & {*KINDS_OF})])
        if kind == "jump":
            kind = f"jump_{self.rng.choice(sorted(scope.flags) or ['none'])}"
        for _ in range(20):
            with contextlib.suppress(LookupError):
                return self.filled(self.alternative(kind, depth), kind, scope, depth)
        raise LookupError(kind)

    def filled(self, text, kind, scope, depth):
        """A text whose slots are filled; the names that a line binds are known after it."""
        lines, bound = [], []

        def put(slot):
            how, _, of = slot[1].partition("_")
            if of in NAMES and how in ("set", "var"):
                name = self.name(how, of, scope)
                bound.extend([name] * (how == "set"))
                return name
            deeper = depth + 1 if (slot[1] in LONG) == (kind in LONG) else 0
            within = scope.inner(slot[2]) if slot[2] or slot[1] == "body" else scope
            return self.drawn(slot[1], within, deeper)

        for line in text.split("\n"):
            indent = re.match(" *", line)[0]
            lines.append(SLOT.sub(put, line).replace("\n", "\n" + indent))
            scope.bind(bound)
            bound.clear()
        return "\n".join(lines)

    def program(self):
        """Some variables, what is done with them, and how they are at the end."""
        scope = Scope()
        parts = [self.drawn("start", scope) for _ in range(self.rng.randint(2, 4))]
        for _ in range(self.rng.randint(1, 3)):
            kind = self.rng.choice("scene scene compound stmt show".split())
            parts.append(self.drawn(kind, scope))
        names = sorted(scope.writes - set("f g steps walk".split()))
        parts.append(f"print({', '.join(self.rng.sample(names, min(3, len(names))))})")
        return "\n".join(line for line in "\n".join(parts).split("\n") if line.strip())


def dressed(rng, text):
    """The text with remarks and empty lines here and there."""
    lines = []
    for line in text.split("\n"):
        if rng.random() < 0.1 and '"""' not in text and not line.endswith("\\"):
            lines.append(rng.choice(["", "   ", "# a remark: of", "    # indented"]))
            line += rng.choice(["  # why", " ", "", "#"])
        lines.append(line)
    return "\n".join(lines)


def slipped(rng, text):
    """The text with a slip of the pen, or with a line left out, twice or too early."""
    lines = text.split("\n")
    if rng.random() < 0.15:
        at = rng.randrange(len(lines))
        kept = rng.choice([[], [lines[at]] * 2, [lines[at], lines[at - 1]]])
        return "\n".join(lines[: max(0, at - (len(kept) == 2))] + kept + lines[at + 1 :])
    found = [(place, new) for old, new in SLIPS.items() for place in re.finditer(old, text)]
    place, new = rng.choice(found)
    new = place.expand(rng.choice(new.split(" ¦ ")).replace("·", "").replace("⏎", r"\n"))
    return text[: place.start()] + new + text[place.end() :]


def imports(text):
    """The lines that import what a text uses."""
    used = ((line, re.findall(pattern, text)) for pattern, line in IMPORTS.items())
    return [line.format(", ".join(sorted(set(names)))) for line, names in used if names]


def program(rng):
    """The text of a program."""
    while True:
        with contextlib.suppress(LookupError):
            text = Writer(rng).program()
            if rng.random() < SLIP:
                text = slipped(rng, text)
            text = dressed(rng, "\n".join([*imports(text), text]))
            if SHORTEST <= text.count("\n") + 1 <= LONGEST and compiles(text):
                return text + "\n"


def compiles(text):
    """Whether it is Python; what a compiler alone would notice is no program."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return bool(compile(text, "<program>", "exec"))
    except (SyntaxError, Warning):
        return False


# ------------------------------------------------------------------------------------- CPython


class TooLong(BaseException):
    """Which no program catches."""


@contextlib.contextmanager
def limited():
    """Ends what takes too long or too much."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, before[1]))
    try:
        with limit(SECONDS, TooLong):
            yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def said_by_python(source):
    """{"printed": …} of CPython, with "failed" if an error ends it; None for no steady answer."""
    printed, said, names = io.StringIO(), {}, {"np": np, "__name__": "__main__"}
    gc.freeze()
    gc.disable()  # whose moment is no part of an answer
    quiet = (contextlib.redirect_stdout(printed), np.errstate(all="ignore"))
    try:
        with limited(), quiet[0], quiet[1], warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(source, "<program>", "exec"), names)
    except (TooLong, MemoryError, SystemExit):
        return None
    except Exception as problem:
        said = {"failed": f"{type(problem).__name__}: {problem}"}
    finally:
        with contextlib.redirect_stdout(io.StringIO()):  # what generators say at their end
            names.clear()
            gc.collect()
            gc.enable()
    said["printed"] = printed.getvalue()
    short = len(said["printed"]) < PRINTED and said["printed"].count("\n") < LINES
    return said if short and not UNSTEADY.search("".join([source, *said.values()])) else None


# ------------------------------------------------------------------------------------ comparing


def alike(a, b):
    """Whether two numbers are the same text, or long and only their last digits differ."""
    whole = tolerance.INTEGER.fullmatch(a) or tolerance.INTEGER.fullmatch(b)
    long = max(len(a), len(b)) > 9
    return a == b or (not whole and long and tolerance.close(float(a), float(b), LAST_DIGITS))


def same(ours, theirs):
    """Whether two prints are the same; blanks count unless the last digits of numbers differ."""
    ours, theirs = (RECURSION.sub(r"\1", text) for text in (ours, theirs))
    if ours == theirs:
        return True
    pairs = [tolerance.NUMBER.findall(text) for text in (ours, theirs)]
    if pairs[0] == pairs[1] or len(pairs[0]) != len(pairs[1]):
        return False
    words = tolerance.words(ours) == tolerance.words(theirs)
    return words and all(map(alike, *pairs))


def begins(whole, part):
    """Whether a print begins with what was printed before the page refused."""
    at = part.count("\n")
    lines, last = "\n".join(part.split("\n")[:at]), part.split("\n")[at]
    ours, line = "\n".join(whole.split("\n")[:at]), "".join(whole.split("\n")[at : at + 1])
    return same(ours, lines) and any(same(line[:k], last) for k in range(len(line) + 1))


def verdict(ours, reply):
    """Is it the same, refused, another message of the last error, or one of the faults?"""
    if "broken" in reply:
        return reply["broken"]
    if "missing" in reply:
        return "refused" if begins(ours["printed"], reply["printed"]) else "silent"
    wanted, said = (answer.get("failed", "") for answer in (ours, reply))
    if said and said.partition(":")[0] != wanted.partition(":")[0]:
        return "false error"
    if wanted.partition(":")[0] != said.partition(":")[0]:
        return "silent"
    if not same(ours["printed"], reply["printed"]):
        return "silent"
    plain = (RECURSION.sub(r"\1", text).removesuffix(": ") for text in (wanted, said))
    return "same" if same(*plain) else "message"


FAULTS = ("silent", "false error", "breaks or hangs")


class Page:
    """The Python of the pages, asked for one program after the other."""

    def __init__(self):
        self.patience, self.node = PATIENCE, node_process.Node("python.mjs")

    def answer(self, text):
        """What it replies; {"broken": …} where it does not."""
        self.node.patience = self.patience
        try:
            ((reply,),) = self.node.ask(["programs", [text + "pass\n"]])
        except (AssertionError, OSError):
            self.node = node_process.Node("python.mjs")
            reply = {"broken": "breaks or hangs", "printed": ""}
        return reply

    def fault(self, text):
        """The verdict on a program; None where CPython has no steady answer."""
        ours = said_by_python(text)
        return ours and verdict(ours, self.answer(text))


def shortened(text, page):
    """The program without the lines that its fault does not need."""
    fault, lines = page.fault(text), text.split("\n")
    for k in reversed(range(len(lines) - 1)):
        less = "\n".join(lines[:k] + lines[k + 1 :])
        if compiles(less) and page.fault(less) == fault:
            del lines[k]
    return "\n".join(lines)
