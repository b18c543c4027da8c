"""Runs a program in a pseudo-terminal and measures the cost of its actions.

How the figures are measured:
  * The time of a start begins just before execve, when the child reads the clock. The time ends when
    the piece of output arrives that completes the awaited text.
  * The time of an action begins before the first key and ends when its last output arrives.
  * CPU is the processor time of the whole process, in nanoseconds. Other programs do not change it,
    and it is not rounded to ticks. The time that the child used before execve is subtracted.
  * Writes are the write system calls of the process, as the kernel counts them (`syscw`). Bytes are
    those that arrive at the terminal.
  * Peak memory is VmHWM, because ru_maxrss would include this script's own memory.
  * An action has ended when the program has painted, sleeps, and paints nothing more for a while.
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

# CSI, OSC and short escape sequences. The output without them is text, in the order of painting.
ESCAPES = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]|\x0f"
)
# The request for the cursor's position. fzf waits for the reply, which every terminal sends.
CURSOR_QUESTION = b"\x1b[6n"


class Failure(Exception):
    """A program did not do its task in the benchmark."""


class Cost(NamedTuple):
    """The cost of one action."""

    wall: float  # seconds to the last byte of its output, or to the end of the process
    cpu: float  # seconds
    bytes: int
    writes: int | None  # None if the kernel does not report it

    def scaled(self, count):
        """Returns the average cost of an action, if this is the total cost of `count` actions."""
        writes = None if self.writes is None else self.writes / count
        return Cost(self.wall / count, self.cpu / count, self.bytes / count, writes)


class Program:
    """A program that runs on its own terminal, 24 x 80 by default."""

    # The seconds without output after which a program is at rest. This is longer than the pauses of a
    # program that still works, and shorter than the time until an autosave.
    QUIET = 0.003
    # The share of CPU time that a process at rest may still use. It is not 0, because Go's runtime
    # keeps returning memory.
    IDLE = 0.02

    def __init__(self, argv, *, env, stdout=None, stderr=None, rows=24, columns=80, timeout=60.0):
        self.argv = argv
        self.timeout = timeout  # the seconds that each wait may take
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
        # Kept open, so that the last output can still be read after the program has ended.
        self._slave = slave
        started = os.read(reader, 16)
        os.close(reader)
        self._cpu_before, self.start = struct.unpack("qq", started)
        self._clock = (~self.pid << 3) | 2  # the value of clock_getcpuclockid(3)
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
            # A shell ignores the first two for jobs in its background, and Python ignores the third.
            for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE):
                signal.signal(number, signal.SIG_DFL)
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

    # Counters of the kernel.

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
        """Waits for output, and records the end of the program. Returns whether output came in time."""
        came = False
        for descriptor, _ in self._poll.poll(max(0, seconds) * 1e3):
            if descriptor == self.master:
                data = os.read(self.master, 1 << 16)
                self.pieces.append((now(), data))
                os.write(self.master, b"\x1b[1;1R" * data.count(CURSOR_QUESTION))
                came = True
            elif not came and not self._poll_master():
                self._end()
        return came

    def _poll_master(self):
        return bool(select.select([self.master], [], [], 0)[0])

    def _end(self):
        # The counters of an ended process can be read only until wait4.
        self._last = (self._cpu(), self._writes())
        _, status, _ = os.wait4(self.pid, 0)
        self.status = os.waitstatus_to_exitcode(status)
        self.ended = True
        self._end_time = now()
        self._poll.unregister(self._pidfd)

    def _counters(self):
        return self._last if self.ended else (self._cpu(), self._writes())

    def _write(self, keys):
        """Types keys. Meanwhile reads the output, as a terminal does."""
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
        """Waits until the program is at rest and has painted something since there were `first` pieces
        of output."""
        end = now() + self.timeout * 1e9
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

    def rest(self):
        """Waits until the program does no work in the background either."""
        self._settle(0, 0.05)

    def text(self, first=0):
        """Returns the output from the piece with the given index on, without escape sequences."""
        raw = b"".join(data for _, data in self.pieces[first:])
        return ESCAPES.sub(b"", raw).decode("utf-8", "replace")

    def failure(self, what):
        """Returns an error that describes the failure of the program."""
        name = os.path.basename(self.argv[0])
        end = f", exit {self.status}" if self.ended else ""
        return Failure(f"{name} {what}{end}; it painted last: {self.text()[-300:]!r}")

    # Actions.

    def wait_for(self, text, quiet=QUIET):
        """Waits until the program has painted a text and is at rest. Returns the cost of the start: the
        time until the text was complete, and the CPU time until the program was at rest.
        """
        end = now() + self.timeout * 1e9
        while now() < end and not self.ended:
            if self._read(0.05) and text in self.text():
                arrival = self.pieces[-1][0]
                self._settle(0, quiet)
                cpu, writes = self._counters()
                size = sum(len(data) for _, data in self.pieces)
                return Cost((arrival - self.start) / 1e9, cpu / 1e9, size, writes)
        raise self.failure(f"did not paint {text!r}")

    def act(self, keys, quiet=QUIET):
        """Types keys, waits until the program is at rest again, and returns the cost."""
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
        """Types one key, and waits until the program has painted the effect and sleeps again. If the
        next key came earlier, the effects of both keys would be painted together.
        """
        while self._read(0):
            pass
        first = len(self.pieces)
        writes = self._writes()
        if writes is None:
            raise self.failure("writes, but the kernel does not count how often")
        self._write(key)
        end = now() + self.timeout * 1e9
        # Check the sleep last: only a process that sleeps after it has painted and written is waiting
        # for the next key.
        while len(self.pieces) == first or self._writes() == writes or not self._sleeps():
            self._read(0.001)
            if self.ended:
                raise self.failure(f"ended at the key {key!r}")
            if now() > end:
                raise self.failure(f"did not answer the key {key!r}")

    def pace(self, keys, interval):
        """Types keys one by one, an interval apart, and returns their total cost."""
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
        """Types the keys that end the program, and returns the cost up to the end of the program.

        `keys` may be a tuple: the keys that lead to a question, a text of the question, and the keys
        that answer. These are typed only after the text was painted, because the program ignores an
        answer to a question that is not visible yet.
        """
        keys, shown, answer = keys if isinstance(keys, tuple) else (keys, None, b"")
        first = len(self.pieces)
        cpu, writes = self._counters()
        began = now()
        self._write(keys)
        end = began + self.timeout * 1e9
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
