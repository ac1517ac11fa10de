// SPDX-License-Identifier: MIT
// The relevant lines of a source file, with some lines around them. Pure; any thread.
#pragma once

#include "lockcore/report/source_lines.h"
#include "ui/report/run_report.h"

namespace lockscope {

struct ExcerptLine
{
    std::int64_t number = 0;           ///< from 1; 0: a gap, lines are left out here
    QString text;                      ///< not escaped
    std::vector<std::uint64_t> events; ///< entries at which a worker was at this line
};

/// `lines` must be of this file. Lines that the file does not have are ignored; a long line is cut.
std::vector<ExcerptLine> excerptOf(const QByteArray &file, const std::vector<lockcore::SourceLine> &lines);

/// The excerpts as HTML, for each source with such lines; empty if there is none.
QString sourcesHtml(const RunReport &report);

} // namespace lockscope
