"""The playground of lectures 8 and 9, a page with a kernel machine and everything around it.

    from pathlib import Path
    from svmlib.widgets import playground_page
    Path("playground.html").write_text(playground_page(), encoding="utf8")

The page is one file that sends no requests. It works from a folder, on any server and in an iframe
(``playground.html?embed``).
"""

import base64
import hashlib
import json

from svmlib.widgets import bundle


def playground_page(book: str = "") -> str:
    """Return the text of the page: HTML with its style and its script.

    The page's own policy forbids every request and every other script, so that a browser keeps the
    promise that nothing leaves the page.

    Parameters
    ----------
    book : str
        Address of the book, for a link in the heading. Without it there is no link.
    """
    joined = bundle.joined("play/playground.js")
    address = json.dumps(book).replace("</", "<\\/")
    script = f"(() => {{\n{joined}\nstartPlayground({address});\n}})();"
    if "</script" in script.lower():
        raise ValueError("the script must not end its own element")
    digest = base64.b64encode(hashlib.sha256(script.encode("utf8")).digest()).decode("ascii")
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    names = ("playground.html", "live.css", "playground.css")
    page, *styles = [(bundle.FRONT / name).read_text("utf8") for name in names]
    return page.format(policy=policy, style="\n".join(styles), script=script)
