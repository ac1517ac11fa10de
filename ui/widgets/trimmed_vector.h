// SPDX-License-Identifier: MIT
// A sequence that grows at its end and is trimmed at its front, both in amortised constant time. Contiguous, and without the half kilobyte
// that a deque takes for two elements, because there are ten thousand of these sequences.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace lockscope {

template <class T>
class TrimmedVector final
{
public:
    using const_iterator = typename std::vector<T>::const_iterator;

    const_iterator begin() const { return m_items.begin() + static_cast<std::ptrdiff_t>(m_first); }
    const_iterator end() const { return m_items.end(); }
    std::size_t size() const { return m_items.size() - m_first; }
    bool empty() const { return size() == 0; }
    const T &operator[](std::size_t at) const { return m_items[m_first + at]; }
    const T &front() const { return m_items[m_first]; }
    const T &back() const { return m_items.back(); }
    T &back() { return m_items.back(); }

    void push_back(T item) { m_items.push_back(std::move(item)); }
    void insert(const_iterator before, T item) { m_items.insert(before, std::move(item)); }

    void pop_front()
    {
        m_items[m_first++] = T();
        if (m_first * 2 > m_items.size()) {
            m_items.erase(m_items.begin(), m_items.begin() + static_cast<std::ptrdiff_t>(m_first));
            m_first = 0;
        }
    }

private:
    std::vector<T> m_items;
    std::size_t m_first = 0;
};

} // namespace lockscope
