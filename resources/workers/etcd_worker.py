# SPDX-License-Identifier: MIT. A worker for Lockscope's Lab that takes locks on etcd, by python-etcd3 (Debian: python3-etcd3):
#     lockscope worker --selftest --store etcd python3 etcd_worker.py [lock=mutex|etcd3] [believes=recipe|key]
# lock=mutex: the recipe of Go's `concurrency.Mutex`, which `etcdctl lock` uses, too: a lease that is kept alive, the key NAME/LEASE, and a wait
# for the key that was made before it. lock=etcd3: the library's own `Lock`: one key, whose lease nobody renews.
# believes=recipe: as in etcd 3.4, it has the lock when nobody is before it. believes=key: as since 3.5, it looks at its own key first, and says
# `lost` when its lease has ended. A lease that the Lab gives begins when the lock is held, and is not renewed.
import itertools, json, math, queue, sys, threading, time, types
from time import monotonic, sleep
wall, skew = time.time, 0
time.time = lambda: wall() + skew  # the capability `skew`: the library, which is loaded after this, reads this clock
import etcd3, grpc
import grpc._channel
grpc._channel.time = types.SimpleNamespace(time=wall)  # gRPC's core compares a call's deadline with the machine's own clock
from etcd3.events import DeleteEvent

def say(kind, **fields):
    sys.stdout.write(json.dumps({"type": kind, **fields}) + "\n")  # one write, as several threads speak
    sys.stdout.flush()

class No(Exception): pass  # it did not happen and never will

def seconds(lease): return math.ceil(lease / 1000)

class Session:  # a lease that is kept alive until end(), as Go's concurrency.Session does
    def __init__(self, client, ttl):
        self.client, self.ttl, self.ended = client, ttl, threading.Event()
        self.renewed = lambda: None
        self.until = monotonic() + ttl
        self.lease = client.lease(ttl)
        threading.Thread(target=self.keep_alive, daemon=True).start()

    def refresh(self):  # false: the server has no such lease any more
        asked = monotonic()
        if not any(answer.TTL > 0 for answer in self.lease.refresh()):
            self.until = 0
            return False
        self.until = asked + self.ttl
        return True

    def keep_alive(self):
        while not self.ended.wait(self.ttl / 3) and self.until > 0:
            try:
                if self.refresh() and not self.ended.is_set():
                    self.renewed()
            except (etcd3.Etcd3Exception, grpc.RpcError) as error:
                print("keep alive:", type(error).__name__, file=sys.stderr)

    def end(self): self.ended.set()

class Mutex:  # go.etcd.io/etcd/clientv3/concurrency/mutex.go
    caps = ["watchdog", "fencing", "fair", "skew"]
    library = "concurrency.Mutex on etcd3"

    def __init__(self, body, name, lease):
        self.body, self.client, self.prefix, self.given = body, body.client, name + "/", lease
        self.session = Session(self.client, seconds(lease or body.default_lease))
        self.key = f"{self.prefix}{self.session.lease.id:x}"
        self.until, self.token, self.name = 0, None, name

    def acquire(self, end, cancelled, waits):
        mine = self.client.transactions.create(self.key) == 0
        put = self.client.transactions.put(self.key, "", lease=self.session.lease)
        get = self.client.transactions.get(self.key)
        _, responses = self.client.transaction(compare=[mine], success=[put, get], failure=[get])
        self.token = responses[-1][0][1].create_revision
        while True:
            try:
                before = self.predecessor()
            except (etcd3.exceptions.ConnectionFailedError, etcd3.exceptions.ConnectionTimeoutError):
                if monotonic() > end or cancelled():
                    raise
                sleep(self.body.retry)  # as Go's client, it repeats what only reads
                continue
            if not before:
                break
            waits()
            if not self.wait_for_end(*before, end, cancelled):
                self.give_up()
                raise No("not free")
        if self.body.checks and self.client.get(self.key)[1] is None:  # 3.5: ErrSessionExpired
            self.session.end()
            raise No("my lease ended while I waited: my key is gone")
        if self.given:  # it lasts from now on
            self.session.end()
            asked = monotonic()
            self.session.refresh()
            self.until = asked + self.session.ttl
        else:
            self.session.renewed = self.was_renewed
            self.until = float("inf")

    def predecessor(self):
        older = [(meta.key, meta.response_header.revision)
                 for _, meta in self.client.get_prefix(self.prefix, sort_order="ascend", sort_target="create", keys_only=True)
                 if meta.create_revision < self.token]
        return older[-1] if older else None

    def wait_for_end(self, key, revision, end, cancelled):  # false: the time is over
        events = queue.Queue()
        try:
            watch = self.client.add_watch_callback(key, events.put, start_revision=revision + 1)
        except (etcd3.Etcd3Exception, grpc.RpcError):
            sleep(self.body.retry)
            return monotonic() < end and not cancelled()  # the connection was lost: look again
        try:
            while monotonic() < end and not cancelled():
                try:
                    response = events.get(timeout=max(0, min(0.02, end - monotonic())))
                except queue.Empty:
                    continue
                if isinstance(response, Exception):
                    return True  # likewise
                if any(isinstance(event, DeleteEvent) for event in response.events):
                    return True
            return False
        finally:
            self.client.cancel_watch(watch)

    def was_renewed(self):
        if self.body.checks and self.client.get(self.key)[1] is None:  # somebody has deleted it
            self.session.until = 0
        else:
            say("renewed", lock=self.name)

    def holds(self):
        return self.until > monotonic() and not (self.body.checks and self.session.until < monotonic())

    def give_up(self):
        self.session.end()
        self.session.lease.revoke()  # its key goes with it

    def release(self):
        self.until = 0  # before it is sent: from now on another may get it
        self.session.end()
        was_there = self.client.delete(self.key)
        if was_there:
            self.session.lease.revoke()
        return was_there

