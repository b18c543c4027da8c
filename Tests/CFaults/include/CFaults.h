// A library to preload into the program under test. It kills the program between two calls that
// change files, makes such calls fail, or records them. It has no functions to call; the
// environment controls it:
//
//     LONGFORM_KILL_AT=N           kill.c: dies before the Nth call
//     LONGFORM_FAULTS=SEED:PER_MILLE[:FOLDER], LONGFORM_FAULTS_IN=syncs or memory
//                                  fail.c: calls fail at random
//     LONGFORM_RECORD=FILE         record.c: records the changes below a folder, and the marks
//                                  that the program writes between them
