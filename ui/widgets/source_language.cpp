// SPDX-License-Identifier: MIT
#include "ui/widgets/source_language.h"

#include <QFileInfo>
#include <QSet>

#include <array>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

/// A construct that begins and ends with these signs and may span several lines.
struct Enclosed
{
    QStringView begin, end;
    SourceTone tone;
    bool escapes = false; ///< a backslash escapes the end sign
};

struct Grammar
{
    QStringView comment; ///< the start of a comment that ends with the line
    QStringView quotes;  ///< the quotes of strings that end with the line
    std::vector<Enclosed> enclosed;
    QSet<QString> keywords;
};

QSet<QString> wordsOf(const QString &words)
{
    const auto list = words.split(u' ');
    return {list.begin(), list.end()};
}

Grammar grammarOf(SourceLanguage language)
{
    using enum SourceTone;
    switch (language) {
    case SourceLanguage::Plain: return {};
    case SourceLanguage::Cpp:
        return {
            u"//",
            u"\"",
            {{u"/*", u"*/", Comment}, {u"R\"lua(", u")lua\"", String}, {u"R\"(", u")\"", String}},
            wordsOf(u"alignas auto bool break case catch char class co_await co_return co_yield concept const constexpr continue default "
                    "delete do double else enum explicit extern false final float for friend if inline int long mutable namespace new "
                    "noexcept nullptr operator override private protected public requires return short signed sizeof static struct "
                    "switch template this throw true try typename union unsigned using virtual void volatile while"_s)};
    case SourceLanguage::Python:
        return {
            u"#",
            u"\"'",
            {{u"\"\"\"", u"\"\"\"", String, true}, {u"'''", u"'''", String, true}},
            wordsOf(u"and as assert async await break class continue def del elif else except False finally for from global if import in "
                    "is lambda None nonlocal not or pass raise return True try while with yield"_s)};
    case SourceLanguage::JavaScript:
        return {u"//",
                u"\"'",
                {{u"/*", u"*/", Comment}, {u"`", u"`", String, true}},
                wordsOf(u"abstract any as async await boolean break case catch class const continue default delete do else enum export "
                        "extends false finally for from function if implements import in instanceof interface let new null number of "
                        "private public readonly return static string super switch this throw true try type typeof undefined var void "
                        "while yield"_s)};
    case SourceLanguage::Lua:
        return {
            u"--",
            u"\"'",
            {{u"--[[", u"]]", Comment}, {u"[[", u"]]", String}},
            wordsOf(u"and break do else elseif end false for function goto if in local nil not or repeat return then true until while"_s)};
    case SourceLanguage::Go:
        return {
            u"//",
            u"\"'",
            {{u"/*", u"*/", Comment}, {u"`", u"`", String}},
            wordsOf(u"bool break byte case chan const continue default defer else error fallthrough false for func go goto if import int "
                    "int64 interface map nil package range return select string struct switch true type var"_s)};
    }
    return {};
}

const Grammar &grammarFor(SourceLanguage language)
{
    static const auto all = [] {
        std::array<Grammar, 6> grammars;
        for (std::size_t i = 0; i < grammars.size(); ++i)
            grammars[i] = grammarOf(static_cast<SourceLanguage>(i));
        return grammars;
    }();
    return all[static_cast<std::size_t>(language)];
}

bool isWord(QChar sign) { return sign.isLetterOrNumber() || sign == u'_'; }

class LineReader
{
public:
    LineReader(const Grammar &grammar, QStringView line)
        : m_grammar(grammar)
        , m_line(line)
    { }

    std::vector<SourceStretch> read(int &state)
    {
        if (state > 0 && static_cast<std::size_t>(state) <= m_grammar.enclosed.size())
            state = enclose(m_grammar.enclosed[static_cast<std::size_t>(state - 1)], 0, 0) ? 0 : state;
        while (m_at < m_line.size() && state == 0)
            state = next();
        return std::move(m_stretches);
    }

private:
    /// Handles the text at the current position, and returns the state after it.
    int next()
    {
        const auto rest = m_line.mid(m_at);
        for (std::size_t i = 0; i < m_grammar.enclosed.size(); ++i) {
            const auto &enclosed = m_grammar.enclosed[i];
            if (rest.startsWith(enclosed.begin))
                return enclose(enclosed, m_at, enclosed.begin.size()) ? 0 : static_cast<int>(i) + 1;
        }
        if (!m_grammar.comment.isEmpty() && rest.startsWith(m_grammar.comment))
            add(m_at, m_line.size(), SourceTone::Comment);
        else if (m_grammar.quotes.contains(m_line[m_at]))
            add(m_at, endOf(m_line.mid(m_at, 1), m_at + 1, true).value_or(m_line.size()), SourceTone::String);
        else if (isWord(m_line[m_at]))
            word();
        else
            ++m_at;
        return 0;
    }

    /// Returns whether the construct ends in this line.
    bool enclose(const Enclosed &enclosed, qsizetype begin, qsizetype opening)
    {
        const auto end = endOf(enclosed.end, begin + opening, enclosed.escapes);
        add(begin, end.value_or(m_line.size()), enclosed.tone);
        return end.has_value();
    }

    std::optional<qsizetype> endOf(QStringView sign, qsizetype from, bool escapes) const
    {
        for (auto at = from; at < m_line.size(); ++at) {
            if (escapes && m_line[at] == u'\\')
                ++at;
            else if (m_line.mid(at).startsWith(sign))
                return at + sign.size();
        }
        return std::nullopt;
    }

    void word()
    {
        auto end = m_at;
        while (end < m_line.size() && isWord(m_line[end]))
            ++end;
        if (m_grammar.keywords.contains(m_line.mid(m_at, end - m_at).toString()))
            add(m_at, end, SourceTone::Keyword);
        m_at = end;
    }

    void add(qsizetype begin, qsizetype end, SourceTone tone)
    {
        if (end > begin)
            m_stretches.push_back({begin, end - begin, tone});
        m_at = end;
    }

    const Grammar &m_grammar;
    QStringView m_line;
    qsizetype m_at = 0;
    std::vector<SourceStretch> m_stretches;
};

} // namespace

SourceLanguage languageOf(const QString &fileName)
{
    const auto suffix = QFileInfo(fileName).suffix().toLower();
    const auto is = [&](const QStringList &suffixes) { return suffixes.contains(suffix); };
    if (is({u"cpp"_s, u"cc"_s, u"cxx"_s, u"c"_s, u"h"_s, u"hpp"_s, u"hh"_s}))
        return SourceLanguage::Cpp;
    if (is({u"py"_s}))
        return SourceLanguage::Python;
    if (is({u"js"_s, u"mjs"_s, u"cjs"_s, u"ts"_s, u"jsx"_s, u"tsx"_s}))
        return SourceLanguage::JavaScript;
    if (is({u"lua"_s}))
        return SourceLanguage::Lua;
    return is({u"go"_s}) ? SourceLanguage::Go : SourceLanguage::Plain;
}

std::vector<SourceStretch> stretchesOf(SourceLanguage language, const QString &line, int &state)
{
    return LineReader(grammarFor(language), line).read(state);
}

} // namespace lockscope
