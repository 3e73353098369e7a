"""Numbers of the in-depth pages: the page of lecture 6 is D6, its sections and theorems D6.1, …

Sphinx counts all pages through, which keeps the numbers of figures and boxes apart; afterwards the
first number of an in-depth page becomes its letter and the number of its lecture, which stands in
the name of the file.
"""

from docutils import nodes

FOLDER, LETTER = "lectures/in-depth/", "D"


def number_of(page):
    """``"6"`` of ``lectures/06-duality``, ``"D6"`` of its page in depth."""
    lecture = int(page.rpartition("/")[2].partition("-")[0])
    return f"{LETTER}{lecture}" if page.startswith(FOLDER) else f"{lecture}"


def name_of(page):
    """``lecture 6`` or ``in depth D6``."""
    return f"{'in depth' if page.startswith(FOLDER) else 'lecture'} {number_of(page)}"


def heading_of(page):
    """The same at the beginning of a sentence."""
    name = name_of(page)
    return name[0].upper() + name[1:]


def marked(page, number):
    """``("D6", 1)`` of ``(17, 1)`` on the page ``lectures/in-depth/06-duality``."""
    return (number_of(page), *number[1:]) if number else number


def renumber(app, env):
    """After Sphinx has counted: mark titles, contents, sections, figures and boxes."""
    for page in (name for name in env.found_docs if name.startswith(FOLDER)):
        title = env.titles.get(page)
        if title is not None and "secnumber" in title:
            title["secnumber"] = marked(page, title["secnumber"])
        for entry in env.tocs[page].findall(nodes.reference):
            entry["secnumber"] = marked(page, entry.get("secnumber"))
        for anchor, number in env.toc_secnumbers.get(page, {}).items():
            env.toc_secnumbers[page][anchor] = marked(page, number)
        for numbers in env.toc_fignumbers.get(page, {}).values():
            for anchor, number in numbers.items():
                numbers[anchor] = marked(page, number)
    return []


def setup(app):
    app.connect("env-get-updated", renumber, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
