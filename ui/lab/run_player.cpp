// SPDX-License-Identifier: MIT
#include "ui/lab/run_player.h"

namespace lockscope {

RunPlayer::RunPlayer(QObject *parent)
    : QObject(parent)
{ }

} // namespace lockscope
