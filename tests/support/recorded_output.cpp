// SPDX-License-Identifier: MIT
#include "support/recorded_output.h"

#include <algorithm>

namespace lockcore::test {

std::string_view takeRecordedWord(std::string_view &text)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto blank = text.find(' ');
    const auto equals = text.find('=');
    const auto value = text.starts_with('"') ? 0 : equals < blank ? equals + 1 : text.npos;
    const bool quoted = value < text.size() && text[value] == '"';
    const auto end = quoted ? text.find('"', value + 1) : blank;
    const auto word = text.substr(0, end == text.npos ? end : end + (quoted ? 1 : 0));
    text.remove_prefix(word.size());
    return word;
}

std::string unquoted(std::string text)
{
    return text.size() > 1 && text.starts_with('"') && text.ends_with('"') ? text.substr(1, text.size() - 2) : text;
}

RecordedOutput::RecordedOutput(std::string text)
    : line(std::move(text))
{
    std::string_view rest = line;
    const auto what = std::string(takeRecordedWord(rest));
    head = what == "asks" ? what : what + ' ' + std::string(takeRecordedWord(rest));
    kind = what == "event" ? head : what;
    while (!rest.empty()) {
        const auto word = takeRecordedWord(rest);
        const auto equals = word.find('=');
        fields.emplace(word.substr(0, equals), equals == word.npos ? "" : word.substr(equals + 1));
    }
}

std::string RecordedOutput::field(const std::string &name) const
{
    const auto found = fields.find(name);
    return found == fields.end() ? std::string() : unquoted(found->second);
}

} // namespace lockcore::test
