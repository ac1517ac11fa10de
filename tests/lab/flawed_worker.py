# SPDX-License-Identifier: MIT
# A sound lock with a watchdog, except for one flaw, its first argument; `none`: without any, and `hashed-keys`: another sound one. It speaks
# RESP itself.
import hashlib
import itertools
import json
import os
import queue
import socket
import sys
import threading
import uuid
from time import monotonic, sleep

FLAW = sys.argv[1]
FLAWS = ("none", "hashed-keys", "cleaned-keys", "renewal-creates", "renews-anybody", "frees-by-prefix", "claims-after-time-out", "believes-for-ever",
         "stuck-after-time-out")
if FLAW not in FLAWS:
    sys.exit("the flaws are " + ", ".join(FLAWS))

IF_OWN = "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end "
RENEW = IF_OWN + "return redis.call('PEXPIRE', KEYS[1], ARGV[2])"
FREE = IF_OWN + "return redis.call('DEL', KEYS[1])"
FREE_ALL = IF_OWN + "return redis.call('DEL', unpack(redis.call('KEYS', 'lock:*')))"


def renew(redis, key, token, lease):
    if FLAW == "renewal-creates":
        return redis("SET", key, token, "PX", lease)
    if FLAW == "renews-anybody":
        return redis("PEXPIRE", key, lease)
    return redis("EVAL", RENEW, 1, key, token, lease)


def free(redis, key, token):
    return redis("EVAL", FREE_ALL if FLAW == "frees-by-prefix" else FREE, 1, key, token)


def take(redis, key, token, lease):
    try:
        return redis("SET", key, token, "NX", "PX", lease)
    except OSError:
        if FLAW == "claims-after-time-out":
            return "OK"
        raise


def key_of(lock):
    if FLAW == "hashed-keys":
        return hashlib.sha1(lock.encode()).hexdigest()
    return "lock:" + ("".join(filter(str.isalnum, lock)) if FLAW == "cleaned-keys" else lock)


def believes(until):
    return until is not None and (until > monotonic() or FLAW == "believes-for-ever")


def say(kind, **fields):
    os.write(1, (json.dumps({"type": kind, **fields}) + "\n").encode())  # one write, as several threads speak


class No(Exception):  # it did not happen and never will
    pass


class Redis:  # connects again after an error
    def __init__(self):
        self.stream = None

    def __call__(self, *words):
        try:
            if not self.stream:
                timeout = hello["options"]["command_timeout_ms"] / 1000
                self.stream = socket.create_connection((server["host"], server["port"]), timeout).makefile("rwb")
                self.ask("AUTH", server["password"])
            return self.ask(*words)
        except OSError:
            self.stream = None
            raise

    def ask(self, *words):
        self.stream.write(b"*%d\r\n" % len(words))
        for word in map(str, words):
            self.stream.write(b"$%d\r\n%s\r\n" % (len(word), word.encode()))
        self.stream.flush()
        reply = self.stream.readline()
        if not reply.endswith(b"\r\n"):
            raise ConnectionError("the server has closed the connection")
        if reply[:1] == b"-":
            raise No(reply[1:].decode())
        return reply[1:-2].decode() if reply[:1] == b"+" else max(0, int(reply[1:]))  # nil is `$-1`


class Body(threading.Thread):  # does one request after the other; the main thread answers probes meanwhile, from `until`
    def __init__(self):
        super().__init__(daemon=True)
        self.redis, self.requests, self.answers = Redis(), queue.Queue(), queue.Queue()
        self.calls, self.cancelled, self.value = itertools.count(1), set(), None
        self.tokens, self.until = {}, {}  # by the lock's name
        self.stuck = False
        self.redis("PING")
        self.start()

    def run(self):
        while True:
            request = self.requests.get()
            id = request["id"]
            try:
                say("ok", re=id, **getattr(self, request["type"])(id, request["lock"], request))
            except No as error:
                say("no", re=id, reason=str(error))
            except OSError as error:
                self.stuck = FLAW == "stuck-after-time-out"
                say("err", re=id, code=type(error).__name__, definite=False, text=str(error))

    def valid_for(self, lock, asked, lease):
        self.until[lock] = asked + lease / 1000
        return {"validity_ms": max(0, int((self.until[lock] - monotonic()) * 1000))}

    def acquire(self, id, lock, request):
        end = monotonic() + request.get("wait_ms", float("inf")) / 1000
        token = self.tokens[lock] = uuid.uuid4().hex  # kept if the reply is lost: the release needs it
        lease = request.get("lease_ms")
        for tries in itertools.count():
            asked = monotonic()
            if not self.stuck and take(self.redis, key_of(lock), token, lease or default_lease):
                break
            if monotonic() > end or id in self.cancelled:
                raise No("not free")
            if tries == 0:
                say("waiting", lock=lock)
            sleep(0.01)
        holding = {"key": key_of(lock), "mark": token}
        if lease:
            return {**holding, **self.valid_for(lock, asked, lease)}
        self.until[lock] = float("inf")
        threading.Thread(target=self.watch, args=(lock, token, asked), daemon=True).start()
        return holding

    def watch(self, lock, token, asked):
        redis, valid = Redis(), asked + default_lease / 1000
        while self.tokens.get(lock) == token:
            sleep(renew_every / 1000)
            asked = monotonic()
            if self.tokens.get(lock) != token:
                return
            try:
                renewed = renew(redis, key_of(lock), token, default_lease)
            except OSError:
                if monotonic() < valid:
                    continue
                renewed = 0
            if not renewed:
                self.until[lock] = 0
                return say("lost", lock=lock)
            valid = asked + default_lease / 1000
            say("renewed", lock=lock)

    def release(self, id, lock, request):
        token = self.tokens.pop(lock, "")  # its watchdog ends, too
        self.until[lock] = 0  # before it is sent: from now on another may get it
        if not free(self.redis, key_of(lock), token):
            raise No("not its own")
        return {"count": 0}

    def extend(self, id, lock, request):
        asked = monotonic()
        if not renew(self.redis, key_of(lock), self.tokens.get(lock, ""), request["lease_ms"]):
            raise No("not its own")
        return self.valid_for(lock, asked, request["lease_ms"])

    def work(self, id, lock, request):
        for op in request["steps"]:
            say("res", id=next(self.calls), work=id, op=op, lock=lock, value=self.value if op == "write" else None)
            answer = self.answers.get()
            if answer["type"] == "res_no":
                raise No(answer.get("reason"))
            if op == "read":
                self.value = answer.get("value")
        return {}


hello = json.loads(sys.stdin.readline())
if hello["proto"] != 1:
    say("err", code="unsupported", definite=True, text="version 1 only")
    sys.exit(1)
server = hello["redis"][0]
default_lease = hello["options"]["default_lease_ms"]
renew_every = default_lease // 3
body = Body()
say("hello_ok", proto=1, library="flawed", version=FLAW, language="Python", caps=["try", "extend", "watchdog", "lost"],
    default_lease_ms=default_lease, renew_every_ms=renew_every)
for request in map(json.loads, sys.stdin):
    kind, id = request["type"], request.get("id")
    if kind == "probe":
        say("held", re=id, holding=believes(body.until.get(request["lock"])))
    elif kind in ("res_ok", "res_no"):
        body.answers.put(request)
    elif kind == "cancel":
        body.cancelled.add(request["re"])
    elif kind in ("acquire", "release", "extend", "work"):
        body.requests.put(request)
    elif kind == "bye":
        sys.exit(0)
    else:
        say("err", re=id, code="unsupported", definite=True)
