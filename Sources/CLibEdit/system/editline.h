// Debian's libedit-dev, as pkg-config finds it. Everything else is in CLibEdit.
#include <histedit.h>
