# SPDX-License-Identifier: MIT
# redis-py's Lock at work: library_locks.py PORT KEY. Three threads share one pool of connections. A line for each change that was made:
# taken|renewed|removed KEY OWNER ADDRESS, with the connection that made it. Other keys get a secret.
import sys
import threading
import time

import redis
from redis.exceptions import LockError

port, key = int(sys.argv[1]), sys.argv[2]
now = threading.local()
saying = threading.Lock()


class Noted(redis.Connection):
    def send_packed_command(self, command, check_health=True):
        super().send_packed_command(command, check_health)
        now.address = "%s:%d" % self._sock.getsockname()[:2]


pool = redis.ConnectionPool(connection_class=Noted, port=port)


def note(change, token):
    with saying:
        print(change, key, token, now.address, flush=True)


def work(number):
    client = redis.Redis(connection_pool=pool)
    for turn in range(25):
        late = turn % 5 == number
        lock = client.lock(key, timeout=0.04 if late else 20, sleep=0.003)
        lock.acquire()
        token = lock.local.token.decode()
        note("taken", token)
        client.set("session:1", "canary")
        if late:
            time.sleep(0.06)
            try:
                lock.release()
            except LockError:
                pass
            continue
        if turn % 3 == 0:
            lock.extend(5)
            note("renewed", token)
        lock.release()
        note("removed", token)
        time.sleep(0.002)


threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
for one in threads:
    one.start()
for one in threads:
    one.join()
