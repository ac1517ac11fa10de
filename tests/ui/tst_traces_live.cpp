// SPDX-License-Identifier: MIT
// A trace of a real server from the page to the page, over the Monitor's thread.
#include "support/redis_client.h"
#include "support/redis_cluster.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include "ui/monitor/details_panel.h"
#include "ui/monitor/lock_model.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/monitor_thread.h"
#include "ui/monitor/trace_host.h"
#include "ui/monitor/trace_question.h"
#include "ui/monitor/traces.h"
#include "ui/widgets/banner.h"

#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTextEdit>

using namespace lockcore;
using namespace lockcore::test;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class TracesLiveTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        RedisServerOptions options;
        options.tcp = true;
        m_server = std::make_unique<RedisServer>(options);
        m_client = std::make_unique<RedisClient>(m_server->tcpEndpoint());
        m_client->command({"CLIENT", "SETNAME", "cart-7"});
        take();
        m_page = std::make_unique<MonitorPage>();
        m_page->resize(1280, 720);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        m_page->showServer(targetAt(m_server->endpoint()));
        m_source = std::make_unique<MonitorThread>(m_server->endpoint());
        connect(m_source.get(), &MonitorSource::changed, m_page.get(), &MonitorPage::apply);
        m_page->traces()->setDesk(m_source->traces());
        m_source->start();
        QTRY_VERIFY_WITH_TIMEOUT(m_page->locks()->rowOf(id) >= 0, 20'000);
    }

    void cleanup()
    {
        m_source.reset();
        m_page.reset();
        m_client.reset();
        m_server.reset();
    }

    void traceOfALockOfACluster_isOfItsNode()
    {
        RedisCluster cluster;
        auto &home = cluster.home(id.key);
        std::string elsewhere = "lock:0";
        for (int i = 1; &cluster.home(elsewhere) == &home; ++i)
            elsewhere = "lock:" + std::to_string(i);
        home.command({"SET", id.key, "021422a0-e5a3-41f1-8c56-00163e5f7a01", "NX", "PX", "600000"});
        cluster.home(elsewhere).command({"SET", elsewhere, "021422a0-e5a3-41f1-8c56-00163e5f7a01", "NX", "PX", "600000"});
        MonitorPage page;
        page.show();
        page.showServer(targetAt(cluster.endpoint()));
        MonitorThread source(cluster.endpoint());
        connect(&source, &MonitorSource::changed, &page, &MonitorPage::apply);
        page.traces()->setDesk(source.traces());
        source.start();
        QTRY_VERIFY_WITH_TIMEOUT(page.locks()->rowOf(id) >= 0 && page.locks()->rowOf({0, elsewhere}) >= 0, 20'000);
        page.traces()->ask(id);
        QTRY_VERIFY_WITH_TIMEOUT(page.findChild<TraceQuestion *>(), 20'000);
        QString said;
        for (const auto *text : page.findChild<TraceQuestion *>()->findChildren<QTextEdit *>())
            said += text->toPlainText() + u'\n';
        const auto node = QString::fromStdString(cluster.address(home));
        QVERIFY2(said.contains(node + u" of the cluster has it"_s), qPrintable(said));
        QVERIFY2(!said.contains(u"and another one"_s), qPrintable(said)); // which is on the other node
        RedisClient client(home.tcpEndpoint());
        client.command({"CLIENT", "SETNAME", "cart-9"});
        page.findChild<QPushButton *>(u"trace"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(page.traces()->banner()->text().contains(u" left · costs "_s), 20'000);
        const auto changedByClient = [&] {
            client.command({"DEL", id.key});
            client.command({"SET", id.key, "021422a0-e5a3-41f1-8c56-00163e5f7a01", "NX", "PX", "600000"});
            const auto known = page.traces()->record().clientsOf(id);
            return std::ranges::find(known, "cart-9") != known.end();
        };
        QTRY_VERIFY_WITH_TIMEOUT(changedByClient(), 20'000);
        page.traces()->setDesk(nullptr);
    }

    void slotThatMovesAfterTheQuestion_isAskedAboutAgain()
    {
        RedisCluster cluster;
        cluster.home(id.key).command({"SET", id.key, "021422a0-e5a3-41f1-8c56-00163e5f7a01", "NX", "PX", "600000"});
        TraceHost host(cluster.endpoint());
        QSignalSpy planned(&host, &TraceDesk::planned), status(&host, &TraceDesk::status);
        TraceOptions wish;
        wish.keys = {id.key};
        host.plan(1, wish);
        QTRY_COMPARE_WITH_TIMEOUT(planned.size(), 1, 20'000);
        QCOMPARE(planned[0][1].value<TracePlan>().node, cluster.address(cluster.home(id.key)));
        cluster.move(id.key);
        host.run(2, wish);
        QTRY_COMPARE_WITH_TIMEOUT(planned.size(), 2, 20'000); // nobody agreed to the other node
        QCOMPARE(planned[1][1].value<TracePlan>().node, cluster.address(cluster.home(id.key)));
        host.run(3, wish);
        QTRY_VERIFY_WITH_TIMEOUT(!status.isEmpty(), 20'000);
        QCOMPARE(planned.size(), 2);
    }

    void trace_namesClientsAndLeavesNoConnection()
    {
        const auto before = connections();
        std::vector<TracedChange> changes;
        std::optional<TraceReport> report;
        connect(m_page->traces(), &Traces::found, this, [&](const std::vector<TraceItem> &items) {
            for (const auto &item : items) {
                if (const auto *change = std::get_if<TracedChange>(&item))
                    changes.push_back(*change);
            }
        });
        connect(m_page->traces(), &Traces::ended, this, [&](const TraceReport &said) { report = said; });
        m_page->showLock(id);
        m_page->traces()->ask(id);
        QTRY_VERIFY_WITH_TIMEOUT(m_page->findChild<QPushButton *>(u"trace"_s), 20'000);
        QCOMPARE(connections(), before); // while a person thinks
        m_page->findChild<QPushButton *>(u"trace"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(m_page->traces()->banner()->text().contains(u" left · costs "_s), 20'000);
        QCOMPARE(connections(), before + 2);
        const auto namesClient = [&] {
            return std::ranges::any_of(changes, [](const auto &change) { return change.by && change.by->name() == "cart-7"; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(changedAgain() && namesClient(), 20'000);
        QVERIFY(std::ranges::none_of(changes, [](const auto &change) { return change.change.line || !change.change.perhaps.empty(); }));
        const auto details = [this] { return m_page->findChild<DetailsPanel *>()->text(); };
        QTRY_VERIFY_WITH_TIMEOUT(details().contains(u"seen to acquire it"_s), 20'000);
        QVERIFY2(details().contains(QRegularExpression(u"cart-7 \\([^)]+\\), user default"_s)), qPrintable(details()));
        m_client->command({"DEL", id.key});
        QTRY_VERIFY_WITH_TIMEOUT(m_page->locks()->rowOf(id) < 0 || m_page->locks()->row(m_page->locks()->rowOf(id)).gone(), 20'000);
        m_client->command({"SET", id.key, "77777777-e5a3-41f1-8c56-00163e5f7a01", "NX", "PX", "30000"});
        QTRY_VERIFY2_WITH_TIMEOUT(details().contains(QRegularExpression(u"acquired · 77777777[^\\n]* · by cart-7 "_s)),
                                  qPrintable(details()), 20'000);
        m_page->findChild<QPushButton *>(u"stopTrace"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(report, 20'000);
        QVERIFY(report->end == TraceEnd::Stopped);
        QVERIFY(report->named > 0);
        QTRY_COMPARE_WITH_TIMEOUT(connections(), before, 20'000);
    }

    void connectionThatEnds_endsTheTrace()
    {
        m_page->traces()->ask(id);
        QTRY_VERIFY_WITH_TIMEOUT(m_page->findChild<QPushButton *>(u"trace"_s), 20'000);
        m_page->findChild<QPushButton *>(u"trace"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(m_page->traces()->banner()->text().contains(u" left · costs "_s), 20'000);
        m_page->traces()->setDesk(nullptr);
        m_source.reset();
        QTRY_COMPARE_WITH_TIMEOUT(connections(), 2, 20'000); // of this test
        QVERIFY(!m_page->traces()->banner()->isVisible());
    }

private:
    void take() { m_client->command({"SET", id.key, "021422a0-e5a3-41f1-8c56-00163e5f7a01", "NX", "PX", "30000"}); }

    bool changedAgain()
    {
        m_client->command({"DEL", id.key});
        take();
        return true;
    }

    int connections() const
    {
        const auto list = m_server->command({"CLIENT", "LIST"}).text;
        return static_cast<int>(std::ranges::count(list, '\n'));
    }

    const LockId id{0, "lock:order:42"};
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<RedisClient> m_client;
    std::unique_ptr<MonitorPage> m_page;
    std::unique_ptr<MonitorSource> m_source;
};

LOCKSCOPE_TEST(TracesLiveTest)
#include "tst_traces_live.moc"
