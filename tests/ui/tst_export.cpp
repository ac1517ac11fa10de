// SPDX-License-Identifier: MIT
#include "support/fake_changes.h"
#include "support/test_program.h"

#include "ui/export/csv.h"
#include "ui/export/lock_csv.h"
#include "ui/export/lock_json.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

namespace {

// Reads RFC 4180: the test's own reader, which shares nothing with the writer.
QList<QByteArrayList> readCsv(const QByteArray &text)
{
    QList<QByteArrayList> lines;
    QByteArrayList line;
    QByteArray cell;
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '"' && text.mid(i + 1, 1) == "\"") {
            cell += text[++i];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && (c == ',' || c == '\r')) {
            line << std::exchange(cell, {});
        } else if (!quoted && c == '\n') {
            lines << std::exchange(line, {});
        } else {
            cell += c;
        }
    }
    return lines;
}

} // namespace

class ExportTest final : public QObject
{
    Q_OBJECT

private slots:
    void cell_data()
    {
        QTest::addColumn<QByteArray>("cell");
        QTest::addColumn<QByteArray>("written");
        QTest::newRow("plain") << QByteArray("order:1") << QByteArray("order:1");
        QTest::newRow("empty") << QByteArray() << QByteArray();
        QTest::newRow("comma") << QByteArray("a,b") << QByteArray("\"a,b\"");
        QTest::newRow("semicolon") << QByteArray("a;b") << QByteArray("\"a;b\""); // the separator where a comma is the decimal sign
        QTest::newRow("quote") << QByteArray("a\"b") << QByteArray("\"a\"\"b\"");
        QTest::newRow("line end") << QByteArray("a\nb") << QByteArray("\"a\nb\"");
        QTest::newRow("formula =") << QByteArray("=1+2") << QByteArray("'=1+2");
        QTest::newRow("formula +") << QByteArray("+1") << QByteArray("'+1");
        QTest::newRow("formula -") << QByteArray("-1") << QByteArray("'-1");
        QTest::newRow("formula @") << QByteArray("@SUM(A1)") << QByteArray("'@SUM(A1)");
        QTest::newRow("formula, quoted") << QByteArray("=HYPERLINK(\"http://x\",1)") << QByteArray("\"'=HYPERLINK(\"\"http://x\"\",1)\"");
        QTest::newRow("not at the beginning") << QByteArray("a=b") << QByteArray("a=b");
        QTest::newRow("UTF-8") << QByteArray("schlüssel") << QByteArray("schlüssel");
    }

    void cell()
    {
        QFETCH(QByteArray, cell);
        QTEST(csvLine({cell}).chopped(2), "written");
        QVERIFY(csvLine({cell, cell}).endsWith("\r\n"));
    }

    void locks_readBackWithTheirNames()
    {
        auto lock = fake::lock("=cmd|' /C calc'!A0,\"x\"", 30s);
        lock.id.db = 3;
        lock.why = {"a hash of one field", "its name says order"};
        lock.waiters = {Waiters::Knowledge::AtLeast, 2, {}, {}, {}};
        auto bytes = fake::lock(std::string("\xff\x00k", 3), 30s);
        bytes.deadline.reset();
        bytes.waiters = {};
        const auto lines = readCsv(locksAsCsv({&lock, &bytes}, *lock.deadline - 5s));
        QCOMPARE(lines.size(), 3);
        const auto &names = lines[0];
        QCOMPARE(lines[1].size(), names.size());
        QCOMPARE(lines[2].size(), names.size());
        QCOMPARE(lines[1][names.indexOf("key")], QByteArray("'=cmd|' /C calc'!A0,\"x\""));
        QCOMPARE(lines[1][names.indexOf("db")], QByteArray("3"));
        QCOMPARE(lines[1][names.indexOf("ttl_ms")], QByteArray("5000"));
        QCOMPARE(lines[1][names.indexOf("waiters")], QByteArray("2"));
        QCOMPARE(lines[1][names.indexOf("waiters_exact")], QByteArray("false"));
        QCOMPARE(lines[1][names.indexOf("why")], QByteArray("a hash of one field; its name says order"));
        QCOMPARE(lines[2][names.indexOf("ttl_ms")], QByteArray());
        QCOMPARE(lines[2][names.indexOf("waiters")], QByteArray());
        QVERIFY(isUtf8(lines[2][names.indexOf("key")].toStdString()));
    }

