// SPDX-License-Identifier: MIT
// A Lua script and its SHA-1, the name under which a server caches it. A server forgets all scripts when it restarts.
#pragma once

#include <string>

namespace lockcore {

struct Script
{
    explicit Script(std::string source);

    std::string source;
    std::string sha1; ///< lower-case hexadecimal
};

} // namespace lockcore
