"""Asks other hosts whether what the built site links to is still there: `make links`.

Nearly all of it are DOIs. Publishers, to whom they lead, refuse programs: Sphinx's linkcheck, which
follows, would call such links broken. Here the first answer counts, of a DOI its registry's.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from lxml import html

from tests.audit import SITE

GONE = (404, 410)
TRIES, PATIENCE = 3, 20  # seconds for an answer


class Stay(HTTPRedirectHandler):
    """Being sent on is an answer."""

    def redirect_request(self, *args):
        return None


def external_links(site):
    """{address: a page that links to it} of the pages of the site."""
    found = {}
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        if not name.startswith("_"):
            for address in html.parse(path).xpath("//a/@href"):
                if address.startswith(("http://", "https://")):
                    found.setdefault(address.partition("#")[0], name)
    return found


def trouble(address):
    """Why an address leads nowhere, or None."""
    request = Request(address, method="HEAD", headers={"User-Agent": "Mozilla/5.0"})
    for _ in range(TRIES):
        try:
            build_opener(Stay).open(request, timeout=PATIENCE)
            return None
        except HTTPError as answer:
            return f"status {answer.code}" if answer.code in GONE else None
        except (URLError, TimeoutError, ConnectionError) as error:
            reason = str(error)
    return reason


def main(site=SITE):
    links = external_links(site)
    with ThreadPoolExecutor(8) as pool:
        found = zip(links.items(), pool.map(trouble, links), strict=True)
        dead = [f"{page}: {link}: {why}" for (link, page), why in found if why]
    print(*dead, f"{len(links)} links to other hosts, {len(dead)} dead", sep="\n")
    sys.exit(1 if dead or not links else 0)


if __name__ == "__main__":
    main()
