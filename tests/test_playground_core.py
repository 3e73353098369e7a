"""The core of the playground in Node: one's own data, data sets with knobs, copied code.

What Python's csv writes is read back; what copied scripts find is compared in test_playground.py.
Random cases come in batches, since each question on its own costs time.
"""

import contextlib
import csv
import io
import itertools
import math
import random
import re
import string

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svmlib import KernelSVM
from svmlib.kernels import RBF
from tests.node_process import Node

NAMES = ("moons", "rings", "blobs", "xor", "spirals", "anisotropic", "imbalanced")
NODE = Node("play.mjs")


def ask(*questions):
    """Answers of the core, which never breaks."""
    answers = NODE.ask(*questions)
    for answer in answers:
        assert not (isinstance(answer, dict) and "crash" in answer), answer["crash"]
    return answers


def refusal(answer):
    """The sentence with which a question was refused."""
    assert isinstance(answer, dict) and answer.keys() == {"error"}, answer
    assert re.fullmatch(r"(?s)[A-ZΣσ].+\.", answer["error"]), answer["error"]
    return answer["error"]


def batches(function):
    """A test of some batches of random cases, for each of them with dice."""
    return settings(max_examples=3)(given(seed=st.integers(0, 2**32 - 1))(function))


# words that no reader of tables takes for a number or for a missing value
NO_WORDS = {"na", "nan", "null", "none", "inf", "infinity"}
BETWEEN = ["", ' "', ",", ";", "\n", "\r\n", "\t", " "]


def word(dice):
    found = "".join(dice.choices(string.ascii_letters + "äßé_", k=dice.randint(1, 8)))
    return word(dice) if found.lower() in NO_WORDS else found


def real(dice):
    """A finite number of any size."""
    size = 10.0 ** dice.randint(-300, 300)
    kinds = dice.randint(-999, 999), dice.gauss(0, 1), size * dice.gauss(0, 1), 5e-324, 1e21, -0.0
    return float(dice.choice(kinds))


def table(dice):
    """Columns of numbers and a last one of texts, and how they are written."""
    width, height, separator = dice.randint(2, 4), dice.randint(2, 8), dice.choice(",;\t ")
    between = dice.choice([["", "_"], BETWEEN])
    frame = pd.DataFrame([[real(dice) for _ in range(width)] for _ in range(height)])
    frame["labels"] = [word(dice) + dice.choice(between) + word(dice) for _ in range(height)]
    frame.columns = [f"{word(dice)}{k}" for k in range(width + 1)]
    # texts that other separators would split are quoted, as careful programs do
    plain = [csv.QUOTE_MINIMAL] * (between != BETWEEN)
    return frame, {
        "header": dice.choice([False, True]),
        "sep": separator,
        # a comma between the digits only where no comma is between the cells
        "decimal": dice.choice(".,") if separator != "," else ".",
        "quoting": dice.choice([csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC, *plain]),
        "lineterminator": dice.choice(["\n", "\r\n", "\r"]),
    }


@batches
def test_what_python_writes_is_read_back(seed):
    dice = random.Random(seed)
    tables = [table(dice) for _ in range(40)]
    marks = [(dice.choice(["", "\ufeff"]), dice.choice("-−")) for _ in tables]
    texts = [
        mark + frame.to_csv(index=False, **how).replace("-", sign)
        for (frame, how), (mark, sign) in zip(tables, marks, strict=True)
    ]
    answers = ask(*[("read", text) for text in texts])
    for (frame, how), text, answer in zip(tables, texts, answers, strict=True):
        *rows, labels = (frame[name].tolist() for name in frame)
        assert answer.get("complaints") == [], (text, answer)
        assert answer["separator"] == how["sep"] and answer["rows"] == len(frame)
        if any(not v.is_integer() and "e" not in repr(v) for v in itertools.chain(*rows)):
            assert answer["decimal"] == how["decimal"]
        names = [*frame] if how["header"] else [f"column {k + 1}" for k in range(len(rows) + 1)]
        assert answer["header"] == names
        *numbers, last = answer["columns"]
        assert [c["kind"] for c in numbers] == ["number"] * len(rows)
        assert np.array_equal(np.array([c["values"] for c in numbers], float), rows)
        assert [last[key] for key in ("name", "kind", "values")] == [names[-1], "text", labels]
        # each row is in the line where it begins, whatever ends lines and whatever labels hold
        breaks = [0, *itertools.accumulate(1 + ("\n" in label) for label in labels[:-1])]
        assert answer["lines"] == [1 + how["header"] + b for b in breaks]


