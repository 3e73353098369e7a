"""Rules for references; whether each leads somewhere is for the build to say."""

from book.source import EQUATION, ROLE, labels, parse, prose, references


def readable_anywhere(lecture):
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


def closed_folds(lecture):
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


RULES = (readable_anywhere, closed_folds)
