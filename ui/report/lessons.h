// SPDX-License-Identifier: MIT
// The lessons: five stories in a row, each with questions that its run answers. `lockscope lab --lesson` writes them as pages, and the tour in
// the window asks one question of each. Pure; any thread.
#pragma once

#include "ui/report/run_report.h"

#include <QList>

namespace lockscope {

struct LessonAnswer
{
    QString text;
    QString why; ///< why it is right or wrong
};

struct LessonQuestion
{
    QString text;
    QList<LessonAnswer> answers;
    qsizetype right = 0;         ///< index of the right answer
    lockcore::Property property; ///< the right answer rests on this verdict of the run
    lockcore::Outcome outcome;
};

struct Lesson
{
    QString file;     ///< name of its page
    QString scenario; ///< name of a built-in one
    QString title;    ///< does not say how the story ends
    QString scene;    ///< what is played, without the end
    QList<LessonQuestion> questions;
    qsizetype inTour = 0; ///< index of the question that the tour asks
};

QList<Lesson> lessons();

/// What the run shows otherwise than the lesson says, as a sentence; empty: nothing.
QString lessonProblem(const Lesson &lesson, const LabResult &result);

} // namespace lockscope
