// SPDX-License-Identifier: MIT
// Probes the names that the feed heard and that are not followed: a lock may have been created under each. Counts the messages for each
// name until the look is certain: after more than one, others may have had the lock before. Keeps at most 20,000 names; if there are more,
// a sweep starts early. One thread.
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
    /// By name: how many changes of that key were heard; 0 if the name is known only from a companion.
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
    Names m_likely;                             ///< names that suggest a lock or a companion
    Names m_others;                             ///< other names; kept apart, so that many of these cannot hide a lock
    Names m_probed;                             ///< being probed now
    std::unordered_set<Bytes> m_seenFree;       ///< names under which no lock was found, though one may have come and gone
    std::optional<Completion<void>> m_sleeping; ///< of run()
};

} // namespace lockcore
