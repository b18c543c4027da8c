"""Makes random edits of YAML, JSONC, CSV and TSV, has the driver apply them, and checks the new documents.

A document is made of segments. Each segment records the node to which it belongs, so the script knows which bytes
an edit may change. The script makes the same edit in a model, which consists of plain Python values. The readers must
find these values in the new document. They are PyYAML and ruamel.yaml for YAML; for the other formats, the script and
Python's own modules."""
import argparse, csv, io, json, random, re, subprocess, sys, warnings
try: import yaml, ruamel.yaml
except ImportError: yaml = None

TEXTS = ["", " lead", "trail ", "a: b", "a #b", "#x", "- x", "yes", "no", "Null", "~", "1", "0x1F", "007", "1e5", "-1.5",
    "+1", ".5", ".inf", "2024-01-01", "1:30", "12:30:45", "two\nlines", "two\n\nlines\n", "tab\tx", "é 👩‍👩‍👧‍👦", "it's", 'say "x"',
    "back\\slash", "[x", "{y", "a, b", "x]", "&a", "*a", "!t", "|", ">", "%x", "@x", "`x", "?", "? x", ":", "a:", "---",
    "...", "=", "<<", "nel\u0085x", "ls\u2028x", "bom\ufeffx", "bell\x07", "many words " * 12, "-", "-x", "line\n", "two\n\n",
    "\nlead", "  in\n more", "end\\", "a\rb", "http://example.org/a?b=c#d", "10.0.0.1", "1.2.3", "plain words", "Ada", "x" * 200,
    "a\n  b\nc\n", "a ,b", "{}", "[]", "\\n", "''", '""', "a'b\"c", "true", "True", "on", "0o7", "1_000", "null", "y", "// x", "/* x */"]
WORDS = ["Ada", "Grace", "engine", "loom", "é", "blue", "x1", "a b", "ten years", "New York", "v1.2.3", "a_b"]
class Maker:
    def __init__(self, r):
        self.r = r; self.out = []; self.pos = 0; self.comments = 0; self.anchors = []; self.nodes = 0
        self.nl = "\r\n" if r.random() < .1 else "\n"
        self.unit = r.choice([2, 2, 2, 4, 3]); self.seq = r.choice([0, 2, 2, self.unit])
        self.flowok = r.random() < .7; self.noisy = r.random() < .8
        self.lengths = 0; self.merges = False
    def w(self, text, owner, role):
        text = text.replace("\n", self.nl)
        b = text.encode(); self.out.append((self.pos, self.pos + len(b), owner, role)); self.pos += len(b); self.text.append(text)
    def comment(self):
        self.comments += 1
        return "# c%d%s" % (self.comments, self.r.choice(["", " it's", ' "', " a: b", " [x", " é", " - x", " &a *b"]))
    def value(self, depth):
        """Returns a random value as a node. The node is written later."""
        r = self.r; k = r.random()
        if depth > 0 and k < .35: return {"t": "map", "m": self.members(depth - 1, r.choice([0, 1, 2, 3, 4]) if r.random() < .9 else 8)}
        if depth > 0 and k < .6: return {"t": "seq", "m": [(None, self.value(depth - 1)) for _ in range(r.choice([0, 1, 2, 3, 5]))]}
        k = r.random()
        if k < .15: return {"t": "s", "v": r.choice([0, 1, -7, 42, 1.5, -0.25, 10**12])}
        if k < .25: return {"t": "s", "v": r.choice([None, True, False])}
        return {"t": "s", "v": r.choice(TEXTS) if r.random() < .35 else r.choice(WORDS)}
    def members(self, depth, n):
        keys = []
        while len(keys) < n:
            k = self.r.choice(["name", "age", "a b", "é", "work", "items", "it's", "key%d" % len(keys), "x.y", "Yes I", "k-1"])
            if k not in keys: keys.append(k)
        return [(k, self.value(depth)) for k in keys]
