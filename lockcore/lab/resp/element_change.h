// SPDX-License-Identifier: MIT
// How a command, or the server itself, changed a key, element by element. A value; any thread.
#pragma once

#include "lockcore/judge/entry.h"

namespace lockcore {

/// What happened to one element of a key: the string's value, a field, a member.
struct ElementChange
{
    Bytes key, element;
    entry::KeyEvent event = entry::KeyEvent::Created;
    entry::Role role = entry::Role::Unknown;
    std::string lock;                  ///< the lock, if the element is a holding
    std::optional<Milliseconds> ttl;   ///< after Created, Changed, Extended
    std::optional<std::int64_t> count; ///< hold count
    std::int64_t maker = 0;            ///< the worker that created it: the `author` of KeyBook::take()
    std::int64_t database = 0;
    bool rewritten = false; ///< Created: it replaced an element that another worker had written
    bool advanced = false;  ///< a place in a queue has become the lock: the cause is the turn that made the place
    std::string session{};  ///< of ZooKeeper: whose end removes it
    std::int64_t zxid = 0;  ///< of ZooKeeper: the transaction; 0: none
    bool operator==(const ElementChange &) const = default;
};

} // namespace lockcore
