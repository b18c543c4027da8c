#!/usr/bin/env python3
"""Generates Sources/CUnicode/width_tables.h from Unicode's data files.

Run the script from the root of the repository (Python 3.9 or later, standard library only):

    python3 Tests/Generators/width_tables.py            # writes the table
    python3 Tests/Generators/width_tables.py --check    # checks whether the table is up to date
    python3 Tests/Generators/width_tables.py --compare  # lists differences from wcwidth

The script reads the data from /usr/share/unicode (Debian's package unicode-data, Unicode 15.0), or
from the folder after --data. The same data give the same bytes.

The rules. The first rule that matches a scalar gives its width:

  -1  C0 controls, DEL, C1 controls (gc = Cc), and everything that is not a scalar value
   1  U+00AD SOFT HYPHEN and the prepended concatenation marks (U+0600, ...): Cf, but visible
   0  gc = Mn, Me, Cf, Zl, Zp
   0  Hangul medial vowels and final consonants (Hangul_Syllable_Type V or T): they are drawn
      into the syllable of the consonant before them
   0  Unassigned scalars that are Default_Ignorable_Code_Point
   1  the 26 regional indicators: a pair of them is one flag of width 2
   2  East_Asian_Width W or F, including the unassigned scalars of the CJK blocks
   2  Emoji_Presentation = Yes
   1  everything else, including private use and unassigned scalars

Invariant: each table consists of sorted, disjoint ranges, so that bisection finds a scalar.

Of all 1,112,064 scalars, 942 have another width in wcwidth 0.7.0 (Unicode 17.0). In this list, the
width in our tables is before the slash, and the width in wcwidth after it:

  1/0, 2/0  445 spacing marks (gc = Mc): wcwidth counts them with the letter before them. Here a
            scalar has the width with which it is drawn alone, and CharacterWidth.swift limits the
            width of a cluster. Four of them are East_Asian_Width W (U+302E, U+302F, U+16FF0,
            U+16FF1).
  1/0, 1/2  280 scalars that Unicode 15.1 to 17.0 assigned, and that 15.0 does not know
  1/2       188 trigrams, monograms, hexagrams, Tai Xuan Jing symbols and counting rods that
            became W in Unicode 16.0; most terminals in use still paint them in one column
  1/2       26 regional indicators, because of the rule above
  2/0, 1/0  U+3164 and U+FFA0, the Hangul fillers: ignorable letters, which still take columns
  -1/0      U+0000
"""

import argparse
import pathlib
import re
import sys

LAST = 0x10FFFF
ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = ROOT / "Sources/CUnicode/width_tables.h"