YWORDS = re.compile(r"^[A-Za-zé][A-Za-zé0-9_. ]*[A-Za-zé0-9]$")
AMBIG = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
def plain_ok(s): return bool(YWORDS.fullmatch(s)) and s.lower() not in AMBIG
def esc(s):
    o = ""
    for c in s:
        if c in '"\\': o += "\\" + c
        elif c == "\n": o += "\\n"
        elif c == "\t": o += "\\t"
        elif ord(c) < 32 or c in "\x7f\u0085\u2028\u2029\ufeff": o += "\\u%04x" % ord(c)
        else: o += c
    return '"' + o + '"'
class Yaml(Maker):
    format = "yaml"
    def make(self):
        r = self.r; self.text = []
        root = {"t": "map", "m": self.members(4, r.choice([1, 2, 3, 4]))} if r.random() < .85 else {"t": "seq", "m": [(None, self.value(3)) for _ in range(r.choice([1, 2, 3]))]}
        if not root["m"]: root["m"] = [("k", {"t": "s", "v": 1})]
        self.path = (); self.info = {}
        if r.random() < .1: self.w("\ufeff", None, "mark")
        if r.random() < .3: self.w("# header" + "\n" + ("\n" if r.random() < .7 else ""), None, "header")
        if r.random() < .2: self.w("---\n", None, "marker")
        self.block(root, 0, (), False)
        if r.random() < .2: self.w(self.comment() + "\n", None, "free")
        if r.random() < .1: self.w("...\n", None, "marker")
        self.root = root
        t = "".join(self.text)
        if r.random() < .1 and self.out[-1][3] in ("value",) and t.endswith("\n"): pass
        return t
    def scalar(self, v, flow, col):
        """Returns the text of a scalar: plain, or in single or double quotes."""
        r = self.r
        if v is None: return r.choice(["null", "~"])
        if v is True: return r.choice(["true", "True"])
        if v is False: return "false"
        if not isinstance(v, str): return json.dumps(v)
        k = r.random()
        simple = not any(ord(c) < 32 or c in "\x7f\u0085\u2028\u2029\ufeff" for c in v)
        if k < .5 and plain_ok(v): return v
        if k < .75 and simple: return "'" + v.replace("'", "''") + "'"
        return esc(v)
    def maybe_comment(self, owner):
        if self.noisy and self.r.random() < .3: self.w("  " + self.comment(), owner, "trail")
    def flow(self, n, path, col):
        r = self.r
        n["path"] = path; n["flow"] = True
        if n["t"] == "s": self.w(self.scalar(n["v"], True, col), path, "value"); return
        multi = r.random() < .3 and n["m"]
        o, c = ("{", "}") if n["t"] == "map" else ("[", "]")
        self.w(o, path, "bracket")
        pad = " " * (col + 2)
        inner = r.choice(["", " "])
        for i, (k, v) in enumerate(n["m"]):
            p = path + (i,)
            if i: self.w(",", path, "comma"); 
            if multi:
                if i and self.noisy and r.random() < .4: self.w(" " + self.comment(), path + (i - 1,), "trail")
                self.w("\n", path, "ws")
                if self.noisy and r.random() < .3: self.w(pad + self.comment() + "\n", p, "own")
                self.w(pad, path, "ws")
            else: self.w(inner if not i else " ", path, "ws")
            if k is not None:
                self.w(k if plain_ok(k) and r.random() < .7 else esc(k), p, "key"); self.w(": ", p, "sign")
            self.flow(v, p, col + 2)
        if multi:
            if r.random() < .3: self.w(",", path, "comma")
            if self.noisy and r.random() < .3: self.w(" " + self.comment(), path + (len(n["m"]) - 1,), "trail")
            self.w("\n" + pad, path, "ws")
        elif n["m"]: self.w(inner, path, "ws")
        self.w(c, path, "bracket")
    def after(self, n, path, col, kind):
        """Writes the value that follows a `-` or `:`, and ends the line."""
        r = self.r; n["path"] = path
        anchor = ""
        if self.anchors and r.random() < .1:
            n2 = r.choice(self.anchors)
            n.clear(); n.update({"t": "alias", "of": n2, "path": path})
            self.w(" *%s" % n2["anchor"], path, "value"); self.maybe_comment(path); self.w("\n", path, "end"); return
        if r.random() < .1:
            n["anchor"] = "a%d" % self.nodes; self.nodes += 1
            self.w(" &" + n["anchor"], path, "anchor")
            if r.random() < 1: anchor = n["anchor"]
        if n["t"] == "s":
            v = n["v"]
            if isinstance(v, str) and "\n" in v and r.random() < .7 and self.blockable(v):
                self.literal(n, v, path, col, kind); 
            elif v is None and not anchor and r.random() < .4: self.maybe_comment(path); self.w("\n", path, "end")
            elif isinstance(v, str) and r.random() < .1 and self.blockable(v) and v: self.literal(n, v, path, col, kind)
            else:
                self.w(" " + self.scalar(v, False, col), path, "value"); self.maybe_comment(path); self.w("\n", path, "end")
        elif not n["m"] or self.flowok and r.random() < .3:
            self.w(" ", path, "ws"); self.flow(n, path, col); self.maybe_comment(path); self.w("\n", path, "end")
        elif kind == "dash" and not anchor and r.random() < .8:
            self.w(" ", path, "ws"); self.block(n, col + 2, path, True)
        else:
            self.maybe_comment(path); self.w("\n", path, "end")
            inner = col + (2 if kind == "dash" else self.unit if n["t"] == "map" else self.seq)
            self.block(n, inner, path, False)
        if anchor: self.anchors.append(n)
    def blockable(self, v):
        return v and not any((ord(c) < 32 and c != "\n") or c in "\x7f\u0085\u2028\u2029\ufeff" for c in v) and not v.startswith((" ", "\n")) and all(l == l.rstrip() for l in v.split("\n")) and v.strip("\n")
    def literal(self, n, v, path, col, kind):
        r = self.r
        body = v.rstrip("\n"); tail = len(v) - len(body)
        chomp = "-" if tail == 0 else "" if tail == 1 else "+"
        fold = r.random() < .3 and not any(l.startswith((" ", "\t")) for l in body.split("\n"))
        ind = col + r.choice([1, 2, 4]); pad = " " * ind
        lines = re.sub(r"\n+", lambda m: m.group() + "\n", body).split("\n") if fold else body.split("\n")
        self.w(" " + (">" if fold else "|") + chomp, path, "value")
        if self.noisy and r.random() < .2: self.w(" " + self.comment(), path, "trail")
        self.w("\n" + "".join((pad + l if l else "") + "\n" for l in lines) + "\n" * (tail - 1 if tail > 1 else 0), path, "value")
        n["keep"] = chomp == "+"; n["literal"] = True
    def block(self, n, col, path, inline):
        r = self.r; n["path"] = path; n["block"] = True; n["col"] = col
        pad = " " * col
        blank = r.random() < .2
        last = None
        def begin(p):
            """Writes the lines above an entry, and its indentation."""
            if not (inline and last is None):
                keep = self.endskeep(last) if last else True
                if (blank or r.random() < .08) and not keep: self.w("\n", path, "blank")
                if self.noisy and last and not keep and r.random() < .1: self.w(pad + self.comment() + "\n\n", path, "free")
                if self.noisy and r.random() < .25 and not (path == () and last is None):
                    for _ in range(r.choice([1, 1, 2])): self.w(pad + self.comment() + "\n", p, "own")
                self.w(pad, p, "indent")
        merge, sources = self.merge(n)
        for i, (k, v) in enumerate(n["m"]):
            p = path + (i,)
            if i == merge:
                begin(path + ("<<",)); last = {}
                self.sources(sources, path + ("<<",))
            if v["t"] == "merged": v["path"] = p; continue
            begin(p); last = v
            if k is None:
                self.w("-", p, "sign"); self.after(v, p, col, "dash")
            else:
                key = k if plain_ok(k) and r.random() < .7 else "'" + k.replace("'", "''") + "'" if r.random() < .5 else esc(k)
                if r.random() < .05: self.w("? ", p, "sign"); self.w(key, p, "key"); self.w("\n" + pad + ":", p, "sign")
                else: self.w(key, p, "key"); self.w(":", p, "sign")
                self.after(v, p, col, "key")
            if self.noisy and r.random() < .06 and v.get("block") and v["col"] > col and not self.ends(v, "literal"):
                self.w(" " * (col + 2) + self.comment() + "\n", p, "below")
    def merge(self, n):
        """Sometimes adds a merge key to a mapping. Returns the index of the merge key among the members, and the merged
        mappings; None and no mappings if there is no merge key."""
        r = self.r; maps = [a for a in self.anchors if a["t"] == "map"]
        if n["t"] != "map" or not n["m"] or not maps or r.random() < .6: return None, []
        sources = r.sample(maps, min(len(maps), r.choice([1, 1, 1, 2]))); place = r.randrange(len(n["m"])); merged = []
        names = {k for k, _ in n["m"]}
        for k, v in (m for s in sources for m in sorted(s["m"], key=lambda m: m[1]["t"] == "merged")):
            if k not in names: names.add(k); merged.append((k, {"t": "merged", "of": v}))
        n["m"][place:place] = merged; self.merges = True
        return place, sources
    def sources(self, sources, path):
        self.w("<<:", path, "sign"); isList = len(sources) > 1 or self.r.random() < .1
        if isList: self.w(" [", path, "bracket")
        for i, s in enumerate(sources):
            if i: self.w(",", path, "comma")
            self.w(" *" + s["anchor"], path, "value")
        if isList: self.w(" ]", path, "bracket")
        self.maybe_comment(path); self.w("\n", path, "end")
    def endskeep(self, n): return self.ends(n, "keep")
    def ends(self, n, what):
        if n.get(what): return True
        return bool(n.get("block") and n["m"] and self.ends(n["m"][-1][1], what))
