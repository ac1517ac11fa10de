// SPDX-License-Identifier: MIT
#include "support/quorum_model.h"

#include "support/history_builder.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <random>

namespace lockcore::test {

namespace {

using Flaw = QuorumPlan::Flaw;

constexpr double quorumLease = 300; // all times in milliseconds of the Lab's clock

/// An answer `ok` to one owner, with its true times.
struct Told
{
    std::size_t owner = 0;
    bool reads = false;
    double asked = 0;
    double had = never;  ///< from here on, enough servers had its element
    double lost = never; ///< until this time
    bool outlived = false;
    double told = never; ///< from here on, the owner believes that it holds the lock
    double read = never; ///< when the Lab knows it
    double ends = never; ///< when the belief ends
};

struct Owner
{
    std::size_t worker = 0;
    std::string name; ///< worker and owner: `A/1`
    int rounds = 3;
    std::string token;
    double asked = 0;
    bool releasing = false;
    std::optional<std::size_t> told;
};

struct Element
{
    std::string mark;
    std::size_t owner = 0;
    bool reads = false;
};

struct Server
{
    std::vector<Element> elements;
    double ttlEnd = never;
};

class QuorumModel
{
public:
    QuorumModel(const QuorumPlan &plan, std::uint64_t seed)
        : m_plan(plan)
        , m_random(seed)
        , m_story(Milliseconds(int(quorumLease)))
        , m_servers(std::size_t(plan.servers))
    {
        m_story.header.seed = seed;
        m_story.header.servers = plan.servers;
        m_story.header.quorum = quorum();
    }

