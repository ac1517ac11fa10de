// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/kind_of_name.h"

#include "lockcore/monitor/formats/owner_facts.h"

namespace lockcore {

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
        const bool replaced = drawn || grammar::isDigits(id, 1, id.size());
        numbered = numbered || replaced;
        kind += replaced ? "#" : id;
        begin += id.size();
        kind += name.substr(begin++, 1);
    }
    return numbered ? kind : kind.substr(0, kind.find_last_of(joints) + 1) + '*'; // without a joint: npos + 1 is 0
}

} // namespace lockcore
