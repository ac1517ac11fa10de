// SPDX-License-Identifier: MIT
#include "ui/lab/entry_words.h"

#include "lockcore/report/entry_sentence.h"
#include "ui/words/shown_text.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

QString entryText(const lockcore::History &history, std::uint64_t number)
{
    const auto text = lockcore::sentenceOf(history, number);
    if (text.empty())
        return {};
    const auto sentence = asSentence(text);
    const auto who = lockcore::workerIn(history.entries.at(number - 1));
    const bool isName = who && text.starts_with(lockcore::toString(*who)); // `w1` is not `W1`
    return isName ? QString::fromStdString(text.substr(0, 1)) + sentence.mid(1) : sentence;
}

} // namespace lockscope
