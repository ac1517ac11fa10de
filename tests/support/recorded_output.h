// SPDX-License-Identifier: MIT
// One output of a recording (see recorded_table.h), read from its text: `event seen library=…`, `lock KEY state=…`. Pure.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace lockcore::test {

/// Up to the next blank that is not in quotes; takes it away.
std::string_view takeRecordedWord(std::string_view &text);

std::string unquoted(std::string text); ///< without the quotes around it

struct RecordedOutput
{
    explicit RecordedOutput(std::string line);

    std::string field(const std::string &name) const; ///< without quotes; empty: there is none

    std::string line;
    std::string head;                          ///< event seen; lock KEY
    std::string kind;                          ///< event seen; lock
    std::map<std::string, std::string> fields; ///< as they are written
};

} // namespace lockcore::test
