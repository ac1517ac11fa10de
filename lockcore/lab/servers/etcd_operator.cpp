// SPDX-License-Identifier: MIT
#include "lockcore/lab/servers/etcd_operator.h"

#include "lockcore/lab/etcd/etcd_json.h"
#include "lockcore/lab/servers/line_question.h"

namespace lockcore {

namespace {

Task<Result<Bytes>> askGateway(int port, std::string path, Bytes json, Poller *poller)
{
    auto asking = wholeAnswer(port, etcdRequest(path, json), poller);
    const auto reply = co_await asking;
    co_return reply.ok() ? etcdBody(*reply) : reply.error();
}

} // namespace

Bytes prefixOfHolding(const Bytes &key, const std::string &lock)
{
    const auto at = key.find(lock);
    if (at == Bytes::npos)
        return lock;
    const auto end = at + lock.size();
    return key.substr(0, end < key.size() && key[end] == '/' ? end + 1 : end);
}

Task<Result<void>> deleteHolding(int port, Bytes prefix, Poller *poller)
{
    auto looking = askGateway(port, "/v3/kv/range", rangeJson(prefix, endOfPrefix(prefix), 1), poller);
    const auto found = co_await looking;
    if (!found)
        co_return found.error();
    const auto keys = keysIn(*found);
    if (keys.empty()) // nobody holds it
        co_return Result<void>();
    auto deleting = askGateway(port, "/v3/kv/txn", conditionalDeletionJson(keys.front().key, keys.front().createRevision), poller);
    const auto deleted = co_await deleting;
    co_return deleted.ok() ? Result<void>() : deleted.error();
}

Task<Result<void>> deleteEverything(int port, Poller *poller)
{
    const Bytes zero(1, '\0');
    auto deleting = askGateway(port, "/v3/kv/deleterange", deletionJson(zero, zero), poller);
    const auto deleted = co_await deleting;
    co_return deleted.ok() ? Result<void>() : deleted.error();
}

} // namespace lockcore
