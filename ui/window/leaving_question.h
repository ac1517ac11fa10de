// SPDX-License-Identifier: MIT
// Asks before a connection is left over a release that is not answered. It goes by itself, as rejected, when the answer comes.
#pragma once

#include "widgets/message_box.h"

namespace lockscope {

class Releases;

class LeavingQuestion final : public MessageBox
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LeavingQuestion)

public:
    LeavingQuestion(const Releases *releases, QWidget *parent); ///< deletes itself when it is closed

signals:
    void leaveWanted(); ///< all the same
};

} // namespace lockscope
