// SPDX-License-Identifier: MIT
#include "app/monitor/watch_output.h"

#include "app/command/exit_codes.h"
#include "app/monitor/event_line.h"
#include "ui/export/incident_json.h"
#include "ui/export/lock_json.h"
#include "ui/words/cluster_words.h"
#include "ui/words/incident_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/monitor_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::MonitorChange;
using lockcore::MonitorState;

namespace {

bool sameFeed(const MonitorState &a, const MonitorState &b)
{
    return a.feed == b.feed && a.allNames == b.allNames && a.prefixes == b.prefixes;
}

// The counts in a notice change often, so it is reported again only if its name changes.
bool isSame(const lockcore::Notice &notice, const lockcore::Notice &old)
{
    using Kind = lockcore::Notice::Kind;
    const bool names = notice.kind == Kind::DeniedCommand || notice.kind == Kind::UnknownCommand || notice.kind == Kind::DeepOffered
                       || notice.kind == Kind::EvictsLocks || notice.kind == Kind::Replica || notice.kind == Kind::TooLarge;
    return notice.kind == old.kind && notice.node == old.node && (!names || notice.text == old.text);
}

// The end of a notice is reported only where the reader would otherwise continue to doubt the whole output.
QStringList endOf(const lockcore::Notice &notice, const MonitorState &state)
{
    const auto *node = state.cluster ? state.cluster->find(notice.node) : nullptr;
    const auto address = shownText(notice.node, 120);
    switch (notice.kind) {
    case lockcore::Notice::Kind::NoReads:
        return {node ? Words::tr("%1: The server lets keys be read again.").arg(address)
                     : Words::tr("The server lets keys be read again.")};
    case lockcore::Notice::Kind::MasterLinkDown: return {Words::tr("This replica has its primary again.")};
    case lockcore::Notice::Kind::NodeLost: // otherwise another notice says what has become of it
        return node && node->phase == MonitorState::Phase::Live ? QStringList{Words::tr("%1: This node is watched again.").arg(address)}
                                                                : QStringList();
    default: return {};
    }
}

} // namespace

CommandOutput WatchOutput::feed(const MonitorChange &change)
{
    CommandOutput output;
    if (!m_options.filter.empty()) // only a filter needs more than the data of an event
        m_locks.apply(change);
    const auto wanted = [&](const lockcore::LockEvent &event) {
        return m_options.filter.empty() || m_options.filter.matches(event, m_locks.lastKnown(event.id, change));
    };
    if (m_options.byPrefix)
        output.out += m_statistics.feed(change, wanted);
    else
        output.out += events(change, wanted);
    for (const auto &message : messages(change.state))
        output.err += u"lockscope: %1\n"_s.arg(message).toUtf8();
    if (change.state.phase == MonitorState::Phase::Failed)
        output.exitCode = exitNoConnection;
    if (change.state.phase == MonitorState::Phase::Live) {
        m_wasLive = true;
        if (!change.state.sweeping)
            m_toldUnread = change.state.coverage.notReadable();
        m_toldNotices = change.state.notices; // notices from before the connection was live have not been printed yet
    }
    m_last = change.state;
    return output;
}

QByteArray WatchOutput::events(const MonitorChange &change, const std::function<bool(const lockcore::LockEvent &)> &wanted)
{
    QByteArray lines;
    for (const auto &event : change.events) {
        if (!wanted(event))
            continue;
        lines += line(event);
        if (const auto kind = incidentKind(event.type))
            ++m_counts[*kind];
    }
    return lines + blindness(change);
}

// For people, the messages say it.
QByteArray WatchOutput::blindness(const MonitorChange &change)
{
    QByteArray lines;
    for (auto &incident : m_incidents.find(change)) {
        if (incident.kind != lockcore::Incident::Kind::FeedBlind)
            continue;
        m_counts[incident.kind] += static_cast<int>(incident.times);
        incident.times = 1;
        if (m_options.json)
            lines += jsonLine(incident);
    }
    return lines;
}

