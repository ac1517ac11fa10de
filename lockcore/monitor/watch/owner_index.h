// SPDX-License-Identifier: MIT
// How many locks each owner has under one prefix: that it has several may name the library. No I/O; one thread.
#pragma once

#include "lockcore/monitor/watch/lock_entry.h"

#include <unordered_map>

namespace lockcore {

/// Of locks that are held. Each must be removed before its holders change, and before it is destroyed.
class OwnerIndex
{
public:
    /// The other lock of the same owner if that was its only one: it may be recognised as something else now.
    LockEntry *add(LockEntry &entry);
    void remove(const LockEntry &entry);

    /// Does the owner of this lock, which has not been added, have another one?
    bool hasAnother(const LockId &id, const LockMatch &match) const;
    bool hasAnother(const LockEntry &entry) const; ///< which has been added

private:
    struct Locks
    {
        int count = 0;
        LockEntry *only = nullptr; ///< while there has been no other
    };

    std::unordered_map<std::size_t, Locks> m_locks; ///< by the hash of prefix and owner
};

} // namespace lockcore
