// SPDX-License-Identifier: MIT
// Node's lock libraries at work: library_locks.cjs LIBRARY PORT. A line for each change that was made: taken|renewed|removed KEY OWNER
// ADDRESS, with the connection that made it. Other keys get a secret.
"use strict";

const { setTimeout: sleep } = require("node:timers/promises");
const Redis = require("ioredis");

const [library, port] = process.argv.slice(2);
const shortLease = 40;
const longLease = 20_000;

function addressOf(client) {
    const { localAddress, localPort } = client.stream;
    return `${localAddress}:${localPort}`;
}

function note(change, key, owner, client) {
    console.log(change, key, owner, addressOf(client));
}

// Three workers share two connections. `lockOf` makes a lock with acquire() -> owner or null, extend(), release().
async function contend(key, lockOf) {
    const clients = [new Redis({ port }), new Redis({ port })];
    await Promise.all(clients.map((client) => client.ping()));
    const work = async (number) => {
        const client = clients[number % clients.length];
        for (let turn = 0; turn < 25; ++turn) {
            const late = turn % 5 === number;
            const lock = lockOf(client, late ? shortLease : longLease);
            let owner;
            while (!(owner = await lock.acquire()))
                await sleep(3);
            note("taken", key, owner, client);
            await client.set("session:1", "canary");
            if (late) {
                await sleep(shortLease + 20);
                await lock.release().catch(() => {});
                continue;
            }
            if (turn % 3 === 0 && await lock.extend())
                note("renewed", key, owner, client);
            await lock.release();
            note("removed", key, owner, client);
            await sleep(2);
        }
    };
    await Promise.all([0, 1, 2].map(work));
    clients.forEach((client) => client.disconnect());
}

const libraries = {
    "redlock": () => {
        const { default: Redlock } = require("redlock");
        const key = "lock:redlock";
        return contend(key, (client, lease) => {
            const redlock = new Redlock([client], { retryCount: 0, automaticExtensionThreshold: 0 });
            redlock.on("error", () => {});
            let lock;
            return {
                acquire: async () => {
                    lock = await redlock.acquire([key], lease).catch(() => null);
                    return lock && lock.value;
                },
                extend: async () => (lock = await lock.extend(lease + 5_000)),
                release: () => lock.release(),
            };
        });
    },
    "redis-semaphore": () => {
        const { Mutex } = require("redis-semaphore");
        return contend("mutex:node", (client, lease) => {
            const mutex = new Mutex(client, "node", { lockTimeout: lease, acquireAttemptsLimit: 1, refreshInterval: 0 });
            return {
                acquire: async () => (await mutex.tryAcquire() ? mutex.identifier : null),
                extend: async () => {
                    await sleep(30);
                    return mutex._refresh(); // what its timer does
                },
                release: () => mutex.release(),
            };
        });
    },
    // Of two permits, the third client removes those whose lease is over. Its lease is the same, and the key's deadline the newest one.
    "redis-semaphore's semaphore": async () => {
        const { Semaphore } = require("redis-semaphore");
        const key = "semaphore:node";
        const lease = 400;
        const clients = [new Redis({ port }), new Redis({ port }), new Redis({ port })];
        await Promise.all(clients.map((client) => client.ping()));
        for (let turn = 0; turn < 30; ++turn) {
            const late = turn % 10 === 0;
            const permits = clients.map((client) => {
                const options = { lockTimeout: lease, acquireAttemptsLimit: 1, refreshInterval: 0 };
                const permit = new Semaphore(client, "node", 2, options);
                return {
                    take: async () => {
                        const taken = await permit.tryAcquire();
                        if (taken)
                            note("taken", key, permit.identifier, client);
                        return taken;
                    },
                    give: () => permit.release(),
                    removedBy: (other) => note("removed", key, permit.identifier, other),
                };
            });
            const [first, second, third] = permits;
            await first.take();
            if (late)
                await sleep(lease - 100);
            await second.take();
            await clients[0].set("session:1", "canary");
            if (late)
                await sleep(130);
            if (await third.take()) {
                first.removedBy(clients[2]);
                second.removedBy(clients[2]); // on a busy machine
                await third.give();
                third.removedBy(clients[2]);
            } else {
                await first.give();
                first.removedBy(clients[0]);
            }
            await second.give();
            second.removedBy(clients[1]);
            await first.give(); // in vain
        }
        clients.forEach((client) => client.disconnect());
    },
    // Two workers, each with its own connection and two jobs at a time; some jobs outlive their first lease.
    "bullmq": async () => {
        const { Queue, Worker } = require("bullmq");
        const jobs = 40;
        const keyOf = (id) => `bull:mail:${id}:lock`;
        const connect = () => new Redis({ port, maxRetriesPerRequest: null });
        const queue = new Queue("mail", { connection: connect() });
        const workers = [];
        let done = 0;
        await new Promise((resolve) => {
            for (let number = 0; number < 2; ++number) {
                const client = connect();
                const tokens = new Map();
                const worker = new Worker("mail", async (job, token) => {
                    tokens.set(job.id, token);
                    note("taken", keyOf(job.id), token, client);
                    await client.set("session:1", "canary");
                    await sleep(job.data.ms);
                }, { connection: client, concurrency: 2, lockDuration: 400 });
                worker.on("locksRenewed", ({ jobIds }) => {
                    for (const id of jobIds)
                        note("renewed", keyOf(id), tokens.get(id), client);
                });
                worker.on("completed", (job) => {
                    note("removed", keyOf(job.id), tokens.get(job.id), client);
                    if (++done === jobs)
                        resolve();
                });
                workers.push(worker);
            }
            for (let id = 1; id <= jobs; ++id)
                queue.add("send", { ms: id % 8 === 0 ? 700 : 5 });
        });
        await Promise.all([queue, ...workers].map((one) => one.close()));
        process.exit(); // the connections are ours, so BullMQ leaves them open
    },
};

libraries[library]();
