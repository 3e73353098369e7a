"""Proofs to write in an exam: their lines are those of the board, in book/content/boards.yml."""

from book.content import boards
from book.exam.task import Task, large

LONG = 4  # minutes: a line that takes as many at the board has two points
# title, lecture, the lines of the board that prove it, and what is asked
PROOFS = {
    "thm-margins-distance": (
        "The distance from a point to a line",
        1,
        slice(6),
        r"Let $f(x)=w\cdot x+b$ with $w\ne0$. Prove that $x-f(x)\,w/\lVert w\rVert^2$ is the "
        r"point of the line $f=0$ nearest to $x$, and that its distance from $x$ is "
        r"$\lvert f(x)\rvert/\lVert w\rVert$.",
    ),
    "thm-maxmargin-equivalence": (
        "The widest street as a quadratic program",
        2,
        slice(2, 6),
        r"Let $(w,b)$ minimise $\tfrac12\lVert w\rVert^2$ with $y_i(w\cdot x_i+b)\ge1$ for all "
        r"$i$. Prove that its margin $\gamma(w,b)=\min_iy_i(w\cdot x_i+b)/\lVert w\rVert$ is "
        r"$1/\lVert w\rVert$, and that no other $(v,c)$ has a larger margin.",
    ),
    "thm-soft-hinge": (
        "From slack to the hinge",
        3,
        slice(1, 6),
        r"Prove that the minimum of $\tfrac12\lVert w\rVert^2+C\sum_i\xi_i$ with "
        r"$y_i(w\cdot x_i+b)\ge1-\xi_i$ and $\xi_i\ge0$ is the minimum of a function $P(w,b)$ "
        "without slack and without constraints. Give $P$, and prove that it is convex.",
    ),
    "lem-descent-basic": (
        "The basic inequality of descent",
        4,
        slice(5),
        r"$P$ is convex, $g_t$ is a subgradient of $P$ at $\theta_{t-1}$, and "
        r"$\theta_t=\theta_{t-1}-\eta g_t$. Prove for every $v$ that $\lVert\theta_t-v\rVert^2\le"
        r"\lVert\theta_{t-1}-v\rVert^2-2\eta\,(P(\theta_{t-1})-P(v))+\eta^2\lVert g_t\rVert^2$.",
    ),
    "thm-duality-soft": (
        "The dual of the soft margin",
        6,
        slice(6),
        r"Derive the dual of the soft-margin problem: minimise "
        r"$\tfrac12\lVert w\rVert^2+C\sum_i\xi_i$ with $y_i(w\cdot x_i+b)\ge1-\xi_i$ and "
        r"$\xi_i\ge0$.",
    ),
    "thm-duality-cases": (
        "Three kinds of points",
        6,
        slice(1, 5),
        r"At an optimum of the soft margin $\alpha_i\,[m_i-1+\xi_i]=0$ and $(C-\alpha_i)\,\xi_i=0$ "
        r"for each point, where $m_i$ is its functional margin. Prove what $m_i$ can be for "
        r"$\alpha_i=0$, for $0<\alpha_i<C$, and for $\alpha_i=C$.",
    ),
    "lem-ascent-pair": (
        "The best step of a pair",
        7,
        slice(1, 6),
        r"A step of SMO raises $\beta_i$ by $t$ and lowers $\beta_j$ by $t$, which have the rooms "
        r"$\text{rise}_i$ and $\text{fall}_j$ to their bounds. With the slope $g$ of the dual $D$ "
        r"and the Gram matrix $K$, derive the best $t\ge0$.",
    ),
    "thm-kernels-representer": (
        "The representer theorem",
        8,
        slice(1, 6),
        r"For $f(x)=w\cdot\varphi(x)+b$ let $w$ minimise "
        r"$L(f(x_1),\dots,f(x_n))+\Omega(\lVert w\rVert)$, where $\Omega$ grows strictly. Prove "
        r"that $w=\sum_i\beta_i\varphi(x_i)$ for some $\beta$, and write $f$ with the kernel $k$.",
    ),
    "thm-selection-optimism": (
        "What the winner's score is worth",
        9,
        slice(1, 6),
        r"Machines with the true accuracies $\pi_1,\dots,\pi_J$ are scored on the same fresh "
        r"points, with the scores $\hat\pi_1,\dots,\hat\pi_J$. The machine $\hat\jmath$ has the "
        r"largest score. Prove that $\mathbb E\,\pi_{\hat\jmath}\le\max_j\pi_j"
        r"\le\mathbb E\,\hat\pi_{\hat\jmath}$.",
    ),
    "prp-multiclass-street": (
        "A street between two classes",
        10,
        slice(1, 5),
        r"A machine has the scores $s_j=v_j\cdot x+b_j$, and a point of class $y$ has "
        r"$s_y\ge s_j+\delta$ for all $j\ne y$. Prove that its distance from the border between "
        r"the classes $y$ and $j$ is at least $\delta/\lVert v_y-v_j\rVert$.",
    ),
}


def proof(name):
    """A proof as a task, with a point or two for each of its lines."""
    title, lecture, lines, question = PROOFS[name]
    scheme = tuple((1 + (time >= LONG), large(line)) for time, line, _ in boards()[name][lines])
    return Task(title, lecture, question, (), scheme, worked=True)
