// SPDX-License-Identifier: MIT
// Probes the names that the feed heard and that are not followed: a lock may have been created under each. One thread.
#pragma once

#include "lockcore/monitor/watch/intake.h"

#include <unordered_map>

namespace lockcore {

class BirthLoop
{
public:
    BirthLoop(const SessionParts &parts, const Feed &feed, Prober &prober, Intake &intake)
        : m_parts(parts)
        , m_feed(feed)
        , m_prober(prober)
        , m_intake(intake)
    { }

    void heard(const std::vector<Bytes> &names);

    Task<Result<void>> run(); ///< ends with an error only: the connection

private:
    std::vector<Candidate> takeSome();

    const SessionParts &m_parts;
    const Feed &m_feed;
    Prober &m_prober;
    Intake &m_intake;
    std::unordered_map<Bytes, bool> m_names;    ///< heard; true: as the lock that a companion belongs to
    std::optional<Completion<void>> m_sleeping; ///< of run()
};

} // namespace lockcore
