// SPDX-License-Identifier: MIT
// Whole files, as the commands read and write them. Errors: Refused, with a sentence that names the file. Any thread.
#pragma once

#include "lockcore/base/result.h"

#include <QString>

namespace lockscope {

lockcore::Result<QByteArray> readFile(const QString &path);                     ///< at most 16 MiB
lockcore::Result<void> writeFile(const QString &path, const QByteArray &bytes); ///< all of it, or what was there stays

} // namespace lockscope
