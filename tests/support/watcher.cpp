// SPDX-License-Identifier: MIT
#include "support/watcher.h"

#include "support/eventually.h"
#include "support/lock_recorder.h"

#include <QStringList>
#include <QtDebug>

namespace lockcore::test {

namespace {

QString text(std::string_view bytes) { return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size())); }

MonitorOptions recorded(MonitorOptions options, int db)
{
    recordIfAsked(options, db);
    return options;
}

} // namespace

Watcher::Watcher(const Endpoint &endpoint, MonitorOptions options)
    : m_monitor(endpoint, recorded(std::move(options), endpoint.db))
{
    QObject::connect(&m_monitor, &Monitor::changed, &m_monitor, [this](const MonitorChange &change) { take(change); });
    m_monitor.start();
}

MonitorOptions Watcher::quick()
{
    MonitorOptions options;
    options.frame = Milliseconds(0);
    return options;
}

void Watcher::take(const MonitorChange &change)
{
    m_state = change.state;
    for (const auto &lock : change.changed)
        m_locks.insert_or_assign(lock.id.key, lock);
    // A lock that ended and was acquired again within one frame is in both lists: then its current state counts.
    for (const auto &gone : change.gone) {
        const bool back = std::ranges::any_of(change.changed, [&](const LockInfo &l) { return l.id == gone.last.id; });
        if (!back)
            m_locks.erase(gone.last.id.key);
    }
    m_events.insert(m_events.end(), change.events.begin(), change.events.end());
}

QString Watcher::story(const Bytes &key) const
{
    QStringList words;
    for (const auto &event : m_events) {
        if (event.id.key == key)
            words += text(toString(event.type));
    }
    return words.join(u' ');
}

const LockEvent *Watcher::last(const Bytes &key) const
{
    const auto found = std::find_if(m_events.rbegin(), m_events.rend(), [&](const LockEvent &event) { return event.id.key == key; });
    return found == m_events.rend() ? nullptr : &*found;
}

bool Watcher::waitFor(const std::function<bool()> &condition, std::chrono::milliseconds most)
{
    const bool met = eventually(condition, most);
    if (!met)
        qInfo().noquote() << told();
    return met;
}

bool Watcher::waitLive()
{
    return waitFor([this] { return m_state.phase == MonitorState::Phase::Live; });
}

bool Watcher::waitEvents(const Bytes &key, const QString &wanted)
{
    return waitFor([&] { return story(key) == wanted; });
}

bool Watcher::waitLock(const Bytes &key, const std::function<bool(const LockInfo &)> &condition)
{
    return waitFor([&] {
        const auto found = m_locks.find(key);
        return found != m_locks.end() && (!condition || condition(found->second));
    });
}

QString Watcher::told() const
{
    QStringList lines;
    lines += QStringLiteral("phase %1, feed %2, error %3")
                 .arg(int(m_state.phase))
                 .arg(int(m_state.feed))
                 .arg(m_state.error ? text(m_state.error->text) : QString());
    for (const auto &[key, lock] : m_locks)
        lines += QStringLiteral("lock  ") + text(toString(lock));
    for (const auto &event : m_events)
        lines += QStringLiteral("event ") + text(toString(event));
    return lines.join(u'\n');
}

} // namespace lockcore::test
