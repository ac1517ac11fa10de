// SPDX-License-Identifier: MIT
// Formats know only bare strings: a look whose strings a serialiser has wrapped is read without the wrapping. Pure.
#pragma once

#include "lockcore/monitor/formats/wrapped_text.h"
#include "lockcore/monitor/model/look.h"

namespace lockcore {

/// The look with its value's text, or the fields of its hash, unwrapped; nothing if none is wrapped.
struct UnwrappedLook
{
    Look look;
    std::string_view how;
    std::map<Bytes, Bytes> raw; ///< what is in Redis, by its unwrapped text
};
std::optional<UnwrappedLook> unwrapped(const Look &look);

} // namespace lockcore
