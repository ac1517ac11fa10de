// SPDX-License-Identifier: MIT
// Each candidate is tried: the parser decides what can be read.
#include "lockcore/monitor/filter/filter_repair.h"

#include "lockcore/base/ascii.h"
#include "lockcore/monitor/filter/filter_words.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lockcore {

namespace {

/// A term that may be wrong, cut at its sign: -[state][:][imortal].
struct CutTerm
{
    std::string_view minus;
    std::string_view field;
    std::string_view sign;
    std::string_view value;
};

CutTerm cutTerm(std::string_view text)
{
    CutTerm term;
    term.minus = text.substr(0, text.starts_with('-') ? 1 : 0);
    text.remove_prefix(term.minus.size());
    const auto sign = std::min(text.size(), text.find_first_of(":<=>!"));
    const auto value = std::min(text.size(), text.find_first_not_of(":<=>!", sign));
    term.field = text.substr(0, sign);
    term.sign = text.substr(sign, value - sign);
    term.value = text.substr(value);
    return term;
}

std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        auto diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const auto above = row[j + 1];
            row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row.back();
}

std::optional<std::string> nearest(std::string_view word, const std::set<std::string> &words)
{
    const auto lower = asciiLower(word.substr(0, 64));
    const auto far = [&](const std::string &other) { return distance(lower, other); };
    const auto found = std::ranges::min_element(words, {}, far);
    const bool near = found != words.end() && far(*found) <= std::max<std::size_t>(1, lower.size() / 3);
    return near ? std::optional(*found) : std::nullopt;
}

std::set<std::string> allFields()
{
    std::set<std::string> names;
    for (const auto &field : fieldNames)
        names.emplace(field.name);
    return names;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> otherSigns = {
    {{"||", "or"}, {"|", "or"}, {"&&", ""}, {"&", ""}, {"or", ""}, {"and", ""}, {")", ""}}};

std::string asText(std::string_view part)
{
    std::string text = part.starts_with('-') ? "-\"" : "\"";
    for (const char c : part.substr(part.starts_with('-') ? 1 : 0))
        text += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return text + '"';
}

// The most likely one first.
std::vector<std::string> candidatesFor(std::string_view part)
{
    std::vector<std::string> all;
    for (const auto &[sign, ours] : otherSigns) {
        if (asciiLower(part) == sign)
            all.emplace_back(ours);
    }
    if (part.starts_with('!'))
        all.push_back("-" + std::string(part.substr(1)));
    all.push_back(std::string(part) + '"');
    all.push_back(std::string(part) + ')');
    const auto term = cutTerm(part);
    const auto known = std::ranges::find(fieldNames, asciiLower(term.field), &FieldName::name);
    const auto with = [&](std::string_view minus, std::string_view field, std::string_view sign, std::string_view value) {
        all.push_back(std::string(minus) + std::string(field) + std::string(sign) + std::string(value));
    };
    if (!term.field.empty() && !term.sign.empty()) {
        const bool isDuration = !term.value.empty() && isLetter(term.value.back());
        for (const auto sign : {":", isDuration ? "<" : "=", isDuration ? "=" : "<"})
            with(term.sign == "!=" ? "-" : term.minus, term.field, sign, term.value);
        with(term.minus, term.field, term.sign, std::string(term.value) + "s");
        if (const auto field = nearest(term.field, allFields()))
            with(term.minus, *field, term.sign, term.value);
        if (const auto word = known == fieldNames.end() ? std::nullopt : nearest(term.value, wordsOf(known->field)))
            with(term.minus, term.field, ":", *word);
    }
    return all;
}

} // namespace

std::optional<std::string> repairedFilter(std::string_view wrong, Filter::UnknownField unknownField)
{
    const auto refusal = Filter::parse(wrong, unknownField);
    if (refusal)
        return std::nullopt;
    const auto &place = refusal.error().detail;
    const auto blank = std::min(place.size(), place.find(' '));
    const auto start = static_cast<std::size_t>(parseInteger(place.substr(0, blank)).value_or(0));
    const auto length = static_cast<std::size_t>(parseInteger(place.substr(std::min(place.size(), blank + 1))).value_or(0));
    const auto before = std::string(wrong.substr(0, start));
    const auto part = wrong.substr(start, length);
    const auto after = std::string(wrong.substr(start + part.size()));
    const bool negates = asciiLower(part) == "not";
    auto candidates = negates ? std::vector<std::string>{"-"} : candidatesFor(part);
    if (unknownField == Filter::UnknownField::IsText)
        candidates.push_back(asText(part));
    for (const auto &candidate : candidates) {
        const auto rest = negates ? after.substr(std::min(after.size(), after.find_first_not_of(' '))) : after;
        auto repaired = before + candidate + rest;
        if (Filter::parse(repaired, unknownField))
            return repaired;
    }
    return std::nullopt;
}

} // namespace lockcore
