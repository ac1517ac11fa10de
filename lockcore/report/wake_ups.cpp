// SPDX-License-Identifier: MIT
#include "lockcore/report/wake_ups.h"

#include "lockcore/judge/disturbance.h"
#include "lockcore/report/held_elements.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

/// A moment at which a lock became free.
struct Free
{
    std::string lock;
    Number number = 0; ///< of the entry that reports it
    Microseconds at{0};
    std::optional<Incarnation> by{}; ///< the worker whose command freed it
};

// A server may notice late that a lease has ended, for example only when a client asks.
Microseconds freeSince(const Run &run, const Element &element)
{
    const auto noticed = run.at(element.ended);
    if (run.as<entry::KeyChanged>(element.ended)->event != entry::KeyEvent::Expired)
        return noticed;
    const auto last = element.extended.empty() ? element.created : element.extended.back();
    const auto ttl = run.as<entry::KeyChanged>(last)->ttl;
    return ttl ? std::min(noticed, run.at(last) + Microseconds(*ttl)) : noticed;
}

// With several servers a lock is free when fewer than a quorum of them have the holding.
std::vector<Free> freedInRedis(const Run &run)
{
    struct Change
    {
        Number number;
        const HeldElement *held;
        int by;
    };
    std::vector<Change> changes;
    const auto held = heldElements(run);
    for (const auto &one : held) {
        changes.push_back({one.element->created, &one, 1});
        if (run.as<entry::KeyChanged>(one.element->ended))
            changes.push_back({one.element->ended, &one, -1});
    }
    std::ranges::stable_sort(changes, {}, &Change::number);
    std::map<std::string, std::int64_t> holdings;
    std::vector<Free> freed;
    const auto quorum = std::max<std::int64_t>(run.header().quorum, 1);
    for (const auto &change : changes) {
        auto &count = holdings[change.held->lock];
        count += change.by;
        if (change.by < 0 && count == quorum - 1)
            freed.push_back({change.held->lock, change.number, freeSince(run, *change.held->element),
                             run.author(*run.as<entry::KeyChanged>(change.number))});
    }
    return freed;
}

std::vector<Free> freedByRelease(const Run &run)
{
    std::vector<Free> freed;
    for (const auto &claim : run.claims) {
        if (claim.release == 0)
            continue;
        // The worker's command may have reached the server later than its release request was sent.
        const auto release = std::ranges::find(claim.releases, claim.release, &Release::sent);
        const bool isAnswered = release != claim.releases.end() && release->answered != 0;
        const auto done = isAnswered ? run.lastTurn(run.first(claim).who, claim.release, release->answered) : 0;
        const auto number = std::max(done, claim.release);
        freed.push_back({run.first(claim).lock, number, run.at(number)});
    }
    return freed;
}

// The first worker that gets the lock after it became free; null if this worker was not waiting at that moment, or has freed the lock
// itself.
const Attempt *servedBy(const Run &run, const Free &free)
{
    const auto later = run.grantsAfter(free.number, free.lock);
    const auto *const first = later.empty() ? nullptr : &run.attempts[later.front()];
    return first && first->sent < free.number && run.at(first->sent) <= free.at && free.by != first->who ? first : nullptr;
}

struct Served
{
    Free free;
    const Attempt *attempt = nullptr;
};

std::vector<Served> servedIn(const Run &run)
{
    auto freed = freedInRedis(run);
    if (freed.empty())
        freed = freedByRelease(run);
    std::vector<Served> all;
    const Attempt *last = nullptr; // a lock that is freed twice before it is taken counts once
    for (const auto &free : freed) {
        if (free.number <= run.begin)
            continue;
        const auto *const served = servedBy(run, free);
        if (served && served != last)
            all.push_back({free, served});
        last = served;
    }
    return all;
}

bool isSubscription(const entry::Turn &turn) { return turn.command.ends_with("SUBSCRIBE") && !turn.command.ends_with("UNSUBSCRIBE"); }

// A pause, a stall or the end of the pause between these entries.
bool isDelayed(const Run &run, const Incarnation &who, Number from, Number to)
{
    for (auto number = from; number < to; ++number) {
        const auto *const paused = run.as<entry::Paused>(number);
        const auto *const resumed = run.as<entry::Resumed>(number);
        const auto *const stalled = run.as<entry::Stalled>(number);
        const bool isOwn = (paused && paused->who == who) || (resumed && resumed->who == who);
        if (isOwn || (stalled && (stalled->place != entry::Place::Worker || stalled->who == who)))
            return true;
    }
    return false;
}

} // namespace

std::vector<Microseconds> wakeUpsOf(const Run &run)
{
    std::vector<Microseconds> times;
    for (const auto &[free, attempt] : servedIn(run))
        times.push_back(run.at(attempt->answered) - free.at);
    return times;
}

std::vector<LostWakeUp> lostWakeUpsIn(const Run &run)
{
    constexpr Microseconds sleeps{300'000}; // a message needs milliseconds, also on a busy machine
    const Disturbances disturbances(run);
    std::vector<LostWakeUp> lost;
    for (const auto &[free, attempt] : servedIn(run)) {
        if (!free.by || run.at(attempt->answered) - free.at < sleeps) // nobody announces the end of a lease
            continue;
        bool subscribed = false; // by a sibling before it, too
        Number next = 1;
        for (; next < attempt->answered; ++next) {
            const auto *const turn = run.as<entry::Turn>(next);
            if (!turn || turn->who != attempt->who)
                continue;
            if (next > free.number)
                break;
            subscribed = isSubscription(*turn) || (subscribed && (next > attempt->sent || !turn->command.ends_with("UNSUBSCRIBE")));
        }
        const auto slept = run.at(next) - free.at;
        const auto isDisturbed = [&](const Incarnation &who) { return disturbances.fault(who, attempt->sent, next) != 0; };
        const auto died = run.lives.at(*free.by).died;
        if (subscribed && slept >= sleeps && !isDelayed(run, attempt->who, free.number, next))
            lost.push_back({attempt->who, free.lock, free.number, next, slept,
                            !isDisturbed(attempt->who) && !isDisturbed(*free.by) && (died == 0 || died > next)});
    }
    return lost;
}

} // namespace lockcore::detail
