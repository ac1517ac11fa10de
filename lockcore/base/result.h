// SPDX-License-Identifier: MIT
// A value or an Error. Reading the wrong one is a programming mistake and asserts.
#pragma once

#include "lockcore/base/error.h"

#include <cassert>
#include <variant>

namespace lockcore {

template <class T>
class [[nodiscard]] Result
{
public:
    Result(T value)
        : m_content(std::in_place_index<0>, std::move(value))
    { }
    Result(Error error)
        : m_content(std::in_place_index<1>, std::move(error))
    { }

    bool ok() const { return m_content.index() == 0; }
    explicit operator bool() const { return ok(); }

    const T &value() const &
    {
        assert(ok());
        return *std::get_if<0>(&m_content);
    }
    T &value() &
    {
        assert(ok());
        return *std::get_if<0>(&m_content);
    }
    T &&value() &&
    {
        assert(ok());
        return std::move(*std::get_if<0>(&m_content));
    }
    const T &operator*() const & { return value(); }
    T &operator*() & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }
    const T *operator->() const { return &value(); }
    T *operator->() { return &value(); }

    const Error &error() const
    {
        assert(!ok());
        return *std::get_if<1>(&m_content);
    }

    bool operator==(const Result &) const = default;

private:
    std::variant<T, Error> m_content;
};

template <>
class [[nodiscard]] Result<void>
{
public:
    Result() = default;
    Result(Error error)
        : m_error(std::in_place_index<1>, std::move(error))
    { }

    bool ok() const { return m_error.index() == 0; }
    explicit operator bool() const { return ok(); }
    const Error &error() const
    {
        assert(!ok());
        return *std::get_if<1>(&m_error);
    }

    bool operator==(const Result &) const = default;

private:
    std::variant<std::monostate, Error> m_error;
};

} // namespace lockcore
