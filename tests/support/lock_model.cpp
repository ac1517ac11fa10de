// SPDX-License-Identifier: MIT
#include "support/lock_model.h"

#include "support/history_builder.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <random>

namespace lockcore::test {

namespace {

constexpr double lease = 300; // all times in milliseconds of the Lab's clock

struct Worker
{
    std::string name;
    int incarnation = 1;
    bool alive = true;
    bool reported = true; ///< its death has been written into the history
    double pausedUntil = 0;
    int roundsLeft = 0;
    bool waiting = false;
    bool deaf = false;
    std::optional<std::size_t> grant;
    int depth = 0;
    std::int64_t seenVersion = 0;
    std::int64_t seenValue = 0;
    std::optional<std::int64_t> token;
    std::uint64_t life = 0; ///< events of an earlier life are ignored
    double askedAt = 0;     ///< when its last acquire was sent
    double written = 0;     ///< time of the last line: a pipe keeps the order of its lines
    std::deque<std::function<void()>> unread;

    std::string id() const { return incarnation == 1 ? name : name + '#' + std::to_string(incarnation); }
};

class Model
{
public:
    Model(const Plan &plan, std::uint64_t seed)
        : m_plan(plan)
        , m_random(seed)
        , m_story(Milliseconds(int(lease)))
    {
        auto &header = m_story.header;
        header.seed = seed;
        header.fencing = plan.fencing;
        header.commandTimeout = Milliseconds(100);
        header.work = Milliseconds(longWork() ? 500 : 60);
        const auto can = [&](bool able, Capability capability) {
            if (able)
                header.capabilities.push_back(capability);
        };
        can(plan.watchdog, Capability::Watchdog);
        can(plan.reentrant, Capability::Reentrant);
        can(plan.tokens, Capability::Fencing);
        m_serverSpeed = between(0.99, 1.01);
    }

    ModelRun run()
    {
        for (int i = 0; i < m_plan.workers; ++i)
            begin(i < 26 ? std::string(1, char('A' + i)) : 'W' + std::to_string(i), 1);
        for (std::size_t i = 0; i < m_workers.size(); ++i)
            later(i, between(1, 40), [this, i] { acquire(i); });
        faults();
        drain();
        if (m_plan.deafWaiter)
            waitLong();
        else if (anyDead())
            tryFresh();
        now(m_now + 1);
        m_result.history = m_story.end();
        judgeExclusion();
        return std::move(m_result);
    }

private:
    struct Event
    {
        double at = 0;
        std::uint64_t order = 0;
        std::function<void()> act;
        bool operator<(const Event &other) const { return std::tie(at, order) > std::tie(other.at, other.order); }
    };

    double between(double least, double most) { return std::uniform_real_distribution<>(least, most)(m_random); }
    bool chance(double part) { return between(0, 1) < part; }
    bool longWork() const { return !m_plan.watchdog && m_story.header.seed % 3 == 0; }

    void now(double at) { m_story.at(m_now = std::max(m_now, at)); }
    void at(double time, std::function<void()> act) { m_events.push({time, ++m_order, std::move(act)}); }

    /// Schedules an action of this worker: delayed while the worker is paused, dropped when it is dead.
    void later(std::size_t index, double delay, std::function<void()> act)
    {
        const auto life = m_workers[index].life;
        at(m_now + delay, [this, index, life, act = std::move(act)] {
            auto &worker = m_workers[index];
            if (worker.life != life || !worker.alive)
                return;
            if (worker.pausedUntil > m_now)
                return later(index, worker.pausedUntil - m_now + between(0, 1), act);
            act();
        });
    }

    /// Schedules a line that the worker writes now and the Lab reads a little later, but always before it reads the worker's death.
    void write(std::size_t index, std::function<void()> read)
    {
        auto &worker = m_workers[index];
        worker.unread.push_back(std::move(read));
        worker.written = std::max(worker.written, m_now + between(0.05, 2));
        const auto life = worker.life;
        at(worker.written, [this, index, life] {
            if (m_workers[index].life == life)
                readOne(index);
        });
    }

    void readOne(std::size_t index)
    {
        auto &unread = m_workers[index].unread;
        if (unread.empty())
            return;
        const auto read = std::move(unread.front());
        unread.pop_front();
        read();
    }

