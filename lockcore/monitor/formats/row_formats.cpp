// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/row_formats.h"

#include "lockcore/monitor/formats/row_reader.h"

#include <algorithm>

namespace lockcore {

namespace {

template <class T>
void addOnce(std::vector<T> &all, const T &one)
{
    if (std::ranges::find(all, one) == all.end())
        all.push_back(one);
}

} // namespace

std::string formatNameOf(const FormatRow &row)
{
    auto name = row.format.empty() ? row.library : row.format;
    std::ranges::replace(name, '-', '_');
    return name;
}

Format formatOf(std::span<const FormatRow> rows)
{
    const auto &first = rows.front();
    Format format;
    format.library = first.library;
    format.rank = first.rank;
    format.names.assign(first.names.begin(), first.names.end());
    format.broadcast.assign(first.broadcast.begin(), first.broadcast.end());
    format.companions = first.companions;
    format.release = first.release;
    format.releaseWarnings = first.releaseWarnings;
    std::vector<RowReader> readers;
    for (const auto &row : rows) {
        readers.push_back(RowReader::of(row).value());
        if (row.library != format.library)
            addOnce<std::string_view>(format.otherLibraries, row.library);
        addOnce<std::string_view>(format.variants, row.variant);
        for (const auto type : row.types)
            addOnce(format.types, type);
        for (const auto &sha1 : row.scripts)
            format.otherScripts.emplace_back(sha1, row.library);
        if (!first.names.empty() || row.word != RowWord::NotNeeded)
            continue;
        for (const auto &key : row.keys)
            addOnce<std::string_view>(format.names, key);
    }
    format.classify = [readers = std::move(readers)](const Look &look, const Surroundings &surroundings) -> std::optional<Finding> {
        for (const auto &reader : readers) {
            if (auto finding = reader.read(look, surroundings))
                return finding;
        }
        return std::nullopt;
    };
    return format;
}

} // namespace lockcore
