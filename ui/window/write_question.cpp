// SPDX-License-Identifier: MIT
#include "ui/window/write_question.h"

#include "ui/monitor/connection_rights.h"

#include <QPushButton>

namespace lockscope {

WriteQuestion::WriteQuestion(const QString &server, bool production, QWidget *parent)
    : MessageBox(Question, production ? tr("Allow releasing on production?") : tr("Allow releasing?"),
                 production ? tr("%1 is marked as production. Allow releasing its locks?").arg(server)
                            : tr("Allow releasing the locks of %1?").arg(server),
                 NoButton, parent)
{
    setObjectName(QStringLiteral("writeQuestion"));
    const auto minutes = static_cast<int>(ConnectionRights::productionTime.count());
    setExplanation(production
                       ? tr("A frame marks the window while it is allowed. After %n minutes the connection is read-only again, but not "
                            "under a release that is open. Each release is shown and asked about before.",
                            nullptr, minutes)
                       : tr("Locks can then be freed, until you switch back or disconnect. Each release is shown and asked about before. "
                            "Nothing else is ever written."));
    auto *stay = addButton(tr("&Stay read-only"), RejectRole);
    auto *allow = addButton(production ? tr("&Allow for %n minutes", nullptr, minutes) : tr("&Allow releasing"), AcceptRole);
    allow->setObjectName(QStringLiteral("allowWriting"));
    connect(allow, &QPushButton::clicked, this, &WriteQuestion::writeWanted);
    setDefaultButton(stay);
    setEscapeButton(stay);
}

} // namespace lockscope
