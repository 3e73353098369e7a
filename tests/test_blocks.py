"""A linear machine from blocks of rows: equal to one machine, certified, over any map."""

import pickle
import warnings
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest
from joblib import parallel_config
from sklearn.calibration import CalibratedClassifierCV
from sklearn.exceptions import ConvergenceWarning
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import TunedThresholdClassifierCV
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

from svmlib import LinearSVM, blocks, datasets, objectives, selection
from svmlib.solvers.certificate import SOLVED

pytestmark = pytest.mark.filterwarnings("error:.*gap:sklearn.exceptions.ConvergenceWarning")


def cloud(n, d=5, distance=0.5, seed=0):
    """Two normal clouds in turn."""
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    return np.random.default_rng(seed).normal(size=(n, d)) + distance * y[:, None], y


def cut(X, y, k):
    """k blocks of different sizes."""
    ends = np.cumsum(np.arange(1, k + 1)) * len(y) // (k * (k + 1) // 2)
    return list(zip(np.split(X, ends[:-1]), np.split(y, ends[:-1]), strict=True))


# more rows than a sample holds, so that every step is taken; the sizes of C are those of all kinds
MANY = cloud(6000)
FEW = cloud(300, d=3)
RARE = np.where(np.arange(6000) % 200, -1.0, 1.0)
for array in (*MANY, *FEW):
    array.flags.writeable = False  # nobody may change the rows of a block


