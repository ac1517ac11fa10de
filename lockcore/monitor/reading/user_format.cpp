// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/user_format.h"

#include "lockcore/base/ascii.h"
#include "lockcore/monitor/formats/row_reader.h"

#include <algorithm>
#include <set>

namespace lockcore {

namespace {

constexpr std::size_t longestName = 40;
constexpr std::size_t longestNote = 400;
constexpr std::size_t longestKey = 256;
constexpr std::size_t longestValue = 256;
constexpr int byDeclaration = 3;

template <class Value, std::size_t size>
struct Choices
{
    std::array<std::string_view, size> words;
    std::array<Value, size> values;

    std::optional<Value> of(std::string_view word) const
    {
        const auto found = std::ranges::find(words, word);
        return found == words.end() ? std::nullopt : std::optional(values[static_cast<std::size_t>(found - words.begin())]);
    }
};

constexpr Choices<ValueType, 3> types{{"string", "hash", "zset"}, {ValueType::String, ValueType::Hash, ValueType::Zset}};
constexpr Choices<RowOwner, 6> owners{
    {"unknown", "token", "object", "process", "anonymous", "timestamp"},
    {RowOwner::Unknown, RowOwner::Unknown, RowOwner::Object, RowOwner::Process, RowOwner::Anonymous, RowOwner::Timestamp}};
constexpr Choices<LeaseRule, 3> leases{{"optional", "always", "never"},
                                       {LeaseRule::CallersChoice, LeaseRule::Always, LeaseRule::NeverByDesign}};
constexpr Choices<bool, 2> releases{{"compare-and-delete", "delete"}, {false, true}}; // is it unchecked?

// Thrown inside this file alone.
struct WrongMember
{
    const char *member;
    std::string sentence;
};

template <class Value, std::size_t size>
Value choose(const char *member, const Choices<Value, size> &choices, const std::string &word)
{
    if (const auto value = choices.of(word))
        return *value;
    std::string all;
    for (std::size_t i = 0; i < size; ++i)
        all += (i == 0 ? "" : i + 1 == size ? " or " : ", ") + std::string(choices.words[i]);
    throw WrongMember{member, '"' + escaped(elidedInMiddle(word, 40)) + "\" is not possible: write " + all};
}

void checkLength(const char *member, const std::string &text, std::size_t longest)
{
    if (text.size() > longest)
        throw WrongMember{member, "it is longer than " + std::to_string(longest) + " bytes"};
    if (!isUtf8(text) || std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }))
        throw WrongMember{member, "it has a character that cannot be shown"};
}

bool isOfName(char c) { return isDigit(c) || isLetter(c) || c == '-' || c == '_' || c == '.' || static_cast<unsigned char>(c) >= 0x80; }

bool isLibrary(std::string_view name)
{
    return name == unknownLibrary || std::ranges::any_of(formats(), [&](const Format *format) {
               return format->library == name || std::ranges::find(format->otherLibraries, name) != format->otherLibraries.end();
           });
}

void checkName(const std::string &name)
{
    checkLength("name", name, longestName);
    if (name.empty())
        throw WrongMember{"name", "give it a name, like ledger"};
    if (!std::ranges::all_of(name, isOfName))
        throw WrongMember{"name", "a name has letters, digits, - _ and . only, so that a filter can name it: library:ledger"};
    if (isLibrary(name))
        throw WrongMember{"name", "\"" + name + "\" is the name of a library that Lockscope knows: choose another one"};
}

void checkKeys(const std::vector<std::string> &keys)
{
    if (keys.empty())
        throw WrongMember{"keys", "say which keys are such locks, like ledger:*:busy"};
    if (keys.size() > UserFormat::mostKeys)
        throw WrongMember{"keys", "there are more than " + std::to_string(UserFormat::mostKeys)};
    for (const auto &key : keys) {
        checkLength("keys", key, longestKey);
        if (!hasLiteralPart(key))
            throw WrongMember{"keys", '"' + escaped(key)
                                          + "\" would make any key a lock: write a part that each of their names has, like ledger:*"};
    }
}

void checkValue(const UserFormat &format, RowOwner owner)
{
    checkLength("value", format.value, longestValue);
    if (format.value.empty())
        return;
    if (format.type != "string")
        throw WrongMember{"value", "it describes the text of a string; the elements of a " + format.type
                                       + " are read as its holders, so leave it out"};
    if (owner == RowOwner::Timestamp)
        throw WrongMember{"value", "with the owner timestamp, the whole text is a time, so leave it out"};
    const bool isCounted = format.value.find("{count}") != std::string::npos || format.value.find("{count:") != std::string::npos;
    if (isCounted && owner != RowOwner::Anonymous)
        throw WrongMember{"value", "a lock with a {count} names nobody: write the owner anonymous"};
}

FormatRow checkedRow(const UserFormat &format)
{
    checkName(format.name);
    checkLength("note", format.note, longestNote);
    checkKeys(format.keys);
    FormatRow row;
    row.library = format.name;
    row.variant = declaredVariant;
    row.note = format.note;
    row.keys = format.keys;
    row.types = {choose("type", types, format.type)};
    row.owner = choose("owner", owners, format.owner);
    checkValue(format, row.owner);
    if (!format.value.empty())
        row.values = {format.value};
    row.lease = choose("lease", leases, format.lease);
    row.releasesUnchecked = choose("release", releases, format.release);
    row.kind = row.owner == RowOwner::Anonymous ? LockKind::Anonymous : LockKind::Lock;
    row.confidence = byDeclaration;
    row.waiters = {};
    return row;
}

} // namespace

std::span<const std::string_view> userFormatTypes() { return types.words; }
std::span<const std::string_view> userFormatOwners() { return owners.words; }
std::span<const std::string_view> userFormatLeases() { return leases.words; }
std::span<const std::string_view> userFormatReleases() { return releases.words; }

bool hasLiteralPart(std::string_view glob)
{
    for (std::size_t i = 0; i < glob.size(); ++i) {
        const bool isEscaped = glob[i] == '\\' && i + 1 < glob.size();
        i += isEscaped ? 1 : 0;
        if (glob[i] == '[' && !isEscaped)
            i = std::min(glob.find(']', i), glob.size() - 1);
        else if (isDigit(glob[i]) || isLetter(glob[i]) || static_cast<unsigned char>(glob[i]) >= 0x80)
            return true;
    }
    return false;
}

Result<FormatRow> rowOf(const UserFormat &format)
{
    try {
        auto row = checkedRow(format);
        if (const auto reader = RowReader::of(row); !reader)
            return Error{ErrorKind::Refused, reader.error().text, "value"};
        return row;
    } catch (const WrongMember &wrong) {
        return Error{ErrorKind::Refused, wrong.sentence, wrong.member};
    }
}

Result<std::vector<FormatRow>> rowsOf(std::span<const UserFormat> formats)
{
    std::vector<FormatRow> rows;
    std::set<std::string_view> names;
    for (const auto &format : formats) {
        auto row = rowOf(format);
        if (!row)
            return Error{ErrorKind::Refused, "the format \"" + escaped(format.name) + "\": " + row.error().text, row.error().detail};
        if (!names.insert(format.name).second)
            return Error{ErrorKind::Refused, "there are two formats \"" + escaped(format.name) + '"', "name"};
        rows.push_back(*std::move(row));
    }
    return rows;
}

} // namespace lockcore
