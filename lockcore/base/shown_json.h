// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace lockcore {

/// The JSON text with all characters that escaped() escapes, and DEL, written as `\uNNNN`. It is safe to print on a terminal, and it is
/// still the same JSON.
std::string shownJson(std::string_view json);

} // namespace lockcore