class Jsonc(Maker):
    format = "jsonc"
    def comment(self):
        self.comments += 1
        return "// c%d%s" % (self.comments, self.r.choice(["", ' "', " /* ", " é, [", "}"]))
    def inlined(self):
        self.comments += 1
        return "/* c%d%s */" % (self.comments, self.r.choice(["", ' "', " //", ",", "}"]))
    def make(self):
        r = self.r; self.text = []
        root = {"t": "map", "m": self.members(4, r.choice([0, 1, 2, 3, 4]))} if r.random() < .8 else {"t": "seq", "m": [(None, self.value(3)) for _ in range(3)]}
        if r.random() < .1: self.w("\ufeff", None, "mark")
        if r.random() < .3: self.w(self.comment() + "\n", None, "header")
        self.node(root, (), 0); self.root = root
        if r.random() < .8: self.w("\n", None, "free")
        if r.random() < .2: self.w(self.comment() + "\n", None, "free")
        return "".join(self.text)
    def node(self, n, path, col):
        r = self.r; n["path"] = path
        if n["t"] == "s": self.w(json.dumps(n["v"], ensure_ascii=r.random() < .3), path, "value"); return
        o, c = "{}" if n["t"] == "map" else "[]"
        multi = r.random() < .7; n["flow"] = True
        self.w(o, path, "bracket"); pad = " " * (col + 2)
        if not n["m"] and self.noisy and r.random() < .2: self.w(" " + self.inlined() + " ", path, "free")
        for i, (k, v) in enumerate(n["m"]):
            p = path + (i,)
            if i:
                self.w(",", path, "comma")
                if multi and self.noisy and r.random() < .3: self.w(" " + self.comment(), path + (i - 1,), "trail")
            if multi:
                self.w("\n", path, "ws")
                if self.noisy and r.random() < .25: self.w(pad + self.comment() + "\n", p, "own")
                self.w(pad, path, "ws")
                if self.noisy and r.random() < .05: self.w(self.inlined() + " ", p, "own")
            elif i: self.w(" ", path, "ws")
            if k is not None:
                self.w(json.dumps(k), p, "key"); self.w(r.choice([": ", ":", " : "]), p, "sign")
                if self.noisy and r.random() < .03: self.w(self.inlined() + " ", p, "trail")
            self.node(v, p, col + 2)
            if self.noisy and r.random() < .03: self.w(" " + self.inlined(), p, "trail")
        if n["m"]:
            if r.random() < .2: self.w(",", path, "comma")
            if multi:
                if self.noisy and r.random() < .2: self.w(" " + self.comment(), path + (len(n["m"]) - 1,), "trail")
                self.w("\n" + " " * col, path, "ws")
        self.w(c, path, "bracket")
