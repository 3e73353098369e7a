"""The front ends as one text: for pages one script, for notebooks a module of each figure."""

import gzip
import json
import re
import subprocess

import pytest

from book.node import node_executable
from svmlib import widgets
from svmlib.widgets import bundle
from tests.conftest import ROOT

NAMES = sorted(bundle.figures())


def weight(script):
    return len(gzip.compress(script.encode()))


def test_page_scripts_are_small_and_know_their_figures():
    offered = {name for name, thing in vars(widgets).items() if callable(thing)}
    assert {*NAMES, "explore", "playground_page"} == offered
    assert weight(bundle.shared_script()) < 50_000 and weight(bundle.hero_script()) < 33_000
    for name in NAMES:
        script = bundle.page_script(name)
        # what most figures need is in the first
        assert weight(script) < 11_000
        assert f"mountAll({{ {name}: render{name} }});" in script
        assert " // " not in script


@pytest.mark.parametrize(("a", "b", "said"), [
    ("const size = b;", "const size = 2;\nexport const b = size;",
     r"size is declared in b\.js and in a\.js"),
    ("const [low, size] = b;", "const size = 2;\nexport const b = size;",
     r"size is declared in b\.js and in a\.js"),
    ("export const a = 1;", 'import { a } from "./a.js";\nexport const b = 1;', "imports itself"),
])  # fmt: skip
def test_bundle_refuses_two_things_of_one_name_and_a_circle(a, b, said, tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "FRONT", tmp_path)
    (tmp_path / "a.js").write_text(f'import {{ b }} from "./b.js";\n{a}\n')
    (tmp_path / "b.js").write_text(f"{b}\n")
    with pytest.raises(ValueError, match=said):
        bundle.joined("a.js")


def test_a_quote_that_opens_nothing_is_an_error():
    with pytest.raises(ValueError, match="this quote opens no text: \"'s"):
        bundle.plain("const a = b / c's;\n")


SOURCES = sorted(p for p in bundle.FRONT.rglob("*") if p.suffix in (".js", ".css"))
WIDGETS = ROOT / "tests/widgets"
ELSEWHERE = re.compile(
    r"(?<!xmlns=\")https?:(?!//www\.w3\.org/2000/svg\")|\bfetch\(|XMLHttpRequest|WebSocket"
    r"|EventSource|sendBeacon|importScripts|@import|url\(|new Image\(|\.src\s*="
)


@pytest.mark.skipif(not (WIDGETS / "node_modules/acorn").exists(), reason="make lint fetches acorn")
def test_every_module_means_the_same_in_the_script():
    """A parser of JavaScript reads the same program from a module and from what bundle makes."""
    texts = {path: path.read_text(encoding="utf8") for path in SOURCES if path.suffix == ".js"}
    pairs = {str(path): [text, bundle.plain(text)] for path, text in texts.items()}
    told = subprocess.run(
        [node_executable(), WIDGETS / "plain.mjs"],
        input=json.dumps(pairs), capture_output=True, text=True, encoding="utf8", check=True,
    )  # fmt: skip
    assert json.loads(told.stdout) == {}


def test_sources_ask_no_other_host():
    found = {path.name: ELSEWHERE.findall(path.read_text(encoding="utf8")) for path in SOURCES}
    assert not any(found.values()), found


# a folder imports those before it, and its own modules
ROOMS = ("core", "told", "tasks", "ui", "figures", "hero", "play")
ENDS = ("figures", "hero", "play")  # of which none needs another
ASKED = re.compile(r'\bfrom "(\.[^"]+)"')


def test_front_ends_import_in_one_direction():
    """Numbers, words and challenges come before all that has a document; figures come last."""
    for path in (path for path in SOURCES if path.parent.name in ROOMS):
        own = path.parent.name
        allowed = {own} | {room for room in ROOMS[: ROOMS.index(own)] if room not in ENDS}
        text = path.read_text(encoding="utf8")
        wanted = {(path.parent / file).resolve().parent.name for file in ASKED.findall(text)}
        assert wanted <= allowed, f"{own}/{path.name} imports {sorted(wanted - allowed)}"
        if own in ("core", "told", "tasks"):
            assert not re.search(r"\b(document|window)\.\w", text), f"{own}/{path.name}"


def test_every_module_is_part_of_the_page():
    """No source is forgotten or dead."""
    pages = ("host.js", "play/playground.js", "hero/hero.js")
    used = set(bundle.modules(*pages, *bundle.figures().values()))
    assert {path for path in SOURCES if path.suffix == ".js"} == used


def test_notebook_modules_bring_their_render_functions(tmp_path):
    for name in NAMES:
        (tmp_path / f"{name}.mjs").write_text(getattr(widgets, name)._esm, encoding="utf8")
    files = [f"{tmp_path.as_uri()}/{name}.mjs" for name in NAMES]
    code = f"for (const file of {files}) console.log(typeof (await import(file)).default.render);"
    told = subprocess.run(
        [node_executable(), "--input-type=module", "-"], input=code, capture_output=True, text=True
    )
    assert told.stdout.split() == ["function"] * len(NAMES)
