// SPDX-License-Identifier: MIT
// Where a server is: typed without a scheme, tested before it is saved, and its databases in the header.
#include "support/fake_changes.h"
#include "support/redis_cluster.h"
#include "support/test_program.h"
#include "ui/driven_window.h"
#include "ui/fake_window.h"

#include "ui/monitor/header_bar.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/window/connection_page.h"
#include "ui/window/profile_editor.h"

#include <QMenu>
#include <QSpinBox>
#include <QTimer>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

class AddressesTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        WindowServices services;
        services.watch = [this](const Target &target) { return std::make_unique<fake::Source>(target, &m_sources); };
        services.startDemo = [] { return Result<Endpoint>(Endpoint{}); };
        m_window = std::make_unique<DrivenWindow>(std::move(services));
        m_window->get()->askForServer();
    }
    void cleanup() { m_window.reset(); }

    void typedWithoutScheme_isConnectedTo_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("address");
        QTest::newRow("host") << u"prod-7"_s << u"prod-7:6379/0"_s;
        QTest::newRow("host and port") << u"prod-7:7001"_s << u"prod-7:7001/0"_s;
        QTest::newRow("port") << u":6380"_s << u"127.0.0.1:6380/0"_s;
    }
    void typedWithoutScheme_isConnectedTo()
    {
        QFETCH(QString, typed);
        QFETCH(QString, address);
        auto *url = m_window->get()->findChild<QLineEdit *>(u"url"_s);
        url->setText(typed);
        QTest::keyClick(url, Qt::Key_Return);
        QCOMPARE(m_sources.size(), 1);
        QCOMPARE(QString::fromStdString(shortName(m_sources.front()->endpoint())), address);
    }

    void connection_isTestedBeforeItIsSaved()
    {
        const test::RedisServer server(test::RedisServerOptions{.config = {}, .password = "s3cret", .tcp = false});
        m_window->get()->connectionPage()->newProfileWanted();
        auto *editor = m_window->get()->findChild<ProfileEditor *>();
        QVERIFY(editor);
        editor->findChild<QLineEdit *>(u"address"_s)->setText(QString::fromStdString(toString(server.endpoint())));
        auto *button = editor->findChild<QPushButton *>(u"test"_s);
        button->click(); // without the password
        QTRY_VERIFY(button->isEnabled());
        QVERIFY2(editor->complaint().contains(u"password"_s), qPrintable(editor->complaint()));
        editor->findChild<QLineEdit *>(u"password"_s)->setText(u"s3cret"_s);
        button->click();
        QTRY_VERIFY2(editor->complaint().startsWith(u"Connected: primary "_s), qPrintable(editor->complaint()));
        QVERIFY(editor->isVisible() && m_sources.isEmpty()); // neither saved nor watched
        editor->findChild<QLineEdit *>(u"address"_s)->setText(u"127.0.0.1:1"_s);
        button->click();
        QTRY_VERIFY2(editor->complaint().contains(u"127.0.0.1:1"_s), qPrintable(editor->complaint()));
    }

    void clusterIsTestedAsAWhole_andHasOneDatabase()
    {
        test::RedisCluster cluster;
        m_window->get()->connectionPage()->newProfileWanted();
        auto *editor = m_window->get()->findChild<ProfileEditor *>();
        QVERIFY(editor);
        auto *database = editor->findChild<QSpinBox *>(u"db"_s);
        database->setValue(3);
        QVERIFY(database->isEnabled());
        auto seeds = cluster.endpoint();
        seeds.cluster->nodes.insert(seeds.cluster->nodes.begin(), {"127.0.0.1", test::freePort()}); // one that is down does not matter
        editor->findChild<QLineEdit *>(u"address"_s)->setText(QString::fromStdString(toString(seeds)));
        QVERIFY(!database->isEnabled());
        editor->findChild<QPushButton *>(u"test"_s)->click();
        QTRY_COMPARE_WITH_TIMEOUT(editor->complaint(), u"Connected to each primary: cluster, 2 nodes, 16384 of 16384 slots."_s, 20'000);
        cluster.other("a").command({"CONFIG", "SET", "requirepass", "another"}); // it names the nodes: one that answers is not enough
        editor->findChild<QPushButton *>(u"test"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(editor->complaint().startsWith(u"1 of 2 primaries can be read. "_s), 20'000);
        QVERIFY2(editor->complaint().contains(QString::fromStdString(cluster.address(cluster.other("a"))) + u"/0 wants a password"_s),
                 qPrintable(editor->complaint()));
    }

    void otherDatabases_areInTheHeaderAndWatchedByAClick()
    {
        auto target = targetAt({});
        target.endpoint.password = "s3cret";
        m_window->get()->connectTo(target);
        auto change = fake::Scene().first();
        change.state.server.databases = {{0, 12}};
        emit m_sources.front()->changed(change);
        auto *databases = m_window->get()->findChild<PillButton *>(u"databases"_s);
        QTRY_VERIFY(m_window->table()->isVisible());
        QVERIFY(!databases->isVisible());
        change.state.server.databases = {{0, 12}, {3, 1204}};
        emit m_sources.front()->changed(change);
        QTRY_VERIFY(databases->isVisible());
        QCOMPARE(databases->text(), u"db 3: %1 keys"_s.arg(QLocale().toString(1204)));
        QTimer::singleShot(0, this, [] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            menu->actions().front()->trigger();
            menu->close();
        });
        databases->click();
        auto *end = m_window->get()->findChild<QPushButton *>(u"endConnection"_s); // a live connection is asked about
        QVERIFY(end);
        end->click();
        QTRY_COMPARE(m_sources.back()->endpoint().db, 3);
        QCOMPARE(m_sources.back()->endpoint().password, "s3cret");
    }

private:
    QList<fake::Source *> m_sources;
    std::unique_ptr<DrivenWindow> m_window;
};

LOCKSCOPE_TEST(AddressesTest)
#include "tst_addresses.moc"
