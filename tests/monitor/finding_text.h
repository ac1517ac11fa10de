// SPDX-License-Identifier: MIT
// A LockMatch as text, one fact a line, so that a failed comparison shows where the two differ.
#pragma once

#include "lockcore/monitor/model/format.h"
#include "support/example_expectation.h"

#include <QByteArray>

#include <algorithm>

namespace lockcore::test {

inline void appendHolder(std::string &out, const Holder &holder)
{
    out += "holder " + escaped(holder.owner) + " x" + std::to_string(holder.count) + ' ';
    out += toString(holder.mode);
    if (holder.deadline)
        out += " until " + std::to_string(holder.deadline->time_since_epoch().count());
    for (const auto &[label, text] : holder.facts)
        out += " [" + label + ": " + text + ']';
    out += '\n';
}

template <class Value>
std::string wordOf(const std::map<std::string, Value> &words, Value value)
{
    return std::ranges::find(words, value, [](const auto &word) { return word.second; })->first;
}

inline QByteArray textOf(const std::optional<LockMatch> &match)
{
    if (!match)
        return "nothing\n";
    std::string out = match->library + " / ";
    out += toString(match->kind);
    out += " / " + match->variant + " / " + std::to_string(match->confidence) + '\n';
    for (const auto &why : match->why)
        out += "why " + why + '\n';
    for (const auto &holder : match->holders)
        appendHolder(out, holder);
    if (match->byScriptsAlone)
        out += "by its scripts alone\n";
    if (match->lastWriterSetsDeadline)
        out += "the last writer sets the deadline\n";
    if (match->datesHoldings)
        out += "it dates its holdings\n";
    if (match->scores)
        out += match->scores == Scores::Times ? "scores are times\n" : "scores are deadlines\n";
    if (match->wakesByPop)
        out += "it wakes the next one by a pop\n";
    if (!match->rewriter.empty())
        out += "rewritten by " + escaped(match->rewriter) + '\n';
    if (match->moreHolders > 0)
        out += "more holders " + std::to_string(match->moreHolders) + '\n';
    out += "owner " + wordOf(ownerWords(), match->ownerScope) + "\nttl-set " + wordOf(leaseWords(), match->leaseRule);
    if (match->usualLease)
        out += "\nusual-lease " + std::to_string(match->usualLease->count()) + "ms";
    if (match->lapses)
        out += "\nlapses " + std::to_string(match->lapses->time_since_epoch().count());
    out += "\nwaiters " + std::to_string(static_cast<int>(match->waiters.knowledge)) + ' ' + std::to_string(match->waiters.count)
           + (match->waiters.asOf ? " dated " : " ") + match->waiters.why;
    for (const auto &id : match->waiters.ids)
        out += ' ' + escaped(id);
    for (const auto &channel : match->waitChannels)
        out += "\nchannel " + escaped(channel);
    for (const auto &[key, role, summary, mustStay] : match->companions)
        out += "\ncompanion " + escaped(key) + " / " + role + " / " + summary + (mustStay ? " / stays" : "");
    return QByteArray::fromStdString(out + '\n');
}

} // namespace lockcore::test