BROKEN = ("{x}", "{x}{s}{y}", "{x}{s}{y}{s}no{s}{y}", "{x}{s}0x10{s}no", "1e999{s}{y}{s}no",
          "inf{s}{y}{s}no", "{x}{s}two{s}no", "1.2.3{s}{y}{s}no")  # fmt: skip


@batches
def test_broken_rows_are_named_by_their_line(seed):
    dice, cases = random.Random(seed), []
    for forms, most in [(BROKEN, 4), (BROKEN[4:6], 8)] * 15:  # what is endless is no word
        wrong = {dice.randrange(40): dice.choice(forms) for _ in range(dice.randint(0, most))}
        separator, head = dice.choice(",;\t "), dice.randint(0, 1)
        lines = [
            wrong.get(i, "{x}{s}{y}{s}yes").format(x=i + 0.5, y=i % 7 - 3, s=separator)
            for i in range(40)
        ]
        cases.append((wrong, head, "\n".join([f"a{separator}b{separator}c"] * head + lines)))
    answers = ask(*[("read", text) for *_, text in cases])
    for (wrong, head, text), answer in zip(cases, answers, strict=True):
        named = sorted(int(re.match(r"Line (\d+)\b", c)[1]) for c in answer["complaints"])
        assert named == sorted(i + 1 + head for i in wrong), (text, answer)
        ragged = [i for i, form in wrong.items() if form.count("{s}") != 2]
        assert sorted(answer["broken"]) == sorted(i + 1 + head for i in ragged)
        assert answer["rows"] == 40 - len(ragged)
        x, y, _ = (column["values"] for column in answer["columns"])
        for i, a, b in zip([i for i in range(40) if i not in ragged], x, y, strict=True):
            assert (i in wrong and None in (a, b)) or (a, b) == (i + 0.5, i % 7 - 3)


PIECES = [*'",;\t \n\r.-+eE0123ab\u2212\ufeff\u2028\0é𝕏', "NA", "1.5", "\r\n", '""']


@batches
def test_no_text_breaks_the_reader(seed):
    dice = random.Random(seed)
    texts = ["".join(dice.choices(PIECES, k=dice.randint(0, 60))) for _ in range(300)]
    read = ask(*[("read", text) for text in texts])
    points = ask(*[("chosen", {"text": text}) for text in texts])
    for table_, chosen in zip(read, points, strict=True):
        if "error" in table_:
            refusal(table_)
            refusal(chosen)
            continue
        assert all(len(column["values"]) == table_["rows"] for column in table_["columns"])
        if "error" in chosen:
            refusal(chosen)
        else:
            assert {label for *_, label in chosen["points"]} == {-1, 1}
            assert np.isfinite(chosen["points"]).all()


@pytest.mark.parametrize(
    "text",
    ['"' * 1_000_000, "1,1," + "1" * 1_000_000 + "x", '"a,' * 300_000, '""' * 300_000 + ",2\n1,2",
     " " * 1_000_000, "," * 1_000_000, "\n" * 1_000_000, "1,2,a\n" * 200_000],
    ids=["quotes", "digits", "open", "pairs", "blanks", "commas", "lines", "rows"],
)  # fmt: skip
def test_long_texts_take_no_time(text):
    """Work that grows with the square of the length would not end in time."""
    ask(("rows", text))


def test_tables_as_programs_write_them():
    """Of Excel, R and NumPy; with numbers of rows, and after a line of words."""
    e, r, n, i, p = ask(
        ("read", "Länge;Breite;Art\r\n1,5;2,25;a\r\n2,5;-1;b\r\n;;\r\n"),
        ("read", '"len" "wid" "species"\n"1" 5.1 3.5 "se"\n"2" 4.9 3 "vi"\n"3" 4 3 "se"\n'),
        ("read", "1.0e+00 -2.5e-01 1\n\n  2 3 -1\n"),
        ("read", ",x,y,label\n0,1.5,2,1\n1,2.5,3,0\n2,3.5,3,0\n"),
        ("read", "made by a program\nx,y,l\n1,2,u\n2,3,v\n3,4,v\n"),
    )
    assert e["header"] == ["Länge", "Breite", "Art"] and e["columns"][0]["values"] == [1.5, 2.5]
    assert r["header"] == ["column 1", "len", "wid", "species"]
    assert n["separator"] == " " and n["columns"][1]["values"] == [-0.25, 3]
    assert i["header"][0] == "column 1"
    assert p["header"] == ["x", "y", "l"] and p["broken"] == [1] and "Line 1" in p["complaints"][0]