    void drain()
    {
        while (!m_events.empty() && m_events.top().at < 1250 * m_plan.rounds) { // limited, because a worker may wait for ever
            const auto event = m_events.top();
            m_events.pop();
            now(event.at);
            event.act();
        }
    }

    void begin(const std::string &name, int incarnation)
    {
        if (incarnation == 1) {
            m_workers.emplace_back();
            m_workers.back().name = name;
            m_workers.back().roundsLeft = m_plan.rounds;
        }
        m_story.worker(incarnation == 1 ? name : name + '#' + std::to_string(incarnation));
    }

    // The lock.

    bool held() const { return m_key.has_value(); }

    void lose(Loss loss)
    {
        auto &grant = m_grants[*m_key];
        grant.lost = m_now;
        grant.loss = loss;
        m_key.reset();
    }

    // Removed by a command of the holder or of another worker; `by` is the worker, `id` its incarnation.
    void removedBy(std::size_t by, const std::string &id)
    {
        const auto &grant = m_grants[*m_key];
        const bool own = grant.worker == by;
        m_story.key(entry::KeyEvent::Removed, grant.mark);
        if (!own)
            hit(*m_key);
        static_cast<void>(id);
        lose(Loss::Removed);
    }

    // Another worker's command removed or extended the lock. Whether this was a violation is decided at the end of the run.
    // In the last moments of a lease the judge accuses nobody: a library may compare its own deadline with its own clock.
    void hit(std::size_t grant) { m_hits.push_back({grant, m_now, m_ttlEnd - m_now <= lease * 0.03}); }

    void expireIfDue(bool touched)
    {
        if (!held() || m_now < m_ttlEnd)
            return;
        const auto &grant = m_grants[*m_key];
        m_story.key(entry::KeyEvent::Expired, grant.mark, {}, touched);
        lose(m_plan.shortLease && m_now < grant.from + lease * 0.9 ? Loss::TooEarly : Loss::Expired);
    }

    // The Lab may record the server's action late. But the action was not earlier than its request, and not earlier than the previous turn.
    void setTtl(double ttl, double askedAt)
    {
        const double executed = std::max({m_now - between(0, m_plan.lag), askedAt, m_turnBefore});
        m_ttlEnd = ttl == never ? never : executed + ttl * m_serverSpeed;
        if (ttl != never)
            at(m_ttlEnd + between(0, 60), [this] { expireIfDue(false); });
    }

    std::optional<Milliseconds> ttlText(double ttl) const { return ttl == never ? std::nullopt : std::optional(Milliseconds(int(ttl))); }

    std::string turn(std::size_t index, const std::string &command, entry::Verb verb)
    {
        m_turnBefore = std::exchange(m_thisTurn, m_now);
        m_story.turn(m_workers[index].id(), command, verb);
        expireIfDue(true);
        return m_workers[index].id();
    }

    // A worker's round: acquire, perhaps acquire again, work, release.

    void acquire(std::size_t index)
    {
        auto &worker = m_workers[index];
        if (worker.roundsLeft-- <= 0)
            return;
        worker.waiting = false;
        worker.askedAt = m_now;
        m_story.acquire(worker.id());
        later(index, between(0.1, 2), [=, this] { attempt(index); });
    }

    void attempt(std::size_t index)
    {
        auto &worker = m_workers[index];
        if (worker.deaf)
            return;
        turn(index, "SET", entry::Verb::Take);
        const bool overwrite = held() && m_plan.overwrites && chance(0.2);
        if (overwrite)
            removedBy(index, worker.id());
        if (!held())
            return take(index);
        if (m_plan.claimsRefused && chance(0.15))
            return tell(index, false);
        if (!worker.waiting)
            write(index, [this, id = worker.id()] { m_story.report(id, entry::Report::Waiting); });
        if (m_plan.queue)
            queueUp(index);
        worker.deaf = m_plan.deafWaiter && worker.waiting && chance(0.2);
        worker.waiting = true;
        later(index, between(10, 40), [=, this] { attempt(index); });
    }

    void queueUp(std::size_t index)
    {
        if (!m_workers[index].waiting)
            m_story.key(entry::KeyEvent::Created, m_workers[index].id(), {}, true, entry::Role::Other);
        else if (chance(0.3)) // cleans up another worker's queue place
            m_story.key(entry::KeyEvent::Removed, m_workers[m_random() % m_workers.size()].name, {}, true, entry::Role::Other);
    }

