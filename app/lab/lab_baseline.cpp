// SPDX-License-Identifier: MIT
#include "app/lab/lab_baseline.h"

#include "app/command/exit_codes.h"
#include "lockcore/base/bytes.h"
#include "lockcore/json/located_json.h"
#include "ui/report/verdict_words.h"
#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <set>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr int version = 1;
constexpr std::array<std::string_view, 3> howWords{"played", "skipped", "error"}; // in the order of Baseline::How

QString text(std::string_view word) { return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())); }

bool isConclusive(Outcome outcome) { return outcome == Outcome::Held || outcome == Outcome::Violated || outcome == Outcome::Outlived; }

Baseline::Row rowOf(const LabResult &result)
{
    Baseline::Row row;
    row.how = result.error ? Baseline::How::Error : result.skips.empty() ? Baseline::How::Played : Baseline::How::Skipped;
    if (row.how != Baseline::How::Played)
        return row;
    for (const auto &verdict : result.verdicts) {
        if (result.scenario.expected.contains(verdict.property) || breaksAPromise(verdict))
            row.found[verdict.property] = verdict.outcome;
    }
    return row;
}

QString nowWas(Property property, const QString &now, const QString &was)
{
    return Words::tr("%1: %2, was %3").arg(propertyText(property), now, was);
}

class Comparison
{
public:
    explicit Comparison(const QString &scenario)
        : m_scenario(scenario)
    { }

    std::vector<BaselineChange> compare(const Baseline::Row &was, const Baseline::Row &now)
    {
        if (was.how != now.how) {
            add(BaselineChange::Kind::Changed, Words::tr("%1, was %2").arg(howText(now.how), howText(was.how)));
            return m_changes;
        }
        std::set<Property> properties;
        for (const auto *row : {&was, &now}) {
            for (const auto &[property, outcome] : row->found)
                properties.insert(property);
        }
        for (const auto property : properties)
            compare(property, outcomeIn(was, property), outcomeIn(now, property));
        return m_changes;
    }

private:
    static std::optional<Outcome> outcomeIn(const Baseline::Row &row, Property property)
    {
        const auto found = row.found.find(property);
        return found == row.found.end() ? std::nullopt : std::optional(found->second);
    }
    static QString howText(Baseline::How how)
    {
        switch (how) {
        case Baseline::How::Played: return Words::tr("played");
        case Baseline::How::Skipped: return Words::tr("skipped");
        case Baseline::How::Error: return Words::tr("could not be played");
        }
        return {};
    }
    static QString outcomeWord(std::optional<Outcome> outcome) { return outcome ? wordText(wordOf(*outcome)) : Words::tr("not broken"); }

    // A property without an outcome did not fail, and is not a subject of the scenario.
    void compare(Property property, std::optional<Outcome> was, std::optional<Outcome> now)
    {
        if (was == now)
            return;
        const bool opened = was && isConclusive(*was) && now && !isConclusive(*now);
        const bool settled = was && !isConclusive(*was) && now && *now != Outcome::Violated;
        if (!settled)
            add(opened ? BaselineChange::Kind::Open : BaselineChange::Kind::Changed, nowWas(property, outcomeWord(now), outcomeWord(was)));
    }

    void add(BaselineChange::Kind kind, const QString &text) { m_changes.push_back({kind, m_scenario, text}); }

    const QString m_scenario;
    std::vector<BaselineChange> m_changes;
};

Baseline::Row rowFrom(const json::Located &value)
{
    Baseline::Row row;
    const auto *how = value.find("how");
    const auto known = how ? std::ranges::find(howWords, how->text("how")) : howWords.end();
    if (known == howWords.end())
        value.fail(R"("how" must be played, skipped or error)");
    row.how = static_cast<Baseline::How>(known - howWords.begin());
    const auto *found = value.find("found");
    if (!found)
        return row;
    for (const auto &[name, outcome] : found->fields()) {
        const auto property = fromWord<Property>(name);
        if (!property)
            outcome.fail("there is no property \"" + escaped(name) + '"');
        const auto verdict = fromWord<Outcome>(outcome.text(name.c_str()));
        if (!verdict)
            outcome.fail("there is no verdict " + outcome.shown());
        row.found[*property] = *verdict;
    }
    return row;
}

