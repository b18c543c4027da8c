// Debian's libpcre2-dev, as found by pkg-config, for patterns of bytes. Everything else is in
// CPCRE2.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
