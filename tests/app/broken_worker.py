# SPDX-License-Identifier: MIT
# A worker that keeps the protocol except for one mistake, its first argument. `none` makes none, nor do `uses-a-set` and `unnamed`. It speaks RESP itself.
import json
import os
import socket
import subprocess
import sys
import threading
import time
import uuid

mistake = sys.argv[1]


def say(kind, **fields):
    if mistake == "other-ids" and kind == "ok":
        fields["re"] += 1000
    if mistake == "other-work" and kind == "res":
        fields["work"] += 1000
    if mistake == "negative-count" and "count" in fields:
        fields["count"] = -7
    if mistake == "false-count" and "count" in fields:
        fields["count"] = 7
    if mistake == "false-key" and "key" in fields:
        fields["key"] += "!"
    if mistake == "unnamed":
        fields = {name: value for name, value in fields.items() if name not in ("key", "mark")}
    if mistake == "false-mark" and "mark" in fields:
        fields["mark"] += "!"
    line = json.dumps({"type": kind, **fields})
    if mistake == "without-re" and kind == "ok":
        line = line.replace('"re"', '"about"')
    os.write(1, (line + "\n").encode())
    if mistake in ("answers-twice", "changes-its-mind") and kind == "ok":
        os.write(1, (json.dumps({"type": "ok" if mistake == "answers-twice" else "no", "re": fields["re"]}) + "\n").encode())


class Redis:
    def __init__(self, server):
        self.stream = socket.create_connection((server["host"], server["port"])).makefile("rwb")
        self("AUTH", server["password"])

    def __call__(self, *words):
        self.stream.write(b"*%d\r\n" % len(words))
        for word in map(str, words):
            self.stream.write(b"$%d\r\n%s\r\n" % (len(word.encode()), word.encode()))
        self.stream.flush()
        reply = self.stream.readline()
        if reply[:1] == b"$" and reply != b"$-1\r\n":
            return self.stream.read(int(reply[1:]) + 2)[:-2].decode()
        return None if reply == b"$-1\r\n" else reply[1:-2].decode()


class Body(threading.Thread):
    def __init__(self, redis):
        super().__init__(daemon=True)
        self.redis, self.held, self.request, self.cancelled, self.answer = redis, {}, None, set(), None
        self.changed = threading.Condition()
        self.start()

    def put(self, **values):
        with self.changed:
            vars(self).update(values)
            self.changed.notify_all()

    def take(self, name):
        with self.changed:
            self.changed.wait_for(lambda: getattr(self, name) is not None)
            value = getattr(self, name)
            setattr(self, name, None)
            return value

    def run(self):
        while True:
            request = self.take("request")
            kind, id, lock = request["type"], request["id"], request["lock"]
            if mistake == "never-answers" or mistake == "never-releases" and kind == "release":
                continue
            if mistake in ("refuses", "is-unsure"):
                say("err", re=id, code="E", definite=mistake == "refuses", text="no lock today")
                continue
            if mistake == "exits" and kind == "work":
                sys.stderr.write("out of luck\n")
                sys.stderr.flush()
                os._exit(3)
            if mistake == "long-line" and kind == "acquire":
                os.write(1, b"x" * (2 << 20))
            if kind == "acquire":
                self.acquire(id, lock, request)
            elif kind == "release":
                token = self.held.pop(lock, None)
                keeps = mistake == "keeps-the-key" and "warm-up" not in lock
                freed = keeps or token and self.free(lock, token)
                say("ok" if freed else "no", re=id, count=0)
            elif kind == "extend":
                say("ok", re=id)
            elif kind == "work":
                self.work(id, lock, request)
            else:
                say("err", re=id, code="unsupported", definite=True)

    def set(self, lock, token, lease):
        if mistake == "uses-a-set":
            script = "return redis.call('scard', KEYS[1]) == 0 and redis.call('sadd', KEYS[1], ARGV[1]) + redis.call('pexpire', KEYS[1], ARGV[2])"
            return self.redis("EVAL", script, 1, lock, token, lease) == "2"
        return self.redis("SET", lock, token, "NX", "PX", lease)

    def free(self, lock, token):
        if mistake == "uses-a-set":
            return self.redis("SREM", lock, token) == "1"
        return self.redis("GET", lock) == token and self.redis("DEL", lock)

    def acquire(self, id, lock, request):
        end = time.monotonic() + request.get("wait_ms", 1e9) / 1000
        token = uuid.uuid4().hex
        if mistake == "never-locks":
            self.held[lock] = token
            return say("ok", re=id)
        if mistake == "locks-nothing":
            self.redis("GET", lock)
            return say("ok", re=id)
        lease = request.get("lease_ms", 2000)
        while not self.set(lock, token, lease * (1000 if mistake == "seconds" else 1)):
            if mistake == "shares":
                return say("ok", re=id)
            if time.monotonic() > end and mistake != "waits-for-ever" or id in self.cancelled:
                return say("no", re=id, reason="not free")
            time.sleep(0.01)
        self.held[lock] = token
        say("ok", re=id, key=lock, mark=token)
        if "lease_ms" not in request:
            threading.Thread(target=self.renew, args=(lock, token), daemon=True).start()
        if mistake == "logs":
            os.write(1, b"lock taken\n")

    def renew(self, lock, token):  # of a watchdog that makes a mistake
        redis = Redis(hello["redis"][0])
        while self.held.get(lock) == token:
            time.sleep(0.2)
            if mistake == "loses-silently":
                redis("PEXPIRE", lock, 2000)
            say("renewed", lock=lock)

    def work(self, id, lock, request):
        value = None
        if mistake == "works-not":
            return say("ok", re=id)
        for number, op in enumerate(request["steps"]):
            if mistake == "deaf":  # before anybody can know that it works
                deaf.acquire()
            say("res", id=number, work=id, op=op, lock=lock, value=value if op == "write" and mistake != "blind-write" else None)
            answer = self.take("answer")
            if mistake == "deaf":
                deaf.release()
            if answer["type"] == "res_no" and mistake != "ignores-refusal":
                return say("no", re=id, reason="refused")
            value = answer.get("value", value)
        say("ok", re=id)


