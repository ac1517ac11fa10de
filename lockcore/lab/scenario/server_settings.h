// SPDX-License-Identifier: MIT
// What a scenario may set of the Lab's servers, and to what. A scenario is only data: nothing that names a file or a program.
#pragma once

#include <optional>
#include <string>

namespace lockcore {

/// A sentence without its full stop, as in `"hz" cannot be "0"; it is a whole number from 1 to 500`; none: it may be set to that. Both
/// are untrusted. Values as redis.conf writes them; Redis knows no more than these words. Any thread.
std::optional<std::string> settingMistake(const std::string &name, const std::string &value);

} // namespace lockcore
