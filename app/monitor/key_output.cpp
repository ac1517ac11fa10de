// SPDX-License-Identifier: MIT
#include "app/monitor/key_output.h"

#include "app/command/exit_codes.h"
#include "ui/export/key_json.h"
#include "ui/words/error_sentence.h"
#include "ui/words/key_words.h"
#include "ui/words/shown_text.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using What = lockcore::KeyFinding::What;

namespace {

constexpr int keyValueColumn = 14;

bool neverConnected(const lockcore::KeyFinding &finding) { return finding.what == What::Unread && finding.at == lockcore::ServerTime{}; }

} // namespace

CommandOutput keyOutput(const lockcore::KeyFinding &finding, const Options &options, const TextStyle &style)
{
    CommandOutput output;
    if (neverConnected(finding)) {
        const auto sentence = errorSentence(finding.error.value_or(lockcore::Error{}), options.endpoint, options.timeout);
        return {{}, u"lockscope: %1\n"_s.arg(sentence).toUtf8(), exitNoConnection};
    }
    output.exitCode = finding.what == What::Missing ? exitNotThere : finding.what == What::Unread ? exitNotComplete : exitYes;
    if (options.json) {
        output.out = keyAsJson(finding);
        return output;
    }
    auto text = shownText(finding.lock.id.key) + u'\n' + keyHeadline(finding) + u'\n';
    for (const auto &[label, value] : keyFacts(finding, options.endpoint, options.timeout))
        text += padded(u"  "_s + label, keyValueColumn) + fitted(value, style.width, keyValueColumn) + u'\n';
    output.out = text.toUtf8();
    return output;
}

} // namespace lockscope
