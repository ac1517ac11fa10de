// SPDX-License-Identifier: MIT
#include "app/explore/explore_output.h"

#include "app/command/text_columns.h"
#include "lockcore/explorer/trace_text.h"
#include "ui/explore/words/explore_steps.h"
#include "ui/explore/words/explore_words.h"
#include "ui/words/tr.h"

#include <QLocale>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore::explorer;
using What = FrontierRow::What;

namespace {

constexpr int columns = 80;
constexpr int stepIndent = 17; // "  1  12345 ms  A  "

QString frontierText(const lockcore::Examination &examination)
{
    QString all = u'\n' + Words::tr("What else breaks it:") + u'\n';
    for (const auto &row : examination.frontier) {
        constexpr int nameWidth = 34;
        const auto name = u"  "_s + padded(whatWords(row), nameWidth);
        all += name + fitted(brokenWords(row), columns, columnsOf(name)) + u'\n';
    }
    return all;
}

// Each step is one text of several lines.
QStringList stepTexts(const Trace &trace, Oracle &oracle)
{
    QStringList texts;
    for (const auto &step : stepsFor(trace, oracle))
        texts += stepLines(step, static_cast<int>(texts.size()) + 1, trace.front().servers.size() > 1);
    return texts;
}

// One way on which something is violated, and what.
struct Way
{
    QList<Property> properties;
    QStringList steps;
    QString command; // that shows it once more
};

QString violationLines(const QList<Property> &properties)
{
    QString all;
    for (const auto property : properties) {
        if (const auto words = violationWords(property); !words.isEmpty())
            all += QString(stepIndent, u' ') + fitted(words, columns, stepIndent) + u'\n';
    }
    return all;
}

qsizetype commonSteps(const Way &one, const Way &other) { return std::ranges::mismatch(one.steps, other.steps).in1 - one.steps.begin(); }

QString namesOf(const Way &way)
{
    QStringList names;
    for (const auto property : way.properties)
        names += propertyWords(property);
    return names.join(Words::tr(" and "));
}

// Most ways begin like another one: what was told is not told again.
QString wayText(const Way &way, const QList<Way> &told)
{
    constexpr qsizetype few = 3;
    const auto like = std::ranges::max_element(told, {}, [&](const Way &other) { return commonSteps(way, other); });
    const auto common = like == told.end() ? 0 : commonSteps(way, *like);
    const bool isSaid = common > few;
    const auto title = u'\n' + Words::tr("How: %1").arg(namesOf(way)) + u'\n';
    if (common == way.steps.size())
        return title + u"  "_s + fitted(Words::tr("Above, at step %1 of: %2.").arg(common).arg(namesOf(*like)), columns, 2) + u'\n'
               + violationLines(way.properties);
    const auto begin =
        isSaid ? u"  "_s + fitted(Words::tr("Steps 1 to %1 as above (%2), then:").arg(common).arg(namesOf(*like)), columns, 2) + u'\n'
               : QString();
    return title + begin + way.steps.mid(isSaid ? common : 0).join(QString()) + violationLines(way.properties) + Words::tr("Once more:")
           + u"\n  "_s + way.command + u'\n';
}

QString violationsText(const std::map<Property, Finding> &findings, const Bounds &bounds, Oracle &oracle)
{
    const auto command = bounds.scripts ? u"lockscope explore … --replay %1"_s : u"lockscope explore --replay %1"_s;
    QList<Way> ways;
    for (const auto &[property, finding] : findings) {
        if (!finding.violation)
            continue;
        const auto &[faults, trace] = *finding.violation;
        const auto word = traceText(lockcore::boundsOf(bounds, property, *finding.violation), faults, routeOf(trace));
        Way way{{property}, stepTexts(trace, oracle), command.arg(explorerText(word))};
        const auto same = std::ranges::find(ways, way.command, &Way::command);
        if (same == ways.end())
            ways += std::move(way);
        else
            same->properties += property;
    }
    QString all;
    QList<Way> told;
    for (const auto &way : ways) {
        all += wayText(way, told);
        told += way;
    }
    return all;
}

} // namespace

