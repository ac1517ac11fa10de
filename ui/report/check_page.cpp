// SPDX-License-Identifier: MIT
#include "ui/report/check_page.h"

#include "ui/report/check_words.h"
#include "ui/report/markup.h"
#include "ui/report/report_parts.h"
#include "ui/report/verdict_words.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

Ink itemInk(const CheckItem &item)
{
    switch (item.word) {
    case CheckWord::Broken: return item.fails ? Ink::Danger : Ink::Warning;
    case CheckWord::NoLockCan: return Ink::Warning;
    case CheckWord::NotTested: return item.reason && item.reason->isOpen ? Ink::Warning : Ink::Secondary;
    case CheckWord::Kept: return Ink::Good;
    }
    return Ink::Text;
}

Ink checkInk(const Check &check) { return check.error || fails(check) ? Ink::Danger : isOpen(check) ? Ink::Warning : Ink::Good; }

QString checkSign(const Check &check) { return check.error || fails(check) ? u"✗"_s : isOpen(check) ? u"?"_s : u"✓"_s; }

QString paragraph(const QString &shade, const QString &html) { return u"<p class=\"%1\">%2</p>\n"_s.arg(shade, html); }

QString placeHtml(const CheckProof &proof)
{
    auto text = markup(placeText(proof));
    if (!proof.folder.isEmpty())
        text += u"<br><code>%1</code>"_s.arg(markup(proof.folder));
    return paragraph(u"aside"_s, text);
}

QString headHtml(const Check &check)
{
    auto text = u"<header>\n<p class=\"eyebrow\">%1</p>\n<h1>%2</h1>\n"_s.arg(Words::tr("Lock check"), markup(checkSubject(check)));
    text += u"<p class=\"banner\" style=\"color:var(--%1);border-color:var(--%1)\">%2 %3</p>\n"_s.arg(
        nameOf(checkInk(check)), checkSign(check), markup(checkHeadline(check)));
    return text + paragraph(u"story"_s, markup(checkCounts(check))) + u"</header>\n"_s;
}

QString mistakesHtml(const Check &check)
{
    QString text;
    for (const auto &mistake : check.mistakes)
        text += paragraph(u"unexpected"_s, markup(proofText(mistake))) + placeHtml(mistake);
    return text;
}

// A card for what needs reading, a row for the rest.
QString cardHtml(const CheckItem &item)
{
    const auto left =
        u"<h3>%1</h3><p><span class=\"outcome\" style=\"color:var(--%2)\">%3 %4</span><br><span class=\"aside\">%5</span></p>"_s.arg(
            markup(capitalised(itemTitle(item))), nameOf(itemInk(item)), checkSign(item), checkWordText(item.word), answeringText(item));
    auto right = paragraph(u"sentence"_s, markup(capitalised(itemText(item))));
    if (item.proof)
        right += placeHtml(*item.proof);
    return u"<div class=\"verdict\"><div>%1</div><div>%2</div></div>\n"_s.arg(left, right);
}

QString rowHtml(const CheckItem &item)
{
    return u"<tr><th>%1</th><td style=\"color:var(--%2)\">%3&nbsp;%4</td><td>%5</td><td class=\"aside\">%6</td></tr>\n"_s.arg(
        markup(capitalised(itemTitle(item))), nameOf(itemInk(item)), checkSign(item), checkWordText(item.word), markup(itemText(item)),
        answeringText(item));
}

QString itemsHtml(const std::vector<CheckItem> &items)
{
    QString cards, rows;
    for (const auto &item : byWord(items)) {
        if (item.proof)
            cards += cardHtml(item);
        else
            rows += rowHtml(item);
    }
    return cards + (rows.isEmpty() ? rows : u"<div class=\"wide\"><table class=\"facts quiet\">\n%1</table></div>\n"_s.arg(rows));
}

QString gapsHtml(const Check &check)
{
    QString rows;
    for (const auto &group : gapGroups(check))
        rows += factRow((group.isOpen ? u"? "_s : QString()) + markup(capitalised(group.reason)), markup(group.runs.join(u", "_s)));
    return rows.isEmpty() ? rows : u"<table class=\"facts\">\n%1</table>\n"_s.arg(rows);
}

QString partsHtml(const Check &check)
{
    QString text;
    for (const auto &part : check.parts)
        text += u"<li>%1</li>\n"_s.arg(markup(capitalised(partText(part))));
    text = u"<ul>\n%1</ul>\n"_s.arg(text);
    return check.folder.isEmpty() ? text : text + paragraph(u"aside"_s, Words::tr("All runs: %1").arg(markup(check.folder)));
}

} // namespace

QByteArray checkPage(const Check &check)
{
    auto text = headHtml(check);
    text += section(Words::tr("What the worker did wrongly"), mistakesHtml(check));
    text += section(Words::tr("Properties"), itemsHtml(check.properties));
    text += section(Words::tr("Pitfalls"), itemsHtml(check.pitfalls));
    text += section(Words::tr("Runs that could not test"), gapsHtml(check));
    text += section(Words::tr("What was played"), partsHtml(check));
    text += u"<footer>%1 %2</footer>\n"_s.arg(
        Words::tr("Made by Lockscope %1.").arg(QStringLiteral(LOCKSCOPE_VERSION)),
        Words::tr("Kept means: put to the test, and not broken in these runs. It is no proof that it cannot break."));
    return pageHtml(markup(checkSubject(check)), text).toUtf8();
}

} // namespace lockscope