QString WatchOutput::summary() const
{
    QStringList parts;
    for (const auto &[kind, count] : m_counts)
        parts << u"%1 × %2"_s.arg(numberText(count), incidentText(kind));
    return parts.isEmpty() ? QString() : Words::tr("Incidents: %1.").arg(parts.join(u", "_s));
}

QByteArray WatchOutput::line(const lockcore::LockEvent &event) const
{
    return m_options.json ? jsonLine(event) : eventLine(event, m_style).toUtf8();
}

QStringList WatchOutput::messages(const MonitorState &state) const
{
    const auto phase = state.phase;
    if (phase == MonitorState::Phase::Live)
        return liveMessages(state);
    // The countdown to the next retry changes often. A line is printed only for the loss and its reason.
    const bool news = phase != m_last.phase || state.error != m_last.error;
    if (phase == MonitorState::Phase::Lost && news)
        return {lostMessage(state)};
    if (phase == MonitorState::Phase::Failed && news) {
        const auto sentences = state.cluster ? nodeSentences(*state.cluster, m_options.endpoint, m_options.timeout) : QStringList();
        return sentences.isEmpty()
                   ? QStringList{errorSentence(state.error.value_or(lockcore::Error{}), m_options.endpoint, m_options.timeout)}
                   : sentences;
    }
    const auto &refused = state.coverage.refused;
    if (phase == MonitorState::Phase::FirstSweep && refused && refused != m_last.coverage.refused)
        return {errorSentence(*refused, m_options.endpoint, m_options.timeout)};
    return {};
}

QStringList WatchOutput::liveMessages(const MonitorState &state) const
{
    QStringList messages;
    const bool arrived = m_last.phase != MonitorState::Phase::Live;
    auto feed = feedText(state) + u'.';
    if (!state.feedReason.empty())
        feed += u' ' + feedReasonText(state, m_options.endpoint);
    if (arrived && m_wasLive)
        messages += Words::tr("Connected again; feed: %1").arg(feed);
    else if (arrived)
        messages += Words::tr("Watching %1; feed: %2 Ctrl+C ends.").arg(shownText(shortName(m_options.endpoint), 120), feed);
    else if (!sameFeed(state, m_last))
        messages += Words::tr("Feed: %1").arg(feed);
    for (const auto &notice : state.notices) {
        const bool isOld = std::ranges::any_of(m_toldNotices, [&](const auto &old) { return isSame(notice, old); });
        if (!isOld)
            messages += noticeText(notice) + remedy(notice, state);
    }
    for (const auto &old : m_toldNotices) {
        const auto goesOn = [&](const auto &notice) { return notice.kind == old.kind && notice.node == old.node; };
        if (std::ranges::none_of(state.notices, goesOn))
            messages += endOf(old, state);
    }
    // During a sweep the count grows all the time, so it is reported afterwards.
    if (const auto unread = state.coverage.notReadable(); unread != m_toldUnread && !state.sweeping)
        messages += Words::tr("Not readable: %1.").arg(numberText(unread));
    return messages;
}

QString WatchOutput::remedy(const lockcore::Notice &notice, const MonitorState &state) const
{
    const auto *node = state.cluster && notice.kind == lockcore::Notice::Kind::NodeLost ? state.cluster->find(notice.node) : nullptr;
    QString text;
    for (const auto &sentence :
         node ? QStringList{nodeSentence(*node, m_options.endpoint, m_options.timeout), mapHint(*node, m_options.endpoint)} : QStringList())
        text += sentence.isEmpty() ? sentence : u' ' + sentence;
    return text;
}

QString WatchOutput::lostMessage(const MonitorState &state) const
{
    const auto sentence = errorSentence(state.error.value_or(lockcore::Error{}), m_options.endpoint, m_options.timeout);
    return state.retryIn ? Words::tr("%1 Trying again in %2.").arg(sentence, spanText(*state.retryIn)) : sentence;
}

} // namespace lockscope
