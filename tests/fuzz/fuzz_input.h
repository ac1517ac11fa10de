// SPDX-License-Identifier: MIT
// Cuts a fuzzer's bytes into values, and asserts what must hold. When the bytes run out, it returns zeros and empty texts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

namespace lockcore::test {

class FuzzInput
{
public:
    FuzzInput(const std::uint8_t *data, std::size_t size)
        : m_left(reinterpret_cast<const char *>(data), size)
    { }

    bool empty() const { return m_left.empty(); }

    unsigned byte()
    {
        if (m_left.empty())
            return 0;
        const auto value = static_cast<unsigned char>(m_left.front());
        m_left.remove_prefix(1);
        return value;
    }

    /// A byte of length, then as many bytes.
    std::string text()
    {
        const auto length = byte();
        std::string value(m_left.substr(0, length));
        m_left.remove_prefix(value.size());
        return value;
    }

    std::int64_t number()
    {
        std::uint64_t value = 0;
        for (auto bytes = byte() % 9; bytes > 0; --bytes)
            value = value << 8 | byte();
        return static_cast<std::int64_t>(value);
    }

    std::string_view rest() const { return m_left; }

private:
    std::string_view m_left;
};

/// Ends the program, as a sanitizer does.
inline void must(bool holds, const char *what, std::string_view about = "")
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s: %.*s\n", what, static_cast<int>(about.size()), about.data());
    std::abort();
}

} // namespace lockcore::test
