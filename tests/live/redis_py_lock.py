# SPDX-License-Identifier: MIT
# redis-py's Lock, driven line by line: redis_py_lock.py KEY SOCKET. Each line of the input is a word, each answer a line.
import sys

import redis
from redis.exceptions import LockError

client = redis.Redis(unix_socket_path=sys.argv[2])
lock = client.lock(sys.argv[1], timeout=30)
print("ready", flush=True)
for line in sys.stdin:
    word = line.strip()
    try:
        if word == "acquire":
            answer = lock.acquire(blocking=False)
        elif word == "wait":
            answer = lock.acquire(blocking_timeout=10)
        elif word == "release":
            lock.release()
            answer = True
        elif word == "token":
            answer = lock.local.token.decode()
        else:
            answer = "?"
    except LockError:
        answer = "NotOwned" if word == "release" else "False"
    print(answer, flush=True)
