r"""The files of an edition: what others keep, quote, show in class and check.

    python -m book.release _build/html BOOK.pdf _build/release [v0.1.0]

    …-site.zip         the site, with the PDF that its first page links to
    ….pdf              the book as one PDF
    …-notebooks.zip    the student's edition
    …-figures.zip      the figure pack: each figure as SVG and PNG, its caption, its alternative
                       text and the cell that makes it; index.html shows all of them
    equations.tex      all numbered equations with their numbers and labels, ready for LaTeX
    references.bib     the sources
    svmlib-….whl       the package
    SHA256SUMS         for `sha256sum --check SHA256SUMS`

The same site gives the same files. A tag has to be the version of `svmlib`, which CITATION.cff and
CHANGELOG.md name, too, with the same date.
"""

import re
import shutil
import sys
import zipfile
from base64 import b64decode
from hashlib import sha256
from html import escape
from pathlib import Path

import yaml

from book.source import ROLE, Lecture, lecture_paths, prose
from book.trees import parsed
from svmlib import __version__

ROOT = Path(__file__).parents[1]
BOOK = "support-vector-machines"
SUMS = "SHA256SUMS"
LICENSE = "Text and figures CC BY 4.0, code MIT"
DARK = re.compile(r"@media \(prefers-color-scheme: dark\)\{.*?\}\}(?=</style>)", re.S)
DISPLAY = re.compile(r"\$\$(.+?)\$\$[ \t]*(?:\(([A-Za-z][\w:-]+)\))?", re.S)
INNER = re.compile(r"\[([^\]]+)\]\(#[^)]*\)")
BEGUN = (1980, 1, 1, 0, 0, 0)  # the time of all entries of an archive
# a figure drawn in too many points for lines
PIXELS = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    '<image width="{width}" height="{height}" href="data:image/png;base64,{png}"/></svg>\n'
)
TEX = r"""% {title}, edition {version}: its numbered equations. {license}.
\documentclass{{article}}
\usepackage{{amsmath,amssymb}}
\begin{{document}}
{body}
\end{{document}}
"""
CARD = """# Figure {number}, {name}

{caption}

**Alternative text.** {alt}

**The cell that makes it**, in {page}.ipynb:

```python
{code}
```
"""
INDEX = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Figures, edition {version}</title>
<style>body {{ max-width: 50rem; margin: auto; padding: 1rem; font: 16px/1.5 sans-serif }}
img {{ max-width: 100% }} pre {{ overflow-x: auto }}</style></head><body>
<h1>The figures of edition {version}</h1>
<p>{license}. Each is here as SVG and PNG, with its caption, alternative text and cell.</p>
{body}
</body></html>
"""
SHOWN = """<figure id="{name}"><img src="{page}/{name}.svg" loading="lazy" alt="{alt}">
<figcaption><b>{number}</b> {caption} (<a href="{page}/{name}.svg">SVG</a>,
<a href="{page}/{name}.png">PNG</a>, <a href="{page}/{name}.md">caption and cell</a>)</figcaption>
<details><summary>The cell</summary><pre>{code}</pre></details></figure>"""


def numbers(site):
    """{label: number} of the figures and equations of all lectures, as the pages say."""
    found = {}
    for path in lecture_paths(ROOT):
        page = path.relative_to(ROOT).with_suffix(".html")
        for one in parsed(site / page).xpath("//span[@class='caption-number' or @class='eqno']"):
            (place,) = one.xpath("ancestor::*[@id][1]/@id")
            found[place.removeprefix("equation-")] = one.text.split()[-1].strip("()")
    return found


def plain(caption, known):
    """A caption without links; equations and figures by their numbers."""

    def told(role):
        label = role[2] or role[3]
        return f"({known[label]})" if role[1] == "eq" else f"Fig. {known[label]}"

    return ROLE.sub(told, INNER.sub(r"\1", caption))


def figures(site):
    """All figures, in order: name, number, page, caption, alt, code, svg, png."""
    known = numbers(site)
    for path in lecture_paths(ROOT):
        lecture = Lecture.read(path)
        for _, cell in lecture.cells("code"):
            told = cell.metadata.get("mystnb", {})
            name = told.get("figure", {}).get("name")
            if name is None:
                continue
            (shown,) = (o for o in cell.outputs if "image/png" in o.get("data", {}))
            png = "".join(shown.data["image/png"].split())
            drawn = path.parent / f"figures/{name}.svg"
            if drawn.exists():
                svg = DARK.sub("", drawn.read_text(encoding="utf-8"))  # paper and slides are light
            else:
                svg = PIXELS.format(png=png, **shown.metadata["image/png"])
            yield {
                "name": name,
                "number": known[name],
                "page": lecture.page.removeprefix("lectures/"),
                "caption": plain(told["figure"]["caption"], known),
                "alt": told["image"]["alt"],
                "code": cell.source,
                "svg": svg,
                "png": b64decode(png),
            }


def figure_pack(site):
    """{name in the archive: content} of the figure pack."""
    files, shown = {}, []
    for one in figures(site):
        place = f"{one['page']}/{one['name']}"
        files |= {f"{place}.svg": one["svg"], f"{place}.png": one["png"]}
        files[f"{place}.md"] = CARD.format(**one)
        words = {key: escape(text) for key, text in one.items() if key not in ("svg", "png")}
        shown.append(SHOWN.format(**words))
    body = "\n".join(shown)
    files["index.html"] = INDEX.format(version=__version__, license=LICENSE, body=body)
    return files


def equations(site):
    """All numbered equations as a document for LaTeX."""
    lines, known = [], numbers(site)
    for path in lecture_paths(ROOT):
        lecture = Lecture.read(path)
        (_, title), *_ = lecture.headings(1)
        chapter = f"{'D' * lecture.in_depth}{int(lecture.stem[:2])}"
        lines.append(f"\n\\section*{{{chapter}: {title}}}".replace("σ", r"$\sigma$"))
        text = "\n".join(prose(cell.source) for _, cell in lecture.cells("markdown"))
        for tex, label in DISPLAY.findall(re.sub(r"^> ?", "", text, flags=re.M)):
            if label:
                tex = re.sub(r"\n\s*\n", "\n", tex.strip())  # LaTeX takes no empty line here
                if r"\\" in tex and r"\begin{" not in tex:
                    tex = f"\\begin{{aligned}}\n{tex}\n\\end{{aligned}}"
                head = f"\\begin{{equation}}\\tag{{{known[label]}}}\\label{{{label}}}"
                lines.append(f"{head}\n{tex}\n\\end{{equation}}")
    title = "Support Vector Machines: the executable book"
    told = {"title": title, "version": __version__, "license": LICENSE, "body": "\n".join(lines)}
    return TEX.format(**told)


def pack(path, files):
    """An archive of {name: path, text or bytes}, the same for the same files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in sorted(files.items()):
            data = content.read_bytes() if isinstance(content, Path) else content
            entry = zipfile.ZipInfo(name, BEGUN)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            packed.writestr(entry, data)


