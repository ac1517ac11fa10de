// SPDX-License-Identifier: MIT
// The release dialog in the real window on a real server: what is shown is what happens, and what is refused stays.
#include "support/compare.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "ui/driven_window.h"

#include "ui/monitor/monitor_thread.h"

#include <QFile>
#include <QLineEdit>

#include <optional>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

class ReleaseLiveTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_server = std::make_unique<lockcore::test::RedisServer>();
        WindowServices services;
        services.watch = [this](const auto &) {
            MonitorOptions options;
            options.auditDirectory = auditDirectory();
            return std::make_unique<MonitorThread>(m_server->endpoint(), options);
        };
        services.startDemo = [this] { return Result<Endpoint>(m_server->endpoint()); };
        m_window.emplace(std::move(services));
        take();
        window()->startDemo();
        QTRY_COMPARE(m_window->names(), QStringList{u"order:{42}"_s});
    }

    void cleanup()
    {
        m_window.reset();
        m_server.reset();
        QFile::remove(auditFile());
    }

    void released_thenResurrected()
    {
        ask();
        QVERIFY2(dialog()->text().contains(u"DEL order:{42}"_s), qPrintable(dialog()->text()));
        dialog()->findChild<QLineEdit *>(u"reason"_s)->setText(u" INC-7 "_s);
        press(u"carryOut"_s);
        QTRY_VERIFY2(dialog()->text().contains(u"order:{42} is released"_s), qPrintable(dialog()->text()));
        QCOMPARE(m_server->command({"EXISTS", key}).toInteger().value_or(-1), 0);
        take();
        QTRY_VERIFY2(dialog()->text().contains(u"is held again under the same owner"_s), qPrintable(dialog()->text()));
        QFile audit(auditFile());
        QVERIFY(audit.open(QIODevice::ReadOnly));
        const auto lines = audit.readAll();
        QCOMPARE(lines.count('\n'), 2); // the intent and the outcome
        QVERIFY2(lines.contains("\"outcome\":\"released\"") && lines.contains(owner), lines.constData());
        QCOMPARE(lines.count("\"reason\":\"INC-7\""), 2);
        QVERIFY2(lines.contains("\"held_since\"") && lines.contains("\"renewals\":0"), lines.constData()); // the window has watched it
        QVERIFY(dialog()->text().contains(auditFile()));
    }

    // The window does not run between the change and the click: only the guard can notice it.
    void changedBetweenLookAndClick_isRefusedAndShownAgain()
    {
        ask();
        m_server->command({"DEL", key});
        m_server->command({"HSET", key, other, "1"});
        m_server->command({"PEXPIRE", key, "30000"});
        press(u"carryOut"_s);
        QTRY_VERIFY2(dialog()->text().contains(u"has changed since Lockscope looked at it"_s), qPrintable(dialog()->text()));
        QVERIFY2(dialog()->text().contains(u"Now it is held by "_s + QString::fromLatin1(other)), qPrintable(dialog()->text()));
        QCOMPARE(m_server->command({"EXISTS", key}).toInteger().value_or(-1), 1);
        press(u"lookAgain"_s);
        QTRY_VERIFY2(dialog()->text().contains(u"HGET order:{42} "_s + QString::fromLatin1(other)), qPrintable(dialog()->text()));
        QTRY_VERIFY(button(u"carryOut"_s)->isEnabled());
        press(u"carryOut"_s);
        QTRY_COMPARE(m_server->command({"EXISTS", key}).toInteger().value_or(-1), 0);
    }

    void renewedWhileShown_isShown()
    {
        ask();
        m_server->command({"PEXPIRE", key, "60000"});
        QTRY_VERIFY2(dialog()->text().contains(u"Its deadline has moved"_s), qPrintable(dialog()->text()));
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
    }

    void serverGone_disabledUntilItIsBack()
    {
        ask();
        m_server->kill();
        QTRY_VERIFY2(dialog()->text().contains(u"The connection is lost"_s), qPrintable(dialog()->text()));
        QVERIFY(!button(u"carryOut"_s)->isEnabled());
    }

private:
    static constexpr auto key = "order:{42}";
    static constexpr auto owner = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17";
    static constexpr auto other = "0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5:31";

    std::string auditDirectory() const { return m_folder.path().toStdString(); }
    QString auditFile() const { return m_folder.filePath(u"releases.jsonl"_s); }

    void take()
    {
        m_server->command({"HSET", key, owner, "1"});
        m_server->command({"PEXPIRE", key, "30000"});
    }

    void ask() const
    {
        m_window->ask({key});
        QVERIFY(dialog());
        QTRY_VERIFY2(button(u"carryOut"_s)->isEnabled(), qPrintable(dialog()->text()));
    }

    MainWindow *window() const { return m_window->get(); }
    ReleaseDialog *dialog() const { return m_window->dialog(); }
    QPushButton *button(const QString &name) const { return m_window->button(name); }
    void press(const QString &name) const { QTest::mouseClick(button(name), Qt::LeftButton); }

    QTemporaryDir m_folder;
    std::unique_ptr<lockcore::test::RedisServer> m_server;
    std::optional<DrivenWindow> m_window;
};

LOCKSCOPE_TEST(ReleaseLiveTest)
#include "tst_release_live.moc"
