// SPDX-License-Identifier: MIT
// A text with named parts, as a row of the formats describes a value or a name: `{host}:{pid}:{token:hex32}`. A part is `{name:shape}`, or
// `{name}` if the shape has that name; a part whose shape is not given is any text. docs/formats.md lists the shapes. Pure; any thread.
//
// A text is read once, without a search: parts of a fixed length from both ends; a part of any length from the right, up to the literal text
// before it, so that `fe80::1:4711` is `{host}:{pid}`.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/monitor/formats/text_shapes.h"

namespace lockcore {

class TextTemplate
{
public:
    static constexpr std::size_t mostParts = 12; ///< includes the literal texts between them

    TextTemplate() = default; ///< matches any text

    /// Error: Refused, with a sentence that names the mistake.
    static Result<TextTemplate> parse(std::string_view text);

    struct Reading
    {
        std::vector<OwnerFact> facts;      ///< of every part except `token` and `count`
        std::optional<std::int64_t> count; ///< the number of holders that are not named
    };

    /// Nothing if the text does not match. `look` provides the present time and the key's deadline.
    std::optional<Reading> read(std::string_view text, const KeySnapshot &look) const;

    bool hasSize(std::string_view text) const { return text.size() >= m_leastSize && text.size() <= m_mostSize; } ///< excludes most texts
    bool isAny() const { return m_parts.empty(); }
    bool mayGoOn() const; ///< the beginning of a text decides, because any text may follow it

private:
    struct Part
    {
        std::string text; ///< literal, or the part's name
        std::optional<TextShape> shape;

        std::size_t size() const { return shape ? shape->size : text.size(); } ///< 0: any size
    };

    using Pieces = std::array<std::string_view, mostParts>;

    bool split(std::string_view text, Pieces &pieces) const;

    std::vector<Part> m_parts;
    std::size_t m_leastSize = 0; ///< sizes of the texts that can match
    std::size_t m_mostSize = std::string_view::npos;
};

} // namespace lockcore