def test_rows_with_gaps_are_left_out():
    gaps, flat = (f"x,y,l\n1,2,yes\n,3,no\n3,NA,yes\n4,5,\n5,{y},no\n" for y in (6, 2))
    read, some, none = ask(("read", gaps), *[("chosen", {"text": text}) for text in (gaps, flat)])
    assert read["columns"][1]["values"] == [2, 3, None, 5, 6] and not read["complaints"]
    assert some["points"] == [[1, 2, 1], [5, 6, -1]] and some["notes"][0] in refusal(none)
    assert some["notes"][0].startswith("3 of 5 rows") and "lines 3, 4 and 5" in some["notes"][0]


COUNTED_UP = [
    ("id", range(20)), ("row", range(7, 27)), ("claim_id", [(7 * i) % 20 for i in range(20)]),
    ("PatientID", [(7 * i) % 20 for i in range(20)]), ("back", range(40, 0, -2)),
    ("time", [0.37 * i * i for i in range(20)]),
]  # fmt: skip


@pytest.mark.parametrize("name, values", COUNTED_UP)
def test_what_names_or_sorts_rows_is_no_coordinate_unless_nothing_else_is_left(name, values):
    rows = list(enumerate(values))
    text = f"{name},len,wid,species\n" + "".join(
        f"{v},{i % 7},{i * i % 5},{i % 2}\n" for i, v in rows
    )
    few = f"{name},height,kind\n" + "".join(f"{v},{i % 7},{i % 2}\n" for i, v in rows)
    some, day = ask(("chosen", {"text": text}), ("chosen", {"text": few}))
    assert [some["chosen"][k] for k in ("x", "y", "label")] == ["len", "wid", "species"]
    assert day["chosen"] == {"x": "height", "y": name, "label": "kind", "plus": None}


def test_what_is_sorted_is_measured_rather_than_what_counts():
    text = "row,time,kind\n" + "".join(f"{i},{i * i},{i % 2}\n" for i in range(12))
    (found,) = ask(("chosen", {"text": text}))
    assert found["names"] == ["time", "row"]


@pytest.mark.parametrize("cell", ["1,088", "1.088"])
def test_a_cell_with_two_meanings_is_asked_about(cell):
    """Beside whole numbers; not where another cell of the table decides."""
    rows = list(enumerate([cell, "717", "607", cell.replace("1", "2"), "-12"]))
    question = {"text": "paid;debt;k\n" + "".join(f"{v};{i}3;{i % 2}\n" for i, v in rows)}
    sign, other = cell[1], ",."[cell[1] == ","]
    answers = [{}, {"decimal": other}, {"decimal": sign}]
    asked, whole, part = ask(*[("chosen", question | a) for a in answers])
    assert f"“{cell}” may be 10" in refusal(asked) or f"“{cell}” may be 1.088 or 1088" in refusal(
        asked
    )
    raw = [[point[0] for point in one["points"]] for one in (whole, part)]
    np.testing.assert_allclose(raw, [[1088, 717, 607, 2088, -12], [1.088, 717, 607, 2.088, -12]])
    for one, value in ((whole, "1088"), (part, "1.088")):
        note = f"Column “paid”: “{cell}” is read as {value}."
        assert note in one["notes"] and note in one["origin"]
    texts = [
        f"a;b;k\n{cell};1{sign}5;u\n7;2;v\n{more};3;u\n" for more in (f"5{sign}5", f"0{sign}123")
    ]
    texts += [
        f"a;b;k\n{cell};1{sign}5;u\n2{sign}250;2;v\n",
        f"a;b;k\n{cell};1;u\n7;2;v\n1{other}5;3;u\n",
    ]
    tables = ask(*[("read", text) for text in texts])
    assert not any(table["open"] for table in tables)
    expected = [[1.088, 7, 5.5], [1.088, 7, 0.123], [1.088, 2.25], [1088, 7, 1.5]]
    assert [table["columns"][0]["values"] for table in tables] == expected


