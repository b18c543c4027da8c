"""Writes the list of functions that `.github/packaging/order.json` tells the linker to place together.

Started by `run --order`. The linker puts the listed functions before all others, so that a start reads one
part of the file: first that of `tarball/start.c`, then four large sections of which a start needs little, so that
the others begin in the second large page of the file, which `start.c` reads. The functions of the first screen
follow, then those of the first keys, each group by name. A name that no longer exists does no harm, so the
list may grow old.
"""

import argparse
import bisect
import itertools
import os
import re
import subprocess
import tempfile

from driver import Program
from subjects import FORMS

ORDER = os.path.join(FORMS, "..", ".github", "packaging", "order.txt")
# The form, the options, the text that ends the first screen, and the keys that follow.
FIRST_SCREEN = ("classmates.json", ["--height", "8"], "Classmate 1 ▸", [])
FIRST_KEYS = [
    ("classmates.json", [], "Classmate 1 ▸", [b"A", b"\r"]),
    ("resume.json", [], "Name ▸", [b"A", b"\r", b"\x1b[6~"]),
]
LEAVE = b"\x03"

# The C library has some functions once for each kind of processor, and valgrind's is not the user's.
VARIANT = re.compile(r"(.+?)_(?:sse|avx|evex)[a-z0-9]*(?:_.*)?")
# The first code of `start.c`, and a function in each of four large sections.
BEGINNING = ["start_reading", "pcre2_jit_compile_8", "pcre2_match_8", "sqlite3Fts5Init", "$sSDMi"]
EXECUTED = re.compile(r"^0x([0-9a-f]+) ", re.MULTILINE)  # an instruction, as callgrind lists it


class Symbols:
    """The functions of a program by their addresses. Several names may have the same address."""

    def __init__(self, path):
        listing = subprocess.run(["nm", "-n", path], check=True, capture_output=True, text=True)
        self.names = {}
        for line in listing.stdout.split("\n"):
            parts = line.split()
            if len(parts) == 3 and parts[1] in "tTwW":
                self.names.setdefault(int(parts[0], 16), []).append(parts[2])
        self.addresses = list(self.names)
        self.variants = {}
        for name in itertools.chain.from_iterable(self.names.values()):
            if match := VARIANT.fullmatch(name):
                self.variants.setdefault(match[1], []).append(name)

    def at(self, address):
        """The names of the function that contains an instruction, and of its variants."""
        place = bisect.bisect_right(self.addresses, address)
        names = self.names[self.addresses[place - 1]] if place else []
        matches = map(VARIANT.fullmatch, names)
        return names + [name for match in matches if match for name in self.variants[match[1]]]


def functions(longform, symbols, form, options, first_screen, keys):
    """The names of the functions that run in a session."""
    with tempfile.TemporaryDirectory(prefix="longform-order-") as folder:
        counts = os.path.join(folder, "counts")
        env = {"HOME": folder, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "TERM": "xterm-256color"}
        command = [
            "/usr/bin/valgrind", "--tool=callgrind", "--dump-instr=yes", "--compress-pos=no",
            f"--callgrind-out-file={counts}", f"--log-file={os.path.join(folder, 'log')}",
            longform, "fill", os.path.join(FORMS, form), *options,
        ]
        with Program(command, env=env) as program:
            program.wait_for(first_screen)
            for key in keys:
                program.press(key)
            program.finish(LEAVE)
        with open(counts, encoding="utf-8") as file:
            executed = {int(address, 16) for address in EXECUTED.findall(file.read())}
    return {name for address in executed for name in symbols.at(address)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--longform", required=True, help="a program with its symbols")
    options = parser.parse_args()
    symbols = Symbols(options.longform)
    first = functions(options.longform, symbols, *FIRST_SCREEN)
    more = set().union(*(functions(options.longform, symbols, *session) for session in FIRST_KEYS))
    beginning = set(BEGINNING)
    names = BEGINNING + sorted(first - beginning) + sorted(more - first - beginning)
    with open(ORDER, "w", encoding="utf-8") as file:
        file.writelines(f"{name}\n" for name in names)
    print(f"{len(names)} functions in {os.path.normpath(ORDER)}")


if __name__ == "__main__":
    main()
