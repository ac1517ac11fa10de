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

std::string quoted(const std::vector<std::string> &texts, const char *otherwise)
{
    std::string all;
    for (const auto &text : texts)
        all += (all.empty() ? "`" : ", `") + text + '`';
    return all.empty() ? otherwise : all;
}

// The note in one of the library's rows describes the keys and values.
LibraryNote noteOf(std::string_view library, std::span<const FormatRow> rows)
{
    LibraryNote note{std::string(library), {}, {}, {}};
    std::vector<std::string> keys, values;
    bool needsWord = false, anyValue = false;
    auto type = ValueType::String;
    for (const auto &row : rows) {
        if (row.library != library)
            continue;
        if (note.writtenBy.empty())
            note.writtenBy = row.note;
        for (const auto &key : row.keys)
            addOnce(keys, key);
        for (const auto &value : row.values)
            addOnce(values, value);
        if (row.keys.empty() && !row.rest.empty())
            addOnce(keys, row.rest);
        needsWord = needsWord || row.word == RowWord::Needed;
        anyValue = anyValue || row.values.empty();
        type = row.types.front();
    }
    note.keys = quoted(keys, "any name");
    if (needsWord)
        note.keys += keys.empty() ? " with a word for a lock" : ", with a word for a lock";
    const char *ofType = type == ValueType::Hash ? "a hash" : type == ValueType::Zset ? "a sorted set" : "any text";
    note.values = anyValue ? ofType : quoted(values, "");
    return note;
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
        if (!row.note.empty())
            format.notes.push_back(noteOf(row.library, rows));
        for (const auto type : row.types)
            addOnce(format.types, type);
        for (const auto &sha1 : row.scripts)
            format.otherScripts.emplace_back(sha1, row.library);
        if (!first.names.empty() || row.word != RowWord::NotNeeded)
            continue;
        for (const auto &key : row.keys)
            addOnce<std::string_view>(format.names, key);
    }
    format.classify = [readers = std::move(readers)](const KeySnapshot &look,
                                                     const RecognitionContext &surroundings) -> std::optional<LockMatch> {
        for (const auto &reader : readers) {
            if (auto match = reader.read(look, surroundings))
                return match;
        }
        return std::nullopt;
    };
    return format;
}

} // namespace lockcore
