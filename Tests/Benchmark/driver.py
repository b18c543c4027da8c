"""Runs a program in a pseudo-terminal and says what its actions cost.

How it measures:
  * Time runs from just before execve, taken in the child, to the arrival of the piece of output
    that completes what is waited for. While waiting nothing is done but reading and noting times.
  * CPU is the clock of the whole process, in nanoseconds, which neither ticks nor other programs
    disturb; what the child used before execve is taken off.
  * Writes are the process's write system calls as the kernel counts them (`syscw`), bytes are those
    that arrive at the terminal.
  * Peak memory is VmHWM: ru_maxrss would hold this script's own memory too.
  * An action has ended when output has come, the process sleeps, and nothing follows for a while.
"""

import fcntl
import os
import re
import select
import signal
import struct
import termios
import time
from typing import NamedTuple

now = time.perf_counter_ns

# CSI, OSC, and the short escape sequences: what is left is the text in the order it was painted.
ESCAPES = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]|\x0f"
)
# Where is the cursor? fzf waits for the answer that every terminal gives.
CURSOR_QUESTION = b"\x1b[6n"


class Failure(Exception):
    """A program did not do what the benchmark asked of it."""


class Cost(NamedTuple):
    """What one action cost."""

    wall: float  # seconds to the last byte of its output, or to the end of the process
    cpu: float  # seconds
    bytes: int
    writes: int | None  # None where the kernel does not tell

    def scaled(self, count):
        """A share of the cost of `count` like actions."""
        writes = None if self.writes is None else self.writes / count
        return Cost(self.wall / count, self.cpu / count, self.bytes / count, writes)


