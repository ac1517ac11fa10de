// SPDX-License-Identifier: MIT
#include "ui/lab/question/tour_steps.h"

#include "ui/report/lessons.h"
#include "ui/words/tr.h"

namespace lockscope {

namespace {

TourStep stepOf(const Lesson &lesson)
{
    const auto &asked = lesson.questions[lesson.inTour];
    TourStep step{lesson.scenario, lesson.scene, asked.text, {}};
    for (qsizetype i = 0; i < asked.answers.size(); ++i) {
        const auto &answer = asked.answers[i];
        const bool isRight = i == asked.right;
        step.answers << Answer{answer.text, isRight, (isRight ? Words::tr("Yes. %1") : Words::tr("No. %1")).arg(answer.why)};
    }
    return step;
}

} // namespace

QList<TourStep> tourSteps()
{
    QList<TourStep> steps;
    for (const auto &lesson : lessons())
        steps << stepOf(lesson);
    return steps;
}

} // namespace lockscope