def strip_jsonc(t):
    t = t.lstrip("\ufeff"); o = []; i = 0
    while i < len(t):
        if t[i] == '"':
            j = i + 1
            while t[j] != '"': j += 2 if t[j] == "\\" else 1
            o.append(t[i:j + 1]); i = j + 1
        elif t.startswith("//", i):
            while i < len(t) and t[i] not in "\r\n": i += 1
        elif t.startswith("/*", i): i = t.index("*/", i + 2) + 2
        elif t[i] == ",":
            j = i + 1
            while True:
                while j < len(t) and t[j].isspace(): j += 1
                if t.startswith("//", j):
                    while t[j] not in "\r\n": j += 1
                elif t.startswith("/*", j): j = t.index("*/", j + 2) + 2
                else: break
            if t[j] not in "}]": o.append(",")
            i += 1
        else: o.append(t[i]); i += 1
    return json.loads("".join(o))
def pyyaml(t): return yaml.load(t, Loader=yaml.CSafeLoader)
def ruam(t):
    y = ruamel.yaml.YAML(typ="safe", pure=True); y.version = None
    return plain(y.load(t))
def plain(v):
    if isinstance(v, dict): return {k: plain(x) for k, x in v.items()}
    if isinstance(v, list): return [plain(x) for x in v]
    return v
