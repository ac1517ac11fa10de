// SPDX-License-Identifier: MIT
// A Monitor under test, and everything that it has reported so far, with functions that wait for a condition.
#pragma once

#include "lockcore/monitor/monitor.h"

#include <QString>

#include <functional>
#include <map>

namespace lockcore::test {

class Watcher final
{
public:
    explicit Watcher(const Endpoint &endpoint, MonitorOptions options = quick());

    /// Options that report every change immediately, as in the commands.
    static MonitorOptions quick();

    Monitor &monitor() { return m_monitor; }
    const MonitorState &state() const { return m_state; }
    const std::map<Bytes, LockInfo> &locks() const { return m_locks; }
    const std::vector<LockEvent> &events() const { return m_events; }

    /// The events of one key in order: "seen renewed released".
    QString story(const Bytes &key) const;
    const LockEvent *last(const Bytes &key) const;
    void clear() { m_events.clear(); }

    bool waitFor(const std::function<bool()> &condition, std::chrono::milliseconds most = std::chrono::minutes(5));
    bool waitLive();
    bool waitEvents(const Bytes &key, const QString &story); ///< until story(key) equals `story`
    bool waitLock(const Bytes &key, const std::function<bool(const LockInfo &)> &condition = {});

    /// Everything that was reported, for the output of a failed test.
    QString told() const;

private:
    void take(const MonitorChange &change);

    Monitor m_monitor;
    MonitorState m_state;
    std::map<Bytes, LockInfo> m_locks;
    std::vector<LockEvent> m_events;
};

} // namespace lockcore::test
