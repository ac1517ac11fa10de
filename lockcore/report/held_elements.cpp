// SPDX-License-Identifier: MIT
#include "lockcore/report/held_elements.h"

namespace lockcore::detail {

std::vector<HeldElement> heldElements(const Run &run)
{
    std::map<Bytes, std::string> named; // key → lock
    for (const auto &attempt : run.attempts) {
        if (attempt.granted && attempt.answer.key)
            named.emplace(*attempt.answer.key, attempt.lock);
    }
    std::vector<HeldElement> held;
    for (const auto &element : run.elements) {
        const auto found = named.find(element.key);
        if (element.role == entry::Role::Holding)
            held.push_back({&element, element.lock});
        else if (element.role == entry::Role::Unknown && found != named.end())
            held.push_back({&element, found->second});
    }
    return held;
}

} // namespace lockcore::detail
