// SPDX-License-Identifier: MIT
// The next moment of each of many items, the earliest first: a binary heap in one vector. Each item knows its place in it, so that its
// moment can be changed or removed. (A node of a std::multimap needs four times the memory, and there are up to a hundred thousand locks.)
#pragma once

#include "lockcore/base/clock.h"

#include <optional>
#include <vector>

namespace lockcore {

/// `placeOf(item)`: a std::size_t in the item, 0 at first, that only this class writes. Remove the item's alarm before you destroy the
/// item.
template <class Item, auto placeOf>
class AlarmHeap
{
public:
    bool empty() const { return m_heap.empty(); }
    ServerTime next() const { return m_heap.front().when; }
    Item &first() const { return *m_heap.front().item; }

    std::optional<ServerTime> momentOf(Item &item) const
    {
        const auto place = placeOf(item);
        return place == 0 ? std::nullopt : std::optional(m_heap[place - 1].when);
    }

    /// Sets, moves or, with none, removes the alarm of this item.
    void set(Item &item, std::optional<ServerTime> when)
    {
        auto &place = placeOf(item);
        if (!when) {
            remove(item);
        } else if (place == 0) {
            m_heap.push_back({*when, &item});
            place = m_heap.size();
            rise(place - 1);
        } else if (m_heap[place - 1].when != *when) {
            m_heap[place - 1].when = *when;
            settle(place - 1);
        }
    }

private:
    struct Alarm
    {
        ServerTime when{};
        Item *item = nullptr;
    };

    void remove(Item &item)
    {
        const auto place = std::exchange(placeOf(item), 0);
        if (place == 0)
            return;
        const auto last = m_heap.back();
        m_heap.pop_back();
        if (last.item == &item)
            return;
        put(place - 1, last);
        settle(place - 1);
    }

    void put(std::size_t at, Alarm alarm)
    {
        m_heap[at] = alarm;
        placeOf(*alarm.item) = at + 1;
    }

    void swap(std::size_t a, std::size_t b)
    {
        const auto alarm = m_heap[a];
        put(a, m_heap[b]);
        put(b, alarm);
    }

    void settle(std::size_t at)
    {
        rise(at);
        sink(at);
    }

    void rise(std::size_t at)
    {
        for (; at > 0 && m_heap[at].when < m_heap[(at - 1) / 2].when; at = (at - 1) / 2)
            swap(at, (at - 1) / 2);
    }

    void sink(std::size_t at)
    {
        for (;;) {
            auto earliest = at;
            for (const auto child : {2 * at + 1, 2 * at + 2}) {
                if (child < m_heap.size() && m_heap[child].when < m_heap[earliest].when)
                    earliest = child;
            }
            if (earliest == at)
                return;
            swap(at, earliest);
            at = earliest;
        }
    }

    std::vector<Alarm> m_heap;
};

} // namespace lockcore
