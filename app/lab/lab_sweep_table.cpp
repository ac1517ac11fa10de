// SPDX-License-Identifier: MIT
#include "app/lab/lab_sweep_table.h"

#include "ui/runs/sweep_words.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr int usualWidth = 80;
constexpr int widest = 150;
constexpr int widestPlace = 25;
constexpr int narrowestCell = 16;
constexpr int aroundText = 3; // a sign and a blank before it, a blank after it
constexpr int columns = static_cast<int>(sweepColumns.size());
constexpr QChar unbroken(0x00a0);

QString colourOf(SweepFinding::Tone tone)
{
    switch (tone) {
    case SweepFinding::Tone::Good: return u"32"_s;
    case SweepFinding::Tone::Waits: return {};
    case SweepFinding::Tone::Warns:
    case SweepFinding::Tone::Open: return u"33"_s;
    case SweepFinding::Tone::Bad: return u"1;31"_s;
    }
    return {};
}

/// A block of the table: some lines, all of the same width.
struct Block
{
    QStringList lines;
    QString colour;
};

/// The table for a given lease, or for the library's own lease.
class Table
{
public:
    Table(const SweepResult &sweep, const TextStyle &style)
        : m_sweep(sweep)
        , m_style(style)
        , m_width(std::clamp(style.width > 0 ? style.width : usualWidth, usualWidth, widest))
        , m_cellColumns(std::max((m_width - widestPlace) / columns, narrowestCell))
        , m_placeColumns(m_width - columns * m_cellColumns)
    { }

    QString text(bool givesLease)
    {
        QString text;
        for (const auto &row : rowsOf(m_sweep))
            text += (row.place.part != SweepPart::OwnLease) == givesLease ? rowText(row) : QString();
        return text.isEmpty() ? text : header() + text;
    }

private:
    QString header() const
    {
        std::vector<Block> blocks{Block()};
        for (const auto column : sweepColumns)
            blocks.push_back(block(columnText(column), m_cellColumns - aroundText, u"1"_s));
        return joined(blocks);
    }

    QString rowText(const SweepRow &row) const
    {
        std::vector<Block> blocks{block(placeText(row.place), m_placeColumns - 2, {})};
        for (const auto &cell : row.cells)
            blocks.push_back(cell ? cellBlock(*cell) : Block());
        return joined(blocks);
    }

    Block cellBlock(std::size_t index) const
    {
        const auto &run = m_sweep.cells[index];
        if (!run)
            return {{Words::tr("(not played)")}, u"2"_s};
        auto cell = block(cellText(*run), m_cellColumns - aroundText, colourOf(toneOf(*run)));
        for (qsizetype i = 0; i < cell.lines.size(); ++i)
            cell.lines[i] = (i == 0 ? signOf(toneOf(*run)) + u' ' : u"  "_s) + cell.lines[i];
        return cell;
    }

    static Block block(const QString &text, int columns, const QString &colour)
    {
        Block block{wrapped(text, columns), colour};
        for (auto &line : block.lines)
            line = elidedTo(line, columns).replace(unbroken, u' ');
        return block;
    }

    QString joined(const std::vector<Block> &blocks) const
    {
        qsizetype height = 0;
        for (const auto &block : blocks)
            height = std::max(height, block.lines.size());
        QString text;
        for (qsizetype i = 0; i < height; ++i) {
            QString line;
            for (std::size_t column = 0; column < blocks.size(); ++column) {
                const auto &block = blocks[column];
                const auto part = padded(i < block.lines.size() ? block.lines[i] : QString(), column == 0 ? m_placeColumns : m_cellColumns);
                line += coloured(column + 1 < blocks.size() ? part : withoutEnd(part), block.colour, m_style);
            }
            text += withoutEnd(line) + u'\n';
        }
        return text;
    }

    static QString withoutEnd(QString line)
    {
        while (line.endsWith(u' '))
            line.chop(1);
        return line;
    }

    const SweepResult &m_sweep;
    const TextStyle m_style;
    const int m_width;
    const int m_cellColumns;
    const int m_placeColumns;
};

} // namespace

QString sweepTable(const SweepResult &sweep, bool givesLease, const TextStyle &style) { return Table(sweep, style).text(givesLease); }

} // namespace lockscope
