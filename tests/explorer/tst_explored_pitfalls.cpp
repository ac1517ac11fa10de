// SPDX-License-Identifier: MIT
// The catalogue of pitfalls, as far as the Explorer can express them: each in a setting, with the property that it breaks and the least faults
// that it needs; and the others, with the reason.
#include "explorer/oracle_case.h"
#include "lockcore/explorer/exploration.h"
#include "lockcore/report/pitfall.h"
#include "support/test_program.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace lockcore;
using namespace lockcore::explorer;
using namespace std::chrono_literals;

namespace {

using FaultList = std::initializer_list<Fault>;

struct Row
{
    const char *code;
    const char *protocol;
    ProtocolOptions options;
    void (*set)(Bounds &);
    FaultList faults; ///< offered, one of each
    Property property;
    const char *least; ///< that break it
};

constexpr auto usual = [](Bounds &) {};
constexpr auto longWork = [](Bounds &bounds) { bounds.work = bounds.lease * 3 / 2; };
constexpr auto longPause = [](Bounds &bounds) {
    bounds.rounds = 1;
    bounds.pause = bounds.lease + 1ms;
};

const char *const compareAndDelete = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

void scripts(Bounds &bounds, const char *acquire, const char *release)
{
    ScriptPair pair;
    pair.acquire = acquire;
    pair.release = release;
    bounds = usualBounds(std::move(pair));
}

const Row rows[] = {
    {"A1", "setnx-expire", {}, usual, {Fault::Crash}, Property::NoImmortalLock, "crash=1"},
    {"A2", "setnx-expire", {{"expire", "always"}}, usual, {Fault::Crash}, Property::NoImmortalLock, "crash=1"},
    {"A9", "set-nx-del", {}, usual, {Fault::LostReply}, Property::MutualExclusion, "lost-reply=1"},
    {"A10",
     "token",
     {},
     [](Bounds &bounds) {
         bounds.work = 1ms;
         bounds.pause = 20ms;
     },
     {Fault::Pause},
     Property::MutualExclusion,
     "pause=20ms"},
    {"A12", "token", {{"after-time-out", "claim"}}, usual, {Fault::LostRequest}, Property::MutualExclusion, "lost-request=1"},
    {"A14",
     "scripts",
     {},
     [](Bounds &bounds) {
         scripts(bounds, "if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', math.floor(ARGV[2] / 10)) then return 1 end return 0",
                 compareAndDelete);
     },
     {Fault::Crash},
     Property::MutualExclusion,
     "none"},
    {"R1", "set-nx-del", {}, longWork, {}, Property::Ownership, "none"},
    {"R2", "get-then-del", {}, usual, {Fault::Pause}, Property::Ownership, "pause=30ms"},
    {"R8", "token-watchdog", {{"watchdog-ends", "after-release"}}, usual, {Fault::LostRequest}, Property::NoImmortalLock, "lost-request=1"},
    {"R12", "token", {}, usual, {Fault::ForceRelease}, Property::MutualExclusion, "force-release=1"},
    {"R13",
     "scripts",
     {},
     [](Bounds &bounds) {
         scripts(
             bounds,
             "if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 0 end redis.call('PERSIST', KEYS[1]) return 1",
             compareAndDelete);
     },
     {Fault::Crash},
     Property::NoImmortalLock,
     "crash=1"},
    {"L1", "token", {}, longWork, {}, Property::NoLostUpdate, "none"},
    {"L2",
     "redisson",
     {},
     [](Bounds &bounds) {
         longWork(bounds);
         bounds.givesLease = true;
     },
     {},
     Property::MutualExclusion,
     "none"},
    {"L3",
     "token-watchdog",
     {{"first-delay", "18ms"}, {"period", "18ms"}},
     [](Bounds &bounds) {
         longWork(bounds);
         bounds.pause = 3ms;
         bounds.rounds = 1;
     },
     {Fault::Pause},
     Property::MutualExclusion,
     "pause=3ms"},
    {"L6",
     "token-watchdog",
     {{"after-error", "give-up"}},
     [](Bounds &bounds) {
         bounds.work = 3 * bounds.lease;
         bounds.rounds = 1;
     },
     {Fault::LostRequest},
     Property::MutualExclusion,
     "lost-request=1"},
    {"L8", "redisson", {}, longPause, {Fault::Pause}, Property::MutualExclusion, "pause=21ms"},
    {"L15",
     "token-watchdog",
     {},
     [](Bounds &bounds) {
         bounds.work = 3 * bounds.lease;
         bounds.rounds = 1;
         bounds.commandTimeout = bounds.lease;
     },
     {Fault::LostRequest, Fault::LateLoss},
     Property::MutualExclusion,
     "lost-request=1 late-loss"},
    {"L16", "token-watchdog", {}, usual, {Fault::Exception}, Property::NoImmortalLock, "exception=1"},
    {"E1", "thread-local", {}, longPause, {Fault::Pause}, Property::Reentry, "pause=21ms"},
    {"E4", "hash-reentrant", {}, usual, {Fault::LostRequest}, Property::Reentry, "lost-request=1"},
    {"E5",
     "scripts",
     {},
     [](Bounds &bounds) {
         scripts(bounds,
                 "if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end redis.call('HINCRBY', KEYS[1], ARGV[1], 1) "
                 "redis.call('PEXPIRE', KEYS[1], ARGV[2]) return 1",
                 "if redis.call('HINCRBY', KEYS[1], ARGV[1], -1) == 0 then redis.call('DEL', KEYS[1]) return 1 end return 0");
         longWork(bounds);
     },
     {},
     Property::NoImmortalLock,
     "none"},
    {"E6", "hash-reentrant", {{"owner-check", "no"}}, longWork, {}, Property::Ownership, "none"},
    {"D1", "fenced", {}, usual, {Fault::ServerForgets}, Property::MutualExclusion, "server-forgets=1"},
    {"D4", "redlock", {{"jitter", "0ms"}}, usual, {Fault::ServerForgets}, Property::MutualExclusion, "server-forgets=1"},
    {"D6", "redlock", {{"jitter", "0ms"}}, longPause, {Fault::Pause}, Property::MutualExclusion, "pause=21ms"},
    {"D13", "fenced", {}, [](Bounds &bounds) { bounds.rounds = 1; }, {Fault::ServerForgets}, Property::NoStaleWrite, "server-forgets=1"},
    {"D15", "token", {}, longPause, {Fault::Pause}, Property::NoStaleWrite, "pause=21ms"},
};

struct Others
{
    const char *codes;
    const char *why;
};

const Others others[] = {
    {"A3 A4 E7 D14 R3 R15 L13", "no lock of the catalogue does that in several commands, and a user's script is one"},
    {"A5 A6 A7 A8 L18 L19 D5", "clocks that differ or jump are not examined, nor two that take over a dead one's stamp"},
    {"A11 D2 D3 D10", "there are no replicas"},
    {"A13 A15 R4 R6 E2 E3 E9", "each worker has a key, a token and an identity of its own, as it should"},
    {"A16 A17 A18 D11", "the server has its scripts, one keyspace and memory; what an eviction does is server-forgets"},
    {"R5 R7 R9 R10 R11 L9 L10 L20 L21", "is done by what is around the lock, not by the lock"},
    {"R14 R16 C1 C2 C3 C4 C5 C6 D7 D8 D9", "costs time or fairness; no safety property says so"},
    {"L4", "is the good case: it holds"},
    {"L5", "as L16"},
    {"L7", "as L8: a watchdog does not get its turn"},
    {"L11 L12 L14", "ends with the holder's work; what it breaks before needs a pause that breaks every lock"},
    {"L17 E10", "readers and writers are not mixed"},
    {"E8", "each acquisition has the same lease"},
    {"D12", "as D1: the server forgets"},
};

} // namespace

