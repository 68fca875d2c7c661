"""A progress bar for long calls: tqdm's if installed, else one line per stage."""

import sys


class StageBar:
    """Receives the engine's reports, ``(event, text, fraction)``, and shows overall progress.

    Parameters
    ----------
    stages : list of dict
        Estimated cost of each stage: ``name`` and ``seconds``. Other stages do not count; without any
        estimate, the bar shows the progress of each stage.
    """

    def __init__(self, stages=()):
        seconds = {stage["name"]: stage["seconds"] for stage in stages}
        total = sum(seconds.values()) or 1.0
        self._share = {name: cost / total for name, cost in seconds.items()}
        self._done = 0.0
        self._stage = ""
        self._bar = _tqdm_bar()

    def __call__(self, event: str, text: str, fraction: float) -> None:
        if event == "note":
            self._write(text)
            return
        if event == "begin":
            self._stage = text
        share = self._share.get(self._stage, 0.0)
        whole = self._done + share * fraction if self._share else fraction
        self._show(min(1.0, whole), begins=event == "begin")
        if event == "end":
            self._done += share

    def close(self, finished: bool) -> None:
        """Close the bar: full if the work is done, else as it is."""
        if finished:
            self._stage = "done"
            self._show(1.0, begins=True)
        if self._bar is not None:
            self._bar.close()

    def _show(self, whole: float, begins: bool) -> None:
        if self._bar is None:
            if begins:
                print(f"{100 * whole:3.0f} %  {self._stage}", file=sys.stderr, flush=True)
            return
        self._bar.set_description(self._stage, refresh=False)
        self._bar.n = round(100 * whole)
        self._bar.refresh()

    def _write(self, text: str) -> None:
        if self._bar is None:
            print(f"note: {text}", file=sys.stderr, flush=True)
        else:
            self._bar.write(f"note: {text}", file=sys.stderr)


def _tqdm_bar():
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=100, unit="%", bar_format="{desc:<12}{percentage:3.0f}%|{bar}| {elapsed}<{remaining}")


class progress_bar:
    """``with progress_bar(verbose, stages) as progress``: a callable for the engine, or None to be quiet."""

    def __init__(self, verbose, stages=()):
        self._bar = StageBar(stages) if verbose else None

    def __enter__(self):
        return self._bar

    def __exit__(self, failure, *_):
        if self._bar is not None:
            self._bar.close(finished=failure is None)
