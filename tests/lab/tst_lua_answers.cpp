// SPDX-License-Identifier: MIT
// The table of docs/lock.md, row by row, on a real server.
#include "support/redis_server.h"
#include "support/test_program.h"

#include "lockcore/lab/resp/reply_decoding.h"

#include <QFile>
#include <QLocalSocket>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace Qt::Literals::StringLiterals;

class LuaAnswersTest final : public QObject
{
    Q_OBJECT

private slots:
    void answer_isWhatTheTableSays_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("resp2");
        QTest::addColumn<QString>("resp3");
        QTest::addColumn<QString>("boolean");
        QFile file(u"" PROJECT_FOLDER "/docs/lock.md"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto text = QString::fromUtf8(file.readAll());
        const auto table = text.mid(text.indexOf(u"| a script returns"_s)).section(u"\n\n"_s, 0, 0);
        auto rows = table.split(u'\n');
        QVERIFY2(rows.size() > 12, "the table is not where it was");
        for (const auto &row : rows.mid(2)) {
            auto cells = row.split(u'|');
            for (auto &cell : cells)
                cell = cell.trimmed().remove(u'`');
            QCOMPARE(cells.size(), 6);
            QTest::newRow(qPrintable(cells.at(1))) << cells.at(1) << cells.at(2) << cells.at(3) << cells.at(4);
        }
    }

    void answer_isWhatTheTableSays()
    {
        QFETCH(const QString, expression);
        QFETCH(const QString, resp2);
        QFETCH(const QString, resp3);
        QFETCH(const QString, boolean);
        const auto old = answerOf(expression.toUtf8(), 2);
        QCOMPARE(firstLineOf(old), resp2);
        QCOMPARE(firstLineOf(answerOf(expression.toUtf8(), 3)), resp3);
        const auto reply = decoded(old.toStdString());
        const bool isOne = reply.type == Reply::Type::Integer && reply.integer == 1;
        const bool isNumber = reply.isNil() || reply.type == Reply::Type::Integer;
        QCOMPARE(boolean, !isNumber ? u""_s : isOne ? u"true"_s : u"false"_s);
    }

private:
    static QString firstLineOf(const QByteArray &answer) { return QString::fromUtf8(answer.left(answer.indexOf("\r\n"))); }

    QByteArray answerOf(const QByteArray &expression, int version)
    {
        QLocalSocket socket;
        socket.connectToServer(QString::fromStdString(m_server.endpoint().path));
        if (!socket.waitForConnected())
            qFatal("no connection: %s", qPrintable(socket.errorString()));
        const auto ask = [&](const QByteArray &request, const QByteArray &end) {
            socket.write(request);
            QByteArray answer;
            while (!answer.endsWith(end) && socket.waitForReadyRead())
                answer += socket.readAll();
            return answer;
        };
        const auto script = "return " + expression;
        const auto bulk = [](const QByteArray &word) { return "$" + QByteArray::number(word.size()) + "\r\n" + word + "\r\n"; };
        if (version == 3)
            ask("HELLO 3\r\nPING\r\n", "+PONG\r\n");
        const auto answer = ask("*4\r\n" + bulk("EVAL") + bulk(script) + bulk("1") + bulk("missing") + "PING\r\n", "+PONG\r\n");
        return answer.chopped(7);
    }

    RedisServer m_server;
};

LOCKSCOPE_TEST(LuaAnswersTest)
#include "tst_lua_answers.moc"
