// SPDX-License-Identifier: MIT
// Asks before a live connection is ended in favour of another one.
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
