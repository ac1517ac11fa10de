// SPDX-License-Identifier: MIT
// Is there a ZooKeeper, and something to run it?
#pragma once

#include "support/installed.h"

#include <QFile>

namespace lockcore::test {

/// What is missing, with its Debian package; empty: nothing.
inline QString whatZookeeperLacks()
{
    if (!isInstalled("java"))
        return QStringLiteral("there is no JRE (Debian: default-jre-headless)");
    if (!QFile::exists(QStringLiteral("/usr/share/java/zookeeper.jar")))
        return QStringLiteral("ZooKeeper is not installed (Debian: libzookeeper-java)");
    return {};
}

} // namespace lockcore::test
