// SPDX-License-Identifier: MIT
// Finds the lock libraries that use the server, by their scripts (reference, §11): one SCRIPT EXISTS for all of them. It names no key.
#pragma once

#include "lockcore/redis/connection.h"

#include <set>

namespace lockcore {

using Libraries = std::set<std::string, std::less<>>;

const Args &questionForScripts();
/// Error: the connection, or Server if the command is not permitted or the server is busy.
Result<Libraries> librariesIn(const Result<Reply> &answer);

Task<Result<Libraries>> loadedLibraries(Connection &connection); ///< sends the question and reads the answer

} // namespace lockcore
