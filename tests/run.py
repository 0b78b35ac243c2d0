"""Sets up .venv in this checkout and runs the test suite: `python3 tests/run.py`.

Arguments go to pytest, for example `python3 tests/run.py tests/cli -k new`; without any, the
tests are shared out among the cores.
"""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))

import environment


def main() -> int:
    """Return the exit code of pytest."""
    environment.check_python()
    venv = environment.ROOT / ".venv"
    environment.prepare(venv, ".[dev]", project=environment.ROOT)
    python = str(environment.script(venv, "python"))
    # By file: what a file's fixtures make, they make once.
    arguments = sys.argv[1:] or ["-n", "auto", "--dist", "loadfile"]
    return subprocess.run([python, "-m", "pytest", *arguments], cwd=environment.ROOT).returncode


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("Interrupted.")
