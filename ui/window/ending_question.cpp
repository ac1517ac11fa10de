// SPDX-License-Identifier: MIT
#include "ui/window/ending_question.h"

#include <QPushButton>

namespace lockscope {

EndingQuestion::EndingQuestion(const QString &connected, const QString &wanted, QWidget *parent)
    : MessageBox(Question, tr("End the connection?"), tr("End the connection to %1 and open %2?").arg(connected, wanted), NoButton, parent)
{
    setExplanation(tr("The events and the timeline collected so far are lost. Nothing changes on the server."));
    auto *stay = addButton(tr("&Stay connected"), RejectRole);
    auto *end = addButton(tr("&End it"), AcceptRole);
    end->setObjectName(QStringLiteral("endConnection"));
    connect(end, &QPushButton::clicked, this, &EndingQuestion::endWanted);
    setDefaultButton(stay);
    setEscapeButton(stay);
}

} // namespace lockscope
