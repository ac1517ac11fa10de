// SPDX-License-Identifier: MIT
#include "app/lab/lab_challenge_output.h"

#include "app/command/exit_codes.h"
#include "app/lab/lab_output.h"
#include "ui/runs/verdict_json.h"
#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QJsonArray>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

QString colourOf(AnswerVerdict verdict)
{
    return verdict == AnswerVerdict::Right ? u"32"_s : verdict == AnswerVerdict::Wrong ? u"1;31"_s : u"33"_s;
}

QJsonObject challengeJson(const Challenge &challenge, const ChallengeState &state)
{
    QJsonObject all{{u"challenge"_s, shownText(challenge.name)},
                    {u"title"_s, shownText(challenge.title)},
                    {u"kind"_s, jsonWord(wordOf(challenge.kind))},
                    {u"property"_s, jsonWord(wordOf(challenge.property))},
                    {u"par"_s, static_cast<qint64>(challenge.par)},
                    {u"tries"_s, state.tries},
                    {u"solved"_s, state.solved}};
    if (state.right)
        all[u"solved_by"_s] = static_cast<qint64>(*state.right) + 1;
    return all;
}

} // namespace

Result<Challenge> challengeNamed(const QString &word, const std::vector<Challenge> &challenges)
{
    auto found = std::ranges::find(challenges, word.toStdString(), &Challenge::name);
    bool isNumber = false;
    const int number = word.toInt(&isNumber);
    if (isNumber && number >= 1 && number <= std::ssize(challenges))
        found = challenges.begin() + number - 1;
    if (found != challenges.end())
        return *found;
    return refused(Words::tr("there is no challenge \"%1\"; --challenges lists them").arg(shownText(word.toStdString(), 60)));
}

QString challengesText(const std::vector<Challenge> &challenges, const ChallengeProgress &progress, const TextStyle &style)
{
    int widest = 0;
    for (const auto &challenge : challenges)
        widest = std::max(widest, columnsOf(shownText(challenge.name)));
    constexpr int numberColumns = 5, kindColumns = 10;
    QString text;
    int number = 0, solved = 0;
    for (const auto &challenge : challenges) {
        const auto state = progress.of(challenge);
        const auto told = stateText(challenge, state);
        solved += state.solved ? 1 : 0;
        text += padded((state.solved ? u"✓ "_s : QString()) + QString::number(++number), numberColumns - 1, Qt::AlignRight) + u' '
                + padded(shownText(challenge.name), widest + 2) + padded(kindText(challenge.kind), kindColumns)
                + coloured(told.isEmpty() ? Words::tr("par %1").arg(challenge.par) : told, state.solved ? u"32"_s : u"2"_s, style) + u'\n';
    }
    return text + progressText(solved, number) + u'\n';
}

QByteArray challengesJson(const std::vector<Challenge> &challenges, const ChallengeProgress &progress)
{
    QJsonArray all;
    for (const auto &challenge : challenges)
        all.append(challengeJson(challenge, progress.of(challenge)));
    return indented({{u"challenges"_s, all}});
}

QString questionText(const Challenge &challenge, const ChallengeState &state, const TextStyle &style)
{
    constexpr int indent = 4;
    const auto told = stateText(challenge, state);
    auto text = coloured(shownText(challenge.title), u"1"_s, style) + u" ("_s + kindText(challenge.kind)
                + (told.isEmpty() ? QString() : u"; "_s + told) + u")\n"_s;
    text += fitted(shownText(challenge.question), style.width) + u"\n\n"_s;
    for (std::size_t i = 0; i < challenge.answers.size(); ++i)
        text += (state.right == i ? coloured(u"✓ "_s, u"32"_s, style) : u"  "_s) + u"%1 "_s.arg(i + 1)
                + fitted(shownText(challenge.answers[i].text), style.width, indent) + u'\n';
    return text;
}

QByteArray questionJson(const Challenge &challenge, const ChallengeState &state)
{
    auto all = challengeJson(challenge, state);
    all[u"question"_s] = shownText(challenge.question);
    QJsonArray answers;
    for (const auto &answer : challenge.answers)
        answers.append(shownText(answer.text));
    all[u"answers"_s] = answers;
    return indented(all);
}

QString answeredText(const Challenge &challenge, std::size_t answer, const LabResult &result, const TextStyle &style)
{
    constexpr int indent = 2;
    const auto verdict = answerVerdict(challenge, answer, result);
    const auto head = answerText(verdict) + u": "_s;
    auto text = coloured(head, colourOf(verdict), style) + fitted(whyText(challenge, answer, result), style.width, columnsOf(head)) + u'\n';
    if (const auto judge = judgeText(challenge, result); !judge.isEmpty())
        text += u"  "_s + fitted(judge, style.width, indent) + u'\n';
    return result.folder.isEmpty() ? text : text + u"  "_s + result.folder + u'\n'; // in one piece, so that it can be copied
}

QByteArray answeredJson(const Challenge &challenge, std::size_t answer, const LabResult &result, const ChallengeState &state)
{
    auto all = challengeJson(challenge, state);
    all[u"answer"_s] = static_cast<qint64>(answer) + 1;
    all[u"result"_s] = jsonWord(wordOf(answerVerdict(challenge, answer, result)));
    all[u"why"_s] = whyText(challenge, answer, result);
    QJsonArray verdicts;
    for (const auto &verdict : result.verdicts)
        verdicts.append(toJson(verdict));
    all[u"verdicts"_s] = verdicts;
    all[u"seed"_s] = static_cast<qint64>(result.seed);
    all[u"folder"_s] = result.folder;
    if (result.error)
        all[u"error"_s] = shownText(result.error->text);
    return indented(all);
}

int exitCodeOf(const Challenge &challenge, std::size_t answer, const LabResult &result)
{
    if (result.error)
        return exitCodeOf(*result.error);
    switch (answerVerdict(challenge, answer, result)) {
    case AnswerVerdict::Right: return exitYes;
    case AnswerVerdict::Wrong: return exitViolated;
    case AnswerVerdict::Open: break;
    }
    return exitNotComplete;
}

} // namespace lockscope
