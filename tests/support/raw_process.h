// SPDX-License-Identifier: MIT
// Runs a program to its end with arguments of any bytes: QProcess passes on only text.
#pragma once

#include <QByteArrayList>

namespace lockcore::test {

struct RawOutcome
{
    int status = -1; ///< as of waitpid()
    QByteArray out;
    QByteArray err;
};

/// The lockscope program. Fails the test program if it cannot be started.
RawOutcome runRaw(const QByteArrayList &words);

} // namespace lockcore::test