    void take(std::size_t index)
    {
        auto &worker = m_workers[index];
        const double ttl = m_plan.noLease ? never : m_plan.shortLease ? lease / 10 : lease;
        const auto mark = worker.id() + '-' + std::to_string(m_grants.size());
        m_story.key(entry::KeyEvent::Created, mark, ttlText(ttl));
        setTtl(ttl, worker.askedAt);
        m_grants.emplace_back();
        m_grants.back().worker = index;
        m_grants.back().id = worker.id();
        m_grants.back().mark = mark;
        m_grants.back().from = m_now;
        m_grants.back().asked = std::max(worker.askedAt, m_turnBefore);
        m_key = m_grants.size() - 1;
        m_count = 1;
        worker.token = m_plan.tokens ? std::optional(++m_tokens) : std::nullopt;
        tell(index, true);
    }

    void tell(std::size_t index, bool real)
    {
        if (!real) {
            m_grants.emplace_back();
            m_grants.back().worker = index;
            m_grants.back().id = m_workers[index].id();
            m_grants.back().real = false;
            m_grants.back().from = m_now;
            m_workers[index].token.reset();
        }
        double delay = between(0.1, 1);
        if (m_heldReplies > 0 && chance(0.3)) {
            --m_heldReplies;
            m_story.add(entry::NetworkFaulted{HistoryBuilder::named(m_workers[index].id()), entry::NetworkFault::HoldReply});
            delay = between(0.5, 2) * lease;
            heal(m_workers[index].id(), delay);
        }
        later(index, delay, [=, this, grant = m_grants.size() - 1] { told(index, grant); });
    }

    void heal(const std::string &id, double delay)
    {
        at(m_now + delay, [this, id] { m_story.add(entry::NetworkFaulted{HistoryBuilder::named(id), entry::NetworkFault::Healed}); });
    }

    void told(std::size_t index, std::size_t grant)
    {
        auto &worker = m_workers[index];
        worker.grant = grant;
        worker.depth = 1;
        m_grants[grant].told = m_now;
        write(index, [this, index, grant, id = worker.id(), token = worker.token] {
            m_grants[grant].read = m_now;
            m_story.ok(id, token);
            m_workers[index].depth = 1;
        });
        if (m_plan.watchdog && m_grants[grant].real)
            later(index, lease / 3, [=, this] { renew(index, grant); });
        later(index, between(3, 6), [=, this] { m_plan.reentrant &&chance(0.5) ? reenter(index) : enter(index); });
    }

    void renew(std::size_t index, std::size_t grant)
    {
        const auto &worker = m_workers[index];
        if (worker.grant != grant || m_grants[grant].ends != never)
            return;
        turn(index, "EVALSHA", entry::Verb::Extend);
        if (held() && (*m_key == grant || m_plan.blindRenewal)) {
            m_story.key(entry::KeyEvent::Extended, m_grants[*m_key].mark, ttlText(lease));
            if (*m_key != grant)
                hit(*m_key);
            setTtl(lease, 0);
            write(index, [this, id = worker.id()] { m_story.report(id, entry::Report::Renewed); });
            return later(index, lease / 3, [=, this] { renew(index, grant); });
        }
        write(index, [this, id = worker.id(), grant] {
            if (m_grants[grant].ends != never)
                return m_story.report(id, entry::Report::Lost), void();
            m_grants[grant].ends = m_now;
            m_grants[grant].reportedLoss = true;
            m_story.report(id, entry::Report::Lost);
        });
    }

    void reenter(std::size_t index)
    {
        auto &worker = m_workers[index];
        const auto grant = *worker.grant;
        if (m_grants[grant].ends != never)
            return enter(index);
        worker.depth = 2;
        worker.askedAt = m_now;
        m_story.acquire(worker.id());
        if (m_plan.localReentry)
            return later(index, between(0.1, 1), [=, this] { reentered(index, grant, false); });
        later(index, between(0.1, 1), [=, this] {
            turn(index, "EVALSHA", entry::Verb::Take);
            if (m_key != grant) { // the lock is lost, so the library refuses the re-entry
                write(index, [this, index, id = m_workers[index].id()] {
                    m_story.no(id);
                    m_workers[index].depth = 1;
                });
                return later(index, between(3, 6), [=, this] { enter(index); });
            }
            m_story.key(entry::KeyEvent::Changed, m_grants[grant].mark, ttlText(lease));
            m_count = 2;
            setTtl(lease, m_workers[index].askedAt);
            later(index, between(0.1, 1), [=, this] { reentered(index, grant, true); });
        });
    }

