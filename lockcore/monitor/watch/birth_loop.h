// SPDX-License-Identifier: MIT
// Probes the names that the feed heard and that are not followed: a lock may have been created under each. Counts the messages for each name
// until the look is certain: after more than one, others may have had the lock before. Keeps at most 20,000 names; beyond them, a sweep comes
// out of turn. One thread.
#pragma once

#include "lockcore/monitor/watch/sweep_loop.h"

#include <unordered_map>
#include <unordered_set>

namespace lockcore {

class BirthLoop
{
public:
    BirthLoop(const SessionParts &parts, Feed &feed, Prober &prober, Intake &intake, KnownScripts &scripts,
              DatasetSwapDetector &datasetSwaps, SweepLoop &sweeps)
        : m_parts(parts)
        , m_feed(feed)
        , m_prober(prober)
        , m_intake(intake)
        , m_scripts(scripts)
        , m_datasetSwaps(datasetSwaps)
        , m_sweeps(sweeps)
    { }

    void heard(const std::vector<Bytes> &names, bool secondHalf);

    Task<Result<void>> run(); ///< ends with an error only: the connection

private:
    /// Of a name: how often its key was heard of, and not only as the lock that a companion belongs to.
    using Names = std::unordered_map<Bytes, std::uint16_t>;

    std::uint16_t *note(Names &names, const Bytes &name);
    void again();
    void forgetProbed();
    Task<Result<std::vector<Sighting>>> probe(std::vector<Candidate> candidates);
    std::vector<Candidate> takeSome();
    void takeFrom(Names &names, std::vector<Candidate> &candidates);

    const SessionParts &m_parts;
    Feed &m_feed;
    Prober &m_prober;
    Intake &m_intake;
    KnownScripts &m_scripts;
    DatasetSwapDetector &m_datasetSwaps;
    SweepLoop &m_sweeps;
    Names m_likely;                             ///< heard, and the name suggests a lock, or that of a companion
    Names m_others;                             ///< a bulk of these must not hide a lock
    Names m_probed;                             ///< just now
    std::unordered_set<Bytes> m_seenFree;       ///< names under which no lock was found: others may have come and gone
    std::optional<Completion<void>> m_sleeping; ///< of run()
};

} // namespace lockcore
