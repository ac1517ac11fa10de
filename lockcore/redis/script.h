// SPDX-License-Identifier: MIT
// Server-side Lua and the name under which a server remembers it (it forgets all scripts at a restart).
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