def model(n):
    if n["t"] in ("alias", "merged"): return model(n["of"])
    if n["t"] == "s": return n["v"]
    if n["t"] == "map": return {k: model(v) for k, v in n["m"]}
    return [model(v) for _, v in n["m"]]
def same(a, b, ordered=True):
    """Whether two values are equal. The order of members counts only if `ordered`, which callers set to false for a
    document with merge keys, because PyYAML puts merged members first."""
    if isinstance(a, bool) != isinstance(b, bool): return False
    if isinstance(a, dict): return isinstance(b, dict) and (list(a) == list(b) if ordered else set(a) == set(b)) and all(same(a[k], b[k], ordered) for k in a)
    if isinstance(a, list): return isinstance(b, list) and len(a) == len(b) and all(same(x, y, ordered) for x, y in zip(a, b))
    if isinstance(a, str) or isinstance(b, str): return isinstance(a, str) and isinstance(b, str) and a == b
    return a == b and (a is None) == (b is None)
def value_for(r, depth=2):
    k = r.random()
    if depth and k < .12: return {w: value_for(r, depth - 1) for w in r.sample(["name", "n", "a b", "x: y", "2", "é"], r.choice([0, 1, 2, 3]))}
    if depth and k < .25: return [value_for(r, depth - 1) for _ in range(r.choice([0, 1, 2, 3]))]
    return r.choice([None, True, False, 5, -2, 2.5]) if k < .4 else r.choice(TEXTS) if k < .8 else r.choice(WORDS)
def pairs(n, acc):
    """Appends a node and all nodes inside it to `acc`. An alias is one node."""
    acc.append(n)
    if n["t"] in ("map", "seq"):
        for _, v in n["m"]: pairs(v, acc)
    return acc