@pytest.mark.parametrize("text, values, note", [
    ("a;b;k\n1.234;2,5;u\n5,5;1,5;v\n", [1234, 5.5], "“1.234” is read as 1234."),
    ('a,b,k\n"1,234",2.5,u\n5.5,1.5,v\n', [1234, 5.5], "“1,234” is read as 1234."),
    ("a;b;k\n-1.234.567,25;2,5;u\n3;1,5;v\n", [-1234567.25, 3], "“-1.234.567,25” is read as −123"),
    ("a;b;k\n1.234;2,5;u\n5.678;1,5;v\n", [1234, 5678], "“1.234” is read as 1234."),
    ("a;b;k\n1.234;2;u\n5,678;1;v\n", None, "“1.234” may be 1.234 or 1234"),
])  # fmt: skip
def test_thousands_and_decimals_are_told_apart_by_the_column(text, values, note):
    read, chosen = ask(("read", text), ("chosen", {"text": text, "x": "a", "y": "b", "label": "k"}))
    if values is None:
        assert note in refusal(chosen)
    else:
        assert read["columns"][0]["values"] == values and read["complaints"] == []
        assert any(f"Column “a”: {note}" in one for one in chosen["notes"])


@pytest.mark.parametrize("low, high, minus, plus", [
    (0, 1, "0", "1"), (10, 9, "9", "10"), ("setosa", "versicolor", "setosa", "versicolor"),
    ("b", "B", "B", "b"), ("−1", "+1", "-1", "1"),
])  # fmt: skip
def test_the_larger_or_later_label_is_plus_one(low, high, minus, plus):
    text = f"1,0.5,{low}\n0.5,2,{high}\n-1,-1.5,{low}\n"
    (answer,) = ask(("chosen", {"text": text}))
    assert answer["classes"] == {"minus": minus, "plus": plus}
    up = 1 if str(high).lstrip("+") == plus else -1
    assert [label for *_, label in answer["points"]] == [-up, up, -up]
    assert any(f"+1 is “{plus}”" in note and f"−1 is “{minus}”" in note for note in answer["notes"])


def test_one_class_stands_against_the_others():
    text = "x,y,kind\n" + "".join(f"{i % 5},{i % 3},{'uvw'[i % 3]}\n" for i in range(30))
    choice = {"text": text, "x": "x", "y": "y", "label": "kind"}
    u, refused = ask(*[("chosen", {**choice, "plus": p}) for p in ("u", None)])
    assert [label for *_, label in u["points"]] == [1, -1, -1] * 10
    assert u["classes"] == {"plus": "u", "minus": "not u"} and "all the others" in u["notes"][0]
    assert "3 different values" in refusal(refused)


MEASURED = "x,y,flat,kind,one,far,many\n" + "".join(
    f"{i},{-i},3,{'uv'[i % 2]},1,{i}e200,{i}\n" for i in range(10)
)
CHOICE = {"text": MEASURED, "x": "x", "y": "y", "label": "kind"}
POINTS = [[0.1 + 0.2, -1e-7, 1], [1e21, 5e-324, -1], [-0.0, 3, 1]]
CODE = {"points": POINTS, "kernel": {"name": "linear"}, "C": 1}


@pytest.mark.parametrize("kind, argument, sentence", [
    ("read", "", "nothing to read"), ("read", "hello\nworld", "Only one column"),
    ("read", 'a,b,c\n1,2,"x\n3,4,y\n', "mark opened in line 2"),
    ("read", "PK\x03\x04\0\0,\0", "not plain text"),
    ("chosen", {"label": "one"}, "one class only"), ("chosen", {"x": "flat"}, "constant, always 3"),
    ("chosen", {"x": "kind"}, "words such as “u”"),
    ("chosen", {"x": "y"}, "three different columns"), ("chosen", {"x": None}, "for the first"),
    ("chosen", {"text": "a,b,d,k\n1%,2,,u\n3%,4,,v\n", "x": None}, "“1%”, “d” holds no value"),
    ("chosen", {"text": "x;y;kind\n1,5;2;u\n1.5;4;v\n"}, "“x” holds “1,5” beside “1.5”"),
    ("chosen", {"label": "many"}, "10 different values"),
    ("chosen", {"x": "far"}, "Change its unit"), ("chosen", {"text": "1,0.5,u"}, "One row is not"),
    ("code", {"C": "1; import os"}, "C must be"), ("code", {"train": [0, 2]}, "has the class -1"),
    ("code", {"kernel": {"name": "rbf", "sigma": "1"}}, "The sigma must be"),
    ("code", {"kernel": {"name": "constructor"}}, "kernel must be one of"),
    ("code", {"points": [[0, "0", 1], [1, 1, -1]]}, "Number 2 of point 1"),
])  # fmt: skip
def test_what_cannot_serve_is_refused_with_a_cure(kind, argument, sentence):
    """What is no table, columns of one, and nonsense of which no code is written."""
    usual = {"chosen": CHOICE, "code": CODE}
    (answer,) = ask((kind, usual[kind] | argument if kind in usual else argument))
    assert sentence in refusal(answer)


