// SPDX-License-Identifier: MIT
#include "lockcore/judge/verdict.h"

namespace lockcore {

std::string toString(const Verdict &verdict)
{
    auto text = std::string(wordOf(verdict.property)) + ": ";
    text += wordOf(verdict.outcome);
    text += std::string(" (") += wordOf(verdict.importance);
    if (verdict.cause != Cause::None)
        text += std::string(", ") += wordOf(verdict.cause);
    text += ')';
    if (!verdict.sentence.empty())
        text += ": " + verdict.sentence;
    if (!verdict.pitfall.empty())
        text += ", " + verdict.pitfall;
    for (const auto number : verdict.events)
        text += " #" + std::to_string(number);
    if (verdict.more > 0)
        text += " and " + std::to_string(verdict.more) + " more";
    return verdict.note.empty() ? text : text + "; " + verdict.note;
}

} // namespace lockcore
