// SPDX-License-Identifier: MIT
#include "monitor/sweep.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::int64_t leastCount = 50;
constexpr std::int64_t mostCount = 1000;
constexpr auto mostPause = std::chrono::seconds(2); // a short pause often beats a long one: progress is seen

} // namespace

Sweep::Sweep(Connection &connection, Prober &prober, const Classifier &classifier, Surroundings surroundings,
             Clock &clock, Options options, Known known, Found found)
    : m_connection(connection), m_prober(prober), m_classifier(classifier), m_surroundings(std::move(surroundings)),
      m_clock(clock), m_options(options), m_known(std::move(known)), m_found(std::move(found)),
      m_scope(connection.queue())
{
}

Task<Result<void>> Sweep::run()
{
    m_scope.start(scan({}));
    m_scope.start(scan("hash"));
    m_scope.start(scan("zset"));
    co_await m_scope.whenIdle();
    if (m_error)
        co_return *m_error;
    co_return Result<void>();
}

Task<void> Sweep::scan(std::string type)
{
    Bytes cursor = "0";
    do {
        const auto begin = m_clock.now();
        const auto done = co_await step(type, cursor);
        if (!done) {
            // Without TYPE (before 6.0) structures under free names stay unseen; names are enough to go on.
            if (type.empty() || done.error().kind != ErrorKind::Server)
                m_error = done.error();
            co_return;
        }
        const auto elapsed = std::chrono::duration_cast<Microseconds>(m_clock.now() - begin);
        co_await pause(std::max(elapsed - m_options.roundTrip, Microseconds(20)));
    } while (cursor != "0" && !m_error);
}

Task<Result<void>> Sweep::step(const std::string &type, Bytes &cursor)
{
    Args command = {"SCAN", cursor, "COUNT", std::to_string(m_count)};
    if (!type.empty()) {
        command.push_back("TYPE");
        command.push_back(type);
    }
    const auto begin = m_clock.now();
    auto reply = co_await m_connection.command(command);
    if (!reply)
        co_return reply.error();
    if (reply->isError())
        co_return reply->toError();
    if (reply->elements.size() != 2 || !reply->elements[1].isArray())
        co_return Error{ErrorKind::Protocol, "not what SCAN answers: " + elidedInMiddle(toString(*reply), 100), "malformed"};
    adapt(std::chrono::duration_cast<Microseconds>(m_clock.now() - begin));
    cursor = std::move(reply->elements[0].text);
    std::vector<Bytes> names;
    names.reserve(reply->elements[1].elements.size());
    for (auto &element : reply->elements[1].elements)
        names.push_back(std::move(element.text));
    if (type.empty())
        co_return co_await digestNames(std::move(names));
    co_return co_await digestStructures(std::move(names), type == "hash" ? ValueType::Hash : ValueType::Zset);
}

Task<Result<void>> Sweep::digestNames(std::vector<Bytes> names)
{
    m_progress.keysSeen += static_cast<std::int64_t>(names.size());
    std::vector<Candidate> candidates;
    std::vector<Bytes> others;
    for (auto &name : names) {
        if (m_classifier.nameBetrays(name)) {
            auto key = m_classifier.lockOf(name);
            if (!m_known(key) && firstTime(key))
                candidates.push_back({std::move(key), ValueType::None, true});
        } else if (m_prober.options().freeStrings && !m_known(name)) {
            others.push_back(std::move(name));
        }
    }
    if (!others.empty()) {
        auto likely = co_await m_prober.likelyStrings(std::move(others), m_surroundings);
        if (!likely)
            co_return likely.error();
        for (auto &candidate : *likely) {
            if (firstTime(candidate.key))
                candidates.push_back(std::move(candidate));
        }
    }
    co_return co_await probe(std::move(candidates));
}

Task<Result<void>> Sweep::digestStructures(std::vector<Bytes> names, ValueType type)
{
    std::vector<Candidate> candidates;
    for (auto &name : names) {
        // What its name betrays is found by its name, and with its companions' names.
        if (!m_known(name) && !m_classifier.nameBetrays(name))
            candidates.push_back({std::move(name), type, false});
    }
    co_return co_await probe(std::move(candidates));
}

Task<Result<void>> Sweep::probe(std::vector<Candidate> candidates)
{
    if (candidates.empty())
        co_return Result<void>();
    auto sightings = co_await m_prober.probe(std::move(candidates), m_surroundings);
    if (!sightings)
        co_return sightings.error();
    if (!sightings->empty())
        m_found(*std::move(sightings));
    co_return Result<void>();
}

Task<Result<void>> Sweep::contended()
{
    std::vector<Candidate> candidates;
    for (const auto &channel : m_surroundings.channels) {
        auto key = m_classifier.lockOf(channel);
        if (key != channel && !m_known(key) && firstTime(key))
            candidates.push_back({std::move(key), ValueType::None, true});
    }
    co_return co_await probe(std::move(candidates));
}

bool Sweep::firstTime(const Bytes &key)
{
    return m_probed.insert(key).second;
}

// Three calls may be under way at once, so this sees up to three times what one takes: it errs to the server's good.
void Sweep::adapt(Microseconds elapsed)
{
    const auto call = elapsed - m_options.roundTrip;
    if (call > m_options.budget.worstCall)
        m_count = std::max(leastCount, m_count / 2);
    else if (call < m_options.budget.worstCall / 4)
        m_count = std::min(mostCount, m_count + m_count / 4);
}

Task<void> Sweep::pause(Microseconds cost)
{
    m_progress.cost += cost;
    if (m_options.budget.share >= 1)
        co_return;
    const auto factor = 1 / std::max(m_options.budget.share, 0.0001) - 1;
    const auto rest = Microseconds(static_cast<std::int64_t>(static_cast<double>(cost.count()) * factor));
    co_await m_clock.after(std::min<Duration>(rest, mostPause));
}

} // namespace lockcore
