"""Counts habits of our English that make a reader stop, beside texts of the field.

    python -m tests.lint.english                                   the table, and its limits
    python -m tests.lint.english --hits lectures/01-margins.ipynb  the places, to be read

A hit is a place to read: rewrite it unless it is right. A formula is as long as its symbols.
"""

import ast
import re
import sys
from pathlib import Path

from book.source import Lecture, lecture_paths, prose
from tests.lint.minutes import FORMULA, caption

ROOT, LONG, TOO_LONG = Path(__file__).parents[2], 35, "over 35 words, %"
HABITS = {  # upper and lower case are the same
    # right are: what is it? / here, where it is / stays where it is / stands on the street
    "headless": r"(?<!, )\b(what|where) (it|they|that|is|are|has|no|all|may)\b(?!(?<=it) is|.*\?$)|"
    r"(?<!students )(?<!people )(?<!readers )\bwho (is|are|has|no|all|may)\b(?!.*\?$)",
    "tell, say": r"\b(tells?|says?)\b(?= (which|whether|how|what|apart|nothing)|[.,;:])",
    "people": r"\bwhoever\b|\b(some|no|any|every)body\b|(^|[;:] )who \w+s\b(?!.*\?$)|"
    r"(?<!another )\bone (can|may|must|finds|gets|sees|learns|wants)\b",
    "both": r"\bboth (?!sides|ways|of|and|the)\w+s\b(?! and)",
    "stand": r"\b(stands?|stood)\b(?! (for|still|out|alone|apart|up)|.{0,40}\b(street|kerb|side))",
    "that of": r"\b(that|those) of\b",
    "semicolon": ";",
    "no verb": "^(dotted|dashed|grey|left|right|above|below|and|now),? (the|a|all|how) ",
    "preposition": r"(curves?|charts?|loss|bars|dots|width|score|histogram) over\b|at the left,|"
    r"\bfrom (?!now)(\S+ ){1,5}on\b(?! (the|a|one|its)\b)|distances? of (the )?two",
    "no, also": r"(?<!there )(is|are|was) no (?!lo|more|less)|, too\b|\balso (of|for|in|at|with)\b",
    "gap": r"; (with|of|for|in) |, and (the|a) \w+ (a|the|of)\b",
    "riddle": r"[:;] [a-z ,]{8,60}\.$",
    "hidden step": r"\b(easy to see|easily seen|(one|it) can (show|be shown)|left to the reader)\b|"
    r"\b(obvious|trivial)",
    "short word": r"(?<!standard )\bdeviation|\btwo errors|\b(damages?|laws?|weighs?|dear)\b",
}
TEXTS = {
    "lectures": [path for path in lecture_paths(ROOT) if path.parent.name == "lectures"],
    "in depth": [path for path in lecture_paths(ROOT) if path.parent.name == "in-depth"],
    "figures": sorted((ROOT / "svmlib/widgets/js").glob("*/*.js")),
    "guides": [ROOT / f"{n}.md" for n in ("README", "CONTRIBUTING", "book/index", "book/teaching")],
    "svmlib": sorted((ROOT / "svmlib").glob("**/*.py")),
}
LIMITS = {  # scikit-learn's guide, NumPy's, the first texts of this book; then the limit
    "headless": ("0.2 0.1 0.6", 0.6),
    "tell, say": ("0.0 0.1 0.0", 0.3),
    "people": ("0.3 0.1 0.0", 0.4),
    "both": ("0.0 0.1 0.1", 0.4),
    "stand": ("0.0 0.0 0.0", 0.1),
    "that of": ("0.2 0.8 0.2", 0.3),
    "semicolon": ("2.2 0.3 3.8", 3.5),
    "hidden step": ("", 0),
    TOO_LONG: ("", 3),
}
QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')  # a string in JavaScript
ENDS = re.compile(r"(?<!Fig\.| al\.)(?<=[.?!])[\"”’)]* +(?=[\"“(]?[A-Zx0-9])")  # of sentences
BARE = r"^\([\w-]+\)=$|^\*About .*|^ *>>>.*|^\.\. .*(\n+ .*)*|^ *\w[\w, ]* : .*|[-=]{3,}$|[*_#]+"


