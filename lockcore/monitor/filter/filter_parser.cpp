// SPDX-License-Identifier: MIT
#include "lockcore/monitor/filter/filter_term.h"

#include "lockcore/base/ascii.h"
#include "lockcore/base/duration.h"
#include "lockcore/base/glob.h"
#include "lockcore/monitor/model/format.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace lockcore {

namespace {

using Term = Filter::Term;
using Field = Term::Field;
using Comparison = Term::Comparison;

// Long enough for any key name that a person can type; matching costs text × stars.
constexpr std::size_t longestFilter = 4096;

struct FieldName
{
    std::string_view name;
    Field field;
};

constexpr std::array<FieldName, 13> fieldNames = {{
    {"name", Field::Name},
    {"owner", Field::Owner},
    {"kind", Field::Kind},
    {"library", Field::Library},
    {"state", Field::State},
    {"db", Field::Db},
    {"ttl", Field::Ttl},
    {"held", Field::Held},
    {"lease", Field::Lease},
    {"count", Field::Count},
    {"waiters", Field::Waiters},
    {"renewals", Field::Renewals},
    {"confidence", Field::Confidence},
}};

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isOperator(char c) { return c == ':' || c == '<' || c == '=' || c == '>'; }
bool isWordCharacter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-'; }
bool takesGlob(Field field) { return field <= Field::Db; }
bool takesDuration(Field field) { return field >= Field::Ttl && field <= Field::Lease; }

std::string inQuotes(std::string_view text) { return "\"" + escaped(text) + "\""; }

std::string joined(const std::set<std::string> &words)
{
    std::string text;
    for (const auto &word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::set<std::string> knownStates()
{
    std::set<std::string> words;
    for (int i = 0; i <= static_cast<int>(LockState::UnknownOwner); ++i)
        words.emplace(toString(static_cast<LockState>(i)));
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

// The libraries and variants that a finding can name.
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

class Parser
{
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    { }

    Result<std::vector<Term>> parse()
    {
        std::vector<Term> terms;
        for (skipBlanks(); m_at < m_text.size(); skipBlanks()) {
            m_start = m_at;
            auto term = parseTerm();
            if (!term)
                return term.error();
            term->written = m_text.substr(m_start, m_at - m_start);
            terms.push_back(std::move(term).value());
        }
        return terms;
    }

private:
    Result<Term> parseTerm()
    {
        Term term;
        term.negated = m_text[m_at] == '-';
        m_at += term.negated ? 1 : 0;
        const auto valueStart = m_at;
        std::size_t wordEnd = m_at;
        while (wordEnd < m_text.size() && isWordCharacter(m_text[wordEnd]))
            ++wordEnd;
        const auto word = m_text.substr(m_at, wordEnd - m_at);
        if (!word.empty() && m_text.substr(wordEnd).starts_with("!="))
            return wrong("there is no !=; a minus in front negates: -" + std::string(word) + ":…");
        if (word.empty() || wordEnd == m_text.size() || !isOperator(m_text[wordEnd])) {
            if (m_at == m_text.size() || isBlank(m_text[m_at]))
                return wrong("there is a minus without a term; put the term that it negates right after it");
            return parseText(std::move(term));
        }
        const auto known = std::ranges::find(fieldNames, asciiLower(word), &FieldName::name);
        if (known == fieldNames.end())
            return unknownField(word, valueStart);
        term.field = known->field;
        m_at = wordEnd;
        return takesGlob(term.field) ? parseGlobField(std::move(term), known->name) : parseComparison(std::move(term), known->name);
    }

    Result<Term> parseText(Term term)
    {
        const auto pattern = parsePattern();
        if (!pattern)
            return pattern.error();
        if (pattern->empty())
            return wrong("the quotes are empty; write the text to look for");
        term.pattern = "*" + asciiLower(*pattern) + "*";
        return term;
    }

    Result<Term> parseGlobField(Term term, std::string_view name)
    {
        if (m_text[m_at] != ':')
            return wrong(std::string(name) + " takes a colon: " + std::string(name) + ":…");
        ++m_at;
        const auto valueStart = m_at;
        auto pattern = parsePattern();
        if (!pattern)
            return pattern.error();
        if (m_at == valueStart)
            return wrong(std::string(name) + ": needs a value right after it (\"\" for an empty one)");
        term.pattern = std::move(*pattern);
        if (const auto problem = checkWord(term); !problem.empty())
            return wrong(problem);
        return term;
    }

    // A misspelt word would never match anything, and an alert that depends on it would never fire.
    static std::string checkWord(Term &term)
    {
        if (term.field == Field::State || term.field == Field::Kind || term.field == Field::Library)
            term.pattern = asciiLower(term.pattern);
        const auto &formatWords = FormatWords::get();
        const auto shown = inQuotes(term.pattern);
        switch (term.field) {
        case Field::State:
            return matchesAny(term.pattern, knownStates()) ? "" : shown + " is not a state; the states are " + joined(knownStates());
        case Field::Library:
            return isGlob(term.pattern) || formatWords.libraries.contains(term.pattern)
                       ? ""
                       : shown + " is not a known library; the libraries are " + joined(formatWords.libraries);
        case Field::Kind:
            return isGlob(term.pattern) || knownKinds().contains(term.pattern) || formatWords.variants.contains(term.pattern)
                           || formatWords.libraries.contains(term.pattern)
                       ? ""
                       : shown + " is not a kind; the kinds are " + joined(knownKinds())
                             + "; or a library: " + joined(formatWords.libraries);
        case Field::Db:
            return isGlob(term.pattern) || parseInteger(term.pattern).value_or(-1) >= 0
                       ? ""
                       : shown + " is not a database; write its number, like db:0";
        default: return {};
        }
    }

    Result<Term> parseComparison(Term term, std::string_view name)
    {
        const char sign = m_text[m_at++];
        const bool orEqual = sign != ':' && sign != '=' && m_at < m_text.size() && m_text[m_at] == '=';
        m_at += orEqual ? 1 : 0;
        const auto valueStart = m_at;
        while (m_at < m_text.size() && !isBlank(m_text[m_at]))
            ++m_at;
        const auto value = m_text.substr(valueStart, m_at - valueStart);
        const bool isDuration = takesDuration(term.field);
        const std::string example = std::string(name) + (isDuration ? "<5s" : ">=2");
        if (sign == ':')
            return wrong(std::string(name) + " is compared, with < <= = >= or >, as in " + example);
        if (value.empty())
            return wrong("nothing to compare with; write the value right after the sign, as in " + example);
        term.comparison = sign == '='   ? Comparison::Equal
                          : sign == '<' ? (orEqual ? Comparison::LessOrEqual : Comparison::Less)
                                        : (orEqual ? Comparison::GreaterOrEqual : Comparison::Greater);
        if (isDuration) {
            const auto duration = parseDuration(value);
            if (!duration)
                return wrong(duration.error().text);
            term.number = duration->count();
        } else {
            const auto number = parseInteger(value);
            if (!number)
                return wrong(inQuotes(value) + " is not a whole number, as in " + example);
            term.number = *number;
        }
        return term;
    }

    // Bytes may be written as escaped() shows them. An escaped character is literal, even if it is a wildcard.
    Result<Bytes> parsePattern()
    {
        Bytes pattern;
        bool inQuotes = false;
        while (m_at < m_text.size() && (inQuotes || !isBlank(m_text[m_at]))) {
            if (m_text[m_at] == '"') {
                inQuotes = !inQuotes;
                ++m_at;
            } else if (m_text[m_at] != '\\') {
                pattern += m_text[m_at++];
            } else if (!parseEscape(pattern)) {
                return wrong("this backslash sequence is unknown; write \\\\ for the backslash itself, \\xNN for a byte, "
                             "or put a backslash before a character to take literally");
            }
        }
        if (inQuotes)
            return wrong("the quotes are not closed");
        return pattern;
    }

    bool parseEscape(Bytes &pattern)
    {
        const auto rest = m_text.substr(m_at);
        if (rest.size() < 2)
            return false;
        std::size_t length = 2;
        Bytes literal(rest.substr(1, 1));
        if (isWordCharacter(rest[1]) && rest[1] != '-' && rest[1] != '_') {
            const auto close = rest.find('}');
            if (rest[1] == 'u' && close == rest.npos)
                return false;
            length = std::min(rest.size(), rest[1] == 'x' ? 4 : rest[1] == 'u' ? close + 1 : 2);
            const auto bytes = unescaped(rest.substr(0, length));
            if (!bytes)
                return false;
            literal = *bytes;
        } else if (static_cast<unsigned char>(rest[1]) >= 0x80 || isBlank(rest[1])) {
            return false;
        }
        for (const char c : literal) {
            if (std::string_view("*?[]\\^-").find(c) != std::string_view::npos)
                pattern += '\\';
            pattern += c;
        }
        m_at += length;
        return true;
    }

    Error unknownField(std::string_view word, std::size_t termStart)
    {
        while (m_at < m_text.size() && !isBlank(m_text[m_at]))
            ++m_at;
        std::set<std::string> names;
        for (const auto &field : fieldNames)
            names.emplace(field.name);
        if (word == "node")
            return wrong("node: selects nothing, because Lockscope watches one server at a time; leave it out");
        return wrong("there is no field " + inQuotes(word) + "; there are " + joined(names)
                     + "; to look for the text itself, put it in quotes: \"" + std::string(m_text.substr(termStart, m_at - termStart))
                     + "\"");
    }

    Error wrong(const std::string &why)
    {
        while (m_at < m_text.size() && !isBlank(m_text[m_at]))
            ++m_at;
        const auto term = m_text.substr(m_start, m_at - m_start);
        return {ErrorKind::Refused, "in " + elidedInMiddle(escaped(term), 60) + ": " + why,
                std::to_string(m_start) + " " + std::to_string(m_at - m_start)};
    }

    void skipBlanks()
    {
        while (m_at < m_text.size() && isBlank(m_text[m_at]))
            ++m_at;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_start = 0; // of the term that is being read
};

} // namespace

Result<Filter> Filter::parse(std::string_view text)
{
    if (text.size() > longestFilter) {
        return Error{ErrorKind::Refused, "the filter is longer than " + std::to_string(longestFilter) + " bytes",
                     "0 " + std::to_string(text.size())};
    }
    auto terms = Parser(text).parse();
    if (!terms)
        return terms.error();
    Filter filter;
    filter.m_text = text;
    filter.m_terms = std::make_shared<const std::vector<Term>>(std::move(*terms));
    return filter;
}

} // namespace lockcore
