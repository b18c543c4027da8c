// PCRE2 patterns with bounded work for each match.
//
// Invariants: a pattern never changes after it is created, so threads may share it. The verdict
// depends only on the pattern and the text, never on time.

#ifndef CPCRE2_H
#define CPCRE2_H

#include <stddef.h>
#include <stdint.h>

/// A compiled pattern. The type is Sendable because a match only reads the pattern (pcre2api(3),
/// "Multithreading").
typedef struct __attribute__((swift_attr("@Sendable"))) {
  const struct cp_code *_Nullable code;
} cp_pattern;

/// The maximum length of a pattern in bytes. The reason for the limit is that, in the worst case,
/// the time to compile a pattern is quadratic in the number of its named groups.
enum { cp_longest_pattern = 16384 };

/// The limits of a match, and its remaining work.
typedef struct {
  /// The maximum number of backtracking points (PCRE2's match limit).
  uint32_t steps;
  /// The maximum work before the match ends without a verdict; a match subtracts the work it did.
  /// One unit is one character that an item of the pattern passes, forward or backward.
  uint64_t work;
  /// The maximum memory for backtracking, in KiB.
  uint32_t memory;
} cp_limits;

/// The verdicts of a match. Negative numbers are errors of PCRE2.
enum { cp_differs = 0, cp_matches = 1 };

/// Compiles a UTF-8 pattern that matches whole texts.
///
/// Returns 0, or PCRE2's error number and the offset of the error in the pattern.
int cp_compile(const uint8_t *_Nullable source, size_t length, cp_pattern *_Nonnull pattern,
               size_t *_Nonnull offset);

/// Frees a compiled pattern.
void cp_free(cp_pattern pattern);

/// Matches a whole text, which must be valid UTF-8, against a pattern.
int cp_match(cp_pattern pattern, const uint8_t *_Nullable text, size_t length,
             cp_limits *_Nonnull limits);

/// Whether an error means that a match reached a limit.
_Bool cp_is_limit(int error);

/// Writes the message for an error number, NUL-terminated and truncated to `capacity` bytes.
void cp_describe(int error, char *_Nonnull buffer, size_t capacity);

#endif
