// SPDX-License-Identifier: MIT
// Optional state that is allocated at the first write. Until then it needs only a pointer, and reads as T().
#pragma once

#include <memory>

namespace lockcore {

template <class T>
class Lazy
{
public:
    const T &operator*() const
    {
        static const T none{};
        return m_value ? *m_value : none;
    }
    const T *operator->() const { return &**this; }

    /// Access for writing.
    T &own()
    {
        if (!m_value)
            m_value = std::make_unique<T>();
        return *m_value;
    }

    /// Frees the memory if the state equals T().
    void tidy()
    {
        if (m_value && *m_value == T())
            m_value.reset();
    }

private:
    std::unique_ptr<T> m_value;
};

} // namespace lockcore
