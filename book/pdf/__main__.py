"""Makes one PDF of the built site and verifies it.

    python -m book.pdf _build/html _build/pdf/support-vector-machines.pdf

What is wrong with the PDF is listed, and the file is not kept.
"""

import sys
from pathlib import Path

import yaml
from pypdf import PdfReader

from book.addresses import repository_url, site_address
from book.pdf.checks import Printed
from book.pdf.document import bind, headings, parts_of
from book.pdf.printing import browsing, finish, print_settled

ROOT = Path(__file__).parents[2]


def make(browser, site, target, parts, settings, address=""):
    """Print parts of the site as one PDF; what is wrong with it."""
    document = bind(site, parts, settings, address)
    reader, wrong = print_settled(browser, document, target.with_suffix(".html"))
    finish(reader, target, settings, headings(document))
    pages = [page for _, its in parts for page in its]
    return wrong + Printed(PdfReader(target), document, site, pages).checks()


def main(site, target):
    settings = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    parts = parts_of((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    address = site_address(repository_url(settings["repository"]["url"], ROOT))
    site, target = Path(site), Path(target)
    with browsing() as browser:
        wrong = make(browser, site, target, parts, settings, address)
    if wrong:
        target.unlink()
        sys.exit("\n".join(["The PDF is not in order:", *wrong]))
    print(f"{target}: {len(PdfReader(target).pages)} pages, {target.stat().st_size / 1e6:.0f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
