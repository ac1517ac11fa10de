// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/name_past.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::size_t mostOwners = 8;
constexpr std::size_t mostPeriods = 8;
// One may be that of a release by Lockscope, anywhere, which wakes the waiters of a library that may announce nothing itself.
constexpr int provenAnnouncements = 2;

// The oldest is dropped. (A deque takes half a kilobyte even when it is empty.)
template <class T>
void pushBounded(std::vector<T> &ring, T value, std::size_t most)
{
    if (ring.size() >= most)
        ring.erase(ring.begin());
    ring.push_back(std::move(value));
}

} // namespace

bool NamePast::hadOwner(const Bytes &owner) const { return std::ranges::find(owners, owner) != owners.end(); }

bool NamePast::announces(const Format *format) const { return announced >= provenAnnouncements && announcedBy == format; }

void noteGone(Rare<NamePast> &past, const std::vector<Holder> &holders, const Snapshot *after)
{
    if (after && areTooMany(*after)) // they may be among these
        return;
    for (const auto &holder : holders) {
        const bool stays = after && std::ranges::find(after->finding.holders, holder.owner, &Holder::owner) != after->finding.holders.end();
        if (!stays && !past->hadOwner(holder.owner))
            pushBounded(past.own().owners, holder.owner, mostOwners);
    }
}

void noteReleased(Rare<NamePast> &past, const LockInfo &lock, ServerTime at, const std::vector<LockEvent> &events)
{
    const bool early =
        (!lock.deadline || *lock.deadline > at) && (has(events, EventType::Released) || has(events, EventType::DeletedEarly));
    if (early && lock.holders.size() == 1 && !past->hadOwner(lock.holders.front().owner))
        past.own().released.add(at);
}

void noteAnnounced(Rare<NamePast> &past, const Format *format)
{
    auto &own = past.own();
    own.announced = own.announcedBy == format ? own.announced + 1 : 1;
    own.announcedBy = format;
}

void noteSilentRelease(Rare<NamePast> &past)
{
    if (past->announced > 0 && past->announced < provenAnnouncements)
        past.own().announced = 0;
}

std::optional<Milliseconds> usualPeriod(Rare<NamePast> &past, std::optional<Microseconds> sinceLast)
{
    if (sinceLast)
        pushBounded(past.own().periods, std::chrono::duration_cast<Milliseconds>(*sinceLast), mostPeriods);
    auto sorted = past->periods;
    if (sorted.empty())
        return std::nullopt;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    return *middle;
}

void noteOtherData(Rare<NamePast> &past, bool isHeld)
{
    if (past->lastFree) {
        past.own().lastFree.reset();
        past.own().unlisted = !isHeld; // there, it may have been held for long
    }
    if (!past->owners.empty()) {
        past.own().owners.clear();
        past.own().released = {};
    }
}

} // namespace lockcore
