// SPDX-License-Identifier: MIT
// The names of the pitfalls of Redis locks, by their codes in verdicts and scenarios. Any thread.
#pragma once

#include <string_view>

namespace lockcore {

std::string_view pitfallTitle(std::string_view code); ///< `R1`: `Deleting another's lock`; empty for an unknown code

} // namespace lockcore
