// SPDX-License-Identifier: MIT
// A lesson as one page: the scene, the questions with folded answers, the run to step through, and the folded verdicts. As safe to pass on
// as a report (report_page.h). Pure, except that it reads the name of the home directory; any thread.
#pragma once

#include "lockcore/report/lanes.h"
#include "ui/report/lessons.h"

#include <QByteArray>

namespace lockscope {

inline const QString answersFile = QStringLiteral("answers.html");

/// `index`: of the lesson among lessons(). `lanes` must be of the report's history and verdicts.
QByteArray lessonPage(qsizetype index, const RunReport &report, const lockcore::Lanes &lanes);

/// The right answers of all lessons, for the teacher.
QByteArray answersPage();

} // namespace lockscope