deaf = threading.Lock()
if mistake == "detached":  # like a container: the process that works is not the one that is stopped and killed
    subprocess.call(["setsid", "-f", "env", "-i", sys.executable, __file__, "none"])
    time.sleep(1000)
hello = json.loads(sys.stdin.readline())
if mistake == "dies":
    sys.exit("no module named locks")
if mistake == "mute":
    time.sleep(1000)
if hello["proto"] != 1 and mistake != "any-version":
    say("err", code="unsupported", definite=True, text="version 1 only")
    sys.exit(1)
if mistake == "grandchild":  # it has neither our group nor our environment
    escaped, escapes = os.pipe()
    subprocess.Popen(["setsid", "-f", "env", "-i", "sh", "-c", f"echo >&{escapes}; exec sleep 20 {escapes}>&-"], pass_fds=[escapes])
    os.read(escaped, 1)
body = Body(Redis(hello["redis"][0]))
say("hello_ok", proto=999 if mistake == "any-version" and hello["proto"] == 999 else 1, library="broken", version="1", language="Python",
    renew_every_ms=200,
    caps=["try"] + {"flies": ["fly"], "without-token": ["fencing"], "extends-not": ["extend"], "renews-not": ["watchdog"],
                    "loses-silently": ["watchdog", "lost"], "excludes-readers": ["readwrite"]}.get(mistake, []))
if mistake == "closes-its-output":
    os.close(1)
for line in sys.stdin:
    request = json.loads(line)
    kind, id = request["type"], request.get("id")
    if kind == "probe":
        if mistake == "slow-probe":
            time.sleep(1.2)
        with deaf:
            say("held", re=id, holding=request["lock"] in body.held)
    elif kind in ("res_ok", "res_no"):
        body.put(answer=request)
    elif kind == "cancel":
        body.cancelled.add(request["re"])
    elif kind in ("acquire", "release", "work") or kind == "extend" and mistake == "extends-not":
        body.put(request=request)
    elif kind == "bye" and mistake == "stays":
        pass
    elif kind == "bye":
        sys.exit(3 if mistake == "exit-code" else 0)
    elif mistake != "ignores-unknown":
        say("err", re=id, code="unsupported", definite=True)
