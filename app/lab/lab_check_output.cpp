// SPDX-License-Identifier: MIT
#include "app/lab/lab_check_output.h"

#include "app/command/exit_codes.h"
#include "app/lab/lab_output.h"
#include "ui/report/check_words.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

QString colourOf(const CheckItem &item)
{
    switch (item.word) {
    case CheckWord::Broken: return item.fails ? u"1;31"_s : u"33"_s;
    case CheckWord::NoLockCan: return u"33"_s;
    case CheckWord::NotTested: return item.reason && item.reason->isOpen ? u"33"_s : u"2"_s;
    case CheckWord::Kept: return u"32"_s;
    }
    return {};
}

class Text
{
public:
    explicit Text(const TextStyle &style)
        : m_style(style)
    { }

    void line(const QString &text, int indent = 0, const QString &code = {})
    {
        m_text += QString(indent, u' ') + coloured(fitted(text, m_style.width, indent), code, m_style) + u'\n';
    }

    void heading(const QString &text) { m_text += u'\n' + coloured(text, u"1"_s, m_style) + u'\n'; }

    void place(const CheckProof &proof)
    {
        line(placeText(proof), 6, u"2"_s);
        if (!proof.folder.isEmpty()) // in one piece, so that it can be copied
            m_text += u"      "_s + proof.folder + u'\n';
    }

    void item(const CheckItem &item)
    {
        auto text = checkSign(item) + u' ' + itemTitle(item);
        const auto who = answeringText(item);
        if (!item.proof) {
            const auto sign = item.word == CheckWord::Kept ? u" "_s : u": "_s; // `kept in 12 runs`
            line(text + u": "_s + (who.isEmpty() ? checkWordText(item.word) + sign : QString()) + itemText(item), 2,
                 item.word == CheckWord::NotTested ? colourOf(item) : QString());
            return;
        }
        text += u" ("_s + (who.isEmpty() ? checkWordText(item.word) : who) + u')';
        line(text, 2, colourOf(item));
        line(itemText(item), 6);
        place(*item.proof);
    }

    QString take() { return std::move(m_text); }

private:
    const TextStyle &m_style;
    QString m_text;
};

void addPitfalls(Text &text, const Check &check)
{
    for (std::size_t i = 0; i < wordsOf<CheckWord>.size(); ++i) {
        const auto word = static_cast<CheckWord>(i);
        const auto count = countOf(check.pitfalls, word);
        if (count == 0)
            continue;
        text.heading(Words::tr("Pitfalls: %1 (%2)").arg(checkWordText(word)).arg(count));
        QStringList without;
        std::optional<CheckReason> none;
        for (const auto &item : byWord(check.pitfalls)) {
            if (item.word != word)
                continue;
            if (item.reason && item.reason->kind == CheckReason::Kind::NoStory) {
                without << itemTitle(item).section(u' ', 0, 0);
                none = item.reason;
            } else {
                text.item(item);
            }
        }
        if (none)
            text.line(u"– "_s + reasonText(*none) + u": "_s + without.join(u' '), 2, u"2"_s);
    }
}

} // namespace

QString checkText(const Check &check, const TextStyle &style)
{
    Text text(style);
    text.line(checkSubject(check));
    text.line(checkHeadline(check), 0, check.error || fails(check) ? u"1;31"_s : isOpen(check) ? u"33"_s : u"32"_s);
    if (check.error)
        return text.take();
    text.line(checkCounts(check));
    if (!check.mistakes.empty())
        text.heading(Words::tr("What the worker did wrongly"));
    for (const auto &mistake : check.mistakes) {
        text.line(u"✗ "_s + proofText(mistake), 2, u"1;31"_s);
        text.place(mistake);
    }
    text.heading(Words::tr("Properties"));
    for (const auto &item : byWord(check.properties))
        text.item(item);
    addPitfalls(text, check);
    if (!check.gaps.empty())
        text.heading(Words::tr("Runs that could not test"));
    for (const auto &group : gapGroups(check)) {
        const auto sign = group.isOpen ? u"? "_s : u"– "_s;
        text.line(sign + group.reason + u": "_s + group.runs.join(u", "_s), 2, group.isOpen ? u"33"_s : u"2"_s);
    }
    text.heading(Words::tr("What was played"));
    for (const auto &part : check.parts)
        text.line(partText(part), 2);
    return text.take() + u"  "_s + Words::tr("all runs: %1").arg(check.folder) + u'\n';
}

int exitCodeOf(const Check &check)
{
    if (check.error)
        return exitCodeOf(*check.error);
    return fails(check) ? exitViolated : isOpen(check) ? exitNotComplete : exitYes;
}

} // namespace lockscope
