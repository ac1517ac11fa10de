// SPDX-License-Identifier: MIT
// The content of the tour: three scenarios in a row with their questions. Pure; GUI thread.
#pragma once

#include "ui/lab/question/question.h"

namespace lockscope {

struct TourStep
{
    QString scenario; ///< name of a built-in one
    QString before;   ///< one sentence, shown before the scenario is played
    QString question; ///< asked after the scenario was played
    QList<Answer> answers;
};

QList<TourStep> tourSteps();

} // namespace lockscope
