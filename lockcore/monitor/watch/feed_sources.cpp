// SPDX-License-Identifier: MIT
// How a Feed learns of changes: CLIENT TRACKING, keyspace events, or not at all (polling).
#include "lockcore/monitor/watch/feed.h"

#include "lockcore/monitor/reading/refusal.h"
#include "lockcore/monitor/watch/message_bound.h"

#include <algorithm>
#include <array>

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr std::string_view invalidation = "__redis__:invalidate";

bool hasAll(std::string_view flags, std::string_view wanted)
{
    return std::ranges::all_of(wanted, [&](char flag) { return flags.find(flag) != flags.npos; });
}

// One command may send two events in a row: SET with a time sends `set` and `expire`, HDEL of the last field sends `hdel` and `del`.
// Scripts behave alike: they write and then set a time, or remove a part and then delete. But a client that writes, renames or persists a
// key, and then deletes it, has changed it twice.
bool isSecondHalf(std::string_view event, std::string_view before)
{
    constexpr std::array removals = {"hdel", "hincrby", "zrem",  "zremrangebyscore", "zremrangebyrank", "srem", "spop", "lpop",
                                     "rpop", "lrem",    "ltrim", "incrby",           "decrby"};
    constexpr std::array additions = {"set", "setrange", "append", "hset", "zadd", "zincr", "sadd", "lpush", "rpush"};
    const auto isOneOf = [&](const auto &names) { return std::ranges::find(names, before) != names.end(); };
    return (event == "del" && isOneOf(removals)) || (event == "expire" && (isOneOf(removals) || isOneOf(additions)));
}

} // namespace

// One command per name, because an ACL may refuse any of them.
Task<Result<void>> Feed::subscribe(std::string_view verb, std::vector<std::string> names)
{
    Batch batch;
    for (const auto &name : names)
        batch.add({verb, name});
    const auto replies = co_await m_links.subscription().send(std::move(batch));
    if (!replies)
        co_return replies.error();
    for (const auto &reply : *replies) {
        if (reply.isError())
            co_return reply.toError();
    }
    co_return Result<void>();
}

// The subscription is ready before tracking begins, so no message is lost.
Task<Result<void>> Feed::startTracking(bool allNames)
{
    const auto id = m_links.subscription().clientId();
    if (!id)
        co_return Error{ErrorKind::Server, "CLIENT ID is unknown or not permitted", "NOPERM"};
    std::vector<std::string> channel(1, std::string(invalidation));
    if (const auto heard = co_await subscribe("SUBSCRIBE", std::move(channel)); !heard)
        co_return heard.error();
    co_return co_await track(allNames);
}

// Broadcasts all names, or tracks each key that is read and broadcasts some prefixes. Both together would cost the server more than the
// looks.
Task<Result<void>> Feed::track(bool allNames)
{
    m_watchList.setHears(WatchList::Hears::First); // valid until the server confirms the new mode
    if (!allNames) {
        if (const auto tracked = co_await trackWhatIsRead(true); !tracked)
            co_return tracked.error();
        m_watchList.touchAll(); // the server does not track keys that were read before
        wake();
    }
    if (const auto broadcast = co_await trackBroadcast(allNames); !broadcast)
        co_return broadcast.error();
    if (allNames) {
        if (const auto untracked = co_await trackWhatIsRead(false); !untracked)
            co_return untracked.error();
        m_watchList.setHears(WatchList::Hears::Turns);
    }
    co_return Result<void>();
}

Task<Result<void>> Feed::trackWhatIsRead(bool on)
{
    Batch batch;
    if (on)
        batch.add({"CLIENT", "TRACKING", "ON", "REDIRECT", subscriber()});
    else
        batch.add({"CLIENT", "TRACKING", "OFF"});
    const auto replies = co_await m_links.watched().send(std::move(batch));
    if (!replies)
        co_return replies.error();
    if (replies->front().isError())
        co_return replies->front().toError();
    m_tracksReads = on;
    co_return Result<void>();
}

// After a reconnection the server has forgotten which keys were read.
Task<void> Feed::trackAgain()
{
    const auto tracked = co_await trackWhatIsRead(true);
    if (!tracked) {
        m_links.giveUp(tracked.error());
        co_return;
    }
    m_watchList.touchAll();
    wake();
}

std::string Feed::subscriber() const { return std::to_string(m_links.subscription().clientId().value_or(0)); }

