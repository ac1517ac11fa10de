// SPDX-License-Identifier: MIT
#include "ui/widgets/hanging_layout.h"

#include <QFontMetricsF>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

#include <algorithm>
#include <utility>

namespace lockscope {

namespace {

bool isOfWord(QChar c) { return c.isLetterOrNumber() || c == u'_'; }

/// Not in a word, and no line begins with what ends something.
bool mayBreak(QChar before, QChar after) { return !(isOfWord(before) && isOfWord(after)) && !QStringView(u");,.:]}\"'").contains(after); }

/// The end of the part that begins at `begin`, of at most `room` characters.
qsizetype endOf(const QString &line, qsizetype begin, qsizetype room)
{
    const auto most = std::min(begin + room, line.size());
    if (most == line.size())
        return most;
    for (auto end = most; end > begin; --end) {
        if (line[end] == u' ')
            return end;
    }
    for (auto end = most; end > begin; --end) {
        if (mayBreak(line[end - 1], line[end]))
            return end;
    }
    return most;
}

qsizetype indentOf(const QString &line)
{
    const auto first = std::ranges::find_if(line, [](QChar c) { return c != u' '; });
    return first - line.begin();
}

} // namespace

std::vector<int> partsOf(const QString &line, int columns, int hang)
{
    std::vector<int> parts;
    const auto first = indentOf(line);
    qsizetype begin = 0;
    do {
        const auto room = std::max(1, parts.empty() ? columns : columns - hang);
        auto end = begin == 0 ? first + endOf(line.mid(first), 0, std::max<qsizetype>(1, room - first)) : endOf(line, begin, room);
        parts.push_back(static_cast<int>(end - begin));
        while (end < line.size() && line[end] == u' ')
            ++end;
        begin = end;
    } while (begin < line.size());
    return parts;
}

QRectF HangingLayout::blockBoundingRect(const QTextBlock &block) const
{
    if (m_width > 0 && block.isValid() && block.isVisible() && block.layout()->lineCount() == 0)
        const_cast<HangingLayout *>(this)->layOut(block); // as the base does: a block is laid out when it is first asked for
    return QPlainTextDocumentLayout::blockBoundingRect(block);
}

// The base lays out a changed block at once, and in its own way.
void HangingLayout::documentChanged(int from, int charactersRemoved, int charactersAdded)
{
    QPlainTextDocumentLayout::documentChanged(from, charactersRemoved, charactersAdded);
    const auto end = document()->findBlock(from + charactersAdded);
    for (auto block = document()->findBlock(from); block.isValid(); block = block.next()) {
        block.clearLayout();
        if (block == end)
            break;
    }
}

void HangingLayout::layOut(QTextBlock block)
{
    const auto margin = document()->documentMargin();
    const auto column = QFontMetricsF(document()->defaultFont()).horizontalAdvance(u'9');
    const auto columns = std::max(8, static_cast<int>((m_width - 2 * margin) / column));
    const auto text = block.text();
    const auto hang = std::min(static_cast<int>(indentOf(text)) + m_hang, columns / 2);
    auto *layout = block.layout();
    auto option = document()->defaultTextOption();
    option.setWrapMode(QTextOption::WrapAnywhere);
    layout->setTextOption(option);
    layout->beginLayout();
    qreal height = 0;
    for (const int part : partsOf(text, columns, hang)) {
        auto line = layout->createLine();
        if (!line.isValid())
            break;
        line.setLeadingIncluded(true);
        line.setLineWidth((part + 0.5) * column); // ends exactly there, and takes the spaces behind it
        line.setPosition(QPointF(margin + (height > 0 ? hang * column : 0), height));
        height += line.height();
    }
    layout->endLayout();
    const auto before = document()->lineCount();
    block.setLineCount(layout->lineCount());
    if (document()->lineCount() == before || std::exchange(m_isTelling, true))
        return;
    emit documentSizeChanged(documentSize());
    m_isTelling = false;
}

} // namespace lockscope
