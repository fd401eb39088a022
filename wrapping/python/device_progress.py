"""itk.show_progress(): the progress of a filter as tqdm shows it."""

import weakref


def show_progress(process, description=None):
    """Shows how far a filter is, each time that it is updated, by a bar of tqdm; nothing where tqdm is not installed.

    What a GPU does is enqueued and not waited for, so the bar of a filter that needs no result on the way is full at once.

    Parameters
    ----------
    process : itk.ProcessObject
        A filter of ITK or of this module.
    description : str, optional
        What stands before the bar; the filter's class unless said.

    Returns
    -------
    itk.ProcessObject
        `process`, so that `itk.show_progress(filter).Update()` is all that it takes.
    """
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return process
    import itk

    # The observers belong to the filter, which they must not keep alive.
    observed = weakref.ref(process)
    bars = []

    def start():
        bars.append(tqdm(total=100, desc=description or process_name, unit="%", leave=True))

    def advance():
        observed_process = observed()
        if bars and observed_process is not None:
            bars[-1].update(round(100 * observed_process.GetProgress()) - bars[-1].n)

    def end():
        if bars:
            advance()
            bars.pop().close()

    process_name = process.GetNameOfClass()
    for event, react in (
        (itk.StartEvent(), start),
        (itk.ProgressEvent(), advance),
        (itk.EndEvent(), end),
        (itk.AbortEvent(), end),
    ):
        process.AddObserver(event, react)
    return process