Task<Result<void>> Feed::trackBroadcast(bool allNames)
{
    auto prefixes = allNames ? std::vector<std::string>() : Classifier::broadcastPrefixes();
    Args command = {"CLIENT", "TRACKING", "ON", "REDIRECT", subscriber(), "BCAST"};
    for (const auto &prefix : prefixes) {
        command.push_back("PREFIX");
        command.push_back(prefix);
    }
    Batch batch;
    batch.add({"CLIENT", "TRACKING", "OFF"}).add(command);
    const auto replies = co_await m_links.broadcast().send(std::move(batch));
    if (!replies)
        co_return replies.error();
    if (replies->back().isError())
        co_return replies->back().toError();
    m_state.source = MonitorState::Feed::Tracking;
    m_state.allNames = allNames;
    m_state.prefixes = std::move(prefixes);
    co_return Result<void>();
}

Task<Result<void>> Feed::startFallback(std::string reason)
{
    m_watchList.setHears(WatchList::Hears::Changes);
    const auto setting = co_await readSetting(m_links.sweep(), "notify-keyspace-events");
    if (!setting)
        co_return setting.error();
    const auto flags = setting->value_or("");
    const bool rich = hasAll(flags, "A") || hasAll(flags, "g$hzx");
    const bool byEvent = hasAll(flags, "E");
    if (rich && (byEvent || hasAll(flags, "K"))) {
        m_keyspacePrefix = (byEvent ? "__keyevent@" : "__keyspace@") + std::to_string(m_links.sweep().endpoint().db) + "__:";
        std::vector<std::string> pattern(1, m_keyspacePrefix + "*");
        const auto heard = co_await subscribe("PSUBSCRIBE", std::move(pattern));
        if (heard) {
            m_state.source = MonitorState::Feed::KeyspaceEvents;
            m_state.reason = std::move(reason);
            m_state.allNames = true;
            co_return Result<void>();
        }
        if (heard.error().kind != ErrorKind::Server)
            co_return heard.error();
    }
    m_state.source = MonitorState::Feed::Polling;
    m_state.reason = std::move(reason);
    m_state.allNames = false;
    m_state.pollInterval = 1s;
    co_return Result<void>();
}

// It is expensive to hear every write of every client, so all names are heard only while messages are few. If the server's table of tracked
// keys is full, it forgets one for each key that is read, and sends a message for it. Then needless reads are done less often.
Task<void> Feed::rateLoop()
{
    constexpr auto step = 1s;
    constexpr std::int64_t calmAgain = quietRate * 3 / 4;
    constexpr std::int64_t manyAlarms = 500;
    constexpr int stepsBetweenChecks = 5;
    int busySteps = 0;
    int stepsSinceCheck = 0;
    std::int64_t heardSinceCheck = 0;
    std::optional<std::int64_t> boundBefore;
    for (int n = 1;; ++n) {
        co_await m_clock.after(step);
        const auto heard = std::exchange(m_namesHeard, 0);
        const auto alarms = std::exchange(m_alarms, 0);
        const auto changes = std::exchange(m_changes, 0);
        m_state.readsInVain = alarms >= manyAlarms && changes * 5 < alarms;
        busySteps = heard > quietRate ? busySteps + 1 : 0;
        heardSinceCheck += heard;
        ++stepsSinceCheck;
        if (m_state.allNames && busySteps >= 2) {
            if (const auto narrowed = co_await hearAllNames(false); !narrowed) {
                m_links.giveUp(narrowed.error());
                co_return;
            }
            boundBefore.reset();
        }
        const bool isFirst = n <= 2; // few prefixes at first: the number of commands includes reads
        if (!isFirst && n % stepsBetweenChecks != 0)
            continue;
        auto messages = std::exchange(heardSinceCheck, 0);
        const auto steps = std::exchange(stepsSinceCheck, 0);
        if (m_state.allNames)
            continue;
        if (m_state.source == MonitorState::Feed::Tracking) { // with few prefixes, the feed does not hear changes of other keys
            const auto bound = co_await readMessageBound();
            const auto before = std::exchange(boundBefore, bound);
            if (!bound || !before || *bound < *before)
                continue;
            messages = *bound - *before;
        }
        if (messages / steps >= calmAgain)
            continue;
        if (const auto all = co_await hearAllNames(true); !all) {
            m_links.giveUp(all.error());
            co_return;
        }
        emit widened();
    }
}

