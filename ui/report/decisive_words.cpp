// SPDX-License-Identifier: MIT
#include "ui/report/decisive_words.h"

#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

QString decisiveText(const DecisiveMoment &moment)
{
    switch (moment.kind) {
    case Decisive::Protection: return u"✓ "_s + shownText(moment.text);
    case Decisive::Cause: return u"▸ "_s + Words::tr("cause: %1").arg(shownText(moment.text));
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
