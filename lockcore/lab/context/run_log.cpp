// SPDX-License-Identifier: MIT
#include "lockcore/lab/context/run_log.h"

namespace lockcore {

RunLog::RunLog(const Clock &clock)
    : m_clock(clock)
    , m_start(clock.now())
{ }

Microseconds RunLog::now() const { return std::chrono::duration_cast<Microseconds>(m_clock.now() - m_start); }

std::uint64_t RunLog::add(What what)
{
    auto &entries = m_history.entries;
    entries.push_back({entries.size() + 1, now(), std::move(what)});
    if (m_begun)
        m_file.add(entries.back());
    return entries.back().number;
}

Result<void> RunLog::begin(HistoryHeader header, const std::string &path)
{
    m_history.header = std::move(header);
    if (path.empty())
        return {};
    auto opened = m_file.open(path, m_history.header);
    m_begun = opened.ok();
    for (const auto &entry : m_history.entries)
        m_file.add(entry);
    return opened;
}

} // namespace lockcore
