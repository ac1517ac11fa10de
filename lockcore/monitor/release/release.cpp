// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/release.h"

#include "lockcore/monitor/model/words.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr Words<ReleaseAction, 3> actions = {{
    {ReleaseAction::Release, "release"},
    {ReleaseAction::GiveLease, "give-lease"},
    {ReleaseAction::DropDeadHead, "drop-dead-head"},
}};

constexpr Words<ReleaseOutcome, 6> outcomes = {{
    {ReleaseOutcome::Released, "released"},
    {ReleaseOutcome::ReleasedUntold, "released-untold"},
    {ReleaseOutcome::Changed, "changed"},
    {ReleaseOutcome::NotThere, "not-there"},
    {ReleaseOutcome::NotPermitted, "not-permitted"},
    {ReleaseOutcome::Unknown, "unknown"},
}};

constexpr Words<Aftermath, 4> aftermaths = {{
    {Aftermath::StillFree, "still-free"},
    {Aftermath::NewOwner, "new-owner"},
    {Aftermath::Resurrected, "resurrected"},
    {Aftermath::NotWatched, "not-watched"},
}};

bool isPlain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
           || std::string_view("_-+./:@%={}[],*|").find(c) != std::string_view::npos;
}

// redis-cli reads "…" with \n \r \t \\ \" and \xNN; everything that is not printable ASCII is written as one of these.
std::string quoted(const Bytes &word)
{
    if (!word.empty() && std::all_of(word.begin(), word.end(), isPlain))
        return word;
    std::string text = "\"";
    for (const char c : word) {
        if (c == '\n')
            text += "\\n";
        else if (c == '"' || c == '\\')
            text += std::string("\\") + c;
        else if (c < 0x20 || c > 0x7e)
            text += "\\x" + toHex(std::string_view(&c, 1));
        else
            text += c;
    }
    return text + '"';
}

} // namespace

std::string_view toString(ReleaseAction action) { return wordOf(actions, action); }

std::string_view toString(ReleaseOutcome outcome) { return wordOf(outcomes, outcome); }

std::string_view toString(Aftermath aftermath) { return wordOf(aftermaths, aftermath); }

std::string redisCliLine(std::span<const Bytes> words)
{
    std::string line;
    for (const auto &word : words)
        line += (line.empty() ? "" : " ") + quoted(word);
    return line;
}

std::vector<Bytes> ReleasePlan::command(bool dry) const
{
    std::vector<Bytes> words = {"EVAL", dry ? dryScript : script, std::to_string(keys.size())};
    words.insert(words.end(), keys.begin(), keys.end());
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
}

Milliseconds watchTime(const ReleasePlanInput &order)
{
    constexpr Milliseconds least{1'000};
    constexpr Milliseconds most{20'000};
    constexpr int renewalsPerLease = 3; // most libraries renew after a third of the lease
    const auto lease = order.match.usualLease ? order.match.usualLease : order.lock.lease;
    if (order.lock.renewals.period)
        return std::clamp(*order.lock.renewals.period * 2, least, most);
    return lease ? std::clamp(*lease * 2 / renewalsPerLease, least, most) : most;
}

} // namespace lockcore
