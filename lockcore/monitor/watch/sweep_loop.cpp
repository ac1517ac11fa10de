// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/sweep_loop.h"

#include "lockcore/monitor/reading/refusal.h"

#include <algorithm>

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr auto leastInterval = 1s;
constexpr int restAfterHurry = 9;   // × the cost of the sweep, even if data is exchanged all the time
constexpr int restAfterMissed = 99; // × the cost, if names are missed all the time

} // namespace

Task<Result<void>> SweepLoop::run()
{
    auto &state = m_parts.store.state;
    auto &clock = m_parts.clock;
    for (;;) {
        const auto begin = clock.now();
        const bool missed = m_missedNames && begin >= m_fullyRested;
        const bool hurried =
            std::exchange(m_hurry, false) || missed || !m_completedOnce; // no message announced what came before this connection
        m_missedNames = m_missedNames && !hurried;
        const auto share = usualShare();
        const auto swept = co_await unlessBusy(hurried ? 1 : share);
        if (!swept)
            co_return swept.error();
        if (!*swept) {
            m_hurry = hurried;
            co_await clock.after(leastInterval);
            continue;
        }
        const auto excess = completed(std::exchange(m_hurriedMidway, false) || hurried);
        const auto pause = std::max<Duration>(leastInterval, std::chrono::duration_cast<Microseconds>(excess / std::max(share, 0.0001)));
        m_report.setNextSweep(clock.now() + pause);
        state.sweepInterval = std::chrono::duration_cast<Milliseconds>(clock.now() - begin + pause);
        m_report.post();
        co_await rest(pause);
        m_report.setNextSweep({});
    }
}

// If the feed announces every name, a sweep finds only keys whose message was lost.
double SweepLoop::usualShare() const
{
    constexpr double sparing = 0.2;
    return m_parts.options.sweepShare * (m_parts.store.state.allNames ? sparing : 1);
}

void SweepLoop::hurry()
{
    m_hurry = true;
    if (m_sweep && m_parts.store.state.sweeping)
        m_sweep->hurry(); // the rest is swept at once; the next sweep covers what came before
}

void SweepLoop::missedNames()
{
    m_missedNames = true;
    m_parts.store.missedNames();
    if (m_sweep && m_parts.store.state.sweeping && m_parts.clock.now() >= m_fullyRested)
        m_sweep->hurry(), m_hurriedMidway = true;
}

Task<void> SweepLoop::rest(Duration most)
{
    constexpr Duration step = 200ms;
    auto &clock = m_parts.clock;
    const auto end = clock.now() + most;
    const auto isDue = [this](Moment now) { return (m_hurry && now >= m_rested) || (m_missedNames && now >= m_fullyRested); };
    for (auto now = clock.now(); now < end && !isDue(now); now = clock.now())
        co_await clock.after(std::min(step, end - now));
}

// False: the server reads nothing for now (a long script, loading, a cluster that is down). That is temporary.
Task<Result<bool>> SweepLoop::unlessBusy(double share)
{
    const auto swept = co_await once(share);
    const bool busy = !swept && isBusy(swept.error());
    m_report.setRefused(busy ? std::optional(swept.error()) : std::nullopt);
    if (!swept && !busy)
        co_return swept.error();
    m_report.post();
    co_return !busy;
}

// Returns how much time exceeded the share. Only a hurried sweep exceeds it, and the pause after it compensates for that.
Microseconds SweepLoop::completed(bool hurried)
{
    m_completedOnce = true;
    if (!m_parts.store.state.everLive) {
        m_parts.store.state.everLive = true;
        m_parts.store.state.phase = MonitorState::Phase::Live;
    }
    m_parts.denied.sweepEnds(m_parts.clock.now());
    m_parts.clusterSlots.sweepEnds();
    m_parts.store.forget([this](const LockId &id) { return !m_parts.watchList.contains(id.key); }, m_parts.serverNow());
    if (!hurried)
        return Microseconds(0);
    const auto cost = m_sweep->progress().cost;
    m_rested = m_parts.clock.now() + cost * restAfterHurry;
    m_fullyRested = m_parts.clock.now() + cost * restAfterMissed;
    return cost;
}

Task<Result<void>> SweepLoop::once(double share)
{
    auto &store = m_parts.store;
    Sweep::Options options;
    options.budget = {share, m_parts.options.worstCall};
    options.roundTrip = m_opened.roundTrip;
    // The sweep need not find a key that came after this time. So it is the earliest estimate of the server's time.
    const auto began = m_parts.serverClock.known() ? m_parts.serverClock.earliest(m_parts.clock.now()) : ServerTime{};
    store.state.sweeping = true;
    store.sweepBegins();
    store.state.keysTotal = store.state.server.keys;
    auto result = co_await m_scripts.ask();
    if (!result) {
        store.state.sweeping = false;
        co_return result;
    }
    m_sweep.emplace(
        m_connection, m_prober, m_parts.classifier, store.table().surroundings(), m_parts.clock, options,
        [this](const Bytes &key) { return m_parts.isKnown(key); },
        [this](const Bytes &companion, const Bytes &lock) { return m_parts.belongs(companion, lock); },
        [this](std::vector<Sighting> sightings) { return found(std::move(sightings)); });
    result = co_await m_sweep->contended();
    if (result)
        result = co_await m_sweep->run();
    store.state.sweeping = false;
    if (result) {
        store.sweepCompleted(began);
        store.state.keysSeen = m_sweep->progress().keysSeen;
        store.state.possible = m_sweep->possible();
    }
    co_return result;
}

// A key without a message, which earlier sweeps did not find, may have come with exchanged data.
Task<Result<void>> SweepLoop::found(std::vector<Sighting> sightings)
{
    noteProgress();
    if (m_parts.store.state.everLive) {
        if (const auto asked = co_await m_datasetSwaps.ask(); !asked)
            co_return asked.error();
    }
    m_intake.found(std::move(sightings), m_completedOnce ? Intake::By::Sweep : Intake::By::FirstSweep);
    if (m_completedOnce) {
        const auto begin = m_parts.clock.now();
        co_await m_intake.whenRoom();
        m_sweep->waited(m_parts.clock.now() - begin);
    }
    co_return Result<void>();
}

// A later sweep starts at 0 again, so the count of the last complete one stays until it is done.
void SweepLoop::noteProgress()
{
    if (m_sweep && m_parts.store.state.sweeping && !m_parts.store.state.everLive)
        m_parts.store.state.keysSeen = m_sweep->progress().keysSeen;
}

} // namespace lockcore
