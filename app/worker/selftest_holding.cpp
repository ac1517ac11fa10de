// SPDX-License-Identifier: MIT
#include "app/worker/selftest_checks.h"

#include "lockcore/base/bytes.h"
#include "lockcore/base/duration.h"

namespace lockscope {

using namespace lockcore;

namespace {

// A key without a TTL may contain a time instead.
Task<bool> checkLease(SelftestBench *bench, worker::Ok ok, worker::Acquire acquire)
{
    const auto left = co_await leaseLeft(bench, ok, acquire);
    const auto lease = leaseOf(bench, acquire);
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

Milliseconds leaseOf(SelftestBench *bench, const worker::Acquire &acquire)
{
    return acquire.lease ? *acquire.lease : bench->a()->process().greeting().defaultLease.value_or(bench->lease());
}

const Bytes &keyOf(const worker::Ok &ok, const worker::Acquire &acquire) { return ok.key.empty() ? acquire.lock : ok.key; }

Task<bool> findHolding(SelftestBench *bench, worker::Ok ok, worker::Acquire acquire)
{
    const bool found = co_await bench->server().hasKeys(keyOf(ok, acquire), ok.mark);
    co_return found;
}

Task<bool> checkHolding(SelftestBench *bench, worker::Ok ok, worker::Acquire acquire)
{
    const auto key = keyOf(ok, acquire);
    const bool exists = co_await bench->server().has(key);
    if (!exists && !ok.key.empty())
        co_return bench->wrong("It says that its holding is in the key \"" + escaped(ok.key) + "\", but " + bench->storeName()
                               + " has no such key.");
    if (!exists) {
        bench->warned("its key has another name than its lock, and its \"ok\" does not name it" + unnamed);
        co_return true;
    }
    if (ok.key.empty() || ok.mark.empty())
        bench->warned(std::string("its \"ok\" names no ") + (ok.key.empty() ? "\"key\" and \"mark\"" : "\"mark\"") + unnamed);
    const bool there = ok.mark.empty() || co_await bench->server().hasMark(key, ok.mark);
    if (!there)
        co_return bench->wrong("It says that its holding in the key \"" + escaped(key) + "\" is \"" + escaped(ok.mark)
                               + "\", but that is not there.");
    co_return co_await checkLease(bench, ok, acquire);
}

Task<std::optional<Milliseconds>> leaseLeft(SelftestBench *bench, worker::Ok ok, worker::Acquire acquire)
{
    return bench->server().leaseLeft(keyOf(ok, acquire));
}

} // namespace lockscope
