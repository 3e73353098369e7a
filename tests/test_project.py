"""What the files around the book promise: versions, commands, licences, no trace of a machine."""

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from itertools import chain

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from book import release
from book.modules import ORDER
from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
DIRECT = [Requirement(r) for r in sum(EXTRAS.values(), PROJECT["dependencies"])]
FOR_READERS = [Requirement(r) for r in PROJECT["dependencies"] + EXTRAS["lectures"]]
FROM_NPM = {  # what each installs from npm for itself
    folder: json.loads((ROOT / folder / "package.json").read_text())["devDependencies"]
    for folder in ("tests/widgets", "tests/lighthouse")
}
FOLDERS = ("book", "lectures", "svmlib", "benchmarks", ".github", ".binder", ".ci")
TEXT = {".md", ".ipynb", ".py", ".js", ".css", ".yml", ".toml", ".cff", ".bib", ".txt", ""}
MACHINE = re.compile(r"(?<![\w.~:/-])/(?:root|home|work|Users)/\w|/tmp/\w|[A-Z]:\\Users")
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX|TBD|lorem ipsum|coming soon)\b", re.I)


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def pins(name):
    """Exact versions in a requirements file, by package."""
    lines = re.findall(r"^([\w.-]+)==(\S+)", read(name), re.M)
    return {canonicalize_name(package): pin for package, pin in lines}


def test_direct_dependencies_have_a_range_a_pin_in_it_and_a_reason():
    found = pins("requirements.txt")
    for requirement in DIRECT:
        assert requirement.specifier.contains(found[canonicalize_name(requirement.name)])
        assert not {"==", "==="} & {each.operator for each in requirement.specifier}, requirement
    table = read("CONTRIBUTING.md").partition("## Dependencies")[2].partition("\n## ")[0]
    for name in [*(r.name for r in DIRECT), *chain(*FROM_NPM.values())]:
        assert re.search(rf"(?<![\w@/-]){re.escape(name)}(?![\w/-])", table), name


def test_installed_versions_are_the_pinned_ones_and_so_are_those_of_binder():
    wanted, binder = pins("requirements.txt"), pins(".binder/requirements.txt")
    assert {package: version(package) for package in wanted} == wanted
    assert binder.items() <= wanted.items()
    assert {canonicalize_name(r.name) for r in FOR_READERS} <= binder.keys()


def test_locks_name_no_host_and_end_with_svmlib():
    for name in "requirements.txt", ".binder/requirements.txt":
        assert read(name).rstrip().endswith("--editable .")
        assert not re.search(r"://|--(?:extra-)?index-url|--find-links|--trusted-host", read(name))
    for folder, wanted in FROM_NPM.items():
        packages = json.loads(read(f"{folder}/package-lock.json"))["packages"]
        assert wanted.keys() < {name.removeprefix("node_modules/") for name in packages}
        assert not any("resolved" in package for package in packages.values())


def targets():
    return set(re.findall(r"^([a-z]+):", read("Makefile"), re.M))


def test_commands_exist_and_make_help_lists_them():
    commands = set(re.findall(r"(?:^|`)make ([a-z]+)", read("README.md"), re.M))
    assert {"book", "test"} <= commands <= targets()
    assert set(re.findall(r'"make ([a-z]+) ', read("Makefile"))) == targets() - {"help"}
    script = ROOT / ".ci/run"
    assert script.stat().st_mode & 0o111
    assert script.read_text().endswith('\nmake "${1:-test}"\n')


@pytest.mark.parametrize("path", [*ROOT.glob(".github/workflows/*.yml")], ids=lambda p: p.stem)
def test_workflows_may_only_read_and_end(path):
    """Actions are pinned; a job has a limit of time; more than reading only few jobs may do."""
    flow = yaml.safe_load(text := path.read_text(encoding="utf-8"))
    assert not re.search(r"\buses:(?! [\w/-]+@[0-9a-f]{40} # v\d+(\.\d+){2}\n)", text)
    stays = r"checkout@.*\n(?! +with:\n(?: {10}.*\n)*? {10}persist-credentials: false\n)"
    assert not re.search(stays, text), "a job's later steps need not push"
    assert flow["permissions"] == {"contents": "read"}
    for name, job in flow["jobs"].items():
        assert 0 < job["timeout-minutes"] <= 90, name
        # "publish" pushes the student's edition to a branch of its own
        allowed = {"pages", "id-token", "issues", *["contents"] * (name == "publish")}
        rights = job.get("permissions", {})
        assert {what for what in rights if rights[what] != "read"} <= allowed, name
        runs = "\n".join(step.get("run", "") for step in job["steps"])
        assert {*re.findall(r"^make (\w+)", runs, re.M)} <= targets()