def edit(r, maker, root, moves):
    """Makes a random edit. Returns the request to the driver, a function that makes the same edit in the model, the
    edited node, and the index of the deleted or moved entry (None for other edits)."""
    nodes = pairs(root, [])
    n = r.choice(nodes); path = list(n["path"])
    touched = []
    def descend(v, p):
        for i in p: v = list(v.values())[i] if isinstance(v, dict) else v[i]
        return v
    kind = n["t"]
    of = n
    while of["t"] in ("alias", "merged"): of = of["of"]
    inside = False
    if kind in ("alias", "merged") and of["t"] in ("map", "seq") and of["m"] and r.random() < .5:
        # Edit inside the node to which the alias refers.
        inside = True; path.append(r.randrange(len(of["m"]))); leaf = of["m"][path[-1]][1]
        op = "replace"
    else:
        op = r.choice(["replace", "insert", "delete", "delete", "insert"] + (["move"] if moves else [])) if of["t"] in ("map", "seq") and not inside else "replace"
    m = model(of) if not inside else None
    size = len(of["m"]) if of["t"] in ("map", "seq") else 0
    if op in ("delete",) and not size: op = "insert"
    if op == "move" and size < 2: op = "insert"
    if op == "replace" and not path: op = "insert"
    v = value_for(r)
    if op == "replace":
        def do(t):
            c = descend(t, path[:-1]); i = path[-1]
            if isinstance(c, dict): c[list(c)[i]] = v
            else: c[i] = v
        return dict(op=op, path=path, value=v), do, n, None
    if op == "insert":
        at = r.randint(0, size); name = None
        if of["t"] == "map":
            name = r.choice([k for k in ["new", "n: w", "yes", "1", "é é", "a b c"] if k not in m])
        def do(t):
            c = descend(t, path)
            if name is None: c.insert(at, v)
            else:
                items = list(c.items()); items.insert(at, (name, v)); c.clear(); c.update(items)
        return dict(op=op, path=path, at=at, name=name, value=v), do, n, None
    at = r.randrange(size); to = r.randrange(size)
    def do(t):
        c = descend(t, path)
        if isinstance(c, dict):
            items = list(c.items()); e = items.pop(at)
            if op == "move": items.insert(to, e)
            c.clear(); c.update(items)
        else:
            e = c.pop(at)
            if op == "move": c.insert(to, e)
    return dict(op=op, path=path, at=at, to=to), do, n, at
def under(owner, path): return owner is not None and tuple(owner[:len(path)]) == tuple(path)
def allowed(maker, root, e, n, at):
    """Returns a function that decides, from the owner and the role of a segment, whether an edit may change it."""
    path = tuple(n["path"]); inalias = n["t"] in ("alias", "merged")
    hit = set()
    def may(owner, role):
        if inalias: return under(owner, path) and role in ("value", "ws")
        if e["op"] == "replace": return under(owner, path) and not (owner == path and role in ("key", "sign", "own", "indent", "end", "trail"))
        if e["op"] == "insert":
            if not n["m"]: return under(owner, path) and role in ("bracket", "value", "ws")
            return owner == path and n.get("flow") and role in ("ws", "comma")
        if e["op"] == "delete":
            if len(n["m"]) == 1 and not n.get("flow"): return under(owner, path) and not (owner == path and role in ("key", "sign", "own", "trail"))
            # Deleting a merged member replaces the merge key with the other merged members.
            if under(owner, path + ("<<",)): return True
            return under(owner, path + (at,)) or owner == path and role in ("blank", "ws", "comma") or owner == path and role == "indent"
        return owner == path and role in ("ws", "comma", "blank") or role == "indent" or role == "ws"
    return may
FORM = json.dumps({"longform": 1, "id": "p", "sections": [{"id": "people", "repeat": {"key": "people"},
    "rows": [{"id": "name"}, {"id": "mail"}, {"id": "note"}]}]})
