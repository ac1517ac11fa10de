// SPDX-License-Identifier: MIT
// Reads and writes whole files for the commands. Errors: Refused, with a sentence that names the file. Any thread.
#pragma once

#include "lockcore/base/result.h"

#include <QString>

namespace lockscope {

lockcore::Result<QByteArray> readFile(const QString &path);                     ///< at most 16 MiB
lockcore::Result<void> writeFile(const QString &path, const QByteArray &bytes); ///< writes all bytes, or leaves the old file unchanged

} // namespace lockscope
