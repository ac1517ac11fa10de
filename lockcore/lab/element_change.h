// SPDX-License-Identifier: MIT
// What a command, or the server on its own, did to a key, element by element. A value; any thread.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/clock.h"

namespace lockcore {

/// What happened to one element of a key: the string's value, a field, a member.
struct ElementChange
{
    enum class Event { Created, Changed, Extended, Removed, Expired, Evicted, Flushed, Lost };
    enum class Role { Unknown, Holding, Other };

    Bytes key, element;
    Event event = Event::Created;
    Role role = Role::Unknown;
    std::string lock;                  ///< whose holding it is
    std::optional<Milliseconds> ttl;   ///< after Created, Changed, Extended
    std::optional<std::int64_t> count; ///< hold count
    std::int64_t maker = 0;            ///< who created it, as take() was told
    bool operator==(const ElementChange &) const = default;
};

} // namespace lockcore
