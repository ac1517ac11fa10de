# SPDX-License-Identifier: MIT. A worker for Lockscope's Lab that takes the locks of redis-py:
#     lockscope worker --selftest python3 redis_py_worker.py
import itertools, json, queue, sys, threading
from time import monotonic, sleep
import redis
from redis.exceptions import LockError, LockNotOwnedError, ResponseError

def say(kind, **fields):
    sys.stdout.write(json.dumps({"type": kind, **fields}) + "\n")  # one write, as two threads speak
    sys.stdout.flush()

class No(Exception): pass  # it did not happen and never will

class Body(threading.Thread):  # does one request after the other; the main thread answers probes meanwhile, from `until`
    def __init__(self, client, retry):
        super().__init__(daemon=True)
        self.client, self.retry = client, retry
        self.requests, self.answers, self.calls = queue.Queue(), queue.Queue(), itertools.count(1)
        self.locks, self.until, self.values = {}, {}, {}  # by the lock's name
        self.cancelled = None  # the id of an acquire
        self.start()

    def run(self):
        while True:
            request = self.requests.get()
            id = request["id"]
            try:
                say("ok", re=id, **getattr(self, request["type"])(id, request["lock"], request))
            except (No, LockNotOwnedError) as error:
                say("no", re=id, reason=str(error))
            except Exception as error:
                definite = isinstance(error, (LockError, ResponseError))  # not a lost connection, a timeout
                say("err", re=id, code=type(error).__name__, definite=definite, text=str(error))

    def valid_for(self, name, asked, lease):
        self.until[name] = asked + lease / 1000 if lease else float("inf")
        return {"validity_ms": max(0, int((self.until[name] - monotonic()) * 1000))} if lease else {}

    def acquire(self, id, name, request):
        lease = request.get("lease_ms")
        lock = self.client.lock(name, timeout=lease / 1000 if lease else None)
        end = monotonic() + request.get("wait_ms", float("inf")) / 1000
        for tries in itertools.count():  # as Lock.acquire() does it, which nobody could cancel
            asked = monotonic()
            if lock.acquire(blocking=False):
                break
            if monotonic() + self.retry > end or self.cancelled == id:
                raise No("not free")
            if tries == 0:
                say("waiting", lock=name)
            sleep(self.retry)
        self.locks[name] = lock
        return {"key": name, "mark": lock.local.token.decode(), **self.valid_for(name, asked, lease)}

    def release(self, id, name, request):
        self.until.pop(name, None)  # before it is sent: from now on another may get it
        self.locks.get(name, self.client.lock(name)).release()
        return {"count": 0}

    def extend(self, id, name, request):
        asked = monotonic()
        self.locks[name].extend(request["lease_ms"] / 1000, replace_ttl=True)
        return self.valid_for(name, asked, request["lease_ms"])

    def work(self, id, name, request):
        for op in request["steps"]:
            say("res", id=next(self.calls), work=id, op=op, lock=name, value=self.values.get(name) if op == "write" else None)
            answer = self.answers.get()
            if answer["type"] == "res_no":
                raise No(answer.get("reason"))
            if op == "read":
                self.values[name] = answer.get("value")
        return {}

def main():
    hello = json.loads(sys.stdin.readline())
    if hello["proto"] != 1:
        return say("err", code="unsupported", definite=True, text="this worker speaks version 1")
    at, options = hello["redis"][0], hello["options"]
    cluster = hello.get("cluster", False)  # the first node names the others
    client = (redis.RedisCluster if cluster else redis.Redis)(
        host=at["host"], port=at["port"], password=at["password"], **({} if cluster else {"db": at["db"]}),
        socket_timeout=options["command_timeout_ms"] / 1000)
    client.ping()
    body = Body(client, (options.get("retry_ms") or 100) / 1000)  # 100 ms: redis-py's own
    say("hello_ok", proto=1, library="redis-py", version=redis.__version__, language="Python", caps=["try", "extend", "cluster"])
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
