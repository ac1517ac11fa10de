// SPDX-License-Identifier: MIT
#include "lockcore/monitor/format_search.h"

namespace lockcore {

namespace {

constexpr auto betweenReports = std::chrono::milliseconds(100);

std::vector<UserPattern> aloneIn(const FormatRow &row) { return {row}; }

} // namespace

FormatSearch::FormatSearch(const Endpoint &endpoint, const FormatRow &row, Options options, EventLoop &loop, Clock &clock, Told told)
    : m_db(endpoint.db)
    , m_row(RowReader::of(row).value())
    , m_classifier(aloneIn(row))
    , m_options(std::move(options))
    , m_clock(clock)
    , m_told(std::move(told))
    , m_denied(m_large)
    , m_connection(endpoint, m_options.timeout, m_classifier, loop, clock)
    , m_scope(loop)
{ }

Task<void> FormatSearch::run(Bytes first)
{
    const auto result = co_await search(std::move(first));
    if (!result)
        m_trial.error = result.error();
    m_trial.ended = true;
    tell();
}

Task<Result<void>> FormatSearch::search(Bytes first)
{
    const auto opened = co_await m_connection.open();
    if (!opened)
        co_return opened.error();
    Prober::Options options;
    options.db = m_db;
    options.hasPexpiretime = m_connection.server().hasPexpiretime;
    options.cluster = m_options.cluster;
    options.now = m_options.now;
    m_prober.emplace(m_connection.connection(), m_classifier, m_denied, std::move(options));
    if (!first.empty() && !isNotTried(first)) {
        std::vector<Candidate> one;
        one.push_back({std::move(first), ValueType::None, true});
        auto sightings = co_await m_prober->probe(std::move(one), m_options.around);
        if (!sightings)
            co_return sightings.error();
        const auto taken = co_await found(*std::move(sightings));
        if (!taken)
            co_return taken.error();
    }
    m_sweep.emplace(
        m_connection.connection(), *m_prober, m_classifier, m_options.around, m_clock, Sweep::Options{{share}, {}},
        [this](const Bytes &key) { return isNotTried(key); }, [](const Bytes &, const Bytes &) { return true; },
        [this](std::vector<Sighting> sightings) { return found(std::move(sightings)); });
    m_scope.start(sweepAll());
    const auto begin = m_clock.now();
    while (!m_swept && !isEnough() && m_clock.now() - begin < longest) {
        m_trial.keysSeen = m_sweep->progress().keysSeen;
        tell();
        co_await m_clock.after(betweenReports);
    }
    m_trial.wholeDatabase = m_swept && !m_trial.error && !isEnough();
    m_trial.keysSeen = m_sweep->progress().keysSeen;
    m_scope.cancel();
    co_return Result<void>();
}

Task<void> FormatSearch::sweepAll()
{
    const auto swept = co_await m_sweep->run();
    if (!swept)
        m_trial.error = swept.error();
    m_swept = true;
}

Task<Result<void>> FormatSearch::found(std::vector<Sighting> sightings)
{
    for (auto &sighting : sightings) {
        if (m_trial.locks.size() == FormatTrial::mostLocks)
            break;
        FormatTrial::Lock lock;
        static_cast<Recognition &>(lock.info) = std::move(sighting.classified->match);
        lock.info.id = sighting.look.id;
        lock.info.deadline = sighting.look.deadline;
        lock.at = sighting.look.at;
        m_trial.locks.push_back(std::move(lock));
    }
    co_return Result<void>();
}

// Other names are no more than counted, and so is one that SCAN returns again.
bool FormatSearch::isNotTried(const Bytes &key)
{
    if (!m_row.matchesName(key) || m_trial.named >= mostNamed || !m_named.insert(key).second)
        return true;
    ++m_trial.named;
    return false;
}

bool FormatSearch::isEnough() const
{
    return m_trial.locks.size() >= FormatTrial::mostLocks || m_trial.named >= mostNamed || m_sweep->progress().keysSeen >= mostKeys;
}

void FormatSearch::tell() { m_told(m_trial); }

FormatTrials::FormatTrials(Endpoint endpoint, EventLoop &loop, Clock &clock, Told told)
    : m_endpoint(std::move(endpoint))
    , m_loop(loop)
    , m_clock(clock)
    , m_told(std::move(told))
    , m_scope(loop)
{ }

void FormatTrials::begin(RequestId id, const FormatRow &row, Bytes first, FormatSearch::Options options)
{
    end();
    m_search = std::make_unique<FormatSearch>(m_endpoint, row, std::move(options), m_loop, m_clock,
                                              [this, id](const FormatTrial &trial) { m_told(id, trial); });
    m_scope.start(m_search->run(std::move(first)));
}

void FormatTrials::end()
{
    m_scope.cancel();
    m_search.reset();
}

} // namespace lockcore