def below(folder):
    """{name: path} of the files in a folder, by names that start with the folder's."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder.parent).as_posix(): path for path in files}


def edition():
    """(version, date) on which the package, CITATION.cff and CHANGELOG.md agree."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = re.search(r"^## (\d.*)$", log, re.M)[1]
    told = {heading, f"{__version__}, {cited['date-released']}"}
    told.add(f"{cited['preferred-citation']['edition']}, {cited['date-released']}")
    told.add(f"{cited['version']}, {cited['date-released']}")
    if len(told) > 1:
        raise SystemExit(f"CHANGELOG.md, CITATION.cff and svmlib differ: {sorted(told)}")
    return __version__, cited["date-released"]


def main(site, book, folder, tag=""):
    site, book, folder = Path(site), Path(book), Path(folder)
    version, _ = edition()
    if tag and tag != f"v{version}":
        raise SystemExit(f"the tag {tag} is not v{version}, the version of svmlib")
    if not book.exists():
        raise SystemExit(f"{book} is not there: run make pdf first")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    name = f"{BOOK}-{version}"
    pages = {place: path for place, path in below(site).items() if path.name != ".buildinfo"}
    pack(folder / f"{name}-site.zip", pages)
    shutil.copy(book, folder / f"{name}.pdf")
    pack(folder / f"{name}-notebooks.zip", below(site / "notebooks"))
    pack(folder / f"{name}-figures.zip", figure_pack(site))
    (folder / "equations.tex").write_text(equations(site), encoding="utf-8")
    shutil.copy(ROOT / "book/references.bib", folder)
    for wheel in site.glob("notebooks/*.whl"):
        shutil.copy(wheel, folder)
    sums = [
        f"{sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in sorted(folder.iterdir())
    ]
    (folder / SUMS).write_text("\n".join(sums) + "\n", encoding="utf-8")
    print(f"{folder}: {len(sums)} files of edition {version}, and their sums")


if __name__ == "__main__":
    main(*sys.argv[1:])
