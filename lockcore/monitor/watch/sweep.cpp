// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/sweep.h"

#include "lockcore/monitor/reading/refusal.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::int64_t leastCount = 50;
constexpr std::int64_t mostCount = 1000;
constexpr std::size_t mostDigesting = 3; // batches of names that are in flight at once
constexpr std::size_t mostAgainAtOnce = 500;
constexpr auto mostPause = std::chrono::seconds(2); // short pauses are better than a long one: progress is visible

bool isCursor(std::string_view text) { return !text.empty() && text.find_first_not_of("0123456789") == text.npos; }

} // namespace

Sweep::Sweep(Connection &connection, Prober &prober, const Classifier &classifier, RecognitionContext surroundings, Clock &clock,
             Options options, Known known, Belongs belongs, Found found)
    : m_connection(connection)
    , m_prober(prober)
    , m_classifier(classifier)
    , m_surroundings(std::move(surroundings))
    , m_clock(clock)
    , m_options(options)
    , m_known(std::move(known))
    , m_belongs(std::move(belongs))
    , m_found(std::move(found))
    , m_digesting(connection.queue())
{ }

Task<Result<void>> Sweep::run()
{
    Bytes cursor = "0";
    do {
        const auto begin = m_clock.now();
        auto names = co_await step(cursor);
        if (!names)
            co_return names.error();
        m_progress.keysSeen += static_cast<std::int64_t>(names->size());
        m_digesting.start(digest(*std::move(names)));
        const bool unhurried = m_options.budget.share < 1;
        co_await m_digesting.whenAtMost(unhurried ? 0 : mostDigesting);
        const auto pause = pauseAfter(costSince(begin));
        if (unhurried)
            co_await m_clock.after(pause);
    } while (cursor != "0" && !m_error);
    co_await m_digesting.whenIdle();
    if (!m_error)
        co_await digestFew();
    if (m_error)
        co_return *m_error;
    co_return Result<void>();
}

// What is a lock because few are alike is looked at again: at the beginning of a long sweep it was there, and may have gone.
Task<void> Sweep::digestFew()
{
    m_possible.freeNamesUnread = !m_prober.options().freeStrings;
    std::vector<Sighting> left;
    for (auto &sighting : m_census.takeFew()) {
        if (levelOf(sighting.classified->match.confidence) == LockLevel::Lock)
            left.push_back(std::move(sighting));
        else if (!m_known(sighting.look.id.key))
            m_possible.locks.push_back(possibleLock(std::move(sighting)));
    }
    m_census.describe(m_possible);
    while (!left.empty() && !m_error) {
        const auto begin = m_clock.now();
        const auto some = std::min(left.size(), mostAgainAtOnce);
        co_await lookAgain({std::make_move_iterator(left.end() - static_cast<std::ptrdiff_t>(some)), std::make_move_iterator(left.end())});
        left.resize(left.size() - some);
        const auto pause = pauseAfter(costSince(begin));
        if (m_options.budget.share < 1)
            co_await m_clock.after(pause);
    }
}

Task<Result<Reply>> Sweep::scan(Bytes cursor, std::int64_t atOnce)
{
    const auto count = std::to_string(atOnce);
    co_return co_await m_connection.command("SCAN", cursor, "COUNT", count);
}

Task<Result<std::vector<Bytes>>> Sweep::step(Bytes &cursor)
{
    const auto begin = m_clock.now();
    auto reply = co_await scan(cursor, m_count);
    for (auto count = m_count; count > 1 && reply && reply->isError() && isTooLarge(reply->toError());) {
        count = std::max<std::int64_t>(count / 10, 1);
        reply = co_await scan(cursor, count);
    }
    if (!reply)
        co_return reply.error();
    if (reply->isError() && isTooLarge(reply->toError())) // a single name that is too large: SCAN cannot skip it
        co_return Error{ErrorKind::Protocol, reply->text.substr(reply->text.find(' ') + 1), "too-large"};
    if (reply->isError())
        co_return reply->toError();
    if (reply->elements.size() != 2 || !isCursor(reply->elements[0].text) || !reply->elements[1].isArray())
        co_return Error{ErrorKind::Protocol, "unexpected reply to SCAN: " + elidedInMiddle(toString(*reply), 100), "malformed"};
    adapt(std::chrono::duration_cast<Microseconds>(m_clock.now() - begin));
    cursor = std::move(reply->elements[0].text);
    std::vector<Bytes> names;
    names.reserve(reply->elements[1].elements.size());
    for (auto &element : reply->elements[1].elements)
        names.push_back(std::move(element.text));
    co_return names;
}

