// SPDX-License-Identifier: MIT
// A worker for Lockscope's Lab that takes locks of npm's redlock. In a folder with worker_protocol.mjs:
//     npm install ioredis@5 redlock@5.0.0-beta.2 && lockscope worker --selftest node redlock_worker.mjs
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { clientOf, No, say, serve } from "./worker_protocol.mjs";

const require = createRequire(import.meta.url); // unlike import it also looks in NODE_PATH
const Redis = require("ioredis");
const { default: Redlock, ExecutionError, ResourceLockedError } = require("redlock");

const retryDelay = 200; // milliseconds, as redlock's own default
let redlock;
let usualLease = 10_000; // redlock itself has none

/** Held by others on a majority: it will not be ours. After any other refusal, as a lost reply, it may be. */
async function isRefused(error) {
    const last = await error.attempts.at(-1);
    return [...last.votesAgainst.values()].every((each) => each instanceof ResourceLockedError);
}

/** redlock's own retries, a second at a time, so that they can be cancelled. */
async function acquire(request, signal) {
    const lease = request.lease_ms ?? usualLease;
    const end = performance.now() + (request.wait_ms ?? Infinity);
    for (let retryCount = 0;; retryCount = Math.min(5, Math.max(0, Math.floor((end - performance.now()) / retryDelay)))) {
        try {
            const lock = await redlock.acquire([request.lock], lease, { retryCount });
            return { lock, until: untilOf(lock), fields: { key: request.lock, mark: lock.value } };
        } catch (error) {
            if (!(error instanceof ExecutionError) || !await isRefused(error))
                throw error;
        }
        if (signal.aborted || performance.now() + retryDelay > end)
            throw new No("not free");
        if (retryCount === 0)
            say("waiting", { lock: request.lock, owner: request.owner });
    }
}

const untilOf = (lock) => performance.now() + lock.expiration - Date.now();

async function changed(change) {
    try {
        return await change();
    } catch (error) {
        if (error instanceof ExecutionError && (error.attempts.length === 0 || await isRefused(error)))
            throw new No(error.message);
        throw error;
    }
}

serve({
    library: "redlock",
    version: JSON.parse(readFileSync(`${require.resolve("redlock").split("/dist/")[0]}/package.json`)).version,
    caps: ["try", "extend", "concurrent", "cluster"],
    connect(hello) {
        usualLease = hello.options.default_lease_ms ?? usualLease;
        this.default_lease_ms = usualLease;
        const servers = hello.cluster ? [0] : hello.redis.keys(); // redlock takes a cluster for one server
        const clients = [...servers].map((number) => clientOf(Redis, hello, number));
        redlock = new Redlock(clients, { retryDelay });
        return Promise.all(clients.map((client) => client.ping()));
    },
    acquire,
    release: (held) => changed(() => redlock.release(held.lock, { retryCount: 0 })),
    async extend(held, lease) {
        held.lock = await changed(() => redlock.extend(held.lock, lease, { retryCount: 0 }));
        held.until = untilOf(held.lock);
    },
});