class ExploredPitfallsTest : public test::OracleCase
{
    Q_OBJECT

private slots:
    void initTestCase() { startOracle(); }

    void pitfall_isFoundWithTheLeastFaults_data()
    {
        QTest::addColumn<int>("row");
        for (int i = 0; i < static_cast<int>(std::size(rows)); ++i)
            QTest::newRow(rows[i].code) << i;
    }
    void pitfall_isFoundWithTheLeastFaults()
    {
        QFETCH(const int, row);
        const auto &[code, protocol, options, set, faults, property, least] = rows[row];
        Bounds bounds;
        if (protocol != std::string_view("scripts"))
            bounds = *usualBounds(protocol);
        bounds.options.insert(options.begin(), options.end());
        set(bounds);
        bounds.only = property;
        FaultBudget most;
        for (const auto fault : faults)
            most[fault] = 1;
        Control control;
        const auto found = explore(bounds, choicesOf(most), *m_oracle, control);
        QVERIFY2(found.ok(), found.ok() ? "" : found.error().text.c_str());
        const auto &violation = found->findings.at(property).violation;
        QVERIFY2(violation, "it is not found");
        QCOMPARE(toString(violation->faults, bounds.pause), std::string(least));
    }

    // The catalogue's claims are compared with what is found here, not read by the search.
    void whatIsFound_isWhatTheCatalogueSays()
    {
        const std::set<std::string> notOfAProtocol = {
            "R12", // an operator's
            "L15", // the driver of the Explorer does not ask for lost(), which tells it
            "D15", // the resource's, which has no number to check
        };
        for (const auto &row : rows) {
            const auto *const protocol = findProtocol(row.protocol);
            if (protocol && !notOfAProtocol.contains(row.code))
                QVERIFY2(std::ranges::count(protocol->brokenBy, row.code) == 1, row.code);
        }
    }

    void everyPitfall_isFoundOrHasItsReason()
    {
        std::multiset<std::string> told;
        for (const auto &row : rows)
            told.insert(row.code);
        for (const auto &one : others) {
            for (const auto &code : QString::fromLatin1(one.codes).split(QLatin1Char(' ')))
                told.insert(code.toStdString());
        }
        for (const auto &pitfall : pitfalls())
            QVERIFY2(told.count(std::string(pitfall.code)) == 1, std::string(pitfall.code).c_str());
        QCOMPARE(told.size(), pitfalls().size());
    }
};

LOCKSCOPE_TEST(ExploredPitfallsTest)
#include "tst_explored_pitfalls.moc"
