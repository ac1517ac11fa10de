// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/retry_policy.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Ending = RetryPolicy::Ending;

const Error closedByPeer{ErrorKind::Transport, "the peer closed the connection", "closed"};
const Error tooLarge{ErrorKind::Protocol, "more than a million elements", "too-large"};

Ending ending(Error error, bool swept) { return {std::move(error), true, swept, true}; }

} // namespace

class RetryPolicyTest : public QObject
{
    Q_OBJECT

private slots:
    void sessionWithoutSweep_waitsLongerEachTime()
    {
        RetryPolicy retries(1);
        Milliseconds sum{};
        for (int i = 0; i < 10; ++i)
            sum += retries.after(ending(closedByPeer, false)).value();
        QVERIFY(sum > 30s);
    }

    void completeSweep_resetsTheDelay()
    {
        RetryPolicy retries(1);
        for (int i = 0; i < 6; ++i)
            retries.after(ending(closedByPeer, false));
        QVERIFY(*retries.after(ending(closedByPeer, true)) < 200ms);
    }

    void permanentRefusal_isNotRetried_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text : {"NOPERM User w has no permissions to run the 'multi' command", "ERR unknown command `MULTI`",
                                 "NOAUTH Authentication required.", "WRONGPASS invalid username-password pair or user is disabled."})
            QTest::newRow(text) << QByteArray(text);
    }

    void permanentRefusal_isNotRetried()
    {
        QFETCH(const QByteArray, text);
        QVERIFY(!RetryPolicy(1).after(ending(serverError(text.toStdString()), true)));
    }

    void temporaryError_isRetried()
    {
        for (const auto *text : {"LOADING Redis is loading the dataset in memory", "ERR max number of clients reached",
                                 "MASTERDOWN Link with MASTER is down", "NOPERM this user has no permissions to access one of the keys"})
            QVERIFY2(RetryPolicy(1).after(ending(serverError(text), false)), text);
    }

    void sameProtocolError_isRetriedTwice()
    {
        RetryPolicy retries(1);
        QVERIFY(retries.after(ending(tooLarge, false)));
        QVERIFY(retries.after(ending(tooLarge, false)));
        QVERIFY(!retries.after(ending(tooLarge, false)));
    }

    void protocolErrorAfterSweep_isRetried()
    {
        RetryPolicy retries(1);
        for (int i = 0; i < 10; ++i)
            QVERIFY(retries.after(ending(tooLarge, true)));
    }

    void failureBeforeAnyData_isFinal()
    {
        const Ending refused{{ErrorKind::Transport, "connection refused", "refused"}};
        RetryPolicy retries(1);
        QVERIFY(!retries.after(refused));
        retries.insist(); // a person pressed Retry on a connection that was lost
        QVERIFY(retries.after(refused));
        retries.reset();
        QVERIFY(!retries.after(refused));
        QVERIFY(!retries.after({serverError("LOADING Redis is loading the dataset in memory"), true}));
        QVERIFY(retries.after({closedByPeer, true}));
    }
};

LOCKSCOPE_TEST(RetryPolicyTest)
#include "tst_retry_policy.moc"
