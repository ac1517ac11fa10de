// SPDX-License-Identifier: MIT
#include "app/lab/lab_junit.h"

#include "ui/report/markup.h"
#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>
#include <QXmlStreamWriter>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct JunitWords
{
    Q_DECLARE_TR_FUNCTIONS(JunitWords)
};

struct Case
{
    enum class Kind { Passed, Failure, Skipped, Error };

    QString name;
    Kind kind = Kind::Passed;
    QString message, details;
};

QString detailsOf(const LabResult &result, const Verdict &verdict)
{
    QStringList events;
    for (const auto number : verdict.events)
        events << u'#' + QString::number(number);
    QStringList lines{sentenceText(verdict)};
    if (!verdict.note.empty())
        lines << shownText(verdict.note);
    if (!events.isEmpty())
        lines << JunitWords::tr("proof: %1").arg(events.join(u' '));
    lines << JunitWords::tr("seed %1, %2").arg(QString::number(result.seed), result.folder);
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
    const auto whole = [](Case::Kind kind, const QString &message) {
        return Case{JunitWords::tr("the run"), kind, withoutHome(message), {}};
    };
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
        cases.push_back(whole(Case::Kind::Error, JunitWords::tr("the two judges disagree: %1").arg(shownText(result.disagreement))));
    return cases;
}

qsizetype count(const std::vector<Case> &cases, Case::Kind kind)
{
    return std::count_if(cases.begin(), cases.end(), [=](const Case &one) { return one.kind == kind; });
}

void writeCounts(QXmlStreamWriter &xml, const std::vector<Case> &cases)
{
    xml.writeAttribute(u"tests"_s, QString::number(cases.size()));
    xml.writeAttribute(u"failures"_s, QString::number(count(cases, Case::Kind::Failure)));
    xml.writeAttribute(u"errors"_s, QString::number(count(cases, Case::Kind::Error)));
    xml.writeAttribute(u"skipped"_s, QString::number(count(cases, Case::Kind::Skipped)));
}

void writeCase(QXmlStreamWriter &xml, const QString &scenario, const Case &one)
{
    xml.writeStartElement(u"testcase"_s);
    xml.writeAttribute(u"classname"_s, u"lockscope.lab."_s + scenario);
    xml.writeAttribute(u"name"_s, one.name);
    if (one.kind != Case::Kind::Passed) {
        const auto element = one.kind == Case::Kind::Failure ? u"failure"_s : one.kind == Case::Kind::Error ? u"error"_s : u"skipped"_s;
        xml.writeStartElement(element);
        xml.writeAttribute(u"message"_s, one.message);
        if (one.kind != Case::Kind::Skipped)
            xml.writeCharacters(one.details);
        xml.writeEndElement();
    }
    xml.writeEndElement();
}

void writeSuite(QXmlStreamWriter &xml, const LabResult &result, const std::vector<Case> &cases)
{
    const auto name = shownText(result.scenario.name);
    xml.writeStartElement(u"testsuite"_s);
    xml.writeAttribute(u"name"_s, name);
    writeCounts(xml, cases);
    xml.writeAttribute(u"time"_s, QString::number(static_cast<double>(result.took.count()) / 1000, 'f', 3));
    xml.writeStartElement(u"properties"_s);
    for (const auto &[property, value] :
         {std::pair(u"library"_s, shownText(result.library)), std::pair(u"server"_s, shownText(result.server)),
          std::pair(u"seed"_s, QString::number(result.seed))}) {
        xml.writeEmptyElement(u"property"_s);
        xml.writeAttribute(u"name"_s, property);
        xml.writeAttribute(u"value"_s, value);
    }
    xml.writeEndElement();
    for (const auto &one : cases)
        writeCase(xml, name, one);
    xml.writeEndElement();
}

} // namespace

QByteArray junitXml(const std::vector<LabResult> &results)
{
    std::vector<std::vector<Case>> suites;
    std::vector<Case> all;
    for (const auto &result : results) {
        suites.push_back(casesOf(result));
        all.insert(all.end(), suites.back().begin(), suites.back().end());
    }
    QByteArray bytes;
    QXmlStreamWriter xml(&bytes);
    xml.setAutoFormatting(true);
    xml.writeStartDocument();
    xml.writeStartElement(u"testsuites"_s);
    xml.writeAttribute(u"name"_s, u"lockscope lab"_s);
    writeCounts(xml, all);
    for (std::size_t i = 0; i < results.size(); ++i)
        writeSuite(xml, results[i], suites[i]);
    xml.writeEndElement();
    xml.writeEndDocument();
    return bytes;
}

} // namespace lockscope