def test_nothing_is_held_out_of_four_points():
    """Of the exclusive or any two points to learn from would have a coordinate in common."""
    text = "0,0,1\n1,1,-1\n0,1,1\n1,0,-1"
    (answer,) = ask(("chosen", {"text": text, "held": 0.3}))
    assert [len(point) for point in answer["points"]] == [3] * 4
    assert "None of fewer than 8 points is held out." in answer["notes"]


@batches
def test_coordinates_far_from_one_are_standardised(seed):
    dice = np.random.default_rng(seed)
    cases = []
    for scale, shift in itertools.product((1e-6, 0.1, 1.0, 30.0, 1e9), (0.0, 3.0, -1e4)):
        X = np.column_stack([scale * dice.normal(size=50) + shift, dice.normal(size=50)])
        text = "".join(f"{a!r},{b!r},{i % 2}\n" for i, (a, b) in enumerate(X.tolist()))
        cases.append((scale, shift, X, ("chosen", {"text": text})))
    answers = ask(*[question for *_, question in cases])
    for (scale, shift, X, _), answer in zip(cases, answers, strict=True):
        assert np.array_equal(np.array(answer["points"])[:, :2], X)
        assert answer["standardise"] == (scale != 1.0 or shift == -1e4)
        assert answer["standardise"] == ("standardised" in answer["notes"][-1])


@pytest.mark.parametrize("library", ["svmlib", "scikit-learn"])
def test_raw_rows_are_scaled_by_the_learned_ones_alone(library):
    """In the page, after another deal, and in the copied pipeline, which takes raw rows."""
    dice = np.random.default_rng(5)
    X = np.round(dice.normal(size=(60, 2)) * [9, 0.02] + [170, 1.3], 4)
    y = np.where(X[:, 0] + 9 * dice.normal(size=60) > 170, 1, -1)
    text = "".join(f"{a},{b},{label}\n" for (a, b), label in zip(X.tolist(), y, strict=True))
    dealt = {"held": 0.3, "lot": 0}
    (own,) = ask(("chosen", {"text": text, **dealt}))
    state = {key: own[key] for key in ("points", "standardise")} | {"data": "own", **dealt}
    (other,) = ask(("change", [state, {"lot": 3}]))
    moved = [[own["points"][0][0] + 1, *own["points"][0][1:]], *own["points"][1:]]
    for now in (state, other, state | {"points": moved}):
        rows = [point[:3] for point in now["points"]]
        split = {"points": rows, "share": 0.3, "seed": now["lot"]}
        asked = {"state": now, "which": "A", "library": library}
        parts, script, page = ask(("split", split), ("shown", asked), ("found", asked))
        held = [i for i, point in enumerate(now["points"]) if point[3:] == [1]]
        raw, A = np.array(rows)[:, :2], np.array(rows)[parts["train"], :2]
        v, printed = run(script)
        assert np.array_equal(v["X"], raw) and v["train"].tolist() == parts["train"]
        assert v["test"].tolist() == parts["test"] == held
        sign = v["machine"].predict([[170.25, 1.31]])[0]
        assert sign in (-1, 1) and "a new row" in printed
        seen = (raw - A.mean(0)) / A.std(0)
        np.testing.assert_allclose(v["f"], v["svm"].decision_function(seen), atol=1e-9)
        np.testing.assert_allclose(v["f"], page["f"], atol=1e-3)


def test_many_rows_are_sampled_in_proportion():
    dice = np.random.default_rng(4)
    rows = [f"{a},{b},{int(i % 20 == 0)}" for i, (a, b) in enumerate(dice.normal(size=(4000, 2)))]
    text = "\n".join(["a,b,label", *rows])
    asked = [{"seed": 1}, {"seed": 1}, {"seed": 2}, {"limit": 10}, {"limit": 4000}]
    one, again, other, ten, everything = ask(*[("chosen", {"text": text, **a}) for a in asked])
    assert one == again and one["points"] != other["points"]
    count = len(one["points"])
    assert 499 <= count <= 500 and sum(p[2] > 0 for p in one["points"]) == 25
    assert one["rows"] == sorted(set(one["rows"])) and f"{count} of 4000 rows" in one["notes"][-1]
    assert 9 <= len(ten["points"]) <= 10 and sum(p[2] > 0 for p in ten["points"]) == 1
    assert len(everything["points"]) == 4000 and len(everything["notes"]) == 1


