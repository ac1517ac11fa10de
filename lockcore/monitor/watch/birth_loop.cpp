// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/birth_loop.h"

#include "lockcore/monitor/reading/kind_census.h"
#include "lockcore/monitor/reading/refusal.h"

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr std::size_t mostBirthsAtOnce = 500;
constexpr std::size_t mostWaiting = 20'000; // in m_likely, and in m_others
constexpr std::size_t mostSeenFree = 20'000;
constexpr auto pauseWhenBusy = 100ms;

} // namespace

void BirthLoop::heard(const std::vector<Bytes> &names, bool secondHalf)
{
    const auto &classifier = m_parts.classifier;
    for (const auto &name : names) {
        const bool likely = classifier.nameBetrays(name);
        if ((!likely && !m_feed.state().allNames) || m_parts.denied.isClosed(name))
            continue;
        if (const auto probed = m_probed.find(name); probed != m_probed.end())
            countChange(probed->second, secondHalf);
        if (auto *changes = note(likely || m_likely.contains(name) ? m_likely : m_others, name)) // perhaps it only looks like a companion
            countChange(*changes, secondHalf);
        const auto lock = classifier.lockOf(name);
        auto *changes = lock != name ? note(m_likely, lock) : nullptr;
        if (const auto other = changes ? m_others.extract(lock) : Names::node_type())
            *changes = std::max(*changes, other.mapped());
    }
    if (m_sleeping && !(m_likely.empty() && m_others.empty()))
        std::exchange(m_sleeping, std::nullopt)->complete();
}

// Null: the limit is reached.
std::uint16_t *BirthLoop::note(Names &names, const Bytes &name)
{
    if (names.size() < mostWaiting)
        return &names[name];
    if (const auto known = names.find(name); known != names.end())
        return &known->second;
    m_sweeps.missedNames();
    return nullptr;
}

Task<Result<void>> BirthLoop::run()
{
    for (;;) {
        if (m_likely.empty() && m_others.empty()) {
            m_sleeping.emplace();
            co_await m_sleeping->waiting();
        }
        co_await m_intake.whenRoom();
        auto sightings = co_await probe(takeSome());
        if (!sightings && isBusy(sightings.error())) {
            again();
            co_await m_parts.clock.after(pauseWhenBusy);
            continue;
        }
        if (!sightings)
            co_return sightings.error();
        // A message that arrives until then may be older than the look: another owner may have held the lock.
        if (const auto heard = co_await m_feed.hearAll(); !heard)
            co_return heard.error();
        if (!std::ranges::all_of(*sightings, [this](const auto &one) { return m_parts.clusterSlots.isSettled(one.look.id.key); })) {
            if (const auto asked = co_await m_datasetSwaps.ask(); !asked) // the key may have come with its cluster slot
                co_return asked.error();
        }
        for (auto &sighting : *sightings) {
            const auto probed = m_probed.extract(sighting.look.id.key);
            sighting.several = m_seenFree.erase(sighting.look.id.key) > 0 || (probed && probed.mapped() > 1);
        }
        forgetProbed();
        KindCensus census;
        census.takeFrom(*sightings);
        std::ranges::move(census.takeFew(), std::back_inserter(*sightings));
        std::erase_if(*sightings, [](const Sighting &one) { return levelOf(one.classified->match.confidence) == LockLevel::Possible; });
        m_intake.found(*std::move(sightings), Intake::By::Name);
    }
}

Task<Result<std::vector<Sighting>>> BirthLoop::probe(std::vector<Candidate> candidates)
{
    const auto &surroundings = m_parts.store.table().surroundings();
    auto question = m_scripts.question();
    auto sightings = co_await m_prober.probe(candidates, surroundings);
    if (!sightings)
        co_return sightings.error();
    const auto moreLibraries = co_await m_scripts.answer(std::move(question));
    if (!moreLibraries)
        co_return moreLibraries.error();
    if (*moreLibraries) // under a name that suggests nothing, only the library's scripts reveal a lock
        co_return co_await m_prober.probe(std::move(candidates), surroundings);
    co_return sightings;
}

// The server was busy. The probed names are few, so they are probed first next time.
void BirthLoop::again()
{
    for (const auto &[name, changes] : m_probed) {
        auto &known = m_likely[name];
        known = std::max(known, changes); // names heard again meanwhile are in both
        m_others.erase(name);
    }
    m_probed.clear();
}

// The names that are left in m_probed contained no lock.
void BirthLoop::forgetProbed()
{
    if (m_seenFree.size() > mostSeenFree)
        m_seenFree.clear();
    while (!m_probed.empty())
        m_seenFree.insert(std::move(m_probed.extract(m_probed.begin()).key()));
}

std::vector<Candidate> BirthLoop::takeSome()
{
    std::vector<Candidate> candidates;
    takeFrom(m_likely, candidates);
    takeFrom(m_others, candidates);
    return candidates;
}

void BirthLoop::takeFrom(Names &names, std::vector<Candidate> &candidates)
{
    while (!names.empty() && candidates.size() < mostBirthsAtOnce) {
        auto node = names.extract(names.begin());
        if (m_parts.watchList.contains(node.key()))
            continue;
        candidates.push_back({node.key(), ValueType::None, &names == &m_likely});
        m_probed.insert(std::move(node));
    }
}

} // namespace lockcore
