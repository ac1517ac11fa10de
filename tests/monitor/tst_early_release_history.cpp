// SPDX-License-Identifier: MIT
// Which names belong to locks, because tokens were released under them; and how many other names are remembered.
#include "free_names.h"
#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/early_release_history.h"
#include "lockcore/monitor/reading/kind_of_name.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr ServerTime start{1'795'262'400s};

} // namespace

class EarlyReleaseHistoryTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_known.clear();
        m_now = start;
    }

    void twoEarlyReleases_proveALock()
    {
        holdAndRelease("a");
        QVERIFY(!m_known.areProven("sale", m_now));
        holdAndRelease("b");
        QVERIFY(m_known.areProven("sale", m_now));
        QVERIFY(!m_known.areProven("sale2", m_now));
    }

    void sameTokenTwice_provesNothing()
    {
        holdAndRelease("a");
        holdAndRelease("a");
        QVERIFY(!m_known.areProven("sale", m_now));
    }

    void rotation_isNotARelease()
    {
        for (const auto *token : {"a", "b", "c", "d"})
            hold(token);
        m_known.gone("sale", m_now += 1s);
        QVERIFY(!m_known.areProven("sale", m_now));
    }

    // A held lock cannot be taken.
    void rotationBetweenReleases_provesNoLock()
    {
        holdAndRelease("a");
        hold("b");
        holdAndRelease("c");
        QVERIFY(!m_known.areProven("sale", m_now));
        holdAndRelease("d");
        QVERIFY(m_known.areProven("sale", m_now));
    }

    void namesOfOneKind_differInNumberOrLastPart_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("kind");
        for (const auto &[name, kind] :
             {std::pair("orders:17", "orders:#"), std::pair("user:7:visit", "user:#:visit"), std::pair("shop:visit:alice", "shop:visit:*"),
              std::pair("report", "*"), std::pair("", "*"), std::pair("db0:visit:bob", "db0:visit:*"),
              std::pair("report-2026-11-21", "report-#-#-#"), std::pair("x:5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f", "x:#"),
              std::pair("visit:8TbeJUWPf-w8Jp5AYq7rLi_kz8xsd08:cart", "visit:#:cart"), std::pair("a:b-7-c:", "a:b-#-c:"),
              std::pair("import_products_daily:eu", "import_products_daily:*")})
            QTest::newRow(name) << QByteArray(name) << QByteArray(kind);
    }

    void namesOfOneKind_differInNumberOrLastPart()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, kind);
        QCOMPARE(QByteArray::fromStdString(kindOf(name.toStdString())), kind);
    }

    // While one user logs out and in, the sessions of others stay.
    void manyStayingTokens_areSessions_data()
    {
        QTest::addColumn<int>("others");
        QTest::addColumn<std::chrono::seconds>("age");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("proven");
        QTest::newRow("nine that stay") << 9 << std::chrono::seconds(5min) << QByteArray("visit:alice") << false;
        QTest::newRow("eight that stay") << 8 << std::chrono::seconds(5min) << QByteArray("visit:alice") << true;
        QTest::newRow("many locks of one kind, held for a moment") << 50 << 10s << QByteArray("visit:alice") << true;
        QTest::newRow("nine of another kind") << 9 << std::chrono::seconds(5min) << QByteArray("orders:17") << true;
        QTest::newRow("nine whose time was over") << 9 << std::chrono::seconds(25min) << QByteArray("visit:alice") << true;
    }

    void manyStayingTokens_areSessions()
    {
        QFETCH(int, others);
        QFETCH(std::chrono::seconds, age);
        QFETCH(QByteArray, name);
        QFETCH(bool, proven);
        for (int i = 0; i < others; ++i)
            m_known.found("visit:" + std::string(1, 'A') + std::to_string(i), "token", m_now + 20min, m_now);
        m_now += age;
        for (const auto *token : {"a", "b"}) {
            m_known.found(name.toStdString(), token, m_now + 20min, m_now);
            m_known.gone(name.toStdString(), m_now += 1s);
        }
        QCOMPARE(m_known.areProven(name.toStdString(), m_now), proven);
    }

    void otherNames_areThoseOfLocks()
    {
        for (const auto name : freeLockNames) {
            for (const auto lease :
                 {std::chrono::seconds(10s), std::chrono::seconds(1min), std::chrono::seconds(10min), std::chrono::seconds(1h)})
                QVERIFY2(isListed(name, lease), name.data());
            QVERIFY2(!isListed(name, 2h), name.data()); // nobody waits so long after a crash
        }
    }

    void expiredToken_provesNothing()
    {
        for (const auto *token : {"a", "b", "c"}) {
            hold(token);
            m_known.gone("sale", m_now += 10min - 500ms); // as far as the server's clock is known
        }
        QVERIFY(!m_known.areProven("sale", m_now));
        QCOMPARE(m_known.size(), std::size_t(0));
    }

    void nameGoneTwice_countsOnce()
    {
        holdAndRelease("a");
        m_known.gone("sale", m_now += 1s);
        QVERIFY(!m_known.areProven("sale", m_now));
    }

    void oldReleases_proveNothing()
    {
        holdAndRelease("a");
        m_now += 61min;
        holdAndRelease("b");
        QVERIFY(!m_known.areProven("sale", m_now));
        holdAndRelease("c");
        QVERIFY(m_known.areProven("sale", m_now));
        QVERIFY(!m_known.areProven("sale", m_now + 61min));
    }

    void singleUseTokens_areBounded()
    {
        holdAndRelease("first");
        for (int i = 0; i < 45'000; ++i) {
            m_known.found("refresh:" + std::to_string(i), "token " + std::to_string(i), m_now + 1h, m_now);
            QVERIFY(m_known.size() <= EarlyReleaseHistory::most);
        }
        QCOMPARE(m_known.size(), EarlyReleaseHistory::most);
        holdAndRelease("second"); // the first one is forgotten
        QVERIFY(!m_known.areProven("sale", m_now));
        holdAndRelease("third");
        QVERIFY(m_known.areProven("sale", m_now));
    }

    void nameHeardAgain_staysAmongManyOthers()
    {
        for (const auto *token : {"a", "b"}) {
            for (int i = 0; i < 6'000; ++i)
                m_known.found(std::string(token) + std::to_string(i), token, m_now + 1h, m_now);
            holdAndRelease(token);
        }
        QVERIFY(m_known.areProven("sale", m_now));
    }

private:
    // For a token of node-redlock under a name with proven releases.
    static bool isListed(std::string_view name, std::chrono::seconds lease)
    {
        KeySnapshot look;
        look.id.key = name;
        look.value = {ValueType::String, "e0d024d50d1990a6cc05cbf17ac5ddb1", 32, {}};
        look.at = start;
        look.deadline = start + lease;
        RecognitionContext around;
        around.fingerprints = SharedNames{"node-redlock"};
        around.handedOver = true;
        const auto match = Classifier().classify(look, around);
        return match && match->confidence >= Classifier::leastListed;
    }

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

    EarlyReleaseHistory m_known;
    ServerTime m_now{};
};

LOCKSCOPE_TEST(EarlyReleaseHistoryTest)
#include "tst_early_release_history.moc"
