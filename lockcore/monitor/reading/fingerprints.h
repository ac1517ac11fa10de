// SPDX-License-Identifier: MIT
// Which lock libraries the server knows by their scripts (reference, §11): one SCRIPT EXISTS for all of them. It names no key.
#pragma once

#include "lockcore/redis/connection.h"

#include <set>

namespace lockcore {

using Libraries = std::set<std::string, std::less<>>;

const Args &questionForScripts();
/// Error: the connection, or Server if the question is not permitted or the server is busy.
Result<Libraries> librariesIn(const Result<Reply> &answer);

Task<Result<Libraries>> loadedLibraries(Connection &connection); ///< both

} // namespace lockcore
