// SPDX-License-Identifier: MIT
#include "ui/window/write_question.h"

#include "ui/monitor/connection_rights.h"

#include <QPushButton>

namespace lockscope {

WriteQuestion::WriteQuestion(const QString &server, QWidget *parent)
    : MessageBox(Question, tr("Allow releasing on production?"), tr("%1 is marked as production. Allow releasing its locks?").arg(server),
                 NoButton, parent)
{
    setObjectName(QStringLiteral("writeQuestion"));
    const auto minutes = static_cast<int>(ConnectionRights::productionTime.count());
    setExplanation(tr("A frame marks the window while it is allowed. After %n minutes the connection is read-only again, but not under a "
                      "release that is open. Each release is shown and asked about before.",
                      nullptr, minutes));
    auto *stay = addButton(tr("&Stay read-only"), RejectRole);
    auto *allow = addButton(tr("&Allow for %n minutes", nullptr, minutes), AcceptRole);
    allow->setObjectName(QStringLiteral("allowWriting"));
    connect(allow, &QPushButton::clicked, this, &WriteQuestion::writeWanted);
    setDefaultButton(stay);
    setEscapeButton(stay);
}

} // namespace lockscope
