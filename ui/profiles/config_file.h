// SPDX-License-Identifier: MIT
// A file of the user's configuration, with the error sentences that all of them share. Blocks; any thread.
#pragma once

#include "lockcore/base/result.h"

#include <QByteArray>
#include <QString>

namespace lockscope {

inline constexpr auto notUnderstood = "content"; ///< Error::detail: the file could be read, but not used

/// `lockscope/NAME` in the XDG config directory.
QString configPath(const QString &name);

/// Empty if there is no such file. Error: Refused, with a sentence that names it; also if it is larger than a mebibyte (notUnderstood).
lockcore::Result<QByteArray> readConfigFile(const QString &path);

/// Replaces it as a whole or not at all; only its owner may read it. Creates its folder. Error: Refused.
lockcore::Result<void> writeConfigFile(const QString &path, const QByteArray &content);

lockcore::Error unusableFile(const QString &path, const QString &why);
lockcore::Error unwrittenFile(const QString &path, const QString &why);

} // namespace lockscope
