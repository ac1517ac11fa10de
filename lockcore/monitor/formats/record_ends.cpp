// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/record_ends.h"

#include "lockcore/base/iso_time.h"
#include "lockcore/base/time_text.h"
#include "lockcore/monitor/formats/grammar.h"

#include <algorithm>

namespace lockcore::record {

namespace {

// Of when it was locked, as seen from its end.
enum class Order { Before, Unknown, Since };

Order orderOf(ServerTime locked, ServerTime ended)
{
    // Whoever writes whole seconds has cut off the rest.
    const auto second = [](ServerTime time) { return std::chrono::floor<std::chrono::seconds>(time); };
    const bool whole = second(locked) == locked || second(ended) == ended;
    if (locked == ended || (whole && second(locked) == second(ended)))
        return Order::Unknown;
    return locked > ended ? Order::Since : Order::Before;
}

// Two texts without a zone: of the same form and with the year first, the later one is greater.
Order orderOf(std::string_view locked, std::string_view ended)
{
    const auto digit = [](char c) { return c >= '0' && c <= '9' ? '0' : c; };
    const auto size = std::min(locked.size(), ended.size());
    const bool comparable = locked.starts_with("20") && std::ranges::equal(locked.substr(0, size), ended.substr(0, size), {}, digit, digit);
    if (!comparable || locked == ended)
        return Order::Unknown;
    return locked > ended ? Order::Since : Order::Before;
}

// A time, when it was locked; or a deadline, for which it may be locked again for some time to come.
Order orderOf(const JsonMember &member, const JsonMember &end, ServerTime now)
{
    const auto time = timeOf(member, now);
    if (isDeadline(member.name))
        return isLastRun(end.name) && time && *time > now ? Order::Since : Order::Before;
    if (!(isTime(member.name) || isPlainTime(member.name)) || !saysWhen(member, now))
        return Order::Before;
    const auto ended = timeOf(end, now);
    if (time && ended)
        return orderOf(*time, *ended);
    return time || ended ? Order::Unknown : orderOf(member.text, end.text);
}

// Work may be done, and a record with a TTL keeps others out all the same.
bool isOnlyDone(const JsonMember &member, const KeySnapshot &look) { return look.deadline && (isLastRun(member.name) || isOver(member)); }

// As PHP, Jackson, .NET and MongoDB write times in JSON.
bool mayBeTime(std::string_view text) { return text.starts_with('{') || text.starts_with("[2") || text.starts_with("/Date("); }

bool isSaid(const JsonMember &end, ServerTime now)
{
    if (isOver(end))
        return true;
    if (!isEnd(end.name))
        return false;
    return (isFlag(end.text) && !isLastRun(end.name)) || saysWhen(end, now) || mayBeTime(end.text);
}

bool isAhead(const JsonMember &end, ServerTime now, Microseconds by)
{
    const auto time = timeOf(end, now);
    return time && *time > now + by;
}

// By a clock that is ahead, or is it yet to be?
bool isPlanned(const JsonMember &end, ServerTime now) { return isAhead(end, now, std::chrono::minutes(1)); }

GivenUp givenUpBy(const JsonMember &end, const Members &members, const KeySnapshot &look)
{
    const auto most = isOnlyDone(end, look) ? GivenUp::Done : GivenUp::Yes;
    if (!isSaid(end, look.at) || isPlanned(end, look.at))
        return GivenUp::No;
    if (isOver(end) || isFlag(end.text))
        return most;
    auto latest = isToCome(end, look.at) ? Order::Unknown : Order::Before;
    for (const auto &member : members)
        latest = std::max(latest, orderOf(member, end, look.at));
    return latest == Order::Since ? GivenUp::No : std::min(most, latest == Order::Unknown ? GivenUp::Perhaps : GivenUp::Yes);
}

} // namespace

std::optional<ServerTime> timeOf(const JsonMember &member, ServerTime now)
{
    constexpr ServerTime redisIsThere = std::chrono::sys_days(std::chrono::year(2009) / 1 / 1);
    if (const auto number = grammar::plausibleTime(member.text, now))
        return number;
    const auto time = timeFromIso(member.text);
    return time && *time >= redisIsThere && *time < now + std::chrono::years(100) ? time : std::nullopt;
}

bool saysWhen(const JsonMember &member, ServerTime now)
{
    return timeOf(member, now) || isTimeText(member.text) || grammar::isTimeInDigits(member.text, now);
}

bool isToCome(const JsonMember &end, ServerTime now) { return isAhead(end, now, std::chrono::seconds(1)); } // clocks differ a little

bool saysEnd(const JsonMember &member, const KeySnapshot &look)
{
    return isSaid(member, look.at) && !isOnlyDone(member, look) && !isPlanned(member, look.at);
}

End endOf(const Members &members, const KeySnapshot &look)
{
    End end;
    for (const auto &member : members) {
        const auto givenUp = givenUpBy(member, members, look);
        if (givenUp > end.givenUp)
            end = {givenUp, &member};
    }
    return end;
}

} // namespace lockcore::record
