// SPDX-License-Identifier: MIT
// The lines of a source file around those that matter. Pure; any thread.
#pragma once

#include "lockcore/report/source_lines.h"
#include "ui/report/run_report.h"

namespace lockscope {

struct ExcerptLine
{
    std::int64_t number = 0;           ///< from 1; 0: lines are left out here
    QString text;                      ///< not escaped
    std::vector<std::uint64_t> events; ///< at which a worker stood here
};

/// Of the file that these lines are of. Lines that the file does not have are ignored; a long line is cut.
std::vector<ExcerptLine> excerptOf(const QByteArray &file, const std::vector<lockcore::SourceLine> &lines);

/// As HTML, for each source that has such lines; empty if there is none.
QString sourcesHtml(const RunReport &report);

} // namespace lockscope
