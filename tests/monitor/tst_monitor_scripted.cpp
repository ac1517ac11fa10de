// SPDX-License-Identifier: MIT
// What a real server does only by chance or not at all: a message that overtakes an answer, a clock that is hours off.
#include "support/fake_redis.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const QByteArray scriptedOwner = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";

} // namespace

class MonitorScriptedTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_server = std::make_unique<FakeRedis>(); }
    void cleanup()
    {
        m_watcher.reset();
        m_server.reset();
    }

    void messageBeforeAnswer_discardsTheAnswer()
    {
        m_server->set("order", hash(1));
        watch();
        QVERIFY(m_watcher->waitEvents("order", u"seen"_s));
        m_server->holdAnswerAbout("order");
        m_server->set("order", hash(2));
        m_server->invalidate({"order"});
        QVERIFY(m_watcher->waitFor([&] { return m_server->holds(); })); // the answer that says 2 is held back
        m_server->set("order", hash(5));
        m_server->invalidate({"order", "lock:new"});
        // A new name is read on another connection, so the message has been processed.
        QVERIFY(m_watcher->waitFor([&] { return m_server->wasAskedFor("lock:new"); }));
        QCOMPARE(m_watcher->story("order"), u"seen"_s);
        m_server->letGo();
        QVERIFY(m_watcher->waitLock("order", [](const LockInfo &lock) { return lock.holders.front().count == 5; }));
        QCOMPARE(m_watcher->story("order"), u"seen reentered"_s);
        QCOMPARE(m_watcher->last("order")->count, 5);
        QVERIFY(m_watcher->last("order")->coalesced); // it was 2 in between
    }

    void differentServerClock_isReportedAndUsed_data()
    {
        QTest::addColumn<qint64>("ahead");
        QTest::newRow("ahead") << qint64(Milliseconds(3h).count());
        QTest::newRow("behind") << qint64(Milliseconds(-5h).count());
        QTest::newRow("the same") << qint64(0);
    }

    void differentServerClock_isReportedAndUsed()
    {
        QFETCH(const qint64, ahead);
        m_server->setClockAhead(Milliseconds(ahead));
        m_server->set("order", hash(1, m_server->now() + 60s));
        for (char c = 'a'; c < 'a' + 20; ++c) // one key per second is refreshed: these come before "order"
            m_server->set(QByteArray("and:") + c, hash(1, m_server->now() + 60s));
        watch();
        QVERIFY(m_watcher->waitFor([&] { return m_watcher->locks().size() == 21; }));
        verifyClock(ahead);
        QVERIFY(*m_watcher->last("order")->ttl <= 60s);
        QVERIFY(*m_watcher->last("order")->ttl > 30s);

        const auto deadline = std::chrono::floor<Milliseconds>(m_server->now() + 400ms);
        m_server->set("order", hash(1, deadline));
        const auto looks = m_server->looksAt("order");
        m_server->invalidate({"order"});
        QVERIFY(m_watcher->waitEvents("order", u"seen lease-shortened expired"_s)); // the server sends no message for it
        QVERIFY(*m_watcher->events().at(indexOf(EventType::LeaseShortened)).ttl <= 400ms);
        const auto &event = *m_watcher->last("order");
        QVERIFY(event.time > deadline);
        QVERIFY2(event.time < deadline + 3s, std::to_string((event.time - deadline).count()).c_str());
        QVERIFY2(m_server->looksAt("order") <= looks + 6, std::to_string(m_server->looksAt("order") - looks).c_str());
    }

private:
    static FakeRedis::Hash hash(qint64 count, std::optional<ServerTime> deadline = {}) { return {scriptedOwner, count, deadline}; }

    void watch()
    {
        m_watcher = std::make_unique<Watcher>(m_server->endpoint());
        QObject::connect(&m_watcher->monitor(), &Monitor::changed, this,
                         [this](const MonitorChange &change) { m_estimateOff = std::chrono::abs(change.serverNow - m_server->now()); });
        QVERIFY(m_watcher->waitLive());
        QCOMPARE(m_watcher->state().feed, MonitorState::Feed::Tracking);
    }

    void verifyClock(qint64 ahead)
    {
        const auto &notices = m_watcher->state().notices;
        const auto notice = std::ranges::find(notices, Notice::Kind::ClockDiffers, &Notice::kind);
        QCOMPARE(notice != notices.end(), ahead != 0);
        if (notice != notices.end()) {
            const auto told = QString::fromStdString(notice->text);
            QVERIFY2(told.endsWith(u" ms"), qPrintable(told));
            QVERIFY2(std::abs(told.chopped(3).toLongLong() - ahead) < 2000, qPrintable(told));
        }
        QVERIFY2(m_estimateOff < 2s, std::to_string(m_estimateOff.count()).c_str());
    }

    std::size_t indexOf(EventType type) const
    {
        const auto &events = m_watcher->events();
        return static_cast<std::size_t>(std::ranges::find(events, type, &LockEvent::type) - events.begin());
    }

    std::unique_ptr<FakeRedis> m_server;
    std::unique_ptr<Watcher> m_watcher;
    Microseconds m_estimateOff{};
};

LOCKSCOPE_TEST(MonitorScriptedTest)
#include "tst_monitor_scripted.moc"
