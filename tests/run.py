"""Sets up .venv in this checkout and runs the test suite: `python3 tests/run.py`.

Arguments go to pytest, for example `python3 tests/run.py tests/cli -k new`.
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
    return subprocess.run([python, "-m", "pytest", *sys.argv[1:]], cwd=environment.ROOT).returncode


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("Interrupted.")
