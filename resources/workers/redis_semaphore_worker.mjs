// SPDX-License-Identifier: MIT
// A worker for Lockscope's Lab that takes the Mutex of npm's redis-semaphore. In a folder with worker_protocol.mjs:
//     npm install ioredis redis-semaphore && lockscope worker --selftest node redis_semaphore_worker.mjs
import { createRequire } from "node:module";
import { clientOf, No, say, serve } from "./worker_protocol.mjs";

const require = createRequire(import.meta.url); // unlike import it also looks in NODE_PATH
const Redis = require("ioredis");
const { Mutex } = require("redis-semaphore");

// The library's timer lets the error of a failed renewal escape, and renews again after the next interval. Node would end the process.
process.on("unhandledRejection", (error) => console.error(error.message));

let client;
let usualLease = 10_000; // as redis-semaphore's own default
let retryInterval;

/** The library's mutex; it says when its watchdog has renewed. */
class Watched extends Mutex {
    async _refresh() {
        const refreshed = await super._refresh();
        if (refreshed)
            this.renewed();
        return refreshed;
    }
}

function mutexFor(request, held, limits) {
    const { lock, owner, lease_ms } = request;
    const lockTimeout = lease_ms ?? usualLease;
    const renews = lease_ms === undefined || lease_ms === null; // with a lease it is left to end
    const onLockLost = () => {
        held.until = 0;
        say("lost", { lock, owner });
    };
    // The library does not say when it sent the request that succeeded, from which on the lease counts.
    const asking = Object.create(client, {
        set: { value: (...words) => {
            held.asked = performance.now();
            return client.set(...words);
        } },
    });
    const mutex = new Watched(asking, lock, { lockTimeout, retryInterval, onLockLost, ...(renews ? {} : { refreshInterval: 0 }), ...limits });
    mutex.renewed = () => {
        held.until = performance.now() + lockTimeout;
        say("renewed", { lock, owner });
    };
    return mutex;
}

async function acquire(request, signal) {
    const held = { until: 0 };
    const take = async (limits) => {
        held.mutex = mutexFor(request, held, limits);
        try {
            return await held.mutex.tryAcquire(signal);
        } catch (error) {
            if (signal.aborted)
                return false;
            throw error;
        }
    };
    const wait = request.wait_ms ?? Infinity;
    let got = await take({ acquireAttemptsLimit: 1 });
    if (!got && wait > 0) {
        say("waiting", { lock: request.lock, owner: request.owner });
        got = await take({ acquireTimeout: wait });
    }
    if (!got)
        throw new No("not free");
    held.until = held.asked + (request.lease_ms ?? usualLease);
    held.fields = { key: `mutex:${request.lock}`, mark: held.mutex.identifier };
    return held;
}

serve({
    library: "redis-semaphore",
    version: require("redis-semaphore/package.json").version,
    caps: ["try", "watchdog", "lost", "concurrent", "cluster"],
    connect(hello) {
        const { default_lease_ms, retry_ms } = hello.options;
        usualLease = default_lease_ms ?? usualLease;
        this.default_lease_ms = usualLease;
        this.renew_every_ms = Math.round(usualLease * 0.8);
        retryInterval = retry_ms || undefined;
        // By default ioredis sends a SET NX whose reply was cut again, and the second one finds the key of the first: "not free".
        client = clientOf(Redis, hello, 0, { autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0 });
        return client.ping();
    },
    acquire,
    async release(held) {
        if (!held.mutex.isAcquired)
            throw new No("lost");
        await held.mutex.release(); // does not say whether there was something to release
    },
});
