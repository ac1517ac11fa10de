// SPDX-License-Identifier: MIT
#include "app/lab/lab_stores_output.h"

#include "app/lab/lab_output.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr int tableWidth = 80, labelColumns = 20, fewestColumns = 14;

class StoreTable
{
public:
    StoreTable(const StoreComparisonResult &comparison, const TextStyle &style)
        : m_comparison(comparison)
        , m_style(style)
        , m_columns(
              std::max(fewestColumns, (tableWidth - labelColumns) / static_cast<int>(std::max<std::size_t>(1, comparison.stores.size()))))
    { }

    QString text() const
    {
        auto text = head();
        for (std::size_t row = 0; row < m_comparison.stories.size(); ++row)
            text += block(row);
        return text + foot();
    }

private:
    struct Cell
    {
        QString text;
        QString colour{};
    };

    QString line(const QString &label, const std::vector<Cell> &cells) const
    {
        auto text = padded(label, labelColumns);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto shown = elidedTo(cells[i].text, m_columns - 1);
            const auto rest = i + 1 < cells.size() ? QString(m_columns - columnsOf(shown), u' ') : QString();
            text += (cells[i].colour.isEmpty() ? shown : coloured(shown, cells[i].colour, m_style)) + rest;
        }
        return text + u'\n';
    }

    QString head() const
    {
        std::vector<Cell> names;
        for (const auto store : m_comparison.stores)
            names.push_back({QString::fromStdString(std::string(wordOf(store))), u"1"_s});
        return line({}, names);
    }

    QString block(std::size_t row) const
    {
        std::vector<Cell> times;
        for (const auto &cell : m_comparison.cells[row])
            times.push_back({cell ? freeText(*cell) : u"–"_s});
        auto text = line(coloured(padded(capitalised(faultName(m_comparison.stories[row])), labelColumns), u"1"_s, m_style), times);
        for (const auto property : comparedProperties(m_comparison, row))
            text += line(u"  "_s + propertyText(property), verdicts(row, property));
        return text;
    }

    std::vector<Cell> verdicts(std::size_t row, Property property) const
    {
        std::vector<Cell> cells;
        for (const auto &cell : m_comparison.cells[row]) {
            const auto *const verdict = cell ? verdictOn(cell->result, property) : nullptr;
            const bool isTold = verdict && !isSilent(*verdict);
            cells.push_back(isTold ? Cell{outcomeText(*verdict), toneColour(verdictTone(*verdict))} : Cell{u"–"_s, u"2"_s});
        }
        return cells;
    }

    // What the columns have no room for.
    QString foot() const
    {
        QStringList lines;
        for (std::size_t store = 0; store < m_comparison.stores.size(); ++store) {
            const auto name = QString::fromStdString(std::string(wordOf(m_comparison.stores[store])));
            if (const auto subject = storeSubject(m_comparison, store); !subject.isEmpty())
                lines << name + u": "_s + subject;
            for (const auto &row : m_comparison.cells) {
                if (const auto failure = row[store] ? failureText(*row[store]) : QString(); !failure.isEmpty())
                    lines << name + u": "_s + failure;
                const auto *const verdict = row[store] ? verdictOn(row[store]->result, Property::Ownership) : nullptr;
                if (verdict && verdict->outcome == Outcome::NotExercised && !row[store]->result.error)
                    lines << name + u", "_s + propertyText(Property::Ownership) + u": "_s + sentenceText(*verdict);
            }
        }
        lines.removeDuplicates();
        QString text;
        for (const auto &one : lines)
            text += fitted(one, m_style.width, 2) + u'\n';
        text += fitted(Words::tr("The times count from the fault until another worker has the lock; kept: its holder still has it; lost: "
                                 "the server came back without its data."),
                       m_style.width, 0)
                + u'\n';
        return m_comparison.folder.isEmpty() ? text : text + Words::tr("The runs: %1").arg(m_comparison.folder) + u'\n';
    }

    const StoreComparisonResult &m_comparison;
    const TextStyle m_style;
    const int m_columns;
};

} // namespace

QString storeComparisonText(const StoreComparisonResult &comparison, const TextStyle &style)
{
    return StoreTable(comparison, style).text();
}

} // namespace lockscope
