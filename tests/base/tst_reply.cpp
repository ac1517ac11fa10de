// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/base/reply.h"

#include <QTest>

using namespace lockcore;
using namespace std::string_literals;

class TestReply final : public QObject
{
    Q_OBJECT

private slots:
    void everyKind_printsItself();
    void number_isReadFromDigitsToo();
    void error_becomesItsCodeWord();
    void differentKinds_areNotEqual();
};

void TestReply::everyKind_printsItself()
{
    const auto reply = Reply::array(
        {Reply::status("OK"), Reply::number(-3), Reply::nil(), Reply::error("ERR no"), Reply::bulk("a\0\xff\""s), Reply::array({})});
    QCOMPARE(toString(reply), "[OK, -3, nil, -ERR no, \"a\\x00\\xff\"\", []]"s);
}

void TestReply::number_isReadFromDigitsToo()
{
    QCOMPARE(Reply::number(5).toInteger(), 5);
    QCOMPARE(Reply::bulk("-5").toInteger(), -5);
    QCOMPARE(Reply::status("7").toInteger(), 7);
    for (const auto &reply : {Reply::bulk(""), Reply::bulk("5x"), Reply::error("5"), Reply::nil(), Reply::array({Reply::number(5)})})
        QVERIFY2(!reply.toInteger(), toString(reply).c_str());
}

void TestReply::error_becomesItsCodeWord()
{
    QCOMPARE(Reply::error("NOPERM not you").toError(), (Error{ErrorKind::Server, "NOPERM not you", "NOPERM"}));
    QVERIFY(Reply::error("BUSY").toError().is("BUSY"));
    QCOMPARE(Reply::error("").toError().detail, ""s);
    QVERIFY(!Error({ErrorKind::Transport, {}, "BUSY"}).is("BUSY"));
}

void TestReply::differentKinds_areNotEqual()
{
    QVERIFY(Reply::status("OK").isOk() && !Reply::bulk("OK").isOk());
    QVERIFY(Reply::status("OK") != Reply::bulk("OK"));
    QVERIFY(Reply::nil() != Reply::bulk(""));
    QVERIFY(Reply::array({Reply::nil()}) == Reply::array({Reply::nil()}));
    QVERIFY(Reply::array({Reply::nil()}) != Reply::array({}));
}

LOCKSCOPE_TEST(TestReply)
#include "tst_reply.moc"
