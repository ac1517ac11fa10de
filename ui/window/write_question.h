// SPDX-License-Identifier: MIT
// Asks before locks may be freed on a server that is marked as production. Staying read-only is the answer to Enter and Escape. GUI thread.
#pragma once

#include "ui/widgets/message_box.h"

namespace lockscope {

class WriteQuestion final : public MessageBox
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WriteQuestion)

public:
    WriteQuestion(const QString &server, QWidget *parent);

signals:
    void writeWanted();
};

} // namespace lockscope
