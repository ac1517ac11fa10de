// SPDX-License-Identifier: MIT
#include "bench/event_explainer.h"

#include <algorithm>

namespace lockcore::bench {

namespace {

// The entries that a change leaves in the log, in this order.
std::vector<std::string> entriesOf(ChangeKind kind)
{
    switch (kind) {
    case ChangeKind::Acquire: return {"hset", "expire"};
    case ChangeKind::Renew: return {"expire"};
    case ChangeKind::Reenter:
    case ChangeKind::PartlyRelease: return {"hincrby", "expire"};
    case ChangeKind::Release: return {"del", "announced"};
    case ChangeKind::Delete: return {"del"};
    }
    return {};
}

std::int64_t countAfter(ChangeKind kind, std::int64_t before)
{
    switch (kind) {
    case ChangeKind::Acquire: return 1;
    case ChangeKind::Renew: return before;
    case ChangeKind::Reenter: return before + 1;
    case ChangeKind::PartlyRelease: return before - 1;
    case ChangeKind::Release:
    case ChangeKind::Delete: break;
    }
    return 0;
}

} // namespace

EventExplainer::EventExplainer(const KeyspaceLog::ByKey &log, const std::vector<Change> &journal, const RedissonLocks &locks)
{
    std::vector<std::vector<const Change *>> byLock(locks.all().size());
    for (const auto &change : journal)
        byLock[change.lock].push_back(&change);
    for (std::size_t i = 0; i < byLock.size(); ++i) {
        const auto &key = locks.all()[i].key;
        const auto entries = log.find(key);
        join(key, entries == log.end() ? std::vector<LogEntry>() : entries->second, byLock[i]);
    }
}

void EventExplainer::join(const std::string &key, const std::vector<LogEntry> &entries, const std::vector<const Change *> &changes)
{
    auto &states = m_states[key];
    states.push_back({}); // free from the beginning
    auto entry = entries.begin();
    for (const auto *change : changes) {
        const auto wanted = entriesOf(change->kind);
        if (entries.end() - entry < static_cast<std::ptrdiff_t>(wanted.size())
            || !std::equal(wanted.begin(), wanted.end(), entry, [](const auto &word, const auto &e) { return word == e.what; })) {
            ++m_misfits;
            return;
        }
        State state{entry->from, entry->until, change->kind, change->owner, countAfter(change->kind, states.back().count)};
        states.push_back(std::move(state));
        entry += static_cast<std::ptrdiff_t>(wanted.size());
    }
    m_misfits += entries.end() - entry;
}

bool EventExplainer::possibleAt(const States &states, std::size_t i, ServerTime time)
{
    return states[i].from <= time && (i + 1 == states.size() || states[i + 1].until >= time);
}

bool EventExplainer::fits(const LockEvent &event, const States &states, std::size_t first, std::size_t last)
{
    const auto &was = states[first];
    const auto &is = states[last];
    const auto happened = [&](ChangeKind kind) {
        return std::any_of(states.begin() + static_cast<std::ptrdiff_t>(first) + 1, states.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                           [kind](const State &state) { return state.by == kind; });
    };
    const bool nowAsTold = is.count > 0 && is.owner == event.owner && is.count == event.count;
    const bool ended = was.count > 0 && was.owner == event.owner;
    const bool same = nowAsTold && was.count > 0 && was.owner == is.owner && last > first;
    switch (event.type) {
    case EventType::Seen: return nowAsTold;
    case EventType::Acquired: return nowAsTold && happened(ChangeKind::Acquire);
    case EventType::TakenOver: return nowAsTold && was.count > 0 && was.owner != is.owner;
    case EventType::Released: return ended && happened(ChangeKind::Release);
    case EventType::Ended: return ended && (happened(ChangeKind::Release) || happened(ChangeKind::Delete));
    case EventType::DeletedEarly: return ended && happened(ChangeKind::Delete) && !happened(ChangeKind::Release);
    case EventType::Renewed: return same;
    case EventType::Reentered: return same && is.count > was.count;
    case EventType::PartlyReleased: return same && is.count < was.count;
    default: return false; // in this benchmark no lease ends, becomes shorter or is removed, and no release is forced
    }
}

bool EventExplainer::explains(const LockEvent &event) const
{
    const auto found = m_states.find(event.id.key);
    if (found == m_states.end())
        return false;
    const auto &states = found->second;
    for (std::size_t last = 0; last < states.size(); ++last) {
        if (!possibleAt(states, last, event.time))
            continue;
        for (std::size_t first = 0; first <= last; ++first) {
            const bool possible = !event.notBefore || possibleAt(states, first, *event.notBefore);
            if (possible && fits(event, states, first, last))
                return true;
        }
    }
    return false;
}

std::string EventExplainer::story(const LockEvent &event) const
{
    const auto us = [&](ServerTime time) { return std::to_string((time - event.time).count()); };
    auto text = toString(event) + (event.notBefore ? "\n  not before " + us(*event.notBefore) + " us" : "");
    const auto found = m_states.find(event.id.key);
    if (found == m_states.end())
        return text + "\n  not in the log";
    for (const auto &state : found->second) {
        if (state.from > event.time - std::chrono::seconds(2) && state.from < event.time + std::chrono::seconds(1))
            text += "\n  change " + std::to_string(static_cast<int>(state.by)) + " between " + us(state.from) + " and " + us(state.until)
                    + " us: " + state.owner + " x" + std::to_string(state.count);
    }
    return text;
}

} // namespace lockcore::bench
