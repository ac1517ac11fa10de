// SPDX-License-Identifier: MIT
// The Explorer on the protocols of lockcore/locks, judged by a real redis-server.
#include "lockcore/explorer/search.h"
#include "lockcore/oracle/server_oracle.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::explorer;
using namespace std::chrono_literals;

class SearchTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        auto oracle = ServerOracle::start({"redis-server", LOCKSCOPE_BINARY});
        QVERIFY2(oracle.ok(), oracle.ok() ? "" : oracle.error().text.c_str());
        m_oracle = *std::move(oracle);
    }
    void cleanupTestCase() { m_oracle.reset(); }

    void tryIt()
    {
        for (const auto &protocol : protocols()) {
            auto bounds = usualBounds(protocol.name);
            for (const auto fault : {-1, 0, 2, 3, 4}) {
                auto b = *bounds;
                if (fault >= 0)
                    b.faults[static_cast<Fault>(fault)] = 1;
                const auto begin = std::chrono::steady_clock::now();
                const auto result = search(b, *m_oracle, m_cancel);
                const auto took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
                if (!result.ok()) {
                    qInfo("%s: %s", b.protocol.c_str(), result.error().text.c_str());
                    break;
                }
                std::string text;
                for (const auto &[property, finding] : result->findings)
                    text += std::string(nameOf(property)) + (finding.verdict == Verdict::Held ? " held " : finding.verdict == Verdict::Violated ? " VIOLATED " : " not-exercised ");
                qInfo("%-20s %-16s %s states %lld transitions %lld asked %lld rehearsals %lld %.2f s%s", b.protocol.c_str(), toString(b.faults, b.pause).c_str(), text.c_str(), (long long)result->states, (long long)result->transitions, (long long)result->asked, (long long)result->rehearsals, took, result->complete ? "" : " NOT COMPLETE");
            }
        }
    }

private:
    std::unique_ptr<ServerOracle> m_oracle;
    std::atomic<bool> m_cancel = false;
};

LOCKSCOPE_TEST(SearchTest)
#include "tst_search.moc"
