// SPDX-License-Identifier: MIT
// The formats that a user declares, as JSON: a file of its own, or a list in another file. docs/formats.md describes the members. What is not
// known is refused. Pure; any thread.
#pragma once

#include "lockcore/monitor/reading/user_format.h"

namespace lockcore {

/// `{"lock_formats": 1, "formats": […]}`. `file` begins each sentence, which names the line and says what to write. Error: Refused.
Result<std::vector<UserFormat>> userFormatsOf(std::string_view json, const std::string &file);

/// The list alone. Error: Refused, with a sentence that names no line.
Result<std::vector<UserFormat>> userFormatListOf(std::string_view json);

/// What these functions read as the same formats. Members with their usual value are left out.
std::string textOf(std::span<const UserFormat> formats);
std::string listTextOf(std::span<const UserFormat> formats);

} // namespace lockcore
