// SPDX-License-Identifier: MIT
// How a Session finds and follows locks: by sweeps, and by the names that the feed reports.
#include "lockcore/monitor/watch/session.h"

#include "lockcore/monitor/model/state_rules.h"
#include "lockcore/monitor/reading/refusal.h"

#include <algorithm>

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr auto leastSweepInterval = 1s;
constexpr auto undecidedFor = betweenLooks + 100ms;
constexpr std::size_t mostBirthsAtOnce = 500;
constexpr std::size_t mostBirthsWaiting = 20'000; // the next sweep finds the rest

} // namespace

Task<void> Session::sweepLoop()
{
    for (;;) {
        const auto begin = m_clock.now();
        const auto swept = co_await sweepUnlessBusy(m_firstSweep ? 1 : m_options.sweepShare);
        if (!swept) {
            m_links.giveUp(swept.error());
            co_return;
        }
        if (!*swept) {
            co_await m_clock.after(leastSweepInterval);
            continue;
        }
        // The first sweep took its full share; its excess is made up before the next one.
        const auto cost = m_firstSweep ? m_sweep->progress().cost : Microseconds(0);
        if (m_firstSweep) {
            m_firstSweep = false;
            m_board.state.everLive = true;
            m_board.state.phase = MonitorState::Phase::Live;
        }
        m_denied.sweepEnds();
        m_board.table().forget([this](const LockId &id) { return !m_watchList.contains(id.key); });
        const auto rest =
            std::max<Duration>(leastSweepInterval, std::chrono::duration_cast<Microseconds>(cost / std::max(m_options.sweepShare, 0.0001)));
        m_nextSweep = m_clock.now() + rest;
        m_board.state.sweepInterval = std::chrono::duration_cast<Milliseconds>(m_clock.now() - begin + rest);
        noteState();
        co_await m_clock.after(rest);
        m_nextSweep.reset();
    }
}

// False: the server answers nothing for now (it runs a long script, or loads). That is temporary and no loss.
Task<Result<bool>> Session::sweepUnlessBusy(double share)
{
    const auto swept = co_await sweepOnce(share);
    m_busy = !swept && isBusy(swept.error());
    if (!swept && !m_busy)
        co_return swept.error();
    noteState();
    co_return !m_busy;
}

Task<Result<void>> Session::sweepOnce(double share)
{
    Sweep::Options options;
    options.budget = {share, m_options.worstCall};
    options.roundTrip = roundTrip();
    const auto began = serverNow();
    m_board.state.sweeping = true;
    m_board.state.keysTotal = m_check->facts.keys;
    m_sweep = std::make_unique<Sweep>(
        m_links.sweep(), *m_prober, m_classifier, m_board.table().surroundings(), m_clock, options,
        [this](const Bytes &key) { return m_watchList.contains(key); },
        [this](std::vector<Sighting> sightings) { found(std::move(sightings)); });
    auto result = co_await m_sweep->contended();
    if (result)
        result = co_await m_sweep->run();
    m_board.state.sweeping = false;
    if (result) {
        m_board.lastSweepBegan = began;
        m_board.state.keysSeen = m_sweep->progress().keysSeen;
    }
    co_return result;
}

void Session::found(std::vector<Sighting> sightings)
{
    for (auto &sighting : sightings) {
        if (m_watchList.contains(sighting.look.id.key))
            continue;
        Evidence evidence;
        evidence.firstSweep = m_firstSweep;
        evidence.lastFree = m_board.lastSweepBegan;
        m_board.apply(sighting.look, evidence);
        if (m_options.watch)
            m_watchList.add(std::move(sighting.request));
    }
    noteProgress();
    m_feed.wake();
    emit boardChanged();
}

// One look without a TTL proves nothing if a library sets the TTL in a second command.
Task<Result<void>> Session::lookAgainAtBare()
{
    std::vector<LookRequest> requests;
    for (auto &id : m_board.table().bareSince(ServerTime::max())) {
        LookRequest request;
        request.id = std::move(id);
        requests.push_back(std::move(request));
    }
    if (requests.empty())
        co_return Result<void>();
    co_await m_clock.after(undecidedFor);
    constexpr std::size_t atOnce = 500;
    for (std::size_t i = 0; i < requests.size(); i += atOnce) {
        const auto end = std::min(i + atOnce, requests.size());
        std::vector<LookRequest> some(requests.begin() + static_cast<std::ptrdiff_t>(i),
                                      requests.begin() + static_cast<std::ptrdiff_t>(end));
        const auto sightings = co_await m_prober->look(std::move(some));
        if (!sightings)
            co_return sightings.error();
        for (const auto &sighting : *sightings)
            m_board.apply(sighting.look, {});
    }
    co_return Result<void>();
}

// Without a lease where there should be one: immortal only if a later, second look shows none either.
void Session::readUndecidedAgain()
{
    for (const auto &id : m_board.table().bareSince(serverNow() - undecidedFor))
        m_watchList.readAgain(id.key);
    m_feed.wake();
}

void Session::heard(const std::vector<Bytes> &names)
{
    for (const auto &name : names) {
        const bool worth = m_feed.state().allNames || m_classifier.nameBetrays(name);
        if (!worth || m_births.size() >= mostBirthsWaiting || m_denied.isClosed(name))
            continue;
        m_births.insert(name); // it may only look like a companion's name
        if (auto lock = m_classifier.lockOf(name); lock != name)
            m_births.insert(std::move(lock));
    }
    if (m_birthSleep && !m_births.empty())
        std::exchange(m_birthSleep, std::nullopt)->complete();
}

Task<void> Session::birthLoop()
{
    for (;;) {
        if (m_births.empty()) {
            m_birthSleep.emplace();
            co_await m_birthSleep->waiting();
        }
        std::vector<Candidate> candidates;
        while (!m_births.empty() && candidates.size() < mostBirthsAtOnce) {
            auto name = std::move(m_births.extract(m_births.begin()).value());
            if (m_watchList.contains(name))
                continue;
            const bool byName = m_classifier.nameBetrays(name);
            candidates.push_back({std::move(name), ValueType::None, byName});
        }
        auto sightings = co_await m_prober->probe(std::move(candidates), m_board.table().surroundings());
        if (!sightings && sightings.error().kind == ErrorKind::Server) {
            co_await m_clock.after(leastSweepInterval); // busy; the next sweep finds them
            continue;
        }
        if (!sightings) {
            m_links.giveUp(sightings.error());
            co_return;
        }
        found(*std::move(sightings));
    }
}

void Session::looked(const std::vector<Feed::Delivery> &deliveries)
{
    for (const auto &[look, verdict] : deliveries) {
        Evidence evidence;
        evidence.firstSweep = m_firstSweep;
        evidence.lastFree = m_board.lastSweepBegan;
        evidence.announced = verdict.announced;
        evidence.announces = verdict.announces && m_feed.state().announcementsHeard;
        evidence.outrun = verdict.outrun;
        m_board.apply(look, evidence);
        // A key that has become something else is no longer followed; if it becomes a lock again, a sweep finds it.
        if (look.value.exists() && !m_board.table().find(look.id))
            m_watchList.drop(look.id.key);
    }
    emit boardChanged();
}

} // namespace lockcore
