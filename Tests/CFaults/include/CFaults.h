// A library that is preloaded into the program under test. It kills the program between two calls
// that change files, makes such calls fail, or records them. It has no functions of its own to
// call; what it does is read from the environment:
//
//   LONGFORM_KILL_AT=N           kill.c: dies before the Nth call
//   LONGFORM_FAULTS=SEED:PER_MILLE[:FOLDER], LONGFORM_FAULTS_IN=syncs
//                                fail.c: calls fail at random
//   LONGFORM_RECORD=FILE         record.c: writes down what changes below a folder, and marks
