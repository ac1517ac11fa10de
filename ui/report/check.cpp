// SPDX-License-Identifier: MIT
#include "ui/report/check.h"

#include "lockcore/base/duration.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

namespace {

std::string proofLine(const CheckProof &proof)
{
    auto text = proof.run + ": " + proof.sentence;
    for (const auto number : proof.events)
        text += " #" + std::to_string(number);
    return text;
}

std::string reasonLine(const CheckReason &reason)
{
    auto text = std::string(wordOf(reason.kind));
    if (reason.isOpen)
        text += ", open";
    if (!reason.text.empty())
        text += ": " + reason.text;
    return reason.run.empty() ? text : text + " (" + reason.run + ')';
}

std::string itemLine(const CheckItem &item)
{
    auto text = item.name + ": " + std::string(wordOf(item.word));
    if (item.fails)
        text += ", fails";
    if (item.runs > 0)
        text += ", " + std::to_string(item.runs) + " runs";
    if (item.proof)
        text += "; " + proofLine(*item.proof);
    return item.reason ? text + "; " + reasonLine(*item.reason) : text;
}

std::string partLine(const CheckPart &part)
{
    auto text = std::string(wordOf(part.kind)) + ": " + std::string(wordOf(part.state)) + ' ' + std::to_string(part.done) + '/'
                + std::to_string(part.planned) + " in " + durationText(part.took);
    return part.failure.empty() ? text : text + "; " + part.failure;
}

} // namespace

const CheckPart *playingPart(const Check &check)
{
    const auto found = std::ranges::find(check.parts, CheckPart::State::Plays, &CheckPart::state);
    return found == check.parts.end() ? nullptr : &*found;
}

bool isRunning(const Check &check) { return !check.stopped && !check.error && playingPart(check); }

bool fails(const Check &check)
{
    const auto broken = [](const std::vector<CheckItem> &items) { return std::ranges::any_of(items, &CheckItem::fails); };
    return !check.mistakes.empty() || broken(check.properties) || broken(check.pitfalls);
}

bool isOpen(const Check &check)
{
    return check.stopped || std::ranges::any_of(check.gaps, [](const CheckGap &gap) { return gap.reason.isOpen; });
}

std::size_t countOf(const std::vector<CheckItem> &items, CheckWord word)
{
    return static_cast<std::size_t>(std::ranges::count(items, word, &CheckItem::word));
}

std::string toString(const Check &check)
{
    auto text = check.library + " on " + check.server + ", seed " + std::to_string(check.seed) + (check.stopped ? ", stopped\n" : "\n");
    if (check.error)
        text += "error: " + check.error->text + '\n';
    const auto add = [&](const std::string &line) { text += line + '\n'; };
    for (const auto &part : check.parts)
        add(partLine(part));
    for (const auto &mistake : check.mistakes)
        add("mistake: " + proofLine(mistake));
    for (const auto *items : {&check.properties, &check.pitfalls}) {
        for (const auto &item : *items)
            add(itemLine(item));
    }
    for (const auto &gap : check.gaps)
        add("gap: " + gap.run + ": " + reasonLine(gap.reason));
    return text;
}

} // namespace lockscope
