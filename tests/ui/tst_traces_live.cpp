// SPDX-License-Identifier: MIT
// A trace of a real server from the page to the page, over the Monitor's thread.
#include "support/redis_client.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include "ui/monitor/details_panel.h"
#include "ui/monitor/lock_model.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/monitor_thread.h"
#include "ui/monitor/trace_host.h"
#include "ui/monitor/traces.h"
#include "ui/widgets/banner.h"

#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

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

    void traceOfACluster_isRefusedWithWhatToDo()
    {
        TraceHost host(*Endpoint::parse("redis-cluster://127.0.0.1:1"));
        QSignalSpy failed(&host, &TraceDesk::failed);
        host.plan(7, {});
        QCOMPARE(failed.size(), 1);
        QCOMPARE(failed[0][0].value<RequestId>(), RequestId(7));
        QVERIFY(failed[0][1].value<Error>().text.find("name one node of the cluster") != std::string::npos);
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
