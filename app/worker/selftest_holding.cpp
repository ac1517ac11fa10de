// SPDX-License-Identifier: MIT
#include "app/worker/selftest_checks.h"

#include "lockcore/base/bytes.h"
#include "lockcore/base/duration.h"

namespace lockscope {

using namespace lockcore;

namespace {

Task<std::int64_t> integerOf(SelftestBench *bench, std::string command, Bytes key)
{
    const auto reply = co_await bench->server().command(command, key);
    co_return reply ? reply->toInteger().value_or(0) : 0;
}

// Checks that what `key` and `mark` name exists: a string's value, or an element of a hash, a set or a sorted set.
Task<bool> isThere(SelftestBench *bench, Bytes key, Bytes mark)
{
    const auto type = co_await bench->server().command("TYPE", key);
    const auto kind = type ? type->text : Bytes();
    if (kind == "string") {
        const auto value = co_await bench->server().command("GET", key);
        co_return value && value->text == mark;
    }
    if (kind == "hash" || kind == "set") {
        const auto found = co_await bench->server().command(kind == "hash" ? "HEXISTS" : "SISMEMBER", key, mark);
        co_return found && found->toInteger() == 1;
    }
    if (kind == "zset") {
        const auto score = co_await bench->server().command("ZSCORE", key, mark);
        co_return score && !score->isNil();
    }
    co_return kind != "none"; // other types have no element that a worker could name
}

// A key without a TTL may contain a time instead.
Task<bool> checkLease(SelftestBench *bench, worker::Ok ok, worker::Acquire acquire)
{
    const auto left = co_await leaseLeft(bench, ok, acquire);
    const auto lease = *acquire.lease;
    const auto shownKey = '"' + escaped(keyOf(ok, acquire)) + '"';
    if (!left)
        bench->skipped("its key " + shownKey + " has no TTL: unless it holds a time, nothing frees the lock when its worker dies");
    else if (*left > 100 * lease || 2 * *left < lease)
        co_return bench->wrong("It was asked for a lease of " + durationText(lease) + ", but its key " + shownKey + " has a TTL of "
                               + durationText(*left) + (*left > 100 * lease ? ". Does it take milliseconds for seconds?" : "."));
    else if (*left > 2 * lease)
        bench->skipped("its key " + shownKey + " has a TTL of " + durationText(*left) + " for a lease of " + durationText(lease)
                       + ": unless it holds a time, the lock outlives its lease");
    co_return true;
}

const std::string unnamed = ": if no format knows the key, who owned the lock is judged only as far as the commands of the warm-up show it";

} // namespace

const Bytes &keyOf(const worker::Ok &ok, const worker::Acquire &acquire) { return ok.key.empty() ? acquire.lock : ok.key; }

Task<bool> findHolding(SelftestBench *bench, worker::Ok ok, worker::Acquire acquire)
{
    const auto key = keyOf(ok, acquire);
    const auto databases = co_await bench->databases();
    for (const auto &database : databases) {
        [[maybe_unused]] const auto selected = co_await bench->server().command("SELECT", database);
        const auto exists = co_await integerOf(bench, "EXISTS", key);
        const bool found = exists == 1 && (ok.mark.empty() || co_await isThere(bench, key, ok.mark));
        if (found)
            break;
    }
    co_return !databases.empty();
}

Task<bool> checkHolding(SelftestBench *bench, worker::Ok ok, worker::Acquire acquire)
{
    const auto key = keyOf(ok, acquire);
    const auto exists = co_await integerOf(bench, "EXISTS", key);
    if (exists == 0 && !ok.key.empty())
        co_return bench->wrong("It says that its holding is in the key \"" + escaped(ok.key) + "\", but Redis has no such key.");
    if (exists == 0) {
        bench->warned("its key has another name than its lock, and its \"ok\" does not name it" + unnamed);
        co_return true;
    }
    if (ok.key.empty() || ok.mark.empty())
        bench->warned(std::string("its \"ok\" names no ") + (ok.key.empty() ? "\"key\" and \"mark\"" : "\"mark\"") + unnamed);
    const bool there = ok.mark.empty() || co_await isThere(bench, key, ok.mark);
    if (!there)
        co_return bench->wrong("It says that its holding in the key \"" + escaped(key) + "\" is \"" + escaped(ok.mark)
                               + "\", but that is not there.");
    co_return co_await checkLease(bench, ok, acquire);
}

Task<std::optional<Milliseconds>> leaseLeft(SelftestBench *bench, worker::Ok ok, worker::Acquire acquire)
{
    const auto left = co_await integerOf(bench, "PTTL", keyOf(ok, acquire));
    co_return left < 0 ? std::nullopt : std::optional(Milliseconds(left));
}

} // namespace lockscope
