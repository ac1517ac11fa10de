// SPDX-License-Identifier: MIT
#include "lockcore/judge/history.h"

#include "lockcore/judge/entry_text.h"

#include <map>

namespace lockcore {

std::string toString(const HistoryHeader &header) { return detail::fieldsOf(header); }

std::string toString(const History &history)
{
    auto text = toString(history.header);
    for (const auto &entry : history.entries)
        text += '\n' + toString(entry);
    return text;
}

std::optional<Incarnation> makerOf(const History &history, std::uint64_t change)
{
    const auto *const changed = history.as<entry::KeyChanged>(change);
    for (auto number = changed ? change : 0; number > 0; --number) {
        const auto *const made = history.as<entry::KeyChanged>(number);
        if (!made || made->event != entry::KeyEvent::Created || made->server != changed->server || made->key != changed->key
            || (!changed->element.empty() && made->element != changed->element))
            continue;
        const auto *const turn = history.as<entry::Turn>(made->cause);
        return turn ? turn->who : std::nullopt;
    }
    return std::nullopt;
}

History without(const History &history, const std::set<std::uint64_t> &numbers)
{
    History rest{history.header, {}};
    std::map<std::uint64_t, std::uint64_t> renumbered;
    for (const auto &entry : history.entries) {
        if (numbers.contains(entry.number))
            continue;
        auto copy = entry;
        copy.number = rest.entries.size() + 1;
        renumbered[entry.number] = copy.number;
        rest.entries.push_back(std::move(copy));
    }
    const auto refer = [&](std::uint64_t &number) {
        const auto found = renumbered.find(number);
        number = found == renumbered.end() ? 0 : found->second;
    };
    for (auto &entry : rest.entries) {
        if (auto *const change = std::get_if<entry::KeyChanged>(&entry.what))
            refer(change->cause);
        if (auto *const turn = std::get_if<entry::Turn>(&entry.what))
            refer(turn->unblockedBy);
    }
    return rest;
}

} // namespace lockcore
