"""Questions as Moodle XML, after Moodle's documentation "Moodle XML format"."""

from lxml import etree

BOOK = "Support vector machines"


def child(parent, path, text=None, **attributes):
    """A new element below another, through as many as the path names."""
    for tag in path.split("/"):
        parent = etree.SubElement(parent, tag)
    parent.text = text
    parent.attrib.update(attributes)
    return parent


def as_bytes(element):
    etree.indent(element)
    return etree.tostring(element, xml_declaration=True, encoding="UTF-8")


def add_html(parent, tag, text, **attributes):
    """A new element with HTML in it."""
    element = child(parent, tag, format="html", **attributes)
    child(element, "text", etree.CDATA(text))
    return element


def add_category(quiz, *path):
    """What the questions after it belong to."""
    parts = (part.replace("/", "//") for part in (BOOK, *path))
    told = child(quiz, "question", type="category")
    child(told, "category/text", "/".join(["$course$/top", *parts]))


def begin(quiz, kind, number, name, question, points=1):
    """A question of a kind: its number is unique in a course, and wrong attempts cost nothing."""
    told = child(quiz, "question", type=kind)
    child(told, "name/text", name)
    add_html(told, "questiontext", question)
    for tag, text in (("defaultgrade", f"{points}"), ("penalty", "0"), ("idnumber", number)):
        child(told, tag, text)
    return told


def add_answers(told, answers):
    """The (whether right, answer, comment) of a question, of which one is right."""
    for tag, text in (("single", "true"), ("shuffleanswers", "true"), ("answernumbering", "abc")):
        child(told, tag, text)
    for right, answer, comment in answers:
        choice = add_html(told, "answer", answer, fraction="100" if right else "0")
        add_html(choice, "feedback", comment)


def add_scheme(told, scheme):
    """What graders see of a question to be answered in words, or by one photo of a paper."""
    child(told, "responserequired", "0")
    child(told, "attachments", "1")
    add_html(told, "graderinfo", scheme)


def add_tags(told, tags):
    """What to look for in a question bank, each as Moodle allows it."""
    found = child(told, "tags")
    for tag in tags:
        child(found, "tag/text", short(tag))


def short(tag):
    """A tag without commas and of at most 50 signs: what is too long ends at one of its commas."""
    parts = tag.split(", ")
    while len("; ".join(parts)) > 50:
        parts.pop()
    return "; ".join(parts)