    QuorumRun run()
    {
        for (int i = 0; i < m_plan.workers; ++i) {
            const std::string worker(1, char('A' + i));
            m_story.worker(worker);
            m_alive.push_back(true);
            m_written.push_back(0);
            for (int o = 0; o < m_plan.owners; ++o) {
                m_owners.emplace_back();
                m_owners.back().worker = std::size_t(i);
                m_owners.back().name = m_plan.owners > 1 ? worker + '/' + std::to_string(o + 1) : worker;
            }
        }
        for (std::size_t i = 0; i < m_owners.size(); ++i)
            later(i, between(1, 60), [=, this] { acquire(i); });
        faults();
        while (!m_events.empty() && m_events.top().at < 3000) {
            const auto event = m_events.top();
            m_events.pop();
            m_story.at(m_now = std::max(m_now, event.at));
            event.act();
        }
        judge();
        m_result.history = m_story.end();
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

    int quorum() const { return m_plan.servers / 2 + 1; }
    double between(double least, double most) { return std::uniform_real_distribution<>(least, most)(m_random); }
    bool chance(double part) { return between(0, 1) < part; }
    void at(double time, std::function<void()> act) { m_events.push({time, ++m_order, std::move(act)}); }

    void later(std::size_t owner, double delay, std::function<void()> act)
    {
        at(m_now + delay, [this, owner, act = std::move(act)] {
            if (m_alive[m_owners[owner].worker])
                act();
        });
    }

    // Schedules a line that the worker writes now and the Lab reads a little later. When the Lab kills the worker, it reads the remaining
    // lines.
    void write(std::size_t owner, std::function<void()> read)
    {
        auto &written = m_written[m_owners[owner].worker];
        written = std::max(written, m_now + between(0.05, 1));
        later(owner, written - m_now, std::move(read));
    }

    const std::string &nameOf(std::size_t owner) const { return m_owners[owner].name; }

    // ---- the servers

    bool excludes(const Element &there, bool reads) const { return !(reads && (there.reads || m_plan.flaw == Flaw::OpenToReaders)); }

    void turn(std::size_t server, std::size_t owner, const char *command, entry::Verb verb)
    {
        m_story.on(std::int64_t(server)).turn(nameOf(owner), command, verb);
        expire(server);
    }

    void expire(std::size_t server)
    {
        auto &of = m_servers[server];
        if (m_now < of.ttlEnd)
            return;
        while (!of.elements.empty())
            drop(server, 0, entry::KeyEvent::Expired, false, true);
        of.ttlEnd = never;
    }

    void drop(std::size_t server, std::size_t index, entry::KeyEvent event, bool caused, bool outlived = false)
    {
        auto &elements = m_servers[server].elements;
        const auto element = elements[index];
        elements.erase(elements.begin() + std::ptrdiff_t(index));
        m_story.on(std::int64_t(server)).key(event, element.mark, {}, caused);
        count(element.owner, element.mark, outlived);
    }

    // Counts the servers that have the element now.
    void count(std::size_t owner, const std::string &mark, bool outlived = false)
    {
        auto &grant = m_grants[mark];
        const auto has = std::ranges::count_if(m_servers, [&](const Server &server) {
            return std::ranges::any_of(server.elements, [&](const Element &element) { return element.mark == mark; });
        });
        grant.owner = owner;
        if (has >= quorum() && grant.had == never)
            grant.had = m_now;
        if (has < quorum() && grant.had != never && grant.lost == never) {
            grant.lost = m_now;
            grant.outlived = outlived;
        }
    }

    bool take(std::size_t server, std::size_t owner, bool reads)
    {
        auto &of = m_servers[server];
        const auto &token = m_owners[owner].token;
        turn(server, owner, "EVALSHA", entry::Verb::Take);
        if (m_evictNext && !of.elements.empty()) {
            m_evictNext = false;
            drop(server, 0, entry::KeyEvent::Evicted, true);
        }
        for (const auto &there : of.elements) {
            if (there.mark == token) { // another owner of the same worker has it, which is the same to the lock
                m_story.key(entry::KeyEvent::Changed, token, Milliseconds(int(quorumLease)));
                return true;
            }
            if (excludes(there, reads))
                return false;
        }
        for (const auto &there : of.elements)
            m_story.key(entry::KeyEvent::Extended, there.mark, Milliseconds(int(quorumLease)));
        m_story.key(entry::KeyEvent::Created, token, Milliseconds(int(quorumLease)));
        of.elements.push_back({token, owner, reads});
        of.ttlEnd = m_now + quorumLease;
        at(of.ttlEnd + between(0, 20), [=, this] { expire(server); });
        count(owner, token);
        return true;
    }

    void remove(std::size_t server, std::size_t owner, const std::string &token)
    {
        turn(server, owner, m_plan.flaw == Flaw::PlainDelete ? "DEL" : "EVALSHA", entry::Verb::Free);
        auto &elements = m_servers[server].elements;
        for (std::size_t i = elements.size(); i-- > 0;) {
            const bool mine = elements[i].mark == token;
            if (!mine && m_plan.flaw != Flaw::PlainDelete)
                continue;
            if (elements[i].owner != owner)
                hit(elements[i], owner);
            drop(server, i, entry::KeyEvent::Removed, true);
        }
    }

    void hit(const Element &element, std::size_t by)
    {
        const auto &victim = m_owners[element.owner];
        const bool sameWorker = m_owners[by].worker == victim.worker;
        // Is it unclear which of the two owners removed the element?
        const bool unclear = victim.releasing || !m_owners[by].releasing || m_plan.flaw == Flaw::SharedId;
        m_hits.push_back({element.mark, m_now, sameWorker && unclear});
    }

    // ---- an owner's round

    void acquire(std::size_t owner)
    {
        auto &of = m_owners[owner];
        if (of.rounds-- <= 0)
            return;
        const bool reads = m_plan.readers && chance(0.6);
        of.asked = m_now;
        m_story.acquire(of.name);
        if (reads)
            std::get<entry::Sent>(m_story.lastEntry()->what).mode = entry::Mode::Read;
        later(owner, between(0.1, 1), [=, this] { attempt(owner, reads); });
    }

    void attempt(std::size_t owner, bool reads)
    {
        auto &of = m_owners[owner];
        const bool shared = m_plan.flaw == Flaw::SharedId;
        of.token = shared ? std::string(1, of.name[0]) : of.name + '-' + std::to_string(++m_tokens);
        if (m_plan.flaw == Flaw::SharedObject)
            m_object[of.worker] = of.token;
        ask(owner, reads, 0, 0);
    }

    // Asks one server after the other.
    void ask(std::size_t owner, bool reads, std::size_t server, int had)
    {
        if (server < m_servers.size()) {
            had += take(server, owner, reads) ? 1 : 0;
            return later(owner, between(0.1, 2), [=, this] { ask(owner, reads, server + 1, had); });
        }
        if (had >= (m_plan.flaw == Flaw::Minority ? 1 : quorum()))
            return tell(owner, reads);
        const auto token = m_owners[owner].token;
        if (had > 0) { // releases what it got
            for (std::size_t i = 0; i < m_servers.size(); ++i)
                later(owner, 0.1, [=, this] { remove(i, owner, token); });
        }
        later(owner, between(20, 60), [=, this] { attempt(owner, reads); });
    }

    void tell(std::size_t owner, bool reads)
    {
        auto &of = m_owners[owner];
        Told told = m_grants[of.token];
        told.owner = owner;
        told.reads = reads;
        told.asked = of.asked;
        told.told = m_now;
        of.told = m_told.size();
        m_told.push_back(told);
        m_marks.push_back(of.token);
        const auto index = *of.told;
        write(owner, [=, this, token = of.token] {
            m_told[index].read = m_now;
            entry::Received ok;
            if (m_plan.names != QuorumPlan::Names::Nothing)
                ok.key = "lock:stock";
            if (m_plan.names == QuorumPlan::Names::Marks)
                ok.mark = token;
            m_story.answer(nameOf(owner), ok);
            later(owner, between(5, 120), [=, this] { release(owner); });
        });
    }

    void release(std::size_t owner)
    {
        auto &of = m_owners[owner];
        m_told[*of.told].ends = m_now;
        of.releasing = true;
        m_story.release(of.name);
        const auto token = m_plan.flaw == Flaw::SharedObject ? m_object[of.worker] : of.token;
        const double delay = chance(0.2) ? between(50, 400) : between(0.1, 1);
        for (std::size_t i = 0; i < m_servers.size(); ++i)
            later(owner, delay + double(i), [=, this] { remove(i, owner, token); });
        later(owner, delay + double(m_servers.size()), [=, this] {
            write(owner, [=, this] {
                m_story.ok(nameOf(owner));
                m_owners[owner].releasing = false;
                later(owner, between(1, 60), [=, this] { acquire(owner); });
            });
        });
    }

    // ---- faults

    void faults()
    {
        for (int i = 0; i < m_plan.restarts; ++i)
            at(between(20, 900), [this] { restart(); });
        for (int i = 0; i < m_plan.evictions; ++i)
            at(between(20, 900), [this] { m_evictNext = true; });
        for (int i = 0; i < m_plan.kills; ++i)
            at(between(20, 900), [this] { kill(m_random() % m_alive.size()); });
    }

    void restart()
    {
        const auto server = m_random() % m_servers.size();
        expire(server);
        m_story.on(std::int64_t(server)).serverFault(entry::ServerFault::RestartedWithoutData);
        while (!m_servers[server].elements.empty())
            drop(server, 0, entry::KeyEvent::LostByServer, true);
    }

    void kill(std::size_t worker)
    {
        if (!m_alive[worker])
            return;
        m_alive[worker] = false;
        m_story.dies(std::string(1, char('A' + worker)));
        for (auto &told : m_told) {
            if (m_owners[told.owner].worker == worker)
                told.ends = std::min(told.ends, m_now);
        }
    }

    // ---- the truth

    void judge()
    {
        for (std::size_t i = 0; i < m_told.size(); ++i) { // what happened to the elements after the answer
            m_told[i].had = std::min(m_told[i].had, m_grants[m_marks[i]].had);
            m_told[i].lost = m_grants[m_marks[i]].lost;
            m_told[i].outlived = m_grants[m_marks[i]].outlived;
        }
        for (std::size_t i = 0; i < m_told.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j)
                m_result.mutualExclusion = std::max(m_result.mutualExclusion, truthOf(m_told[i], m_told[j]));
        }
        if (m_plan.flaw == Flaw::SharedId)
            m_result.ownership = Truth::Unprovable; // with shared ids nobody can say whose an element is
        for (const auto &[mark, when, unclear] : m_hits) {
            const auto found = std::ranges::find(m_marks, mark);
            if (found == m_marks.end())
                continue; // no owner was answered that it holds this element
            const auto &told = m_told[std::size_t(found - m_marks.begin())];
            if (told.read == never || when >= told.ends)
                continue;
            const bool held = told.had <= when && when <= told.lost; // otherwise it is the rest of a failed try, or of a lost majority
            const bool open = unclear || !attributable() || !held || (m_plan.owners > 1 && when < told.read); // then it may be a clean-up
            m_result.ownership = std::max(m_result.ownership, open ? Truth::Unprovable : Truth::Broken);
        }
    }

