#!/usr/bin/env python3
"""Generates Sources/CUnicode/fold_tables.h from Python's unicodedata.

Run the script from the root of the repository (Python 3.9 or later, standard library only):

    python3 Tests/Generators/fold_tables.py            # writes the table
    python3 Tests/Generators/fold_tables.py --check    # checks whether the table is up to date
    python3 Tests/Generators/fold_tables.py --oracle   # folds standard input, line by line

The rule. Steps 1 to 3 are repeated until nothing changes:

  1. full case folding and canonical decomposition (ß becomes ss, and Ⅷ becomes ⅷ)
  2. remove U+0300 to U+036F, the soft hyphen, the variation selectors U+FE00 to U+FE0F
  3. change a letter that has a stroke, a hook or a special shape to the plain letter (LETTERS
     below), and change typographic apostrophes, quotation marks and dashes to the ASCII ones
  4. canonical composition. So U+304B with U+3099 remains a letter different from U+304B, and a
     Hangul syllable remains one scalar. But Cyrillic U+0439 and U+0438 become the same, because
     step 2 has removed the breve

The table contains the result for each single scalar, and the pairs that step 4 composes. Hangul is
not in the table, because the program computes Hangul syllables. The program does not sort the marks
that remain: two texts with the same marks in a different order stay different.

Invariant: no scalar becomes more than three scalars. A test compares the program with --oracle.
"""

import argparse
import pathlib
import sys
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = ROOT / "Sources/CUnicode/fold_tables.h"
PAGE = 64

LETTERS = {
    "ł": "l", "ƚ": "l", "ⱡ": "l", "ŀ": "l", "ɫ": "l", "ø": "o", "œ": "oe", "ɵ": "o", "đ": "d",
    "ð": "d", "ɖ": "d", "ɗ": "d", "æ": "ae", "ı": "i", "ɨ": "i", "ĳ": "ij", "þ": "th", "ħ": "h",
    "ŧ": "t", "ⱦ": "t", "ƭ": "t", "ʈ": "t", "ŋ": "n", "ɲ": "n", "ƞ": "n", "ƀ": "b", "ɓ": "b",
    "ƈ": "c", "ȼ": "c", "ƒ": "f", "ǥ": "g", "ɠ": "g", "ɉ": "j", "ƙ": "k", "ĸ": "k", "ƥ": "p",
    "ᵽ": "p", "ɍ": "r", "ɽ": "r", "ȿ": "s", "ʉ": "u", "ʋ": "v", "ⱳ": "w", "ɏ": "y", "ƴ": "y",
    "ƶ": "z", "ȥ": "z", "ɀ": "z", "ⱥ": "a", "ɛ": "e", "ɔ": "o", "ɇ": "e",
    "\u2018": "'", "\u2019": "'", "\u201B": "'", "\u02B9": "'", "\u02BB": "'", "\u02BC": "'",
    "\u02BD": "'", "\u00B4": "'", "`": "'", "\u201C": '"', "\u201D": '"', "\u201E": '"',
    "\u00AB": '"', "\u00BB": '"', "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-",
    "\u2014": "-", "\u2015": "-", "\u2212": "-",
}


def is_dropped(letter):
    """Whether comparisons ignore a scalar."""
    code = ord(letter)
    return 0x300 <= code <= 0x36F or code == 0xAD or 0xFE00 <= code <= 0xFE0F


def decomposed(text):
    """Returns a text after steps 1 to 3."""
    while True:
        folded = unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())
        folded = "".join(LETTERS.get(letter, letter) for letter in folded if not is_dropped(letter))
        if folded == text:
            return folded
        text = folded


def fold(text):
    """Returns a text after all steps."""
    return unicodedata.normalize("NFC", decomposed(text))


def is_hangul(code):
    """Whether a scalar is a Hangul syllable."""
    return 0xAC00 <= code <= 0xD7A3


def is_surrogate(code):
    """Whether a number is a surrogate."""
    return 0xD800 <= code <= 0xDFFF


def render():
    """Returns the text of the C header."""
    sequences, numbers, pages, page_numbers, index = [0], {}, [], {}, []
    for start in range(0, 0x110000, PAGE):
        page = []
        for code in range(start, start + PAGE):
            result = chr(code)
            if not is_surrogate(code) and not is_hangul(code) and code >= 0x80:
                # A scalar that step 1 decomposes and step 4 composes again stays as it is.
                result = fold(chr(code))
                if len(result) > 1 and unicodedata.normalize("NFC", result) != result:
                    sys.exit(f"U+{code:04X} is not stable")
            if result == chr(code):
                page.append(0)
                continue
            if len(result) > 3:
                sys.exit(f"U+{code:04X} becomes more than three scalars")
            packed = sum(ord(letter) << 21 * place for place, letter in enumerate(result))
            if packed not in numbers:
                numbers[packed] = len(sequences)
                sequences.append(packed)
            page.append(numbers[packed])
        page = tuple(page)
        if page not in page_numbers:
            page_numbers[page] = len(pages)
            pages.append(page)
        index.append(page_numbers[page])
    if len(pages) > 256:
        sys.exit("more pages than a byte counts")
    pairs = []
    for code in range(0x110000):
        if is_surrogate(code) or is_hangul(code):
            continue
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) != 2 or parts[0][0] == "<" or is_dropped(chr(int(parts[1], 16))):
            continue
        if unicodedata.normalize("NFC", chr(code)) == chr(code) and fold(chr(code)) == chr(code):
            pairs.append((int(parts[0], 16), int(parts[1], 16), code))
    pairs.sort()
    lines = [
        f"// Generated from Unicode {unicodedata.unidata_version} by Tests/Generators/fold_tables.py."
        " Do not edit.",
        "// Private to CUnicode. A sequence has up to three scalars, 21 bits each, the first lowest.",
        "",
        "#ifndef FOLD_TABLES_H",
        "#define FOLD_TABLES_H",
        "",
        "#include <stdint.h>",
        "",
        f"#define FOLD_PAGE {PAGE}",
    ]

    def table(head, entries):
        lines.extend(["", head + " = {"])
        line = " "
        for entry in entries:
            if len(line) + 2 + len(entry) > 100:
                lines.append(line)
                line = " "
            line += f" {entry},"
        lines.extend([line, "};"])

    table(f"static const uint8_t fold_pages[{len(index)}]", map(str, index))
    entries = [str(number) for page in pages for number in page]
    table(f"static const uint16_t fold_numbers[{len(entries)}]", entries)
    table(
        f"static const uint64_t fold_sequences[{len(sequences)}]",
        (f"0x{packed:X}" for packed in sequences))
    lines.extend(["", "struct fold_pair {", "  uint32_t first, second, composed;", "};"])
    table(
        f"static const struct fold_pair fold_pairs[{len(pairs)}]",
        (f"{{0x{first:X}, 0x{second:X}, 0x{code:X}}}" for first, second, code in pairs))
    return "\n".join(lines + ["", "#endif", ""])


def main():
    """Parses the arguments; writes or checks the table, or folds standard input."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--oracle", action="store_true")
    arguments = parser.parse_args()
    if arguments.oracle:
        for line in sys.stdin:
            print(" ".join(fold(line).split()))
        return
    text = render()
    if arguments.check:
        if TARGET.read_text(encoding="utf-8") != text:
            sys.exit(f"{TARGET} is not what this script makes of Unicode {unicodedata.unidata_version}")
        return
    TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
