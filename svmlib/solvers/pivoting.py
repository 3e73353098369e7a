"""The dual over a few points, solved exactly by block pivoting: the Newton step of lecture 7.

With the other points fixed, the changes δ of the multipliers of a working set and b' of the bias
obey, where F are those strictly inside their boxes,

    K_FF δ + b' 1 = g_F - K_F· (change of the others),   1ᵀδ = s - Σβ - (their sum).

Who is in F is found by exchanging all that are wrong about it at once: Hintermüller, Ito and
Kunisch, SIAM J. Optim. 13 (2002).
"""

from typing import NamedTuple

import numpy as np

from svmlib.solvers import constants


class WorkingSet(NamedTuple):
    """The m points whose multipliers may move, from `start` inside [A, B]."""

    K: np.ndarray  # [K_WW + ridge, 1; 1ᵀ, 0], (m + 1, m + 1)
    start: np.ndarray
    g: np.ndarray  # p - Kβ, counted from the bias b on
    A: np.ndarray
    B: np.ndarray
    missing: float  # s - Σβ
    b: float
    largest: float  # |p_i| of all points


def block_pivoting(part: WorkingSet, size: float) -> tuple[np.ndarray | None, int]:
    """The best β of the working set, and the number of linear systems.

    None when the active set does not settle, or if D, whose size is given, would fall. ::

        repeat
            solve for the free ones
            wrong ← free ones outside their box, and fixed ones that D pulls back inside
            none wrong: done
            exchange all that are wrong; after TOGETHER times without fewer of them
            only the last, and after SINGLY more, or MOST_PIVOTS in all, give up

    Exchanged one at a time they cannot run in a circle: Júdice and Pires, Computers & Operations
    Research 21 (1994).
    """
    _, start, g, A, B, missing, b, largest = part
    at, target = start.copy(), np.append(g, missing)
    unknown = np.ones(len(target), dtype=bool)
    free = unknown[:-1]  # the last unknown is the bias
    fewest, patience = len(start) + 1, constants.TOGETHER + constants.SINGLY
    left, systems = patience, 0
    while left and free.any() and systems < constants.MOST_PIVOTS:
        try:
            change, shift, pull = _solved_for(part.K, target, at - start, unknown)
        except np.linalg.LinAlgError:
            return None, systems
        systems += 1
        end = start + change
        inside = np.minimum(np.maximum(end, A), B)
        slack = constants.AT_MARGIN * (largest + abs(b + shift))
        back = ~free & (np.where(at == B, -pull, pull) > slack)
        wrong = back | free & (end != inside)
        count = np.count_nonzero(wrong)
        if count == 0:
            gain = 0.5 * float(change @ (g + pull + shift))
            fell = gain <= -constants.NEGLIGIBLE * size
            return None if fell else np.where(free, end, at), systems
        left = patience if count < fewest else left - 1
        fewest = min(count, fewest)
        if left < constants.SINGLY or not (free ^ wrong).any():
            # all at once runs in a circle or leaves nobody
            wrong[np.flatnonzero(wrong)[:-1]] = False
        at = np.where(free, inside, at)
        free ^= wrong
    return None, systems


def _solved_for(K, target, moved, unknown):
    """Changes of all multipliers, that of the bias, and what is left of g."""
    F = np.flatnonzero(unknown)
    if len(F) == len(target):
        change = np.linalg.solve(K, target)
    else:
        change = np.zeros(len(target))
        change[:-1] = np.where(unknown[:-1], 0.0, moved)
        free_alone = K.take(F, axis=0).take(F, axis=1)
        change[F] = np.linalg.solve(free_alone, (target - K @ change)[F])
    # beside b = 1 rounding would leave tiny multipliers a wrong sum
    change[F[:-1]] -= (change[:-1].sum() - target[-1]) / (len(F) - 1)
    return change[:-1], change[-1], (target - K @ change)[:-1]
