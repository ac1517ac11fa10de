// SPDX-License-Identifier: MIT
// What serialisers of several languages write in place of a plain text, as far as a lock's value can be one. Pure; never read beyond the text.
#pragma once

#include "lockcore/base/bytes.h"

#include <optional>
#include <string_view>
#include <vector>

namespace lockcore::serialised {

enum class Meaning {
    Plain, ///< not recognised as serialised
    Free,  ///< false, nothing, zero, or an empty list: nobody holds it
    Mark,  ///< one number, truth value or text
    Data,  ///< a list, a map, an object
};

/// Python's pickle (with the `!` that flask-caching puts before it), Ruby's Marshal, PHP's serialize, MessagePack's and JSON's scalars.
Meaning meaningOf(std::string_view bytes);

struct Member
{
    Bytes name;
    Bytes text; ///< of a string: its inside, escape sequences as they are; otherwise the text of the number, list …
};

/// The members of a JSON object, without those of objects inside it; nothing if it is not one, from brace to brace.
std::optional<std::vector<Member>> jsonMembers(std::string_view json);

} // namespace lockcore::serialised
