"""Banks of questions for Moodle and Canvas: what other parsers read there is what pages say."""

import csv
import re
import zipfile
from html import unescape
from xml.etree import ElementTree

import pytest
from lxml import html

from book import content
from book import moodle as writer
from book.addresses import bank_of
from book.ext import bank
from book.formulas import render
from tests.pages import LECTURES

FORMULA = re.compile(r"\\\((.+?)\\\)|\\\[(.+?)\\\]", re.S)
TEXT = ".//q:mattext"
Q = {"q": bank.QTI, "m": bank.PACKAGE}


def words(text):
    """The words of HTML, with a sign for each formula: a page breaks a long one into several."""
    if not isinstance(text, str):
        text = html.tostring(text, encoding="unicode")
    plain = FORMULA.sub("∎", re.sub(r"<math\b.*?</math>", "∎", text, flags=re.S))
    root = html.fragment_fromstring(plain, create_parent=True)
    return re.sub("∎+", "∎", " ".join(root.text_content().split()))


@pytest.fixture(scope="module")
def moodle(site):
    """{file: {name: (question, [(fraction, answer, comment), …])}}."""
    found = {}
    for path in (site / bank.FOLDER).glob("*.xml"):
        own = found[path.stem] = {}
        for asked in ElementTree.parse(path).iterfind("question[@type='multichoice']"):
            parts = [(a.get("fraction"), a.findtext("text"), a.findtext("feedback/text"))
                     for a in asked.iterfind("answer")]  # fmt: skip
            own[asked.findtext("idnumber")] = asked.findtext("questiontext/text"), parts
    return found


@pytest.fixture(scope="module")
def listed(site):
    """{label: (name, tags)} of all questions."""
    asked = ElementTree.parse(site / bank.FOLDER / "questions.xml").iterfind("question[idnumber]")
    return {
        one.findtext("idnumber"): (
            one.findtext("name/text"),
            [e.text for e in one.iterfind("tags/tag/text")],
        )
        for one in asked
        if one.findtext("penalty") == "0"
    }


def test_a_teacher_can_read_the_names(listed, moodle):
    """Each has the number of its section and a short title, which no other has."""
    assert listed.keys() == moodle["questions"].keys()
    names = {label: name for label, (name, _) in listed.items()}
    assert len({*names.values()}) == len(names) and max(map(len, names.values())) <= 60
    for label, name in names.items():
        number = "" if label.startswith("quiz-before") else r"D?\d+(\.\d+)* "
        assert re.fullmatch(rf"{number}[A-Z][^$\\]+", name), name
    titles = content.read("question_titles.yml")
    assert all(names[label].endswith(f" {title}".lstrip()) for label, title in titles.items())


def test_questions_are_found_by_lecture_goal_and_misconception(listed):
    for label, (name, (lecture, *tags)) in listed.items():
        if "-review-" in label:
            assert lecture == "mixed review" and f" Review of {tags[0]}: " in name
        else:
            assert name.startswith("D") == lecture.startswith("in depth D") or "before" in label
        assert all(len(tag) <= 50 and "," not in tag for tag in tags), "Moodle would cut it"
    found = [tag for _, tags in listed.values() for tag in tags]
    goals = [goal for its in content.read("goals.yml").values() for goal in its]
    assert not [goal for goal in goals if found.count(writer.short(goal)) != 1]
    for belief, known in content.misconceptions().items():
        marked = {label for label, (_, tags) in listed.items() if writer.short(belief) in tags}
        assert marked == {label for label in known.members if label.startswith("quiz-")}


def test_no_question_needs_what_is_not_in_the_bank(moodle):
    """Neither a figure nor a table of the page, nor a formula that has a number there."""
    away = re.compile(r"\b[Ff]ig(s?\.|ures?\b)|\bthe table\b|\b(above|below)\)|\(D?\d+\.\d+\)")
    for label, (question, answers) in moodle["questions"].items():
        for text in (question, *(part for answer in answers for part in answer[1:])):
            assert not (found := away.search(words(text))), f"{label}: {found[0]}"


