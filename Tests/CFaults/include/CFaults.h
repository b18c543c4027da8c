// A library that is preloaded into the program under test and makes its system calls fail or kills
// it between two of them. It has no functions of its own; see faults.c for what it reads.
