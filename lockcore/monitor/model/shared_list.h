// SPDX-License-Identifier: MIT
// A list that its copies share, because the facts about a lock are copied from layer to layer. A copy that is changed becomes a list of its
// own.
#pragma once

#include <initializer_list>
#include <memory>
#include <vector>

namespace lockcore {

template <class T>
class SharedList
{
public:
    using Items = std::vector<T>;

    SharedList() = default;
    SharedList(std::initializer_list<T> items)
        : SharedList(Items(items))
    { }
    SharedList(Items items)
        : m_items(items.empty() ? nullptr : std::make_shared<Items>(std::move(items)))
    { }

    void push_back(T item) { own().push_back(std::move(item)); }
    template <class... Parts>
    void emplace_back(Parts &&...parts)
    {
        own().emplace_back(std::forward<Parts>(parts)...);
    }

    bool empty() const { return items().empty(); }
    std::size_t size() const { return items().size(); }
    const T &front() const { return items().front(); }
    const T &back() const { return items().back(); }
    const T &operator[](std::size_t i) const { return items()[i]; }
    auto begin() const { return items().begin(); }
    auto end() const { return items().end(); }

    bool operator==(const SharedList &other) const { return m_items == other.m_items || items() == other.items(); }
    bool operator<(const SharedList &other) const { return items() < other.items(); }

private:
    const Items &items() const
    {
        static const Items none;
        return m_items ? *m_items : none;
    }

    Items &own()
    {
        if (!m_items || m_items.use_count() > 1)
            m_items = std::make_shared<Items>(items());
        return *m_items;
    }

    std::shared_ptr<Items> m_items; ///< changed only while no other list shares it
};

} // namespace lockcore
