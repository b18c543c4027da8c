"""Writes the list of functions that `.github/packaging/order.json` tells the linker to place together.

Started by `run --order`. The linker puts the listed sections after all others, near the data of the
program, so that a start reads one part of the file. The list has first the code of the C libraries,
which has no section for each function, and Swift's functions without a name; then the functions of the
first screen, and those of the first keys, each group by name. A name that no longer exists does no harm,
so the list may grow old.
"""

import argparse
import bisect
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

# Patterns of section names: C code, and Swift's functions without a name.
OTHERS = [".text", ".text..L*"]
# The first code of the archive's program, in `tarball/start.c`, near the end of the file: the kernel reads this end
# before it starts the program.
LAST = ".text.start_reading"
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

    def at(self, address):
        """The names of the function that contains an instruction."""
        place = bisect.bisect_right(self.addresses, address)
        return self.names[self.addresses[place - 1]] if place else []


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
    names = sorted(first) + sorted(more - first)
    with open(ORDER, "w", encoding="utf-8") as file:
        file.writelines(f"{name}\n" for name in OTHERS)
        file.writelines(f".text.{name}\n" for name in names)
        file.write(f"{LAST}\n")
    print(f"{len(names)} functions in {os.path.normpath(ORDER)}")


if __name__ == "__main__":
    main()
