"""Rules for labels, references, citations, glossary terms and pictures in prose."""

import posixpath
import re

from tests.lint.source import EQUATION, ROLE, directives, labels, parse, prose, roles

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


def wrong_reference(role, target, page, book):
    """What is wrong with a reference, or None."""
    kinds = {kind for _, kind in book.kinds.get(target, [])}
    if role == "doc":
        return None if page_of(target, page) in book.pages else "there is no such page"
    if role == "term":
        return None if target.lower() in book.terms else "it is not in the glossary"
    if role.startswith("cite"):
        missing = [key for key in re.split(r"\s*,\s*", target) if key not in book.citations]
        return f"{', '.join(missing)} is not in references.bib" if missing else None
    if role in ("ref", "numref", "eq", "prf:ref") and not kinds:
        return "nothing has this label"
    wanted = {"eq": {"equation"}, "prf:ref": {"proof"}, "numref": NUMBERED}.get(role, kinds)
    return None if kinds <= wanted else f"the label belongs to a {kinds.pop()}"


def page_of(target, page):
    """``lectures/02-max-margin`` of a relative target on a page."""
    if target.startswith("/"):
        return target.lstrip("/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), target))


def references(lecture, book):
    """Every role points at something that exists and is of its kind."""
    page = lecture.page
    for number, cell in lecture.cells("markdown"):
        yield from ((number, m) for m in text_references(cell.source, page, book))
    for number, cell in lecture.cells("code"):
        caption = cell.metadata.get("mystnb", {}).get("figure", {}).get("caption", "")
        yield from ((number, m) for m in text_references(caption, page, book))


def text_references(text, page, book):
    """What is wrong with the roles of a text."""
    for role, target in roles(text):
        if wrong := wrong_reference(role, target, page, book):
            yield f"{{{role}}}`{target}`: {wrong}"


def titles_in_sentences(lecture, book):
    """A reference reads as language: "lecture 2", "section 3.5", never another page's title."""
    for number, cell in lecture.cells("markdown"):
        for name, _, target in ROLE.findall(prose(cell.source)):
            page = target.startswith(("lecture-", "in-depth-"))
            if target and (name in ("ref", "doc") or (name == "numref" and page)):
                yield number, f"{{{name}}}`{target}` puts a title into the sentence: give it words"


def closed_folds(lecture, book):
    """Text does not lean on what stands in a closed fold."""
    home, said = {}, []  # label → its fold; (number, label, fold it is said in)
    for number, part, solution in lecture.parts():
        for text, fold in folds(part, solution) if isinstance(part, str) else ():
            home |= {label: fold for label in EQUATION.findall(prose(text))}
            if fold:
                home |= {label: fold for label, _ in labels(text)}
            said += [(number, target, fold) for _, target in roles(text)]
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
            local, _, label = target.partition("#")
            if picture and len(text.split()) < ALT_WORDS:
                yield number, f"the alt text of {target} has fewer than {ALT_WORDS} words"
            if re.match(r"https://|mailto:", target):
                if picture:
                    yield number, f"shows a picture of another site: {target}"
            elif local and not (lecture.folder / local).exists():
                yield number, f"links to {local}, which does not exist"
            elif not local and label not in book.kinds:
                yield number, f"links to #{label}, which nothing is labelled"
        for figure in directives(cell.source):
            short_alt = len(figure.options.get("alt", "").split()) < ALT_WORDS
            if figure.name in ("figure", "image") and short_alt:
                yield number, f"the alt text of {figure.argument} has fewer than {ALT_WORDS} words"


RULES = (unique_labels, label_names, references, titles_in_sentences, closed_folds, links)
