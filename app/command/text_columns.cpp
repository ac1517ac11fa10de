// SPDX-License-Identifier: MIT
#include "app/command/text_columns.h"

#include <QList>

#include <algorithm>
#include <array>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

struct Range
{
    char32_t first;
    char32_t last;
};

// East Asian wide characters and emoji, in rough blocks: an error of one column in a character is harmless, but a shifted table is not.
constexpr std::array<Range, 13> wide = {{
    {0x1100, 0x115f},
    {0x231a, 0x231b},
    {0x23e9, 0x23f3},
    {0x2e80, 0x303e},
    {0x3041, 0xa4cf},
    {0xac00, 0xd7a3},
    {0xf900, 0xfaff},
    {0xfe30, 0xfe6f},
    {0xff00, 0xff60},
    {0xffe0, 0xffe6},
    {0x1f300, 0x1f64f},
    {0x1f680, 0x1faff},
    {0x20000, 0x3fffd},
}};

int columnsOf(char32_t c)
{
    const auto category = QChar::category(c);
    if (category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing || category == QChar::Other_Format)
        return 0;
    return std::ranges::any_of(wide, [c](const Range &range) { return c >= range.first && c <= range.last; }) ? 2 : 1;
}

// How many characters from the front of `text` fit.
qsizetype fitting(const QList<uint> &text, int columns)
{
    qsizetype count = 0;
    for (int used = 0; count < text.size(); ++count) {
        used += columnsOf(text.at(count));
        if (used > columns)
            break;
    }
    return count;
}

QString toText(const QList<uint> &characters)
{
    QString text;
    for (const auto c : characters)
        text += QChar::fromUcs4(c);
    return text;
}

// A duration, such as "2 m 00 s", is one word.
QStringList wordsOf(const QString &text)
{
    static const QStringList units = {u"ms"_s, u"s"_s, u"min"_s, u"m"_s, u"h"_s, u"d"_s};
    QStringList words;
    bool afterUnit = false;
    for (const auto &word : text.split(u' ')) {
        auto letters = word;
        while (!letters.isEmpty() && !letters.back().isLetter()) // a full stop, a bracket
            letters.chop(1);
        const bool isUnit = units.contains(letters) && !words.isEmpty() && !words.back().isEmpty() && words.back().back().isDigit();
        const bool isRest = afterUnit && !word.isEmpty() && std::ranges::all_of(word, [](QChar c) { return c.isDigit(); });
        if (isUnit || isRest)
            words.back() += u' ' + word;
        else
            words += word;
        afterUnit = isUnit;
    }
    return words;
}

} // namespace

int columnsOf(const QString &text)
{
    int columns = 0;
    for (const auto c : text.toUcs4())
        columns += columnsOf(char32_t{c});
    return columns;
}

QString elidedTo(const QString &text, int columns)
{
    if (columns <= 0 || columnsOf(text) <= columns)
        return text;
    auto characters = text.toUcs4();
    const auto head = characters.first(fitting(characters, columns / 2));
    std::ranges::reverse(characters);
    auto tail = characters.first(fitting(characters, columns - columns / 2 - 1));
    std::ranges::reverse(tail);
    return toText(head) + u'…' + toText(tail);
}

QStringList wrapped(const QString &text, int columns)
{
    QStringList lines;
    for (const auto &word : wordsOf(text)) {
        if (lines.isEmpty() || columnsOf(lines.back()) + 1 + columnsOf(word) > columns)
            lines.append(word);
        else
            lines.back() += u' ' + word;
    }
    return lines;
}

QString fitted(const QString &text, int width, int indent)
{
    return width > indent ? wrapped(text, width - indent).join(u'\n' + QString(indent, u' ')) : text;
}

QString padded(const QString &text, int columns, Qt::Alignment alignment)
{
    const QString blanks(std::max(0, columns - columnsOf(text)), u' ');
    return alignment.testFlag(Qt::AlignRight) ? blanks + text : text + blanks;
}

QString coloured(const QString &text, const QString &code, const TextStyle &style)
{
    return style.colour && !code.isEmpty() ? u"\x1b["_s + code + u'm' + text + u"\x1b[0m"_s : text;
}

} // namespace lockscope
