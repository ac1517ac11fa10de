// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

namespace lockscope {

/// `lockscope lab`. Needs a QCoreApplication; returns the exit code.
int runLab(const QStringList &arguments);

} // namespace lockscope
