// SPDX-License-Identifier: MIT
// Optional state that is allocated when it is first written to. Until then it takes the place of a pointer and reads as T().
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

    /// To write to.
    T &own()
    {
        if (!m_value)
            m_value = std::make_unique<T>();
        return *m_value;
    }

    /// Takes no memory again, if it is as it was at first.
    void tidy()
    {
        if (m_value && *m_value == T())
            m_value.reset();
    }

private:
    std::unique_ptr<T> m_value;
};

} // namespace lockcore
