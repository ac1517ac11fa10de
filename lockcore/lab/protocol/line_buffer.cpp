// SPDX-License-Identifier: MIT
#include "lockcore/lab/protocol/line_buffer.h"

namespace lockcore {

void LineBuffer::add(std::string_view bytes)
{
    if (!m_tooLong)
        m_bytes += bytes;
}

std::optional<std::string> LineBuffer::next()
{
    const auto end = m_bytes.find('\n', m_searched);
    if (m_tooLong || std::min(end, m_bytes.size()) > longestLine) {
        m_tooLong = true;
        return std::nullopt;
    }
    if (end == m_bytes.npos) {
        m_searched = m_bytes.size();
        return std::nullopt;
    }
    auto line = m_bytes.substr(0, end);
    if (line.ends_with('\r'))
        line.pop_back();
    m_bytes.erase(0, end + 1);
    m_searched = 0;
    return line;
}

} // namespace lockcore