Task<void> Sweep::digest(std::vector<Bytes> names)
{
    std::vector<Candidate> candidates;
    candidates.reserve(names.size());
    std::vector<Bytes> claimed;
    const auto addByName = [&](std::vector<Candidate> &to, const Bytes &key) {
        if (!claim(key))
            return;
        claimed.push_back(key);
        to.push_back({key, ValueType::None, true});
    };
    std::vector<Bytes> others;
    std::vector<std::pair<Bytes, Bytes>> companions; // a companion leads to its lock, which may have any name
    for (auto &name : names) {
        if (!m_classifier.nameBetrays(name)) {
            others.push_back(std::move(name));
            continue;
        }
        auto lock = m_classifier.lockOf(name);
        addByName(candidates, lock);
        if (lock != name)
            companions.emplace_back(std::move(name), std::move(lock));
    }
    for (auto &name : others) {
        if (!m_claimed.contains(name) && !m_known(name))
            candidates.push_back({std::move(name)});
    }
    co_await probe(std::move(candidates));
    // A known lock lists its companions. Any other key may only look like a companion.
    std::vector<Candidate> strays;
    for (const auto &[name, lock] : companions) {
        if (!m_belongs(name, lock))
            addByName(strays, name);
    }
    if (!strays.empty() && !m_error)
        co_await probe(std::move(strays));
    for (const auto &key : claimed)
        m_claimed.erase(key);
}

// Several companions lead to one lock. False: the lock is known, or another batch probes it.
bool Sweep::claim(const Bytes &key) { return !m_known(key) && m_claimed.insert(key).second; }

Task<void> Sweep::probe(std::vector<Candidate> candidates)
{
    auto sightings = co_await m_prober.probe(std::move(candidates), m_surroundings, &m_census);
    if (!sightings) {
        m_error = sightings.error();
        co_return;
    }
    m_census.takeFrom(*sightings);
    co_await yield(*std::move(sightings));
}

Task<void> Sweep::lookAgain(std::vector<Sighting> sightings)
{
    std::vector<Candidate> candidates;
    candidates.reserve(sightings.size());
    for (auto &sighting : sightings) {
        auto &key = sighting.look.id.key;
        const bool byName = m_classifier.nameBetrays(key);
        candidates.push_back({std::move(key), ValueType::None, byName});
    }
    auto still = co_await m_prober.probe(std::move(candidates), m_surroundings);
    if (!still) {
        m_error = still.error();
        co_return;
    }
    std::erase_if(*still, [](const Sighting &sighting) { return levelOf(sighting.classified->match.confidence) == LockLevel::Possible; });
    co_await yield(*std::move(still));
}

Task<void> Sweep::yield(std::vector<Sighting> sightings)
{
    if (sightings.empty())
        co_return;
    const auto taken = co_await m_found(std::move(sightings));
    if (!taken)
        m_error = taken.error();
}

Task<Result<void>> Sweep::contended()
{
    std::vector<Candidate> candidates;
    for (const auto &channel : m_surroundings.channels) {
        auto key = m_classifier.lockOf(channel);
        if (key != channel && !m_known(key))
            candidates.push_back({std::move(key), ValueType::None, true});
    }
    co_await probe(std::move(candidates));
    if (m_error)
        co_return *m_error;
    co_return Result<void>();
}

// Probes run at the same time, so this measures more than one call. The error is in the server's favour.
void Sweep::adapt(Microseconds elapsed)
{
    const auto call = elapsed - m_options.roundTrip;
    if (call > m_options.budget.worstCall)
        m_count = std::max(leastCount, m_count / 2);
    else if (call < m_options.budget.worstCall / 2)
        m_count = std::min(mostCount, m_count + m_count / 4);
}

Microseconds Sweep::costSince(Moment begin)
{
    const auto elapsed = m_clock.now() - begin - std::exchange(m_waited, Duration::zero());
    return std::max(std::chrono::duration_cast<Microseconds>(elapsed) - m_options.roundTrip, Microseconds(20));
}

Duration Sweep::pauseAfter(Microseconds cost)
{
    m_progress.cost += cost;
    const auto factor = 1 / std::max(m_options.budget.share, 0.0001) - 1;
    const Microseconds rest(static_cast<std::int64_t>(static_cast<double>(cost.count()) * factor));
    return std::min<Duration>(rest, mostPause);
}

} // namespace lockcore
