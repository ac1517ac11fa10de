// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/user_format_file.h"

#include "lockcore/json/json_fields.h"
#include "lockcore/json/located_json.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

using json::Located;

constexpr std::int64_t fileVersion = 1;

using TextMember = std::pair<const char *, std::string UserFormat::*>;

constexpr std::array<TextMember, 2> membersBeforeKeys = {{{"name", &UserFormat::name}, {"note", &UserFormat::note}}};
constexpr std::array<TextMember, 5> membersAfterKeys = {{{"type", &UserFormat::type},
                                                         {"value", &UserFormat::value},
                                                         {"owner", &UserFormat::owner},
                                                         {"lease", &UserFormat::lease},
                                                         {"release", &UserFormat::release}}};

std::string UserFormat::*textMember(std::string_view name)
{
    const auto isIt = [&](const TextMember &member) { return member.first == name; };
    for (const auto members : {std::span<const TextMember>(membersBeforeKeys), std::span<const TextMember>(membersAfterKeys)}) {
        if (const auto found = std::ranges::find_if(members, isIt); found != members.end())
            return found->second;
    }
    return nullptr;
}

UserFormat readUserFormat(const Located &object)
{
    UserFormat format;
    for (const auto &[name, value] : object.fields()) {
        if (const auto member = textMember(name)) {
            format.*member = value.text(name.c_str());
        } else if (name == "keys") {
            for (const auto &key : value.elements("keys"))
                format.keys.push_back(key.text("keys"));
        } else {
            value.fail("a format has no \"" + escaped(name) + "\"; it has name, note, keys, type, value, owner, lease and release");
        }
    }
    if (const auto row = rowOf(format); !row) {
        const auto *member = object.find(row.error().detail);
        (member ? *member : object)
            .fail('"' + row.error().detail + "\" of the format \"" + escaped(format.name) + "\": " + row.error().text);
    }
    return format;
}

std::vector<UserFormat> readUserFormats(const Located &list)
{
    const auto &elements = list.elements("formats");
    if (elements.size() > UserFormat::mostOfAFile)
        list.fail("there are more than " + std::to_string(UserFormat::mostOfAFile) + " formats");
    std::vector<UserFormat> formats;
    for (const auto &element : elements) {
        auto format = readUserFormat(element);
        if (std::ranges::find(formats, format.name, &UserFormat::name) != formats.end())
            element.fail("there are two formats \"" + escaped(format.name) + '"');
        formats.push_back(std::move(format));
    }
    return formats;
}

std::vector<UserFormat> readFormatsFile(const Located &root)
{
    for (const auto &[name, value] : root.fields()) {
        if (name != "lock_formats" && name != "formats")
            value.fail("a formats file has no \"" + escaped(name) + "\"; it has lock_formats and formats");
    }
    const auto *version = root.find("lock_formats");
    const auto *list = root.find("formats");
    if (!version || !list)
        root.fail("this is no formats file: it begins with {\"lock_formats\": 1, \"formats\": [");
    version->integer("lock_formats", fileVersion, fileVersion);
    return readUserFormats(*list);
}

std::string quotedText(const std::string &text)
{
    json::Writer writer;
    writer.text(text);
    return writer.take();
}

std::string objectTextOf(const UserFormat &format)
{
    const UserFormat usual;
    std::string text;
    const auto add = [&](const char *name, const std::string &json) {
        text += (text.empty() ? "\"" : ", \"") + std::string(name) + "\": " + json;
    };
    const auto addTexts = [&](std::span<const TextMember> members) {
        for (const auto &[name, member] : members) {
            if (format.*member != usual.*member)
                add(name, quotedText(format.*member));
        }
    };
    addTexts(membersBeforeKeys);
    std::string keys;
    for (const auto &key : format.keys)
        keys += (keys.empty() ? "" : ", ") + quotedText(key);
    text += ",\n   \"keys\": [" + keys + ']';
    addTexts(membersAfterKeys);
    return '{' + text + '}';
}

} // namespace

Result<std::vector<UserFormat>> userFormatsOf(std::string_view text, const std::string &file)
{
    try {
        return readFormatsFile(json::locatedJson(text));
    } catch (const json::Wrong &wrong) {
        return Error{ErrorKind::Refused, file + ", line " + std::to_string(wrong.line) + ": " + wrong.what(), {}};
    }
}

Result<std::vector<UserFormat>> userFormatListOf(std::string_view text)
{
    try {
        return readUserFormats(json::locatedJson(text));
    } catch (const json::Wrong &wrong) {
        return Error{ErrorKind::Refused, wrong.what(), {}};
    }
}

std::string textOf(std::span<const UserFormat> formats) { return "{\"lock_formats\": 1, \"formats\": " + listTextOf(formats) + "}\n"; }

std::string listTextOf(std::span<const UserFormat> formats)
{
    std::string text;
    for (const auto &format : formats)
        text += (text.empty() ? "\n  " : ",\n  ") + objectTextOf(format);
    return '[' + text + (text.empty() ? "]" : "\n]");
}

} // namespace lockcore
