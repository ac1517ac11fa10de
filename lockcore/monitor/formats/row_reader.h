// SPDX-License-Identifier: MIT
// Reads keys by a row. Immutable; pure; any thread.
#pragma once

#include "lockcore/monitor/formats/format_row.h"
#include "lockcore/monitor/formats/text_template.h"

namespace lockcore {

class RowReader
{
public:
    /// Error: Refused, if a template of the row is wrong.
    static Result<RowReader> of(FormatRow row);

    const FormatRow &row() const { return m_row; }

    bool matchesName(std::string_view key) const; ///< matches one of the row's globs

    /// The match for this key; nothing: the row does not describe it.
    std::optional<LockMatch> read(const KeySnapshot &look, const RecognitionContext &surroundings) const;

private:
    explicit RowReader(FormatRow row)
        : m_row(std::move(row))
    { }

    bool mayBe(const KeySnapshot &look) const; ///< a quick test that excludes most keys
    bool isKey(const KeySnapshot &look) const;
    std::optional<TextTemplate::Reading> readValue(const KeySnapshot &look) const;
    bool isInTime(const KeySnapshot &look) const;
    std::optional<LockMatch> begin(const KeySnapshot &look, const RecognitionContext &surroundings) const;
    void nameOwner(LockMatch &match, const KeySnapshot &look, TextTemplate::Reading reading) const;

    FormatRow m_row;
    std::vector<TextTemplate> m_values;
    TextTemplate m_rest;
    std::string m_head; ///< common to all key names of the row
};

} // namespace lockcore
