// SPDX-License-Identifier: MIT
// What share of real locks is found, and what share of what is listed is a lock: the figures over everything in tests/monitor/corpus.
#include "support/lock_corpus.h"
#include "support/test_program.h"

#include "support/example_line.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;

class CorpusTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        try {
            m_figures = judgeCorpus();
        } catch (const ExampleError &error) {
            QFAIL(error.what());
        }
        for (const auto &fault : m_figures.faults)
            qInfo("%s", fault.c_str());
        qInfo(
            "%lld locks (%lld under lock words), %lld other keys: recall under lock words %.1f %%, of all %.1f %%, precision %.1f %%, wrong names %lld",
            static_cast<long long>(m_figures.locks), static_cast<long long>(m_figures.locksNamed), static_cast<long long>(m_figures.data),
            100 * m_figures.recall(), 100.0 * static_cast<double>(m_figures.found) / static_cast<double>(m_figures.locks),
            100 * m_figures.precision(), static_cast<long long>(m_figures.wrongNames));
    }

    void isLargeEnough()
    {
        QVERIFY(m_figures.locks >= 300);
        QVERIFY(m_figures.data >= 300);
    }

    void everyScene_saysWhereItsBytesAreFrom()
    {
        for (const auto &scene : lockCorpus())
            QVERIFY2(scene.run, scene.what.c_str());
    }

    void locksUnderALockWord_areFound() { QVERIFY(m_figures.recall() >= 0.98); }

    void whatIsListed_isALock() { QVERIFY(m_figures.precision() >= 0.98); }

    void aNamedLibrary_isTheRightOne() { QCOMPARE(m_figures.wrongNames, 0); }

private:
    CorpusFigures m_figures;
};

LOCKSCOPE_TEST(CorpusTest)
#include "tst_corpus.moc"