    void reentered(std::size_t index, std::size_t grant, bool asked)
    {
        auto &of = m_grants[grant];
        if (!asked && of.lost < m_workers[index].askedAt) // otherwise the lock still existed when it asked
            of.reentryTold = m_now;
        write(index, [this, grant, id = m_workers[index].id()] {
            m_grants[grant].reentryRead = m_now;
            m_story.ok(id);
        });
        later(index, between(3, 6), [=, this] { enter(index); });
    }

    // Before the Lab numbers an `enter`, it checks whether the workers inside are still alive.
    void enter(std::size_t index)
    {
        write(index, [=, this] {
            for (std::size_t i = 0; i < m_workers.size(); ++i) {
                if (!m_workers[i].reported && i != index)
                    reportDeath(i);
            }
            m_grants[*m_workers[index].grant].enter = m_now;
            called(index);
            m_story.call(m_workers[index].id(), entry::Step::Enter, seenToken(m_workers[index].token));
            later(index, between(1, 5), [=, this] { read(index); });
        });
    }

    void called(std::size_t index)
    {
        auto &grant = m_grants[*m_workers[index].grant];
        grant.sign = std::exchange(grant.call, m_now);
    }

    std::optional<std::int64_t> seenToken(std::optional<std::int64_t> token)
    {
        if (token)
            m_greatestToken = std::max(m_greatestToken, *token);
        return token;
    }

    void read(std::size_t index)
    {
        write(index, [=, this] {
            auto &worker = m_workers[index];
            called(index);
            worker.seenVersion = m_version;
            worker.seenValue = m_value;
            m_story.read(worker.id(), m_version, m_value);
            const double work = longWork() && chance(0.5) ? between(400, 500) : between(5, 60);
            later(index, work, [=, this] { writeValue(index); });
        });
    }

    void writeValue(std::size_t index)
    {
        write(index, [=, this] {
            auto &worker = m_workers[index];
            called(index);
            const bool stale = worker.token && *worker.token < m_greatestToken;
            if (m_plan.fencing && stale)
                return refuse(index);
            if (stale || worker.seenVersion != m_version)
                m_result.resource = Truth::Broken;
            m_value = worker.seenValue - 1;
            m_story.write(worker.id(), worker.seenVersion, m_value, ++m_version, worker.token);
            later(index, between(1, 5), [=, this] { leave(index); });
        });
    }

    void refuse(std::size_t index)
    {
        entry::Accessed stale;
        stale.who = HistoryBuilder::named(m_workers[index].id());
        stale.step = entry::Step::Write;
        stale.lock = "stock";
        stale.token = m_workers[index].token;
        stale.based = m_workers[index].seenVersion;
        stale.refused = true;
        stale.reason = "stale token";
        m_story.add(stale);
        later(index, between(1, 5), [=, this] { leave(index); });
    }

    void leave(std::size_t index)
    {
        write(index, [=, this] {
            m_grants[*m_workers[index].grant].exit = m_now;
            called(index);
            m_story.exit(m_workers[index].id());
            release(index);
        });
    }

    void release(std::size_t index)
    {
        auto &worker = m_workers[index];
        const auto grant = *worker.grant;
        m_story.release(worker.id());
        const bool last = --worker.depth == 0;
        if (last && m_grants[grant].ends == never)
            m_grants[grant].ends = m_now;
        const auto act = [=, this] { last ? free(index, grant) : freeInner(index, grant); };
        if (last && m_heldReleases > 0 && chance(0.5)) {
            --m_heldReleases;
            m_story.add(entry::NetworkFaulted{HistoryBuilder::named(worker.id()), entry::NetworkFault::HoldRequest});
            ++m_releasesOnTheirWay;
            const double delay = between(0.2, 2) * lease;
            heal(worker.id(), delay);
            return at(m_now + delay, [=, this, life = worker.life] { // continues even if the worker dies
                --m_releasesOnTheirWay;
                if (m_workers[index].life == life)
                    act();
            });
        }
        later(index, between(0.1, 1), act);
    }

