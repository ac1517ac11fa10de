// SPDX-License-Identifier: MIT
// The table in docs/lock.md of what a script's value becomes: each row runs on a real server.
#include "support/redis_server.h"
#include "support/test_program.h"

#include <QFile>
#include <QLocalSocket>
#include <QTest>

using namespace lockcore::test;
using namespace Qt::StringLiterals;

namespace {

struct Row
{
    QByteArray lua;
    QByteArray resp2;
    QByteArray resp3;
};

// The rows behind the heading, without their quotes.
QList<Row> rowsOfTheTable()
{
    QFile page(QStringLiteral(DOCS "/lock.md"));
    if (!page.open(QIODevice::ReadOnly))
        qFatal("docs/lock.md is not there");
    QList<Row> rows;
    auto text = page.readAll();
    for (const auto &line : text.mid(text.indexOf("| Lua | RESP2 | RESP3 |")).split('\n').mid(2)) {
        if (!line.startsWith("| `"))
            break;
        auto cells = line.mid(3).split('`');
        rows.push_back({cells.at(0), cells.at(2), cells.at(4)});
    }
    return rows;
}

QByteArray bulk(const QByteArray &text) { return '$' + QByteArray::number(text.size()) + "\r\n" + text + "\r\n"; }

// The server's bytes for `return VALUE`, a space for each line end.
QByteArray returned(const RedisServer &server, const QByteArray &lua, bool resp3)
{
    QLocalSocket socket;
    socket.connectToServer(QString::fromStdString(server.endpoint().path));
    QByteArray bytes;
    const auto say = [&](const QByteArray &command) {
        bytes.clear();
        socket.write(command + "*1\r\n" + bulk("PING"));
        while (!bytes.endsWith("+PONG\r\n") && socket.waitForReadyRead(30'000))
            bytes += socket.readAll();
    };
    if (resp3)
        say("*2\r\n" + bulk("HELLO") + bulk("3"));
    say("*3\r\n" + bulk("EVAL") + bulk("return " + lua) + bulk("0"));
    bytes.chop(static_cast<int>(sizeof "+PONG\r\n") - 1);
    return bytes.replace("\r\n", " ").trimmed();
}

} // namespace

class TestLuaConversion final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_server = std::make_unique<RedisServer>(); }
    void cleanupTestCase() { m_server.reset(); }

    void row_isWhatTheServerSends_data()
    {
        QTest::addColumn<QByteArray>("lua");
        QTest::addColumn<QByteArray>("resp2");
        QTest::addColumn<QByteArray>("resp3");
        const auto rows = rowsOfTheTable();
        QVERIFY(rows.size() >= 16);
        for (const auto &row : rows)
            QTest::newRow(row.lua.constData()) << row.lua << row.resp2 << row.resp3;
    }

    void row_isWhatTheServerSends()
    {
        QFETCH(const QByteArray, lua);
        QFETCH(const QByteArray, resp2);
        QFETCH(const QByteArray, resp3);
        QCOMPARE(returned(*m_server, lua, false), resp2);
        QCOMPARE(returned(*m_server, lua, true), resp3);
    }

private:
    std::unique_ptr<RedisServer> m_server;
};

LOCKSCOPE_TEST(TestLuaConversion)
#include "tst_lua_conversion.moc"
