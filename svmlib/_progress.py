"""Runs independent pieces of work, in parallel if asked, with a progress bar on a terminal."""

# seconds of work before a bar is worth showing
PATIENCE = 1.0


def run(work, tasks, n_jobs, unit):
    """Do all tasks, in order; the progress bar shows on a terminal only, and on long work only."""
    from tqdm import tqdm

    if n_jobs > 1:
        from joblib import Parallel, delayed

        results = Parallel(n_jobs, return_as="generator")(delayed(work)(*task) for task in tasks)
    else:
        results = (work(*task) for task in tasks)
    # disable=None: no bar unless stderr is a terminal, so none in a notebook or a log
    bar = tqdm(results, total=len(tasks), desc=unit, disable=None, delay=PATIENCE, leave=False)
    return list(bar)
