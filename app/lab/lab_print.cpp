// SPDX-License-Identifier: MIT
#include "app/lab/lab_print.h"

#include "app/command/standard_output.h"
#include "ui/words/tr.h"

#include <cerrno>

#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

void complain(const QString &sentence) { writeAll(STDERR_FILENO, u"lockscope: %1\n"_s.arg(sentence).toUtf8()); }

int exitCodeAfter(int error, int exitCode)
{
    if (error == 0 || error == EPIPE)
        return exitCode;
    complain(Words::tr("the result cannot be written: %1").arg(qt_error_string(error)));
    return exitUsage;
}

int printed(QByteArrayView text, int exitCode) { return exitCodeAfter(writeAll(STDOUT_FILENO, text), exitCode); }

} // namespace lockscope
