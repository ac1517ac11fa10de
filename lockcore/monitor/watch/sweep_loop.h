// SPDX-License-Identifier: MIT
// Sweeps the database again and again, each time within the budget. Reports the progress in the Board's state. One thread.
#pragma once

#include "lockcore/monitor/watch/intake.h"
#include "lockcore/monitor/watch/opening.h"
#include "lockcore/monitor/watch/session_report.h"
#include "lockcore/monitor/watch/sweep.h"

namespace lockcore {

class SweepLoop
{
public:
    SweepLoop(const SessionParts &parts, Connection &connection, Prober &prober, Intake &intake, SessionReport &report,
              const Opened &opened)
        : m_parts(parts)
        , m_connection(connection)
        , m_prober(prober)
        , m_intake(intake)
        , m_report(report)
        , m_opened(opened)
    { }

    /// Ends with an error only: the connection, or SCAN is not permitted. The first sweep of a Monitor makes it live.
    Task<Result<void>> run();

    /// One sweep with this share of the server's time, 0…1.
    Task<Result<void>> once(double share);

    void noteProgress(); ///< of the first sweep

private:
    Task<Result<void>> updateFingerprints();
    Task<Result<bool>> unlessBusy(double share);
    Microseconds completed(bool first);

    const SessionParts &m_parts;
    Connection &m_connection;
    Prober &m_prober;
    Intake &m_intake;
    SessionReport &m_report;
    const Opened &m_opened;
    std::optional<Sweep> m_sweep; ///< the current or the last one
};

} // namespace lockcore
