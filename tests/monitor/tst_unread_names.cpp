// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/monitor/reading/denied_names.h"

#include <QTest>

using namespace lockcore;
using Why = UnreadKeys::Why;

namespace {

Coverage coverageOf(const DeniedNames &denied) { return {denied.unread(), false, {}}; }

} // namespace

class UnreadNamesTest : public QObject
{
    Q_OBJECT

private slots:
    void eachKey_countsOnceByItsReason()
    {
        DeniedNames denied(m_large);
        for (int twice = 0; twice < 2; ++twice) {
            denied.failed("lock:1", serverError("NOPERM No permissions to access a key"));
            denied.failed("data", serverError("NOPERM No permissions to access a key"));
            denied.failed("lock:2", serverError("MOVED 1 a:1"));
            denied.failed("lock:3", serverError("MOVED 2 b:1"));
            denied.failed("x", Error{ErrorKind::Timeout, "no answer in time", "command"});
            denied.unmeasured("y", serverError("NOPERM User w has no permissions to run the 'memory|usage' command"));
            denied.failed("z", serverError("NOPERM User w has no permissions to run the 'type' command")); // no matter of this key
        }
        const std::vector<UnreadKeys> expected = {
            {Why::Denied, 2, 1, "NOPERM No permissions to access a key"},
            {Why::Elsewhere, 2, 2, "MOVED 1 a:1"},
            {Why::Failed, 1, 1, "no answer in time"},
            {Why::Unmeasured, 1, 1, "NOPERM User w has no permissions to run the 'memory|usage' command"},
        };
        QVERIFY(denied.unread() == expected);
        QCOMPARE(coverageOf(denied).notReadable(), 6);
        QCOMPARE(coverageOf(denied).suspects(), 5);
    }

    void keysNotMetAgain_areNotCounted()
    {
        DeniedNames denied(m_large);
        denied.failed("lock:1", serverError("MOVED 1 a:1"));
        denied.failed("lock:2", serverError("MOVED 1 a:1"));
        denied.sweepEnds(Moment(std::chrono::seconds(1)));
        denied.failed("lock:2", serverError("MOVED 1 a:1"));
        QCOMPARE(coverageOf(denied).notReadable(), 2); // stays until the next sweep is complete
        denied.sweepEnds(Moment(std::chrono::seconds(2)));
        QCOMPARE(coverageOf(denied).notReadable(), 1);
        denied.sweepEnds(Moment(std::chrono::seconds(3)));
        QCOMPARE(coverageOf(denied).notReadable(), 0);
    }

    void onlyCompleteFreshLook_provesAbsence()
    {
        QVERIFY(Coverage().provesAbsence());
        QVERIFY((Coverage{{{Why::TooLarge, 1, 0, {}}, {Why::Denied, 3, 0, {}}}, false, {}}.provesAbsence()));
        QVERIFY(!(Coverage{{{Why::Denied, 3, 1, {}}}, false, {}}.provesAbsence()));
        QVERIFY(!(Coverage{{}, true, {}}.provesAbsence()));
        QVERIFY(!(Coverage{{}, false, serverError("CLUSTERDOWN The cluster is down")}.provesAbsence()));
    }

private:
    LargeNames m_large;
};

LOCKSCOPE_TEST(UnreadNamesTest)
#include "tst_unread_names.moc"
