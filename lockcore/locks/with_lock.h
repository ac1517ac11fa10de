// SPDX-License-Identifier: MIT
// Runs a body while a lock is held, as annotations like @RedisLock declare. Releases the lock however the body ends, and only if the lock
// was acquired. If the worker ends inside the body, nothing is released, and the lease expires.
//
//     const LockSpec spec{.key = "lock.placeOrder#{activityId}.{userMobile}", .retries = 3};
//     auto body = [&](Lock &lock) { return placeOrder(order, lock); };   // named: see base/task.h
//     auto locked = withLock(context, spec, {{"activityId", "17"}, {"userMobile", "139"}}, body);
//     const auto ran = co_await locked;
//     if (!ran.acquired.held()) …
#pragma once

#include "lockcore/locks/catalogue.h"

#include <type_traits>

namespace lockcore {

using LockArguments = std::map<std::string, Bytes>;

struct LockSpec
{
    Bytes key{};            ///< with named arguments: `lock.order#{id}`; `{{` and `}}` are braces
    Bytes prefix{};         ///< put before the key, unchanged
    std::string protocol{}; ///< a name of the catalogue; empty: `token`, or `token-watchdog`
    ProtocolOptions options{};
    Milliseconds expiry = std::chrono::seconds(30);
    bool waits = true;                    ///< false: one try
    std::int64_t retries = Wait::forEver; ///< n: n + 1 tries
    Milliseconds interval{100};           ///< between two tries
    bool watchdog = false;                ///< renews until the body ends; needs a protocol with a watchdog
};

/// The key of a spec with its arguments. Refused: a missing argument, unmatched braces.
Result<Bytes> keyOf(const LockSpec &spec, const LockArguments &arguments);

/// The lock that a spec names, not yet acquired. Refused: what keyOf() refuses, an unknown protocol or option, an impossible
/// expiry, a watchdog that the protocol does not have.
Result<std::unique_ptr<Lock>> lockOf(Context &context, const LockSpec &spec, const LockArguments &arguments);

Lease leaseOf(const LockSpec &spec);
Wait waitOf(const LockSpec &spec);

template <class T>
struct WithLock
{
    Acquired acquired;
    std::optional<T> value; ///< the body's result, if it ran
    Released released;      ///< valid if the body ran
};

/// `body` takes the Lock and returns a Task<T> (for void, `value` is a std::monostate). An exception of the body is rethrown after
/// the release.
template <class Body>
auto withLock(Context &context, LockSpec spec, LockArguments arguments, Body body);

namespace detail {

template <class T>
struct TaskValue;

template <class T>
struct TaskValue<Task<T>>
{
    using Type = T;
};

template <class T, class Body>
Task<WithLock<Stored<T>>> withLock(Context &context, LockSpec spec, LockArguments arguments, Body body)
{
    WithLock<Stored<T>> result;
    auto made = lockOf(context, spec, arguments);
    if (!made.ok()) {
        result.acquired = Acquired::failed(made.error());
        co_return result;
    }
    auto &lock = **made;
    const auto wait = waitOf(spec);
    const auto lease = leaseOf(spec);
    result.acquired = co_await lock.acquire(lease, wait);
    if (!result.acquired.held())
        co_return result;

    std::exception_ptr exception;
    try {
        auto running = body(lock);
        if constexpr (std::is_void_v<T>) {
            co_await running;
            result.value.emplace();
        } else {
            result.value = co_await running;
        }
    } catch (...) {
        exception = std::current_exception();
    }
    result.released = co_await lock.release();
    if (exception)
        std::rethrow_exception(exception);
    co_return result;
}

} // namespace detail

template <class Body>
auto withLock(Context &context, LockSpec spec, LockArguments arguments, Body body)
{
    using T = typename detail::TaskValue<std::invoke_result_t<Body &, Lock &>>::Type;
    return detail::withLock<T, Body>(context, std::move(spec), std::move(arguments), std::move(body));
}

} // namespace lockcore
