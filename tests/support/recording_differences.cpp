// SPDX-License-Identifier: MIT
#include "support/recording_differences.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

namespace lockcore::test {

namespace {

constexpr std::size_t mostExamples = 3;
constexpr std::size_t mostShown = 400; // characters per line

// For these fields, the old and new values are a part of the kind; for other fields, only the fact that they differ.
constexpr std::array namedFields = {"library", "kind", "variant", "confidence", "state", "lease-is", "coalesced", "how"};

/// An output: `event seen library=…`, `lock KEY state=…`.
struct Output
{
    std::string line;
    std::string head; ///< for example `event seen`, `lock KEY`
    std::string kind; ///< for example `event seen`, `lock`
    std::map<std::string, std::string> fields;
};

// Removes a word from the front, up to the next blank that is not in quotes.
std::string_view takeWord(std::string_view &text)
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

Output parsed(std::string line)
{
    Output output;
    std::string_view rest = line;
    const auto what = std::string(takeWord(rest));
    output.head = what == "asks" ? what : what + ' ' + std::string(takeWord(rest));
    output.kind = what == "event" ? output.head : what;
    while (!rest.empty()) {
        const auto word = takeWord(rest);
        const auto equals = word.find('=');
        output.fields.emplace(word.substr(0, equals), equals == word.npos ? "" : word.substr(equals + 1));
    }
    output.line = std::move(line);
    return output;
}

// The lines that the other side does not have.
std::vector<Output> without(const std::vector<std::string> &lines, std::vector<std::string> others)
{
    std::vector<Output> outputs;
    for (const auto &line : lines) {
        const auto same = std::ranges::find(others, line);
        if (same == others.end())
            outputs.push_back(parsed(line));
        else
            others.erase(same);
    }
    return outputs;
}

std::string fieldText(const Output &output, const std::string &name)
{
    const auto found = output.fields.find(name);
    return found == output.fields.end() ? "-" : found->second;
}

std::set<std::string> differentFields(const Output &before, const Output &now)
{
    std::set<std::string> kinds;
    auto all = before.fields;
    all.insert(now.fields.begin(), now.fields.end());
    for (const auto &[name, text] : all) {
        const auto was = fieldText(before, name), is = fieldText(now, name);
        const bool named = std::ranges::find(namedFields, name) != namedFields.end();
        if (was != is)
            kinds.insert(before.kind + ": " + name + (named ? ' ' + was + " → " + is : ""));
    }
    return kinds;
}

template <class Fits>
std::optional<Output> taken(std::vector<Output> &outputs, Fits fits)
{
    const auto found = std::ranges::find_if(outputs, fits);
    if (found == outputs.end())
        return std::nullopt;
    auto output = std::move(*found);
    outputs.erase(found);
    return output;
}

bool isEvent(const Output &output) { return output.kind.starts_with("event "); }

std::set<std::string> kindsOf(std::vector<Output> before, std::vector<Output> now)
{
    std::set<std::string> kinds;
    std::vector<Output> left;
    for (auto &was : before) {
        if (const auto is = taken(now, [&](const Output &output) { return output.head == was.head; }))
            kinds.merge(differentFields(was, *is));
        else
            left.push_back(std::move(was));
    }
    for (const auto &was : left) {
        if (const auto is = isEvent(was) ? taken(now, isEvent) : std::nullopt)
            kinds.insert(was.kind + " → " + is->kind);
        else
            kinds.insert(was.kind + ": no longer" + (isEvent(was) ? "" : " (" + was.fields.begin()->first + " …)"));
    }
    for (const auto &is : now)
        kinds.insert(is.kind + ": new");
    return kinds;
}

std::string cut(const std::string &line) { return line.size() > mostShown ? line.substr(0, mostShown) + " …" : line; }

} // namespace

void RecordingDifferences::compare(const std::string &where, const std::string &input, std::vector<std::string> before,
                                   std::vector<std::string> now)
{
    if (before == now)
        return;
    const auto wasOnly = without(before, now), isOnly = without(now, before);
    auto kinds = kindsOf(wasOnly, isOnly);
    if (kinds.empty())
        kinds.insert("the order of the outputs");
    std::string example = "    " + where + ": " + cut(input) + '\n';
    for (const auto &output : wasOnly)
        example += "      - " + cut(output.line) + '\n';
    for (const auto &output : isOnly)
        example += "      + " + cut(output.line) + '\n';
    for (const auto &name : kinds) {
        auto &kind = m_kinds[name];
        if (++kind.count <= static_cast<std::int64_t>(mostExamples))
            kind.examples.push_back(example);
    }
}

std::string RecordingDifferences::text() const
{
    std::vector<const decltype(m_kinds)::value_type *> kinds;
    for (const auto &kind : m_kinds)
        kinds.push_back(&kind);
    std::ranges::stable_sort(kinds, std::greater(), [](const auto *kind) { return kind->second.count; });
    std::string text;
    for (const auto *kind : kinds) {
        text += std::to_string(kind->second.count) + " x " + kind->first + '\n';
        for (const auto &example : kind->second.examples)
            text += example;
    }
    return text;
}

} // namespace lockcore::test
