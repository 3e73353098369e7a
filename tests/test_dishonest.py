"""What students may try against `book.grade`: none gets an undeserved point, nor hurts another."""

import csv
import os
import re
import subprocess
import sys
import time
from copy import deepcopy

import nbformat
import pytest

from book import grade
from book.grading import apart
from book.grading.apart import Student
from book.grading.variants import BEGIN
from tests.conftest import ROOT
from tests.test_grading import DAILY, graded

LABEL = "ex-margins-by-hand"
FAKE = "def distance_to_line(*a):\n    return {}"
# the student's process itself: what serves the judge, and its socket
SERVE = "import gc\n(serve,) = [o for o in gc.get_objects() if type(o).__name__ == 'Serve']\n"
DISHONEST = {
    "replaces what runs the tests": "import sys\nsys.modules['__main__'].run = lambda *a: True",
    "looks for the judge among frames": """import sys
frame = sys._getframe()
while frame:
    for name in ("by_key", "tests", "found"):
        for cell in dict(frame.f_locals.get(name) or {}).values():
            cell["source"] = "pass"
    frame = frame.f_back""",
    "prints a verdict": f"import os\nprint('{{\"{LABEL}\": 2}}', flush=True)\nos._exit(0)",
    "prints far too much": "import os\nprint('{\"x\": 1e308}', flush=True)\nos._exit(0)",
    "prints a list": "import os\nprint('[]', flush=True)\nos._exit(0)",
    "writes to every open file": """import os
for number in range(3, 50):
    try:
        os.write(number, b'{"ex-margins-by-hand": 2}\\n' * 50)
    except OSError:
        pass""",
    "answers before it is asked": SERVE + "for _ in '12345': serve.line.send([9, 'value', True])",
    "answers nonsense": SERVE + "serve.line.send({'a': [[[]]]})",
    "sends an object": SERVE + "serve.line.send([2, 'value', {'object': 'gASVAAAA'}])",
    "sends an array of objects": SERVE
        + "serve.line.send([2, 'value', {'a': ['|O', [1], 'AAAAAAAA']}])",
    "sends what nests": SERVE + """import struct
text = b'[' * 10**6
serve.line.connection.sendall(struct.pack('!Q', len(text)) + text)""",
    "says that more will come than does": SERVE + """import struct
serve.line.connection.sendall(struct.pack('!Q', 2**62))""",
    "calls what was never given": SERVE + "serve.back('call', 0, (), {})",
    "asks for what is private": SERVE + "serve.back('attribute', -1, '__globals__')",
    "is equal to everything": FAKE.format("type('A', (), {'__eq__': lambda *a: True})()"),
    "is a number that equals all": FAKE.format(
        "type('F', (float,), {'__eq__': lambda *a: True})(1)"),
    "is an array that equals all": "import numpy as np\n" + FAKE.format(
        "np.zeros(1).view(type('V', (np.ndarray,), {'__array_ufunc__': lambda *a, **k: True}))"),
    "can be asked for everything": FAKE.format("type('G', (), {'__getattr__': lambda *a: 1.0})()"),
    "patches numpy": "import numpy as np\nnp.isclose = np.allclose = lambda *a, **k: True\n"
        + FAKE.format("0"),
    "patches Python": "import builtins\nbuiltins.abs = builtins.all = lambda *a: True\n"
        + FAKE.format("2"),
    "patches what crosses": "import sys\nsys.modules['crossing'].written = lambda *a: True\n"
        + "sys.modules['__main__'].written = lambda *a: True\n" + FAKE.format("0"),
    "raises a verdict": "def distance_to_line(*a):\n    raise AssertionError('right.')",
    "ends Python in a call": "import os\ndef distance_to_line(*a):\n    os._exit(0)",
    "leaves by exit": "exit()",
    "never ends": "while True: pass",
    "never ends, whatever comes": """import signal
signal.signal(signal.SIGALRM, signal.SIG_IGN)
while True:
    try:
        while True: pass
    except BaseException:
        pass""",
    "gives back too much": FAKE.format("'x' * 10**8"),
    "gives back what nests": """def distance_to_line(*a):
    a = []
    for _ in range(10**5):
        a = [a]
    return a""",
    "gives back itself": "def distance_to_line(*a):\n    a = []\n    a.append(a)\n    return a",
    "takes all memory": "x = bytearray(10**11)",
    "fills the disk": """with open('large', 'wb') as file:
    for _ in range(100):
        file.write(bytes(10**7))""",
    "prints without end": "for _ in range(10**4): print('x' * 10**4)",
    "waits for an answer": "input()",
    "ends its group": "import os, signal\nos.killpg(0, signal.SIGKILL)",
}  # fmt: skip
DAILY_ONES = list(DISHONEST)[::6]


@pytest.fixture(scope="module")
def cells(site):
    """The notebooks with tests and without, of one exercise and its set-up."""
    page = graded(DAILY, site)
    made = []
    for solved in (True, False):
        notebook = deepcopy(page.notebook(solved))
        keys = ("set-up", f"{LABEL}-own", f"{LABEL}-points")
        notebook.cells = [cell for cell in notebook.cells if grade.key(cell) in keys]
        made.append(notebook)
    return page, *made


def answered(cells, code):
    """The points of a notebook that answers with this code."""
    _, source, release = cells
    notebook = deepcopy(release)
    next(c for c in notebook.cells if c.id == f"{LABEL}-own").source = code
    return grade.judged(notebook, source)[0]


