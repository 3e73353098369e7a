"""Rules for labels, references, citations, glossary terms and pictures in prose."""

import re

from book.source import EQUATION, ROLE, directives, labels, parse, prose, references

LABEL = r"(?:eq|fig|tab|sec|thm|def|lem|cor|prp|alg|rem|exm|ex|sol|quiz|bug)-{short}-[a-z0-9-]+"
NUMBERED = {"figure", "table", "section", "exercise"}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
ALT_WORDS = 8


def unique_labels(lecture, book):
    """A label names one thing in the whole book."""
    for number, label, _ in lecture.labels():
        pages = [page for page, _ in book.kinds[label]]
        if len(pages) > 1:
            yield (
                number,
                f"label {label!r} is used {len(pages)} times: {', '.join(sorted(set(pages)))}",
            )


def label_names(lecture, book):
    """A label says its kind and its lecture: eq-margins-distance."""
    short = lecture.short_name()
    pattern = re.compile(LABEL.format(short=short))
    for number, label, _ in lecture.labels():
        if label not in (f"lecture-{short}", f"in-depth-{short}") and not pattern.fullmatch(label):
            yield number, f"label {label!r} is not of the form kind-{short}-name"


def wrong_reference(role, target, book):
    """What is wrong with a reference, or None."""
    kinds = {kind for _, kind in book.kinds.get(target, [])}
    if role == "term":
        return None if target.lower() in book.terms else "it is not in the glossary"
    if role == "link" and target in book.citations:
        return None
    if not kinds:
        return "nothing has this label"
    wanted = {"eq": {"equation"}, "prf:ref": {"proof"}, "numref": NUMBERED}.get(role, kinds)
    return None if kinds <= wanted else f"the label belongs to a {kinds.pop()}"


def reference_targets(lecture, book):
    """Every reference points at something that exists and is of its kind."""
    for number, cell in lecture.cells("markdown"):
        yield from ((number, m) for m in text_references(cell.source, book))
    for number, cell in lecture.cells("code"):
        caption = cell.metadata.get("mystnb", {}).get("figure", {}).get("caption", "")
        yield from ((number, m) for m in text_references(caption, book))


def text_references(text, book):
    """What is wrong with the references of a text."""
    for role, target in references(text):
        if wrong := wrong_reference(role, target, book):
            yield f"{role} {target}: {wrong}"


def readable_anywhere(lecture, book):
    """In Jupyter a notebook knows its own boxes and equations only: all else is said in words.

    ``{eq}`eq-soft-qp` `` and ``{prf:ref}`thm-soft-hard` `` lead to these,
    ``[lecture 2](#lecture-maxmargin)`` and ``[Platt (1999)](#platt1999)`` to anything.
    """
    own = {label: kind for _, label, kind in lecture.labels()}
    for number, cell in lecture.cells("markdown"):
        for name, explicit, plain in ROLE.findall(prose(cell.source)):
            known = own.get(plain) in ("equation", "proof", "table")
            if name != "term" and not known:
                role = f"{{{name}}}`{explicit or plain}`"
                yield number, f"{role} is not read in Jupyter: write [words](#label)"


def closed_folds(lecture, book):
    """Text does not lean on what stands in a closed fold."""
    home, said = {}, []  # label → its fold; (number, label, fold it is said in)
    for number, part, solution in lecture.parts():
        for text, fold in folds(part, solution) if isinstance(part, str) else ():
            home |= {label: fold for label in EQUATION.findall(prose(text))}
            if fold:
                home |= {label: fold for label, _ in labels(text)}
            said += [(number, target, fold) for _, target in references(text)]
    for number, label, fold in said:
        if home.get(label) not in (None, fold):
            yield number, f"refers to {label}, which stands in a closed fold"


def folds(text, outer=None):
    """(text, name of the closed fold it stands in, or None) of the parts of a text."""
    open_lines = []
    for k, (line, block) in enumerate(parse(text)):
        if block is None:
            open_lines.append(line)
        elif outer is None and "dropdown" in block.classes:
            yield block.body, f"{k} {block.argument} {text[:60]}"
        elif block.name not in ("", "code", "code-block"):
            yield from folds(block.body, outer)
    yield "\n".join(open_lines), outer


def links(lecture, book):
    """Markdown links point into the book or to another site, pictures have an alt text."""
    for number, cell in lecture.cells("markdown"):
        for picture, text, target in LINK.findall(prose(cell.source)):
            local = target.partition("#")[0]
            if picture and len(text.split()) < ALT_WORDS:
                yield number, f"the alt text of {target} has fewer than {ALT_WORDS} words"
            if re.match(r"https://|mailto:", target):
                if picture:
                    yield number, f"shows a picture of another site: {target}"
            elif local and not (lecture.folder / local).exists():
                yield number, f"links to {local}, which does not exist"
        for figure in directives(cell.source):
            short_alt = len(figure.options.get("alt", "").split()) < ALT_WORDS
            if figure.name in ("figure", "image") and short_alt:
                yield number, f"the alt text of {figure.argument} has fewer than {ALT_WORDS} words"


RULES = (unique_labels, label_names, reference_targets, readable_anywhere, closed_folds, links)
