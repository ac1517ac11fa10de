// SPDX-License-Identifier: MIT
// What a lock's value says by itself: what a serialiser has written, which words mean "free", and what is no lock's value but data. Every format
// that takes a text for an owner or a token asks here first. Pure; never read beyond the text.
#pragma once

#include "lockcore/base/bytes.h"

#include <string_view>

namespace lockcore::serialised {

enum class Meaning {
    Plain, ///< none of the others: it may be an owner
    Free,  ///< false, nothing, zero, an empty list, a word such as `released`: nobody holds it
    Mark,  ///< one serialised number, truth value, time or text: held, but it does not say by whom
    Data,  ///< a list, a map, an object, a HyperLogLog, an image, something compressed
};

/// Knows Python's pickle (with the `!` that flask-caching puts before it), Ruby's Marshal, PHP's serialize and igbinary, Java's object
/// streams, MessagePack's maps and JSON's scalars.
Meaning meaningOf(std::string_view bytes);

} // namespace lockcore::serialised
