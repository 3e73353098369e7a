"""Folders that commands write into, wherever somebody wants them."""

from pathlib import Path


def writable(folder: Path) -> Path:
    """The folder, which is there from now on; or the end of the program, with a sentence."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise SystemExit(f"{folder} cannot be made, {why}: say where with OUT=folder") from None
    return folder
