// SPDX-License-Identifier: MIT
#include "ui/runs/comparison.h"

#include "lockcore/lab/scenario/scenario_text.h"
#include "lockcore/report/entry_sentence.h"
#include "lockcore/report/moments.h"
#include "ui/runs/run_folder.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

QString refusedText(const History &history, std::uint64_t number)
{
    const auto &entry = history.entries.at(number - 1);
    const auto who = workerIn(entry);
    const auto name = who ? shownText(toString(*who), 20) : QString();
    const auto *const accessed = std::get_if<entry::Accessed>(&entry.what);
    return accessed ? Words::tr("%1's %2").arg(name, wordText(wordOf(accessed->step))) : Words::tr("%1's release").arg(name);
}

template <class Named>
QStringList violated(const LabResult &result, Named named)
{
    QStringList texts;
    for (const auto &verdict : result.verdicts) {
        if (verdict.outcome == Outcome::Violated)
            texts << named(verdict);
    }
    return texts;
}

ComparedRun comparedRun(const PooledRuns::Run &run)
{
    ComparedRun compared{run.result, {}, {}, {}};
    if (run.history.entries.empty())
        return compared;
    const HistoryIndex index(run.history);
    const auto lanes = lanesOf(index, run.result.verdicts);
    compared.row = compactRowOf(index, run.result.verdicts, lanes, Moments(index, lanes));
    if (compared.row.anchor.entry != 0)
        compared.fault = shownText(sentenceOf(run.history, compared.row.anchor.entry), 120);
    for (const auto &mark : compared.row.marks) {
        if (mark.kind == CompactRow::Mark::Kind::Refusal)
            compared.refused << refusedText(run.history, mark.number);
    }
    return compared;
}

} // namespace

std::vector<LabResult> playedOf(const ComparisonResult &comparison)
{
    std::vector<LabResult> played;
    for (const auto &run : comparison.runs) {
        if (run)
            played.push_back(run->result);
    }
    return played;
}

Comparison::Comparison(PooledRuns &runs, std::string story, std::vector<Scenario> scenarios)
    : m_runs(runs)
    , m_story(std::move(story))
{
    m_result.scenarios = std::move(scenarios);
    m_result.runs.resize(m_result.scenarios.size());
}

LabResult Comparison::planned(const Scenario &scenario) const
{
    LabResult result;
    result.scenario = scenario;
    result.expects = !scenario.expected.empty(); // of its own protocol
    result.seed = m_runs.seed();
    result.folder = m_result.folder + u'/' + QString::fromStdString(scenario.protocol);
    return result;
}

// One at a time: their times are compared.
Task<void> Comparison::play()
{
    const auto subject = isRunName(m_story) ? QString::fromStdString(m_story) : u"scenario"_s;
    const auto folder = newRunFolder(m_runs.options().runs, u"compare-"_s + subject + u'-' + QString::number(m_runs.seed()));
    if (folder)
        m_result.folder = *folder;
    for (std::size_t i = 0; i < m_result.scenarios.size(); ++i) {
        const auto scenario = m_result.scenarios[i];
        m_runs.tell(Words::tr("%1, %2 of %3").arg(shownText(scenario.protocol)).arg(i + 1).arg(m_result.scenarios.size()));
        PooledRuns::Run run;
        run.result = planned(scenario);
        if (folder) {
            auto playing = m_runs.play(std::move(run.result));
            run = co_await playing;
        } else {
            run.result.error = folder.error();
            run.result.folder.clear();
        }
        if (run.result.skips.empty())
            m_runs.keep(run, QByteArray::fromStdString(textOf(scenario)));
        else
            dropFolder(run.result);
        m_result.runs[i] = comparedRun(run);
        m_runs.tell({});
        if (changed)
            changed();
    }
}

QStringList violatedNames(const LabResult &result)
{
    return violated(result, [](const Verdict &verdict) {
        return propertyText(verdict.property) + (verdict.pitfall.empty() ? QString() : u' ' + shownText(verdict.pitfall));
    });
}

QStringList violatedSentences(const LabResult &result)
{
    return violated(result, [](const Verdict &verdict) {
        return breachText(verdict.property) + (verdict.pitfall.empty() ? QString() : u" ("_s + shownText(verdict.pitfall) + u')');
    });
}

QString holdersText(const CompactRow &row)
{
    constexpr std::size_t most = 6;
    if (row.holds.empty())
        return u"–"_s;
    if (row.holds.size() > most)
        return Words::tr("%1 holders").arg(row.holds.size());
    QStringList names;
    for (const auto &hold : row.holds)
        names << shownText(row.workers[hold.worker], 12);
    return names.join(u' ');
}

RowFinding findingOf(const LabResult &result)
{
    const auto has = [&](Outcome outcome) {
        return std::ranges::find(result.verdicts, outcome, &Verdict::outcome) != result.verdicts.end();
    };
    if (result.error)
        return {VerdictTone::Bad, u"✗ "_s + conclusionOf(result)};
    if (isSkipped(result))
        return {VerdictTone::Silent, u"– "_s + matchText(result)};
    if (has(Outcome::Violated))
        return {VerdictTone::Bad, outcomeText(Outcome::Violated)};
    if (matchOf(result) == Match::Open || !has(Outcome::Held))
        return {VerdictTone::Warns, u"? "_s + Words::tr("inconclusive")};
    return {VerdictTone::Good, outcomeText(Outcome::Held)};
}

} // namespace lockscope
