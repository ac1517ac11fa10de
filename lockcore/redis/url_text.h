// SPDX-License-Identifier: MIT
// Pieces of a URL as text. Private to the endpoint's files.
#pragma once

#include "lockcore/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

struct Cut
{
    std::string_view before;
    std::string_view after;
    bool found = false; ///< was the separator there?
};

Cut cutAtFirst(std::string_view text, char separator);

/// The error names `part` and does not repeat the text, which may be the password.
Result<std::string> percentDecoded(std::string_view text, const char *part);
std::string percentEncoded(std::string_view text, std::string_view alsoPlain = {});

/// Is it one or more characters, none of which ever needs encoding?
bool isPlain(std::string_view text);

/// One or more digits and nothing else, no sign.
std::optional<std::int64_t> digits(std::string_view text);

Error refused(std::string text);

} // namespace lockcore
