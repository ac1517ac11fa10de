// SPDX-License-Identifier: MIT
// One server behind gates: its turnstile, its record, and the reports of all its gates in the order of execution.
// Lives on the thread of its Poller. Outlives its gates.
#pragma once

#include "lockcore/base/scope.h"
#include "lockcore/lab/gate/gate_protocol.h"
#include "lockcore/lab/gate/turnstile.h"
#include "lockcore/lab/record/gate_report.h"
#include "lockcore/lab/record/server_record.h"
#include "lockcore/process/poller.h"

namespace lockcore {

class GatedServer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(GatedServer)

public:
    GatedServer(std::unique_ptr<StoreRecord> record, const GateProtocol &protocol, Clock &clock, Poller &poller);
    /// Redis. `endpoint`: a Unix socket, and the password of the observer and of all workers.
    GatedServer(Endpoint endpoint, ServerRecord::Options options, Clock &clock, Poller &poller);
    ~GatedServer() override;

    /// Opens the record. Call it before the first command, and again after the server's restart.
    Task<Result<void>> open() { return m_record->open(); }

    const Endpoint &endpoint() const { return m_record->endpoint(); }
    const GateProtocol &protocol() const { return m_protocol; }
    const Turnstile &turnstile() const { return m_turnstile; }
    StoreRecord &record() { return *m_record; }

signals:
    void turnEnded(const lockcore::TurnReport &report); ///< before the client gets the reply
    void arrived(const lockcore::ArrivalReport &report);

private:
    friend class Gate;
    friend class GateLink;

    std::int64_t nextRequest() { return ++m_requests; }

    /// When it completes, everything that was written has been executed, and every link has read the messages that this caused. False: the
    /// server is lost.
    Task<bool> settle(std::size_t rounds);
    Task<void> readRecord(TurnReport *report);
    Task<void> noticeEndings();

    Clock &m_clock;
    Poller &m_poller;
    Turnstile m_turnstile;
    std::int64_t m_requests = 0;
    std::size_t m_listeners = 0; ///< number of links that may receive messages without a request
    const std::unique_ptr<StoreRecord> m_record;
    const GateProtocol &m_protocol;
    Scope m_noticing;
};

} // namespace lockcore