Task<std::optional<std::int64_t>> Feed::readMessageBound()
{
    Batch batch;
    batch.add({"INFO", "stats"}).add({"INFO", "persistence"});
    const auto replies = co_await m_links.sweep().send(std::move(batch));
    if (!replies || hindrance(*replies))
        co_return std::nullopt;
    co_return messageBound(parseInfo(replies->at(0).text), parseInfo(replies->at(1).text));
}

// Keyspace events always name every key. A user that has lost the right to CLIENT TRACKING cannot switch it off, except by closing the
// connections: the next ones use a fallback.
Task<Result<void>> Feed::hearAllNames(bool all)
{
    if (m_state.source != MonitorState::Feed::Tracking) {
        m_state.allNames = all;
        co_return Result<void>();
    }
    const auto tracked = co_await track(all);
    if (!tracked && isCommandRefused(tracked.error()))
        co_return Error{ErrorKind::Transport, "tracking is no longer permitted: " + tracked.error().text, "closed"};
    co_return tracked;
}

Task<void> Feed::pollLoop()
{
    for (;;) {
        co_await m_clock.after(*m_state.pollInterval);
        if (const auto counted = co_await countRemovals(); !counted) { // the count also shows whether a replica is cut off
            m_links.giveUp(counted.error());
            co_return;
        }
        constexpr Duration waiting = 20ms; // for more messages, and for the wake-up of this loop: it costs nothing
        const auto begin = m_clock.now();
        const auto keys = m_watchList.size();
        m_watchList.touchAll();
        wake();
        while (m_watchList.anyDirty())
            co_await m_clock.after(10ms);
        // Polling takes at most a hundredth of the time, as measured here, except while a sweep adds to it.
        if (m_watchList.size() > keys + keys / 10)
            continue;
        const auto cost =
            std::chrono::duration_cast<Milliseconds>(m_clock.now() - begin - std::min<Duration>(m_clock.now() - begin, waiting));
        m_state.pollInterval = std::max<Milliseconds>(1s, cost * 100);
    }
}

void Feed::take(const Reply &message)
{
    const auto &parts = message.elements;
    if (parts[0].text == "message" && parts[1].text == invalidation) {
        takeNames(parts[2]);
        return;
    }
    if (parts.size() != 4)
        return;
    const auto &channel = parts[2].text;
    const auto &payload = parts[3].text;
    if (!m_keyspacePrefix.empty() && channel.starts_with(m_keyspacePrefix)) {
        const auto rest = channel.substr(m_keyspacePrefix.size());
        const bool byEvent = m_keyspacePrefix.starts_with("__keyevent");
        takeKeyspaceEvent(byEvent ? payload : rest, byEvent ? rest : payload);
        return;
    }
    if (const auto announcement = m_classifier.announced(channel, payload)) {
        if (m_watchList.contains(announcement->key)) {
            m_watchList.announced(announcement->key);
            wake();
        } else {
            emit announcedFor(announcement->key);
        }
    }
}

void Feed::takeKeyspaceEvent(const Bytes &key, const std::string &event)
{
    const auto before = std::exchange(m_lastKeyspaceEvent, {key, event});
    takeNames(Reply::array({Reply::bulk(key)}), isSecondHalf(event, before.first == key ? before.second : ""));
}

// A nil reply means that everything may have changed (FLUSHDB of any database).
void Feed::takeNames(const Reply &names, bool secondHalf)
{
    if (!names.isArray()) {
        m_allMayDiffer = true;
        m_watchList.touchAll();
        wake();
        return;
    }
    m_namesHeard += static_cast<std::int64_t>(names.elements.size());
    const auto by = m_serverClock.known() ? std::optional(m_serverClock.latest(m_clock.now())) : std::nullopt;
    std::vector<Bytes> unknown;
    for (const auto &name : names.elements) {
        // A change of a companion counts as a change of its lock, even if the companion is a lock itself.
        const bool itself = m_watchList.touch(name.text, by, true, secondHalf);
        const auto lock = m_classifier.lockOf(name.text);
        const bool another = lock != name.text && m_watchList.touch(lock, by, false, secondHalf);
        m_alarms += itself || another ? 1 : 0;
        if (!itself && !another)
            unknown.push_back(name.text);
    }
    wake();
    if (!unknown.empty())
        emit heard(unknown, secondHalf);
}

} // namespace lockcore