    void freeInner(std::size_t index, std::size_t grant)
    {
        if (!m_plan.localReentry) {
            turn(index, "EVALSHA", entry::Verb::Free);
            if (m_key == grant && m_plan.innerReleaseFrees)
                innerFreed(index, grant);
            else if (m_key == grant && m_count > 1) {
                m_count = 1;
                m_story.key(entry::KeyEvent::Changed, m_grants[grant].mark, ttlText(std::max(1.0, m_ttlEnd - m_now)));
            }
        }
        released(index, [=, this] { release(index); });
    }

    void innerFreed(std::size_t index, std::size_t grant)
    {
        if (m_grants[grant].ends == never)
            m_innerFreed.emplace_back(grant, m_now);
        removedBy(index, m_workers[index].id());
    }

    void free(std::size_t index, std::size_t grant)
    {
        const bool looksFirst = m_plan.getThenDelete;
        turn(index, looksFirst ? "GET" : m_plan.plainDelete ? "DEL" : "EVALSHA", looksFirst ? entry::Verb::Read : entry::Verb::Free);
        const bool mine = m_key == grant;
        if (looksFirst && mine) {
            return later(index, chance(0.3) ? between(50, 300) : 0.2, [=, this] {
                turn(index, "DEL", entry::Verb::Free);
                if (held())
                    removedBy(index, m_workers[index].id());
                freed(index);
            });
        }
        if (mine && m_plan.countLeaks && m_count > 1)
            leak(grant);
        else if (held() && (mine || (m_plan.plainDelete && !looksFirst)))
            removedBy(index, m_workers[index].id());
        freed(index);
    }

    // The last release leaves a count above 0, and only the lease ends the lock.
    void leak(std::size_t grant)
    {
        m_story.key(entry::KeyEvent::Changed, m_grants[grant].mark, ttlText(std::max(1.0, m_ttlEnd - m_now)));
        m_leaked.push_back(grant);
    }

    void freed(std::size_t index)
    {
        released(index, [=, this] {
            m_workers[index].grant.reset();
            later(index, between(1, 60), [=, this] { acquire(index); });
        });
    }

    void released(std::size_t index, std::function<void()> next)
    {
        if (!m_workers[index].alive)
            return;
        later(index, between(0.1, 1), [=, this] {
            write(index, [=, this, id = m_workers[index].id()] {
                m_story.ok(id);
                next();
            });
        });
    }

    // Faults.

    void faults()
    {
        m_heldReplies = m_plan.heldReplies;
        m_heldReleases = m_plan.heldReleases;
        const auto some = [&](int count, void (Model::*fault)()) {
            for (int i = 0; i < count; ++i)
                at(between(10, 600), [=, this] { (this->*fault)(); });
        };
        some(m_plan.pauses, &Model::pause);
        some(m_plan.crashes, &Model::crash);
        some(m_plan.kills, &Model::kill);
        some(m_plan.operators, &Model::operate);
        some(m_plan.restarts, &Model::restart);
        some(m_plan.evictions, &Model::evict);
        some(m_plan.stalls, &Model::stall);
    }

    std::size_t victim()
    {
        std::vector<std::size_t> holders;
        for (std::size_t i = 0; i < m_workers.size(); ++i) {
            if (m_workers[i].grant)
                holders.push_back(i);
        }
        if (!holders.empty() && chance(0.7))
            return holders[m_random() % holders.size()];
        return m_random() % m_workers.size();
    }

    void pause()
    {
        const auto index = victim();
        auto &worker = m_workers[index];
        if (!worker.alive || worker.pausedUntil > m_now)
            return;
        worker.pausedUntil = m_now + between(0.3, 2.5) * lease;
        m_story.pauses(worker.id());
        at(worker.pausedUntil, [this, index, life = worker.life] {
            if (m_workers[index].life == life && m_workers[index].alive)
                m_story.resumes(m_workers[index].id());
        });
    }

    // An unplanned stall, which the Lab measures.
    void stall()
    {
        const auto index = victim();
        auto &worker = m_workers[index];
        if (!worker.alive || worker.pausedUntil > m_now)
            return;
        const auto since = m_now;
        worker.pausedUntil = m_now + between(0.1, 1.5) * lease;
        at(worker.pausedUntil, [this, since, who = HistoryBuilder::named(worker.id())] {
            entry::Stalled stalled;
            stalled.who = who;
            stalled.since = Microseconds(std::int64_t(since * 1000));
            stalled.length = Microseconds(std::int64_t((m_now - since) * 1000));
            m_story.add(stalled);
        });
    }

