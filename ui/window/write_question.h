// SPDX-License-Identifier: MIT
// Asks before locks may be freed on a server, and says what that allows: one click or key must not do it. Staying read-only is the answer to
// Enter and Escape. GUI thread.
#pragma once

#include "ui/widgets/message_box.h"

namespace lockscope {

class WriteQuestion final : public MessageBox
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WriteQuestion)

public:
    WriteQuestion(const QString &server, bool production, QWidget *parent);

signals:
    void writeWanted();
};

} // namespace lockscope
