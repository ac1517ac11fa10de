// SPDX-License-Identifier: MIT
// The words of an inline command, as redis-server splits them (sds.c, sdssplitargs): "…" with \n \r \t \b \a \xHH, '…' with \'.
// Pure.
#pragma once

#include "lockcore/base/bytes.h"

#include <optional>
#include <string_view>
#include <vector>

namespace lockcore {

/// nullopt: a quote is not closed, or is followed by something other than a space.
std::optional<std::vector<Bytes>> inlineWords(std::string_view line);

} // namespace lockcore