    void die(std::size_t index, bool crashed)
    {
        auto &worker = m_workers[index];
        worker.alive = false;
        worker.reported = false;
        for (auto &grant : m_grants) // after its last sign of life, its state is unknown
            grant.crashed = grant.crashed || (crashed && grant.id == worker.id());
        if (!worker.grant)
            return;
        auto &grant = m_grants[*worker.grant];
        grant.ends = std::min(grant.ends, m_now);
        grant.exit = std::min(grant.exit, m_now);
    }

    void crash()
    {
        const auto index = victim();
        if (!m_workers[index].alive)
            return;
        die(index, true);
        m_deaths[index] = entry::Death::Crashed;
        at(m_now + between(0, 30), [=, this] {
            if (!m_workers[index].reported)
                reportDeath(index);
        });
    }

    void kill()
    {
        const auto index = victim();
        if (!m_workers[index].alive)
            return;
        die(index, false);
        m_deaths[index] = entry::Death::Killed;
        reportDeath(index);
    }

    // The Lab first reads what the worker has written.
    void reportDeath(std::size_t index)
    {
        auto &worker = m_workers[index];
        worker.reported = true;
        while (!worker.unread.empty())
            readOne(index);
        m_story.dies(worker.id(), m_deaths[index]);
        if (!chance(0.5))
            return;
        at(m_now + between(5, 60), [=, this] {
            auto &dead = m_workers[index];
            const auto heldGrant = dead.life;
            Worker fresh;
            fresh.name = dead.name;
            fresh.incarnation = dead.incarnation + 1;
            fresh.life = heldGrant + 1;
            fresh.roundsLeft = 1;
            dead = std::move(fresh);
            begin(dead.name, dead.incarnation);
            later(index, between(1, 20), [=, this] { acquire(index); });
        });
    }

    void operate()
    {
        expireIfDue(false);
        if (!held())
            return;
        m_story.operatorFrees(m_grants[*m_key].mark);
        lose(Loss::Outside);
    }

    void restart()
    {
        expireIfDue(false);
        m_story.serverFault(entry::ServerFault::RestartedWithoutData);
        m_restarted = m_now;
        if (!held())
            return;
        m_story.key(entry::KeyEvent::LostByServer, m_grants[*m_key].mark);
        lose(Loss::Outside);
    }

    void evict()
    {
        expireIfDue(false);
        if (!held())
            return;
        m_story.key(entry::KeyEvent::Evicted, m_grants[*m_key].mark, {}, false);
        lose(Loss::Outside);
    }

    // The end of a run.

    bool anyDead() const
    {
        return std::ranges::any_of(m_workers, [](const Worker &worker) { return !worker.alive; });
    }

    bool anyClaim() const
    {
        return std::ranges::any_of(m_grants, [](const Grant &grant) { return grant.read != never && grant.ends == never; });
    }

    // Its owner lives, and does not know yet that it has the lock.
    bool isAnswerOnItsWay() const
    {
        const auto &grant = m_grants[*m_key];
        const auto &owner = m_workers[grant.worker];
        return grant.read == never && owner.alive && owner.id() == grant.id;
    }

    void waitLong()
    {
        const double since = m_now;
        now(m_now + 3 * lease);
        expireIfDue(false);
        const bool free = !held() && (m_grants.empty() || m_grants.back().lost < since) && !anyClaim();
        const bool deaf = std::ranges::any_of(m_workers, [](const Worker &worker) { return worker.deaf && worker.alive; });
        // Without a turn after a restart, the history does not show that the server is back.
        const bool disturbed = m_plan.pauses + m_plan.stalls > 0 || m_restarted > m_thisTurn;
        m_result.progress = deaf && free && !disturbed ? Truth::Broken : Truth::Unprovable;
    }

