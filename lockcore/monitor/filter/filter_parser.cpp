// SPDX-License-Identifier: MIT
// parsed = [parts "or" …]; parts = part [["and"] part …]; part = term | ["-"] "(" parsed ")"
#include "lockcore/monitor/filter/filter_words.h"

#include "lockcore/base/ascii.h"
#include "lockcore/base/duration.h"
#include "lockcore/base/glob.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

using Expression = Filter::Expression;
using Term = Filter::Term;
using Field = Term::Field;
using Comparison = Term::Comparison;

// Long enough for any key name that a person can type; matching costs text × stars.
constexpr std::size_t longestFilter = 4096;
constexpr int deepestBrackets = 20;
constexpr auto notClosed = "the bracket is not closed; to look for the text itself, put it in quotes";

/// Operators of other languages between terms. Read as text, they would be searched, and such an alert would never fire.
struct ForeignSign
{
    std::string_view written;
    std::string_view advice;
};

constexpr std::array<ForeignSign, 6> foreignSigns = {{
    {"||", "write or between terms"},
    {"|", "write or between terms"},
    {"&&", "terms next to each other must all match"},
    {"&", "terms next to each other must all match"},
    {"not", "a minus right in front of a term or a bracket negates it"},
    {"!", "a minus right in front of a term or a bracket negates it"},
}};

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isOperator(char c) { return c == ':' || c == '<' || c == '=' || c == '>'; }
bool isWordCharacter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-'; }
bool takesGlob(Field field) { return field <= Field::Db; }
bool takesDuration(Field field) { return field >= Field::Ttl && field <= Field::Lease; }

// The glob as a quoted term that is parsed to the same glob again.
std::string globInQuotes(std::string_view glob)
{
    std::string text = "\"";
    while (!glob.empty()) {
        const auto special = std::min(glob.size(), glob.find_first_of("\\\""));
        text += escaped(glob.substr(0, special));
        glob.remove_prefix(special);
        if (glob.starts_with('"'))
            text += '\\';
        const std::size_t length = glob.starts_with('\\') ? 2 : 1; // a backslash belongs to the character after it
        text += glob.substr(0, length);
        glob.remove_prefix(std::min(glob.size(), length));
    }
    return text + '"';
}

// The text that the glob matches if each of its characters is literal.
Bytes takenLiterally(std::string_view glob)
{
    Bytes text;
    for (std::size_t i = 0; i < glob.size(); ++i) {
        if (glob[i] == '\\' && i + 1 < glob.size())
            ++i;
        text += glob[i];
    }
    return text;
}

void negate(Expression &expression)
{
    if (expression.term)
        expression.term->negated = !expression.term->negated;
    expression.join = expression.join == Expression::Join::And ? Expression::Join::Or : Expression::Join::And;
    std::ranges::for_each(expression.parts, negate);
}

Expression joinedBy(Expression::Join join, std::vector<Expression> parts)
{
    if (parts.size() == 1)
        return std::move(parts.front());
    Expression whole;
    whole.join = join;
    for (const auto &part : parts)
        whole.written += (whole.written.empty() ? "" : join == Expression::Join::Or ? " or " : " ") + part.written;
    whole.parts = std::move(parts);
    return whole;
}

class Parser
{
public:
    Parser(std::string_view text, Filter::UnknownField unknownField)
        : m_text(text)
        , m_lenient(unknownField == Filter::UnknownField::IsText)
    { }

    Result<Expression> parse()
    {
        skipBlanks();
        if (atEnd())
            return Expression{};
        auto whole = at(')') ? Expression{} : parseAlternatives();
        if (whole && !atEnd())
            return wrong(m_at, 1, "this bracket closes nothing; to look for the text itself, put it in quotes");
        return whole;
    }

    const std::string &note() const { return m_note; }

private:
    Result<Expression> parseAlternatives()
    {
        std::vector<Expression> alternatives;
        do {
            auto all = parseConjunction();
            if (!all)
                return all;
            alternatives.push_back(std::move(all).value());
        } while (take("or"));
        return joinedBy(Expression::Join::Or, std::move(alternatives));
    }

