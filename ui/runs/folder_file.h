// SPDX-License-Identifier: MIT
// Reads a file in a folder that may come from somebody else: it follows no link out of the folder, never blocks, and reads at most a given
// number of bytes. Any thread.
#pragma once

#include "lockcore/base/result.h"

#include <QString>

namespace lockscope {

/// `name` is relative to the folder. Error: Refused, with a sentence that names the file.
lockcore::Result<QByteArray> readWithin(const QString &folder, const QString &name, qint64 most);

} // namespace lockscope
