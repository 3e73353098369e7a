"""What pages are called, and where the site and its files are published."""

import os
import re
import subprocess

IN_DEPTH, LETTER = "lectures/in-depth/", "D"
NOTEBOOKS = "notebooks"  # the folder of the student's edition on the site
HOSTS = re.compile(r"^(?:https://|git@|ssh://git@)(github\.com|gitlab\.com)[:/](.+?)(?:\.git)?/?$")


def number_of(page):
    """``"6"`` of ``lectures/06-duality``, ``"D6"`` of its page in depth."""
    lecture = int(page.rpartition("/")[2].partition("-")[0])
    return f"{LETTER}{lecture}" if page.startswith(IN_DEPTH) else f"{lecture}"


def name_of(page):
    """``lecture 6`` or ``in depth D6``."""
    return f"{'in depth' if page.startswith(IN_DEPTH) else 'lecture'} {number_of(page)}"


def heading_of(page):
    """The same at the beginning of a sentence."""
    name = name_of(page)
    return name[0].upper() + name[1:]


def notebook_of(page):
    """``03-soft-margin.ipynb`` of ``lectures/03-soft-margin``."""
    return page.removeprefix("lectures/") + ".ipynb"


def solutions_of(page):
    """``solutions/solutions-03-soft-margin.ipynb`` of the same page, where a list has it last."""
    folder, _, name = notebook_of(page).rpartition("/")
    return "/".join(filter(None, ("solutions", folder, f"solutions-{name}")))


def bank_of(page):
    """``in-depth-06-duality`` of ``lectures/in-depth/06-duality``."""
    return page.removeprefix("lectures/").replace("/", "-")


def repository_url(configured, directory):
    """Address of the book's public repository or "" when there is none.

    The first that is set wins: ``repository.url`` in ``_config.yml``, the environment variable
    ``BOOK_REPOSITORY``, git's remote ``origin`` when it is on a public host.
    """
    remote = subprocess.run(
        ["git", "remote", "get-url", "origin"], cwd=directory, capture_output=True, text=True
    ).stdout
    for address in (configured, os.environ.get("BOOK_REPOSITORY"), remote):
        match = HOSTS.match((address or "").strip())
        if match:
            return f"https://{match[1]}/{match[2]}"
    return ""


def site_address(repository):
    """Where the site is published: BOOK_ADDRESS, else the Pages of the repository, else ""."""
    if address := os.environ.get("BOOK_ADDRESS"):
        return address.rstrip("/") + "/"
    found = re.fullmatch(r"https://(github|gitlab)\.com/([^/]+)/(.+)", repository)
    return f"https://{found[2].lower()}.{found[1]}.io/{found[3]}/" if found else ""