@pytest.fixture(autouse=True)
def smaller(monkeypatch):
    """So few rows are many."""
    for name in ("SAMPLE", "BAND_LEAST"):
        monkeypatch.setattr(blocks, name, getattr(blocks, name) // 10)


def one_machine(X, y, C):
    """The same without blocks; it need not converge where they do."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return LinearSVM(C=C).fit(X, y)


def same(found, one):
    np.testing.assert_allclose(found.coef_, one.coef_, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(found.intercept_, one.intercept_, rtol=1e-9, atol=1e-9)
    assert found.exact_ and found.gap_ <= 1e-9 and found.converged_


@pytest.mark.parametrize(
    ("data", "C", "k"),
    [(MANY, 1e-8, 2), (MANY, 1e-3, 7), (MANY, 1.0, 1), (MANY, 100.0, 3), (FEW, 1.0, 2)],
)
def test_shards_equal_one_machine(data, C, k):
    X, y = data
    found, one = blocks.fit(cut(X, y, k), C=C), one_machine(X, y, C)
    same(found, one)
    assert found.primal_ == pytest.approx(one.primal_, rel=1e-9)
    assert found.dual_ == pytest.approx(found.primal_, rel=1e-9)
    assert (found.n_rows_, found.n_blocks_) == (len(y), k)
    assert found.n_passes_ <= 12 if data is MANY else found.n_passes_ == 3
    # the sums are those over all rows
    P = objectives.primal(found.coef_, found.intercept_, X, y, C)
    assert found.primal_ == pytest.approx(P, rel=1e-12)
    margins = y * found.decision_function(X)
    assert np.count_nonzero(margins < 1.0 - 1e-7) == found.n_support_ - found.n_free_
    assert np.count_nonzero(np.abs(margins - 1.0) < 1e-9) == found.n_free_
    assert (found.n_free_ == 0) == (C < 1e-7)


# where sums lose digits or a machine is hard to tell
ROUGH = {
    "separable, large C": lambda X, y: (X + 4.0 * y[:, None], y, 1e4),
    "unscaled columns": lambda X, y: (X * [1e-4, 1.0, 1e3, 1e5, 1e-2], y, 1e-6),
    "far from 0": lambda X, y: (X + 1e4, y, 1.0),
    "rank one": lambda X, y: (X[:, :1] @ np.ones((1, 20)), y, 1.0),
    "all equal": lambda X, y: (np.ones((len(y), 3)), np.where(X[:, 0] < 2.0, -1.0, 1.0), 1.0),
    "n < d": lambda X, y: (X[:3000].reshape(30, -1), y[:30], 1.0),
    "few distinct rows": lambda X, y: (np.clip(X[:, :2].round(), -1, 1), y, 0.1),
    "one in a thousand": lambda X, y: (X + RARE[:, None], RARE, 1.0),
    "heavy tails": lambda X, y: (X**3, y, 1.0),
    "outliers": lambda X, y: (np.where(np.arange(len(y))[:, None] < 2, 1e4, X), y, 1.0),
    "sorted by class": lambda X, y: (X[np.argsort(y)], np.sort(y), 1.0),
}


@pytest.mark.parametrize("kind", ROUGH)
def test_rough_data(kind):
    X, y, C = ROUGH[kind](*MANY)
    found, one = blocks.fit(cut(X, y, 7), C=C), one_machine(X, y, C)
    # of one in a thousand, rounding decides whether the last rows find their side
    assert found.gap_ <= 1e-7 and (found.exact_ or kind == "one in a thousand")
    assert found.primal_ <= one.primal_ * (1.0 + found.gap_ + 1e-9)
    assert found.primal_ >= one.primal_ * (1.0 - one.gap_ - 1e-9)
    P = objectives.primal(found.coef_, found.intercept_, X, y, C)
    assert found.primal_ == pytest.approx(P, rel=1e-6)
    late = np.count_nonzero(y * found.decision_function(X) < 1.0 - 1e-4)
    assert late <= found.n_support_ - found.n_free_ <= len(y) - found.n_free_


@pytest.mark.parametrize("class_weight", [None, "balanced", {"no": 3.0}])
def test_words_and_weights_as_in_one_machine(class_weight):
    (X, y), rng, settings = MANY, np.random.default_rng(0), {"class_weight": class_weight}
    words, weights = np.where(y > 0, "yes", "no"), rng.choice([0.0, 0.3, 2.0], len(y))
    weights[(y > 0) & (X[:, 0] > 1.0)] = 0.0
    one, here = LinearSVM(C=0.1, **settings).fit(X, words, weights), weights > 0.0
    data = [(X[p], words[p], weights[p]) for p in (~here, here & (y > 0), y < 0)]
    found = blocks.fit(data, C=0.1, **settings)
    same(found, one)
    assert found.primal_ == pytest.approx(one.primal_, rel=1e-9)
    assert (found.n_rows_, found.n_support_) == (here.sum(), len(one.support_))
    np.testing.assert_array_equal(found.predict(X), one.predict(X))


def test_a_classifier_that_stays_as_it_is():
    X, words = FEW[0], np.where(FEW[1] > 0, "yes", "no")
    machine = blocks.fit([(X, words)], C=0.1)
    f, frozen = machine.decision_function(X), FrozenEstimator(machine)
    for wrapped in (
        CalibratedClassifierCV(frozen),
        TunedThresholdClassifierCV(frozen, cv="prefit", refit=False),
        Pipeline([("same", StandardScaler(with_mean=False, with_std=False)), ("last", frozen)]),
    ):
        assert wrapped.fit(X, words).score(X, words) > 0.6
    np.testing.assert_array_equal(machine.decision_function(X), f)


@pytest.mark.parametrize("limit", [2, 5])
def test_a_search_that_is_cut_short_says_so_and_its_gap_is_true(limit, monkeypatch):
    monkeypatch.setattr(blocks, "MOST_PASSES", limit)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        found = blocks.fit(cut(*MANY, 3), C=1.0)
    P = objectives.primal(found.coef_, found.intercept_, *MANY, 1.0)
    assert found.primal_ == pytest.approx(P, rel=1e-12)
    best = LinearSVM(C=1.0).fit(*MANY).dual_
    assert found.gap_ >= (P - best) / P * (1.0 - 1e-9) - 1e-13
    assert found.n_passes_ <= limit
    assert found.converged_ == (found.gap_ <= SOLVED)
    said = [str(w.message) for w in seen if issubclass(w.category, ConvergenceWarning)]
    assert len(said) == (not found.converged_)
    assert all("rounding allows no more" in text for text in said)


def load(path, k):
    """Every third row of a file, from row k on."""
    with np.load(path) as stored:
        return stored["X"][k::3], stored["y"][k::3]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Three functions that load a third of the rows each."""
    path = tmp_path_factory.mktemp("blocks") / "rows.npz"
    np.savez(path, X=MANY[0], y=MANY[1])
    return [partial(load, path, k) for k in range(3)]


@pytest.fixture(scope="module")
def reference(files):
    found = blocks.fit(files, C=1.0)
    same(found, one_machine(*MANY, 1.0))
    return found


@pytest.mark.parametrize("executor", [ProcessPoolExecutor, ThreadPoolExecutor])
def test_maps_of_executors(executor, files, reference):
    with executor(2) as pool:
        same(blocks.fit(files, C=1.0, map=pool.map), reference)


class Again:
    """An iterable without a length that makes its blocks anew."""

    def __iter__(self):
        return ((MANY[0][k::3], MANY[1][k::3]) for k in range(3))


def test_other_forms_of_the_same_rows(reference):
    X, y = MANY[0], MANY[1].astype(int)
    single = X.astype(np.float32)
    one = one_machine(single.astype(float), y, 1.0)
    for data, machine in (
        (Again(), reference),
        ([(np.asfortranarray(X), y)], reference),
        ([(single[:50], y[:50]), (single[50:], y[50:])], one),
    ):
        same(blocks.fit(data, C=1.0), machine)


def test_nothing_large_travels():
    X, y = cloud(60_000)
    sizes = []

    def carried(function, data):
        answers = [pickle.loads(pickle.dumps(function))(block) for block in data]
        sizes.append(len(pickle.dumps(function)) + sum(len(pickle.dumps(a)) for a in answers))
        return answers

    machine = blocks.fit(cut(X, y, 4), C=1.0, map=carried)
    assert len(sizes) == machine.n_passes_, "the map is for questions to blocks alone"
    assert max(sizes) < 0.6 * X.nbytes and min(sizes) < 1e-2 * X.nbytes


def test_blocks_that_change_between_passes_are_noticed():
    sizes = iter([2000, 1999, 1998])

    def changing():
        n = next(sizes)
        return MANY[0][:n], MANY[1][:n]

    with pytest.raises(ValueError, match="block 1: not the same in every pass"):
        blocks.fit([(MANY[0][2000:], MANY[1][2000:]), changing], C=1.0)


@pytest.mark.weekly
def test_blocks_and_a_grid_of_machines_on_a_cluster(files, reference, tmp_path):
    """Of two worker processes."""
    import dask
    from distributed import Client, LocalCluster

    settings = {"temporary-directory": str(tmp_path), "distributed.admin.tick.limit": "1h"}
    workers = dict(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    data, Cs, sigmas = datasets.moons(80), np.geomspace(0.1, 10.0, 3), [0.3, 1.0]
    alone = selection.grid(*data, Cs, sigmas, cv=3)
    with dask.config.set(settings), LocalCluster(**workers) as machines, Client(machines) as client:
        over_cluster = blocks.fit(
            files, C=1.0, map=lambda function, data: client.gather(client.map(function, data))
        )
        with parallel_config(backend="dask"):
            together = selection.grid(*data, Cs, sigmas, cv=3, n_jobs=None)
    same(over_cluster, reference)
    np.testing.assert_array_equal(together.scores, alone.scores)
    np.testing.assert_array_equal(together.n_support, alone.n_support)
