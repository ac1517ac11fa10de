// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/json_members.h"

#include "lockcore/base/ascii.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace lockcore {

namespace {

std::size_t endOfString(std::string_view json, std::size_t i)
{
    for (++i; i < json.size(); ++i) {
        if (json[i] == '\\')
            ++i;
        else if (json[i] == '"')
            return i + 1;
    }
    return json.npos;
}

// The end of the value that begins at `i`: of a string, of a list or an object with what is inside, or of a number or word.
std::size_t endOfValue(std::string_view json, std::size_t i)
{
    int depth = 0;
    while (i < json.size()) {
        const char c = json[i];
        if (c == '"') {
            i = endOfString(json, i);
            if (i == json.npos || depth == 0)
                return i;
            continue;
        }
        if (depth == 0 && (c == ',' || c == '}'))
            return i;
        if (c == '{' || c == '[')
            ++depth;
        if ((c == '}' || c == ']') && --depth == 0)
            return i + 1;
        ++i;
    }
    return json.npos;
}

std::size_t skipBlanks(std::string_view json, std::size_t i)
{
    const auto next = json.find_first_not_of(blanks, i);
    return next == json.npos ? json.size() : next;
}

// Of two members of one name the later one counts, as for nearly all that read JSON.
void add(std::vector<JsonMember> &members, JsonMember member)
{
    const auto same = std::ranges::find(members, member.name, &JsonMember::name);
    if (same == members.end())
        members.push_back(std::move(member));
    else
        same->text = std::move(member.text);
}

// A name that is escaped is the same name. One that is not escaped rightly stays as it is.
Bytes decoded(std::string_view inside)
{
    if (inside.find('\\') == inside.npos)
        return Bytes(inside);
    const auto list = QJsonDocument::fromJson("[\"" + QByteArray(inside.data(), static_cast<qsizetype>(inside.size())) + "\"]").array();
    return list.size() == 1 ? list.first().toString().toStdString() : Bytes(inside);
}

bool isAt(std::string_view json, std::size_t i, char c) { return i < json.size() && json[i] == c; }

} // namespace

std::string_view withoutFrame(std::string_view text)
{
    constexpr std::string_view mark = "\xef\xbb\xbf";
    return withoutBlanks(text.substr(text.starts_with(mark) ? mark.size() : 0));
}

bool isJsonObject(std::string_view text)
{
    const auto json = withoutFrame(text);
    if (!json.starts_with('{') || !json.ends_with('}'))
        return false;
    return json.find('"') != json.npos || withoutBlanks(json.substr(1)) == "}";
}

std::optional<std::vector<JsonMember>> jsonMembers(std::string_view text)
{
    const auto json = withoutFrame(text);
    if (!json.starts_with('{') || !json.ends_with('}'))
        return std::nullopt;
    std::vector<JsonMember> members;
    std::size_t i = 0;
    while (i < json.size() && !isAt(json, i, '}')) {
        const auto name = skipBlanks(json, i + 1); // behind the brace or the comma
        if (isAt(json, name, '}') && members.empty())
            return members;
        const auto nameEnd = isAt(json, name, '"') ? endOfString(json, name) : json.npos;
        if (nameEnd == json.npos)
            return std::nullopt;
        const auto colon = skipBlanks(json, nameEnd);
        if (!isAt(json, colon, ':'))
            return std::nullopt;
        const auto value = skipBlanks(json, colon + 1);
        const auto valueEnd = endOfValue(json, value);
        if (valueEnd == json.npos || valueEnd == value)
            return std::nullopt;
        const bool quoted = json[value] == '"';
        add(members,
            {decoded(json.substr(name + 1, nameEnd - name - 2)),
             quoted ? decoded(json.substr(value + 1, valueEnd - value - 2)) : Bytes(withoutBlanks(json.substr(value, valueEnd - value)))});
        i = skipBlanks(json, valueEnd);
        if (!isAt(json, i, ',') && !isAt(json, i, '}'))
            return std::nullopt;
    }
    return i + 1 == json.size() ? std::optional(std::move(members)) : std::nullopt;
}

} // namespace lockcore
