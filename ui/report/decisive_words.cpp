// SPDX-License-Identifier: MIT
#include "ui/report/decisive_words.h"

#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct DecisiveWords
{
    Q_DECLARE_TR_FUNCTIONS(DecisiveWords)
};

} // namespace

QString decisiveText(const DecisiveMoment &moment)
{
    switch (moment.kind) {
    case Decisive::Protection: return u"✓ "_s + shownText(moment.text);
    case Decisive::Cause: return u"▸ "_s + DecisiveWords::tr("cause: %1").arg(shownText(moment.text));
    case Decisive::Finding: break;
    }
    return outcomeText(moment.outcome);
}

QString decisiveAddition(const History &history, const DecisiveMoment &moment)
{
    const bool saysItself = std::holds_alternative<entry::Accessed>(history.entries.at(moment.number - 1).what);
    return moment.kind == Decisive::Finding || (moment.kind == Decisive::Protection && saysItself) ? QString() : decisiveText(moment);
}

} // namespace lockscope