    Result<Expression> parseConjunction()
    {
        std::vector<Expression> parts;
        do {
            auto part = parsePart();
            if (!part)
                return part;
            parts.push_back(std::move(part).value());
            skipBlanks();
        } while (take("and") || !(atEnd() || at(')') || lengthOf("or") > 0));
        return joinedBy(Expression::Join::And, std::move(parts));
    }

    Result<Expression> parsePart()
    {
        skipBlanks();
        if (atEnd() || at(')'))
            return wrong(m_sign, m_signLength, "a term is missing after it");
        for (const auto *word : {"or", "and"}) {
            if (const auto length = lengthOf(word); length > 0)
                return wrong(m_at, length, "a term is missing before it; to look for the word itself, put it in quotes");
        }
        m_start = m_at;
        const bool negated = at('-');
        if (m_text.substr(m_at + (negated ? 1 : 0)).starts_with('('))
            return parseGroup(negated);
        auto term = parseTerm();
        if (!term)
            return term.error();
        Expression part;
        part.term = std::move(term).value();
        part.written = m_rewritten.empty() ? m_text.substr(m_start, m_at - m_start) : std::exchange(m_rewritten, {});
        return part;
    }

    Result<Expression> parseGroup(bool negated)
    {
        const auto start = m_at;
        m_at += negated ? 1 : 0;
        noteSign(1);
        if (++m_depth > deepestBrackets)
            return wrong("the brackets are nested more than " + std::to_string(deepestBrackets) + " deep");
        auto group = parseAlternatives();
        if (!group)
            return group;
        if (atEnd())
            return wrong(start, m_at - start, notClosed);
        ++m_at;
        --m_depth;
        Expression whole; // one part, which stays together inside the surrounding expression
        whole.written = (negated ? "-(" : "(") + group->written + ")";
        whole.parts.push_back(std::move(group).value());
        if (negated)
            negate(whole);
        return whole;
    }

    Result<Term> parseTerm()
    {
        Term term;
        term.negated = at('-');
        m_at += term.negated ? 1 : 0;
        m_value = m_at;
        std::size_t wordEnd = m_at;
        while (wordEnd < m_text.size() && isWordCharacter(m_text[wordEnd]))
            ++wordEnd;
        const auto word = m_text.substr(m_at, wordEnd - m_at);
        if (!word.empty() && m_text.substr(wordEnd).starts_with("!="))
            return wrong("there is no !=; a minus in front negates: -" + std::string(word) + ":…");
        if (word.empty() || wordEnd == m_text.size() || !isOperator(m_text[wordEnd]))
            return parseText(std::move(term));
        const auto known = std::ranges::find(fieldNames, asciiLower(word), &FieldName::name);
        if (known == fieldNames.end())
            return unknownField(std::move(term), word);
        term.field = known->field;
        m_at = wordEnd;
        return takesGlob(term.field) ? parseGlobField(std::move(term), known->name) : parseComparison(std::move(term), known->name);
    }

    Result<Term> parseText(Term term)
    {
        if (atEnd() || isBlank(m_text[m_at]) || at(')'))
            return wrong("there is a minus without a term; put the term that it negates right after it");
        if (const auto advice = foreignSign(); !advice.empty())
            return wrong("filters have no such sign: " + advice + "; to look for the text itself, put it in quotes");
        const auto pattern = parsePattern();
        if (m_lenient && !m_misread.empty())
            return readAsText(std::move(term), "because of its " + std::string(m_misread));
        if (!pattern)
            return pattern.error();
        if (pattern->empty())
            return wrong("the quotes are empty; write the text to look for");
        setText(term, *pattern, m_text.substr(m_value, m_at - m_value));
        return term;
    }

    std::string foreignSign() const
    {
        for (const auto &[sign, advice] : foreignSigns) {
            if (lengthOf(sign) > 0 || (sign == "!" && at('!')))
                return std::string(advice);
        }
        return {};
    }

    // A key's name may contain characters that have a meaning in globs and quotes. It must be found, too.
    static void setText(Term &term, std::string_view pattern, std::string_view written)
    {
        term.pattern = "*" + asciiLower(pattern) + "*";
        if (isGlob(pattern) || written.find('"') != written.npos)
            term.literal = asciiLower(written.starts_with('"') ? takenLiterally(pattern) : written);
    }

