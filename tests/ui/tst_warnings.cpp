// SPDX-License-Identifier: MIT
// What endangers the locks of a real server, and how the page says so.
#include "support/redis_server.h"
#include "support/test_program.h"

#include "ui/monitor/monitor_page.h"
#include "ui/monitor/monitor_thread.h"
#include "ui/monitor/notice_banner.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/pill.h"

#include <QPushButton>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

class WarningsTest final : public QObject
{
    Q_OBJECT

private slots:
    void cleanup()
    {
        m_source.reset();
        m_page.reset();
        m_replica.reset();
        m_server.reset();
    }

    void healthyServer_hasNoWarnings()
    {
        watch({u"appendonly yes"_s, u"appendfsync no"_s});
        QTRY_COMPARE(m_page->state().phase, MonitorState::Phase::Live);
        QTRY_VERIFY(m_page->findChild<PillButton *>(u"noticeCount"_s)->isHidden());
        QVERIFY(banner()->isHidden());
    }

    void volatileEviction_isNamed()
    {
        watch({u"appendonly yes"_s, u"maxmemory 100mb"_s, u"maxmemory-policy volatile-ttl"_s});
        QTRY_VERIFY2(banner()->isVisible(), "no banner");
        QVERIFY2(banner()->text().contains(u"two can hold the same lock (volatile-ttl)"_s), qPrintable(banner()->text()));
        QVERIFY(!details()->isVisible()); // one sentence needs no details
    }

    void sameKindForSeveralReasons_isNamedOnceInSummary()
    {
        NoticeBanner banner;
        banner.setNotices({{Notice::Kind::DeniedCommand, "TIME"}, {Notice::Kind::Restarted, {}}, {Notice::Kind::DeniedCommand, "SCAN"}});
        QVERIFY2(banner.text().contains(u"3 warnings"_s), qPrintable(banner.text()));
        QCOMPARE(banner.text().count(u"a command not permitted"_s), 1);
        banner.findChildren<QPushButton *>().front()->click();
        QVERIFY2(banner.text().contains(u"TIME"_s) && banner.text().contains(u"SCAN"_s), qPrintable(banner.text()));
    }

    void severalWarnings_oneLineWithDetailsAndClosable()
    {
        watch({u"save \"\""_s, u"appendonly no"_s, u"maxmemory 100mb"_s, u"maxmemory-policy allkeys-lru"_s});
        QTRY_VERIFY2(banner()->text().contains(u"2 warnings"_s), qPrintable(banner()->text()));
        QVERIFY2(banner()->text().contains(u"may evict locks · a restart forgets locks"_s), qPrintable(banner()->text()));
        QVERIFY(pill()->isHidden()); // the banner already says it
        QTest::mouseClick(details(), Qt::LeftButton);
        QVERIFY(banner()->text().contains(u"(allkeys-lru)."_s));
        QVERIFY(banner()->text().contains(u"Nothing is kept on disk here"_s));
        QTest::mouseClick(close(), Qt::LeftButton);
        QVERIFY(banner()->isHidden());
        QTRY_VERIFY(pill()->isVisible());
        QTest::keyClick(pill(), Qt::Key_Space);
        QVERIFY(banner()->isVisible());
        QTest::mouseClick(close(), Qt::LeftButton);
        m_page->showServer(targetAt(m_server->endpoint()));
        m_source = std::make_unique<MonitorThread>(m_server->endpoint());
        connect(m_source.get(), &MonitorSource::changed, m_page.get(), &MonitorPage::apply);
        m_source->start();
        QTRY_VERIFY(pill()->isVisible()); // another connection to the same server
        QVERIFY(banner()->isHidden());
    }

    void restarted_isReportedAfterOthersWereClosed()
    {
        watch({u"save \"\""_s, u"appendonly no"_s});
        QTRY_VERIFY(banner()->isVisible());
        QTest::mouseClick(close(), Qt::LeftButton);
        m_server->restart(lockcore::test::RedisServer::Data::Lost);
        QTRY_VERIFY_WITH_TIMEOUT(m_page->state().phase == MonitorState::Phase::Live && banner()->isVisible(), 20'000);
        QVERIFY2(banner()->text().contains(u"was restarted"_s), qPrintable(banner()->text()));
    }

    void laggingReplica_isReportedWithItsLag()
    {
        lockcore::test::RedisServerOptions options;
        options.tcp = true;
        options.config = QStringList{u"appendonly yes"_s, u"repl-diskless-sync-delay 0"_s};
        m_server = std::make_unique<lockcore::test::RedisServer>(options);
        m_replica =
            std::make_unique<lockcore::test::RedisServer>(QStringList{u"replicaof 127.0.0.1 %1"_s.arg(m_server->tcpEndpoint().port)});
        const auto followed = [this] { return m_server->command({"INFO", "replication"}).text.find("state=online") != std::string::npos; };
        QTRY_VERIFY_WITH_TIMEOUT(followed(), 20'000);
        m_replica->pause();
        m_server->command({"SET", "big", std::string(3 * 1024 * 1024, 'x')});
        watchServer();
        QTRY_VERIFY_WITH_TIMEOUT(banner()->isVisible(), 20'000);
        QVERIFY2(banner()->text().contains(u"a failover would lose the latest locks"_s), qPrintable(banner()->text()));
        m_replica->resume();
    }

private:
    void watch(const QStringList &config)
    {
        m_server = std::make_unique<lockcore::test::RedisServer>(config);
        watchServer();
    }

    void watchServer()
    {
        m_page = std::make_unique<MonitorPage>();
        m_page->resize(1200, 700);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        m_page->showServer(targetAt(m_server->endpoint()));
        m_source = std::make_unique<MonitorThread>(m_server->endpoint());
        connect(m_source.get(), &MonitorSource::changed, m_page.get(), &MonitorPage::apply);
        m_source->start();
    }

    NoticeBanner *banner() const { return m_page->findChild<NoticeBanner *>(); }
    PillButton *pill() const { return m_page->findChild<PillButton *>(u"noticeCount"_s); }
    QPushButton *details() const { return banner()->findChildren<QPushButton *>().at(0); }
    QPushButton *close() const { return banner()->findChildren<QPushButton *>().at(1); }

    std::unique_ptr<lockcore::test::RedisServer> m_server;
    std::unique_ptr<lockcore::test::RedisServer> m_replica;
    std::unique_ptr<MonitorPage> m_page;
    std::unique_ptr<MonitorSource> m_source;
};

LOCKSCOPE_TEST(WarningsTest)
#include "tst_warnings.moc"
