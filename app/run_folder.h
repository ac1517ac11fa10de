// SPDX-License-Identifier: MIT
// The folders that runs of the Lab leave behind.
#pragma once

#include "lockcore/base/result.h"

#include <QString>

namespace lockscope {

/// `runs`/`name`, or with a number behind it: two runs of the same name have two folders. `runs` empty: the usual place.
/// Error: Refused, the folder cannot be made.
lockcore::Result<QString> newRunFolder(const QString &runs, const QString &name);

bool writeRunFile(const QString &path, const QByteArray &bytes); ///< instead of what was there

std::uint64_t newRunSeed(); ///< 1 … 2⁵³

} // namespace lockscope
