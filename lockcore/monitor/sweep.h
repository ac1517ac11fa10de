// SPDX-License-Identifier: MIT
// One pass over all keys of a database by SCAN, within a budget, that yields what may be a lock. Three cursors run side by
// side (names, hashes, sorted sets): answers of one are digested while the server works on another.
#pragma once

#include "monitor/prober.h"

#include <functional>
#include <unordered_set>

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
    Task<void> scan(std::string type);
    Task<Result<void>> step(const std::string &type, Bytes &cursor);
    Task<Result<void>> digestNames(std::vector<Bytes> names);
    Task<Result<void>> digestStructures(std::vector<Bytes> names, ValueType type);
    Task<Result<void>> probe(std::vector<Candidate> candidates);
    void adapt(Microseconds elapsed);
    Task<void> pause(Microseconds cost);
    bool firstTime(const Bytes &key);

    Connection &m_connection;
    Prober &m_prober;
    const Classifier &m_classifier;
    const Surroundings m_surroundings;
    Clock &m_clock;
    const Options m_options;
    const Known m_known;
    const Found m_found;
    std::int64_t m_count = 500;
    std::unordered_set<Bytes> m_probed; ///< in this pass: names and structures overlap, and SCAN repeats
    SweepProgress m_progress;
    std::optional<Error> m_error;
    Scope m_scope; ///< of the three cursors
};

} // namespace lockcore
