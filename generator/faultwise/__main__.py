"""The console script `faultwise`, also as `python -m faultwise`."""

from faultwise.cli import main

if __name__ == "__main__":
    main()
