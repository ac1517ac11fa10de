// SPDX-License-Identifier: MIT
// Script pairs, right and wrong ones, made of every choice of a way to acquire and a way to release: the Explorer and a second judge that shares
// nothing with it say the same of each, with each fault.
#include "explorer/brute_force.h"

#include "explorer/oracle_case.h"
#include "lockcore/explorer/search.h"
#include "support/sanitized.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::explorer;
using bruteforce::Key;
using bruteforce::Stored;
using lockcore::test::isSanitized;

namespace {

Stored with(Stored mine, std::optional<int> left)
{
    mine.left = left;
    return mine;
}

bool takeIfFree(Key &key, const Stored &mine)
{
    if (!key)
        key = mine;
    return key == mine;
}

bool isMine(const Key &key, int worker) { return key && key->worker == worker && key->isNewest; }

struct Acquire
{
    const char *name;
    const char *script;
    bool (*act)(Key &, const Stored &);
};

const Acquire acquires[] = {
    {"NX PX", "if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end return 0", takeIfFree},
    {"PX without NX", "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1",
     [](Key &key, const Stored &mine) {
         key = mine;
         return true;
     }},
    {"NX without a deadline", "return redis.call('SETNX', KEYS[1], ARGV[1])",
     [](Key &key, const Stored &mine) { return takeIfFree(key, with(mine, {})); }},
    {"a tenth of the lease", "if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2] / 10) then return 1 end return 0",
     [](Key &key, const Stored &mine) { return takeIfFree(key, with(mine, *mine.left / 10)); }},
    {"twice the lease", "if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2] * 2) then return 1 end return 0",
     [](Key &key, const Stored &mine) { return takeIfFree(key, with(mine, *mine.left * 2)); }},
    {"losers renew",
     "if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end redis.call('PEXPIRE', KEYS[1], ARGV[2]) return 0",
     [](Key &key, const Stored &mine) {
         const bool isTaken = takeIfFree(key, mine);
         key->left = mine.left;
         return isTaken;
     }},
    {"losers end the deadline",
     "if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end redis.call('PERSIST', KEYS[1]) return 0",
     [](Key &key, const Stored &mine) {
         if (takeIfFree(key, mine))
             return true;
         key->left.reset();
         return false;
     }},
    {"steals in the last 5 ms",
     "local left = redis.call('PTTL', KEYS[1]) if left >= 5 then return 0 end redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1",
     [](Key &key, const Stored &mine) {
         if (key && *key->left >= 5)
             return false;
         key = mine;
         return true;
     }},
    {"says yes and does nothing", "return 1", [](Key &, const Stored &) { return true; }},
};

struct Release
{
    const char *name;
    const char *script;
    void (*act)(Key &, int worker);
};

const Release releases[] = {
    {"compares", "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0",
     [](Key &key, int worker) {
         if (isMine(key, worker))
             key.reset();
     }},
    {"deletes", "return redis.call('DEL', KEYS[1])", [](Key &key, int) { key.reset(); }},
    {"does nothing", "return 1", [](Key &, int) {}},
    {"deletes another's", "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0",
     [](Key &key, int worker) {
         if (!isMine(key, worker))
             key.reset();
     }},
    {"ends it in 4 ms", "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], 4) end return 0",
     [](Key &key, int worker) {
         if (isMine(key, worker))
             key->left = 4;
     }},
};

} // namespace

class EnumeratorTest : public test::OracleCase
{
    Q_OBJECT

private slots:
    void initTestCase() { startOracle(); }

    void pair_isJudgedAlikeByBoth_data()
    {
        QTest::addColumn<int>("acquire");
        QTest::addColumn<int>("release");
        for (int acquire = 0; acquire < static_cast<int>(std::size(acquires)); ++acquire) {
            for (int release = 0; release < static_cast<int>(std::size(releases)); ++release)
                QTest::addRow("%s, %s", acquires[acquire].name, releases[release].name) << acquire << release;
        }
    }
    void pair_isJudgedAlikeByBoth()
    {
        QFETCH(const int, acquire);
        QFETCH(const int, release);
        if (isSanitized && (acquire + release) % 4 != 0)
            QSKIP("takes a minute under sanitizers");
        ScriptPair scripts;
        scripts.acquire = acquires[acquire].script;
        scripts.release = releases[release].script;
        auto bounds = usualBounds(scripts);
        bounds.rounds = 1;
        const bruteforce::Pair pair{acquires[acquire].act, releases[release].act};
        const std::vector<std::pair<FaultBudget, bruteforce::Faults>> all = {
            {{}, {}}, {oneOf(Fault::Crash), {1, 0, 0}}, {oneOf(Fault::LostReply), {0, 1, 0}}, {oneOf(Fault::LostRequest), {0, 0, 1}}};
        for (const int work : {10, 24}) {
            bounds.work = Milliseconds(work);
            for (const auto &[faults, sameFaults] : all) {
                bounds.faults = faults;
                Control control;
                const auto found = search(bounds, *m_oracle, control);
                QVERIFY2(found.ok(), found.ok() ? "" : found.error().text.c_str());
                QVERIFY(found->complete);
                const auto verdicts =
                    bruteforce::BruteForce(pair, {static_cast<int>(bounds.lease.count()), work, static_cast<int>(bounds.poll.count())})
                        .judge(sameFaults);
                QCOMPARE(found->findings.at(Property::MutualExclusion).violation.has_value(), verdicts.twoInside);
                QCOMPARE(found->findings.at(Property::NoImmortalLock).violation.has_value(), verdicts.immortal);
                m_broken += verdicts.twoInside || verdicts.immortal;
                m_right += !verdicts.twoInside && !verdicts.immortal;
            }
        }
    }

    // Otherwise the comparison would say little.
    void pairs_areOfBothKinds()
    {
        if (isSanitized || m_right + m_broken == 0)
            QSKIP("not all pairs were judged");
        qInfo("%d settings are broken, %d are right", m_broken, m_right);
        QVERIFY(m_broken > 40 && m_right > 40);
    }

private:
    static FaultBudget oneOf(Fault fault)
    {
        FaultBudget budget;
        budget[fault] = 1;
        return budget;
    }

    int m_broken = 0;
    int m_right = 0;
};

LOCKSCOPE_TEST(EnumeratorTest)
#include "tst_enumerator.moc"
