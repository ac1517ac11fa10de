// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/free_tokens.h"

#include "lockcore/monitor/formats/owner_facts.h"

#include <algorithm>

namespace lockcore {

namespace {

bool isNumber(std::string_view part) { return !part.empty() && part.find_first_not_of("0123456789") == part.npos; }

bool isFreeToken(const Sighting &sighting)
{
    const auto &found = sighting.classified;
    return found && found->match.byScriptsAlone && !found->surroundings.handedOver;
}

} // namespace

std::string kindOf(std::string_view name)
{
    constexpr std::string_view joints = ":/._-";
    std::string kind;
    bool numbered = false;
    const auto part = [&](std::size_t begin, std::string_view separators) {
        return name.substr(begin, name.find_first_of(separators, begin) - begin);
    };
    for (std::size_t begin = 0; begin < name.size();) {
        auto id = part(begin, ":/."); // a random id may contain dashes
        const bool drawn = grammar::isOneOwners(id);
        if (!drawn)
            id = part(begin, joints);
        const bool replaced = drawn || isNumber(id);
        numbered = numbered || replaced;
        kind += replaced ? "#" : id;
        begin += id.size();
        kind += name.substr(begin++, 1);
    }
    return numbered ? kind : kind.substr(0, kind.find_last_of(joints) + 1); // without a joint: npos + 1 is 0
}

void FreeTokens::takeFrom(std::vector<Sighting> &sightings)
{
    for (auto &sighting : sightings) {
        if (!isFreeToken(sighting))
            continue;
        auto &alike = m_kinds[kindOf(sighting.look.id.key)];
        const auto isTheSame = [&](const Sighting &other) { return other.look.id == sighting.look.id; }; // SCAN may return a name twice
        if (std::ssize(alike) <= mostAlike && std::ranges::none_of(alike, isTheSame))
            alike.push_back(sighting);
    }
    std::erase_if(sightings, isFreeToken);
}

std::vector<Sighting> FreeTokens::few()
{
    std::vector<Sighting> all;
    for (auto &[kind, alike] : m_kinds) {
        if (std::ssize(alike) <= mostAlike)
            std::ranges::move(alike, std::back_inserter(all));
    }
    m_kinds.clear();
    return all;
}

} // namespace lockcore
