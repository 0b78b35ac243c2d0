"""Makes a server from the order-support example, starts it, and shows how it answers.

`python3 examples/demo.py` needs Python 3.11 or newer and a package index for pip. Everything goes
into the folder .demo of this checkout; each run makes the server anew.
"""

import os
import shutil
import subprocess
import sys

import environment

EXAMPLE = "order-support"
DEMO = environment.ROOT / ".demo"
PROJECT = DEMO / EXAMPLE
VENV = DEMO / "venv"


def main() -> int:
    """Return the exit code of the client that shows the answers."""
    environment.check_python()
    DEMO.mkdir(exist_ok=True)
    environment.prepare(VENV, ".", project=environment.ROOT)

    print(f"$ faultwise new .demo/{EXAMPLE} --example {EXAMPLE} --defaults", flush=True)
    shutil.rmtree(PROJECT, ignore_errors=True)
    faultwise = str(environment.script(VENV, "faultwise"))
    environment.run(
        [faultwise, "new", str(PROJECT), "--example", EXAMPLE, "--defaults"],
        hint="`python3 tests/run.py` tells whether this checkout is in order.",
    )

    # The stubs of a new project raise NotImplementedYet; the example has them written.
    print("Putting the example's finished operations in place of the stubs", flush=True)
    package = PROJECT / "src" / EXAMPLE.replace("-", "_")
    for operation in (environment.ROOT / "examples" / EXAMPLE / "operations").glob("*.py"):
        shutil.copy(operation, package / "operations")
    environment.prepare(VENV, ".", project=PROJECT)

    client = environment.ROOT / "examples" / "demo_client.py"
    python = str(environment.script(VENV, "python"))
    server = str(environment.script(VENV, EXAMPLE))
    # Not every terminal can show a pound sign.
    encoding = f"{sys.stdout.encoding}:backslashreplace"
    settings = {**os.environ, "PYTHONIOENCODING": encoding}
    return subprocess.run([python, str(client), server], env=settings).returncode


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("Interrupted.")
