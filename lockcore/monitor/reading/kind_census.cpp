// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/kind_census.h"

#include "lockcore/monitor/reading/kind_of_name.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr auto mostAlike = PossibleLocks::mostAlike;

} // namespace

bool needsFewAlike(const LockMatch &match, bool handedOver)
{
    return levelOf(match.confidence) == LockLevel::Possible || (match.byScriptsAlone && !handedOver);
}

KindCensus::Kind *KindCensus::kindLike(std::string_view name)
{
    const auto kind = kindOf(name);
    if (const auto known = m_kinds.find(kind); known != m_kinds.end())
        return &known->second;
    if (m_kinds.size() < mostKinds)
        return &m_kinds[kind];
    ++m_further;
    return nullptr;
}

bool KindCensus::wants(std::string_view name)
{
    auto *kind = kindLike(name);
    if (kind && kind->looks < 2 * mostAlike) {
        ++kind->looks;
        return true;
    }
    if (kind)
        ++kind->count;
    return false;
}

void KindCensus::takeFrom(std::vector<Sighting> &sightings)
{
    const auto needsFew = [](const Sighting &sighting) {
        const auto &found = sighting.classified;
        return found && needsFewAlike(found->match, found->surroundings.handedOver);
    };
    for (auto &sighting : sightings) {
        if (needsFew(sighting))
            take(sighting);
    }
    std::erase_if(sightings, needsFew);
}

void KindCensus::take(Sighting sighting)
{
    auto *kind = kindLike(sighting.look.id.key);
    const auto isTheSame = [&](const Sighting &other) { return other.look.id == sighting.look.id; }; // SCAN may return a name twice
    if (!kind || std::ranges::any_of(kind->few, isTheSame))
        return;
    if (++kind->count > static_cast<std::int64_t>(mostAlike)) {
        m_kept -= kind->few.size();
        kind->few = {};
    } else if (m_kept < PossibleLocks::mostInAll) {
        ++m_kept;
        kind->few.push_back(std::move(sighting));
    }
}

std::vector<Sighting> KindCensus::takeFew()
{
    std::vector<Sighting> all;
    for (auto &[name, kind] : m_kinds) {
        if (kind.count > static_cast<std::int64_t>(mostAlike))
            continue;
        kind.count -= std::ssize(kind.few);
        std::ranges::move(std::exchange(kind.few, {}), std::back_inserter(all));
    }
    m_kept = 0;
    std::ranges::sort(all, {}, [](const Sighting &sighting) -> const LockId & { return sighting.look.id; });
    return all;
}

void KindCensus::describe(PossibleLocks &possible) const
{
    std::vector<ManyAlike> many;
    possible.notShown = m_further;
    for (const auto &[name, kind] : m_kinds) {
        if (kind.count > static_cast<std::int64_t>(mostAlike))
            many.push_back({name, kind.count});
        else
            possible.notShown += kind.count;
    }
    std::ranges::stable_sort(many, std::ranges::greater(), &ManyAlike::count);
    for (; many.size() > PossibleLocks::mostKinds; many.pop_back())
        possible.notShown += many.back().count;
    possible.many = std::move(many);
}

LockInfo possibleLock(Sighting sighting)
{
    const auto &look = sighting.look;
    LockInfo info;
    static_cast<Recognition &>(info) = sighting.classified->match;
    info.id = look.id;
    info.structure = structureText(look.value);
    info.deadline = look.deadline;
    info.heldSince = look.at;
    info.waiters = sighting.classified->match.waiters;
    info.state = look.deadline ? LockState::Held : LockState::NoLease;
    return info;
}

} // namespace lockcore
