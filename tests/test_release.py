"""The files of an edition: all figures and equations of the pages are there, and the sums hold."""

import re
import subprocess
import zipfile
from io import BytesIO
from itertools import chain

import pytest
from lxml import etree, html
from PIL import Image

from book import release
from book.formulas import render
from tests.pages import LECTURES

pytestmark = pytest.mark.weekly
EQUATION = re.compile(r"\\tag\{(.+?)\}\\label\{(.+?)\}\n(.+?)\n\\end\{equation\}", re.S)


@pytest.fixture(scope="module")
def edition(site, tmp_path_factory):
    """The folder of an edition, made with a print that is not one."""
    root = tmp_path_factory.mktemp("release")
    told = site, root / "book.pdf", root / "made"
    with pytest.raises(SystemExit, match="run make pdf first"):
        release.main(*told)
    with pytest.raises(SystemExit, match=r"the tag v9 is not v\d"):
        release.main(*told, "v9")
    told[1].write_bytes(b"%PDF")
    release.main(*told, f"v{release.__version__}")
    return told[2]


def test_every_figure_of_the_pages_is_in_the_pack_with_its_five_parts(pages, edition):
    with zipfile.ZipFile(*edition.glob("*-figures.zip")) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    index = html.fromstring(files.pop("index.html").decode())
    assert all(link in files for link in index.xpath("//figcaption//@href | //figure//@src"))
    places = {name.rpartition("/")[2]: name for name in index.xpath("//figure//@src")}
    figures = "//figure[.//span[@class='caption-number']]"
    on_pages = [*chain(*(pages[page].xpath(figures) for page in LECTURES))]
    assert len(files) == 3 * len(on_pages) == 3 * len(places) > 400
    for figure in on_pages:
        name = places[f"{figure.get('id')}.svg"].removesuffix(".svg")
        svg, png, card = (files[f"{name}.{kind}"] for kind in ("svg", "png", "md"))
        _, _, *sizes = map(float, etree.fromstring(svg).get("viewBox").split())
        width, height = Image.open(BytesIO(png)).size
        assert sizes[0] / sizes[1] == pytest.approx(width / height, rel=0.01)
        assert not re.search(rb"prefers-color|<script|://(?!www\.w3\.)", svg)
        number = figure.xpath("string(.//span[@class='caption-number'])").split()[-1]
        head, caption, *_, code = (card := card.decode()).split("\n\n", 4)
        assert head == f"# Figure {number}, {figure.get('id')}" and len(caption) > 20
        assert figure.xpath("string(.//img/@alt)") in card and not re.search(r"\]\(#|\}`", card)
        compile(code.strip().removeprefix("```python").removesuffix("```"), name, "exec")


def test_equations_have_the_numbers_of_the_pages_and_can_be_read(pages, edition):
    found = EQUATION.findall((edition / "equations.tex").read_text("utf-8"))
    numbers = "//div[starts-with(@id, 'equation-')]/span[@class='eqno']"
    spans = chain(*(pages[page].xpath(numbers) for page in LECTURES))
    wanted = {s.getparent().get("id").removeprefix("equation-"): s.text.strip("()") for s in spans}
    assert {label: number for number, label, _ in found} == wanted and len(wanted) > 250
    for answer, (_, label, tex) in zip(render([(f[2], True) for f in found]), found, strict=True):
        assert "mathml" in answer and "merror" not in answer["mathml"], label
        assert tex.isascii() and "\n\n" not in tex and "$" not in tex


def test_the_sums_are_those_of_the_files_which_are_whole(site, edition):
    subprocess.run(["sha256sum", "--check", "--strict", release.SUMS], cwd=edition, check=True)
    listed = re.findall(r"  (\S+)$", (edition / release.SUMS).read_text(), re.M)
    assert sorted([*listed, release.SUMS]) == sorted(path.name for path in edition.iterdir())
    with zipfile.ZipFile(*edition.glob("*-site.zip")) as packed:
        assert packed.read("html/index.html") == (site / "index.html").read_bytes()
