// SPDX-License-Identifier: MIT
// What a command, or the server on its own, did to a key, element by element. A value; any thread.
#pragma once

#include "lockcore/judge/entry.h"

namespace lockcore {

/// What happened to one element of a key: the string's value, a field, a member.
struct ElementChange
{
    Bytes key, element;
    entry::KeyEvent event = entry::KeyEvent::Created;
    entry::Role role = entry::Role::Unknown;
    std::string lock;                  ///< whose holding it is
    std::optional<Milliseconds> ttl;   ///< after Created, Changed, Extended
    std::optional<std::int64_t> count; ///< hold count
    std::int64_t maker = 0;            ///< who created it, as take() was told
    std::int64_t database = 0;
    bool rewritten = false; ///< Created: in the place of what another had written there
    bool operator==(const ElementChange &) const = default;
};

} // namespace lockcore
