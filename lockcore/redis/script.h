// SPDX-License-Identifier: MIT
// Server-side Lua: EVALSHA, and EVAL when the server does not know the script (it forgets all of them at a restart).
#pragma once

#include "redis/connection.h"

namespace lockcore {

struct Script
{
    explicit Script(std::string source);

    std::string source;
    std::string sha1; ///< lower-case hexadecimal
};

/// The script's reply; a server error is a Reply. Safe to send twice: NOSCRIPT means that nothing ran.
/// `script` must live until the task has ended.
Task<Result<Reply>> evaluate(Connection &connection, const Script &script, Args keys, Args arguments);

} // namespace lockcore
