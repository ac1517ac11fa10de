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

    /// Ignored after a line that was too long: where the next line begins is then unknown.
    void add(std::string_view bytes);

    /// The next complete line, without its "\n" or "\r\n".
    std::optional<std::string> next();

    bool tooLong() const { return m_tooLong; } ///< the line of which unfinished() is the beginning
    const std::string &unfinished() const { return m_bytes; }

private:
    std::string m_bytes;
    std::size_t m_searched = 0; ///< there is no line end before this index
    bool m_tooLong = false;
};

} // namespace lockcore
