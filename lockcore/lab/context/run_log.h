// SPDX-License-Identifier: MIT
// The history of a run while it grows: gives each entry a number and a time, and writes it to a file. One thread.
#pragma once

#include "lockcore/lab/record/history_file.h"

namespace lockcore {

class RunLog final
{
public:
    explicit RunLog(const Clock &clock);

    std::uint64_t add(What what); ///< returns its number

    /// Writes the header, which must be complete, and all later entries. `path` empty: no file.
    Result<void> begin(HistoryHeader header, const std::string &path);
    Result<void> flush() { return m_file.flush(); }

    const History &history() const { return m_history; }
    Microseconds now() const;

private:
    const Clock &m_clock;
    const Moment m_start;
    History m_history;
    bool m_begun = false;
    HistoryFile m_file;
};

} // namespace lockcore
