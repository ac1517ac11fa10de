// SPDX-License-Identifier: MIT
#include "app/command/usage_error.h"

#include "app/command/exit_codes.h"
#include "app/command/standard_output.h"
#include "ui/words/tr.h"

#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

int usageError(const QString &sentence, const QString &command)
{
    const auto hint = Words::tr("Try: lockscope %1 --help").arg(command);
    writeAll(STDERR_FILENO, u"lockscope: %1\n%2\n"_s.arg(sentence, hint).toUtf8());
    return exitUsage;
}

} // namespace lockscope
