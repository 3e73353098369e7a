"""The tables of grades: what each part of an exercise got and why, and what each student has.

`grades.csv` has a row for the tests of an exercise and one for what is graded by hand, in which the
teacher fills in the points unless nothing is written, and a total under each notebook. `totals.csv`
has a row for each student, and `words-01-margins.md` what all have written on a page, exercise by
exercise.
"""

import csv
import os

HEADS = "student page exercise points of part title reason".split()
TESTS, HAND, TOTAL = "tests", "by hand", "total"  # parts
LONGEST = 400  # signs of a reason
EMPTY = "Nothing is written here."
ABSENT = "The notebook has no cell for this exercise."
UNKNOWN = "The check, which would say why, did not come to its end."
NAMELESS = (
    "The cells have lost their names: the notebook has neither ids of cells that are known here "
    "nor the metadata of nbgrader. Copy the answers into a new notebook of the course."
)
UNREADABLE = "The notebook cannot be read, or does not come to its end."


def plain(text):
    """Text that no spreadsheet takes for a formula and no terminal for another line."""
    text = "".join(sign if sign.isprintable() else "�" for sign in text)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def reason(text):
    """The same of what is longer than a line."""
    text = " ".join(text.split())
    return plain(text if len(text) <= LONGEST else f"{text[:LONGEST]} …")


def rows_of(source, found, said, given):
    """What a notebook gets for each part, in the order of its page.

    `found` has the points of the tests, `said` the reasons, `given` the points by hand so far. Of a
    notebook that was ended too early the first two are None.
    """
    for cell in source.cells:
        of = cell.metadata.get("nbgrader", {}).get("points")
        if of is None:
            continue
        label, _, part = cell.id.rpartition("-")
        if part == "points":
            title = cell.metadata["title"]
            got = (found or {}).get(label, 0)
            why = (
                UNREADABLE
                if found is None
                else UNKNOWN
                if said is None
                else said.get(label, ABSENT)
            )
            row = label, got, of, TESTS, title, reason(why) if got < of else ""
        else:
            why = (said or {}).get(cell.id, "")
            row = label, given.get(label, 0 if why == EMPTY else ""), of, HAND, title, why
        yield dict(zip(HEADS[2:], row, strict=True))


def by_hand(rows):
    """{exercise: points} that somebody has given in these rows, and not `rows_of` for no words."""
    given = (row for row in rows if row["part"] == HAND)
    return {r["exercise"]: r["points"] for r in given if r["reason"] != EMPTY or number(r)}


def number(row, head="points"):
    """A number in a row, as a spreadsheet may have written it."""
    return float(str(row[head]).replace(",", ".").strip() or 0)


def checked(row, place):
    """Stop if a row, which a teacher may have changed, cannot be added up."""
    if None in row or None in row.values():
        raise SystemExit(f"{place}: the line has not {len(HEADS)} columns")
    place += f": the points of {', '.join(row[head] for head in HEADS[:3])} are"
    try:
        points, of = number(row), number(row, "of")
    except ValueError:
        raise SystemExit(f"{place} no number: {row['points']} of {row['of']}") from None
    if not 0 <= points <= of:  # nor is nan
        raise SystemExit(f"{place} not between 0 and {row['of']}: {row['points']}")


def added(rows):
    """The points in these rows, what they are worth, and how many of that nobody has given yet."""
    of = [number(row, "of") for row in rows]
    left = sum(most for most, row in zip(of, rows, strict=True) if row["points"] == "")
    return sum(map(number, rows)), sum(of), left


def line(student, page, rows):
    """What is printed of a notebook."""
    got, of, left = added(rows)
    whole = {UNREADABLE, NAMELESS} & {row["reason"] for row in rows}
    told = "".join(f"  {why}" for why in whole)
    return f"{student:24} {page:32} {got:4g} of {of - left:g}, {left:g} by hand to come{told}"


def read(folder):
    """{(student, page): its rows, without the total} of a table, which a teacher may have saved."""
    path, found = folder / "grades.csv", {}
    if not path.exists():
        return found
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            head = file.readline()
            file.seek(0)
            table = csv.DictReader(file, delimiter=max(",;\t", key=head.count))
            rows = [(table.line_num, row) for row in table if row.get("part") != TOTAL]
    except UnicodeDecodeError:
        raise SystemExit(f"{path} is not in UTF-8: save it so, or move it away") from None
    if {*HEADS} != {*(table.fieldnames or ())}:
        raise SystemExit(f"{path} must have the columns {', '.join(HEADS)}, and no others")
    for line_number, row in rows:
        checked(row, f"{path.name}, line {line_number}")
        found.setdefault((row["student"], row["page"]), []).append(row)
    return found


def write_words(folder, page, rubrics, written):
    """{cell: (title, rubric)} and {student: {cell: words}} of a page, to be graded side by side.

    Words are quoted, so that a heading in them is not taken for the next student.
    """
    lines = []
    for name, (title, rubric) in rubrics.items():
        lines += [f"# {title}", "", *(f"- {line}" for line in rubric)]
        for student, words in sorted(written.items()):
            quoted = (f"> {line}" for line in (words.get(name) or EMPTY).splitlines())
            lines += ["", f"## {student}", "", *quoted]
        lines += [""]
    (folder / f"words-{page}.md").write_text("\n".join(lines), encoding="utf-8")


def replace(path, rows):
    """Write a table beside its place and only then put it there, so that it is never half there."""
    beside = path.with_suffix(".new")
    with beside.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    os.replace(beside, path)


def write(folder, notebooks):
    """Both tables, of {(student, page): its rows}."""
    grades, worth, students = [HEADS], {}, {}
    for (student, page), rows in sorted(notebooks.items()):
        got, worth[page], left = added(rows)
        told = f"{left:g} points by hand to come." if left else ""
        last = {"points": f"{got:g}", "of": f"{worth[page]:g}", "part": TOTAL, "reason": told}
        own = {"student": student, "page": page}
        grades += [[(row | own).get(head, "") for head in HEADS] for row in [*rows, last]]
        students.setdefault(student, {})[page] = got, left
    pages = sorted(worth)
    heads = [f"{page} (of {worth[page]:g})" for page in pages]
    totals = [["student", *heads, f"total (of {sum(worth.values()):g})", "by hand to come"]]
    for student, own in students.items():
        got, left = (f"{sum(its):g}" for its in zip(*own.values(), strict=True))
        each = [f"{own[page][0]:g}" if page in own else "" for page in pages]
        totals.append([student, *each, got, left])
    replace(folder / "grades.csv", grades)
    replace(folder / "totals.csv", totals)
