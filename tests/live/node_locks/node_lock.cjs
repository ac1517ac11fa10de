// SPDX-License-Identifier: MIT
// The locks of Node's libraries, driven line by line: node_lock.cjs LIBRARY KEY SOCKET… Each line of the input is a word, each
// answer a line.
"use strict";

const readline = require("node:readline");
const { setTimeout: sleep } = require("node:timers/promises");
const Redis = require("ioredis");

const lease = 30_000;
const [library, key, ...sockets] = process.argv.slice(2);
const clients = sockets.map((path) => new Redis({ path }));

const libraries = {
    "redlock": () => {
        const { default: Redlock, ExecutionError } = require("redlock");
        const redlock = new Redlock(clients, { retryCount: 0 });
        redlock.on("error", () => {}); // each server's refusal; the call reports its result anyway
        let lock;
        const acquire = async () => {
            try {
                lock = await redlock.acquire([key], lease);
                return "True";
            } catch (error) {
                if (error instanceof ExecutionError)
                    return "False";
                throw error;
            }
        };
        return {
            acquire,
            release: () => lock.release().then(() => "True", () => "NotOwned"),
            token: () => lock.value,
        };
    },
    // Its release does not report whether there was anything to release.
    "redis-semaphore": () => {
        const { Mutex } = require("redis-semaphore");
        const mutex = new Mutex(clients[0], key, { lockTimeout: lease, acquireAttemptsLimit: 1, refreshInterval: 0 });
        return {
            acquire: async () => (await mutex.tryAcquire() ? "True" : "False"),
            release: () => mutex.release().then(() => "True"),
            token: () => mutex.identifier,
        };
    },
};

// Not by the libraries' own retries: those of redlock find the locks that an earlier try of the same call holds on a minority.
async function wait(acquire) {
    for (const end = Date.now() + 10_000; Date.now() < end; await sleep(5)) {
        if (await acquire() === "True")
            return "True";
    }
    return "False";
}

async function main() {
    const lock = libraries[library]();
    lock.wait = () => wait(lock.acquire);
    console.log("ready");
    for await (const line of readline.createInterface({ input: process.stdin })) {
        const word = line.trim();
        console.log(word in lock ? await lock[word]() : "?");
    }
    clients.forEach((client) => client.disconnect());
}

main();