    void tryFresh()
    {
        if (anyClaim())
            return;
        m_story.worker("F");
        const double until = m_now + 2.1 * lease;
        while (m_now < until) {
            m_story.acquire("F", {}, Milliseconds(0)).turn("F", "SET", entry::Verb::Take);
            expireIfDue(true);
            if (!held())
                return takenFresh();
            m_story.no("F");
            now(m_now + 30);
        }
        m_story.acquire("F", {}, Milliseconds(0)).turn("F", "SET", entry::Verb::Take);
        expireIfDue(true);
        if (!held())
            return takenFresh();
        m_story.no("F");
        m_result.immortal = m_releasesOnTheirWay > 0 || isAnswerOnItsWay() ? Truth::Unprovable : Truth::Broken;
    }

    void takenFresh() { m_story.key(entry::KeyEvent::Created, "F", Milliseconds(int(lease))).ok("F").release("F").frees("F").ok("F"); }

    // Computes the truth from the grants.

    // Its lease may have been over.
    bool isHitNearItsEnd(std::size_t grant) const
    {
        return std::ranges::any_of(m_hits, [=](const Hit &hit) { return hit.grant == grant && hit.isNearItsEnd; });
    }

    void judgeExclusion()
    {
        for (std::size_t i = 0; i < m_grants.size(); ++i) {
            m_result.outlived = m_result.outlived
                                || (m_grants[i].loss == Loss::Expired && m_grants[i].lost > m_grants[i].read
                                    && m_grants[i].lost < m_grants[i].ends && !m_grants[i].crashed);
            if (m_grants[i].loss == Loss::TooEarly) {
                const bool shown = m_grants[i].read < m_grants[i].lost && m_grants[i].lost < m_grants[i].ends && !m_grants[i].crashed;
                const bool surelyShort = m_grants[i].lost - m_grants[i].asked < lease * 0.97;
                m_result.shorterLease = std::max(m_result.shorterLease, shown && surelyShort ? Truth::Broken : Truth::Unprovable);
            }
            for (std::size_t j = 0; j < i; ++j) {
                if (m_grants[i].worker == m_grants[j].worker)
                    continue;
                const auto truth = truthOf(m_grants[i], m_grants[j]);
                m_result.mutualExclusion =
                    std::max(m_result.mutualExclusion, isHitNearItsEnd(j) ? std::min(truth, Truth::Unprovable) : truth);
            }
        }
        for (const auto &[index, when, isNearItsEnd] : m_hits) {
            const auto &grant = m_grants[index];
            if (grant.read == never || when >= grant.ends + (grant.crashed ? 40 : 3))
                continue;
            const bool sure = !isNearItsEnd && when < (grant.crashed ? grant.sign : grant.ends);
            m_result.ownership = std::max(m_result.ownership, sure ? Truth::Broken : Truth::Unprovable);
        }
        for (const auto &[index, when] : m_innerFreed)
            m_result.reentry =
                std::max(m_result.reentry, m_grants[index].crashed || m_grants[index].reportedLoss ? Truth::Unprovable : Truth::Broken);
        if (!m_leaked.empty())
            m_result.reentry = std::max(m_result.reentry, Truth::Unprovable);
    }

    const Plan m_plan;
    std::mt19937_64 m_random;
    HistoryBuilder m_story;
    ModelRun m_result;
    std::priority_queue<Event> m_events;
    std::uint64_t m_order = 0;
    double m_now = 0;
    double m_serverSpeed = 1;
    std::vector<Worker> m_workers;
    std::map<std::size_t, entry::Death> m_deaths;
    std::vector<Grant> m_grants;
    struct Hit
    {
        std::size_t grant = 0;
        double when = 0;
        bool isNearItsEnd = false;
    };
    std::vector<Hit> m_hits;
    std::vector<std::pair<std::size_t, double>> m_innerFreed;
    std::vector<std::size_t> m_leaked;
    std::optional<std::size_t> m_key; ///< the grant that Redis holds
    double m_ttlEnd = never;
    double m_thisTurn = 0;
    double m_turnBefore = 0;
    double m_restarted = 0;
    int m_count = 0;
    int m_heldReplies = 0;
    int m_heldReleases = 0;
    int m_releasesOnTheirWay = 0;
    std::int64_t m_tokens = 0;
    std::int64_t m_greatestToken = 0;
    std::int64_t m_version = 1;
    std::int64_t m_value = 100;
};

} // namespace

ModelRun runModel(const Plan &plan, std::uint64_t seed) { return Model(plan, seed).run(); }

} // namespace lockcore::test
