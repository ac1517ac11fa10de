// SPDX-License-Identifier: MIT
// A lock format that a user declares: the members of one row of a formats file, as texts. The file (user_format_file.h) and the window's form
// have the same members, and the same check. docs/formats.md describes them. Pure; any thread.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/monitor/formats/format_row.h"

#include <span>

namespace lockcore {

inline constexpr std::string_view declaredVariant = "declared by you"; ///< Recognition::variant of what a format of the user's shows

inline bool isDeclared(const Recognition &recognition) { return recognition.variant == declaredVariant; }

struct UserFormat
{
    static constexpr std::size_t mostKeys = 16;
    static constexpr std::size_t mostOfAFile = 100; ///< formats

    std::string name;              ///< shown where a library's name is
    std::string note;              ///< for people
    std::vector<std::string> keys; ///< globs
    std::string type = "string";
    std::string value; ///< the template (text_template.h) of a string; empty: any text
    std::string owner = "unknown";
    std::string lease = "optional";
    std::string release = "compare-and-delete"; ///< how its holder gives it back

    bool operator==(const UserFormat &) const = default;
};

/// The words that these members can be, the usual one first.
std::span<const std::string_view> userFormatTypes();
std::span<const std::string_view> userFormatOwners();
std::span<const std::string_view> userFormatLeases();
std::span<const std::string_view> userFormatReleases();

bool hasLiteralPart(std::string_view glob); ///< is there a letter or a digit that each key has?

/// The row that it means. An owner that is declared a token makes no event surer: nobody saw that each acquisition draws a new one. Error:
/// Refused; `detail` names the member that is wrong.
Result<FormatRow> rowOf(const UserFormat &format);

/// The same of all. Error: Refused, also if two have the same name (`detail`: name); the sentence names the format.
Result<std::vector<FormatRow>> rowsOf(std::span<const UserFormat> formats);

} // namespace lockcore
