// SPDX-License-Identifier: MIT
// The words and printers of the value types.
#include "support/test_program.h"

#include "lockcore/monitor/model/event.h"
#include "lockcore/monitor/model/key_snapshot.h"

#include <QTest>

#include <set>

using namespace lockcore;
using namespace std::chrono_literals;

class ValuesTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void everyWord_existsAndIsUnique();
    void words_matchTheInterface();
    void clocks_areReadInOnePlace();
    void waiters_areKnownOrNot();
    void endEvents_areTheFourEndings();
    void type_isParsedFromRedis();
    void value_knowsWhetherItIsWhole();
    void printers_escapeAndNameMissingValues();
};

namespace {

template <class Enum>
void checkWords(Enum last)
{
    std::set<std::string_view> words;
    for (int i = 0; i <= static_cast<int>(last); ++i) {
        const auto value = static_cast<Enum>(i);
        QVERIFY(!toString(value).empty());
        QVERIFY(words.insert(toString(value)).second);
    }
}

} // namespace

void ValuesTest::everyWord_existsAndIsUnique()
{
    checkWords(LockKind::Anonymous);
    checkWords(LockState::UnknownOwner);
    checkWords(EventType::ForceReleased);
}

void ValuesTest::words_matchTheInterface()
{
    QVERIFY(toString(LockKind::FairLock) == "fair-lock");
    QVERIFY(toString(LockKind::JobLock) == "job-lock");
    QVERIFY(toString(Mode::Exclusive) == "exclusive");
    QVERIFY(toString(Mode::Read) == "read");
    QVERIFY(toString(Mode::Write) == "write");
    QVERIFY(toString(LockState::RenewalOverdue) == "renewal-overdue");
    QVERIFY(toString(LockState::NoLease) == "no-lease");
    QVERIFY(toString(EventType::TakenOver) == "taken-over");
    QVERIFY(toString(EventType::PartlyReleased) == "partly-released");
    QVERIFY(toString(EventType::Ended) == "ended" && eventWord(EventType::Ended) == "released" && endWord(EventType::Ended) == "ended");
    QVERIFY(eventWord(EventType::Released) == "released" && endWord(EventType::Released) == "released");
    QVERIFY(eventWord(EventType::Expired) == "expired" && endWord(EventType::Expired).empty());
}

void ValuesTest::clocks_areReadInOnePlace()
{
    const ServerTime now{1000s};
    LockInfo lock;
    lock.heldSince = now - 5s;
    QVERIFY(!timeLeft(lock, now));
    QVERIFY(!isExpiring(lock, now));
    QVERIFY(heldFor(lock, now) == 5s);
    QVERIFY(heldFor(lock, now - 6s) == 0s); // the clocks differ: never negative
    lock.kind = LockKind::Semaphore;
    QVERIFY(!heldFor(lock, now)); // it only counts its permits
    lock.moreHolders = 2000;
    QVERIFY(heldFor(lock, now) == 5s);
    lock.deadline = now + 1500us;
    QVERIFY(timeLeft(lock, now) == 1ms);
    QVERIFY(timeLeft(lock, now + 2ms) == -1ms);
}

void ValuesTest::waiters_areKnownOrNot()
{
    Waiters waiters;
    waiters.count = 3; // meaningless
    QVERIFY(!waiters.known() && !waiters.any());
    for (const auto knowledge : {Waiters::Knowledge::AtLeast, Waiters::Knowledge::Exact}) {
        waiters.knowledge = knowledge;
        waiters.count = 0;
        QVERIFY(waiters.known() && !waiters.any());
        waiters.count = 1;
        QVERIFY(waiters.any());
    }
}

void ValuesTest::endEvents_areTheFourEndings()
{
    std::set<std::string_view> ends;
    for (int i = 0; i <= static_cast<int>(EventType::ForceReleased); ++i) {
        if (isEnd(static_cast<EventType>(i)))
            ends.insert(toString(static_cast<EventType>(i)));
    }
    QVERIFY((ends == std::set<std::string_view>{"released", "ended", "expired", "deleted-early", "force-released"}));
}

void ValuesTest::type_isParsedFromRedis()
{
    QVERIFY(valueTypeFrom("none") == ValueType::None);
    QVERIFY(valueTypeFrom("string") == ValueType::String);
    QVERIFY(valueTypeFrom("hash") == ValueType::Hash);
    QVERIFY(valueTypeFrom("zset") == ValueType::Zset);
    QVERIFY(valueTypeFrom("stream") == ValueType::Other);
    QVERIFY(valueTypeFrom("MBbloom--") == ValueType::Other);
    QVERIFY(!valueTypeFrom(""));
}

void ValuesTest::value_knowsWhetherItIsWhole()
{
    Value text{ValueType::String, "abc", 3, {}};
    QVERIFY(text.whole());
    text.length = 4;
    QVERIFY(!text.whole());
    const Value hash{ValueType::Hash, {}, 2, {{"a", "1"}}};
    QVERIFY(!hash.whole());
    QVERIFY(hash.find("a") && *hash.find("a") == "1");
    QVERIFY(!hash.find("b"));
    QVERIFY(!Value{}.exists());
}

void ValuesTest::printers_escapeAndNameMissingValues()
{
    KeySnapshot look;
    look.id = {3, "a\nb"};
    look.value = {ValueType::Hash, {}, 70, {{"o\x01", "2"}}};
    look.companions["queue"] = {};
    QCOMPARE(QByteArray::fromStdString(toString(look)), QByteArray("3:a\\nb at 0: hash(70) {o\\x01=2, ...}; queue: none"));

    LockEvent event;
    event.number = 7;
    event.time = ServerTime(1795262400000ms);
    event.type = EventType::Released;
    event.id = {0, "k\xff"};
    event.library = "redisson";
    event.owner = "me";
    event.count = 1;
    event.why = "announced";
    event.coalesced = true;
    QCOMPARE(QByteArray::fromStdString(toString(event)),
             QByteArray("#7 2026-11-21T12:00:00.000Z released 0:k\\xff redisson lock owner me x1 ttl none coalesced (announced)"));

    LockInfo lock;
    lock.id = {1, "till"};
    lock.library = "redisson";
    lock.variant = "RLock";
    lock.confidence = 4;
    lock.holders = {{"me", 2, Mode::Write, {}, {}}};
    lock.waiters.knowledge = Waiters::Knowledge::AtLeast;
    lock.waiters.count = 2;
    QCOMPARE(QByteArray::fromStdString(toString(lock)),
             QByteArray("1:till redisson lock (RLock, confidence 4) held by me x2 write; deadline none; waiters >=2; renewals 0"));
}

LOCKSCOPE_TEST(ValuesTest)
#include "tst_values.moc"
