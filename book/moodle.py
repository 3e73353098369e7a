"""Questions of several answers as Moodle XML, after Moodle's documentation "Moodle XML format"."""

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


def add_question(quiz, name, question, answers):
    """A question with one right answer, as `asked` gives it."""
    told = child(quiz, "question", type="multichoice")
    child(told, "name/text", name)
    add_html(told, "questiontext", question)
    for tag, text in (("defaultgrade", "1"), ("single", "true"), ("shuffleanswers", "true"),
                      ("answernumbering", "abc"), ("idnumber", name)):  # fmt: skip
        child(told, tag, text)
    for right, answer, comment in answers:
        choice = add_html(told, "answer", answer, fraction="100" if right else "0")
        add_html(choice, "feedback", comment)