    // If workers do not name their elements, an element's owner is certain only if the owners exclude each other on one server, and nothing
    // is lost.
    bool attributable() const
    {
        return m_plan.names == QuorumPlan::Names::Marks || m_plan.owners == 1
               || (m_plan.servers == 1 && !m_plan.readers && m_plan.evictions + m_plan.restarts == 0);
    }

    // An unnamed element that is removed before its owner's answer may have belonged to the other owner.
    bool isGoneUnread(const Told &told) const
    {
        const auto &mark = m_marks[std::size_t(&told - m_told.data())];
        return m_plan.names != QuorumPlan::Names::Marks && m_plan.owners > 1
               && std::ranges::any_of(m_hits, [&](const Hit &hit) { return hit.mark == mark && hit.at < told.read; });
    }

    Truth truthOf(const Told &one, const Told &other) const
    {
        if (one.owner == other.owner || (one.reads && other.reads) || one.told >= other.ends || other.told >= one.ends)
            return Truth::Sound;
        const auto &first = one.told < other.told ? one : other;
        const auto &second = one.told < other.told ? other : one;
        if (first.outlived && first.lost < std::min(second.had, second.told))
            return Truth::Sound;
        const bool shown = std::max(one.read, other.read) < std::min(one.ends, other.ends);
        const bool within = std::max(one.read, other.read) < std::min(one.asked, other.asked) + quorumLease * 0.97;
        // If not, only the answers of the workers count, and only if no fault explains them.
        const bool recorded = attributable() && one.had != never && other.had != never && !isGoneUnread(one) && !isGoneUnread(other);
        return shown && (recorded || (within && m_plan.restarts == 0)) ? Truth::Broken : Truth::Unprovable;
    }

