// SPDX-License-Identifier: MIT
#include "app/lab/lab_junit.h"

#include "app/lab/junit_xml.h"
#include "ui/report/markup.h"
#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

using Case = JunitCase;

QString detailsOf(const LabResult &result, const Verdict &verdict)
{
    QStringList events;
    for (const auto number : verdict.events)
        events << u'#' + QString::number(number);
    QStringList lines{sentenceText(verdict)};
    if (!verdict.note.empty())
        lines << shownText(verdict.note);
    if (!events.isEmpty())
        lines << Words::tr("proof: %1").arg(events.join(u' '));
    lines << Words::tr("seed %1, %2").arg(QString::number(result.seed), result.folder);
    return withoutHome(lines.join(u'\n'));
}

// With the user's own workers, only a property that must hold, or is promised, can fail.
Case::Kind kindOf(const LabResult &result, const Verdict &verdict, Match match)
{
    if (verdict.outcome == Outcome::Inconclusive || verdict.outcome == Outcome::NotExercised || verdict.outcome == Outcome::Skipped)
        return Case::Kind::Skipped;
    if (result.expects)
        return match == Match::AsExpected ? Case::Kind::Passed : match == Match::Open ? Case::Kind::Skipped : Case::Kind::Failure;
    return breaksAPromise(verdict) && !informs(result) ? Case::Kind::Failure : Case::Kind::Passed;
}

QString messageOf(const LabResult &result, const Verdict &verdict)
{
    auto message = wordText(wordOf(verdict.outcome)) + u": "_s + sentenceText(verdict);
    const auto unexpected = result.expects ? expectationText(result.scenario, verdict) : QString();
    if (!unexpected.isEmpty())
        message += u" ("_s + unexpected + u')';
    return withoutHome(message);
}

bool isListed(const LabResult &result, const Verdict &verdict)
{
    const bool silent = verdict.outcome == Outcome::NotExercised || verdict.outcome == Outcome::Skipped;
    return !silent || result.scenario.expected.contains(verdict.property);
}

std::vector<Case> casesOf(const LabResult &result)
{
    const auto whole = [](Case::Kind kind, const QString &message) { return Case{Words::tr("the run"), kind, withoutHome(message), {}}; };
    if (result.error) // a worker that breaks the rules is not a fault of the Lab
        return {whole(result.error->kind == ErrorKind::Protocol ? Case::Kind::Failure : Case::Kind::Error, asSentence(result.error->text))};
    if (isSkipped(result))
        return {whole(Case::Kind::Skipped, skipText(result))};
    const auto matches = matchesOf(result.scenario, result.verdicts, result.premises);
    std::vector<Case> cases;
    for (std::size_t i = 0; i < result.verdicts.size(); ++i) {
        const auto &verdict = result.verdicts[i];
        if (isListed(result, verdict))
            cases.push_back({propertyText(verdict.property), kindOf(result, verdict, matches[i]), messageOf(result, verdict),
                             detailsOf(result, verdict)});
    }
    for (const auto &remark : result.remarks) {
        const bool mistake = remark.weight == RunRemark::Weight::Mistake;
        if (!result.expects && remark.weight != RunRemark::Weight::Note)
            cases.push_back(whole(mistake ? Case::Kind::Failure : Case::Kind::Skipped, asSentence(remark.sentence)));
    }
    if (!result.premises.complete)
        cases.push_back(whole(Case::Kind::Skipped, unmetText(result)));
    if (!result.disagreement.empty())
        cases.push_back(whole(Case::Kind::Error, shownText(result.disagreement)));
    return cases;
}

} // namespace

QByteArray junitXml(const std::vector<LabResult> &results)
{
    std::vector<JunitSuite> suites;
    for (const auto &result : results)
        suites.push_back({shownText(result.scenario.name),
                          static_cast<double>(result.took.count()) / 1000,
                          {{u"library"_s, shownText(result.library)},
                           {u"server"_s, shownText(result.server)},
                           {u"seed"_s, QString::number(result.seed)}},
                          casesOf(result)});
    return junitXml(u"lockscope lab"_s, suites);
}

} // namespace lockscope
