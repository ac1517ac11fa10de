// SPDX-License-Identifier: MIT
// What the Monitor reports about its own releases, on a real server: force-released, and resurrected when the holder comes back.
// tst_monitor_events cannot provoke these rows of the table of events without a release.
#include "lockcore/monitor/release/release_desk.h"
#include "support/redis_server.h"
#include "support/release_text.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

const std::string tokenA = "0123456789abcdef0123456789abcdef";
const std::string tokenB = "fedcba9876543210fedcba9876543210";
const std::string owner1 = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";
const std::string owner2 = "5ff9b1ba-4b7d-4c1a-8f00-1234567890ab:3";

} // namespace

class ReleaseEventsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        m_state = std::make_unique<QTemporaryDir>();
    }

    void cleanup()
    {
        m_watcher.reset();
        m_server.reset();
        m_plan.reset();
        m_report.reset();
        m_aftermath.reset();
    }

    void ourRelease_isForceReleased()
    {
        server({"SET", "lock:a", tokenA, "PX", "3000"});
        watch("lock:a");
        plan("lock:a", {tokenA});
        QCOMPARE(told(*m_plan), u"possible"_s);
        release();
        QCOMPARE(told(*m_report), u"released"_s);
        QVERIFY(!m_report->auditFile.empty());
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen force-released"_s));
        QVERIFY(!m_watcher->locks().contains("lock:a"));
        QVERIFY(m_watcher->waitFor([this] { return m_aftermath.has_value(); }, std::chrono::seconds(30)));
        QCOMPARE(told(*m_aftermath), u"still-free"_s);
        QVERIFY(m_aftermath->watched >= Milliseconds(1000));
    }

    void nextOwner_isAcquired()
    {
        server({"SET", "lock:a", tokenA, "PX", "30000"});
        watch("lock:a");
        plan("lock:a", {tokenA});
        release();
        server({"SET", "lock:a", tokenB, "PX", "30000", "NX"});
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen force-released acquired"_s));
        QVERIFY(m_watcher->waitFor([this] { return m_aftermath.has_value(); }));
        QCOMPARE(told(*m_aftermath), u"new-owner"_s);
        QCOMPARE(m_aftermath->holders.front().owner, tokenB);
    }

    void returningHolder_isResurrected_data()
    {
        QTest::addColumn<bool>("thread");
        QTest::newRow("a token") << false;
        QTest::newRow("a constant owner") << true;
    }

    void returningHolder_isResurrected()
    {
        QFETCH(bool, thread);
        const auto take = [&] {
            if (thread) {
                server({"HSET", "lock:stock", owner1, "1"});
                server({"PEXPIRE", "lock:stock", "30000"});
            } else {
                server({"SET", "lock:stock", tokenA, "PX", "30000"});
            }
        };
        server({"SET", "lock:other", tokenB, "PX", "30000"});
        take();
        watch("lock:stock");
        plan("lock:stock", {});
        release();
        QCOMPARE(told(*m_report), u"released"_s);
        QVERIFY(m_watcher->waitEvents("lock:stock", u"seen force-released"_s));
        take();
        QVERIFY(m_watcher->waitFor([this] { return m_watcher->story("lock:stock").startsWith(u"seen force-released resurrected"_s); }));
        QVERIFY(m_watcher->waitFor([this] { return m_aftermath.has_value(); }));
        QCOMPARE(told(*m_aftermath), u"resurrected"_s);
    }

    // One connection sees the deletion, another one gets the answer: which of the two comes first must not matter.
    void manyAtOnce_areAllForceReleased()
    {
        constexpr int many = 200;
        std::vector<Command> commands;
        for (int i = 0; i < many; ++i)
            commands.push_back({"SET", "lock:" + std::to_string(i), tokenA, "PX", "30000"});
        m_server->pipeline(commands);
        watch("lock:0");
        QVERIFY(m_watcher->waitFor([this] { return m_watcher->locks().size() == many; }));
        std::vector<ReleasePlan> plans;
        std::size_t reports = 0;
        auto &desk = m_watcher->monitor().desk();
        QObject::connect(&desk, &ReleaseDesk::planned, this, [&](RequestId, const ReleasePlan &plan) { plans.push_back(plan); });
        QObject::connect(&desk, &ReleaseDesk::reported, this, [&](RequestId, const ReleaseReport &report) {
            QCOMPARE(told(report), u"released"_s);
            ++reports;
        });
        for (int i = 0; i < many; ++i)
            desk.plan(newRequestId(), wish("lock:" + std::to_string(i), {}));
        QVERIFY(m_watcher->waitFor([&] { return plans.size() == many; }));
        for (const auto &plan : plans)
            desk.release(newRequestId(), plan.order);
        QVERIFY(m_watcher->waitFor([&] { return reports == many; }));
        for (int i = 0; i < many; ++i)
            QVERIFY(m_watcher->waitEvents("lock:" + std::to_string(i), u"seen force-released"_s));
    }

    void oneOfSeveralReaders_isForceReleasedAndTheOthersStay()
    {
        server({"HSET", "book", "mode", "read", owner1, "1", owner2, "1"});
        server({"PEXPIRE", "book", "30000"});
        watch("book");
        plan("book", {owner1});
        release();
        QCOMPARE(told(*m_report), u"released"_s);
        QVERIFY(m_watcher->waitEvents("book", u"seen seen force-released"_s)); // one for each reader
        QCOMPARE(m_watcher->last("book")->owner, owner1);
        QCOMPARE(m_watcher->locks().at("book").holders.size(), 1u);
    }

    void refusedRelease_changesNoEvents()
    {
        server({"SET", "lock:a", tokenA, "PX", "30000"});
        watch("lock:a");
        plan("lock:a", {tokenA});
        server({"SET", "lock:a", tokenB, "PX", "30000"});
        release();
        QCOMPARE(told(*m_report), u"changed owner"_s);
        QCOMPARE(m_report->holdersNow.front().owner, tokenB);
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen taken-over"_s));
        server({"DEL", "lock:a"});
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen taken-over ended"_s));
    }

    void givenLease_isLeaseSet()
    {
        server({"SET", "lock:a", tokenA});
        watch("lock:a");
        auto want = wish("lock:a", {});
        want.action = ReleaseAction::GiveLease;
        want.lease = Milliseconds(60'000);
        planFor(want);
        QVERIFY(m_plan->possible());
        release();
        QCOMPARE(told(*m_report), u"released"_s);
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen lease-set"_s));
        const auto left = m_server->command({"PTTL", "lock:a"}).integer;
        QVERIFY(left > 50'000 && left <= 60'000);
    }

    void seenRenewals_areReportedBefore()
    {
        server({"SET", "lock:a", tokenA, "PX", "30000"});
        watch("lock:a");
        server({"PEXPIRE", "lock:a", "40000"});
        QVERIFY(m_watcher->waitEvents("lock:a", u"seen renewed"_s));
        plan("lock:a", {tokenA});
        QVERIFY(!m_plan->warnings.empty());
        QVERIFY(m_plan->warnings.front().kind == ReleaseWarning::Kind::HolderRenews);
    }

    // The count of free permits stays, and so does a member that was dead before: nobody has acquired anything.
    void remainingHolder_isNotANewOwner()
    {
        m_server->command({"SET", "psem", "1"});
        m_server->command(
            {"ZADD", "{psem}:timeout", std::to_string(1000 * std::time(nullptr) + 60'000), "0123456789abcdef0123456789abcdef"});
        m_server->command({"HSET", "semaphore:api", "web-1:11", std::to_string(std::time(nullptr) + 60), "web-2:12",
                           std::to_string(std::time(nullptr) - 60)});
        for (const auto *key : {"psem", "semaphore:api"}) {
            m_plan.reset();
            m_report.reset();
            m_aftermath.reset();
            watch(key);
            plan(key, {});
            release();
            QCOMPARE(told(*m_report), u"released"_s);
            QVERIFY(m_watcher->waitFor([this] { return m_aftermath.has_value(); }, std::chrono::seconds(30)));
            QCOMPARE(told(*m_aftermath), u"still-free"_s);
        }
    }

private:
    void server(const Command &command) { QVERIFY2(!m_server->command(command).isError(), command.front().c_str()); }

    static ReleaseRequest wish(Bytes key, std::vector<Bytes> owners)
    {
        ReleaseRequest wish;
        wish.id = {0, std::move(key)};
        wish.owners = std::move(owners);
        return wish;
    }

    void watch(const Bytes &key)
    {
        auto options = Watcher::quick();
        options.auditDirectory = m_state->path().toStdString() + "/lockscope";
        m_watcher = std::make_unique<Watcher>(m_server->endpoint(), options);
        auto *desk = &m_watcher->monitor().desk();
        QObject::connect(desk, &ReleaseDesk::planned, desk, [this](RequestId, const ReleasePlan &plan) { m_plan = plan; });
        QObject::connect(desk, &ReleaseDesk::reported, desk, [this](RequestId, const ReleaseReport &report) { m_report = report; });
        QObject::connect(desk, &ReleaseDesk::watched, desk, [this](RequestId, const ReleaseAftermath &a) { m_aftermath = a; });
        QVERIFY(m_watcher->waitLive());
        QVERIFY(m_watcher->waitLock(key));
    }

    void plan(const Bytes &key, std::vector<Bytes> owners) { planFor(wish(key, std::move(owners))); }

    void planFor(const ReleaseRequest &wish)
    {
        m_watcher->monitor().desk().plan(newRequestId(), wish);
        QVERIFY(m_watcher->waitFor([this] { return m_plan.has_value(); }));
    }

    void release()
    {
        m_watcher->monitor().desk().release(newRequestId(), m_plan->order);
        QVERIFY(m_watcher->waitFor([this] { return m_report.has_value(); }));
    }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<QTemporaryDir> m_state;
    std::unique_ptr<Watcher> m_watcher;
    std::optional<ReleasePlan> m_plan;
    std::optional<ReleaseReport> m_report;
    std::optional<ReleaseAftermath> m_aftermath;
};

LOCKSCOPE_TEST(ReleaseEventsTest)
#include "tst_release_events.moc"