    Result<Term> readAsText(Term term, const std::string &why)
    {
        m_at = m_value;
        const auto pattern = parsePattern(true);
        if (!pattern)
            return pattern.error();
        const auto quoted = globInQuotes(*pattern);
        setText(term, *pattern, quoted);
        m_rewritten = (term.negated ? "-" : "") + quoted;
        if (m_note.empty())
            m_note = "searched for as text, " + why;
        return term;
    }

    Result<Term> unknownField(Term term, std::string_view word)
    {
        if (m_lenient)
            return readAsText(std::move(term), "because there is no field " + inQuotes(word));
        std::set<std::string> names;
        for (const auto &field : fieldNames)
            names.emplace(field.name);
        return wrong("there is no field " + inQuotes(word) + "; there are " + joined(names) + orAsText());
    }

    Result<Term> parseGlobField(Term term, std::string_view name)
    {
        if (!at(':'))
            return wrong(std::string(name) + " takes a colon: " + std::string(name) + ":…");
        const auto valueStart = ++m_at;
        auto pattern = parsePattern();
        if (!pattern)
            return pattern.error();
        if (m_at == valueStart)
            return wrong(std::string(name) + ": needs a value right after it (\"\" for an empty one)");
        term.pattern = std::move(*pattern);
        if (const auto problem = checkWord(term); !problem.empty())
            return wrong(problem + orAsText());
        return term;
    }

