// SPDX-License-Identifier: MIT
// Runs a program to its end with arguments of any bytes: QProcess accepts only text.
#pragma once

#include <QByteArrayList>

namespace lockcore::test {

struct RawOutcome
{
    int status = -1; ///< as from waitpid()
    QByteArray out;
    QByteArray err;
};

/// Runs the lockscope program. Ends the test program if it cannot be started.
RawOutcome runRaw(const QByteArrayList &words);

} // namespace lockcore::test
