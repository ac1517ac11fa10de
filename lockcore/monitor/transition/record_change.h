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

    bool isOnlyMore() const; ///< all that was there is there, and perhaps more
    bool isOnlyLess() const; ///< or nothing was written
    bool hasSameNames() const;

    /// Was the field taken away that named `owner`, and nothing written? That is how such a lock is given up field by field.
    bool hasLost(const Bytes &owner) const;

    /// Is the element that named `owner`, here also a member of a set, there as it was?
    bool stillNames(const Bytes &owner) const;

private:
    using Fields = std::vector<std::pair<Bytes, Bytes>>;

    bool areRecords() const;
    const Fields &was() const { return fieldsOf(m_before, m_was); }
    const Fields &is() const { return fieldsOf(m_now, m_is); }
    static const Fields &fieldsOf(const Value &value, std::optional<Fields> &fields);

    const Value &m_before;
    const Value &m_now;
    mutable std::optional<Fields> m_was, m_is; ///< sorted; computed only when needed, because most looks need none
};

} // namespace lockcore
