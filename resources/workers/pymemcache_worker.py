# SPDX-License-Identifier: MIT. A worker for Lockscope's Lab that takes locks on memcached, by pymemcache's `add`:
#     lockscope worker --selftest --store memcached python3 pymemcache_worker.py [free=cas|delete] [seconds=one-more|asked]
# free=delete: a plain `delete`, whoever's lock it is. free=cas: it reads the lock (`gets`), and ends it only if it is still its own (`cas`).
# seconds=asked: the lease as it was asked for. Memcached ends it up to a second early, so one-more asks for a second more.
import itertools, json, math, queue, sys, threading, time, uuid
from time import monotonic, sleep
wall, skew = time.time, 0
time.time = lambda: wall() + skew  # the capability `skew`: the library, which is loaded after this, reads this clock
import pymemcache
from pymemcache.client.base import Client
from pymemcache.exceptions import MemcacheClientError

def say(kind, **fields):
    sys.stdout.write(json.dumps({"type": kind, **fields}) + "\n")  # one write, as two threads speak
    sys.stdout.flush()

class No(Exception): pass  # it did not happen and never will

class Body(threading.Thread):  # does one request after the other; the main thread answers probes meanwhile, from `until`
    def __init__(self, client, retry, by_cas, one_more):
        super().__init__(daemon=True)
        self.client, self.retry, self.by_cas, self.one_more = client, retry, by_cas, one_more
        self.requests, self.answers, self.calls = queue.Queue(), queue.Queue(), itertools.count(1)
        self.marks, self.tokens, self.until, self.values = {}, {}, {}, {}  # by the lock's name
        self.cancelled = None  # the id of an acquire
        self.start()

    def run(self):
        while True:
            request = self.requests.get()
            id = request["id"]
            try:
                say("ok", re=id, **getattr(self, request["type"])(id, request["lock"], request))
            except No as error:
                say("no", re=id, reason=str(error))
            except Exception as error:
                definite = isinstance(error, MemcacheClientError)  # not a lost connection, a timeout
                say("err", re=id, code=type(error).__name__, definite=definite, text=str(error))

    def seconds(self, lease):
        return math.ceil(lease / 1000) + (1 if self.one_more else 0) if lease else 0  # 0: for ever

    def valid_for(self, name, asked, lease):
        self.until[name] = asked + lease / 1000 if lease else float("inf")
        return {"validity_ms": max(0, int((self.until[name] - monotonic()) * 1000))} if lease else {}

    def own(self, name):  # the cas number of a lock that is still ours
        value, cas = self.client.gets(name)
        if value is None or value.decode() != self.marks.get(name):
            raise No("it is not mine any more")
        return cas

    def acquire(self, id, name, request):
        lease, mark = request.get("lease_ms"), uuid.uuid4().hex
        end = monotonic() + request.get("wait_ms", float("inf")) / 1000
        for tries in itertools.count():
            asked = monotonic()
            if self.client.add(name, mark, expire=self.seconds(lease), noreply=False):
                break
            if monotonic() + self.retry > end or self.cancelled == id:
                raise No("not free")
            if tries == 0:
                say("waiting", lock=name)
            sleep(self.retry)
        self.marks[name] = mark
        token = {}
        if self.by_cas:
            self.tokens[name] = int(self.own(name))
            token = {"token": self.tokens[name]}
        return {"key": name, "mark": mark, **token, **self.valid_for(name, asked, lease)}

    def release(self, id, name, request):
        self.until.pop(name, None)  # before it is sent: from now on another may get it
        if not self.by_cas:
            done = self.client.delete(name, noreply=False)
        else:
            done = self.client.cas(name, "", self.own(name), expire=-1)  # stored, and over at once
        if not done:
            raise No("it is not mine any more")
        return {"count": 0}

    def extend(self, id, name, request):
        asked, seconds = monotonic(), self.seconds(request["lease_ms"])
        if not self.by_cas:
            done = self.client.touch(name, seconds, noreply=False)
        else:
            done = self.client.cas(name, self.marks[name], self.own(name), expire=seconds)
        if not done:
            raise No("it is not mine any more")
        return self.valid_for(name, asked, request["lease_ms"])

    def work(self, id, name, request):
        for op in request["steps"]:
            value = self.values.get(name) if op == "write" else None
            say("res", id=next(self.calls), work=id, op=op, lock=name, token=self.tokens.get(name), value=value)
            answer = self.answers.get()
            if answer["type"] == "res_no":
                raise No(answer.get("reason"))
            if op == "read":
                self.values[name] = answer.get("value")
        return {}

def main():
    chosen = {"free": "cas", "seconds": "one-more", **dict(word.split("=", 1) for word in sys.argv[1:])}
    hello = json.loads(sys.stdin.readline())
    if hello["proto"] != 1:
        return say("err", code="unsupported", definite=True, text="this worker speaks version 1")
    global skew
    at, options = hello["servers"][0], hello["options"]
    skew = options["clock_skew_ms"] / 1000
    if at["store"] != "memcached":
        return say("err", code="unsupported", definite=True, text="this worker speaks to memcached: give --store memcached")
    seconds = options["command_timeout_ms"] / 1000
    client = Client((at["host"], at["port"]), connect_timeout=options["connect_timeout_ms"] / 1000, timeout=seconds, no_delay=True)
    client.version()
    by_cas = chosen["free"] == "cas"
    body = Body(client, (options.get("retry_ms") or 100) / 1000, by_cas, chosen["seconds"] == "one-more")
    say("hello_ok", proto=1, library="pymemcache", version=pymemcache.__version__, language="Python",
        caps=["try", "extend", "skew"] + (["fencing"] if by_cas else []), min_lease_ms=1000, lease_step_ms=1000)
    for request in map(json.loads, sys.stdin):
        kind, id = request["type"], request.get("id")
        if kind in ("acquire", "release", "extend", "work"):
            body.requests.put(request)
        elif kind in ("res_ok", "res_no"):
            body.answers.put(request)
        elif kind == "probe":
            say("held", re=id, holding=body.until.get(request["lock"], 0) > monotonic())
        elif kind == "cancel":
            body.cancelled = request["re"]
        elif kind == "bye":
            return
        else:
            say("err", re=id, code="unsupported", definite=True)

main()
