// SPDX-License-Identifier: MIT
#include "lockcore/lab/record/store_record.h"

namespace lockcore {

std::string toString(const KeyChange &change)
{
    std::string text = std::to_string(change.id.db) + ':' + escaped(change.id.key) + ':';
    for (const auto &event : change.events)
        text += ' ' + event;
    if (change.after)
        text += " → " + toString(*change.after);
    return text;
}

} // namespace lockcore