def plain(text):
    """Paragraphs of Markdown or a docstring as they are heard: x is code, x~x~x a formula."""
    shown = r"(?s)\s*\$\$.*?\$\$(?: *\([\w:-]+\))?\s*(?=([a-z])?)"  # may be inside a sentence
    text = re.sub(shown, lambda found: " x " if found[1] else " x.\n\n", text)
    text = FORMULA.sub(
        lambda found: "~".join("x" * len(re.findall(r"[A-Za-z0-9]+", found[0]))), text
    )
    text = re.sub(r"\{[\w:-]+\}`([^`<]*?)\s*(<[^>`]+>)?`|!?\[([^\]]*)\]\([^)]*\)", r"\1\3", text)
    text = re.sub(r"(?s)(`+).+?\1|https?:\S+|<[^>\n]+>", "x", text)
    parts = re.split(r"\n\s*\n|\n(?=\s*(?:[-+%] |\d+\. ))|\|", re.sub(BARE, "", text, flags=re.M))
    return [" ".join(part.split()) for part in parts if re.search(r"\w", part)]


def texts(path):
    """(place, text) of all that a file says to a reader."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield path.stem, prose(re.sub(r"(?s)<(style|svg)\b.*?</\1>", "", source))
    elif path.suffix == ".ipynb":
        for number, cell in enumerate(Lecture.read(path).notebook.cells, start=1):
            alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
            said = cell.source if cell.cell_type == "markdown" else f"{caption(cell)}\n\n{alt}"
            yield f"cell {number}", prose(said)
    elif path.suffix == ".js":
        for found in QUOTED.finditer(re.sub(r"(?m)^\s*(//|/?\*).*| // .*", "", source)):
            said = re.sub(r"\$\{[^}]*\}", "x", found[1] or found[2] or "")
            if re.search(r"(\b[a-z]+ ){3}", said) and not re.search(r"[<>={}]", said):
                yield path.stem, said
    else:
        named = ast.Module | ast.ClassDef | ast.FunctionDef
        for node in (node for node in ast.walk(ast.parse(source)) if isinstance(node, named)):
            yield getattr(node, "name", path.stem), ast.get_docstring(node) or ""
        for comment in re.finditer(r"(?m)(^ *# .*\n)+|  # .*", source):
            yield path.stem, re.sub("(?m)^ *# ", "", comment[0])


def sentences(paths):
    """(place, sentence, words, {habit: how often}) of files."""
    for place, text in (found for path in paths for found in texts(path)):
        for said in (part for whole in plain(text) for part in ENDS.split(whole)):
            hits = {name: len(re.findall(looks, said, re.I)) for name, looks in HABITS.items()}
            yield place, said, len(re.findall(r"[^\W_][\w'’.-]*", said)), hits


def measured(paths):
    """{habit: how often in 1000 words} of files, and of their sentences the length."""
    said = list(sentences(paths))
    words = sum(len(text.split()) for _, text, *_ in said)
    lengths = [length for _, text, length, _ in said if length > 2 and text[-1] in ".?!:"]
    rates = {name: 1000 * sum(hits[name] for *_, hits in said) / words for name in HABITS}
    long = 100 * sum(length > LONG for length in lengths)
    return rates | {TOO_LONG: long / len(lengths), "words a sentence": sum(lengths) / len(lengths)}


def main(hits="", *paths):
    """Print the hits in these files, or else the table; whether a figure is above its limit."""
    for place, said, length, found in sentences(map(Path, paths)):
        if names := [name for name in found if found[name]] + [TOO_LONG] * (length > LONG):
            print(f"{place} [{', '.join(names)}] {said}")
    worse, rates = [], {} if hits else {kind: measured(files) for kind, files in TEXTS.items()}
    for name in rates.get("lectures", ()):
        anchors, most = LIMITS.get(name, ("", 1000))
        row = {kind: round(rates[kind][name], 2) for kind in TEXTS}
        print(f"{name:17}", *(f"{kind} {rate:<6}" for kind, rate in row.items()), anchors)
        worse += [f"{name} in {kind}" for kind in TEXTS if row[kind] > most]
    print("above the limit:", *worse or ["nothing"])
    return bool(worse)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
