"""Saves answers for a command, and kills longform, the command and the receiver at random moments.

At the end, after `longform deliver` has sent the waiting answers, the script checks that

- the receiver has every saved answer exactly once;
- all attempts with the same id and revision sent the same bytes;
- answers that were sent at least once have arrived, even if the save was reported as failed.

The receiver is SQLite, or PostgreSQL, to which psql sends the answers as in the recipe of
Forms/README.md.
"""

import argparse
import hashlib
import json
import os
import pathlib
import pty
import random
import resource
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

FORM = {
    "longform": 1, "id": "parcel", "title": "Parcel",
    "sections": [{"id": "p", "rows": [
        {"id": "token", "label": "Token", "required": True},
        {"id": "note", "label": "Note", "type": "paragraph"}]}],
}

# The same form with items inside members of objects inside items, and an alternative.
NESTED = {
    **FORM, "id": "parcels", "output": {"empty": "omit"},
    "sections": FORM["sections"] + [{
        "id": "boxes", "repeat": {"key": "boxes"}, "rows": [
            {"id": "kind", "type": "choice", "choices": ["Size", "Weight"], "export": False},
            {"id": "size", "when": {"row": "kind", "is": "Size"}},
            {"id": "weight", "type": "decimal", "when": {"row": "kind", "is": "Weight"}}],
        "sections": [{
            "id": "parts", "repeat": {"as": "object", "keyRow": "part"},
            "rows": [{"id": "part"}, {"id": "count", "type": "integer"}],
            "sections": [{
                "id": "colours", "repeat": {"key": "colours"},
                "rows": [{"id": "colour", "key": []}]}]}]}],
}

# The boxes of the nested form, as options and as they must arrive.
NESTED_OPTIONS = [
    "--set", "boxes[0].size=A4", "--set", "boxes[1].weight=2.5", "--set", "boxes[1].parts.bolt.count=3",
    "--set", "boxes[1].parts.bolt.colours[0]=red", "--set", "boxes[1].parts.bolt.colours[1]=blue"]
NESTED_BOXES = [
    {"size": "A4"},
    {"weight": 2.5, "parts": {"bolt": {"count": 3, "colours": ["red", "blue"]}}}]

# The SQLite receiver. Its second argument says how it behaves; this script chooses one at random.
RECEIVER = r"""
import hashlib, os, signal, sqlite3, sys, time
here, mood = sys.argv[1], sys.argv[2]
data = sys.stdin.buffer.read()
id, revision = os.environ["LONGFORM_ID"], os.environ["LONGFORM_REVISION"]
line = f"{id} {revision} {hashlib.sha256(data).hexdigest()}\n"
log = os.open(f"{here}/attempts", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
os.write(log, line.encode())
def stop():
    os.kill(os.getpid(), signal.SIGKILL)
if mood == "refuse":
    sys.stderr.write("connection refused\nIs the server running?\n")
    sys.exit(2)
if mood == "die-before": stop()
if mood == "slow": time.sleep(0.05)
db = sqlite3.connect(f"{here}/received.db", timeout=60)
with db:
    db.execute("insert into received values (?, ?) on conflict (id) do nothing", (id, data))
    if mood == "die-within": stop()
db.close()
if mood == "die-after": stop()
if mood == "fail-after": sys.exit(1)
"""

# The number of the session whose answers exceed 64 MiB, so that they are in a file next to the draft.
LARGE_SESSION = 7

MOODS = ["accept"] * 3 + ["refuse", "die-before", "die-within", "die-after", "fail-after", "slow"]


def kill_tree(process):
    """Kills a process and its children, as a power cut does."""
    try:
        children = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        children = []
    for one in [process, *map(int, children)]:
        try:
            os.kill(one, signal.SIGKILL)
        except ProcessLookupError:
            pass


def kill_child(server, choice):
    """Kills a child process of a PostgreSQL server. The server then ends all its children and recovers.

    Does nothing while the server recovers, because the server ends for good if its startup process is
    killed. A child has no name of its own right after the fork; it might become that process.
    """
    children = pathlib.Path(f"/proc/{server}/task/{server}/children").read_text().split()
    names = {}
    for child in children:
        try:
            names[child] = pathlib.Path(f"/proc/{child}/cmdline").read_text()
        except OSError:
            pass
    named = [child for child, name in names.items() if name.startswith("postgres: ")]
    if not named or any("startup" in name for name in names.values()):
        return
    try:
        os.kill(int(named[int(choice * len(named))]), signal.SIGKILL)
    except ProcessLookupError:
        pass


