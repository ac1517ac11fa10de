// SPDX-License-Identifier: MIT
#include "ui/window/leaving_question.h"

#include "ui/monitor/releases.h"

#include <QPushButton>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

LeavingQuestion::LeavingQuestion(const Releases *releases, QWidget *parent)
    : MessageBox(Question, tr("A release is under way"), {}, NoButton, parent)
{
    const auto awaited = releases->awaited();
    setText(awaited == 1 ? tr("A release was sent and has not been answered yet.")
                         : tr("%1 releases were sent and have not been answered yet.").arg(awaited));
    setExplanation(tr("The answer, or that there is none, is known within seconds. If you leave before that, you will not learn whether it "
                      "happened: the record of releases says that it was cancelled."));
    auto *wait = addButton(tr("&Wait for the answer"), QMessageBox::RejectRole);
    auto *leave = addButton(tr("&Leave anyway"), QMessageBox::AcceptRole);
    leave->setObjectName(u"leaveAllTheSame"_s);
    connect(leave, &QPushButton::clicked, this, &LeavingQuestion::leaveWanted);
    setDefaultButton(wait);
    setEscapeButton(wait);
    connect(releases, &Releases::answered, this, &QDialog::reject);
}

} // namespace lockscope
