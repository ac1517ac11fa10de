// SPDX-License-Identifier: MIT
// A whole message of RESP2 or RESP3 as the Reply that RESP2 would have made of it. Pure.
#pragma once

#include "lockcore/base/reply.h"

#include <string_view>

namespace lockcore {

/// `message`: as ReplyFramer found it. Attributes are left out. A map is an array of keys and values, a set or a push an array;
/// true and false are 1 and 0; a double and a big number are their text; a verbatim string loses its format (`txt:`).
Reply decoded(std::string_view message);

} // namespace lockcore