def table(r, fmt, number, ask):
    """Makes a random table and has the driver edit it. Returns the operation and the fault: None for no
    fault, and None for both if no edit was made."""
    end = r.choice(["\r\n", "\n"]); names = ["name", "mail", "note", "extra", "more, x"]
    columns = r.sample(names, r.randint(1, 5))
    if not set(columns) & {"name", "mail", "note"}: columns[0] = "name"
    def text():
        t = r.choice(TEXTS + WORDS)
        return t.replace("\x07", "x") if fmt == "csv" else t
    def raw(t):
        if fmt == "tsv":
            for a, b in ("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r"): t = t.replace(a, b)
            return t
        if re.search('[",\r\n]', t) or t.startswith("\ufeff") or r.random() < .3 or len(columns) == 1: return '"' + t.replace('"', '""') + '"'
        return t
    rows = [[text() for _ in columns] for _ in range(r.choice([0, 1, 2, 5]))]
    cells = [[raw(c) for c in row] for row in rows]
    sep = "," if fmt == "csv" else "\t"
    lines = [sep.join(raw(c) for c in columns)] + [sep.join(row) for row in cells]
    last = end if r.random() < .8 else ""
    source = end.join(lines) + last
    if fmt == "tsv" and len(columns) == 1 and any(not l for l in lines): return None, None
    known = [c for c in ("name", "mail", "note")]
    op = r.choice(["set", "delete", "insert", "move"]) if rows else "insert"
    if op == "move" and len(rows) < 2: op = "set"
    want = [dict(zip(columns, row)) for row in rows]; at = r.randrange(len(rows)) if rows else 0
    e = dict(op=op, path=["people"], at=at)
    if op == "set":
        name, value = r.choice(known), text() or "x"
        e.update(path=["people", at], name=name, value=value); want[at][name] = value
    elif op == "delete": del want[at]
    elif op == "move":
        to = r.randrange(len(rows)); e["to"] = to; want.insert(to, want.pop(at))
    else:
        item = {c: text() or "x" for c in r.sample(known, r.randint(1, 3))}; at = r.randint(0, len(rows)); e.update(at=at, value=item)
        want.insert(at, dict(item))
    got = ask(dict(format=fmt, text=source, form=FORM, edits=[e]))
    if "error" in got: return op, (source, e, got["error"])
    def read(t):
        if fmt == "csv": all = [x for x in csv.reader(io.StringIO(t, newline=""), strict=True) if x]
        else:
            un = lambda c: re.sub(r"\\(.)", lambda m: {"t": "\t", "n": "\n", "r": "\r"}.get(m[1], m[1]), c)
            all = [[un(c) for c in l.split("\t")] for l in re.split("\r\n|\n", t.removesuffix("\n").removesuffix("\r"))]
        return all[0], [dict(zip(all[0], x)) for x in all[1:]]
    if read(source)[1] != [dict(zip(columns, x)) for x in rows]: return op, (source, e, "the maker is wrong", read(source))
    header, found = read(got["text"])
    full = [{c: x.get(c, "") for c in header} for x in want]
    if header[:len(columns)] != columns or found != full: return op, (source, e, got["text"], found, full)
    copied = bytearray(len(source.encode()))
    for s, t in got["copies"]:
        for i in range(s, t): copied[i] = 1
    pos = len((lines[0] + end).encode())
    for i, row in enumerate(cells):
        for j, c in enumerate(row):
            n = len(c.encode()); mine = op == "delete" and i == at or op == "set" and i == at and columns[j] == name
            if not mine and not all(copied[pos:pos + n]): return op, (source, e, got["text"], "lost", c)
            pos += n + 1
        pos += len(end) - 1
    return op, None
def large(path):
    r = random.Random(1)
    with open(path, "w") as f:
        f.write("# people\npeople:\n"); size = i = 0
        while size < 65 << 20:
            i += 1
            size += f.write("  # person %d\n  - name: Person %d\n    age: %d\n    mail: \"p%d@example.org\"  # at work\n    note: 'it''s %d'\n"
                "    tags: [a, b, %d]\n    text: |\n      first line %d\n      second line\n" % (i, i, r.randrange(99), i, i, i, i))