    struct Hit
    {
        std::string mark;
        double at = 0;
        bool unclear = false;
    };

    const QuorumPlan m_plan;
    std::mt19937_64 m_random;
    HistoryBuilder m_story;
    QuorumRun m_result;
    std::priority_queue<Event> m_events;
    std::uint64_t m_order = 0;
    double m_now = 0;
    std::vector<Server> m_servers;
    std::vector<Owner> m_owners;
    std::vector<bool> m_alive;     ///< by worker
    std::vector<double> m_written; ///< time of the last line, by worker: a pipe keeps the order of its lines
    std::map<std::size_t, std::string> m_object;
    std::map<std::string, Told> m_grants; ///< by mark: the times at which the servers have the element
    std::vector<Told> m_told;
    std::vector<std::string> m_marks; ///< marks, with the same index as m_told
    std::vector<Hit> m_hits;
    int m_tokens = 0;
    bool m_evictNext = false;
};

} // namespace

QuorumPlan randomQuorumPlan(std::uint64_t seed)
{
    std::mt19937_64 random(seed * 6007 + 5);
    QuorumPlan plan;
    plan.flaw = random() % 2 == 0 ? Flaw::None : Flaw(1 + random() % 5);
    plan.names = QuorumPlan::Names(random() % 3);
    plan.servers = std::array{1, 1, 3, 5}[random() % 4];
    plan.owners = random() % 2 == 0 ? 1 : 2;
    if (plan.flaw == Flaw::SharedObject || plan.flaw == Flaw::SharedId)
        plan.owners = 2;
    plan.readers = plan.flaw == Flaw::OpenToReaders || (plan.flaw == Flaw::None && random() % 3 == 0);
    if (plan.readers || plan.flaw == Flaw::SharedId)
        plan.servers = 1;
    for (auto *const count : {&plan.restarts, &plan.evictions, &plan.kills})
        *count = random() % 4 == 0 ? 1 : 0;
    return plan;
}

std::string toString(const QuorumPlan &plan)
{
    static constexpr std::array flaws{"sound", "plain-delete", "minority", "shared-object", "shared-id", "open-to-readers"};
    static constexpr std::array names{"nameless", "keys", "marks"};
    return std::string(flaws.at(std::size_t(plan.flaw))) + ' ' + names.at(std::size_t(plan.names)) + " servers="
           + std::to_string(plan.servers) + " owners=" + std::to_string(plan.owners) + (plan.readers ? " readers" : "") + " restarts="
           + std::to_string(plan.restarts) + " evictions=" + std::to_string(plan.evictions) + " kills=" + std::to_string(plan.kills);
}

QuorumRun runQuorumModel(const QuorumPlan &plan, std::uint64_t seed) { return QuorumModel(plan, seed).run(); }

} // namespace lockcore::test
