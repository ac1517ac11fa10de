// SPDX-License-Identifier: MIT
#include "ui/runs/comparison.h"
#include "ui/runs/verdict_json.h"
#include "ui/words/shown_text.h"

#include <QJsonArray>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

class RowWriter
{
public:
    explicit RowWriter(const CompactRow &row)
        : m_row(row)
    { }

    QJsonObject json() const
    {
        QJsonArray marks;
        for (const auto &mark : m_row.marks) {
            QJsonObject all{
                {u"kind"_s, jsonWord(wordOf(mark.kind))}, {u"at_ms"_s, ms(mark.at)}, {u"entry"_s, static_cast<qint64>(mark.number)}};
            if (mark.worker)
                all[u"worker"_s] = name(*mark.worker);
            marks.append(all);
        }
        QJsonObject all{{u"begin_ms"_s, ms(m_row.begin)},
                        {u"end_ms"_s, ms(m_row.end)},
                        {u"holds"_s, spans(m_row.holds)},
                        {u"inside"_s, spans(m_row.inside)},
                        {u"marks"_s, marks}};
        if (m_row.anchor.entry != 0)
            all[u"aligned_at"_s] = static_cast<qint64>(m_row.anchor.entry);
        return all;
    }

private:
    double ms(Microseconds time) const { return static_cast<double>((time - m_row.anchor.at).count()) / 1000; }
    QString name(std::size_t worker) const { return shownText(m_row.workers[worker]); }

    QJsonArray spans(const std::vector<CompactRow::Span> &spans) const
    {
        QJsonArray all;
        for (const auto &span : spans)
            all.append(QJsonObject{{u"worker"_s, name(span.worker)}, {u"from_ms"_s, ms(span.begin)}, {u"to_ms"_s, ms(span.end)}});
        return all;
    }

    const CompactRow &m_row;
};

} // namespace

QByteArray comparisonJson(const ComparisonResult &comparison)
{
    QJsonArray runs;
    for (std::size_t i = 0; i < comparison.runs.size(); ++i) {
        if (!comparison.runs[i])
            continue;
        const auto &run = *comparison.runs[i];
        auto all = toJson(run.result);
        all[u"protocol"_s] = shownText(comparison.scenarios[i].protocol);
        if (!run.row.workers.empty())
            all[u"row"_s] = RowWriter(run.row).json();
        runs.append(all);
    }
    return indented({{u"folder"_s, comparison.folder}, {u"runs"_s, runs}});
}

} // namespace lockscope
