// SPDX-License-Identifier: MIT
// Which names are those of locks, because tokens were released under them; and how much is kept of the others.
#include "lockcore/monitor/reading/hand_overs.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr ServerTime start{1'795'262'400s};

} // namespace

class HandOversTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_known.clear();
        m_now = start;
    }

    void twoTokensThatWentEarly_proveALock()
    {
        holdAndRelease("a");
        QVERIFY(!m_known.areProven("sale", m_now));
        holdAndRelease("b");
        QVERIFY(m_known.areProven("sale", m_now));
        QVERIFY(!m_known.areProven("sale2", m_now));
    }

    void theSameTokenTwice_provesNothing()
    {
        holdAndRelease("a");
        holdAndRelease("a");
        QVERIFY(!m_known.areProven("sale", m_now));
    }

    void rotation_isNoRelease()
    {
        for (const auto *token : {"a", "b", "c", "d"})
            hold(token);
        m_known.gone("sale", m_now += 1s);
        QVERIFY(!m_known.areProven("sale", m_now));
    }

    void whatWentAtItsDeadline_provesNothing()
    {
        for (const auto *token : {"a", "b", "c"}) {
            hold(token);
            m_known.gone("sale", m_now += 10min - 500ms); // as far as the server's clock is known
        }
        QVERIFY(!m_known.areProven("sale", m_now));
        QCOMPARE(m_known.size(), std::size_t(0));
    }

    void aNameThatIsGoneTwice_countsOnce()
    {
        holdAndRelease("a");
        m_known.gone("sale", m_now += 1s);
        QVERIFY(!m_known.areProven("sale", m_now));
    }

    void releasesOfLongAgo_proveNothing()
    {
        holdAndRelease("a");
        m_now += 61min;
        holdAndRelease("b");
        QVERIFY(!m_known.areProven("sale", m_now));
        holdAndRelease("c");
        QVERIFY(m_known.areProven("sale", m_now));
        QVERIFY(!m_known.areProven("sale", m_now + 61min));
    }

    void tokensThatAreUsedOnce_areBounded()
    {
        holdAndRelease("first");
        for (int i = 0; i < 45'000; ++i) {
            m_known.found("refresh:" + std::to_string(i), "token " + std::to_string(i), m_now + 1h, m_now);
            QVERIFY(m_known.size() <= HandOvers::most);
        }
        QCOMPARE(m_known.size(), HandOvers::most);
        holdAndRelease("second"); // the first one is forgotten
        QVERIFY(!m_known.areProven("sale", m_now));
        holdAndRelease("third");
        QVERIFY(m_known.areProven("sale", m_now));
    }

    void aNameThatIsHeardOf_staysAmongManyOthers()
    {
        for (const auto *token : {"a", "b"}) {
            for (int i = 0; i < 6'000; ++i)
                m_known.found(std::string(token) + std::to_string(i), token, m_now + 1h, m_now);
            holdAndRelease(token);
        }
        QVERIFY(m_known.areProven("sale", m_now));
    }

private:
    void hold(std::string_view token)
    {
        m_now += 30s;
        m_known.found("sale", token, m_now + 10min, m_now);
    }

    void holdAndRelease(std::string_view token)
    {
        hold(token);
        m_known.gone("sale", m_now += 30s);
    }

    HandOvers m_known;
    ServerTime m_now{};
};

LOCKSCOPE_TEST(HandOversTest)
#include "tst_hand_overs.moc"
