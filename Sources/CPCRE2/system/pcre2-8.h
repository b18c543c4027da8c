// The header of Debian's libpcre2-dev, as found by pkg-config, for patterns of bytes. The target
// CPCRE2 contains everything else.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
