// SPDX-License-Identifier: MIT
// Converts a whole message of RESP2 or RESP3 into the Reply that RESP2 would give. Pure.
#pragma once

#include "lockcore/base/reply.h"

#include <string_view>

namespace lockcore {

/// `message`: as ReplyFramer returned it. Attributes are left out. A map becomes an array of keys and values, a set or a push an array;
/// true and false become 1 and 0; a double and a big number become their text; a verbatim string loses its format (`txt:`).
Reply decoded(std::string_view message);

} // namespace lockcore