def test_many_columns_of_one_name_are_read_at_once_and_too_many_refused():
    """Without a pause, which a page would spend frozen."""
    tables = [
        "\n".join([",".join(["a"] * n), *[",".join(["1"] * n)] * 2]) for n in (5000, 5001, 20_000)
    ]
    many, more, most = ask(*[("read", text) for text in tables])
    assert many["header"][:2] == ["a", "a (2)"] and many["header"][-1] == "a (5000)"
    assert "Keep 5000 columns" in refusal(more) and "Keep 5000 columns" in refusal(most)
    assert "a line of its own" in refusal(ask(("read", "1,2 " * 60_000))[0])


@batches
def test_points_come_back_from_csv(seed):
    """Which were held out, too; loaded as they were, not standardised again."""
    dice, cases = random.Random(seed), []
    for _ in range(40):
        n = dice.randint(3, 20)
        points = [[real(dice), real(dice), 1 if i % 2 else -1] for i in range(n)]
        formula = dice.choice("=+-@") + 'HYPERLINK("http://e")'
        names = [word(dice) + "1", dice.choice(['a "b", c', formula, word(dice) + "2"])]
        train = sorted(dice.sample(range(n), dice.randint(2, n)))
        rows = [point + [1] * (i not in train) for i, point in enumerate(points)]
        cases.append({"points": rows, "names": names, "train": train})
    texts = ask(*[("csv", case) for case in cases])
    for case, text, read in zip(cases, texts, ask(*[("read", t) for t in texts]), strict=True):
        assert not read["complaints"] and read["rows"] == len(case["points"]), text
        assert not {cell[:1] for cell in next(csv.reader([text.split("\n")[0]]))} & {*"=+-@"}
        columns = [column["values"] for column in read["columns"]]
        rows = [point[:3] for point in case["points"]]
        assert np.array_equal(np.array(columns[:3], float).T, rows)
        assert read["header"][:2] == case["names"] and read["header"][3:] == ["part"]
        assert [i for i, part in enumerate(columns[3]) if part == "train"] == case["train"]
    places = [
        [100 * dice.gauss(0, 1), dice.gauss(0, 1), 1 if i % 3 else -1] + [1] * (i % 2)
        for i in range(40)
    ]
    case = {"points": places, "names": ["x1", "x2"]}
    (text,) = ask(("csv", case))
    (answer,) = ask(("chosen", {"text": text}))
    assert {k: answer[k] for k in case} == case and not answer["standardise"]


@pytest.mark.parametrize("name", NAMES)
def test_data_have_size_balance_and_noise(name):
    asked = [{"n": 90, "noise": noise, "seed": 3} for noise in (1, 1, 0.5, 2, 4)]
    asked += [{"n": 90, "seed": 4}, {"n": 2}, {"n": 2000}]
    answers = ask(*[("data", {"name": name, **a}) for a in asked])
    one, again, half, double, four, other, two, many = map(np.array, answers)
    assert one.shape == (90, 3) and len(two) == 2 and len(many) == 2000
    assert np.array_equal(one, again) and not np.array_equal(one, other)
    share = (many[:, 2] > 0).mean()
    assert share == pytest.approx(0.1 if name == "imbalanced" else 0.5, abs=0.03)
    assert set(two[:, 2]) <= {-1, 1}
    # noise moves points further in the same direction, and no label
    step = double - one
    assert (one[:, 2] == four[:, 2]).all() and np.abs(step).max() > 0.05
    np.testing.assert_allclose(four - one, 3 * step, atol=1e-12)
    # spirals have none below the usual
    np.testing.assert_allclose(2 * (one - half), step if np.any(half != one) else 0, atol=1e-12)
    if name in NAMES[:5]:  # at its default noise those of the figures
        ours, theirs = ask(("data", {"name": name, "n": 61}), ("makeData", {"name": name, "n": 61}))
        assert ours == theirs
        machine = KernelSVM(C=100.0, kernel=RBF(0.3)).fit(one[:, :2], one[:, 2])
        assert machine.score(one[:, :2], one[:, 2]) > 0.9  # they can be learnt


