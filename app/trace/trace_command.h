// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

namespace lockscope {

/// `lockscope trace`. `arguments` follow the command's name; needs a QCoreApplication. Returns the exit code.
int runTrace(const QStringList &arguments);

} // namespace lockscope
