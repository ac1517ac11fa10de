// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/birth_loop.h"

#include "lockcore/monitor/reading/free_tokens.h"
#include "lockcore/monitor/reading/refusal.h"

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr std::size_t mostBirthsAtOnce = 500;
constexpr std::size_t mostWaiting = 20'000; // the next sweep finds the rest
constexpr auto pauseWhenBusy = 1s;

} // namespace

void BirthLoop::heard(const std::vector<Bytes> &names)
{
    const auto &classifier = m_parts.classifier;
    for (const auto &name : names) {
        const bool worth = m_feed.state().allNames || classifier.nameBetrays(name);
        if (!worth || m_names.size() >= mostWaiting || m_parts.denied.isClosed(name))
            continue;
        m_names.try_emplace(name, false); // it may only look like a companion's name
        if (auto lock = classifier.lockOf(name); lock != name)
            m_names[std::move(lock)] = true;
    }
    if (m_sleeping && !m_names.empty())
        std::exchange(m_sleeping, std::nullopt)->complete();
}

Task<Result<void>> BirthLoop::run()
{
    for (;;) {
        if (m_names.empty()) {
            m_sleeping.emplace();
            co_await m_sleeping->waiting();
        }
        auto candidates = takeSome();
        auto sightings = co_await m_prober.probe(std::move(candidates), m_parts.board.table().surroundings());
        if (!sightings && isBusy(sightings.error())) {
            co_await m_parts.clock.after(pauseWhenBusy); // the next sweep finds them
            continue;
        }
        if (!sightings)
            co_return sightings.error();
        FreeTokens freeTokens;
        freeTokens.takeFrom(*sightings);
        std::ranges::move(freeTokens.few(), std::back_inserter(*sightings));
        m_intake.found(*std::move(sightings), Intake::By::Name);
    }
}

std::vector<Candidate> BirthLoop::takeSome()
{
    std::vector<Candidate> candidates;
    while (!m_names.empty() && candidates.size() < mostBirthsAtOnce) {
        auto node = m_names.extract(m_names.begin());
        auto &name = node.key();
        if (m_parts.watchList.contains(name))
            continue;
        const bool byName = node.mapped() || m_parts.classifier.nameBetrays(name);
        candidates.push_back({std::move(name), ValueType::None, byName});
    }
    return candidates;
}

} // namespace lockcore