def properties(path):
    """Yields (first, last, value) for each range in a file of the Unicode Character Database."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            fields = line.split("#")[0].split(";")
            if len(fields) < 2:
                continue
            first, _, last = fields[0].strip().partition("..")
            yield int(first, 16), int(last or first, 16), fields[1].strip()


def members(path, *values):
    """Returns the set of the scalars that have one of the given values in a file."""
    found = set()
    for first, last, value in properties(path):
        if value in values:
            found.update(range(first, last + 1))
    return found


def missing(path, value):
    """Returns the scalars that have a value by default, as the @missing comments of a file say."""
    found = set()
    pattern = re.compile(r"# @missing: ([0-9A-F]+)\.\.([0-9A-F]+); *(\S+)")
    with open(path, encoding="utf-8") as file:
        for line in file:
            match = pattern.match(line)
            if match and match[3] == value:
                found.update(range(int(match[1], 16), int(match[2], 16) + 1))
    return found


def ranges(scalars):
    """Returns a set of scalars as sorted, disjoint (first, last) pairs."""
    result = []
    for scalar in sorted(scalars):
        if result and scalar == result[-1][1] + 1:
            result[-1][1] = scalar
        else:
            result.append([scalar, scalar])
    return result


def build(data):
    """Returns the version of Unicode, and three sets: the scalars of width 0, those of width 2, and emoji."""
    east_asian = data / "EastAsianWidth.txt"
    category = data / "extracted/DerivedGeneralCategory.txt"
    emoji_data = data / "emoji/emoji-data.txt"
    version = re.search(r"-(\d+\.\d+\.\d+)\.txt", east_asian.read_text(encoding="utf-8"))[1]

    assigned = set()
    for first, last, value in properties(category):
        if value != "Cn":
            assigned.update(range(first, last + 1))
    ignorable = members(data / "DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")

    zero = members(category, "Mn", "Me", "Cf", "Zl", "Zp")
    zero -= members(data / "PropList.txt", "Prepended_Concatenation_Mark")
    zero.discard(0xAD)
    zero |= members(data / "HangulSyllableType.txt", "V", "T")
    zero |= ignorable - assigned

    wide = members(east_asian, "W", "F") | (missing(east_asian, "W") - assigned)
    wide |= members(emoji_data, "Emoji_Presentation")
    wide -= set(range(0x1F1E6, 0x1F200))
    wide -= zero
    return version, zero, wide, members(emoji_data, "Emoji")


def render(version, zero, wide, emoji):
    """Returns the text of the C header."""
    lines = [
        f"// Generated from Unicode {version} by Tests/Generators/width_tables.py. Do not edit.",
        "// Private to CUnicode: sorted, disjoint ranges, both ends included.",
        "",
        "#ifndef WIDTH_TABLES_H",
        "#define WIDTH_TABLES_H",
        "",
        "#include <stdint.h>",
        "",
        "struct width_range {",
        "  uint32_t first;",
        "  uint32_t last;",
        "};",
    ]
    for name, scalars in (("zero_width", zero), ("wide", wide), ("emoji", emoji)):
        table = ranges(scalars)
        lines += ["", f"static const struct width_range {name}_ranges[{len(table)}] = {{"]
        entries = [f"{{0x{first:04X}, 0x{last:04X}}}," for first, last in table]
        line = " "
        for entry in entries:
            if len(line) + 1 + len(entry) > 100:
                lines.append(line)
                line = " "
            line += " " + entry
        lines += [line, "};"]
    lines += ["", "#endif", ""]
    return "\n".join(lines)


def compare(zero, wide):
    """Prints the ranges of scalars whose width is different in the wcwidth package."""
    import unicodedata

    import wcwidth

    previous = None
    for scalar in range(LAST + 2):
        if 0xD800 <= scalar <= 0xDFFF:
            continue
        ours = theirs = None
        if scalar <= LAST:
            ours = 0 if scalar in zero else 2 if scalar in wide else 1
            if scalar < 0x20 or 0x7F <= scalar < 0xA0:
                ours = -1
            theirs = wcwidth.wcwidth(chr(scalar))
        if ours == theirs:
            scalar_group = None
        else:
            scalar_group = (ours, theirs)
        if previous and (scalar_group != previous[0] or scalar != previous[2] + 1):
            group, first, last = previous
            kind = unicodedata.category(chr(first))
            name = unicodedata.name(chr(first), "?")
            print(f"{first:04X}..{last:04X} ours {group[0]} theirs {group[1]} {kind} {name}")
            previous = None
        if scalar_group:
            previous = (scalar_group, previous[1] if previous else scalar, scalar)


def main():
    """Parses the arguments; writes, checks or compares the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path("/usr/share/unicode"))
    parser.add_argument("--check", action="store_true", help="fail if the table is not current")
    parser.add_argument("--compare", action="store_true", help="list differences from wcwidth")
    arguments = parser.parse_args()
    version, zero, wide, emoji = build(arguments.data)
    if arguments.compare:
        compare(zero, wide)
        return 0
    text = render(version, zero, wide, emoji)
    if arguments.check:
        if TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET} is not what this generator makes", file=sys.stderr)
        return 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
