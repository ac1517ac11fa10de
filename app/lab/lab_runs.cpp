// SPDX-License-Identifier: MIT
#include "app/lab/lab_runs.h"

#include "app/command/standard_output.h"

#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

void showProgress(const QString &text) { writeAll(STDERR_FILENO, (u"\r\033[K"_s + text).toUtf8()); }

} // namespace

PooledRuns::Options pooledOptions(const LabOptions &options)
{
    PooledRuns::Options pooled;
    pooled.setup = setupOf(options);
    pooled.subject = subjectOf(options.command.empty() ? options.protocol : std::string(), options.protocolOptions);
    pooled.seed = options.seed;
    pooled.runs = options.runs;
    if (::isatty(STDERR_FILENO) == 1)
        pooled.progress = showProgress;
    return pooled;
}

} // namespace lockscope
