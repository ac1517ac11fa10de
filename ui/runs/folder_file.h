// SPDX-License-Identifier: MIT
// A file within a folder that may come from somebody else: no link leads out of it, nothing blocks, and no more than so many bytes are
// read. Any thread.
#pragma once

#include "lockcore/base/result.h"

#include <QString>

namespace lockscope {

/// `name`: relative to the folder. Error: Refused, with a sentence that names the file.
lockcore::Result<QByteArray> readWithin(const QString &folder, const QString &name, qint64 most);

} // namespace lockscope