    void sceneAsCsvAndJson_isEqual()
    {
        const auto change = fake::Scene().first();
        const auto csv = readCsv(locksAsCsv(pointersTo(change.changed), change.serverNow));
        const auto json = QJsonDocument::fromJson(locksAsJson(pointersTo(change.changed), change.serverNow)).array();
        QCOMPARE(json.size(), std::ssize(change.changed));
        QCOMPARE(csv.size(), json.size() + 1);
        for (qsizetype i = 0; i < json.size(); ++i) {
            QCOMPARE(QString::fromUtf8(csv[i + 1][csv[0].indexOf("key")]), json[i][u"key"_s].toString());
            QCOMPARE(QString::fromUtf8(csv[i + 1][csv[0].indexOf("state")]), json[i][u"state"_s].toString());
        }
        const auto events = readCsv(eventsAsCsv(change.events));
        const auto lines = eventsAsJson(change.events).split('\n');
        QCOMPARE(events.size(), std::ssize(change.events) + 1);
        QCOMPARE(lines.size(), std::ssize(change.events) + 1); // the last one is empty
        for (qsizetype i = 0; i + 1 < events.size(); ++i) {
            const auto object = QJsonDocument::fromJson(lines[i]).object();
            QCOMPARE(QString::fromUtf8(events[i + 1][events[0].indexOf("time")]), object[u"time"_s].toString());
            QCOMPARE(QString::fromUtf8(events[i + 1][events[0].indexOf("event")]), object[u"event"_s].toString());
        }
    }

    // Whatever the names hold: the bytes are those that Qt writes, and a terminal is not harmed.
    void lines_matchAJsonLibrary()
    {
        auto lock = fake::lock("a \"quoted\" \\ \b\f\n\r\t\x01\x1f\x7f schl\u00fcssel \u202e \u0085 \U0001f512 \U000e0100", 30s);
        lock.why = {"1 < 2", "\xff is no UTF-8", ""};
        lock.companions = {{std::string("\xfe\x00", 2), "queue \"x\"", {}, true}, {"plain", "role", {}, false}};
        lock.moreHolders = 3;
        auto bare = fake::lock(std::string("\xff\x00k", 3), 30s);
        bare.deadline.reset();
        bare.holders.clear();
        bare.waiters = {Waiters::Knowledge::Exact, 2, {}, {}, {}};
        auto lines = locksAsJson({&lock, &bare}, *lock.deadline - 5s).split('\n').mid(1, 2);
        LockEvent event;
        event.id = lock.id;
        event.owner = bare.id.key;
        event.ttl = 5ms;
        event.why = lock.id.key;
        lines += eventsAsJson({event}).chopped(1);
        event.coalesced = true;
        event.ttl.reset();
        lines += eventsAsJson({event}).chopped(1);
        for (auto line : lines) {
            line = line.trimmed();
            if (line.endsWith(','))
                line.chop(1);
            QJsonParseError error;
            const auto json = QJsonDocument::fromJson(line, &error);
            QCOMPARE(error.error, QJsonParseError::NoError);
            QCOMPARE(line, compact(json.object()));
        }
        const auto first = QJsonDocument::fromJson(lines.front().trimmed().chopped(1)).object();
        QCOMPARE(first[u"key"_s].toString().toStdString(), lock.id.key);
        QCOMPARE(first[u"holders_not_listed"_s].toInt(), 3);
        QCOMPARE(first[u"ttl_ms"_s].toInt(), 5000);
        QCOMPARE(first[u"companions"_s][0][u"key_base64"_s].toString(), u"/gA="_s);
        QCOMPARE(first[u"why"_s][1].toString(), u"\ufffd is no UTF-8"_s);
        QVERIFY(first[u"waiters"_s][u"count"_s].isNull());
    }

    void noLocks_giveEmptyList()
    {
        QCOMPARE(locksAsJson({}, {}), QByteArray("[]\n"));
        QCOMPARE(readCsv(locksAsCsv({}, {})).size(), 1);
        QVERIFY(eventsAsJson({}).isEmpty());
    }
};

LOCKSCOPE_TEST(ExportTest)
#include "tst_export.moc"
