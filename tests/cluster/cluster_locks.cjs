// SPDX-License-Identifier: MIT
// Node's lock libraries on a cluster, with ioredis' Cluster: cluster_locks.cjs LIBRARY PORT NAME... Three workers, each with its own client,
// contend for each name. A line for each change: taken|removed KEY OWNER. A holder gives its lock back when the test has seen it: a line KEY
// on standard input.
"use strict";

const { setTimeout: sleep } = require("node:timers/promises");
const { createInterface } = require("node:readline");
const { Cluster } = require("ioredis");

const [library, port, ...names] = process.argv.slice(2);
const turns = 3;
const lease = 60_000;
const heard = new Map();

createInterface({ input: process.stdin }).on("line", (key) => heard.get(key)());

// A lock has a key and acquire() -> owner or null, release().
const libraries = {
    "node-redlock": (client, name) => {
        const { default: Redlock } = require("redlock");
        const redlock = new Redlock([client], { retryCount: 0, automaticExtensionThreshold: 0 });
        redlock.on("error", () => {});
        let lock;
        return {
            key: name,
            acquire: async () => {
                lock = await redlock.acquire([name], lease).catch(() => null);
                return lock && lock.value;
            },
            release: () => lock.release(),
        };
    },
    "redis-semaphore": (client, name) => {
        const { Mutex } = require("redis-semaphore");
        const mutex = new Mutex(client, name, { lockTimeout: lease, acquireAttemptsLimit: 1, refreshInterval: 0 });
        return {
            key: `mutex:${name}`,
            acquire: async () => (await mutex.tryAcquire() ? mutex.identifier : null),
            release: () => mutex.release(),
        };
    },
};

async function work(client, name) {
    for (let turn = 0; turn < turns; ++turn) {
        const lock = libraries[library](client, name);
        let owner;
        while (!(owner = await lock.acquire()))
            await sleep(5);
        const seen = new Promise((resolve) => heard.set(lock.key, resolve));
        console.log("taken", lock.key, owner);
        await seen;
        console.log("removed", lock.key, owner); // before it is: the next holder's line comes later
        await lock.release();
    }
}

async function main() {
    const clients = [0, 1, 2].map(() => new Cluster([{ host: "127.0.0.1", port: Number(port) }]));
    await Promise.all(clients.flatMap((client) => names.map((name) => work(client, name))));
    process.exit();
}

main();
