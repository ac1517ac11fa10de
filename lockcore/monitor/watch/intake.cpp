// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/intake.h"

#include "lockcore/monitor/formats/grammar.h"

#include <algorithm>

namespace lockcore {

namespace {

// A busy server uses thousands of names a second, each once: above this number, free names are forgotten without waiting for the next tick.
constexpr std::size_t mostFreeNames = WatchList::mostGone + WatchList::mostGone / 8;
constexpr std::size_t mostMoreFreeNames = WatchList::mostGone / 8; // to forget names, all followed ones must be visited

bool isCounter(const Value &value)
{
    constexpr std::size_t mostDigits = 10;
    std::string_view text = value.text;
    if (text.starts_with('-')) // fewer permits were set than are taken
        text.remove_prefix(1);
    return value.type == ValueType::String && value.whole() && grammar::isDigits(text, 1, mostDigits);
}

} // namespace

void Intake::found(std::vector<Sighting> sightings, By by)
{
    const auto usual = m_parts.store.observed();
    auto observed = usual;
    // Messages before this moment were not counted, or may have been missed.
    observed.bySweep = by != By::Name;
    observed.unprompted = observed.bySweep || m_parts.store.mayHaveMissedNames();
    for (auto &sighting : sightings) {
        const auto &key = sighting.look.id.key;
        if (m_parts.isKnown(key))
            continue;
        const bool wasPossible = sighting.classified && m_parts.store.wasPossible(sighting.look.id, sighting.classified->match);
        const bool passedBy = sighting.wasTooLarge || wasPossible || (by != By::Name && m_parts.denied.wasDenied(key));
        observed.withSlot = m_parts.clusterSlots.mayHaveCome(key);
        observed.firstSweep = usual.firstSweep || passedBy || observed.withSlot;
        observed.passedBy = usual.passedBy || passedBy;
        observed.several = sighting.several;
        m_parts.store.apply(std::move(sighting.look), observed, std::move(sighting.classified));
        if (m_parts.options.watch)
            m_parts.watchList.add(std::move(sighting.request));
    }
    m_feed.wake();
    m_parts.store.noteChange();
}

Task<void> Intake::whenRoom()
{
    constexpr auto step = std::chrono::milliseconds(10);
    while (m_parts.watchList.newborn() > mostNewborn)
        co_await m_parts.clock.after(step);
}

// The counter of a semaphore stays when nobody has a permit: the next client takes a permit from it. (An owner's token without its
// companion is a lock: the signal key of python-redis-lock lasts only a second.)
bool Intake::isFreeSemaphore(const KeySnapshot &look) const
{
    return isCounter(look.value) && m_parts.watchList.hadCompanion(look.id.key)
           && std::ranges::none_of(look.companions, [](const auto &companion) { return companion.second.exists(); });
}

void Intake::looked(const std::vector<Feed::Delivery> &deliveries)
{
    const auto jump = m_jumps.take();
    if (jump != Microseconds(0))
        m_parts.store.table().clockJumped(jump);
    for (const auto &delivery : deliveries) {
        const auto &look = delivery.look;
        const auto &verdict = delivery.verdict;
        const bool staysFree = isFreeSemaphore(look);
        if (staysFree && !m_parts.store.table().find(look.id))
            continue; // the table would add it as a lock of an unknown library
        auto observed = m_parts.store.observed();
        observed.announced = verdict.announced;
        observed.announcedNearby = verdict.announcedNearby;
        if (m_feed.state().otherDatabases) // channels do not belong to a database
            observed.perhapsOf = "that of a lock of this name in another database";
        else if (verdict.first) // the finder of a new key did not wait for earlier messages
            observed.perhapsOf = "an earlier one";
        observed.announces = verdict.announces && m_feed.state().announcementsHeard && !m_feed.state().otherDatabases;
        observed.outrun = verdict.outrun;
        observed.several = verdict.heard.several;
        observed.heardAfter = verdict.heard.after;
        if (jump == Microseconds(0)) { // after a jump, these times are from the old clock
            observed.heard = verdict.heard.first;
            observed.quiet = verdict.heard.quiet;
        }
        observed.unheard = m_feed.state().source == MonitorState::Feed::Tracking && !verdict.heard.any && !verdict.heard.after;
        observed.removedByNobody = verdict.removedByNobody;
        // FLUSHALL and SWAPDB send no event, and neither does anything after a change of the setting.
        const bool untold = m_feed.state().source == MonitorState::Feed::KeyspaceEvents && !verdict.heard.any && !verdict.heard.after;
        observed.unprompted = m_feed.state().source == MonitorState::Feed::Polling || untold;
        m_parts.store.apply(look, observed);
        // A key whose content is no lock any more is not followed; if it becomes a lock again, a sweep finds it.
        if (look.value.exists() && !staysFree && !m_parts.store.table().find(look.id))
            m_parts.watchList.drop(look.id.key);
        else if (const auto end = m_parts.store.table().nextEndOfAHolder(look.id))
            m_parts.watchList.remindAlso(look.id.key, *end);
    }
    if (m_parts.store.table().freeNames() > std::max(mostFreeNames, m_followedFreeNames + mostMoreFreeNames))
        forgetFreeNames();
    m_parts.store.noteChange();
}

void Intake::forgetFreeNames()
{
    m_parts.store.table().prune([this](const LockId &id) { return m_parts.watchList.contains(id.key); });
    m_followedFreeNames = m_parts.store.table().freeNames();
}

void Intake::unreadable(const Bytes &key, const std::string &why)
{
    m_parts.store.loseSight({m_parts.db, key}, m_parts.serverNow(), why);
    m_parts.store.noteChange();
}

void Intake::announced(const Bytes &key)
{
    if (m_parts.denied.large().contains(key))
        return; // this look would not ask for the size first; a sweep does
    LookRequest request;
    request.id = {m_parts.db, key};
    m_parts.watchList.add(std::move(request));
    m_feed.wake();
}

} // namespace lockcore