def test_flipped_labels_are_as_many_as_asked():
    shares = (0, 0.1, 0.25, 1)
    answers = ask(*[("data", {"name": "blobs", "n": 80, "seed": 5, "flip": s}) for s in shares])
    clean, *flipped = map(np.array, answers)
    before = np.zeros(80, bool)
    for share, points in zip(shares[1:], flipped, strict=True):
        assert np.array_equal(points[:, :2], clean[:, :2])
        wrong = points[:, 2] != clean[:, 2]
        assert wrong.sum() == round(80 * share) and (wrong >= before).all()
        before = wrong


@batches
def test_split_is_stratified_repeatable_and_grows_with_the_share(seed):
    dice, questions = random.Random(seed), []
    for k in range(50):
        points = [[i, 0, dice.choice([-1, 1])] for i in range(dice.randint(2, 200))]
        for share in sorted(dice.random() for _ in range(2)):
            questions.append({"points": points, "share": share, "seed": seed + k})
    asked = [("split", q) for q in questions]
    answers = ask(*asked)
    assert ask(*asked) == answers
    for question, split in zip(questions, answers, strict=True):
        labels = [label for *_, label in question["points"]]
        assert sorted(split["train"] + split["test"]) == list(range(len(labels)))
        for sign in (-1, 1):
            held = sum(labels[i] == sign for i in split["test"])
            share, most = question["share"] * labels.count(sign), max(0, labels.count(sign) - 1)
            assert held == min(math.floor(share + 0.5), most)
    for small, large in zip(answers[::2], answers[1::2], strict=True):
        assert set(small["test"]) <= set(large["test"])


def test_split_hardly_differs_by_a_label():
    (points,) = ask(("data", {"name": "moons", "n": 100}))
    changed = [[*points[0][:2], -points[0][2]], *points[1:]]
    split = [("split", {"points": p, "share": 0.3, "seed": 0}) for p in (points, changed)]
    one, near = (set(answer["test"]) for answer in ask(*split))
    assert len(one ^ near) <= 4


def run(script):
    """The variables of a script at its end, and what it printed."""
    assert all(len(line) <= 88 for line in script.splitlines()), script
    variables, printed = {"__name__": "copied"}, io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(script, "copied", "exec"), variables)
    return variables, printed.getvalue()


# a table, its header, the sign before decimals where it is asked for, and what its script has to
# say to pandas
EVIL = 'a"); import os; os.abort() #\\\u202e'
TABLES = {
    "plain": ("{x:.4f},{y:.3f},{k},{i}", "len,wid,kind,id", "", "dtype"),
    "blanks": ("{i}, {x:.2f}, {y:.3f}, {k}", "id, len, wid, kind", "", "skipinitialspace"),
    "german": ("{i};{euro};{comma};{k}", "id;paid;len;kind", "", 'thousands="."'),
    "both": ('{i},"{dollar}",{y:.3f},{k}', "id,paid,len,kind", "", 'thousands=","'),
    "thousands": ("{asks};{i};{k}", "paid;len;kind", ".", 'thousands=","'),
    "decimals": ("{asks};{i};{k}", "paid;len;kind", ",", 'decimal=","'),
    "no names": ("{x:.4f}\t{y:.3f}\t{k}", None, "", "header=None"),
    "spaces": ("{x:.4f}  {y:.3f} {k}", "len wid kind", "", 'sep=r"\\s+"'),
    "numbers": ("{x:.4f},{y:.3f},{label}", "len,wid,kind", "", "== 2,"),
    "truth": ("{x:.4f},{y:.3f},{truth}", "len,wid,kind", "", '== "True"'),
    "doubles": ("{x:.4f},{k},{y:.3f},{i}", "a,a,a,", "", '"a.2"'),
    "evil": ("{x:.4f};{y:.3f};{k}", EVIL.replace('"', '""').join('""') + ";b;c", "", "\\U0000202e"),
}  # fmt: skip


