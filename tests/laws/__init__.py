"""The laws of the generator, each held against whatever a spec can say."""
