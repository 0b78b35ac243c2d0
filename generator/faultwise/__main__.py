"""The console script `faultwise`, also as `python -m faultwise`."""

import gc
import os


def main() -> None:
    """Run the command line; leaves by SystemExit with the exit code."""
    # What a run makes it keeps: to look for garbage as often as Python does takes a tenth of it.
    gc.set_threshold(100_000)
    # To look for plugins of pydantic is to read the metadata of every package that is installed.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from faultwise import cli

    try:
        cli.main()
    except SystemExit as end:
        if not isinstance(end.code, int):
            raise
        # All is written and flushed; to free what the process holds takes another tenth.
        os._exit(end.code)


if __name__ == "__main__":
    main()
