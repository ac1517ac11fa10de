// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

namespace lockscope {

/// `lockscope worker`: the built-in worker of the Lab, and the self-test for the user's own worker. Needs a QCoreApplication; returns the
/// exit code.
int runWorker(const QStringList &arguments);

} // namespace lockscope