@pytest.mark.parametrize("library", ["svmlib", "scikit-learn"])
@pytest.mark.parametrize("kind", TABLES)
def test_copied_code_reads_the_file_and_finds_the_numbers_of_the_page(
    kind, library, tmp_path, monkeypatch
):
    """Rows that are gaps, slips or ragged are left out in both."""
    row, header, decimal, wanted = TABLES[kind]
    dice = random.Random(kind)
    lines = [header] * (header is not None)
    for i in range(60):
        x, y = dice.gauss(170, 9), 3 + dice.gauss(0, 1)
        up = x + 9 * y + dice.gauss(0, 6) > 197
        dollar = f"{abs(40 * x - 5500):,.2f}"
        euro = dollar.translate(str.maketrans(",.", ".,"))
        asks = "717" if i % 3 else f"{1 + i % 5},{int(10 * x) % 900 + 100}"
        about = {
            "comma": f"{y:.3f}".replace(".", ","),
            "euro": euro,
            "dollar": dollar,
            "asks": asks,
        }
        names = {"k": ["no", "yes"][up], "label": [1, 2][up], "truth": up}
        lines.append(row.format(i=i * 31 % 60, x=x, y=y, **about, **names))
    if kind in ("plain", "german"):
        separator = ",;"[kind == "german"]
        lines[9] = lines[9].rsplit(separator, 1)[0]  # ragged
        cells = lines[17].split(separator)
        lines[17] = separator.join(
            ["?", *cells[1:]] if kind == "plain" else [cells[0], "?", *cells[2:]]
        )
        cells = lines[22].split(separator)
        lines[22] = separator.join(
            ["", *cells[1:]] if kind == "plain" else [*cells[:2], "inf", cells[3]]
        )
        lines.insert(30, separator * 3)
    text = "\n".join(lines) + "\n"
    (own,) = ask(("chosen", {"text": text, "decimal": decimal, "held": 0.3}))
    about = {key: own[key] for key in ("names", "file")} | {"source": "own data"}
    state = {key: own[key] for key in ("points", "standardise")}
    state |= {"data": "own", "own": about, "held": 0.3, "C": 2}
    how = {"which": "A", "library": library, "file": own["file"]}
    page, script, short = ask(
        ("found", {"state": state, "which": "A"}),
        ("shown", {"state": state, **how}),
        ("shown", {"state": state, **how, "certificate": False}),
    )
    assert wanted in script and "data = np" not in script
    assert own["standardise"] == ("StandardScaler" in script)
    (tmp_path / "your-file.csv").write_text(text, encoding="utf8")
    monkeypatch.chdir(tmp_path)
    v, printed = run(script)
    assert own["sample"] is None and len(v["X"]) == len(own["points"]) == 60 - 3 * (
        kind in ("plain", "german")
    )
    assert (v["train_errors"], v["test_errors"]) == (page["errors"], page["held"])
    assert v["b"] == pytest.approx(page["b"], abs=1e-3)
    assert v["primal"] == pytest.approx(page["primal"], rel=1e-3 if library != "svmlib" else 1e-6)
    less, said = run(short)
    assert "alpha" not in said and "gap" not in less and less["b"] == v["b"]
    assert said.splitlines() == [
        line for line in printed.splitlines() if not line.startswith(("point", "primal"))
    ]
    (tmp_path / "your-file.csv").write_text(text.replace(lines[-1] + "\n", ""), encoding="utf8")
    with pytest.raises(AssertionError, match="not the rows of the page"):
        run(short)


def test_a_sample_of_a_file_is_the_sample_of_the_page(tmp_path, monkeypatch):
    dice = np.random.default_rng(6)
    rows = [f"{a:.4f},{b:.4f},{'uv'[int(a + b > 0)]}" for a, b in dice.normal(size=(700, 2))]
    rows[3] = ",1,u"
    text = "\n".join(["a,b,label", *rows])
    (own,) = ask(("chosen", {"text": text, "held": 0.5}))
    about = {"names": own["names"], "source": "", "file": own["file"]}
    state = {"data": "own", "points": own["points"], "own": about, "held": 0.5}
    asked = {"state": state, "which": "A", "library": "svmlib"}
    page, script = ask(("found", asked), ("shown", asked | {"file": own["file"]}))
    (tmp_path / "your-file.csv").write_text(text)
    monkeypatch.chdir(tmp_path)
    v, _ = run(script)
    assert np.array_equal(v["X"], [point[:2] for point in own["points"]]) and len(v["X"]) in (
        499,
        500,
    )
    assert v["primal"] == pytest.approx(page["primal"], rel=1e-6)


@pytest.mark.parametrize("library", ["svmlib", "scikit-learn"])
def test_numbers_lose_no_digit_and_names_run_no_code(library):
    evil = "a\nimport os\r\nos.abort()\u2028x = 1\u0085'''\"\"\"\\ \u202e" + "long" * 60
    question = {**CODE, "library": library, "names": [evil, evil], "source": evil}
    (script,) = ask(("code", question))
    head = script[: script.index("X, y =")]
    assert "os.abort" in head
    for line in head.splitlines():
        assert "abort" not in line or line.startswith("#")
        assert len(line) <= 88
    variables = {}
    exec(head, variables)
    assert np.array_equal(variables["data"], POINTS)