class Etcd3Lock:
    caps = ["try", "skew"]
    library = "etcd3 Lock"

    def __init__(self, body, name, lease):
        self.lease = lease or body.default_lease
        self.lock = etcd3.Lock(name, ttl=seconds(self.lease), etcd_client=body.client)
        self.key, self.until, self.token, self.body = self.lock.key, 0, None, body

    def acquire(self, end, cancelled, waits):
        while True:  # one try at a time: waiting inside the library fails with a TypeError beside tenacity 5 and later
            asked = monotonic()
            if self.lock.acquire(timeout=0):
                break
            if monotonic() + self.body.retry > end or cancelled():
                raise No("not free")
            waits()
            sleep(self.body.retry)
        self.until = asked + seconds(self.lease)

    def holds(self): return self.until > monotonic()

    def release(self):
        self.until = 0
        return self.lock.release()

class Body(threading.Thread):  # does one request after the other; the main thread answers probes meanwhile, from `held`
    def __init__(self, client, kind, default_lease, retry, checks):
        super().__init__(daemon=True)
        self.client, self.kind, self.default_lease, self.retry, self.checks = client, kind, default_lease, retry, checks
        self.requests, self.answers, self.calls = queue.Queue(), queue.Queue(), itertools.count(1)
        self.held, self.tried, self.values = {}, {}, {}  # by the lock's name
        self.saying = threading.Lock()  # else a `lost` could come between what a probe sees and what it says
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
                say("err", re=id, code=type(error).__name__, definite=False, text=str(error)[:200])

    def acquire(self, id, name, request):
        end = monotonic() + request.get("wait_ms", float("inf")) / 1000
        lock = self.tried[name] = self.kind(self, name, request.get("lease_ms"))
        said = request.get("wait_ms") == 0
        def waits():
            nonlocal said
            if not said:
                say("waiting", lock=name)
            said = True
        lock.acquire(end, lambda: self.cancelled == id, waits)
        self.held[name] = lock
        said = {"key": lock.key}
        if lock.token:
            said |= {"mark": lock.key.removeprefix(lock.prefix), "token": lock.token}
        if lock.until != float("inf"):
            left = max(0, int((lock.until - monotonic()) * 1000))
            said["validity_ms"] = min(left, request.get("lease_ms", left))
        return said

    def release(self, id, name, request):
        lock = self.held.pop(name, None) or self.tried.pop(name, None)
        if lock is None or not lock.release():
            raise No("it is not mine any more")
        return {"count": 0}

    def work(self, id, name, request):
        for op in request["steps"]:
            value = self.values.get(name) if op == "write" else None
            lock = self.held.get(name)
            say("res", id=next(self.calls), work=id, op=op, lock=name, token=lock.token if lock else None, value=value)
            answer = self.answers.get()
            if answer["type"] == "res_no":
                raise No(answer.get("reason"))
            if op == "read":
                self.values[name] = answer.get("value")
        return {}

    def watch_sessions(self):  # says so when a lease has ended
        while True:
            sleep(0.01)
            for name, lock in list(self.held.items()):
                with self.saying:
                    if lock.until > 0 and not lock.holds() and self.held.get(name) is lock:
                        lock.until = 0
                        say("lost", lock=name)

def main():
    chosen = {"lock": "mutex", "believes": "recipe", **dict(word.split("=", 1) for word in sys.argv[1:])}
    hello = json.loads(sys.stdin.readline())
    if hello["proto"] != 1:
        return say("err", code="unsupported", definite=True, text="this worker speaks version 1")
    global skew
    at, options = hello["servers"][0], hello["options"]
    skew = options["clock_skew_ms"] / 1000
    if at["store"] != "etcd":
        return say("err", code="unsupported", definite=True, text="this worker speaks to etcd: give --store etcd")
    # Else gRPC, once the port was closed, looks again only when it may resolve the name again: after 30 s.
    again = [("grpc.initial_reconnect_backoff_ms", 100), ("grpc.max_reconnect_backoff_ms", 500), ("grpc.dns_min_time_between_resolutions_ms", 100)]
    client = etcd3.client(at["host"], at["port"], timeout=options["command_timeout_ms"] / 1000, grpc_options=again)
    client.get("lockscope")  # it connects now
    kind = {"mutex": Mutex, "etcd3": Etcd3Lock}[chosen["lock"]]
    checks = chosen["believes"] == "key"
    lease = 1000 * seconds(options["default_lease_ms"])
    body = Body(client, kind, lease, (options.get("retry_ms") or 100) / 1000, checks)
    renews = kind is Mutex
    if checks and renews:
        threading.Thread(target=body.watch_sessions, daemon=True).start()
    say("hello_ok", proto=1, library=kind.library, version=etcd3.__version__, language="Python", caps=kind.caps + (["lost"] if checks and renews else []),
        default_lease_ms=lease, min_lease_ms=1000, lease_step_ms=1000, **({"renew_every_ms": lease // 3} if renews else {}))
    for request in map(json.loads, sys.stdin):
        kind, id = request["type"], request.get("id")
        if kind in ("acquire", "release", "work"):
            body.requests.put(request)
        elif kind in ("res_ok", "res_no"):
            body.answers.put(request)
        elif kind == "probe":
            with body.saying:
                lock = body.held.get(request["lock"])
                say("held", re=id, holding=lock is not None and lock.holds())
        elif kind == "cancel":
            body.cancelled = request["re"]
        elif kind == "bye":
            return
        else:
            say("err", re=id, code="unsupported", definite=True)

main()
