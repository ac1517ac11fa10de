// SPDX-License-Identifier: MIT
// Every family that can be released, by script and by transaction. Before some command of the release, another client changes something
// (renews, acquires, deletes, renames …), and the outcome is judged by what the server held. MUTATIONS=n in the environment makes n of them
// (`./dev soak release`), MUTATION_SEED=n those of an earlier run.
#include "support/format_examples.h"
#include "support/mutations.h"
#include "support/release_judge.h"
#include "support/server_gate.h"
#include "support/test_program.h"
#include "support/tested_releaser.h"

#include <QFileInfo>
#include <QTest>

#include <cctype>
#include <random>
#include <set>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int usually = 1000;
constexpr Milliseconds leastLease = 100s; // nothing may end by itself
constexpr auto examplesNow = std::chrono::sys_days{std::chrono::year{2026} / 11 / 21} + 12h;

/// A lock as a library leaves it, from the tables of examples.
struct Family
{
    const Format *format = nullptr;
    const Example *example = nullptr;

    const Bytes &key() const { return example->look.id.key; }
    std::string name() const { return std::string(format->library) + ", " + std::string(example->what); }
};

/// How it is released.
struct Way
{
    bool byTransaction = false;
    bool onlyTheFirst = false; ///< holder
    bool old = false;          ///< before 7.0, as far as the releaser knows
    bool dry = false;
};

constexpr Way ways[] = {{},
                        {.onlyTheFirst = true},
                        {.old = true},
                        {.dry = true},
                        {.byTransaction = true},
                        {.byTransaction = true, .onlyTheFirst = true},
                        {.byTransaction = true, .old = true},
                        {.byTransaction = true, .dry = true}};

// Moves times within a year of the examples' time, in whole s, ms or µs, to the server's time.
Bytes moved(const Bytes &text, Milliseconds by)
{
    Bytes all;
    for (std::size_t i = 0; i < text.size();) {
        auto end = i;
        while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])))
            ++end;
        const auto digits = text.substr(i, end - i);
        std::int64_t perMs = digits.size() == 16 ? 1000 : digits.size() == 13 ? 1 : 0;
        const auto number = parseInteger(digits).value_or(0);
        if (digits.size() == 10 && std::chrono::abs(std::chrono::seconds(number) - examplesNow.time_since_epoch()) < 365 * 24h)
            all += std::to_string(number + std::chrono::floor<std::chrono::seconds>(by).count());
        else if (perMs > 0 && std::chrono::abs(Milliseconds(number / perMs) - examplesNow.time_since_epoch()) < 365 * 24h)
            all += std::to_string(number + by.count() * perMs);
        else
            all += digits;
        for (i = end; i < text.size() && !std::isdigit(static_cast<unsigned char>(text[i])); ++i)
            all += text[i];
    }
    return all;
}

KeyState stateOf(const Value &value, Milliseconds by)
{
    KeyState state;
    state.type = value.type;
    for (const auto &[name, second] : value.elements)
        state.elements.emplace_back(moved(name, by), moved(second, by));
    if (value.type == ValueType::String)
        state.elements = {{"", moved(value.text, by)}};
    return state;
}

bool isWritable(const Example &example)
{
    const auto whole = [](const auto &companion) { return companion.second.whole(); };
    return example.expected && example.look.value.exists() && example.look.value.whole()
           && std::ranges::all_of(example.look.companions, whole);
}

// The example as if its moment were `now`, with longer leases.
Keyspace stateAt(const Example &example, Milliseconds now)
{
    const auto by = now - std::chrono::floor<Milliseconds>(examplesNow.time_since_epoch());
    Keyspace all;
    auto &state = all[example.look.id.key] = stateOf(example.look.value, by);
    if (example.look.deadline)
        state.ends = now + leastLease + std::chrono::floor<Milliseconds>(*example.look.deadline - example.look.at);
    for (const auto &[key, value] : example.look.companions) {
        if (value.exists())
            all[key] = stateOf(value, by);
    }
    for (const auto &companion : example.expected->companions) { // the classifier does not read these
        if (companion.key.find(":rwlock_timeout:") != Bytes::npos)
            all[companion.key] = {ValueType::String, {{"", "1"}}, now + leastLease};
    }
    return all;
}

