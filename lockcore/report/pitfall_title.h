// SPDX-License-Identifier: MIT
// The titles of the pitfalls of Redis locks, by the codes that verdicts and scenarios use. Any thread.
#pragma once

#include <string_view>

namespace lockcore {

std::string_view pitfallTitle(std::string_view code); ///< `R1`: `Deleting another's lock`; empty for an unknown code

} // namespace lockcore
