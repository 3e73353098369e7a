"""Every lecture follows the rules of ``tests/lecture_lint.py``, and the book contains them all."""

import re
import subprocess
import sys

import numpy as np
import pytest
import yaml

from book.source import Lecture, answers, lecture_paths
from svmlib import datasets
from tests.lecture_lint import ROOT, lint

LECTURES = {path.relative_to(ROOT).with_suffix(""): path for path in lecture_paths(ROOT)}


@pytest.mark.parametrize("path", LECTURES.values(), ids=map(str, LECTURES))
def test_lecture_follows_the_rules(path):
    messages = list(lint(Lecture.read(path)))
    assert not messages, "\n" + "\n".join(messages)


def test_table_of_contents_lists_the_lectures_and_then_their_pages_in_depth():
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    chapters = [c["file"] for part in toc["parts"] for c in part["chapters"]]
    listed = [f.removesuffix(".ipynb") for f in chapters if f.startswith("lectures/")]
    main = [name for name in map(str, LECTURES) if "in-depth" not in name]
    assert listed == main + [name.replace("lectures/", "lectures/in-depth/") for name in main]
    assert sorted(listed) == sorted(map(str, LECTURES))


def test_a_right_answer_is_known_neither_by_its_place_nor_by_its_length():
    quizzes = [box for path in LECTURES.values() for _, box in Lecture.read(path).quizzes()]
    places, longest = [], []
    for given in map(answers, quizzes):
        verdicts = [right for right, _, _ in given]
        if len(given) == 3:
            places.append(verdicts.index(True))
        longest.append(max(given, key=lambda answer: len(answer[1]))[0])
    assert len(places) > 50
    shares = [places.count(place) / len(places) for place in range(3)]
    assert max(shares) < 0.42, "change the order of the answers in a quiz or two"
    assert sum(longest) / len(longest) < 0.5, "the longest answer is the right one too often"


def test_cells_with_scikit_learn_alone_need_nothing_else():
    """Those of a page go into another program, where there is neither svmlib nor another cell."""
    begins, found = "# with scikit-learn alone", []
    for path in LECTURES.values():
        cells = Lecture.read(path).notebook.cells
        alone = [c for c in cells if c.cell_type == "code" and c.source.startswith(begins)]
        if alone:
            source = "\n".join(cell.source for cell in alone)
            code = f"import sys\nsys.modules['svmlib'] = None\n{source}"
            run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
            assert run.returncode == 0, f"{path.name}: {run.stderr}"
            said = [output.text for cell in alone for output in cell.outputs]
            assert "".join(said) == run.stdout != "", path.name
            found.append(path.name[:2])
    assert found == ["12", "13", "14"]


@pytest.mark.weekly
def test_a_machine_in_onnx_is_the_machine(environment, tmp_path):
    """The code of the page after its cells, with packages that are not the book's."""
    (path,) = ROOT.glob("lectures/in-depth/15-*.ipynb")
    cells = Lecture.read(path).notebook.cells
    (at,) = (k for k, cell in enumerate(cells) if "import to_onnx" in cell.source)
    (code,) = re.findall(r"~~~python\n(.*?)~~~", cells[at].source, re.S)
    before = [cell.source for cell in cells[:at] if cell.cell_type == "code"]
    python = environment("skl2onnx", "onnxruntime") / "bin/python"
    whole = "\n".join([*before, code])
    run = subprocess.run([python, "-c", whole], cwd=tmp_path, capture_output=True, text=True)
    found = re.search(r"differ by (\S+) at most\n$", run.stdout)
    assert found and float(found[1]) < 1e-6, run.stdout + run.stderr


def test_the_machine_with_scikit_learn_alone_is_that_of_lecture_15(tmp_path):
    """The files of the folded box, run without svmlib, against the machine of the page's cells."""
    (path,) = ROOT.glob("lectures/15-*.ipynb")
    cells = Lecture.read(path).notebook.cells
    (at,) = (k for k, cell in enumerate(cells) if "# strikes.py\n" in cell.source)
    without = "import sys\nsys.modules['svmlib'] = None\n"
    module, fit, use = re.findall(r"~~~python\n(.*?)~~~", cells[at].source, re.S)
    (tmp_path / "strikes.py").write_text(module, encoding="utf-8")
    X, said = datasets.bird_strikes()
    X = X.drop(columns="cost")
    X.assign(damage=said).to_csv(tmp_path / "strikes.csv", index=False)
    X[X.date.dt.year > 1999].to_csv(tmp_path / "new.csv", index=False)
    for code in (fit, use + "print(*p)"):
        run = subprocess.run(
            [sys.executable, "-c", without + code], cwd=tmp_path, capture_output=True, text=True
        )
        assert not run.returncode, run.stderr
    page, blocks = {}, ["# Set-up", "X, said =", "X = X.drop(", "year =", "def season(", "words ="]
    for start in [*blocks, "def calibrated(", "best = make_pipeline("]:
        (code,) = (cell.source for cell in cells if cell.source.startswith(start))
        exec(code.partition("\nfor name, machine")[0].partition("\nk = search")[0], page)
    rows = page["X"][page["year"] > 1999]
    p = page["calibrated"](page["best"]).predict_proba(rows)[:, 1]
    assert np.abs(p - np.array(run.stdout.splitlines()[-1].split(), dtype=float)).max() < 1e-4
