"""The tables of grades: what each part of an exercise got and why, and what each student has.

`grades.csv` has a row for the tests of an exercise and one for what is graded by hand, in which the
teacher fills in the points, and a total under each notebook. `totals.csv` has a row for each
student.
"""

import csv

HEADS = "student page exercise points of part title reason".split()
TESTS, HAND, TOTAL = "tests", "by hand", "total"  # parts
LONGEST = 400  # signs of a reason
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
            row = label, given.get(label, ""), of, HAND, title, (said or {}).get(cell.id, "")
        yield dict(zip(HEADS[2:], row, strict=True))


def by_hand(rows):
    """{exercise: points} that somebody has given in these rows."""
    return {row["exercise"]: row["points"] for row in rows if row["part"] == HAND}


def number(row):
    """The points in a row, as a spreadsheet may have written them."""
    text = str(row["points"]).replace(",", ".").strip()
    try:
        return float(text or 0)
    except ValueError:
        place = ", ".join(row[head] for head in HEADS[:3])
        raise SystemExit(f"grades.csv: the points of {place} are no number: {text}") from None


def added(rows):
    """The points in these rows, what they are worth, and how many of that nobody has given yet."""
    left = sum(float(row["of"]) for row in rows if row["points"] == "")
    return sum(map(number, rows)), sum(float(row["of"]) for row in rows), left


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
            rows = [row for row in table if row.get("part") != TOTAL]
    except UnicodeDecodeError:
        raise SystemExit(f"{path} is not in UTF-8: save it so, or move it away") from None
    if {*HEADS} - {*table.fieldnames}:
        raise SystemExit(f"{path} has not the columns {', '.join(HEADS)}: move it away")
    for row in rows:
        found.setdefault((row["student"], row["page"]), []).append(row)
    return found


def write(folder, notebooks):
    """Both tables, of {(student, page): its rows}."""
    worth, students = {}, {}
    with (folder / "grades.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, HEADS, restval="")
        table.writeheader()
        for (student, page), rows in sorted(notebooks.items()):
            own = {"student": student, "page": page}
            table.writerows(rows := [row | own for row in rows])
            got, worth[page], left = added(rows)
            told = f"{left:g} points by hand to come." if left else ""
            last = {"points": f"{got:g}", "of": f"{worth[page]:g}", "part": TOTAL, "reason": told}
            table.writerow(own | last)
            students.setdefault(student, {})[page] = got, left
    pages = sorted(worth)
    with (folder / "totals.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        heads = [f"{page} (of {worth[page]:g})" for page in pages]
        table.writerow(
            ["student", *heads, f"total (of {sum(worth.values()):g})", "by hand to come"]
        )
        for student, own in students.items():
            got, left = (f"{sum(its):g}" for its in zip(*own.values(), strict=True))
            each = [f"{own[page][0]:g}" if page in own else "" for page in pages]
            table.writerow([student, *each, got, left])
