// Imports libedit, which pkg-config finds (Debian: libedit-dev). longform's C code for it is in the
// target CLibEdit.
#include <histedit.h>
