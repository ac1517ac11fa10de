// SPDX-License-Identifier: MIT
#include "support/recorded_table.h"

#include <algorithm>
#include <utility>

namespace lockcore::test {

RecordedTable::RecordedTable(const Classifier &classifier, const RecordingHead &head, Sink sink)
    : LockTable(classifier)
    , m_classifier(classifier)
    , m_words(head)
    , m_sink(std::move(sink))
{
    begin(head.line());
    end();
}

RecordedTable::~RecordedTable()
{
    RecordedTable::takeChanged();
    RecordedTable::takeGone();
}

void RecordedTable::setFingerprints(SharedNames libraries)
{
    begin("scripts " + RecordingWords::names(libraries));
    LockTable::setFingerprints(std::move(libraries));
    end();
}

void RecordedTable::setChannels(SharedNames channels)
{
    begin("channels " + RecordingWords::names(channels));
    LockTable::setChannels(std::move(channels));
    end();
}

std::vector<LockEvent> RecordedTable::apply(KeySnapshot look, const ObservationInterval &observed, std::optional<Classified> classified)
{
    RecordedLook recorded{look, observed, {}};
    if (classified) {
        const auto &around = recorded.found.emplace(classified->surroundings);
        recorded.otherScripts = !around.fingerprints.isShared(surroundings().fingerprints);
        recorded.otherChannels = !around.channels.isShared(surroundings().channels);
    }
    begin("look " + m_words.look(recorded));
    addAsked(look);
    auto events = LockTable::apply(std::move(look), observed, std::move(classified));
    for (const auto &event : events)
        addEvent(event, recorded.look.id, recorded.look.at);
    addLock(recorded.look.id);
    end();
    return events;
}

void RecordedTable::releasedByUs(const LockId &id, ServerTime at, std::vector<Bytes> owners)
{
    std::string words;
    for (const auto &owner : owners)
        words += ' ' + RecordingWords::word(owner);
    begin("released-by-us " + RecordingWords::word(id.key) + ' ' + m_words.time(at) + words);
    LockTable::releasedByUs(id, at, std::move(owners));
    end();
}

void RecordedTable::serverRestarted()
{
    begin("restarted");
    LockTable::serverRestarted();
    end();
}

void RecordedTable::failedOver()
{
    begin("failed-over");
    LockTable::failedOver();
    end();
}

void RecordedTable::dataExchanged()
{
    begin("exchanged");
    LockTable::dataExchanged();
    end();
}

void RecordedTable::clockJumped(Microseconds by)
{
    begin("jumped " + std::to_string(by.count()));
    LockTable::clockJumped(by);
    end();
}

void RecordedTable::connectionLost()
{
    begin("cut");
    LockTable::connectionLost();
    end();
}

void RecordedTable::setWaiters(const LockId &id, Waiters waiters)
{
    begin("waiters " + RecordingWords::word(id.key) + ' ' + m_words.waiters(waiters));
    LockTable::setWaiters(id, std::move(waiters));
    addLock(id);
    end();
}

void RecordedTable::tick(ServerTime now)
{
    begin("tick " + m_words.time(now));
    LockTable::tick(now);
    end();
}

std::optional<LockEvent> RecordedTable::loseSight(const LockId &id, ServerTime at, std::string_view why)
{
    begin("lost " + RecordingWords::word(id.key) + ' ' + m_words.time(at) + ' ' + RecordingWords::word(why));
    auto event = LockTable::loseSight(id, at, why);
    if (event)
        addEvent(*event, id, at);
    addLock(id);
    end();
    return event;
}

void RecordedTable::prune(const Keep &keep)
{
    std::string words;
    LockTable::prune([&](const LockId &id) {
        const bool keeps = keep(id);
        words += keeps ? std::string() : ' ' + RecordingWords::word(id.key);
        return keeps;
    });
    begin("prune" + words);
    end();
}

std::vector<LockEvent> RecordedTable::takeAlarms()
{
    auto events = LockTable::takeAlarms();
    begin({});
    for (const auto &event : events)
        addEvent(event, event.id, event.time);
    m_alarms += m_lines.substr(1);
    return events;
}

std::vector<LockInfo> RecordedTable::takeChanged()
{
    auto changed = LockTable::takeChanged();
    std::vector<LockId> ids;
    for (const auto &lock : changed)
        ids.push_back(lock.id);
    std::ranges::sort(ids);
    begin("take");
    const auto empty = m_lines.size();
    m_lines += std::exchange(m_alarms, {});
    for (const auto &id : ids)
        addLock(id);
    m_taking = m_lines.size() > empty;
    return changed;
}

std::vector<MonitorChange::Gone> RecordedTable::takeGone()
{
    auto gone = LockTable::takeGone();
    for (const auto &each : gone)
        addGone(each);
    m_ended.clear();
    if (m_taking || !gone.empty())
        end();
    return gone;
}

void RecordedTable::addAsked(KeySnapshot look)
{
    if (!look.value.exists())
        return;
    const auto read = std::exchange(look.companions, {});
    const auto asked = m_classifier.companions(look);
    const auto sameKey = [](const auto &a, const auto &b) { return a.first == b.first; };
    if (std::ranges::equal(read, asked, sameKey))
        return;
    std::string names;
    for (const auto &[name, type] : asked)
        names += (names.empty() ? "" : " ") + name;
    add("asks names=" + RecordingWords::word(names));
}

void RecordedTable::addGone(const MonitorChange::Gone &gone)
{
    const auto &[last, how, at, onItsWay] = gone;
    auto &ended = m_ended[last.id.key];
    auto fields = m_words.lock(last, {});
    std::optional<RecordingWords::Fields> before;
    if (!ended.empty()) {
        before = std::move(ended.front());
        ended.pop_front();
        fields.back() = before->back(); // the wait channels, which this output does not contain
    }
    add("gone " + RecordingWords::word(last.id.key) + " how=" + std::string(toString(how)) + (at ? " at=" + m_words.time(*at) : "")
        + RecordingWords::text(fields, before ? &*before : nullptr));
}

void RecordedTable::addEvent(const LockEvent &event, const LockId &id, ServerTime at)
{
    add("event " + std::string(toString(event.type)) + RecordingWords::text(m_words.event(event, id, at)));
}

void RecordedTable::addLock(const LockId &id)
{
    const auto *const lock = find(id);
    const auto before = m_listed.find(id.key);
    if (!lock) {
        if (before != m_listed.end())
            m_ended[id.key].push_back(std::move(m_listed.extract(before).mapped()));
        return;
    }
    auto now = m_words.lock(*lock, waitChannelsOf(id));
    const auto text = RecordingWords::text(now, before == m_listed.end() ? nullptr : &before->second);
    if (!text.empty())
        add("lock " + RecordingWords::word(id.key) + text);
    m_listed.insert_or_assign(id.key, std::move(now));
}

} // namespace lockcore::test
