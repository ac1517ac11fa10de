// SPDX-License-Identifier: MIT
// The worker protocol of Lockscope's Lab for Node, the same for every library on ioredis: docs/write-a-worker.md. A library is
//     { library, version, caps, …, connect(hello), acquire(request, signal), release(lock), extend(lock, lease) }
// `acquire` returns { until, fields, … }: until when it is valid on performance.now(), and what its "ok" says besides.
import { createInterface } from "node:readline";

/** It did not happen and never will: "no". Any other exception may have happened: "err". */
export class No extends Error {}

export function say(type, fields = {}) {
    process.stdout.write(JSON.stringify({ type, ...fields }) + "\n");
}

/** The connection of ioredis to the server number `number` of hello, or to the whole cluster, of which the first node names the others. */
export function clientOf(Redis, hello, number = 0, more = {}) {
    const { command_timeout_ms: commandTimeout, connect_timeout_ms: connectTimeout } = hello.options;
    const { host, port, password, db } = hello.redis[number];
    const client = hello.cluster
        ? new Redis.Cluster([{ host, port }], { redisOptions: { password, commandTimeout, connectTimeout, ...more } })
        : new Redis({ host, port, password, db, commandTimeout, connectTimeout, ...more });
    client.on("error", (error) => console.error(error.message)); // logs belong on stderr
    return client;
}

export function validity(held) {
    return Number.isFinite(held.until) ? { validity_ms: Math.max(0, Math.floor(held.until - performance.now())) } : {};
}

export function serve(library) {
    const held = new Map(); // by owner and lock
    const waiting = new Map(); // id of an acquire → AbortController
    const values = new Map(); // that were read, by the lock's name
    const calls = new Map(); // id of a call to the resource → its promise's resolve
    const nameOf = (request) => JSON.stringify([request.owner ?? "", request.lock]);
    const holding = (request) => {
        if (!held.has(nameOf(request)))
            throw new No("not held");
        return held.get(nameOf(request));
    };
    let lastCall = 0;

    const requests = {
        async acquire(request) {
            const cancel = new AbortController();
            waiting.set(request.id, cancel);
            try {
                const lock = await library.acquire(request, cancel.signal);
                held.set(nameOf(request), lock);
                return { ...lock.fields, ...validity(lock) };
            } finally {
                waiting.delete(request.id);
            }
        },
        async release(request) {
            const lock = holding(request);
            held.delete(nameOf(request)); // before it is sent: from now on another may get it
            await library.release(lock);
            return { count: 0 };
        },
        async extend(request) {
            const lock = holding(request);
            await library.extend(lock, request.lease_ms);
            return validity(lock);
        },
        async work(request) {
            for (const op of request.steps) {
                const id = ++lastCall;
                const answer = new Promise((resolve) => calls.set(id, resolve));
                say("res", { id, work: request.id, op, lock: request.lock, owner: request.owner, mode: "x",
                             ...(op === "write" ? { value: values.get(request.lock) } : {}) });
                const { type, reason, value } = await answer;
                if (type === "res_no")
                    throw new No(reason);
                if (op === "read")
                    values.set(request.lock, value);
            }
            return {};
        },
    };

    async function handle(request) {
        const { type, id } = request;
        if (type === "hello" && request.proto !== 1) {
            say("err", { code: "unsupported", definite: true, text: "this worker speaks version 1" });
        } else if (type === "hello") {
            await library.connect(request);
            const { library: name, version, caps, default_lease_ms, renew_every_ms } = library;
            say("hello_ok", { proto: 1, library: name, version, language: "JavaScript", caps, default_lease_ms, renew_every_ms });
        } else if (type === "probe") {
            say("held", { re: id, holding: (held.get(nameOf(request))?.until ?? 0) > performance.now() });
        } else if (type === "cancel") {
            waiting.get(request.re)?.abort();
        } else if (type === "res_ok" || type === "res_no") {
            calls.get(request.re)?.(request);
            calls.delete(request.re);
        } else if (type === "bye") {
            process.exit(0);
        } else if (requests[type] && (type !== "extend" || library.extend)) {
            say("ok", { re: id, ...await requests[type](request) });
        } else {
            say("err", { re: id, code: "unsupported", definite: true, text: `unknown request ${type}` });
        }
    }

    createInterface({ input: process.stdin }).on("line", (line) => {
        const request = JSON.parse(line);
        handle(request).catch((error) => (error instanceof No ? say("no", { re: request.id, reason: error.message })
            : say("err", { re: request.id, code: error.code ?? error.name, definite: false, text: error.message })));
    }).on("close", () => process.exit(0)); // Lockscope is gone
}