/// One release of one lock, through a gate in front of the server.
class Trial
{
public:
    Trial(RedisServer &server, const Family &family, const Way &way)
        : m_server(server)
        , m_way(way)
        , m_gate(server, [this](const QByteArrayList &command) { return decide(command); })
        , m_releaser(m_gate.endpoint())
    {
        m_server.command({"FLUSHALL"});
        const auto now = Milliseconds(m_server.command({"TIME"}).elements[0].toInteger().value_or(0) * 1000);
        for (const auto &[key, state] : stateAt(*family.example, now))
            writeKey(m_server, key, state);
        auto wish = TestedReleaser::wish(family.key());
        m_plan = planned(wish, family.example->surroundings);
        const auto &[look, match] = std::tie(m_plan.order.look, m_plan.order.match);
        const auto &holders = match.holders;
        const bool countsOthers = match.moreHolders > 0 && look.value.whole(); // counted holders, which are only freed together
        if (way.onlyTheFirst && !holders.empty() && !holders.front().owner.empty() && !countsOthers) {
            wish.owners = {holders.front().owner};
            m_plan = planned(wish, family.example->surroundings);
        }
        m_before = m_changed = readKeyspace(m_server);
    }

    const ReleasePlan &plan() const { return m_plan; }
    int commands() const { return m_commands; }
    int decisive() const { return m_decisive; } ///< the command that changed something; in a dry run, the last one
    ReleaseOutcome fate() const { return m_report.outcome; }

    /// `mutation` happens before the command with this number, counted from 0. After the last command: afterwards. -1: never.
    void release(const Mutation &mutation, int boundary)
    {
        m_mutation = &mutation;
        m_boundary = boundary;
        m_commands = 0;
        m_running = true;
        m_changes = changes();
        m_report = m_releaser.release(m_plan.order, m_way.dry);
        m_running = false;
        if (m_decisive < 0)
            m_decisive = m_commands - 1;
        if (boundary >= m_commands)
            mutate();
    }

    /// `decisive`: that of a release without a mutation, which is the same as this one up to its boundary.
    std::string fault(int decisive) const
    {
        std::vector<QJsonObject> audit = m_releaser.intents();
        std::ranges::copy(m_releaser.audit(), std::back_inserter(audit));
        const bool later = m_boundary > decisive;
        JudgedRelease judged{m_plan, m_report, m_before, later ? m_before : m_changed, readKeyspace(m_server), later, m_writes, audit};
        auto fault = faultIn(judged);
        if (!fault.empty() && m_way.dry && m_way.byTransaction && !later) { // its last command came after the comparison
            judged.decided = m_before;
            fault = faultIn(judged);
        }
        if (!fault.empty())
            fault += "; it said " + told(m_report).toStdString() + "\n  before: " + toString(m_before) + "\n  then: " + toString(m_changed);
        return fault;
    }

private:
    ReleasePlan planned(const ReleaseRequest &wish, const RecognitionContext &around)
    {
        return Arriving(m_releaser.queue(), m_releaser.releaser().plan(wish, around, std::nullopt)).get();
    }

    std::optional<QByteArray> decide(const QByteArrayList &command)
    {
        if (m_running && m_commands++ == m_boundary)
            mutate();
        if ((m_way.byTransaction && command.front() == "EVAL") || (m_way.old && command.front() == "INFO"))
            return "-NOPERM User ops has no permissions to run the '" + command.front().toLower() + "' command\r\n";
        if (!m_running)
            return std::nullopt;
        auto answer = m_gate.pass(command);
        if (const auto now = changes(); std::exchange(m_changes, now) != now) {
            ++m_writes;
            m_decisive = m_commands - 1;
        }
        return answer;
    }

    void mutate()
    {
        const Bytes owner = m_plan.freed.empty() ? Bytes() : m_plan.freed.front().owner;
        m_mutation->apply({m_server, m_before, m_plan.order.wish.id.key, owner});
        m_changed = readKeyspace(m_server);
        m_changes = changes();
    }

    std::int64_t changes()
    {
        const auto text = m_server.command({"INFO", "persistence"}).text;
        const std::string_view what = "rdb_changes_since_last_save:";
        const auto at = text.find(what) + what.size();
        return parseInteger(std::string_view(text).substr(at, text.find('\r', at) - at)).value_or(-1);
    }

    RedisServer &m_server;
    const Way m_way;
    ServerGate m_gate;
    TestedReleaser m_releaser;
    ReleasePlan m_plan;
    ReleaseReport m_report;
    Keyspace m_before;
    Keyspace m_changed; ///< after the mutation
    const Mutation *m_mutation = nullptr;
    int m_boundary = -1;
    int m_commands = 0;
    int m_decisive = -1;
    int m_writes = 0;
    std::int64_t m_changes = 0; ///< changes of the data, as counted by the server
    bool m_running = false;
};

/// Of a release without a mutation.
struct Clean
{
    int commands = 0;
    int decisive = 0;
};

} // namespace

class ReleaseMutationsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QFileInfo(u"/dev/shm"_s).isWritable()) // each release has a directory of its own, and waits for the disk
            qputenv("TMPDIR", "/dev/shm");
        m_server = std::make_unique<RedisServer>();
        for (const auto &[format, name, examples] : formatExamples()) {
            for (const auto &example : examples) {
                if (isWritable(example))
                    m_families.push_back({format, &example});
            }
        }
        m_seed = qEnvironmentVariableIsSet("MUTATION_SEED") ? qEnvironmentVariableIntValue("MUTATION_SEED")
                                                            : static_cast<int>(std::random_device()() >> 1);
        m_random.seed(static_cast<unsigned>(m_seed));
    }

    void everyFamily_canBeReleased()
    {
        std::set<const Format *> released;
        for (const auto &family : m_families) {
            Trial trial(*m_server, family, {});
            if (!trial.plan().possible()) {
                qInfo("not released: %s: %s", family.name().c_str(), qPrintable(told(trial.plan())));
                continue;
            }
            released.insert(family.format);
            m_releasable.push_back(&family);
        }
        qInfo("%zu of %zu formats, %zu locks", released.size(), formats().size(), m_releasable.size());
        for (const auto &family : m_families) {
            if (!family.example->expected->holders.empty())
                QVERIFY2(released.contains(family.format), family.name().c_str());
        }
    }

    void mutations_freeNoOtherHoldAndAreReportedCorrectly()
    {
        const bool many = qEnvironmentVariableIsSet("MUTATIONS");
        const int count = many ? qEnvironmentVariableIntValue("MUTATIONS") : usually;
        const auto families = many ? m_releasable : oneOfEachFormat();
        qInfo("%d mutations, MUTATION_SEED=%d", count, m_seed);
        for (int i = 0; i < count; ++i)
            disturb(*families[static_cast<std::size_t>(i) % families.size()], ways[below(std::size(ways))]);
        for (const auto &[fate, times] : m_fates)
            qInfo("%6d %s", times, std::string(toString(fate)).c_str());
        QCOMPARE(m_faults, 0);
    }

private:
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(m_random); }

    std::vector<const Family *> oneOfEachFormat()
    {
        std::map<const Format *, std::vector<const Family *>> byFormat;
        for (const auto *family : m_releasable)
            byFormat[family->format].push_back(family);
        std::vector<const Family *> some;
        for (const auto *format : formats()) {
            if (const auto &all = byFormat[format]; !all.empty())
                some.push_back(all[below(all.size())]);
        }
        return some;
    }

    static std::string nameOf(const Way &way)
    {
        return std::string(way.byTransaction ? "WATCH" : "EVAL") + (way.onlyTheFirst ? ", one holder" : "")
               + (way.old ? ", before 7.0" : "") + (way.dry ? ", dry" : "");
    }

    // Some values are recognised only within 2 s of their time. If this process was stalled, they are written again.
    void prepare(std::optional<Trial> &trial, const Family &family, const Way &way)
    {
        constexpr int tries = 20;
        for (int i = 0; i == 0 || (i < tries && !trial->plan().possible()); ++i)
            trial.emplace(*m_server, family, way);
    }

    // A release with one disturbance. Before it, unless already known, the same release without one.
    void disturb(const Family &family, const Way &way)
    {
        std::optional<Trial> trial;
        prepare(trial, family, way);
        const auto place = family.name() + ", " + nameOf(way);
        auto &clean = m_clean[place + trial->plan().script]; // how some values are recognised depends on the time
        if (clean.commands == 0) {
            trial->release(mutations().front(), -1);
            clean = {trial->commands(), trial->decisive()};
            judge(trial->fault(clean.decisive), place + ", undisturbed");
            prepare(trial, family, way);
        }
        const auto &mutation = mutations()[below(mutations().size())];
        const auto boundary = static_cast<int>(below(static_cast<std::size_t>(clean.commands) + 1));
        trial->release(mutation, boundary);
        ++m_fates[trial->fate()];
        judge(trial->fault(clean.decisive),
              place + ", " + mutation.name + " before command " + std::to_string(boundary) + " of " + std::to_string(clean.commands));
    }

    void judge(const std::string &fault, const std::string &what)
    {
        constexpr int mostShown = 20;
        if (!fault.empty() && ++m_faults <= mostShown)
            qWarning("%s: %s", what.c_str(), fault.c_str());
    }

    std::unique_ptr<RedisServer> m_server;
    std::vector<Family> m_families;
    std::vector<const Family *> m_releasable;
    std::map<std::string, Clean> m_clean;
    std::map<ReleaseOutcome, int> m_fates;
    int m_faults = 0;
    std::mt19937 m_random;
    int m_seed = 0;
};

LOCKSCOPE_TEST(ReleaseMutationsTest)
#include "tst_release_mutations.moc"
