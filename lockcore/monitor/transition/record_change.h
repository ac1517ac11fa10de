// SPDX-License-Identifier: MIT
// How a record has changed: a JSON object or a hash, field by field. Pure. The values must outlive it.
#pragma once

#include "lockcore/monitor/model/key_snapshot.h"

namespace lockcore {

class RecordChange
{
public:
    RecordChange(const Value &before, const Value &now)
        : m_before(before)
        , m_now(now)
    { }

    /// Everything from before still exists, and nothing new says that the lock was given up.
    bool isOnlyMore() const;
    bool isOnlyLess() const; ///< at most, fields were removed
    bool hasSameNames() const;

    /// Another token of a holding or for fencing: then its owner has acquired the lock again.
    bool hasAnotherToken() const;

    /// Another locking time, process or thread: the lock was renewed or acquired again.
    bool hasAnotherTimeOfLock() const;

    /// Whether nothing that was written since is an owner, a locking time or a state. `owner`: the owner in the record now.
    bool namesNobodyNew(std::string_view owner) const;

    /// Whether the field that named `owner` was removed and nothing was written: such a lock is given up field by field.
    bool hasLost(const Bytes &owner) const;

    /// Whether only an end was written (`released_at`). Then the lock was given up, whatever its times are.
    bool isGivenUp(const KeySnapshot &now) const;

    /// Whether the element (or the member of a set) that named `owner` is unchanged, and nothing says that the lock was given up.
    bool stillNames(const Bytes &owner, ServerTime at) const;

private:
    using Fields = std::vector<std::pair<Bytes, Bytes>>;

    bool areRecords() const;
    const Fields &was() const { return fieldsOf(m_before, m_was); }
    const Fields &is() const { return fieldsOf(m_now, m_is); }
    Fields added() const;
    template <class IsIt>
    bool hasAnother(IsIt isIt) const;
    static const Fields &fieldsOf(const Value &value, std::optional<Fields> &fields);

    const Value &m_before;
    const Value &m_now;
    mutable std::optional<Fields> m_was, m_is; ///< sorted; computed only when needed, because most looks need none
};

} // namespace lockcore
