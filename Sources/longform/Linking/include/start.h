// Nothing to call: what is here is called before the program's first line.
