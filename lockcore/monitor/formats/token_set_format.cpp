// SPDX-License-Identifier: MIT
// A semaphore that people write by hand: a sorted set of UUIDs under a lock word, scored with the times at which they were taken or lapse, in
// seconds or milliseconds. No library is named.
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

#include <algorithm>

namespace lockcore::token_set_format {

namespace {

constexpr std::string_view library = "unknown";

// `<uuid4>`, perhaps with a number or a text behind it, or the same without dashes.
bool isToken(std::string_view member)
{
    constexpr std::size_t uuidLength = 36;
    constexpr std::size_t longest = 128;
    if (grammar::isHex(member, 32))
        return true;
    const auto rest = member.size() > uuidLength ? member.substr(uuidLength) : std::string_view();
    return grammar::isUuid4(member.substr(0, uuidLength)) && member.size() <= longest
           && (rest.empty() || std::string_view(":_-@#|").find(rest.front()) != std::string_view::npos);
}

std::optional<ServerTime> timeIn(std::string_view score, ServerTime now)
{
    for (const auto read : {grammar::timeFromMilliseconds, grammar::timeFromSeconds}) {
        const auto time = read(score);
        if (time && *time > now - std::chrono::days(366) && *time < now + std::chrono::days(366))
            return time;
    }
    return std::nullopt;
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    if (!hasLockWord(look.id.key) || look.value.elements.empty())
        return std::nullopt;
    std::vector<std::pair<Bytes, ServerTime>> tokens;
    for (const auto &[member, score] : look.value.elements) {
        const auto time = timeIn(score, look.at);
        if (!isToken(member) || !time)
            return std::nullopt;
        tokens.emplace_back(member, *time);
    }
    // A time that is yet to come is a deadline, and then they all are.
    const bool lapse = std::ranges::any_of(tokens, [&](const auto &token) { return token.second > look.at; });
    Finding finding;
    finding.library = library;
    finding.kind = LockKind::Semaphore;
    finding.variant = lapse ? "tokens and deadlines" : "tokens and times";
    finding.confidence = 2;
    finding.why = {lapse ? "a sorted set of UUIDs, scored with times of which some are yet to come: they are deadlines"
                         : "a sorted set of UUIDs, scored with times that have passed",
                   "the name says that it is a lock"};
    for (const auto &[token, time] : tokens) {
        if (lapse && time <= look.at)
            continue;
        Holder holder;
        holder.owner = token;
        if (lapse)
            holder.deadline = time;
        else
            holder.facts = {{"taken or refreshed", isoTime(time)}};
        finding.holders.push_back(std::move(holder));
    }
    finding.ownerScope = OwnerScope::Unknown;
    finding.waiters = stringlock::clientsPoll();
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"tokens and deadlines", "tokens and times"},
    .types = {ValueType::Zset},
    .rank = -5,
    .classify = classify,
};

} // namespace lockcore::token_set_format
