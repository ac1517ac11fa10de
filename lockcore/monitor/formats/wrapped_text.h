// SPDX-License-Identifier: MIT
// Clients with a serialiser wrap the strings that they write. Pure; never read beyond the text.
#pragma once

#include "lockcore/base/bytes.h"

namespace lockcore {

struct Unwrapped
{
    Bytes text;
    std::string_view how; ///< "JDK-serialised", "a JSON string" …
};

/// The inner string, if `bytes` is exactly one wrapped string.
std::optional<Unwrapped> unwrapped(std::string_view bytes);

} // namespace lockcore
