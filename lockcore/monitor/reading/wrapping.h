// SPDX-License-Identifier: MIT
// Removes the wrapping of a serialiser from the strings of a look, because formats know only bare strings. Pure.
#pragma once

#include "lockcore/monitor/formats/wrapped_text.h"
#include "lockcore/monitor/model/key_snapshot.h"

namespace lockcore {

/// A look whose text, or whose hash fields, were unwrapped; nullopt if nothing was wrapped.
struct UnwrappedLook
{
    KeySnapshot look;
    std::string_view how;
    std::map<Bytes, Bytes> raw; ///< unwrapped text → bytes in Redis
};
std::optional<UnwrappedLook> unwrapped(const KeySnapshot &look);

} // namespace lockcore