    Result<Term> parseComparison(Term term, std::string_view name)
    {
        const char sign = m_text[m_at++];
        const bool orEqual = sign != ':' && sign != '=' && at('=');
        m_at += orEqual ? 1 : 0;
        const auto valueStart = m_at;
        while (!atEnd() && !isBlank(m_text[m_at]) && !at(')'))
            ++m_at;
        const auto value = m_text.substr(valueStart, m_at - valueStart);
        const bool isDuration = takesDuration(term.field);
        const std::string example = std::string(name) + (isDuration ? "<5s" : ">=2");
        if (term.field == Field::Ttl && (sign == ':' || sign == '=') && asciiLower(value) == "none") {
            term.comparison = Comparison::None;
            return term;
        }
        if (sign == ':')
            return wrong(std::string(name) + " is compared, with < <= = >= or >, as in " + example
                         + (term.field == Field::Ttl ? "; or it is none: ttl:none" : "") + orAsText());
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

    // Bytes may be written as escaped() shows them. An escaped character is literal, even if it is a wildcard. A bracket that was opened
    // inside the value belongs to the value. `asText`: as many characters as possible belong to the value.
    Result<Bytes> parsePattern(bool asText = false)
    {
        Bytes pattern;
        bool inQuotes = false;
        int open = 0;
        m_misread = {};
        const bool quotesAreText = asText && std::ranges::count(upToBlank(), '"') % 2 == 0;
        for (; !atEnd() && (inQuotes || !isBlank(m_text[m_at])); ++m_at) {
            const char c = m_text[m_at];
            if (!inQuotes && c == ')' && open == 0 && !(asText && m_depth == 0)) {
                m_misread = m_depth == 0 ? "bracket" : "";
                return pattern;
            }
            if (!inQuotes)
                open += c == '(' ? 1 : c == ')' && open > 0 ? -1 : 0;
            if (c == '"' && !quotesAreText) {
                inQuotes = !inQuotes;
            } else if (c != '\\') {
                pattern += c;
            } else if (const auto length = parseEscape(pattern); length > 0) {
                m_at += length - 1;
            } else if (asText) {
                pattern += "\\\\";
            } else {
                m_misread = "backslash";
                return wrong("this backslash sequence is unknown; write \\\\ for the backslash itself, \\xNN for a byte, "
                             "or put a backslash before a character to take literally");
            }
        }
        if (inQuotes)
            return wrong("the quotes are not closed");
        if (open > 0 && !asText) {
            m_misread = "bracket";
            return wrong(notClosed);
        }
        return pattern;
    }

    // Returns the length of the escape sequence; 0: there is none.
    std::size_t parseEscape(Bytes &pattern) const
    {
        const auto rest = m_text.substr(m_at);
        if (rest.size() < 2)
            return 0;
        std::size_t length = 2;
        Bytes literal(rest.substr(1, 1));
        if (isWordCharacter(rest[1]) && rest[1] != '-' && rest[1] != '_') {
            const auto close = rest.find('}');
            if (rest[1] == 'u' && close == rest.npos)
                return 0;
            length = std::min(rest.size(), rest[1] == 'x' ? 4 : rest[1] == 'u' ? close + 1 : 2);
            const auto bytes = unescaped(rest.substr(0, length));
            if (!bytes)
                return 0;
            literal = *bytes;
        } else if (static_cast<unsigned char>(rest[1]) >= 0x80 || isBlank(rest[1])) {
            return 0;
        }
        for (const char c : literal) {
            if (std::string_view("*?[]\\^-").find(c) != std::string_view::npos)
                pattern += '\\';
            pattern += c;
        }
        return length;
    }

    std::string orAsText() const
    {
        const auto end = m_at + upToBlank().size();
        const auto quoted = "\"" + std::string(m_text.substr(m_value, end - m_value)) + "\"";
        return "; to look for the text itself, put it in quotes"
               + (m_lenient ? ": " + quoted : " that the shell leaves: '" + quoted + "'"); // commands are strict
    }

    Error wrong(std::size_t start, std::size_t length, const std::string &why) const
    {
        return {ErrorKind::Refused, "in " + elidedInMiddle(escaped(m_text.substr(start, length)), 60) + ": " + why,
                std::to_string(start) + " " + std::to_string(length)};
    }

    Error wrong(const std::string &why) const { return wrong(m_start, m_at + upToBlank().size() - m_start, why); }

    // The rest of the word, without a bracket that closes a group.
    std::string_view upToBlank() const
    {
        auto end = m_at;
        while (end < m_text.size() && !isBlank(m_text[end]) && !(m_depth > 0 && m_text[end] == ')'))
            ++end;
        return m_text.substr(m_at, end - m_at);
    }

    // The length of `word` if it is next in the text, as a separate word and in any case; otherwise 0.
    std::size_t lengthOf(std::string_view word) const
    {
        const auto end = m_at + word.size();
        const bool alone = end >= m_text.size() || isBlank(m_text[end]) || m_text[end] == '(' || m_text[end] == ')';
        return alone && asciiLower(m_text.substr(m_at, word.size())) == word ? word.size() : 0;
    }

    bool take(std::string_view word)
    {
        const auto length = lengthOf(word);
        if (length > 0)
            noteSign(length);
        return length > 0;
    }

    void noteSign(std::size_t length)
    {
        m_sign = m_at;
        m_signLength = length;
        m_at += length;
    }

    bool atEnd() const { return m_at == m_text.size(); }
    bool at(char c) const { return m_at < m_text.size() && m_text[m_at] == c; }

    void skipBlanks()
    {
        while (!atEnd() && isBlank(m_text[m_at]))
            ++m_at;
    }

    std::string_view m_text;
    bool m_lenient;
    std::size_t m_at = 0;
    std::size_t m_start = 0; // begin of the term that is being read
    std::size_t m_value = 0; // the same without the minus
    std::size_t m_sign = 0;  // begin of the last "or", "and" or opening bracket
    std::size_t m_signLength = 0;
    int m_depth = 0;
    std::string_view m_misread; // the part of the last pattern that may have been meant as text
    std::string m_rewritten;    // the last term in the strict language, if it was written differently
    std::string m_note;
};

} // namespace

Result<Filter> Filter::parse(std::string_view text, UnknownField unknownField)
{
    if (text.size() > longestFilter) {
        return Error{ErrorKind::Refused, "the filter is longer than " + std::to_string(longestFilter) + " bytes",
                     "0 " + std::to_string(text.size())};
    }
    Parser parser(text, unknownField);
    auto expression = parser.parse();
    if (!expression)
        return expression.error();
    Filter filter;
    filter.m_text = text;
    filter.m_note = parser.note();
    filter.m_expression = std::make_shared<const Expression>(std::move(*expression));
    return filter;
}

} // namespace lockcore
