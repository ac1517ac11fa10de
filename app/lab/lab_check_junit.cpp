// SPDX-License-Identifier: MIT
#include "app/lab/lab_check_junit.h"

#include "app/lab/junit_xml.h"
#include "ui/report/check_words.h"
#include "ui/report/markup.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

using Kind = JunitCase::Kind;

QString detailsOf(const CheckProof &proof)
{
    return withoutHome(QStringList{proofText(proof), placeText(proof), proof.folder}.join(u'\n'));
}

JunitCase caseOf(const CheckItem &item)
{
    const bool passes = item.word == CheckWord::Kept || (item.word == CheckWord::Broken && !item.fails);
    const auto kind = item.fails ? Kind::Failure : passes ? Kind::Passed : Kind::Skipped;
    return {itemTitle(item), kind, withoutHome(checkWordText(item.word) + u": "_s + itemText(item)),
            item.proof ? detailsOf(*item.proof) : QString()};
}

std::vector<JunitCase> casesOf(const std::vector<CheckItem> &items)
{
    std::vector<JunitCase> cases;
    for (const auto &item : items)
        cases.push_back(caseOf(item));
    return cases;
}

// The worker, and what could not be played.
std::vector<JunitCase> casesOfRuns(const Check &check)
{
    std::vector<JunitCase> cases;
    for (const auto &mistake : check.mistakes)
        cases.push_back({Words::tr("the worker"), Kind::Failure, withoutHome(proofText(mistake)), detailsOf(mistake)});
    if (check.mistakes.empty())
        cases.push_back({Words::tr("the worker"), Kind::Passed, {}, {}});
    if (check.error)
        cases.push_back({Words::tr("the check"), Kind::Error, withoutHome(asSentence(check.error->text)), {}});
    for (const auto &gap : check.gaps)
        cases.push_back({shownText(gap.run), Kind::Skipped, withoutHome(reasonText(gap.reason)), {}});
    return cases;
}

} // namespace

QByteArray checkJunit(const Check &check)
{
    const std::vector<std::pair<QString, QString>> subject{
        {u"library"_s, shownText(check.library)}, {u"server"_s, shownText(check.server)}, {u"seed"_s, QString::number(check.seed)}};
    const auto seconds = static_cast<double>(check.took.count()) / 1000;
    return junitXml(u"lockscope lab --check"_s, {{u"runs"_s, seconds, subject, casesOfRuns(check)},
                                                 {u"properties"_s, 0, subject, casesOf(check.properties)},
                                                 {u"pitfalls"_s, 0, subject, casesOf(check.pitfalls)}});
}

} // namespace lockscope
