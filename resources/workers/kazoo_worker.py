# SPDX-License-Identifier: MIT. A worker for Lockscope's Lab that takes locks on ZooKeeper, by kazoo's `Lock`:
#     lockscope worker --selftest --store zookeeper python3 kazoo_worker.py [suspended=heed|ignore] [token=czxid|sequence] [watch=predecessor|parent] [after=keep|tidy]
# suspended=heed: while the connection is lost, it takes its locks for lost. suspended=ignore: it believes `is_acquired`, as kazoo says it.
# token=czxid: the number of the transaction that made its node. token=sequence: the number in the node's name, which is no fencing token.
# watch=parent: a recipe without kazoo's Lock, in which each waiter watches the whole queue. after=tidy: it deletes a queue that is empty.
import itertools, json, queue, sys, threading, uuid
from time import monotonic
import kazoo
from kazoo.client import KazooClient, KazooState
from kazoo.exceptions import CancelledError, KazooException, LockTimeout, NoNodeError, NotEmptyError
from kazoo.recipe.lock import Lock
from kazoo.retry import KazooRetry

def say(kind, **fields):
    sys.stdout.write(json.dumps({"type": kind, **fields}) + "\n")  # one write, as several threads speak
    sys.stdout.flush()

class No(Exception): pass  # it did not happen and never will

class WatchingPredecessor(Lock):  # kazoo's lock, which says when it begins to wait
    def _get_predecessor(self, node):
        predecessor = super()._get_predecessor(node)
        if predecessor is not None and self.may_wait:
            self.may_wait = False
            say("waiting", lock=self.name)
        return predecessor

class WatchingParent:  # a herd: each change of the queue wakes every waiter
    def __init__(self, client, path):
        self.client, self.path, self.node, self.cancelled = client, path, None, False
        self.changed, self.is_acquired = threading.Event(), False

    def cancel(self):
        self.cancelled = True
        self.changed.set()

    def acquire(self, blocking=True, timeout=None):
        end = monotonic() + (float("inf") if timeout is None else timeout)
        self.client.ensure_path(self.path)
        made = self.client.create(self.path + "/" + uuid.uuid4().hex + "-", ephemeral=True, sequence=True)
        self.node = made.rsplit("/", 1)[1]
        for tries in itertools.count():
            self.changed.clear()
            first = min(self.client.get_children(self.path, watch=lambda event: self.changed.set()), key=lambda name: name[-10:])
            if first == self.node:
                self.is_acquired = True
                return True
            if not blocking or self.cancelled or monotonic() >= end:
                self.client.delete(self.path + "/" + self.node)
                return False
            if tries == 0:
                say("waiting", lock=self.name)
            self.changed.wait(None if timeout is None else end - monotonic())

    def release(self):
        self.is_acquired = False
        try:
            self.client.delete(self.path + "/" + self.node)
        except NoNodeError:
            pass
        return True