class Program:
    """A program that runs at a terminal of its own, 24 x 80 unless told otherwise."""

    # Longer than the pauses of a process that is not yet done, shorter than an autosave.
    QUIET = 0.003
    TIMEOUT = 60.0
    # The most of its time that a process at rest works: that of Go gives memory back little by little.
    IDLE = 0.02

    def __init__(self, argv, *, env, stdout=None, stderr=None, rows=24, columns=80):
        self.argv = argv
        self.pieces = []  # (arrival in ns, bytes)
        self.ended = False
        self.status = None
        self.peak_memory = 0
        master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        reader, writer = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            self._become(argv, env, slave, stdout, stderr, writer)
        os.close(writer)
        self.master = master
        # Held open, so that what the program wrote last can still be read when it has ended.
        self._slave = slave
        started = os.read(reader, 16)
        os.close(reader)
        self._cpu_before, self.start = struct.unpack("qq", started)
        self._clock = (~self.pid << 3) | 2  # what clock_getcpuclockid(3) returns
        self._pidfd = os.pidfd_open(self.pid)
        self._files = {
            name: os.open(f"/proc/{self.pid}/{name}", os.O_RDONLY | os.O_CLOEXEC)
            for name in ("stat", "status", "io")
        }
        os.set_blocking(master, False)
        self._poll = select.poll()
        self._poll.register(master, select.POLLIN)
        self._poll.register(self._pidfd, select.POLLIN)

    @staticmethod
    def _become(argv, env, slave, stdout, stderr, writer):
        try:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            streams = [slave] + [
                slave if path is None else os.open(path, flags, 0o600) for path in (stdout, stderr)
            ]
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            os.write(writer, struct.pack("qq", time.process_time_ns(), now()))
            os.execve(argv[0], argv, env)
        finally:
            os._exit(127)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if not self.ended:
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
            select.select([self._pidfd], [], [])
            self._end()
        for descriptor in (self.master, self._slave, self._pidfd, *self._files.values()):
            os.close(descriptor)

    # What the kernel knows.

    def _proc(self, name):
        try:
            return os.pread(self._files[name], 4096, 0)
        except OSError:
            return b""

    def _cpu(self):
        return time.clock_gettime_ns(self._clock) - self._cpu_before

    def _writes(self):
        found = re.search(rb"syscw: (\d+)", self._proc("io"))
        return int(found[1]) if found else None

    def _sleeps(self):
        return self._proc("stat").rpartition(b") ")[2][:1] == b"S"

    def note_memory(self):
        """Reads the peak memory so far, in bytes."""
        found = re.search(rb"VmHWM:\s+(\d+)", self._proc("status"))
        if found:
            self.peak_memory = max(self.peak_memory, int(found[1]) * 1024)
        return self.peak_memory

    # The terminal.

    def _read(self, seconds):
        """Waits for output; false when none came in time."""
        came = False
        for descriptor, _ in self._poll.poll(max(0, seconds) * 1e3):
            if descriptor == self.master:
                data = os.read(self.master, 1 << 16)
                self.pieces.append((now(), data))
                if CURSOR_QUESTION in data:
                    os.write(self.master, b"\x1b[1;1R")
                came = True
            elif not came and not self._poll_master():
                self._end()
        return came

    def _poll_master(self):
        return bool(select.select([self.master], [], [], 0)[0])

    def _end(self):
        # The counters of a process that has ended can be read until it is waited for.
        self._last = (self._cpu(), self._writes())
        _, status, _ = os.wait4(self.pid, 0)
        self.status = os.waitstatus_to_exitcode(status)
        self.ended = True
        self._end_time = now()
        self._poll.unregister(self._pidfd)

    def _counters(self):
        return self._last if self.ended else (self._cpu(), self._writes())

    def _write(self, keys):
        """Types, reading what comes back meanwhile, as a terminal does."""
        rest = memoryview(keys)
        while rest:
            try:
                rest = rest[os.write(self.master, rest[:4096]) :]
            except BlockingIOError:
                self._poll.modify(self.master, select.POLLIN | select.POLLOUT)
                for _, what in self._poll.poll(1000):
                    if what & select.POLLIN:
                        self._poll.modify(self.master, select.POLLIN)
                        self._read(0)
                self._poll.modify(self.master, select.POLLIN)
                if self.ended:
                    raise self.failure("ended while it was typed to")

    def _settle(self, first, quiet):
        """Waits until the process has answered with output since piece `first` and sleeps."""
        end = now() + self.TIMEOUT * 1e9
        while not self.ended:
            if now() > end:
                raise self.failure("did not come to rest")
            if self._read(quiet) or self.ended or len(self.pieces) == first:
                continue
            before = self._cpu()
            if not self._sleeps() or self._read(quiet):
                continue
            if not self.ended and self._cpu() - before <= quiet * 1e9 * self.IDLE:
                return

    def text(self, first=0):
        """Everything painted since a piece, without escape sequences."""
        raw = b"".join(data for _, data in self.pieces[first:])
        return ESCAPES.sub(b"", raw).decode("utf-8", "replace")

    def failure(self, what):
        """The error that says what the program did not do."""
        name = os.path.basename(self.argv[0])
        end = f", exit {self.status}" if self.ended else ""
        return Failure(f"{name} {what}{end}; it painted last: {self.text()[-300:]!r}")

    # Actions.

    def wait_for(self, text, timeout=TIMEOUT, quiet=QUIET):
        """Seconds from execve to the piece of output that completes `text`, and CPU when at rest."""
        end = now() + timeout * 1e9
        while now() < end and not self.ended:
            if self._read(0.05) and text in self.text():
                arrival = self.pieces[-1][0]
                self._settle(0, quiet)
                cpu, writes = self._counters()
                size = sum(len(data) for _, data in self.pieces)
                return Cost((arrival - self.start) / 1e9, cpu / 1e9, size, writes)
        raise self.failure(f"did not paint {text!r}")

    def act(self, keys, quiet=QUIET):
        """Types keys and says what they cost when the program is at rest again."""
        while self._read(0):
            pass
        first = len(self.pieces)
        cpu, writes = self._counters()
        began = now()
        self._write(keys)
        self._settle(first, quiet)
        if self.ended:
            raise self.failure(f"ended at the key {keys[:20]!r}")
        cpu_after, writes_after = self._counters()
        return Cost(
            (self.pieces[-1][0] - began) / 1e9,
            (cpu_after - cpu) / 1e9,
            sum(len(data) for _, data in self.pieces[first:]),
            None if writes is None or writes_after is None else writes_after - writes,
        )

    def press(self, key):
        """Types one key and waits until the program has painted it and sleeps again, however long that
        takes: a key that were typed before would be painted together with this one."""
        while self._read(0):
            pass
        first = len(self.pieces)
        writes = self._writes()
        if writes is None:
            raise self.failure("writes, but the kernel does not count how often")
        self._write(key)
        end = now() + self.TIMEOUT * 1e9
        # In this order: when it sleeps after it was seen to work, it waits for the next key.
        while len(self.pieces) == first or self._writes() == writes or not self._sleeps():
            self._read(0.001)
            if self.ended:
                raise self.failure(f"ended at the key {key!r}")
            if now() > end:
                raise self.failure(f"did not answer the key {key!r}")

    def pace(self, keys, interval):
        """Types keys one by one, an interval apart, and says what they cost together."""
        first = len(self.pieces)
        cpu, writes = self._counters()
        for key in keys:
            self._write(key)
            end = now() + interval * 1e9
            while now() < end and not self.ended:
                self._read((end - now()) / 1e9)
        cpu_after, writes_after = self._counters()
        return Cost(
            interval * len(keys),
            (cpu_after - cpu) / 1e9,
            sum(len(data) for _, data in self.pieces[first:]),
            None if writes is None or writes_after is None else writes_after - writes,
        )

    def finish(self, keys):
        """Types the keys that end the program and says what they cost, to its end.

        Of three, the last are typed once the text between was painted: a question that was not seen yet
        takes no answer.
        """
        keys, shown, answer = keys if isinstance(keys, tuple) else (keys, None, b"")
        first = len(self.pieces)
        cpu, writes = self._counters()
        began = now()
        self._write(keys)
        end = began + self.TIMEOUT * 1e9
        while not self.ended:
            self._read(0.002)
            self.note_memory()
            if shown and shown in b"".join(data for _, data in self.pieces[first:]):
                self._write(answer)
                shown = None
            if now() > end:
                raise self.failure("did not end")
        cpu_after, writes_after = self._counters()
        return Cost(
            (self._end_time - began) / 1e9,
            (cpu_after - cpu) / 1e9,
            sum(len(data) for _, data in self.pieces[first:]),
            None if writes is None or writes_after is None else writes_after - writes,
        )