class Session:
    """One filled form. The answers come through a pipe, from an option, or from keys at a terminal."""

    def __init__(self, number, program, folder, environment, command, rng):
        self.token = f"token-{number}"
        self.program, self.folder, self.environment = program, folder, environment
        self.command, self.rng = command, rng
        self.way = rng.choice(["pipe", "pipe", "preset", "terminal"])
        self.limit = rng.random() < 0.05
        self.kill = rng.random() < 0.5
        self.stuck = None
        self.note = "x" * rng.choice([0, 10, 5000])
        self.nested = rng.random() < 0.5

    def limits(self):
        # The process cannot write a larger file than this, as if the disk were full.
        if self.limit:
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.rng.choice([0, 4096, 20000]),) * 2)

    def run(self):
        """Runs the form; returns its exit status, or None if it was killed."""
        form = ["./nested.json", *NESTED_OPTIONS] if self.nested else ["./parcel.json"]
        arguments = [self.program, *form, "--deliver", self.command]
        if self.way == "preset":
            arguments += ["--no-input", "--set", f"token={self.token}"]
        if self.way == "terminal":
            return self.at_terminal(arguments + ["--draft", self.token])
        process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, cwd=self.folder, env=self.environment,
            preexec_fn=self.limits)
        try:
            process.stdin.write(f"{self.token}\n{self.note}\n".encode())
            process.stdin.close()
        except BrokenPipeError:
            pass
        if self.kill:
            time.sleep(self.rng.uniform(0, 0.15))
            kind = self.rng.choice([signal.SIGKILL] * 2 + [signal.SIGTERM, None])
            if kind:
                process.send_signal(kind)
            else:
                kill_tree(process.pid)
        status = process.wait(300)
        return None if status < 0 else status

    def at_terminal(self, arguments):
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            os.execve(self.program, arguments, self.environment)
        deadline = time.monotonic() + self.rng.uniform(0.01, 0.4) if self.kill else None
        seen, sent = b"", 0
        question = b"Save 9 answers" if self.nested else b"Save 1 answer"
        steps = [(b"\xe2\x96\xb8", self.token.encode() + b"\x13"), (question, b"y"),
                 (b"did not accept", b"\x03")]
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if deadline and time.monotonic() > deadline:
                kill_tree(child)
                deadline = None
            readable, _, _ = select.select([terminal], [], [], 0.01)
            if readable:
                try:
                    data = os.read(terminal, 65536)
                except OSError:
                    data = b""
                if not data:
                    break
                seen += data
                while sent < len(steps) and steps[sent][0] in seen:
                    os.write(terminal, steps[sent][1])
                    seen, sent = seen.split(steps[sent][0], 1)[1], sent + 1
        else:
            self.stuck = seen[-2000:]
            os.kill(child, signal.SIGKILL)
        os.close(terminal)
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else None


