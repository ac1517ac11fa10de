// SPDX-License-Identifier: MIT
// The formats that are rows. Adding one is adding a row here, and a file of examples for its format.
#pragma once

#include "lockcore/monitor/formats/format_row.h"

#include <span>

namespace lockcore {

std::vector<FormatRow> tokenRows();     ///< recognised by what their tokens look like
std::vector<FormatRow> nameRows();      ///< by names of their own
std::vector<FormatRow> structureRows(); ///< by the structure of their hashes and sorted sets

/// `go_redsync` of the library `go-redsync`.
std::string formatNameOf(const FormatRow &row);

/// A format of these rows, which are at least one, well-formed, and live for as long as the format.
Format formatOf(std::span<const FormatRow> rows);

} // namespace lockcore
