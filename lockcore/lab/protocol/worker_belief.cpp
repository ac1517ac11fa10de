// SPDX-License-Identifier: MIT
#include "lockcore/lab/protocol/worker_belief.h"

#include "lockcore/base/bytes.h"

#include <algorithm>

namespace lockcore {

namespace {

using Name = std::pair<std::string, worker::Owner>;

/// The lock that a request is about.
struct NameIn
{
    std::optional<Name> operator()(const worker::Acquire &acquire) const { return Name(acquire.lock, acquire.owner); }
    std::optional<Name> operator()(const worker::Release &release) const { return Name(release.lock, release.owner); }
    std::optional<Name> operator()(const worker::Extend &extend) const { return Name(extend.lock, extend.owner); }
    std::optional<Name> operator()(const worker::Probe &probe) const { return Name(probe.lock, probe.owner); }
    template <class Any>
    std::optional<Name> operator()(const Any &) const
    {
        return std::nullopt;
    }
};

bool isProbe(const worker::Request &request) { return std::holds_alternative<worker::Probe>(request); }

// A validity is published in whole milliseconds.
constexpr Milliseconds rounding{2};

} // namespace

void WorkerBelief::begin(const worker::HelloOk &greeting)
{
    *this = WorkerBelief();
    m_greeting = greeting;
}

void WorkerBelief::sent(const worker::Request &request, Microseconds at)
{
    m_thrown = m_thrown || std::holds_alternative<worker::Throw>(request);
    const auto name = std::visit(NameIn(), request);
    if (!name)
        return;
    auto &lock = m_locks[*name];
    if (!isProbe(request)) {
        lock.open = true;
        ++lock.changes;
    }
    m_asked[*worker::idOf(request)] = {request, at, lock.changes};
}

void WorkerBelief::take(const worker::Event &event)
{
    const auto *renewed = std::get_if<worker::Renewed>(&event);
    const auto *lost = std::get_if<worker::Lost>(&event);
    if (!renewed && !lost)
        return;
    auto &lock = m_locks[renewed ? Name(renewed->lock, renewed->owner) : Name(lost->lock, lost->owner)];
    ++lock.changes;
    if (renewed) {
        lock.until.reset();
        return;
    }
    lock.truth = Lock::Truth::NotHeld;
    lock.why = "it has reported \"lost\"";
    lock.depth = 0;
}

std::string WorkerBelief::take(const worker::Answer &answer, Microseconds at)
{
    const auto asked = m_asked.extract(worker::idOf(answer).value_or(0));
    if (asked.empty())
        return {};
    const auto &of = asked.mapped();
    auto &lock = m_locks[*std::visit(NameIn(), of.request)];
    if (const auto *held = std::get_if<worker::Held>(&answer))
        return mistakeIn(lock, of, held->holding, at);
    if (isProbe(of.request)) // an error
        return {};
    lock.open = false;
    ++lock.changes;
    settle(lock, of, answer, at);
    return {};
}

void WorkerBelief::settle(Lock &lock, const Asked &asked, const worker::Answer &answer, Microseconds at) const
{
    using Truth = Lock::Truth;
    const auto *ok = std::get_if<worker::Ok>(&answer);
    const bool no = std::holds_alternative<worker::No>(answer);
    if (!ok && !no) {
        lock.truth = Truth::Unknown;
        return;
    }
    if (const auto *acquire = std::get_if<worker::Acquire>(&asked.request)) {
        if (!ok)
            return;
        ++lock.depth;
        lock.watched = !acquire->lease && m_greeting.can("watchdog");
        hold(lock, acquire->lease, asked.at, *ok, at);
    } else if (const auto *extend = std::get_if<worker::Extend>(&asked.request); extend && ok) {
        if (lock.truth == Truth::Held)
            hold(lock, extend->lease, asked.at, *ok, at);
    } else {
        const auto left = ok ? std::max<std::int64_t>(lock.depth - 1, ok->count.value_or(0)) : 0;
        lock.depth = left;
        lock.truth = left > 0 ? Truth::Unknown : Truth::NotHeld;
        lock.why = std::string("its \"") + (extend ? "extend" : "release") + "\" was answered by \"" + (ok ? "ok" : "no") + '"';
    }
}

// The lease counts from the request at the earliest, and a validity from its line, at the latest from when that was read.
void WorkerBelief::hold(Lock &lock, worker::Lease lease, Microseconds asked, const worker::Ok &ok, Microseconds at) const
{
    lock.truth = Lock::Truth::Held;
    lock.until.reset();
    lock.surelyUntil.reset();
    if (lock.watched || lock.depth > 1) // a watchdog may know of a loss before it says so, and libraries differ in what a re-entry renews
        return;
    if (ok.validity)
        lock.until = at + *ok.validity + rounding;
    const auto step = std::max(m_greeting.leaseStep, Milliseconds(1));
    if (lease)
        lock.surelyUntil = asked + std::min(*lease - *lease % step, ok.validity.value_or(*lease)) * 98 / 100;
}

std::string WorkerBelief::mistakeIn(const Lock &lock, const Asked &probe, bool holding, Microseconds at) const
{
    using Truth = Lock::Truth;
    if (m_thrown || lock.open || lock.changes != probe.changes)
        return {};
    const auto said = [&](const char *answer) {
        return "The worker answered \"probe\" of \"" + escaped(std::get<worker::Probe>(probe.request).lock) + "\" by holding: " + answer;
    };
    if (holding && lock.truth == Truth::NotHeld)
        return said("true") + ", but it cannot hold that lock: " + lock.why + '.';
    if (holding && lock.truth == Truth::Held && lock.until && probe.at > *lock.until)
        return said("true") + ", but the validity that it published had run out "
               + std::to_string(std::chrono::duration_cast<Milliseconds>(probe.at - *lock.until).count()) + " ms before.";
    if (!holding && lock.truth == Truth::Held && lock.surelyUntil && at < *lock.surelyUntil)
        return said("false") + ", but it holds that lock: its \"acquire\" was answered by \"ok\", and its lease is not over.";
    return {};
}

} // namespace lockcore
