// SPDX-License-Identifier: MIT
// The content of the tour: the stories of the lessons, with one question of each. Pure; GUI thread.
#pragma once

#include "ui/lab/question/question.h"

namespace lockscope {

struct TourStep
{
    QString scenario; ///< name of a built-in one
    QString before;   ///< what the story is about, without its end
    QString question; ///< asked before the scenario is played
    QList<Answer> answers;
};

QList<TourStep> tourSteps();

} // namespace lockscope
