// SPDX-License-Identifier: MIT
// How a record was changed: a JSON object or a hash, field by field. Pure. The values must outlive it.
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

    /// All that was there is there, and perhaps more, but nothing that says that it was given up.
    bool isOnlyMore() const;
    bool isOnlyLess() const; ///< or nothing was written
    bool hasSameNames() const;

    /// Another token, of a holding or for fencing? Then its owner has acquired the lock again.
    bool hasAnotherToken() const;

    /// Another time of locking, process or thread? It was renewed, or acquired again.
    bool hasAnotherTimeOfLock() const;

    /// Is all that was written since something else than an owner, a time of locking or a state? `owner`: whom the record names now.
    bool namesNobodyNew(std::string_view owner) const;

    /// Was the field taken away that named `owner`, and nothing written? That is how such a lock is given up field by field.
    bool hasLost(const Bytes &owner) const;

    /// Was nothing written but an end (`released_at`)? Then it was given up, whatever its times are.
    bool isGivenUp(const KeySnapshot &now) const;

    /// Is the element that named `owner`, here also a member of a set, there as it was, and nothing that says that it was given up?
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
    mutable std::optional<Fields> m_was, m_is; ///< sorted; most looks need none
};

} // namespace lockcore
