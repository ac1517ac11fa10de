// SPDX-License-Identifier: MIT
// A question with a few answers, exactly one of them right. A value.
#pragma once

#include <QList>
#include <QString>

namespace lockscope {

struct Answer
{
    QString text;
    bool right = false;
    QString why; ///< why the answer is right or wrong
    bool operator==(const Answer &) const = default;
};

struct Question
{
    QString text;
    QList<Answer> answers;
    bool operator==(const Question &) const = default;
};

} // namespace lockscope