Baseline baselineFrom(const json::Located &root)
{
    const auto *written = root.isObject() ? root.find("lockscope_baseline") : nullptr;
    if (!written)
        root.fail("this is no baseline; write it with --write-baseline");
    if (written->shown() != std::to_string(version))
        written->fail("this baseline has version " + written->shown() + ", not " + std::to_string(version)
                      + "; write it again with --write-baseline");
    Baseline baseline;
    if (const auto *library = root.find("library"))
        baseline.library = text(library->text("library"));
    const auto *scenarios = root.find("scenarios");
    if (!scenarios)
        root.fail("\"scenarios\" is missing");
    for (const auto &[name, row] : scenarios->fields())
        baseline.scenarios[text(name)] = rowFrom(row);
    return baseline;
}

} // namespace

Baseline baselineOf(const std::vector<LabResult> &results)
{
    Baseline baseline;
    for (const auto &result : results) {
        baseline.scenarios[QString::fromStdString(result.scenario.name)] = rowOf(result);
        if (result.expects) // the scenarios used their own protocols, all built in
            baseline.library = u"lockscope/"_s + QStringLiteral(LOCKSCOPE_VERSION);
        else if (!result.library.empty())
            baseline.library = shownText(result.library);
    }
    return baseline;
}

QByteArray toJson(const Baseline &baseline)
{
    QJsonObject scenarios;
    for (const auto &[name, row] : baseline.scenarios) {
        QJsonObject found;
        for (const auto &[property, outcome] : row.found)
            found[text(wordOf(property))] = text(wordOf(outcome));
        scenarios[name] = QJsonObject{{u"how"_s, text(howWords.at(static_cast<std::size_t>(row.how)))}, {u"found"_s, found}};
    }
    const QJsonObject all{{u"lockscope_baseline"_s, version}, {u"library"_s, baseline.library}, {u"scenarios"_s, scenarios}};
    return QJsonDocument(all).toJson();
}

Result<Baseline> baselineFrom(const QByteArray &json, const QString &file)
{
    try {
        return baselineFrom(json::locatedJson({json.constData(), static_cast<std::size_t>(json.size())}));
    } catch (const json::Wrong &wrong) {
        return refused(Words::tr("%1, line %2: %3").arg(file, QString::number(wrong.line), text(wrong.what())));
    }
}

std::vector<BaselineChange> changesSince(const Baseline &baseline, const std::vector<LabResult> &results)
{
    std::vector<BaselineChange> changes;
    std::set<QString> played;
    for (const auto &result : results) {
        const auto name = QString::fromStdString(result.scenario.name);
        played.insert(name);
        if (!result.notApplicable.empty()) // what it found by chance is no change
            continue;
        const auto was = baseline.scenarios.find(name);
        if (was == baseline.scenarios.end()) {
            changes.push_back({BaselineChange::Kind::New, name, Words::tr("not in the baseline")});
            continue;
        }
        const auto found = Comparison(name).compare(was->second, rowOf(result));
        changes.insert(changes.end(), found.begin(), found.end());
    }
    for (const auto &[name, row] : baseline.scenarios) {
        if (!played.contains(name))
            changes.push_back({BaselineChange::Kind::Gone, name, Words::tr("in the baseline, and not played")});
    }
    return changes;
}

QString changesText(const std::vector<BaselineChange> &changes, const QString &file)
{
    const auto failing = std::count_if(changes.begin(), changes.end(),
                                       [](const BaselineChange &change) { return change.kind == BaselineChange::Kind::Changed; });
    auto text = failing == 0 ? Words::tr("Nothing has changed since %1.").arg(file)
                             : Words::tr("Changed since %1: %2").arg(file, QString::number(failing));
    text += u'\n';
    for (const auto &change : changes)
        text += u"  "_s + shownText(change.scenario.toStdString(), 80) + u": "_s + change.text + u'\n';
    if (failing > 0)
        text += Words::tr("If this is meant to be, write the baseline again with --write-baseline.") + u'\n';
    return text;
}

int exitCodeOf(const std::vector<BaselineChange> &changes, const std::vector<LabResult> &results)
{
    int code = exitYes;
    for (const auto &change : changes) {
        if (change.kind == BaselineChange::Kind::Changed)
            return exitViolated;
        if (change.kind == BaselineChange::Kind::Open)
            code = exitNotComplete;
    }
    std::vector<LabResult> fresh;
    for (const auto &result : results) {
        const bool isNew = std::any_of(changes.begin(), changes.end(), [&](const BaselineChange &change) {
            return change.kind == BaselineChange::Kind::New && change.scenario.toStdString() == result.scenario.name;
        });
        if (isNew || exitCodeOf(result) == exitNoServer)
            fresh.push_back(result);
    }
    const int own = gravestExitCode(fresh);
    return own == exitYes ? code : own;
}

} // namespace lockscope
