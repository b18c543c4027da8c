// Imports PCRE2's 8-bit library, which pkg-config finds (Debian: libpcre2-dev). longform's C code
// for it is in the target CPCRE2.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
