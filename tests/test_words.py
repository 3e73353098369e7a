"""References in words lead to what they name, and a wrong number or name stops the build."""

import re

from lxml import html

from tests import small_books

RIGHT = """(lecture-one)=
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
WRONG = {  # a link: what is said to it
    "[lecture 3](#lecture-two)": "it is 2",
    "[Theorem 1.1](#thm-two-a)": "it is Theorem 2.1",
    "[(2.2)](#eq-two-a)": "it is (2.1)",
    "[section D2.1](#sec-two-a)": "it is 2.1",
    "[Plat (1999)](#platt1999)": "it is Platt (1999)",
    "[Platt, 1998](#platt1999)": "it is Platt (1999)",
    "[Here](#sec-one-none)": "nothing has this label",
}
PAGES = {
    "index.md": "# A book\n",
    "one.md": RIGHT,
    "two.md": OTHER,
    "three.md": "# Three\n\n" + "\n".join(WRONG),
    "sources.md": SOURCES,
}


def test_words_lead_to_their_targets_or_are_reported(tmp_path):
    said = small_books.build(tmp_path, PAGES, warnings="").stderr
    told = re.findall(r"WARNING: (\[.*\]\(#[\w-]+\)): (.*?)(?:\x1b|$)", said, re.M)
    assert dict(told) == WRONG and len(told) == len(WRONG)
    page = html.parse(tmp_path / "_build/html/one.html").getroot()
    links = page.xpath("//main//section//p/a | //main//section//p/span/a")
    found = {a.text_content(): a.get("href") for a in links}
    assert found["Here"].endswith(("#sec-one-first", "#first"))
    assert found["lecture 2"] == "two.html#lecture-two"
    assert found["Theorem 2.1"] == "two.html#thm-two-a"
    assert found["(2.1)"] == found["as shown"] == "two.html#equation-eq-two-a"
    assert found["Platt, 1999"] == found["Platt (1999)"] and "sources.html#" in found["Platt, 1999"]
