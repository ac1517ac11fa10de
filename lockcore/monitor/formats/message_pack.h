// SPDX-License-Identifier: MIT
// MessagePack, as far as it tells data from random bytes. Pure; never read beyond the text.
#pragma once

#include <string_view>

namespace lockcore {

/// Is it exactly one map that is not empty and whose keys are texts? Of random bytes, hardly any are.
bool isMessagePackMap(std::string_view bytes);

} // namespace lockcore
