// SPDX-License-Identifier: MIT
// What the tour shows and asks: three scenarios in a row. Pure; GUI thread.
#pragma once

#include "ui/lab/question/question.h"

namespace lockscope {

struct TourStep
{
    QString scenario; ///< a built-in one
    QString before;   ///< one sentence, before it is played
    QString question; ///< after it was played
    QList<Answer> answers;
};

QList<TourStep> tourSteps();

} // namespace lockscope
