// SPDX-License-Identifier: MIT
// Sweeps the database repeatedly, each time within the budget. Reports the progress in the MonitorStore's state. One thread.
#pragma once

#include "lockcore/monitor/watch/dataset_swaps.h"
#include "lockcore/monitor/watch/intake.h"
#include "lockcore/monitor/watch/known_scripts.h"
#include "lockcore/monitor/watch/session_report.h"
#include "lockcore/monitor/watch/sweep.h"

namespace lockcore {

class SweepLoop
{
public:
    SweepLoop(const SessionParts &parts, Connection &connection, Prober &prober, Intake &intake, DatasetSwapDetector &datasetSwaps,
              KnownScripts &scripts, SessionReport &report, const Opened &opened)
        : m_parts(parts)
        , m_connection(connection)
        , m_prober(prober)
        , m_intake(intake)
        , m_datasetSwaps(datasetSwaps)
        , m_scripts(scripts)
        , m_report(report)
        , m_opened(opened)
    { }

    /// Ends only with an error: the connection, or SCAN is not permitted. The first sweep of a Monitor makes it live.
    Task<Result<void>> run();

    /// All data may have been exchanged: sweeps without pauses, as soon as the server has rested after the last such sweep.
    void hurry();

    /// More names were heard at once than are kept, and some may be locks: the next sweep starts early, but on average sweeps take no more
    /// of the server's time.
    void missedNames();

    /// One sweep with this share of the server's time, 0…1.
    Task<Result<void>> once(double share);

    bool completedOnce() const { return m_completedOnce; }

    void noteProgress(); ///< progress of the first sweep

private:
    double usualShare() const;
    Task<Result<void>> found(std::vector<Sighting> sightings);
    Task<Result<bool>> unlessBusy(double share);
    Microseconds completed(bool hurried);
    Task<void> rest(Duration most);

    const SessionParts &m_parts;
    Connection &m_connection;
    Prober &m_prober;
    Intake &m_intake;
    DatasetSwapDetector &m_datasetSwaps;
    KnownScripts &m_scripts;
    SessionReport &m_report;
    const Opened &m_opened;
    std::optional<Sweep> m_sweep; ///< the current or the last one
    bool m_completedOnce = false;
    bool m_hurry = false;
    bool m_missedNames = false;
    bool m_hurriedMidway = false;
    Moment m_rested{};      ///< earliest start of a hurried sweep
    Moment m_fullyRested{}; ///< earliest start of a sweep for missed names
};

} // namespace lockcore
