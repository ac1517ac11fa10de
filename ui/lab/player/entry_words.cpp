// SPDX-License-Identifier: MIT
#include "ui/lab/player/entry_words.h"

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
    const bool isOurs = text.starts_with("the ") || text.starts_with("a request of ") || text.starts_with("a reply to ")
                        || text.starts_with("an ") || text.starts_with("server "); // else a name
    return isOurs ? sentence : QString::fromStdString(text.substr(0, 1)) + sentence.mid(1);
}

} // namespace lockscope
