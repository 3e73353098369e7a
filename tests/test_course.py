"""A course in a folder: its sessions take 90 minutes, nothing is asked twice, no link is dead."""

import re
from datetime import date, timedelta
from functools import cache
from itertools import chain
from urllib.parse import unquote

import pytest
from lxml import html

from book import course
from book.content import plans
from tests.conftest import ROOT

WEEKLY = pytest.mark.weekly


@pytest.fixture(scope="module", params=[10, *(pytest.param(p, marks=WEEKLY) for p in (6, 14))])
def course_of(request, site, tmp_path_factory):
    """Folder and pages of a course beside a link to the site, as the Makefile has them."""
    root = tmp_path_factory.mktemp("course")

    def write_exam(seed, folder, name, lectures):
        (folder / name).mkdir()
        (folder / name / "lectures").write_text(" ".join(map(str, sorted(lectures))))

    (root / "html").symlink_to(site)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(course, "write_exam", write_exam)
        patch.setattr(course, "repository_url", lambda *_: "")
        course.main(str(request.param), "nettles", site, root / "course", "2027-03-01")
    folder = root / f"course/{request.param}/teacher"
    paths = sorted(folder.parent.glob("*/*.html"))
    pages = {f"{path.parent.name}/{path.stem}": html.parse(path).getroot() for path in paths}
    sessions = [page for name, page in pages.items() if "/session-" in name]
    assert len(sessions) == request.param
    return folder, pages, sessions


def test_sessions_take_90_minutes_and_have_all_their_parts(course_of):
    for page in course_of[2]:
        parts = [(h.text.strip(), h.findtext("span")) for h in page.iter("h2")]
        minutes = [int(text.split()[0]) for _, text in parts if text]
        assert sum(minutes) == 90 and min(minutes) >= 5
        lines = [line.findtext("small") for line in page.xpath("//ol[@class='board']/li")]
        assert 5 <= len(lines) <= 9 and sum(int(told.split()[0]) for told in lines) == 25
        assert len(parts) == 8 and parts[-1] == ("Homework", None)
        assert len(page.xpath("//h2[starts-with(., 'The figure')]/following-sibling::*[1]//a")) == 1
        assert page.xpath("//h2[starts-with(., 'On the way out')]/following-sibling::ol[1]/li")
        assert "Expect these mistakes: " in page.text_content() and not page.xpath("//merror")
        recall = page.xpath("//h2[starts-with(., 'Recall')]/following-sibling::p[1]")
        assert all("one or two of these" in part.text for part in recall)


def test_a_syllabus_has_days_and_counts_what_the_pages_say(course_of):
    """Each page once and each exercise, which has the name that it has there."""
    folder, pages, sessions = course_of
    syllabus, said = pages["class/index"], lambda part: " ".join(part.text_content().split())
    rows = [[*map(said, row)] for row in syllabus.xpath("//tbody/tr")]
    week = timedelta(weeks=1)
    last = date(2027, 3, 1) + (len(sessions) - 1) * week
    assert rows[0][1] == "1 March 2027" and rows[-1][1] == f"{last.day} {last:%B %Y}"
    assert course.days(2, None) == ["_" * 15] * 2
    kept = course.days(2, date(2027, 3, 22), [date(2027, 3, 29), date(2027, 4, 12)])
    assert kept == ["22 March 2027", "5 April 2027"]
    counted = [[*map(int, re.findall(r"(\d+) (?:min|of)", row[3]))] for row in rows]
    found, parse = [0, 0], cache(lambda path: html.parse(path).getroot())
    links = syllabus.xpath("//a[not(contains(@href, '#'))] | //li/a")
    for address, link in {link.get("href"): link for link in links}.items():
        name, _, label = address.partition("#")
        page = parse(folder / name)
        if label:
            box = page.get_element_by_id(label)
            number, title = said(box[0]).removesuffix(")").split(" (", 1)
            assert said(link) == f"{number}, {title}"
            found[0] += int(re.match(r"About (\d+)", said(box[1]))[1])
        else:
            found[1] += int(re.search(r"about (\d+) minutes to read", said(page))[1])
    assert [sum(minutes) for minutes in zip(*counted, strict=True)] == found
    read = " ".join(address for address in syllabus.xpath("//p/a/@href") if "#" not in address)
    told = {*map(int, re.findall(r"/lectures/(?:in-depth/)?(\d+)", read))}
    asked = (folder / "exam/lectures").read_text().split()
    assert [*map(int, asked)] == sorted(told), "the exam asks what the class has read"


def test_a_session_has_something_to_do_in_class_on_each_of_its_lectures(course_of):
    _, _, sessions = course_of
    for (starts, _), page in zip(plans()[len(sessions)], sessions, strict=True):
        parts = "//h2[span]/following-sibling::*[not(self::h2)][not(preceding::h2[not(span)])]"
        links = " ".join(page.xpath(f"{parts}/descendant-or-self::a/@href"))
        for start in starts.split():
            place = f"in-depth/{start[1:]}" if start.startswith("D") else f"lectures/{start}"
            assert f"/{place}-" in links, (page.findtext(".//h1"), start)


def test_no_question_and_no_exercise_twice(course_of):
    _, pages, sessions = course_of
    found = [page.xpath("//ol[@type='A']/preceding-sibling::p[1]") for page in sessions]
    stems = [stem.text_content() for stem in chain(*found)]
    assert len({*stems}) == len(stems) > 4 * len(sessions)
    tasks = "//a[contains(@href, '#ex-')]/@href"
    links = [*chain(*(page.xpath(tasks) for page in sessions))]
    assert len({*links}) == len(links) > 3 * len(sessions)
    given = pages["class/index"].xpath(tasks)
    assert [link for link in links if link in given] == given > []


def test_links_lead_to_places_without_a_network_and_the_class_to_the_book_alone(course_of):
    folder, pages, _ = course_of
    ids = cache(lambda path: {*html.parse(path).xpath("//@id")})
    made = "//a[not(starts-with(@href, 'exam/'))]/@href"  # those are written by `make exam`
    links = [*chain(*(page.xpath(made) for page in pages.values()))]
    assert not pages["class/index"].xpath("//a[not(starts-with(@href, '../../../html/'))]")
    for link in links:
        address, _, place = unquote(link).replace("#vote=", "#").partition("#")
        path = (folder / address).resolve()
        assert path.exists(), link
        if place.startswith("class="):
            place = f"svm={place.removeprefix('class=')}:"
            assert f"#{place[:-1]}%3A" in path.read_text("utf-8"), link
        assert not place or place.startswith("svm=") or place in ids(path), link
    assert len(links) > 100 and len([*folder.glob("questions/*.xml")]) >= 6


def test_a_plan_has_to_be_known(site, tmp_path):
    for plan in ("7", "06", "٦", "²", "../6"):
        with pytest.raises(SystemExit, match=r"PLAN=6\|10\|14"):
            course.main(plan, "nettles", site, tmp_path)
    with pytest.raises(SystemExit, match=r"such as 2027-03-01: .*'1\.3\.27'"):
        course.main("6", "nettles", site, tmp_path, "1.3.27")
    starts = {start for plan in plans().values() for one, _ in plan for start in one.split()}
    assert all([*ROOT.glob(f"lectures/**/{start.lstrip('D')}-*.ipynb")] for start in starts)
