// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace lockcore {

/// JSON text in which the characters that escaped() escapes, and DEL, are written as `\uNNNN`: it may be printed on a terminal, and it is the
/// same JSON.
std::string shownJson(std::string_view json);

} // namespace lockcore
