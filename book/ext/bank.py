"""The questions of the pages as banks for Moodle and Canvas, in ``teaching/`` of the site.

``questions-06-duality.xml`` holds those of one page as Moodle XML, ``questions.xml`` all of them,
and ``questions.zip`` the same as QTI 1.2, which Canvas reads; ``questions.txt`` are cards for Anki.
Question, answers and the comment on each answer are those of the page; formulas are TeX between
``\\(`` and ``\\)``, which all three draw; a link is absolute, or plain words where the address of
the site is not known. A question has the number of its section and a title in its name, and its
lecture, goal and misconceptions as tags.

Formats: Moodle's documentation, "Moodle XML format"; IMS Question & Test Interoperability 1.2 with
the metadata that Canvas reads; Anki's manual, "Importing text files".
"""

import csv
import re
from html import escape
from pathlib import Path
from urllib.parse import urljoin

from docutils import nodes
from lxml import etree, html

from book.addresses import bank_of, heading_of, name_of
from book.content import misconceptions, read
from book.ext import SAFE, after_pages
from book.moodle import BOOK, add_answers, add_category, add_tags, as_bytes, begin, child
from book.release import pack

FOLDER, ALL = "teaching", "questions"
QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
REVIEW = re.compile("Review of (lecture [0-9]+): ")


# ------------------------------------------------------------------------------- from the page


def with_tex(quiz):
    """A copy of a quiz whose formulas are text between signs that Moodle and Canvas look for."""
    quiz = quiz.deepcopy()
    for formula in [*quiz.findall(nodes.math), *quiz.findall(nodes.math_block)]:
        signs = r"\({}\)" if isinstance(formula, nodes.math) else r"\[{}\]"
        formula.replace_self(nodes.Text(signs.format(formula.astext())))
    return quiz


def inside(element, address):
    """What is in an element, without classes; links absolute, or gone where there is no address."""
    for part in element.iter(etree.Element):
        link = address and part.tag == "a" and urljoin(address, part.get("href"))
        part.attrib.clear()
        if link:
            part.set("href", link)
    etree.strip_tags(element, "span", *(() if address else ("a",)))
    parts = (html.tostring(part, encoding="unicode") for part in element)
    return (escape(element.text or "", quote=False) + "".join(parts)).strip()


def named(app, quiz, page):
    """The number of a quiz's section, and its title: its own, or that of the section."""
    section = quiz.parent
    while not isinstance(section, nodes.section):
        section = section.parent
    numbers = app.env.toc_secnumbers.get(page, {})
    anchors = [*(f"#{label}" for label in section["ids"]), ""]
    number = next((numbers[anchor] for anchor in anchors if anchor in numbers), ())
    heading = section.next_node(nodes.title).astext()
    title = read("question_titles.yml").get(quiz["ids"][0], heading)
    return f"{'.'.join(map(str, number))} {title}".strip()


def tags_of(label, page):
    """The lecture of a quiz, the goal that it shows, and the misconceptions that it reveals.

    The title of a question in a mixed review names the lecture that it asks about.
    """
    if about := REVIEW.match(read("question_titles.yml").get(label, "")):
        yield from ("mixed review", about[1])
    else:
        yield name_of(page) if page.startswith("lectures/") else "prerequisites"
    name = label.split("-", 2)[2]
    goals = read("goals.yml").get(page.removeprefix("lectures/"), {})
    yield from (goal for goal, (_, quiz) in goals.items() if quiz == name)
    yield from (belief for belief, known in misconceptions().items() if label in known.members)


def asked(app, quiz, page):
    """The question of a quiz and its (whether right, answer, comment), in HTML."""
    site = app.config.site_address
    address = site and f"{site}{app.builder.get_target_uri(page)}"
    shown = html.fragment_fromstring(app.builder.render_partial(with_tex(quiz))["fragment"])
    parts, answers = [*shown.find("fieldset")], shown.find_class("quiz-answer")
    question = [inside(part, address) for part in parts[: parts.index(answers[0])]]
    told = []
    for answer in answers:
        said, comment = (inside(answer.find(tag), address) for tag in ("label", "div"))
        told.append(("right" in answer.classes, said, comment))
    return "\n".join(question), told


# ------------------------------------------------------------------------------------------- Moodle


def write_page(app, doctree, page):
    """Write the bank of a page, for Moodle."""
    if app.builder.name != "html":
        return
    path = Path(app.outdir, FOLDER, f"{ALL}-{bank_of(page)}.xml")
    quizzes = [box for box in doctree.findall(nodes.container) if "quiz" in box["classes"]]
    if not quizzes:
        path.unlink(missing_ok=True)
        return
    bank, title = etree.Element("quiz"), app.env.titles[page].astext()
    name = f"{heading_of(page)}: " if page.startswith("lectures/") else ""
    add_category(bank, name + title)
    for quiz in quizzes:
        label = quiz["ids"][0]
        question, answers = asked(app, quiz, page)
        told = begin(bank, "multichoice", label, named(app, quiz, page), question)
        add_answers(told, answers)
        add_tags(told, tags_of(label, page))
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(as_bytes(bank))