def test_banks_say_what_the_pages_say(pages, moodle):
    """Question, answers and comments, the right one the same; no link leads nowhere.

    The bank of all pages holds those of each page, and no others.
    """
    whole = {}
    for page in [*LECTURES, "book/prerequisites.html"]:
        quizzes = pages[page].xpath("//div[contains(@class, 'quiz') and @id]")
        assert quizzes or "in-depth" in page
        own = moodle.get(f"questions-{bank_of(page.removesuffix('.html'))}", {})
        assert [*own] == [quiz.get("id") for quiz in quizzes]
        whole |= own
        for quiz, (question, answers) in zip(quizzes, own.values(), strict=True):
            (stem,) = quiz.xpath(".//legend")
            assert words(question).startswith(words(stem))
            shown = quiz.find_class("quiz-answer")
            for choice, (fraction, answer, comment) in zip(shown, answers, strict=True):
                right, said = "right" in choice.classes, words(choice.find("div"))
                assert fraction == ("100" if right else "0") and words(comment) == said
                assert said.startswith("Right." if right else "Not ")
                assert words(answer) == words(choice.find("label"))
            assert [fraction for fraction, *_ in answers].count("100") == 1
            assert "<a" not in question + "".join(map(str, answers)), "this site has no address"
    assert moodle["questions"] == whole and len(whole) > 130


def test_every_formula_is_whole(moodle):
    texts = [t for q, a in moodle["questions"].values() for t in [q, *(x for c in a for x in c)]]
    formulas = [found for text in texts for found in FORMULA.finditer(text)]
    assert len(formulas) > 700
    told = render([(unescape(found[1] or found[2]), found[1] is None) for found in formulas])
    assert [answer for answer in told if "error" in answer or "merror" in answer["mathml"]] == []
    rest = [FORMULA.sub("", text) for text in texts]
    assert not [text for text in rest if re.search(r"\\[a-zA-Z(\[\])]|\$", text)]


def test_the_package_for_canvas_says_the_same(site, moodle):
    seen, items = {}, []
    with zipfile.ZipFile(site / bank.FOLDER / "questions.zip") as packed:
        manifest = ElementTree.fromstring(packed.read("imsmanifest.xml"))
        files = [resource.get("href") for resource in manifest.iterfind(".//m:resource", Q)]
        assert sorted([*files, "imsmanifest.xml"]) == packed.namelist()
        trees = [ElementTree.fromstring(packed.read(file)) for file in files]
    for tree in trees:
        items += tree.iterfind(".//q:item", Q)
    for part in (part for tree in (manifest, *trees) for part in tree.iter()):
        name = part.get("ident") or part.get("identifier") or "a"
        assert re.match("[A-Za-z_]", name), f"XML has no identifier like {name}"
    for item in items:
        parts = item.findall("q:itemfeedback", Q) + item.findall(".//q:response_label", Q)
        said = {part.get("ident"): part.findtext(TEXT, None, Q) for part in parts}
        answers = []
        for case in item.iterfind(".//q:respcondition", Q):
            comment = said[case.find("q:displayfeedback", Q).get("linkrefid")]
            answer = said[case.findtext(".//q:varequal", None, Q)]
            answers.append((case.findtext("q:setvar", "0", Q), answer, comment))
        question = item.findtext("q:presentation/q:material/q:mattext", None, Q)
        seen[item.get("ident")] = question, answers
    assert seen == moodle["questions"]


def test_cards_for_anki_have_the_right_answer_first_behind(site, moodle):
    lines = (site / bank.FOLDER / "questions.txt").read_text("utf-8").splitlines(keepends=True)
    head = [line for line in lines if re.match(r"#[a-z ]+:", line)]
    cards = list(csv.reader(lines[len(head) :], delimiter="\t"))
    assert head[0] == "#separator:Tab\n" and {name for name, *_ in cards} == {*moodle["questions"]}
    assert len({deck for *_, deck in cards}) > 15
    for name, front, back, _ in cards:
        question, answers = moodle["questions"][name]
        assert front.startswith(question) and all(said in front for _, said, _ in answers)
        (right,) = [said for fraction, said, _ in answers if fraction == "100"]
        assert back.startswith(f"<p><i>{right}</i></p>")
        assert all(comment in back for *_, comment in answers)


def test_links_and_categories_are_whole():
    """Links are absolute where the site has an address, else only their words stay."""
    page = "https://me.github.io/b/lectures/06-duality.html"
    text = '<p>By <a class="x" href="../book/notation.html#z"><span>z &lt; 1</span></a></p>'
    told = [bank.inside(html.fragment_fromstring(text), address) for address in (page, "")]
    assert told[0] == 'By <a href="https://me.github.io/b/book/notation.html#z">z &lt; 1</a>'
    assert told[1] == "By z &lt; 1"
    quiz = writer.etree.Element("quiz")  # and a name with a slash stays one category
    writer.add_category(quiz, "Margins: 1/2")
    assert quiz.findtext(".//text") == f"$course$/top/{writer.BOOK}/Margins: 1//2"
