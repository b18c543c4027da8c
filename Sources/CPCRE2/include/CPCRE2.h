// Patterns of PCRE2 with a bound on the work of a match.
//
// Invariants: a pattern never changes after it is made, so that threads may share it. The verdict
// depends on the pattern and the text only, never on time.

#ifndef CPCRE2_H
#define CPCRE2_H

#include <stddef.h>
#include <stdint.h>

/// A compiled pattern. PCRE2 only reads it during a match (pcre2api(3), "Multithreading"), hence
/// Sendable.
typedef struct __attribute__((swift_attr("@Sendable"))) {
  const struct cp_code *_Nullable code;
} cp_pattern;

/// The longest pattern in bytes. Compiling is at worst quadratic in the number of names.
enum { cp_longest_pattern = 16384 };

/// The limits of a match, and the work that it did.
typedef struct {
  /// The most steps: places to which PCRE2 may go back (its match limit).
  uint32_t steps;
  /// The most work that may be left undone before the match ends without a verdict; a match
  /// subtracts what it did. A unit is a character that an item of the pattern went over, in either
  /// direction.
  uint64_t work;
  /// The most memory for the places to go back to, in KiB.
  uint32_t memory;
} cp_limits;

/// The verdicts of a match. Everything below zero is an error of PCRE2.
enum { cp_differs = 0, cp_matches = 1 };

/// Compiles a pattern in UTF-8 that matches whole texts.
///
/// Returns 0, or PCRE2's error number with the offset in the pattern at which it found the error.
int cp_compile(const uint8_t *_Nullable source, size_t length, cp_pattern *_Nonnull pattern,
               size_t *_Nonnull offset);

/// Frees a compiled pattern.
void cp_free(cp_pattern pattern);

/// Compares a whole text, valid UTF-8, with a pattern.
int cp_match(cp_pattern pattern, const uint8_t *_Nullable text, size_t length,
             cp_limits *_Nonnull limits);

/// Whether a match ended because it reached a limit.
_Bool cp_is_limit(int error);

/// Writes the sentence of an error number, NUL-terminated and cut to `capacity` bytes.
void cp_describe(int error, char *_Nonnull buffer, size_t capacity);

#endif
