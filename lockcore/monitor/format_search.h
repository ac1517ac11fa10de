// SPDX-License-Identifier: MIT
// Tries a format on the server. The search has a connection of its own, and is a sweep with bounds: see the constants. Nothing is changed on
// the server. On the Monitor's thread.
#pragma once

#include "lockcore/monitor/format_trial.h"
#include "lockcore/monitor/reading/denied_names.h"
#include "lockcore/monitor/release/release_connection.h"
#include "lockcore/monitor/release/release_desk.h"
#include "lockcore/monitor/watch/sweep.h"

namespace lockcore {

/// One search. It must outlive its task.
class FormatSearch final
{
public:
    static constexpr std::int64_t mostNamed = 500;
    static constexpr std::int64_t mostKeys = 200'000;
    static constexpr std::chrono::seconds longest{5};
    static constexpr double share = 0.2; ///< of the server's time

    struct Options
    {
        Milliseconds timeout{5000};
        bool cluster = false;
        std::function<ServerTime()> now; ///< the server's clock
        RecognitionContext around = {};
    };

    using Told = std::function<void(const FormatTrial &)>;

    FormatSearch(const Endpoint &endpoint, const FormatRow &row, Options options, EventLoop &loop, Clock &clock, Told told);

    /// Tells what it has found so far several times a second, and at its end. `first`: a key to look at before all others; empty: none.
    Task<void> run(Bytes first);

private:
    Task<Result<void>> search(Bytes first);
    Task<void> sweepAll();
    Task<Result<void>> found(std::vector<Sighting> sightings);
    bool isNotTried(const Bytes &key);
    bool isEnough() const;
    void tell();

    const int m_db;
    const RowReader m_row;
    const Classifier m_classifier;
    const Options m_options;
    Clock &m_clock;
    const Told m_told;
    FormatTrial m_trial;
    std::unordered_set<Bytes> m_named;
    LargeNames m_large;
    DeniedNames m_denied;
    ReleaseConnection m_connection;
    std::optional<Prober> m_prober;
    std::optional<Sweep> m_sweep;
    bool m_swept = false;
    Scope m_scope;
};

/// The searches of a Monitor, of which one runs at a time.
class FormatTrials final
{
public:
    using Told = std::function<void(RequestId, const FormatTrial &)>;

    FormatTrials(Endpoint endpoint, EventLoop &loop, Clock &clock, Told told);

    void begin(RequestId id, const FormatRow &row, Bytes first, FormatSearch::Options options); ///< ends the one before
    void end();
    void setEndpoint(const Endpoint &endpoint) { m_endpoint = endpoint; } ///< for the next search

private:
    Endpoint m_endpoint;
    EventLoop &m_loop;
    Clock &m_clock;
    const Told m_told;
    std::unique_ptr<FormatSearch> m_search;
    Scope m_scope;
};

} // namespace lockcore
