// SPDX-License-Identifier: MIT
// Cuts a stream of bytes into the lines of the worker protocol. Any thread, one at a time.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

class LineBuffer final
{
public:
    static constexpr std::size_t longestLine = 1 << 20; ///< bytes, without the line end

    /// Ignored once a line was too long: where the next one begins is not known to be a line's beginning.
    void add(std::string_view bytes);

    /// The next complete line, without its "\n" or "\r\n".
    std::optional<std::string> next();

    bool tooLong() const { return m_tooLong; } ///< the line that unfinished() begins
    const std::string &unfinished() const { return m_bytes; }

private:
    std::string m_bytes;
    std::size_t m_searched = 0; ///< no line end before
    bool m_tooLong = false;
};

} // namespace lockcore
