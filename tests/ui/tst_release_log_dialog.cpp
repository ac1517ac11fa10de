// SPDX-License-Identifier: MIT
// The release log in the real window, after releases on a real server: who, when, why and the outcome; copied and exported.
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/tested_releaser.h"

#include "ui/window/release_log_dialog.h"
#include "ui/window/release_log_model.h"
#include "ui/words/release_log_words.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::StringLiterals;

class ReleaseLogDialogTest : public QObject
{
    Q_OBJECT

private slots:
    void emptyLog_saysWhereAttemptsAreRecorded()
    {
        const QTemporaryDir folder;
        ReleaseLogDialog dialog(folder.path().toStdString(), {}, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.read();
        dialog.show();
        QVERIFY(words(dialog).startsWith(u"Nothing was released by force on this machine yet"));
        QVERIFY(words(dialog).contains(u"releases.jsonl"_s));
        QVERIFY(!button(dialog, u"copyCommand"_s)->isEnabled() && !button(dialog, u"exportLog"_s)->isEnabled());
    }

    void attempt_isShownCopiedAndExported()
    {
        lockcore::test::RedisServer server;
        lockcore::test::TestedReleaser releaser(server.endpoint());
        const std::string token = "0123456789abcdef0123456789abcdef";
        server.command({"SET", "lock:a", token, "PX", "60000"});
        auto order = releaser.plan(lockcore::test::TestedReleaser::wish("lock:a", {token})).order;
        order.reason = "INC-7";
        releaser.release(order);
        releaser.release(lockcore::test::TestedReleaser::wish("lock:a", {token}));

        const QTemporaryDir folder;
        QString answer = folder.filePath(u"log.csv"_s);
        ReleaseLogDialog dialog(
            releaser.auditDirectory(), [&](const FileQuestion &, QWidget *) { return answer; }, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.read();
        dialog.show();
        const auto *table = dialog.findChild<QTableView *>();
        QCOMPARE(table->model()->rowCount(), 2);
        const auto cell = [&](int row, ReleaseLogModel::Column column) { return table->model()->index(row, column).data().toString(); };
        QCOMPARE(cell(0, ReleaseLogModel::Outcome), u"refused: not there"_s);
        QCOMPARE(cell(1, ReleaseLogModel::Outcome), u"released"_s);
        QCOMPARE(cell(1, ReleaseLogModel::Lock), u"lock:a"_s);
        QCOMPARE(cell(1, ReleaseLogModel::Reason), u"INC-7"_s);
        QVERIFY(!cell(1, ReleaseLogModel::User).isEmpty());
        const_cast<QTableView *>(table)->selectRow(1);
        const auto details = dialog.findChild<QPlainTextEdit *>()->toPlainText();
        for (const auto &part : {u"Held since: not watched before"_s, u"Outcome: released"_s, u"Server: unix://"_s, u"By: "_s,
                                 u"Reason: INC-7"_s, QString::fromStdString(token)})
            QVERIFY2(details.contains(part), qPrintable(details));
        button(dialog, u"copyCommand"_s)->click();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(u"lockscope release lock:a "));
        QVERIFY(QGuiApplication::clipboard()->text().endsWith(u"--reason INC-7"));
        button(dialog, u"copyJson"_s)->click();
        const auto json = QJsonDocument::fromJson(QGuiApplication::clipboard()->text().toUtf8()).object();
        QCOMPARE(json[u"outcome"_s].toString(), u"released"_s);
        QCOMPARE(json[u"reason"_s].toString(), u"INC-7"_s);

        button(dialog, u"exportLog"_s)->click();
        auto lines = contentOf(answer).split('\n');
        QVERIFY(lines.front().startsWith("time,user,server,db,key,action,owners,library,reason,outcome"));
        QCOMPARE(lines.size(), 4); // with the empty one at the end
        QVERIFY(lines[2].contains("INC-7"));
        answer = folder.filePath(u"log.json"_s);
        button(dialog, u"exportLog"_s)->click();
        lines = contentOf(answer).split('\n');
        QCOMPARE(lines.size(), 3);
        QCOMPARE(QJsonDocument::fromJson(lines[1]).object(), json);
    }

    void outcomes_haveTheirOwnWords()
    {
        QSet<QString> words;
        ReleaseLogEntry entry;
        for (int i = 0; i <= static_cast<int>(ReleaseOutcome::Unknown); ++i) {
            entry.outcome = toString(static_cast<ReleaseOutcome>(i));
            words.insert(outcomeWord(entry));
        }
        entry.outcome.clear();
        words.insert(outcomeWord(entry));
        QCOMPARE(words.size(), 7);
        QVERIFY(words.contains(u"never answered"_s));
    }

    void wholeLock_isNamedByItsValue()
    {
        ReleaseLogEntry entry; // no owner was named: whoever held it
        QCOMPARE(releasedOwners(entry), u"all"_s);
        entry.before = R"({"length":14,"type":"string","value":"batch-07:21417"})";
        QCOMPARE(releasedOwners(entry), u"whoever held it (batch-07:21417)"_s);
        QVERIFY(releaseLogDetails(entry).contains(u"Owner: whoever held it (batch-07:21417)"_s));
        entry.before = R"({"length":1,"type":"string","value":"1"})"; // a mark names nobody
        QCOMPARE(releasedOwners(entry), u"whoever held it (1)"_s);
        entry.holders = {"web-3:17", "web-4:2"}; // who was seen then is in the log
        QCOMPARE(releasedOwners(entry), u"web-3:17 and 1 more"_s);
        QVERIFY(releaseLogDetails(entry).contains(u"Owner: web-3:17, web-4:2"_s));
    }

private:
    static QString words(const QWidget &dialog) { return dialog.findChild<QLabel *>(u"releaseLogWords"_s)->text(); }
    static QPushButton *button(const QWidget &dialog, const QString &name) { return dialog.findChild<QPushButton *>(name); }

    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

LOCKSCOPE_TEST(ReleaseLogDialogTest)
#include "tst_release_log_dialog.moc"
