// SPDX-License-Identifier: MIT
// What the tour shows and asks: three scenarios in a row. Pure; GUI thread.
#pragma once

#include <QList>
#include <QString>

namespace lockscope {

struct TourAnswer
{
    QString text;
    bool right = false;
    QString why; ///< why it is right or wrong
};

struct TourStep
{
    QString scenario; ///< a built-in one
    QString before;   ///< one sentence, before it is played
    QString question; ///< after it was played
    QList<TourAnswer> answers;
};

QList<TourStep> tourSteps();

} // namespace lockscope
