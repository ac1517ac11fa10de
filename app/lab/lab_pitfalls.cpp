// SPDX-License-Identifier: MIT
#include "app/lab/lab_pitfalls.h"

#include "ui/report/pitfall_words.h"
#include "ui/runs/verdict_json.h"
#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QJsonArray>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr int pitfallCodeColumns = 5;
constexpr int pitfallFactColumns = 18;

QString factLine(const QString &name, const QString &text, const TextStyle &style)
{
    return u"  "_s + padded(name, pitfallFactColumns - 2) + fitted(text, style.width, pitfallFactColumns) + u'\n';
}

QString onePitfall(const Pitfall &pitfall, const std::vector<Scenario> &stories, const TextStyle &style)
{
    auto text = coloured(codeText(pitfall), u"1"_s, style) + u": "_s + titleText(pitfall) + u'\n';
    text += factLine(Words::tr("goes wrong"), happensText(pitfall), style);
    text += factLine(Words::tr("who answers"), answersText(pitfall), style);
    text += factLine(Words::tr("the fix"), fixText(pitfall), style);
    const auto about = storiesAbout(pitfall, stories);
    for (const auto &story : about) {
        const auto name = &story == &about.front() ? Words::tr("stories") : QString();
        text += factLine(name, u"lockscope lab "_s + shownText(story.name), style);
    }
    return about.empty() ? text + factLine(Words::tr("stories"), Words::tr("none; a sweep or a hunt may meet it"), style) : text;
}

} // namespace

Result<std::vector<Pitfall>> pitfallsOf(const QString &code)
{
    const auto all = pitfalls();
    if (code.isEmpty())
        return std::vector<Pitfall>(all.begin(), all.end());
    if (const auto *found = findPitfall(code.toUpper().toStdString()))
        return std::vector<Pitfall>{*found};
    return refused(Words::tr("there is no pitfall \"%1\"; --pitfalls lists them").arg(shownText(code.toStdString(), 60)));
}

QString pitfallsText(const std::vector<Pitfall> &pitfalls, const std::vector<Scenario> &stories, const TextStyle &style)
{
    if (pitfalls.size() == 1)
        return onePitfall(pitfalls.front(), stories, style);
    QString text;
    for (const auto &pitfall : pitfalls) {
        text += coloured(padded(codeText(pitfall), pitfallCodeColumns), u"1"_s, style)
                + fitted(titleText(pitfall), style.width, pitfallCodeColumns) + u'\n';
    }
    return text;
}

QByteArray pitfallsJson(const std::vector<Pitfall> &pitfalls, const std::vector<Scenario> &stories)
{
    QJsonArray all;
    for (const auto &pitfall : pitfalls) {
        QJsonArray names;
        for (const auto &story : storiesAbout(pitfall, stories))
            names.append(shownText(story.name));
        all.append(QJsonObject{{u"code"_s, codeText(pitfall)},
                               {u"title"_s, titleText(pitfall)},
                               {u"answers"_s, jsonWord(wordOf(pitfall.answering))},
                               {u"kept_by"_s, jsonWord(wordOf(pitfall.keptBy))},
                               {u"happens"_s, happensText(pitfall)},
                               {u"fix"_s, fixText(pitfall)},
                               {u"stories"_s, names}});
    }
    return indented({{u"pitfalls"_s, all}});
}

} // namespace lockscope
