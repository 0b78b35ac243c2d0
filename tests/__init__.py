"""The test suite; each folder holds the tests of one concern."""
