// SPDX-License-Identifier: MIT
// The incidents of this window: found in what the Monitor reports, acknowledged by the user, kept in a file. A private server's incidents
// (the demo's, the Lab's) end with its connection, and are never written. GUI thread; the file is written on a thread of its own.
#pragma once

#include "lockcore/monitor/incidents/incident_finder.h"
#include "lockcore/monitor/trace/tracer.h"
#include "ui/monitor/incident_file.h"
#include "ui/profiles/target.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

namespace lockscope {

class IncidentStore final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(IncidentStore)

public:
    explicit IncidentStore(QObject *parent = nullptr);
    ~IncidentStore() override; ///< writes what was not written yet

    void keepIn(const QString &path); ///< reads the file, and keeps the incidents there from now on

    void begin(const Target &target); ///< the changes that follow are of this server
    void apply(const lockcore::MonitorChange &change);
    void apply(const lockcore::TracedFinding &traced); ///< the same finding may come again, then with a proof

    void flush(); ///< tells of what was found since, without waiting for the pace

    void acknowledge(const lockcore::Incident &incident);
    void acknowledgeAll();

    const lockcore::IncidentList &list() const { return m_list; }
    /// Of the lock, if it is one of the server that is watched: the last one that is not acknowledged, and that its present state does not
    /// show by itself; null: none.
    const lockcore::Incident *lastOf(const lockcore::LockId &id) const;
    bool isOf(const lockcore::Incident &incident) const { return m_nodes.contains(incident.node); } ///< of the server that is watched

signals:
    void changed(); ///< of what the Monitor reports at most four times a second: hundreds of incidents may come at once
    void trouble(const QString &sentence);

private:
    void noteChange();
    void noteUnwritten();
    void tell();
    void write();
    lockcore::IncidentList kept() const;
    void dropOwn(lockcore::IncidentList &list) const;

    lockcore::IncidentList m_list;
    lockcore::IncidentFinder m_finder{{}, {}};
    std::string m_server;
    std::string m_node;
    std::set<std::string> m_nodes;                                     ///< that one, and the primaries that a cluster has had
    std::set<std::pair<std::uint64_t, lockcore::ServerTime>> m_traced; ///< findings of traces, by number and time
    bool m_own = false;                                                ///< the server is a private one
    QString m_path;                                                    ///< empty: the incidents are not kept
    bool m_unwritten = false;
    QTimer m_writing; ///< single shot: several changes are written together
    QTimer m_pace;    ///< single shot: runs since the last telling
    bool m_untold = false;
    QThreadPool m_writers;
};

} // namespace lockscope
