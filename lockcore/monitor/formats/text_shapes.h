// SPDX-License-Identifier: MIT
// The shapes that a part of a value or of a name can have, and what a text of that shape reveals. Pure; any thread.
#pragma once

#include "lockcore/monitor/formats/grammar.h"

namespace lockcore {

struct TextShape
{
    std::string_view name;
    std::size_t size = 0; ///< length of each text of this shape; 0: any length from 1

    /// One of these two is set. If a shape only matches, the part's text becomes a fact under the part's name.
    bool (*matches)(std::string_view text) = nullptr;
    bool (*reveals)(std::string_view text, const std::string &part, const KeySnapshot &look, std::vector<OwnerFact> &facts) = nullptr;
};

/// `hex32`, `uuid4`, `host` … Nothing if there is no shape of that name.
std::optional<TextShape> textShape(std::string_view name);

} // namespace lockcore