def main():
    a = argparse.ArgumentParser(); a.add_argument("--driver"); a.add_argument("--count", type=int, default=300)
    a.add_argument("--write-large", help="write a YAML file of more than 64 MiB and nothing else")
    a.add_argument("--seed", type=int, default=1); a.add_argument("--only", type=int); a.add_argument("--format", default="yaml,jsonc,csv,tsv")
    o = a.parse_args()
    if o.write_large: return large(o.write_large)
    warnings.simplefilter("ignore")
    p = subprocess.Popen([o.driver], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    counts = {}; bad = 0
    def ask(q):
        p.stdin.write(json.dumps(q).encode() + b"\n"); p.stdin.flush(); line = p.stdout.readline()
        return json.loads(line) if line else {"error": "died"}
    for number in [o.only] if o.only is not None else range(o.count):
        r = random.Random(o.seed * 1000003 + number)
        fmt = r.choice(o.format.split(","))
        if fmt in ("csv", "tsv"):
            op, wrong = table(r, fmt, number, ask)
            if op: counts[fmt, op] = counts.get((fmt, op), 0) + 1
            if wrong:
                bad += 1; print("== %s %d" % (fmt, number)); print(*map(repr, wrong), sep="\n")
            continue
        maker = (Yaml if fmt == "yaml" else Jsonc)(r); text = maker.make(); root = maker.root
        def fail(why, **more):
            nonlocal bad; bad += 1
            print("== %s %d: %s" % (fmt, number, why)); print(text if len(text) < 1500 else "long")
            for k, v in more.items(): print("--", k); print(v)
        read = [("PyYAML", pyyaml), ("ruamel", ruam)] if fmt == "yaml" else [("Python", strip_jsonc)]
        expected = model(root); ok = True; ordered = not maker.merges
        if maker.merges: counts[fmt, "merging"] = counts.get((fmt, "merging"), 0) + 1
        for name, f in read:
            try: got = f(text)
            except Exception as x: ok = False; fail("the maker is wrong: " + name, error=x); break
            if not same(got, expected, ordered): ok = False; fail("the maker is wrong: " + name, got=got, expected=expected); break
        if not ok: continue
        plain_answer = ask(dict(format=fmt, text=text, edits=[]))
        if "error" in plain_answer:
            if "disagree" in plain_answer["error"] or "not YAML" in plain_answer["error"] or True: fail("refused", answer=plain_answer["error"])
            continue
        if plain_answer["text"] != text: fail("unchanged text differs", got=plain_answer["text"]); continue
        if fmt == "yaml" and not same(plain_answer["tree"], expected, ordered): fail("tree", got=plain_answer["tree"], expected=expected); continue
        edits, dos, checks = [], [], []
        e, do, n, at = edit(r, maker, root, r.random() < .3)
        edits.append(e)
        want = json.loads(json.dumps(expected)); do(want)
        got = ask(dict(format=fmt, text=text, edits=edits))
        counts[fmt, e["op"]] = counts.get((fmt, e["op"]), 0) + 1
        if "error" in got: fail("driver", edit=e, error=got["error"]); continue
        for name, f in read:
            try: v = f(got["text"])
            except Exception as x: fail(name + " cannot read it", edit=json.dumps(e), new=got["text"], error=x); ok = False; break
            if not same(v, want, ordered): fail(name + " reads something else", edit=json.dumps(e), new=got["text"], got=v, expected=want); ok = False; break
        if not ok: continue
        again = ask(dict(format=fmt, text=got["text"], edits=[]))
        if "error" in again or fmt == "yaml" and not same(again["tree"], want, ordered): fail("longform does not read it back", edit=json.dumps(e), new=got["text"], answer=again); continue
        copied = bytearray(len(text.encode()))
        for s, t in got["copies"]:
            for i in range(s, t): copied[i] = 1
        may = allowed(maker, root, e, n, at)
        has_alias = maker.merges or any(x["t"] == "alias" for x in pairs(root, []))
        raw = text.encode()
        for s, t, owner, role in maker.out:
            if may(owner, role) or role == "anchor" and under(owner, tuple(n["path"])) or role in ("ws", "indent", "blank", "end"): continue
            if has_alias and (role == "anchor" or role == "value" and raw[s:t].strip().startswith(b"*")): continue
            lost = [i for i in range(s, t) if not copied[i] and not raw[i:i + 1].isspace()]
            if lost: fail("bytes outside the edit: %r of %s %s" % (raw[s:t].decode(), owner, role), edit=json.dumps(e), new=got["text"]); break
        else:
            order = [c for c in re.findall(r"(?:#|//|/\*) c\d+", got["text"])]
            if len(order) != len(set(order)): fail("a comment twice", edit=json.dumps(e), new=got["text"])
            elif e["op"] == "delete" and n["t"] not in ("alias", "merged"):
                for s, t, owner, role in maker.out:
                    if role in ("own", "trail", "below") and under(owner, tuple(n["path"]) + (at,)):
                        c = re.search(r"(#|//|/\*) c\d+", raw[s:t].decode())
                        if c and re.search(re.escape(c.group()) + r"\b", got["text"]): fail("the comment of a deleted entry is still there: " + c.group(), edit=json.dumps(e), new=got["text"]); break
        if bad > 50: break
    print("%d edits: %s" % (sum(n for (_, op), n in counts.items() if op != "merging"), ", ".join("%s %s %d" % (k[0], k[1], v) for k, v in sorted(counts.items()))))
    sys.exit(bad > 0)
main()
