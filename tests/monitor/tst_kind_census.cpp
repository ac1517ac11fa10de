// SPDX-License-Identifier: MIT
// Which keys that need few alike are kept, and what is counted of the others: no server.
#include "support/test_program.h"

#include "lockcore/monitor/reading/kind_census.h"

#include <QTest>

using namespace lockcore;

namespace {

Sighting censusSighting(std::string key, int confidence = 1)
{
    Sighting sighting;
    sighting.look.id.key = std::move(key);
    sighting.look.value = {ValueType::String, "token", 5, {}};
    LockMatch match;
    match.library = "redis-py";
    match.confidence = confidence;
    match.holders = {{"token", 1, Mode::Exclusive, {}, {}}};
    sighting.classified = Classified{std::move(match), {}};
    return sighting;
}

void censusTake(KindCensus &census, const std::vector<std::string> &keys)
{
    std::vector<Sighting> sightings;
    for (const auto &key : keys)
        sightings.push_back(censusSighting(key));
    census.takeFrom(sightings);
    QVERIFY(sightings.empty());
}

std::vector<std::string> numbered(const std::string &prefix, int count)
{
    std::vector<std::string> keys;
    for (int i = 0; i < count; ++i)
        keys.push_back(prefix + std::to_string(i));
    return keys;
}

PossibleLocks described(const KindCensus &census)
{
    PossibleLocks possible;
    census.describe(possible);
    return possible;
}

} // namespace

class KindCensusTest : public QObject
{
    Q_OBJECT

private slots:
    void eightOfAKind_areKept()
    {
        KindCensus census;
        censusTake(census, numbered("job:", 8));
        censusTake(census, {"job:0"}); // SCAN may return a name twice
        const auto few = census.takeFew();
        QCOMPARE(few.size(), std::size_t(8));
        QCOMPARE(few.front().look.id.key, std::string("job:0"));
        QVERIFY(described(census) == PossibleLocks());
    }

    void nineOfAKind_areCounted()
    {
        KindCensus census;
        censusTake(census, numbered("session:", 9));
        censusTake(census, {"month-end"});
        QCOMPARE(census.takeFew().size(), std::size_t(1));
        const auto possible = described(census);
        QCOMPARE(possible.many.size(), std::size_t(1));
        QVERIFY((possible.many[0] == ManyAlike{"session:#", 9}));
        QCOMPARE(possible.notShown, 0);
    }

    // A full look costs commands, so only a few of many get one.
    void manyOfAKind_getFewLooks()
    {
        KindCensus census;
        int wanted = 0;
        for (const auto &key : numbered("session:", 1000)) {
            if (!census.wants(key))
                continue;
            ++wanted;
            censusTake(census, {key});
        }
        QCOMPARE(wanted, 16);
        QVERIFY(census.takeFew().empty());
        QVERIFY((described(census).many[0] == ManyAlike{"session:#", 1000}));
        QVERIFY(census.wants("month-end"));
    }

    void locks_areLeft()
    {
        KindCensus census;
        std::vector<Sighting> sightings;
        sightings.push_back(censusSighting("order:1", 2));
        sightings.push_back(censusSighting("order:2", 2));
        sightings.back().classified->match.byScriptsAlone = true;
        sightings.push_back(censusSighting("order:3", 2));
        sightings.back().classified->match.byScriptsAlone = true;
        sightings.back().classified->surroundings.handedOver = true;
        census.takeFrom(sightings);
        QCOMPARE(sightings.size(), std::size_t(2));
        QCOMPARE(census.takeFew().front().look.id.key, std::string("order:2"));
    }

    void whatIsKept_isBounded()
    {
        KindCensus census;
        int wanted = 0;
        for (int kind = 0; kind < 5000; ++kind) {
            for (const auto &key : numbered("kind" + std::to_string(kind) + "x:", 2)) {
                if (census.wants(key)) {
                    ++wanted;
                    censusTake(census, {key});
                }
            }
        }
        QCOMPARE(wanted, 2 * int(KindCensus::mostKinds));
        QCOMPARE(census.takeFew().size(), PossibleLocks::mostInAll);
        QCOMPARE(described(census).notShown, std::int64_t(10'000 - PossibleLocks::mostInAll));
    }

    void onlyTheLargestKinds_areNamed()
    {
        KindCensus census;
        for (int kind = 0; kind < 150; ++kind)
            censusTake(census, numbered("kind" + std::to_string(kind) + "x:", kind < 10 ? 20 : 9));
        const auto possible = described(census);
        QCOMPARE(possible.many.size(), PossibleLocks::mostKinds);
        QCOMPARE(possible.many[9].count, 20);
        QCOMPARE(possible.many[10].count, 9);
        QCOMPARE(possible.notShown, 50 * 9);
    }

    void aLevel_followsFromTheConfidence()
    {
        QVERIFY(levelOf(1) == LockLevel::Possible);
        QVERIFY(levelOf(2) == LockLevel::Lock && levelOf(5) == LockLevel::Lock);
        QCOMPARE(toString(LockLevel::Possible), std::string_view("possible"));
        QCOMPARE(toString(LockLevel::Lock), std::string_view("lock"));
    }
};

LOCKSCOPE_TEST(KindCensusTest)
#include "tst_kind_census.moc"
