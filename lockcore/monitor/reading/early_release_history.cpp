// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/early_release_history.h"

#include "lockcore/monitor/model/possible_locks.h"
#include "lockcore/monitor/reading/kind_of_name.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr auto nearDeadline = std::chrono::seconds(1); // the server's clock is known only approximately
constexpr auto longHeld = std::chrono::minutes(2);     // for a lock; a user's session lasts longer

std::size_t hashOf(std::string_view bytes) { return std::hash<std::string_view>()(bytes); }

} // namespace

void ReleasedTokens::add(ServerTime at)
{
    count = isLongAgo(at) ? 1 : std::min(count + 1, enough);
    last = at;
}

void EarlyReleaseHistory::found(std::string_view name, std::string_view token, ServerTime deadline, ServerTime now)
{
    const auto hash = hashOf(name);
    const auto [known, isNew] = m_names.try_emplace(hash);
    if (isNew)
        known->second = m_order.emplace(m_order.end());
    else
        m_order.splice(m_order.end(), m_order, known->second);
    auto &entry = *known->second;
    entry.name = hash;
    entry.kind = hashOf(kindOf(name));
    const bool stayed = entry.deadline > now;
    if (!stayed)
        entry.since = now;
    const auto tokenHash = hashOf(token);
    // Another token appeared while the old one still existed: so it is no lock, because a held lock cannot be taken.
    if (entry.released.isLongAgo(now) || (stayed && tokenHash != entry.token))
        entry.released = {};
    entry.token = tokenHash;
    entry.deadline = deadline;
    if (m_order.size() > most) {
        m_names.erase(m_order.front().name);
        m_order.pop_front();
    }
}

void EarlyReleaseHistory::gone(std::string_view name, ServerTime at)
{
    const auto known = m_names.find(hashOf(name));
    if (known == m_names.end())
        return;
    auto &entry = *known->second;
    if (at + nearDeadline < entry.deadline && entry.token != entry.lastReleased) {
        entry.released.add(at);
        entry.lastReleased = entry.token;
    }
    entry.deadline = {};
    if (entry.released.count > 0 && !entry.released.isLongAgo(at))
        return;
    m_order.erase(known->second);
    m_names.erase(known);
}

bool EarlyReleaseHistory::areProven(std::string_view name, ServerTime now) const
{
    const auto known = m_names.find(hashOf(name));
    if (known == m_names.end())
        return false;
    const auto &entry = *known->second;
    return entry.released.prove() && !entry.released.isLongAgo(now) && !manyStay(entry.kind, now);
}

// Called only for names with proven releases, and those are few.
bool EarlyReleaseHistory::manyStay(Hash kind, ServerTime now) const
{
    return std::ranges::count_if(
               m_order, [=](const Name &other) { return other.kind == kind && other.deadline > now && now - other.since > longHeld; })
           > std::ptrdiff_t(PossibleLocks::mostAlike);
}

} // namespace lockcore
