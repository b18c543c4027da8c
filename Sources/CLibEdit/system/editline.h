// Debian's libedit-dev, as found by pkg-config. Everything else is in CLibEdit.
#include <histedit.h>
