// SPDX-License-Identifier: MIT
#include "support/recording_differences.h"

#include "support/recorded_output.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

namespace lockcore::test {

namespace {

constexpr std::size_t mostExamples = 3;
constexpr std::size_t mostShown = 400; // characters of a line

// Of these, what they were and are names the kind of the difference; of others, only that they differ.
constexpr std::array namedFields = {"library", "kind", "variant", "confidence", "state", "lease-is", "coalesced", "how"};

// Those that the other side does not have.
std::vector<RecordedOutput> without(const std::vector<std::string> &lines, std::vector<std::string> others)
{
    std::vector<RecordedOutput> outputs;
    for (const auto &line : lines) {
        const auto same = std::ranges::find(others, line);
        if (same == others.end())
            outputs.emplace_back(line);
        else
            others.erase(same);
    }
    return outputs;
}

std::string fieldText(const RecordedOutput &output, const std::string &name)
{
    const auto found = output.fields.find(name);
    return found == output.fields.end() ? "-" : found->second;
}

std::set<std::string> differentFields(const RecordedOutput &before, const RecordedOutput &now)
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
std::optional<RecordedOutput> taken(std::vector<RecordedOutput> &outputs, Fits fits)
{
    const auto found = std::ranges::find_if(outputs, fits);
    if (found == outputs.end())
        return std::nullopt;
    auto output = std::move(*found);
    outputs.erase(found);
    return output;
}

bool isEvent(const RecordedOutput &output) { return output.kind.starts_with("event "); }

std::set<std::string> kindsOf(std::vector<RecordedOutput> before, std::vector<RecordedOutput> now)
{
    std::set<std::string> kinds;
    std::vector<RecordedOutput> left;
    for (auto &was : before) {
        if (const auto is = taken(now, [&](const RecordedOutput &output) { return output.head == was.head; }))
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
