// SPDX-License-Identifier: MIT
// What the program's formats are made of: files of code, and rows.
#pragma once

#include "lockcore/monitor/model/format.h"

namespace lockcore {

struct NamedFormat
{
    std::string_view name; ///< of its file, or of its rows
    const Format *format = nullptr;
};

/// Of the files, generated from their names: "redis_py" of redis_py_format.cpp.
std::span<const NamedFormat> formatsOfFiles();

} // namespace lockcore
