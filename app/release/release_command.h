// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

namespace lockscope {

/// `lockscope release`. `arguments` follow the command's name; needs a QCoreApplication. Returns the exit code.
int runRelease(const QStringList &arguments);

} // namespace lockscope