class Body(threading.Thread):  # does one request after the other; the main thread answers probes meanwhile, from `locks`
    def __init__(self, client, chosen):
        super().__init__(daemon=True)
        self.client, self.chosen, self.heeds = client, chosen, chosen["suspended"] == "heed"
        self.requests, self.answers, self.calls = queue.Queue(), queue.Queue(), itertools.count(1)
        self.locks, self.lost, self.tokens, self.values = {}, {}, {}, {}  # by the lock's name
        self.mutex, self.trying, self.cancelled = threading.Lock(), None, None  # the acquire in progress, and the id of a cancelled one
        if self.heeds:
            client.add_listener(self.state_changed)
        self.start()

    def state_changed(self, state):  # thread of kazoo's connection: the session may end meanwhile
        if state == KazooState.CONNECTED:
            return
        with self.mutex:
            for name in self.locks:
                say("lost", lock=name)
            self.lost.update(self.locks)
            self.locks = {}

    def holds(self, name):
        return name in self.locks and self.locks[name].is_acquired

    def run(self):
        while True:
            request = self.requests.get()
            id = request["id"]
            try:
                fields = getattr(self, request["type"])(id, request["lock"], request)
                if fields is not None:
                    say("ok", re=id, **fields)
            except No as error:
                say("no", re=id, reason=str(error))
            except Exception as error:
                say("err", re=id, code=type(error).__name__, definite=not isinstance(error, (KazooException, OSError)), text=str(error))

    def acquire(self, id, name, request):
        recipe = WatchingParent if self.chosen["watch"] == "parent" else WatchingPredecessor
        lock = recipe(self.client, "/locks/" + name)
        wait = request.get("wait_ms")
        lock.name, lock.may_wait = name, wait != 0
        with self.mutex:
            self.trying = lock
            if self.cancelled == id:
                raise No("cancelled")
        try:
            got = lock.acquire(blocking=wait != 0, timeout=None if wait is None else wait / 1000)
        except (LockTimeout, CancelledError) as error:
            raise No(str(error) or "cancelled")
        finally:
            self.trying = None
        if not got:
            raise No("not free")
        with self.mutex:
            self.locks[name] = lock
        if self.chosen["token"] == "sequence":
            token = int(lock.node[-10:])
        else:
            stat = self.client.exists(lock.path + "/" + lock.node)
            if stat is None:
                raise No("my session has ended meanwhile")
            token = stat.czxid
        self.tokens[name] = token
        with self.mutex:
            if name not in self.locks:
                raise No("my connection is lost")
            say("ok", re=id, token=token, key=lock.path, mark=lock.node)  # here, so that no `lost` comes before it

    def release(self, id, name, request):
        with self.mutex:
            lock = self.locks.pop(name, None)  # before it is sent: from now on another may get it
            lost = self.lost.pop(name, None)
        if lock is None:
            if lost is not None:  # its session may have survived, and its node with it
                try:
                    lost.release()
                except KazooException:
                    pass
            raise No("it is not mine any more")
        if not lock.release():
            raise No("kazoo says that it is not mine")
        if self.chosen["after"] == "tidy":
            try:
                self.client.delete(lock.path)
            except (NotEmptyError, NoNodeError):
                pass
        return {"count": 0}

    def work(self, id, name, request):
        for op in request["steps"]:
            value = self.values.get(name) if op == "write" else None
            if self.heeds and name in self.tokens and not self.holds(name) and op in ("write", "enter"):
                raise No("my connection is lost, and perhaps my lock")
            say("res", id=next(self.calls), work=id, op=op, lock=name, token=self.tokens.get(name), value=value)
            answer = self.answers.get()
            if answer["type"] == "res_no":
                raise No(answer.get("reason"))
            if op == "read":
                self.values[name] = answer.get("value")
        return {}

def main():
    chosen = {"suspended": "heed", "token": "czxid", "watch": "predecessor", "after": "keep", **dict(word.split("=", 1) for word in sys.argv[1:])}
    hello = json.loads(sys.stdin.readline())
    if hello["proto"] != 1:
        return say("err", code="unsupported", definite=True, text="this worker speaks version 1")
    at, options = hello["servers"][0], hello["options"]
    if at["store"] != "zookeeper":
        return say("err", code="unsupported", definite=True, text="this worker speaks to ZooKeeper: give --store zookeeper")
    timeout = max(200, options.get("default_lease_ms") or 10000)  # of the session
    client = KazooClient(f'{at["host"]}:{at["port"]}', timeout=timeout / 1000,
                         connection_retry=KazooRetry(max_tries=-1, delay=0.02, backoff=1, max_jitter=0))
    client.start(timeout=options["connect_timeout_ms"] / 1000)
    body = Body(client, chosen)
    heeds = chosen["suspended"] == "heed"
    say("hello_ok", proto=1, library="kazoo", version=kazoo.__version__, language="Python", lease="session", default_lease_ms=timeout,
        caps=["try", "fencing", "fair"] + (["lost"] if heeds else []), min_lease_ms=200)
    for request in map(json.loads, sys.stdin):
        kind, id = request["type"], request.get("id")
        if kind in ("acquire", "release", "work"):
            body.requests.put(request)
        elif kind in ("res_ok", "res_no"):
            body.answers.put(request)
        elif kind == "probe":
            with body.mutex:  # else a `lost` could come between what it sees and what it says
                say("held", re=id, holding=body.holds(request["lock"]))
        elif kind == "cancel":
            with body.mutex:
                body.cancelled, lock = request["re"], body.trying
            if lock:
                lock.cancel()
        elif kind == "bye":
            break
        else:
            say("err", re=id, code="unsupported", definite=True)
    if heeds:
        client.remove_listener(body.state_changed)
    client.stop()

main()
