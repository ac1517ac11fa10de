# SPDX-License-Identifier: MIT
# redis-py's Lock on a cluster: cluster_locks.py PORT KEY... Three threads contend for each key. A line for each change: taken|removed KEY OWNER.
# A holder gives its lock back when the test has seen it: a line KEY on standard input.
import logging
import sys
import threading

from redis.cluster import RedisCluster

logging.disable(logging.ERROR)  # RedisCluster logs that a node does not know a script yet
port, keys = int(sys.argv[1]), sys.argv[2:]
seen = {key: threading.Semaphore(0) for key in keys}
saying = threading.Lock()
turns = 3


def note(change, key, token):
    with saying:
        print(change, key, token, flush=True)


def work(key):
    client = RedisCluster(host="127.0.0.1", port=port)
    for _ in range(turns):
        lock = client.lock(key, timeout=60, sleep=0.005)
        lock.acquire()
        token = lock.local.token.decode()
        note("taken", key, token)
        seen[key].acquire()
        note("removed", key, token)  # before it is: the next holder's line comes later
        lock.release()


threads = [threading.Thread(target=work, args=(key,)) for key in keys for _ in range(3)]
for one in threads:
    one.start()


def hear():
    for line in sys.stdin:
        seen[line.strip()].release()


threading.Thread(target=hear, daemon=True).start()
for one in threads:
    one.join()
