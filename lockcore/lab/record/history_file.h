// SPDX-License-Identifier: MIT
// A history as a file of JSON lines: the header, one line per entry, `end` last. Text that is not UTF-8 is written in base64. Reading never
// guesses: a line that cannot be read, or that refers to an entry which does not come before it, is a gap, and the judge reports which line
// is damaged. Any thread, one at a time.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/judge/history.h"

#include <QFile>

namespace lockcore {

std::string lineOf(const HistoryHeader &header); ///< without "\n"
std::string lineOf(const HistoryEntry &entry);   ///< likewise

/// `name` begins the sentences of errors. Refused: the first line is not the header of a history of this version.
Result<History> historyOf(const std::string &text, const std::string &name);

/// Refused: the file cannot be read, or as historyOf().
Result<History> readHistory(const std::string &path);

/// Writes a history during the run. Added entries are in the file after flush(), which the owner calls at least every 20 ms.
class HistoryFile final
{
public:
    Result<void> open(const std::string &path, const HistoryHeader &header); ///< Refused: the file cannot be created
    void add(const HistoryEntry &entry);
    Result<void> flush(); ///< Refused: for example, the disk is full. Then nothing more is written

private:
    QFile m_file;
    QByteArray m_unwritten;
};

} // namespace lockcore
