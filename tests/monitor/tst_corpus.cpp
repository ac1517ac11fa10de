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
            m_building = judgeCorpus(false);
            m_held = judgeCorpus(true);
        } catch (const ExampleError &error) {
            QFAIL(error.what());
        }
        print("building", m_building);
        print("held", m_held);
    }

    void corpus_isLargeEnough()
    {
        QVERIFY(m_building.locks >= 300);
        QVERIFY(m_building.data >= 300);
        QVERIFY(m_held.locks >= 50);
        QVERIFY(m_held.data >= 50);
    }

    void scene_saysWhereItsBytesAreFrom()
    {
        for (const auto &scene : lockCorpus())
            QVERIFY2(scene.run && (*scene.run || !scene.held), scene.what.c_str());
    }

    void locksWithALockWord_areFound()
    {
        QVERIFY(m_building.recall() >= 0.98);
        QVERIFY(m_held.recall() >= 0.98);
    }

    // The names of the held data were chosen to be taken for locks, so nothing is asked of them.
    void listedKeys_areLocks() { QVERIFY(m_building.precision() >= 0.98); }

    void namedLibrary_isTheRightOne()
    {
        QCOMPARE(m_building.wrongNames, 0);
        QCOMPARE(m_held.wrongNames, 0);
    }

private:
    static void print(const char *part, const CorpusFigures &figures)
    {
        for (const auto &fault : figures.faults)
            qInfo("%s", fault.c_str());
        qInfo(
            "%s: %lld locks (%lld under lock words), %lld other keys: recall under lock words %.1f %%, of all %.1f %%, precision %.1f %%, wrong names %lld",
            part, static_cast<long long>(figures.locks), static_cast<long long>(figures.locksNamed), static_cast<long long>(figures.data),
            100 * figures.recall(), 100.0 * static_cast<double>(figures.found) / static_cast<double>(figures.locks),
            100 * figures.precision(), static_cast<long long>(figures.wrongNames));
    }

    CorpusFigures m_building, m_held;
};

LOCKSCOPE_TEST(CorpusTest)
#include "tst_corpus.moc"