# ---------------------------------------------------------------------------------------- QTI


def material(parent, path, text):
    child(parent, f"{path}/mattext".lstrip("/"), text, texttype="text/html")


def add_item(section, question):
    """A question of a bank for Moodle as an item of QTI."""
    name = question.findtext("idnumber")
    item = child(section, "item", ident=name, title=question.findtext("name/text"))
    field = child(item, "itemmetadata/qtimetadata/qtimetadatafield")
    child(field, "fieldlabel", "question_type")
    child(field, "fieldentry", "multiple_choice_question")
    shown = child(item, "presentation")
    material(shown, "material", question.findtext("questiontext/text"))
    choices = child(shown, "response_lid", ident="response1", rcardinality="Single")
    choices = child(choices, "render_choice")
    judged = child(item, "resprocessing")
    child(
        judged, "outcomes/decvar", varname="SCORE", vartype="Decimal", minvalue="0", maxvalue="100"
    )
    for k, answer in enumerate(question.iterfind("answer"), start=1):
        ident = f"{name}-{k}"
        material(child(choices, "response_label", ident=ident), "material", answer.findtext("text"))
        case = child(judged, "respcondition", **{"continue": "Yes"})
        child(case, "conditionvar/varequal", ident, respident="response1")
        if answer.get("fraction") == "100":
            child(case, "setvar", "100", action="Set", varname="SCORE")
        child(case, "displayfeedback", feedbacktype="Response", linkrefid=f"{ident}-said")
        said = child(item, "itemfeedback", ident=f"{ident}-said")
        material(said, "flow_mat/material", answer.findtext("feedback/text"))


def add_assessment(files, manifest, name, bank):
    """The questions of one page, as a file of the package and a line of its manifest."""
    root = etree.Element("questestinterop", xmlns=QTI)
    title = bank.findtext(".//category/text").rpartition("/")[2]
    whole = child(root, "assessment", ident=name, title=title)
    section = child(whole, "section", ident="root_section")
    for question in bank.iterfind("question[@type='multichoice']"):
        add_item(section, question)
    path = f"{name}.xml"
    files[path] = as_bytes(root)
    resource = child(manifest, "resource", identifier=name, type="imsqti_xmlv1p2", href=path)
    child(resource, "file", href=path)


# --------------------------------------------------------------------------------------- Anki


def cards_of(bank):
    """(name, front, back, deck) of each question: its answers in front, all comments behind."""
    deck = bank.findtext(".//category/text").rpartition("/")[2]
    for question in bank.iterfind("question[@type='multichoice']"):
        front, behind = question.findtext("questiontext/text"), []
        for answer in question.iterfind("answer"):
            said, comment = answer.findtext("text"), answer.findtext("feedback/text")
            front += f"<p>○ {said}</p>"
            behind.append((answer.get("fraction") != "100", f"<p><i>{said}</i></p>{comment}"))
        back = "".join(text for _, text in sorted(behind, key=lambda pair: pair[0]))
        yield question.findtext("idnumber"), front, back, f"{BOOK}::{deck}"


def write_cards(path, banks):
    """A file of text that Anki imports, again and again without doubles: cards have names."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write("#separator:Tab\n#html:true\n#notetype:Basic\n#guid column:1\n#deck column:4\n")
        rows = csv.writer(file, delimiter="\t", lineterminator="\n")
        for bank in banks:
            rows.writerows(cards_of(bank))


def write_all(app, folder):
    """Write the bank of all pages: for Moodle, as a package of QTI, and as cards for Anki."""
    folder /= FOLDER
    if not (banks := sorted(folder.glob(f"{ALL}-*.xml"))):
        return
    whole, files = etree.Element("quiz"), {}
    package = etree.Element("manifest", identifier="support-vector-machines", xmlns=PACKAGE)
    resources = child(package, "resources")
    roots = [etree.parse(path, etree.XMLParser(strip_cdata=False)).getroot() for path in banks]
    write_cards(folder / f"{ALL}.txt", roots)
    for path, bank in zip(banks, roots, strict=True):
        add_assessment(files, resources, path.stem, bank)
        whole.extend(bank)
    (folder / f"{ALL}.xml").write_bytes(as_bytes(whole))
    files["imsmanifest.xml"] = as_bytes(package)
    pack(folder / f"{ALL}.zip", files)


def setup(app):
    app.connect("doctree-resolved", write_page, priority=100)  # before formulas are rendered
    after_pages(app, write_all)
    return SAFE
