// SPDX-License-Identifier: MIT
// Clients with a serialiser wrap the strings that they write. Formats know only the bare strings. Pure.
#pragma once

#include "lockcore/monitor/model/look.h"

namespace lockcore {

struct Unwrapped
{
    Bytes text;
    std::string_view how; ///< "JDK-serialised", "a JSON string", "PHP-serialised"
};

/// The inner string, if `bytes` is exactly one wrapped string.
std::optional<Unwrapped> unwrapped(std::string_view bytes);

/// The look with its value's text, or the fields of its hash, unwrapped; nothing if none is wrapped.
struct UnwrappedLook
{
    Look look;
    std::string_view how;
    std::map<Bytes, Bytes> raw; ///< what is in Redis, by its unwrapped text
};
std::optional<UnwrappedLook> unwrapped(const Look &look);

} // namespace lockcore
