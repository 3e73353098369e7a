"""References in words lead to what they name, and a wrong number or name stops the build."""

import re
import subprocess
import sys
from pathlib import Path

from lxml import html

from tests.conftest import ROOT

PAGE = """(lecture-one)=
# One

(sec-one-first)=
## First

[Here](#sec-one-first), [lecture 2](#lecture-two), [Theorem 2.1](#thm-two-a), [(2.1)](#eq-two-a),
[as shown](#eq-two-a), [section 2.1](#sec-two-a) and [Platt (1999)](#platt1999);
sources ([Platt, 1999](#platt1999)).
"""
OTHER = """(lecture-two)=
# Two

(sec-two-a)=
## A

```{prf:theorem} A name
:label: thm-two-a
True.
```

$$
1 = 1
$$ (eq-two-a)
"""
SOURCES = "# Sources\n\n```{bibliography}\n:all:\n```\n"
TOC = """format: jb-book
root: index
parts:
  - numbered: true
    chapters: [{file: one}, {file: two}]
  - chapters: [{file: sources}]
"""
WRONG = {  # words: other words, and what is said to them
    "[lecture 2]": ("[lecture 3]", "it is 2"),
    "[Theorem 2.1]": ("[Theorem 1.1]", "it is Theorem 2.1"),
    "[(2.1)]": ("[(2.2)]", "it is (2.1)"),
    "[section 2.1]": ("[section D2.1]", "it is 2.1"),
    "[Platt (1999)]": ("[Plat (1999)]", "it is Platt (1999)"),
    "[Platt, 1999]": ("[Platt, 1998]", "it is Platt (1999)"),
    "[Here](#sec-one-first)": ("[Here](#sec-one-none)", "sec-one-none): nothing has this label"),
}


def build(folder, page):
    (folder / "one.md").write_text(page)
    (folder / "two.md").write_text(OTHER)
    (folder / "sources.md").write_text(SOURCES)
    (folder / "index.md").write_text("# A book\n")
    (folder / "_toc.yml").write_text(TOC)
    (folder / "_config.yml").write_bytes((ROOT / "_config.yml").read_bytes())
    if not (folder / "book").exists():
        (folder / "book").symlink_to(ROOT / "book")
    command = [Path(sys.executable).with_name("jupyter-book"), "build", folder, "--all"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)


def test_words_lead_to_their_targets(tmp_path):
    build(tmp_path, PAGE)
    page = html.parse(str(tmp_path / "_build/html/one.html")).getroot()
    links = page.xpath("//main//section//p/a | //main//section//p/span/a")
    found = {a.text_content(): a.get("href") for a in links}
    assert found["Here"].endswith("#sec-one-first") or found["Here"].endswith("#first")
    assert found["lecture 2"] == "two.html#lecture-two"
    assert found["Theorem 2.1"] == "two.html#thm-two-a"
    assert found["(2.1)"] == found["as shown"] == "two.html#equation-eq-two-a"
    assert re.match("sources.html#", found["Platt (1999)"])
    assert found["Platt, 1999"] == found["Platt (1999)"]


def test_wrong_words_are_reported(tmp_path):
    page = PAGE
    for right, (wrong, _) in WRONG.items():
        assert right in page
        page = page.replace(right, wrong)
    told = build(tmp_path, page).stderr
    for wrong, reason in WRONG.values():
        assert reason in re.search(rf"WARNING: {re.escape(wrong[:8])}.*", told)[0]
