"""Runs independent pieces of work, in parallel if asked, with a progress bar on a terminal."""

# seconds of work before a bar is worth showing
PATIENCE = 1.0


def run(work, tasks, n_jobs, unit=None, total=None):
    """Do all tasks, in order; the progress bar shows on a terminal only, and on long work only.

    n_jobs is what `check_jobs` returns. Without a unit there is no bar; an iterator of tasks needs
    their total.
    """
    total = len(tasks) if total is None else total
    results = _results(work, tasks, min(n_jobs, total))
    if unit is None:
        return list(results)
    from tqdm import tqdm

    done = []
    # disable=None: no bar unless stderr is a terminal, so none in a notebook or a log
    with tqdm(total=total, desc=unit, disable=None, delay=PATIENCE, leave=False) as bar:
        for result in results:
            done.append(result)
            bar.update()
    return done


def _results(work, tasks, n_jobs):
    if n_jobs <= 1:
        return (work(*task) for task in tasks)
    # scikit-learn's hand its configuration and the filters of warnings on to the workers
    from sklearn.utils.parallel import Parallel, delayed

    try:
        parallel = Parallel(n_jobs, return_as="generator")
    except ValueError:  # not every backend can, multiprocessing for one
        parallel = Parallel(n_jobs)
    return parallel(delayed(work)(*task) for task in tasks)
