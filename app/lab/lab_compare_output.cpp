// SPDX-License-Identifier: MIT
#include "app/lab/lab_compare_output.h"

#include "app/lab/lab_output.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

using Cells = std::array<QString, 6>; // protocol, holds, fault, refused, violated, verdict
using Widths = std::array<int, std::tuple_size_v<Cells>>;

constexpr int usualWidth = 80, gap = 2, fewest = 8;

QString listed(const QStringList &texts) { return texts.isEmpty() ? u"–"_s : texts.join(u", "_s); }

Cells headCells()
{
    return {Words::tr("protocol"), Words::tr("holds"),    Words::tr("fault"),
            Words::tr("refused"),  Words::tr("violated"), Words::tr("verdict")};
}

Cells cellsOf(const Scenario &scenario, const ComparedRun &run)
{
    const auto fault = run.fault.isEmpty() ? u"–"_s : run.fault;
    return {shownText(scenario.protocol),      holdersText(run.row),      fault, listed(run.refused),
            listed(violatedNames(run.result)), findingOf(run.result).text};
}

// Why there is no row; empty: there is one.
QString insteadOfRow(const ComparedRun &run)
{
    if (run.result.error)
        return asSentence(run.result.error->text);
    return isSkipped(run.result) ? skipText(run.result) : QString();
}

// The widest columns are cut until all fit.
Widths widthsOf(const std::vector<Cells> &rows, int width)
{
    Widths widths{};
    for (const auto &row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], columnsOf(row[i]) + (i + 1 < row.size() ? gap : 0));
    }
    while (width > 0 && std::accumulate(widths.begin(), widths.end(), 0) > width) {
        const auto widest = std::ranges::max_element(widths.begin() + 1, widths.end() - 1); // names and verdicts stay whole
        if (*widest <= fewest)
            break;
        --*widest;
    }
    return widths;
}

QString line(const Cells &cells, const Widths &widths)
{
    QString text;
    for (std::size_t i = 0; i + 1 < cells.size(); ++i)
        text += padded(elidedTo(cells[i], widths[i] - gap), widths[i]);
    return text + cells.back() + u'\n';
}

// `  resource L8: An update is lost`, once for all rows; the table has no room for it.
QString violationsText(const ComparisonResult &comparison, int width)
{
    constexpr int indent = 2;
    QStringList lines;
    for (const auto &result : playedOf(comparison)) {
        const auto names = violatedNames(result), sentences = violatedSentences(result);
        for (qsizetype i = 0; i < names.size(); ++i)
            lines << u"  "_s + fitted(names[i] + u": "_s + sentences[i].section(u" ("_s, 0, 0), width, indent) + u'\n';
    }
    lines.removeDuplicates();
    return lines.join(QString());
}

} // namespace

QString comparisonText(const Scenario &scenario, const ComparisonResult &comparison, const TextStyle &style)
{
    std::vector<Cells> rows{headCells()};
    int nameColumns = columnsOf(rows.front().front()) + gap;
    for (std::size_t i = 0; i < comparison.runs.size(); ++i) {
        nameColumns = std::max(nameColumns, columnsOf(shownText(comparison.scenarios[i].protocol)) + gap);
        if (const auto &run = comparison.runs[i]; run && insteadOfRow(*run).isEmpty())
            rows.push_back(cellsOf(comparison.scenarios[i], *run));
    }
    auto widths = widthsOf(rows, style.width > 0 ? std::max(style.width, usualWidth) : 0);
    widths.front() = nameColumns;
    auto text = coloured(shownText(scenario.name), u"1"_s, style) + u": "_s + shownText(scenario.title) + u'\n';
    text += coloured(line(rows.front(), widths), u"2"_s, style);
    for (std::size_t i = 0; i < comparison.runs.size(); ++i) {
        const auto &run = comparison.runs[i];
        if (!run)
            continue;
        if (const auto instead = insteadOfRow(*run); !instead.isEmpty()) {
            text += padded(shownText(comparison.scenarios[i].protocol), nameColumns) + fitted(instead, style.width, nameColumns) + u'\n';
            continue;
        }
        auto cells = cellsOf(comparison.scenarios[i], *run);
        cells.back() = coloured(cells.back(), toneColour(findingOf(run->result).tone), style);
        text += line(cells, widths);
    }
    text += violationsText(comparison, style.width);
    return comparison.folder.isEmpty() ? text : text + Words::tr("The runs: %1").arg(comparison.folder) + u'\n';
}

} // namespace lockscope
