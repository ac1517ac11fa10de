// SPDX-License-Identifier: MIT
// Asks before a connection that is alive is ended for another.
#pragma once

#include "ui/widgets/message_box.h"

namespace lockscope {

class EndingQuestion final : public MessageBox
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EndingQuestion)

public:
    EndingQuestion(const QString &connected, const QString &wanted, QWidget *parent); ///< the names of the two servers

signals:
    void endWanted();
};

} // namespace lockscope