QString stepLines(const ExploreStep &step, int number, bool manyServers)
{
    QString all;
    const auto addLine = [&](const QString &begin, const QString &line) { all += begin + fitted(line, columns, stepIndent) + u'\n'; };
    const QString indent(stepIndent, u' ');
    const auto time = u"%1 %2 ms"_s.arg(number, 3).arg(step.at, 5);
    const auto place = placeWords(step);
    if (!step.what.isEmpty()) {
        const auto who = step.worker == TraceStep::nobody ? u" "_s : workerLetter(step.worker);
        addLine(time + u"  "_s + who + u"  "_s, step.what + (place.isEmpty() ? QString() : u" ("_s + place + u')'));
    }
    if (step.changesKeys)
        addLine(step.what.isEmpty() ? time + u"     "_s : indent, keysWords(step.keys, manyServers));
    if (step.changesInside && (step.inside.size() < 2 || step.why.isEmpty())) // else the reason says it
        addLine(indent, insideWords(step.inside));
    if (!step.why.isEmpty())
        addLine(indent, step.why);
    return all;
}

QString traceLines(const Trace &trace, Oracle &oracle) { return stepTexts(trace, oracle).join(QString()); }

QString exploreText(const lockcore::Examination &examination, Oracle &oracle)
{
    const auto &exploration = examination.exploration;
    auto all = fitted(Words::tr("%1 on %2: %3. States: %4 in %5 s.")
                          .arg(explorerText(exploration.bounds.protocol), explorerText(examination.server),
                               boundsWords(exploration.bounds, examination.isUsual))
                          .arg(QLocale(QLocale::English).toString(qlonglong(exploration.states)))
                          .arg(examination.seconds, 0, 'f', 1),
                      columns)
               + u"\n\n"_s;
    for (const auto &[property, finding] : exploration.findings) {
        constexpr int nameWidth = 20;
        all += padded(propertyWords(property), nameWidth) + findingWords(finding, exploration.bounds.pause) + u'\n';
    }
    all += violationsText(exploration.findings, exploration.bounds, oracle);
    for (const auto &sentence : remarksOn(examination))
        all += u'\n' + fitted(sentence, columns) + u'\n';
    return hasFrontier(examination) ? all + frontierText(examination) : all;
}

QString exploreTable(const std::vector<ExploreTableRow> &rows, const std::string &server)
{
    constexpr int nameWidth = 20;
    constexpr int cellWidth = 6;
    const QStringList heads = {Words::tr("none"), Words::tr("crash"), Words::tr("reply"), Words::tr("req."),  Words::tr("req."),
                               Words::tr("work"), Words::tr("pause"), Words::tr("loss"),  Words::tr("throw"), Words::tr("server")};
    const QStringList under = {QString(),          QString(),          Words::tr("lost"), Words::tr("lost"), Words::tr("late"),
                               Words::tr("30 ms"), Words::tr("of ms"), Words::tr("late"), QString(),         Words::tr("forgets")};
    QString all = fitted(Words::tr("What breaks each protocol within its usual bounds, on %1. M: mutual exclusion; O: ownership; I: a lock "
                                   "becomes immortal; U: a lost update; S: a stale write; R: re-entry; the shortest pause.")
                             .arg(explorerText(server)),
                         columns)
                  + u"\n\n"_s;
    for (const auto &line : {heads, under}) {
        QString row(nameWidth, u' ');
        for (const auto &head : line)
            row += padded(head, cellWidth);
        while (row.endsWith(u' '))
            row.chop(1);
        all += row + u'\n';
    }
    for (const auto &row : rows) {
        QString line = padded(explorerText(row.protocol), nameWidth);
        for (const auto &cell : row.cells) {
            QString broken;
            for (const auto &[property, finding] : cell.findings)
                broken += finding.violation ? propertyMark(property) : QString();
            if (cell.what == What::Pause && cell.shortestPause)
                broken = QString::number(cell.shortestPause->count());
            line += padded(broken.isEmpty() ? (cell.complete ? u"–"_s : u"?"_s) : broken, cellWidth);
        }
        if (!row.error.empty())
            line += Words::tr("cannot be examined yet");
        while (line.endsWith(u' '))
            line.chop(1);
        all += line + u'\n';
    }
    return all;
}

} // namespace lockscope
