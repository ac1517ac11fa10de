// SPDX-License-Identifier: MIT
// Is it on this machine? Tests that need what is not are skipped, and say which Debian package has it.
#pragma once

#include <QProcess>
#include <QStandardPaths>

namespace lockcore::test {

inline bool isInstalled(const char *program) { return !QStandardPaths::findExecutable(QString::fromUtf8(program)).isEmpty(); }

inline const QString systemPython = QStringLiteral("/usr/bin/python3"); ///< sees the modules of Debian's packages

inline bool hasPythonModule(const char *module)
{
    return QProcess::execute(systemPython, {QStringLiteral("-c"), QStringLiteral("import ") + QString::fromUtf8(module)}) == 0;
}

} // namespace lockcore::test
