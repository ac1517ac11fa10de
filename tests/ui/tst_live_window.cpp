// SPDX-License-Identifier: MIT
// The real window on a real server that changes all the time: connected by typing its address, filtered, frozen and sorted while locks come
// and go, with a server that dies and one that comes back, and a window that is closed during a release.
#include "support/redis_server.h"
#include "support/test_program.h"
#include "ui/driven_window.h"

#include "ui/monitor/event_model.h"
#include "ui/monitor/freeze.h"
#include "ui/monitor/monitor_thread.h"
#include "ui/widgets/pill.h"

#include <QFile>
#include <QMessageBox>
#include <QTimer>

#include <optional>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

using Phase = MonitorState::Phase;

class LiveWindowTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QVERIFY(m_audit.emplace().isValid());
        m_server =
            std::make_unique<lockcore::test::RedisServer>(lockcore::test::RedisServerOptions{.config = {}, .password = {}, .tcp = true});
        for (int i = 0; i < 20; ++i)
            take("order:" + std::to_string(i), 60'000 + i * 1000);
        take("cart:7", 30'000);
        WindowServices services;
        services.watch = [this](const Target &target) {
            MonitorOptions options;
            options.auditDirectory = m_audit->path().toStdString();
            return std::make_unique<MonitorThread>(target.endpoint, options);
        };
        services.startDemo = [this] { return Result<Endpoint>(m_server->endpoint()); };
        m_window.emplace(std::move(services));
    }

    void cleanup()
    {
        m_churn.stop();
        m_churn.disconnect();
        m_window.reset();
        m_server.reset();
        m_audit.reset();
    }

    void connectedByAddress_showsItsLocks()
    {
        connectByKeys();
        QVERIFY(m_window->get()->windowTitle().contains(QString::number(m_server->tcpEndpoint().port)));
        QCOMPARE(m_window->rows()->rowCount(), 21);
    }

    void filteredWhileEventsArrive_showsOnlyMatches()
    {
        connectByKeys();
        startChurn();
        m_window->press(Qt::Key_F, Qt::ControlModifier);
        QTRY_COMPARE(m_window->focus(), m_window->filter());
        m_window->type(u"name:cart:*"_s);
        m_window->press(Qt::Key_Return);
        QTRY_COMPARE(m_window->names(), QStringList{u"cart:7"_s});
        const auto before = eventsSeen();
        QTRY_VERIFY(eventsSeen() > before + 50);
        QCOMPARE(m_window->names(), QStringList{u"cart:7"_s});
        take("cart:8", 30'000);
        QTRY_VERIFY(m_window->names().contains(u"cart:8"_s));
        QCOMPARE(m_window->names().size(), 2);
        m_window->press(Qt::Key_Escape);
        QTRY_VERIFY(m_window->rows()->rowCount() >= 22);
    }

    void frozenWhileEventsArrive_staysAndCountsThem()
    {
        connectByKeys();
        m_window->table()->setFocus();
        m_window->press(Qt::Key_Space);
        auto *frozen = m_window->get()->findChild<Pill *>(u"frozen"_s);
        QVERIFY(frozen->isVisible());
        const auto before = m_window->names();
        startChurn();
        const auto *freeze = m_window->get()->findChild<Freeze *>();
        QTRY_VERIFY(freeze->waiting() > 50);
        QCOMPARE(m_window->names(), before);
        QTRY_VERIFY2(frozen->text().contains(u"events"_s), qPrintable(frozen->text()));
        m_window->press(Qt::Key_Space);
        QVERIFY(!frozen->isVisible());
        QTRY_VERIFY(m_window->names() != before);
        QCOMPARE(freeze->waiting(), 0);
    }

    void sortedWhileEventsArrive_selectedRowStaysSelectedAndVisible()
    {
        connectByKeys();
        startChurn();
        auto *table = m_window->table();
        table->setFocus();
        table->setCurrentIndex(m_window->rowOf({0, "order:17"}));
        for (const int column : {LockModel::Name, LockModel::Lease, LockModel::Last}) {
            auto *head = table->horizontalHeader();
            QTest::mouseClick(head->viewport(), Qt::LeftButton, {},
                              {head->sectionViewportPosition(column) + head->sectionSize(column) / 2, head->height() / 2});
            QCOMPARE(head->sortIndicatorSection(), column);
            const auto before = eventsSeen();
            QTRY_VERIFY(eventsSeen() > before + 20);
            QCOMPARE(m_window->currentId().key, Bytes("order:17"));
            QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
        }
    }

    void serverKilledAndBack_tableStaysAndUpdatesAgain()
    {
        connectByKeys();
        m_server->command({"SAVE"});
        m_window->table()->setFocus();
        m_window->table()->setCurrentIndex(m_window->rowOf({0, "order:3"}));
        m_server->kill();
        auto *banner = m_window->get()->findChild<Banner *>(u"banner"_s);
        QTRY_VERIFY(banner->isVisible());
        QCOMPARE(m_window->rows()->rowCount(), 21);
        QVERIFY(!m_window->releases()->releaseAction()->isEnabled());
        m_server->start();
        m_window->press(Qt::Key_F5);
        QTRY_COMPARE(phase(), Phase::Live);
        QTRY_VERIFY(!banner->isVisible());
        QCOMPARE(m_window->currentId().key, Bytes("order:3"));
        QCOMPARE(m_window->focus(), m_window->table());
        take("after:the:fall", 30'000);
        QTRY_VERIFY(m_window->names().contains(u"after:the:fall"_s));
    }

    void restartedWithoutData_locksDisappear()
    {
        connectByKeys();
        m_server->restart(lockcore::test::RedisServer::Data::Lost);
        take("only:one", 30'000);
        QTRY_COMPARE(m_window->names(), QStringList{u"only:one"_s});
    }

    // The server is stopped in between: it is not known whether the release happened, and that is recorded.
    void closedDuringRelease_isRecorded()
    {
        connectByKeys();
        m_window->allowReleasing();
        m_window->ask({"cart:7"});
        QTRY_VERIFY2(m_window->button(u"carryOut"_s)->isEnabled(), qPrintable(m_window->dialog()->text()));
        m_server->pause();
        m_window->carryOut();
        QCOMPARE(m_window->releases()->awaited(), 1);
        m_window->get()->close();
        auto *question = m_window->get()->findChild<QMessageBox *>();
        QVERIFY(question);
        QTest::mouseClick(question->findChild<QPushButton *>(u"leaveAllTheSame"_s), Qt::LeftButton);
        QVERIFY(!m_window->get()->isVisible());
        m_window.reset();
        m_server->resume();
        QFile audit(m_audit->filePath(u"releases.jsonl"_s));
        QVERIFY(audit.open(QIODevice::ReadOnly));
        const auto lines = audit.readAll();
        QCOMPARE(lines.count('\n'), 1);
        QVERIFY2(lines.contains("cart:7") && lines.contains("cancelled before"), lines.constData());
    }

private:
    static constexpr auto owner = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17";

    void take(const std::string &key, int milliseconds)
    {
        m_server->pipeline({{"HSET", key, owner, "1"}, {"PEXPIRE", key, std::to_string(milliseconds)}});
    }

    Phase phase() const { return m_window->get()->monitorPage()->state().phase; }

    std::int64_t eventsSeen() const
    {
        const auto *events = m_window->get()->findChild<EventModel *>();
        return events->rowCount() + events->forgotten();
    }

    void connectByKeys()
    {
        m_window->get()->askForServer();
        auto *address = m_window->get()->findChild<QLineEdit *>(u"url"_s);
        QVERIFY(m_window->tabTo(address));
        m_window->type(QString::fromStdString(toString(m_server->tcpEndpoint())));
        m_window->press(Qt::Key_Return);
        QTRY_COMPARE(phase(), Phase::Live);
        QTRY_COMPARE(m_window->rows()->rowCount(), 21);
    }

    // Locks are renewed, come and go, a few in each turn of the event loop.
    void startChurn()
    {
        connect(&m_churn, &QTimer::timeout, this, [this, turn = 0]() mutable {
            take("order:" + std::to_string(turn % 20), 60'000 + turn);
            take("brief:" + std::to_string(turn), 50'000);
            if (turn >= 30)
                m_server->command({"DEL", "brief:" + std::to_string(turn - 30)});
            ++turn;
        });
        m_churn.start(10ms);
    }

    std::optional<QTemporaryDir> m_audit;
    std::unique_ptr<lockcore::test::RedisServer> m_server;
    QTimer m_churn;
    std::optional<DrivenWindow> m_window;
};

LOCKSCOPE_TEST(LiveWindowTest)
#include "tst_live_window.moc"
