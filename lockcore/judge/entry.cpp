// SPDX-License-Identifier: MIT
#include "lockcore/judge/entry.h"

#include "lockcore/judge/entry_text.h"

#include <cstdio>

namespace lockcore {

std::string toString(const Incarnation &who)
{
    return who.number == 1 ? escaped(who.worker) : escaped(who.worker) + '#' + std::to_string(who.number);
}

std::string toString(const HistoryEntry &entry)
{
    std::array<char, 32> time{};
    std::snprintf(time.data(), time.size(), "%.3f ms", double(entry.at.count()) / 1000);
    auto text = '#' + std::to_string(entry.number) + ' ' + time.data() + ' ';
    std::visit(
        [&](const auto &what) {
            text += what.word;
            const auto fields = detail::fieldsOf(what);
            text += fields.empty() ? fields : ' ' + fields;
        },
        entry.what);
    return text;
}

} // namespace lockcore
