// SPDX-License-Identifier: MIT
// No event may be untrue: clients use and disturb locks of many kinds at random, and the server's own order judges every event. TRUTH_SEED
// repeats a run (never its interleaving), TRUTH_SECONDS makes it longer, as `./dev soak truth` does.
#include "support/eventually.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/truth_workload.h"
#include "support/watcher.h"

#include <QTest>

#include <random>
#include <set>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

struct Told
{
    std::string problem; ///< of the test itself
    int operations = 0;
    int events = 0;
    int untrue = 0;
    int coalesced = 0;
    EventTruth::LongHoldings holdings;
    std::map<std::string, int> byType;
    std::map<std::string, int> untrueByType;
};

} // namespace

class TruthTest : public QObject
{
    Q_OBJECT

private slots:
    void everyEvent_isWhatTheServerDid_data()
    {
        QTest::addColumn<int>("pause"); // ms between two operations of a client
        QTest::addColumn<int>("operations");
        QTest::addColumn<bool>("everyName"); // is heard, whatever the load
        QTest::newRow("at the pace of applications") << 20 << 1000 << false;
        QTest::newRow("as fast as the server answers") << 0 << 5000 << false;
        QTest::newRow("as fast as the server answers, all names heard") << 0 << 5000 << true;
    }

    void everyEvent_isWhatTheServerDid()
    {
        QFETCH(const int, pause);
        QFETCH(const int, operations);
        QFETCH(const bool, everyName);
        TruthPlan plan;
        plan.pause = Milliseconds(pause);
        plan.operations = operations;
        plan.length = 20s;
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(soakSeconds()) / 3;
        do {
            plan.seed = seed();
            const auto told = judged(plan, everyName);
            report(plan, told);
            QVERIFY2(told.problem.empty(), told.problem.c_str());
            QCOMPARE(told.untrue, 0);
            QVERIFY(told.events > 100);
            // At full speed, the machine decides how much is seen: a holding is long only if everything, the watch included, stood still.
            if (pause > 0) {
                QVERIFY(told.events > told.operations / 4);
                QVERIFY(static_cast<int>(told.holdings.missed.size()) * 20 <= told.holdings.all);
            }
        } while (std::chrono::steady_clock::now() < end);
    }

private:
    static int soakSeconds() { return qEnvironmentVariableIntValue("TRUTH_SECONDS"); }

    static unsigned seed()
    {
        bool given = false;
        const auto seed = qEnvironmentVariable("TRUTH_SEED").toUInt(&given);
        return given ? seed : std::random_device()();
    }

    static Told judged(const TruthPlan &plan, bool everyName)
    {
        RedisServer server;
        auto options = Watcher::quick();
        options.ownServer = everyName;
        Watcher watcher(server.endpoint(), options);
        EventTruth truth;
        Told told;
        if (!watcher.waitLive())
            told.problem = "the Monitor does not become live";
        {
            TruthWorkload workload(server.endpoint(), plan);
            eventually([&] { return !workload.running(); });
            told.operations = workload.operations();
            for (const auto &error : workload.errors())
                told.problem = "the server refused: " + error;
            workload.report(truth);
        }
        waitUntilQuiet(watcher);
        truth.finish();
        for (const auto &line : truth.disorder())
            told.problem = "the workload's own order does not hold: " + line;
        for (const auto &event : watcher.events())
            judge(event, truth, told);
        told.problem += differences(watcher, server);
        told.holdings = truth.longHoldings(watcher.events(), 250ms);
        return told;
    }

    // Compares the result of watching with a single sweep. (Only a watcher that saw a time in the future knows that it is a deadline.)
    static std::string differences(const Watcher &watcher, RedisServer &server)
    {
        const Watcher other(server.endpoint());
        std::string all;
        const auto isLive = [&] { return other.state().phase == MonitorState::Phase::Live; };
        const auto differ = [&] {
            all.clear();
            for (const auto &[key, lock] : other.locks()) {
                const auto found = watcher.locks().find(key);
                if (found == watcher.locks().end())
                    all += escaped(key) + " is not shown; ";
                else if (namesOf(found->second) != namesOf(lock) || found->second.deadline != lock.deadline)
                    all += escaped(key) + " is shown otherwise; ";
            }
            for (const auto &[key, lock] : watcher.locks()) // what was a lock is one also without its lease or its companion
                all += other.locks().contains(key) || server.command({"EXISTS", key}).integer == 1
                           ? ""
                           : escaped(key) + " is shown, but not there; ";
            return !all.empty();
        };
        eventually([&] { return isLive() && !differ(); }, 10s);
        return isLive() ? all : "the second Monitor does not become live";
    }

    static std::set<std::pair<Bytes, std::int64_t>> namesOf(const LockInfo &lock)
    {
        std::set<std::pair<Bytes, std::int64_t>> names;
        for (const auto &holder : lock.holders)
            names.emplace(holder.owner, holder.count);
        return names;
    }

    static void waitUntilQuiet(const Watcher &watcher)
    {
        std::size_t before = 0;
        do {
            before = watcher.events().size();
            eventually([] { return false; }, 700ms);
        } while (watcher.events().size() != before);
    }

    static void judge(const LockEvent &event, const EventTruth &truth, Told &told)
    {
        constexpr int mostShown = 40;
        const std::string type(toString(event.type));
        ++told.events;
        ++told.byType[type];
        told.coalesced += event.coalesced ? 1 : 0;
        const auto fault = truth.faultIn(event);
        if (fault.empty())
            return;
        ++told.untrueByType[type];
        if (told.untrue++ < mostShown)
            qInfo().noquote() << QString::fromStdString("untrue: " + toString(event) + "\n    " + fault);
    }

    static void report(const TruthPlan &plan, const Told &told)
    {
        auto text = u"seed %1: %2 operations, %3 events (%4 coalesced), %5 untrue; of %6 holdings of at least 250 ms %7 were missed\n   "_s
                        .arg(plan.seed)
                        .arg(told.operations)
                        .arg(told.events)
                        .arg(told.coalesced)
                        .arg(told.untrue)
                        .arg(told.holdings.all)
                        .arg(told.holdings.missed.size());
        for (const auto &[type, count] : told.byType) {
            text += u' ' + QString::fromStdString(type) + u' ' + QString::number(count);
            if (const auto untrue = told.untrueByType.find(type); untrue != told.untrueByType.end())
                text += u" (%1 untrue)"_s.arg(untrue->second);
        }
        for (const auto &missed : told.holdings.missed)
            text += u"\n    missed: "_s + QString::fromStdString(missed);
        qInfo().noquote() << text;
    }
};

LOCKSCOPE_TEST(TruthTest)
#include "tst_truth.moc"
