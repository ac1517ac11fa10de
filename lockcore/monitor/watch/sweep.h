// SPDX-License-Identifier: MIT
// One pass over all keys of a database with SCAN, within a budget; yields keys that may be locks. While one batch of names is probed, the
// next one is already requested, so neither side waits for the other. (One TYPE per name costs the server less than further passes of SCAN
// … TYPE: measured on a million keys.)
#pragma once

#include "lockcore/monitor/reading/kind_census.h"

#include <functional>
#include <unordered_set>

namespace lockcore {

struct SweepBudget
{
    double share = 1;          ///< of the server's time, 0…1; 1 = do not pause
    Milliseconds worstCall{5}; ///< COUNT is lowered if a single call seems to take longer
};

struct SweepProgress
{
    std::int64_t keysSeen = 0; ///< names returned by SCAN, which may return a name twice
    Microseconds cost{};       ///< an upper bound of the server's time that the sweep used
};

class Sweep
{
public:
    static constexpr std::int64_t smallDatabase = 100'000; ///< keys up to which strings of any name are read

    struct Options
    {
        SweepBudget budget;
        Microseconds roundTrip{}; ///< of an idle connection; subtracted from the server's time
    };

    using Found = std::function<Task<Result<void>>(std::vector<Sighting>)>; ///< error: the sweep ends with it
    using Known = std::function<bool(const Bytes &)>;                       ///< already followed: not probed again
    using Belongs = std::function<bool(const Bytes &, const Bytes &)>;      ///< whether the first key is a companion of the second

    Sweep(Connection &connection, Prober &prober, const Classifier &classifier, RecognitionContext surroundings, Clock &clock,
          Options options, Known known, Belongs belongs, Found found);

    /// Error: the connection, or SCAN is not permitted.
    Task<Result<void>> run();

    void hurry() { m_options.budget.share = 1; } ///< from now on

    void waited(Duration time) { m_waited += time; } ///< by `found`; it did not cost the server time

    const SweepProgress &progress() const { return m_progress; }
    const PossibleLocks &possible() const { return m_possible; } ///< once run() is done

    /// Probes the locks that have waiters, by the known channels: this finds them first, whatever their names are.
    Task<Result<void>> contended();

private:
    Task<Result<Reply>> scan(Bytes cursor, std::int64_t atOnce);
    Task<Result<std::vector<Bytes>>> step(Bytes &cursor);
    Task<void> digest(std::vector<Bytes> names);
    bool claim(const Bytes &key);
    Task<void> probe(std::vector<Candidate> candidates);
    Task<void> digestFew();
    Task<void> lookAgain(std::vector<Sighting> sightings);
    Task<void> yield(std::vector<Sighting> sightings);
    void adapt(Microseconds elapsed);
    Microseconds costSince(Moment begin);
    Duration pauseAfter(Microseconds cost);

    Connection &m_connection;
    Prober &m_prober;
    const Classifier &m_classifier;
    const RecognitionContext m_surroundings;
    Clock &m_clock;
    Options m_options;
    const Known m_known;
    const Belongs m_belongs;
    const Found m_found;
    std::int64_t m_count = 500;
    SweepProgress m_progress;
    Duration m_waited{};
    std::optional<Error> m_error;
    KindCensus m_census; ///< how many are alike is known at the end
    PossibleLocks m_possible;
    std::unordered_set<Bytes> m_claimed; ///< names that suggest a lock and were probed by a batch
    Scope m_digesting;                   ///< the batches in flight
};

} // namespace lockcore
