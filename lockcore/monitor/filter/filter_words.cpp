// SPDX-License-Identifier: MIT
#include "lockcore/monitor/filter/filter_words.h"

#include "lockcore/base/ascii.h"
#include "lockcore/base/glob.h"
#include "lockcore/monitor/model/format.h"

#include <algorithm>
#include <iterator>

namespace lockcore {

namespace {

using Field = Filter::Term::Field;

std::set<std::string> knownStates()
{
    std::set<std::string> words;
    for (int i = 0; i <= static_cast<int>(LockState::UnknownOwner); ++i)
        words.emplace(toString(static_cast<LockState>(i)));
    return words;
}

std::set<std::string> knownLevels() { return {std::string(toString(LockLevel::Lock)), std::string(toString(LockLevel::Possible))}; }

std::set<std::string> knownEvents()
{
    std::set<std::string> words;
    for (int i = 0; i <= static_cast<int>(EventType::Immortal); ++i)
        words.emplace(toString(static_cast<EventType>(i)));
    return words;
}

std::set<std::string> knownKinds()
{
    std::set<std::string> words;
    for (int i = 0; i <= static_cast<int>(LockKind::Anonymous); ++i)
        words.emplace(toString(static_cast<LockKind>(i)));
    for (const auto mode : {Mode::Exclusive, Mode::Read, Mode::Write})
        words.emplace(toString(mode));
    return words;
}

// The libraries and variants that a match can name.
struct FormatWords
{
    std::set<std::string> libraries{"unknown"};
    std::set<std::string> variants;

    FormatWords()
    {
        for (const auto *format : formats()) {
            libraries.emplace(format->library);
            libraries.insert(format->otherLibraries.begin(), format->otherLibraries.end());
            std::ranges::transform(format->variants, std::inserter(variants, variants.end()), asciiLower);
        }
    }

    static const FormatWords &get()
    {
        static const FormatWords words;
        return words;
    }
};

bool matchesAny(std::string_view pattern, const std::set<std::string> &words)
{
    return std::ranges::any_of(words, [&](const auto &word) { return globMatches(pattern, word); });
}

} // namespace

std::string inQuotes(std::string_view text) { return "\"" + escaped(text) + "\""; }

std::string joined(const std::set<std::string> &words)
{
    std::string text;
    for (const auto &word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::set<std::string> wordsOf(Field field)
{
    const auto &formatWords = FormatWords::get();
    switch (field) {
    case Field::State: return knownStates();
    case Field::Level: return knownLevels();
    case Field::Event: return knownEvents();
    case Field::Library: return formatWords.libraries;
    case Field::Kind: {
        auto words = knownKinds();
        words.insert(formatWords.variants.begin(), formatWords.variants.end());
        words.insert(formatWords.libraries.begin(), formatWords.libraries.end());
        return words;
    }
    default: return {};
    }
}

std::string checkWord(Filter::Term &term)
{
    const auto words = wordsOf(term.field);
    if (!words.empty())
        term.pattern = asciiLower(term.pattern);
    const auto shown = inQuotes(term.pattern);
    switch (term.field) {
    case Field::State: return matchesAny(term.pattern, words) ? "" : shown + " is not a state; the states are " + joined(words);
    case Field::Level: return matchesAny(term.pattern, words) ? "" : shown + " is not a level; the levels are " + joined(words);
    case Field::Event: return matchesAny(term.pattern, words) ? "" : shown + " is not an event; the events are " + joined(words);
    case Field::Library:
        return isGlob(term.pattern) || words.contains(term.pattern) ? ""
                                                                    : shown + " is not a known library; the libraries are " + joined(words);
    case Field::Kind:
        return isGlob(term.pattern) || words.contains(term.pattern) ? ""
                                                                    : shown + " is not a kind; the kinds are " + joined(knownKinds())
                                                                          + "; or a library: " + joined(FormatWords::get().libraries);
    case Field::Db:
        return isGlob(term.pattern) || parseInteger(term.pattern).value_or(-1) >= 0
                   ? ""
                   : shown + " is not a database; write its number, like db:0";
    default: return {};
    }
}

} // namespace lockcore
