// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/monitor/reading/refusal.h"

#include <QTest>

using namespace lockcore;
using namespace Qt::StringLiterals;

class RefusalTest : public QObject
{
    Q_OBJECT

private slots:
    // As servers of 6.2, 7.0 and later write them.
    void scriptError_isTheCauseAlone_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QByteArray>("cause");
        QTest::addColumn<bool>("commandRefused");
        const QByteArray running = "ERR Error running script (call to f_72e6e586b79e): @user_script:1: @user_script: 1: ";
        QTest::newRow("6.2, replica") << running + "-READONLY You can't write against a read only replica."
                                      << QByteArray("READONLY You can't write against a read only replica.") << false;
        QTest::newRow("6.2, command") << running + "The user executing the script can't run this command or subcommand"
                                      << QByteArray("NOPERM The user executing the script can't run this command or subcommand") << true;
        QTest::newRow("6.2, key") << running + "The user executing the script can't access at least one of the keys mentioned"
                                  << QByteArray("NOPERM The user executing the script can't access at least one of the keys mentioned")
                                  << false;
        QTest::newRow("6.2, caught")
            << QByteArray("@user_script: 1: The user executing the script can't publish to the channel mentioned in the command")
            << QByteArray("NOPERM The user executing the script can't publish to the channel mentioned in the command") << false;
        QTest::newRow("7.0, replica") << QByteArray(
            "READONLY You can't write against a read only replica. script: 72e6, on @user_script:1.")
                                      << QByteArray("READONLY You can't write against a read only replica.") << false;
        QTest::newRow("7.0, command") << QByteArray(
            "ERR ACL failure in script: User ops has no permissions to run the 'del' command script: 0fe3, on @user_script:1.")
                                      << QByteArray("NOPERM User ops has no permissions to run the 'del' command") << true;
        QTest::newRow("of no script") << QByteArray("OOM command not allowed") << QByteArray("OOM command not allowed") << false;
    }

    void scriptError_isTheCauseAlone()
    {
        QFETCH(QByteArray, said);
        QFETCH(QByteArray, cause);
        const auto error = scriptError(serverError(said.toStdString()));
        QCOMPARE(QByteArray::fromStdString(error.text), cause);
        QVERIFY(error.detail == cause.left(cause.indexOf(' ')).toStdString());
        QTEST(isCommandRefused(error), "commandRefused");
    }

    void companions_canBeForbiddenByRightsAndSlots()
    {
        QVERIFY(forbidsCompanions(serverError("CROSSSLOT Keys in request don't hash to the same slot")));
        QVERIFY(forbidsCompanions(serverError("NOPERM No permissions to access a key")));
        QVERIFY(!forbidsCompanions(serverError("NOPERM User x has no permissions to run the 'get' command")));
        QVERIFY(forbidsCompanions(serverError("MOVED 3999 127.0.0.1:6381")));
        QVERIFY(!forbidsCompanions(serverError("ASK 3999 127.0.0.1:6381"))); // they belong to it, and are just being moved
    }
};

LOCKSCOPE_TEST(RefusalTest)
#include "tst_refusal.moc"
