// SPDX-License-Identifier: MIT
// Asks before the user leaves a connection with an unanswered release. When the answer comes, the question closes itself as rejected.
#pragma once

#include "ui/widgets/message_box.h"

namespace lockscope {

class Releases;

class LeavingQuestion final : public MessageBox
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LeavingQuestion)

public:
    LeavingQuestion(const Releases *releases, QWidget *parent); ///< deletes itself when it closes

signals:
    void leaveWanted(); ///< the user wants to leave anyway
};

} // namespace lockscope