FIRST_USE = """
import sys
heavy = {"sklearn", "scipy", "pandas", "matplotlib", "ipywidgets", "anywidget", "cvxpy"}
def loaded():
    return heavy & {name.partition(".")[0] for name in sys.modules}
import numpy as np
from svmlib import ROOMS
kernel, X, y = kernels.RBF(1.0), np.eye(2), [1, -1]
kernel(X), kernels.Linear().rows(X)(0), engine.solve(kernel, X, y, 1.0)
assert not loaded()
from svmlib.plots import boundary
assert loaded() == {"matplotlib"}
from scipy.sparse import csr_array
assert engine.solve(kernel, csr_array(X), y, 1.0).converged
"""


def test_import_is_light():
    """Only estimators, which are scikit-learn's, and the live figures load what is heavy.

    Matplotlib waits for the first picture, scipy for the first sparse matrix.
    """
    light = {*chain(*ORDER)} - {"blocks", "estimators", "plots", "widgets"}
    code = FIRST_USE.replace("ROOMS", ", ".join(sorted(light)))
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_version_to_cite_is_that_of_the_package(monkeypatch):
    assert release.edition()[0] == version("svmlib")
    monkeypatch.setattr(release, "__version__", "9")
    with pytest.raises(SystemExit, match=r"CHANGELOG\.md, CITATION\.cff and svmlib differ"):
        release.edition()


def test_no_trace_of_a_machine_and_nothing_unfinished():
    """In text files of the project, except for the tests, which quote what they forbid."""
    below = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    names = [path.relative_to(ROOT).as_posix() for path in [*ROOT.iterdir(), *below]
             if path.is_file() and path.suffix in TEXT]  # fmt: skip
    assert "README.md" in names and "_config.yml" in names
    found = {}
    for name in names:
        # a linked checkout has .git as a file
        if name != ".git" and not re.search("_vendor|__pycache__", name):
            text = re.sub(r'"image/png": "[^"]*"', "", read(name))
            found[name] = MACHINE.findall(text) + UNFINISHED.findall(text)
    assert not any(found.values()), {name: hits for name, hits in found.items() if hits}


STUB = """#!{python} -IS
import json, sys
print(json.dumps(sys.argv[1:]))
"""
TYPED = ["pa$5word $x", "`date`", 'a"b', "it's", "$(shell touch F)", '"; touch F; "', "$$(touch F)"]
TYPED += ["../../a b", "#a", "a\\", "one\nother", "long" * 2500, "٣", "v1|id;id"]
PLACES = (("exam", "SEED", -2), ("course", "PLAN", 2), ("release", "TAG", -1))


@pytest.mark.parametrize("word", TYPED)
def test_what_is_typed_reaches_the_program_as_it_is(word, tmp_path):
    """By the command line or the environment; neither make nor a shell reads it."""
    (tmp_path / "python").write_text(STUB.format(python=sys.executable))
    (tmp_path / "python").chmod(0o755)
    (tmp_path / "Makefile").write_text(read("Makefile"))
    # a make that runs these tests hands on what was typed to it
    bare = {name: text for name, text in os.environ.items() if "MAKE" not in name}
    made = ["make", "--silent", f"BIN={tmp_path}", "READY=", "-o", "book", "-o", "pdf"]
    for target, name, place in PLACES:
        for words, more in (([f"{name}={word}"], {}), ([], {name: word})):
            done = subprocess.run(
                [*made, target, *words], cwd=tmp_path, env=bare | more,
                capture_output=True, text=True, check=True,
            )  # fmt: skip
            assert json.loads(done.stdout)[place] == word
    assert {path.name for path in tmp_path.iterdir()} == {"python", "Makefile"}
