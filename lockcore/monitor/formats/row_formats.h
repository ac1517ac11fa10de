// SPDX-License-Identifier: MIT
// The formats that are rows. To add one, add a row here and a file of examples for its format.
#pragma once

#include "lockcore/monitor/formats/format_row.h"

#include <span>

namespace lockcore {

std::vector<FormatRow> tokenRows();     ///< recognised by their tokens
std::vector<FormatRow> nameRows();      ///< recognised by their names
std::vector<FormatRow> structureRows(); ///< by the structure of their hashes and sorted sets

/// `go_redsync` of the library `go-redsync`.
std::string formatNameOf(const FormatRow &row);

/// `rows`: at least one, all well-formed, and alive for as long as the format.
Format formatOf(std::span<const FormatRow> rows);

} // namespace lockcore
