// SPDX-License-Identifier: MIT
#include "lockcore/report/moment_index.h"

#include "lockcore/judge/resource_content.h"
#include "lockcore/report/belief_steps.h"
#include "lockcore/report/lane_parts.h"

namespace lockcore::detail {

namespace {

class IndexBuilder
{
public:
    IndexBuilder(const Run &run, const Lanes &lanes)
        : m_run(run)
        , m_stage(m_run)
        , m_index(std::make_unique<Moments::Index>())
    {
        m_index->begin = lanes.begin;
        m_index->end = lanes.end;
        m_index->stock = m_run.header().stock;
        m_stage.end = lanes.end + Microseconds(1); // so that what continues at the end of the lanes differs from what ends there
        m_resource = lanes.resources.empty() ? std::string() : lanes.resources.front().lock;
        m_index->severalLocks = m_run.header().locks.size() > 1;
        m_index->store = storeOf(m_run.header());
        if (m_index->severalLocks)
            m_index->resource = m_resource;
    }

    std::unique_ptr<Moments::Index> build()
    {
        addWorkers();
        addLocks();
        for (m_number = 1; m_number <= m_run.size(); ++m_number) {
            m_index->entries.push_back(now());
            std::visit([this](const auto &what) { take(what); }, m_run.entry(m_number).what);
        }
        addBeliefs();
        return std::move(m_index);
    }

private:
    Microseconds now() const { return m_run.at(m_number); }
    bool isPlayed() const { return m_stage.isPlayed(m_number); }

    void addWorkers()
    {
        for (auto &lane : workerLanes(m_stage)) {
            m_workers.emplace(lane.worker, m_index->workers.size());
            auto &worker = m_index->workers.emplace_back();
            worker.name = std::move(lane.worker);
            for (const auto &span : lane.spans)
                worker.states.push_back({span.begin, span.end, span.state});
        }
    }

    void addLocks()
    {
        for (const auto &lane : lockLanes(m_stage)) {
            auto &lock = m_index->locks.emplace_back();
            lock.name = lane.lock;
            lock.server = lane.server;
            lock.rows.resize(lane.rows);
            for (const auto &span : lane.spans) {
                Moments::Index::Held held{span.begin, span.end, span.owner ? indexOf(*span.owner) : -1, {}};
                for (const auto &point : span.lease)
                    held.lease.push_back({point.at, point.left});
                lock.rows[span.row].push_back(std::move(held));
            }
        }
    }

    int indexOf(const Incarnation &owner)
    {
        const auto [found, isNew] = m_owners.emplace(owner, static_cast<int>(m_index->owners.size()));
        if (isNew)
            m_index->owners.push_back(owner);
        return found->second;
    }

    Moments::Index::Worker *workerNamed(const std::string &name)
    {
        const auto found = m_workers.find(name);
        return found == m_workers.end() ? nullptr : &m_index->workers[found->second];
    }

    /// The worker, if this incarnation is its current one; otherwise null.
    Moments::Index::Worker *current(const Incarnation &who)
    {
        auto *const worker = workerNamed(who.worker);
        return worker && worker->incarnation.at(now()) == who.number ? worker : nullptr;
    }

    void take(const entry::Started &started)
    {
        for (const auto &name : m_stage.speakers.in(started.who.worker)) {
            auto *const worker = workerNamed(name);
            if (!worker)
                continue;
            worker->incarnation.set(now(), started.who.number);
            worker->lock.set(now(), 0);
            worker->command.set(now(), 0);
            worker->place.set(now(), {});
            worker->network.set(now(), {});
        }
    }
    void take(const entry::Sent &sent)
    {
        auto *const worker = current(speakerOf(sent));
        if (worker && isPlayed() && sent.request == entry::Request::Acquire)
            worker->lock.set(now(), m_index->texts.indexOf(sent.lock));
    }
    void take(const entry::Turn &turn)
    {
        const auto who = turn.who && isPlayed() ? m_stage.speakers.ofTurn(m_number) : std::nullopt;
        auto *const worker = who ? current(*who) : nullptr;
        if (worker)
            worker->command.set(now(), m_index->texts.indexOf(turn.command));
    }
    void take(const entry::Located &located)
    {
        auto *const worker = isPlayed() ? current(located.who) : nullptr; // a worker that has only warmed up has no place yet
        if (worker)
            worker->place.set(now(), {m_index->texts.indexOf(located.file), located.line});
    }
    void take(const entry::NetworkFaulted &faulted)
    {
        if (isPlayed())
            setNetwork(faulted.who, faulted.fault == entry::NetworkFault::Healed ? std::nullopt : std::optional(faulted.fault));
    }
    void take(const entry::Died &died) { setNetwork(died.who, {}); }
    void setNetwork(const Incarnation &who, std::optional<entry::NetworkFault> fault)
    {
        for (const auto &name : m_stage.speakers.in(who.worker)) {
            if (auto *const worker = current({name, who.number}))
                worker->network.set(now(), fault);
        }
    }
    void take(const entry::Accessed &call)
    {
        if (call.refused || call.lock != m_resource || m_number < m_run.begin)
            return;
        if (call.step == entry::Step::Read)
            m_content.read(call);
        const bool writes = call.step == entry::Step::Write;
        if (writes) {
            m_content.sell(call);
            m_content.write(call);
        }
        auto content = m_index->content.at(now());
        if (call.version || writes)
            content.version = call.version ? *call.version : m_content.version;
        const auto value = m_content.values.find(m_content.version);
        if (m_index->stock && value != m_content.values.end()) {
            content.stock = value->second;
            content.sold = m_content.sold;
        }
        m_index->content.set(now(), content);
    }
    template <class Other>
    void take(const Other &)
    { }

    void addBeliefs()
    {
        for (auto &[name, steps] : beliefSteps(m_stage)) {
            auto *const worker = workerNamed(name);
            for (const auto &step : worker ? steps : std::vector<BeliefStep>()) {
                const auto at = m_run.at(step.from);
                worker->belief.set(at, {static_cast<int>(step.count), step.contradicted});
                worker->holds.set(at, step.holds);
                worker->locks.set(at, step.locks);
            }
        }
    }

    const Run &m_run;
    Stage m_stage;
    std::unique_ptr<Moments::Index> m_index;
    std::string m_resource; ///< the resource whose content is shown
    std::map<std::string, std::size_t> m_workers;
    std::map<Incarnation, int> m_owners;
    ResourceContent m_content;
    Number m_number = 0;
};

} // namespace

std::unique_ptr<Moments::Index> momentIndex(const HistoryIndex &history, const Lanes &lanes)
{
    return IndexBuilder(history, lanes).build();
}

} // namespace lockcore::detail
