// SPDX-License-Identifier: MIT
// One pass over all keys of a database by SCAN, within a budget, that yields what may be a lock. While one batch of names is
// probed the next is already asked for: the server does not wait for us, nor we for it. (One TYPE for each name costs the
// server less than further passes of SCAN … TYPE: measured on a million keys.)
#pragma once

#include "monitor/prober.h"

#include <functional>

namespace lockcore {

struct SweepBudget
{
    double share = 1;             ///< of the server's time, 0…1; 1 = do not pause
    Milliseconds worstCall{5};    ///< COUNT is lowered when a single call seems to take longer
};

struct SweepProgress
{
    std::int64_t keysSeen = 0;    ///< names that SCAN has returned; it may return one twice
    Microseconds cost{};          ///< an upper bound of the server's time that we took
};

class Sweep
{
public:
    static constexpr std::int64_t smallDatabase = 100'000; ///< keys up to which strings of any name are looked at

    struct Options
    {
        SweepBudget budget;
        Microseconds roundTrip{}; ///< of an idle connection: not the server's time
    };

    using Found = std::function<void(std::vector<Sighting>)>;
    using Known = std::function<bool(const Bytes &)>; ///< followed already: not probed again

    Sweep(Connection &connection, Prober &prober, const Classifier &classifier, Surroundings surroundings, Clock &clock,
          Options options, Known known, Found found);

    /// Error: the connection, or SCAN is not permitted.
    Task<Result<void>> run();

    const SweepProgress &progress() const { return m_progress; }

    /// Asks the server for the locks that are waited for: the quickest to be found, whatever their names.
    Task<Result<void>> contended();

private:
    Task<Result<std::vector<Bytes>>> step(Bytes &cursor);
    Task<void> digest(std::vector<Bytes> names);
    Task<void> probe(std::vector<Candidate> candidates);
    void adapt(Microseconds elapsed);
    Duration pauseAfter(Microseconds cost);

    Connection &m_connection;
    Prober &m_prober;
    const Classifier &m_classifier;
    const Surroundings m_surroundings;
    Clock &m_clock;
    const Options m_options;
    const Known m_known;
    const Found m_found;
    std::int64_t m_count = 500;
    SweepProgress m_progress;
    std::optional<Error> m_error;
    Scope m_digesting; ///< batches of names that are probed
};

} // namespace lockcore
