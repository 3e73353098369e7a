"""Writes an exam and its key: pages, their prints, and the questions for Moodle.

    python -m book.exam SEED _build/exam

The folder has a name made of the seed, which tells the seed as little as what is in it. Whoever has
the seed and this repository has the key, so take one that nobody guesses: words, not a year.
"""

import re
import sys
from pathlib import Path

from book.exam.paper import BOOK, POINTS, document, label_of, moodle, tasks
from book.folders import writable
from book.pdf.printing import browsing, too_wide

SHORT = 16  # letters of a word that somebody can guess
WEAK = (
    "Warning: a year or one short word is easy to guess, and who guesses the seed has the key. "
    "Take several words."
)


def print_page(browser, path):
    """Print a page beside itself, as PDF."""
    tab = browser.new_page()
    tab.goto(path.resolve().as_uri(), wait_until="load")
    tab.emulate_media(media="print")
    tab.evaluate("() => document.fonts.ready.then(() => {})")
    if wrong := too_wide(tab):
        raise SystemExit("\n".join(wrong))
    tab.pdf(path=path.with_suffix(".pdf"), prefer_css_page_size=True, tagged=True)
    tab.close()


def is_weak(seed):
    """Whether a seed is a year, or one short word."""
    words = re.findall(r"[^\W\d_]+", seed)
    return len(words) < 2 and sum(map(len, words)) < SHORT


def main(seed, parent, name=None, lectures=BOOK):
    if not seed:
        raise SystemExit("say which exam: make exam SEED=words-that-nobody-guesses")
    if is_weak(seed):
        print(WEAK)
    folder = writable(Path(parent, name or label_of(seed)))
    chosen = tasks(seed, lectures)
    (folder / "exam.xml").write_bytes(moodle(chosen, label_of(seed)))
    with browsing() as browser:
        for name, solved in (("paper", False), ("key", True)):
            path = folder / f"{name}.html"
            path.write_text(document(chosen, label_of(seed), solved), encoding="utf-8")
            print_page(browser, path)
    print(
        f"{folder}: {len(chosen)} questions, {POINTS} minutes, {POINTS} points. "
        "paper and key, as HTML and PDF; exam.xml for Moodle"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