def attempts(folder):
    path = folder / "attempts"
    lines = path.read_text().splitlines() if path.exists() else []
    return [line.split() for line in lines]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--longform", required=True)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--postgres", help="a command that inserts, and one that lists id and token")
    parser.add_argument("--list")
    parser.add_argument("--server", type=int, help="a process whose children are killed now and then")
    options = parser.parse_args()
    # A shell without job control starts background processes so that they ignore SIGINT. longform
    # would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    rng = random.Random(options.seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="longform-deliver-"))
    (folder / "parcel.json").write_text(json.dumps(FORM))
    (folder / "nested.json").write_text(json.dumps(NESTED))
    (folder / "receiver.py").write_text(RECEIVER)
    sqlite3.connect(folder / "received.db").execute(
        "create table received (id text primary key, answers blob)")
    environment = {
        **os.environ, "HOME": str(folder / "home"), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    environment.pop("XDG_STATE_HOME", None)
    (folder / "home").mkdir()
    faults, exits, number = [], {}, 0
    ways, nested, timers = {}, set(), []
    begin = time.monotonic()

    def deliver(mood):
        """Runs `longform deliver`; returns whether it sent all waiting answers."""
        environment["MOOD"] = mood
        arguments = [options.longform, "deliver", "--quiet", "--keep-going"]
        process = subprocess.Popen(
            arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            cwd=folder, env=environment)
        if mood != "accept" and rng.random() < 0.5:
            time.sleep(rng.uniform(0, 0.1))
            process.kill()
        return process.wait(600) == 0

    command = f"exec {sys.executable} receiver.py {folder} \"$MOOD\""
    if options.postgres:
        # Record the input of every attempt before the command gets it.
        command = (
            f'given=$(mktemp -p {folder}); cat >"$given"; hash=$(sha256sum <"$given"); '
            f'echo "$LONGFORM_ID $LONGFORM_REVISION ${{hash%% *}}" >>{folder}/attempts; '
            'exec <"$given"; rm "$given"; '
            'case $MOOD in refuse) echo refused >&2; exit 2;; die-before) kill -9 $$;; esac; '
            + options.postgres + ' || exit; case $MOOD in die-after) kill -9 $$;; fail-after) exit 1;; esac')
    while (time.monotonic() - begin < options.minutes * 60) if options.minutes else (
            number < options.count):
        number += 1
        environment["MOOD"] = rng.choice(MOODS)
        session = Session(number, options.longform, folder, environment, command, rng)
        if number == LARGE_SESSION:
            session.way, session.kill, session.limit, session.nested = "pipe", False, False, False
            session.note = "x" * 70_000_000
        if options.server and rng.random() < 0.3:
            timers.append(threading.Timer(
                rng.uniform(0, 0.3), kill_child, [options.server, rng.random()]))
            timers[-1].start()
        status = session.run()
        exits[session.token] = status
        if session.stuck is not None:
            faults.append(f"{session.token}: waits forever after {session.stuck!r}")
        ways[session.token] = session.way
        if session.nested:
            nested.add(session.token)
        if status not in (None, 0, 69, 74, 1):
            faults.append(f"{session.token} ({session.way}): exit status {status}")
        if rng.random() < 0.1:
            deliver(rng.choice(MOODS))
    # The last kill must not hit the server after everything was sent, while this script lists it.
    for timer in timers:
        timer.join()
    for _ in range(20):
        if deliver("accept"):
            break
        # Give a server whose child was killed the time to recover.
        time.sleep(0.5)
    else:
        faults.append("deliver does not come to an end")
    if options.postgres:
        for _ in range(20):
            listed = subprocess.run(
                options.list, shell=True, cwd=folder, env=environment, capture_output=True, text=True)
            if listed.returncode == 0:
                break
            # A server whose child was killed may still recover, if nothing waited for it.
            time.sleep(0.5)
        else:
            faults.append(f"the server does not list what arrived: {listed.stderr}")
        received = [line.split("|") for line in listed.stdout.splitlines() if line]
    else:
        rows = sqlite3.connect(folder / "received.db").execute("select id, answers from received")
        received = []
        for id, data in rows:
            answers = json.loads(data)
            received.append((id, answers["token"]))
            boxes = answers.get("boxes")
            if boxes != (NESTED_BOXES if answers["token"] in nested else None):
                faults.append(f"{answers['token']} arrived with the boxes {boxes}")
    tokens = [token for _, token in received]
    for token, status in exits.items():
        count = tokens.count(token)
        if count > 1:
            faults.append(f"{token} arrived {count} times")
        if count == 0 and status in (0, 69):
            faults.append(f"{token} ({ways[token]}): exit status {status}, never arrived")
    hashes = {}
    for id, revision, hash in attempts(folder):
        if hashes.setdefault((id, revision), hash) != hash:
            faults.append(f"{id}: other bytes for revision {revision}")
    for id, _ in hashes:
        if id not in {id for id, _ in received}:
            faults.append(f"{id} was sent, and never arrived")
    kinds = {str(kind): list(exits.values()).count(kind) for kind in set(exits.values())}
    print(f"{number} answers, seed {options.seed}: {len(received)} received, "
          f"{len(attempts(folder))} attempts, exits {kinds}")
    if faults:
        print("\n".join(faults[:20]))
        print(f"the folder is kept: {folder}")
        sys.exit(1)
    shutil.rmtree(folder)


main()
