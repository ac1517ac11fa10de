// SPDX-License-Identifier: MIT
// How many locks each owner has under one prefix: several may show which library it is. No I/O; one thread.
#pragma once

#include "lockcore/monitor/watch/lock_entry.h"

#include <unordered_map>

namespace lockcore {

/// Finds held locks of the same owner. Remove a lock before its holders change, and before it is destroyed.
class OwnerIndex
{
public:
    /// Returns the owner's other lock if it was the only one so far: it may now be recognised differently.
    LockEntry *add(LockEntry &entry);
    void remove(const LockEntry &entry);

    /// Whether the owner of this lock has another one. The lock is not in the index.
    bool hasAnother(const LockId &id, const LockMatch &match) const;
    bool hasAnother(const LockEntry &entry) const; ///< the same for a lock in the index

private:
    struct Locks
    {
        int count = 0;
        LockEntry *only = nullptr; ///< set while the owner has a single lock
    };

    std::unordered_map<std::size_t, Locks> m_locks; ///< by the hash of prefix and owner
};

} // namespace lockcore
