// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/free_tokens.h"

#include <algorithm>

namespace lockcore {

namespace {

// Or a drawn one in hex.
bool isNumber(std::string_view part)
{
    constexpr std::size_t shortestDrawn = 8;
    return part.find_first_of("0123456789") != part.npos
           && part.find_first_not_of(part.size() < shortestDrawn ? "0123456789" : "0123456789abcdefABCDEF") == part.npos;
}

bool isFreeToken(const Sighting &sighting)
{
    const auto &found = sighting.classified;
    return found && found->finding.byScriptsAlone && !found->surroundings.handedOver;
}

} // namespace

std::string kindOf(std::string_view name)
{
    constexpr std::string_view separators = ":/._-";
    std::string kind;
    bool numbered = false;
    for (std::size_t begin = 0; begin <= name.size();) {
        const auto end = std::min(name.find_first_of(separators, begin), name.size());
        const auto part = name.substr(begin, end - begin);
        numbered = numbered || isNumber(part);
        kind += isNumber(part) ? "#" : part;
        kind += name.substr(end, 1);
        begin = end + 1;
    }
    return numbered ? kind : kind.substr(0, kind.find_last_of(separators) + 1); // none: npos + 1 is 0
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
