// SPDX-License-Identifier: MIT
// A set of names that many values share, because every look is classified with it: copying costs nothing, however many names there are.
// A copy that is changed becomes a set of its own.
#pragma once

#include "lockcore/base/bytes.h"

#include <memory>
#include <set>

namespace lockcore {

class SharedNames
{
public:
    using Set = std::set<Bytes, std::less<>>;

    SharedNames() = default;
    SharedNames(std::initializer_list<Bytes> names)
        : SharedNames(Set(names))
    { }
    SharedNames(Set names)
        : m_names(std::make_shared<const Set>(std::move(names)))
    { }

    bool contains(std::string_view name) const { return m_names && m_names->contains(name); }
    Set::const_iterator lower_bound(std::string_view name) const { return names().lower_bound(name); }
    Set::const_iterator begin() const { return names().begin(); }
    Set::const_iterator end() const { return names().end(); }

    void insert(Bytes name)
    {
        Set more = names();
        more.insert(std::move(name));
        m_names = std::make_shared<const Set>(std::move(more));
    }

    /// Whether both share one set, not whether they contain the same names: costs nothing.
    bool isShared(const SharedNames &other) const { return m_names == other.m_names; }

    bool operator==(const SharedNames &other) const { return m_names == other.m_names || names() == other.names(); }

private:
    const Set &names() const
    {
        static const Set none;
        return m_names ? *m_names : none;
    }

    std::shared_ptr<const Set> m_names;
};

} // namespace lockcore
