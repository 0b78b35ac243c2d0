"""The command line, from outside: what it prints, makes and answers."""