@pytest.mark.parametrize("how", [
    pytest.param(how, marks=[pytest.mark.weekly] * (how not in DAILY_ONES)) for how in DISHONEST
])  # fmt: skip
def test_no_dishonest_cell_gets_a_point(how, cells, monkeypatch):
    monkeypatch.setattr(grade, "CELL", 2)
    monkeypatch.setattr(apart, "PATIENCE", 2)
    start = time.monotonic()
    assert answered(cells, DISHONEST[how]) == {LABEL: 0}
    assert time.monotonic() - start < 60


def test_an_honest_one_gets_its_points(cells):
    page = cells[0]
    assert answered(cells, page.exercises[LABEL].written()) == {LABEL: 2}
    everything = "\n".join([DISHONEST["patches numpy"], page.exercises[LABEL].written()])
    assert answered(cells, everything) == {LABEL: 2}, "the tests have a numpy of their own"


def test_a_late_answer_is_none_to_the_next_question(cells, monkeypatch):
    """Who is slow in one exercise keeps the others."""
    monkeypatch.setattr(grade, "CELL", 1)
    with Student(3) as student:
        assert student.run(
            "import time\ndef slow():\n    time.sleep(2)\n    return 'late'\nx = 'now'"
        )
        assert not grade.run("slow()", {"slow": student.ask("value", "slow")})
        assert student.ask("value", "x") == "now" and student.broken is None
        assert not student.run("while True: pass") and student.ask("value", "x") == "now"


def test_no_reason_tells_of_a_hidden_test(cells):
    """Not even where a function is right in the open ones, and then repeats what it is asked."""
    _, source, release = cells
    notebook = deepcopy(release)
    own = next(c for c in notebook.cells if c.id == f"{LABEL}-own")
    own.source = """met = []
def distance_to_line(p, q, c, x, y):
    met.append((p, q, c, x, y))
    if len(met) > 5:
        raise ValueError(met)
    return (p * x + q * y + c) / (p * p + q * q) ** 0.5"""
    cell = next(c for c in source.cells if grade.key(c) == f"{LABEL}-points")
    opened, _, hidden = cell.source.partition(BEGIN)
    known = {*re.findall(r"\d+", opened + cell.metadata["check"])}
    secret = {*re.findall(r"\d+", "".join(re.findall("^assert.*", hidden, re.M)))} - known
    found, _ = grade.judged(notebook, source)
    said = grade.reasons(notebook, source, found)[LABEL]
    assert said.startswith("distance_to_line stops with ValueError") and len(secret) > 2
    assert not secret & {*re.findall(r"\d+", said)}, said


FORGED = {
    "more points": lambda cell: cell.metadata["nbgrader"].update(points=1000),
    "no tests": lambda cell: cell.update(source="pass"),
    "another cell": lambda cell: cell.metadata["nbgrader"].update(grade_id="x-points"),
}


def test_what_a_notebook_says_of_its_tests_counts_nothing(cells):
    """Neither each of these nor all of them at once, one cell after the other."""
    _, source, release = cells
    everything = []
    for forge in FORGED.values():
        notebook = deepcopy(release)
        forge(next(c for c in notebook.cells if c.id == f"{LABEL}-points"))
        assert grade.judged(notebook, source)[0] == {LABEL: 0}
        everything += notebook.cells
    notebook.cells = everything
    assert grade.judged(notebook, source)[0] == {LABEL: 0}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing closes the files")
def test_a_student_reads_no_tests_writes_elsewhere_nothing_and_leaves_nobody_behind(tmp_path):
    secret, mark = tmp_path / "secret", f"marked{os.getpid()}"
    secret.write_text("tests")
    reads = f"""
def tries(path, how="r"):
    try:
        open(path, how).close()
    except OSError as error:
        return type(error).__name__
    return "opened"
import os
found = [tries({str(secret)!r}), tries({str(ROOT / "book/grade.py")!r})]
found += [tries("own", "w"), tries({str(tmp_path / "new")!r}, "w")]
found += [tries(f"/proc/{{os.getppid()}}/mem")]
try:
    __import__("socket").create_connection(("127.0.0.1", 9), timeout=1)
except OSError as error:
    found += [type(error).__name__]
"""
    leaves = f"""import os, subprocess
for _ in range(2):
    if not os.fork():
        os.setsid()
        os.execvp("sleep", ["{mark}", "300"])
"""
    with Student(5) as student:
        if not student.closed:
            pytest.skip("this kernel has no Landlock")
        assert student.run(reads)
        found = student.ask("value", "found")
        student.run(leaves)
        folder = student.folder
    assert found == ["PermissionError"] * 2 + ["opened"] + ["PermissionError"] * 3
    assert not os.path.exists(folder) and not (tmp_path / "new").exists()
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    assert mark not in running


def test_one_who_ends_the_run_costs_only_his_own_points(cells, tmp_path, monkeypatch, capsys):
    page, source, release = cells
    where = tmp_path / "source" / DAILY
    where.mkdir(parents=True)
    nbformat.write(source, where / f"{DAILY}.ipynb")
    answers = {
        "=HYPERLINK(1)": "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)",
        "anna": page.exercises[LABEL].written(),
    }
    for student, code in answers.items():
        notebook = deepcopy(release)
        next(c for c in notebook.cells if c.id == f"{LABEL}-own").source = code
        place = tmp_path / "submitted" / student / DAILY
        place.mkdir(parents=True)
        nbformat.write(notebook, place / f"{DAILY}.ipynb")
    monkeypatch.setattr(
        sys, "argv", ["", str(tmp_path / "submitted"), f"--source={tmp_path}/source"]
    )
    grade.main()
    with (tmp_path / "submitted/grades.csv").open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    assert [row["points"] for row in rows] == ["0", "0", "2", "2"]
    assert rows[0]["student"] == "'=HYPERLINK(1)"
    assert not re.search(r"^=", capsys.readouterr().out, re.M)
