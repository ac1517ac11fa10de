// SPDX-License-Identifier: MIT
// A Finding as text, one fact a line, so that a failed comparison shows where the two differ.
#pragma once

#include "lockcore/monitor/model/format.h"

#include <QByteArray>

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

inline QByteArray textOf(const std::optional<Finding> &finding)
{
    if (!finding)
        return "nothing\n";
    std::string out = finding->library + " / ";
    out += toString(finding->kind);
    out += " / " + finding->variant + " / " + std::to_string(finding->confidence) + '\n';
    for (const auto &why : finding->why)
        out += "why " + why + '\n';
    for (const auto &holder : finding->holders)
        appendHolder(out, holder);
    if (finding->byScriptsAlone)
        out += "by its scripts alone\n";
    if (finding->byShortTtl)
        out += "by its short TTL\n";
    if (finding->lastWriterSetsDeadline)
        out += "the last writer sets the deadline\n";
    if (finding->datesHoldings)
        out += "it dates its holdings\n";
    if (finding->scores)
        out += finding->scores == Scores::Times ? "scores are times\n" : "scores are deadlines\n";
    if (finding->mayBeOver)
        out += "it may be over\n";
    if (finding->wakesByPop)
        out += "it wakes the next one by a pop\n";
    if (!finding->rewriter.empty())
        out += "rewritten by " + escaped(finding->rewriter) + '\n';
    if (finding->moreHolders > 0)
        out += "more holders " + std::to_string(finding->moreHolders) + '\n';
    out += "scope " + std::to_string(static_cast<int>(finding->ownerScope)) + ", lease rule "
           + std::to_string(static_cast<int>(finding->leaseRule));
    if (finding->usualLease)
        out += ", usually " + std::to_string(finding->usualLease->count()) + " ms";
    if (finding->lapses)
        out += ", lapses " + std::to_string(finding->lapses->time_since_epoch().count());
    out += "\nwaiters " + std::to_string(static_cast<int>(finding->waiters.knowledge)) + ' ' + std::to_string(finding->waiters.count)
           + (finding->waiters.asOf ? " dated " : " ") + finding->waiters.why;
    for (const auto &id : finding->waiters.ids)
        out += ' ' + escaped(id);
    for (const auto &channel : finding->waitChannels)
        out += "\nchannel " + escaped(channel);
    for (const auto &[key, role, summary, mustStay] : finding->companions)
        out += "\ncompanion " + escaped(key) + " / " + role + " / " + summary + (mustStay ? " / stays" : "");
    return QByteArray::fromStdString(out + '\n');
}

} // namespace lockcore::test
