// SPDX-License-Identifier: MIT
// What the server's record says, element by element.
#include "support/test_program.h"

#include "lockcore/lab/record/key_book.h"
#include "lockcore/lab/record/server_record.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Event = entry::KeyEvent;
using Role = entry::Role;

constexpr std::int64_t a = 1;
constexpr std::int64_t b = 2;

KeySnapshot lookAt(const Bytes &key, Value value, std::optional<Milliseconds> ttl)
{
    KeySnapshot look;
    look.id.key = key;
    look.value = std::move(value);
    if (ttl)
        look.deadline = look.at + *ttl;
    return look;
}

Value string(Bytes text)
{
    Value value;
    value.type = ValueType::String;
    value.text = std::move(text);
    value.length = static_cast<std::int64_t>(value.text.size());
    return value;
}

Value hash(std::vector<std::pair<Bytes, Bytes>> fields)
{
    Value value;
    value.type = ValueType::Hash;
    value.elements = std::move(fields);
    value.length = static_cast<std::int64_t>(value.elements.size());
    return value;
}

KeyChange change(std::vector<std::string> events, Value value = {}, std::optional<Milliseconds> ttl = {}, const Bytes &key = "stock")
{
    KeyChange change;
    change.id.key = key;
    change.events = std::move(events);
    change.after = lookAt(key, std::move(value), ttl);
    return change;
}

std::string textOf(const std::vector<ElementChange> &changes)
{
    static const std::map<Event, std::string> words{
        {Event::Created, "+"}, {Event::Changed, "="},        {Event::Extended, ">"},       {Event::Removed, "-"},
        {Event::Expired, "x"}, {Event::Evicted, "evicted "}, {Event::Flushed, "flushed "}, {Event::LostByServer, "lost "}};
    std::string text;
    for (const auto &change : changes) {
        text += (text.empty() ? "" : " ") + words.at(change.event) + change.element;
        text += change.role == Role::Holding ? "!" : change.role == Role::Other ? "" : "?";
        text += change.count ? '*' + std::to_string(*change.count) : "";
        text += change.ttl ? '@' + std::to_string(change.ttl->count()) : "";
    }
    return text;
}

} // namespace

class TestKeyBook final : public QObject
{
    Q_OBJECT

private slots:
    void string_isOneElement();
    void expiryWithinATurn_endsTheOldElementFirst();
    void sameValueByAnother_isAnotherElement();
    void fields_areElementsWithCounts();
    void otherValueByAnother_isAnotherHolding();
    void otherKeys_areNotHoldings();
    void foreignLibrary_isRecognisedByItsFormat();
    void lockOfAKey_isTheLongestName();
    void namedKey_isAHoldingInAnyFormat();
    void namedKeyWithoutTheName_isKnownForThatLockOnly();
    void withoutLooks_theKeyIsOneElement();
    void end_isReportedForEverything();
    void stream_isOneElementWithoutAMark();
    void databases_areSeparate();
    void largeKey_isOneUnknownElement();
    void emptyValue_endsLikeAnyOther();
};

void TestKeyBook::string_isOneElement()
{
    KeyBook book({"stock"}, true);
    QCOMPARE(textOf(book.take(change({"set", "expire"}, string("t1"), 300ms), a)), std::string("+t1!@300"));
    QCOMPARE(textOf(book.take(change({"expire"}, string("t1"), 400ms), b)), std::string(">t1!@400"));
    QCOMPARE(textOf(book.take(change({"set"}, string("t1"), {}), a)), std::string("=t1!"));
    QCOMPARE(textOf(book.take(change({"set"}, string("t2"), {}), a)), std::string("-t1! +t2!"));
    QCOMPARE(textOf(book.take(change({"del"}), b)), std::string("-t2!"));
    QCOMPARE(textOf(book.take(change({"del"}), b)), std::string());
}

void TestKeyBook::expiryWithinATurn_endsTheOldElementFirst()
{
    KeyBook book({"stock"}, true);
    book.take(change({"set", "expire"}, string("t1"), 300ms), a);
    const auto changes = book.take(change({"expired", "set", "expire"}, string("t2"), 300ms), b);
    QCOMPARE(textOf(changes), std::string("xt1! +t2!@300"));
    QCOMPARE(changes[0].maker, a);
    QCOMPARE(changes[1].maker, b);
    QCOMPARE(changes[1].lock, std::string("stock"));
}

void TestKeyBook::sameValueByAnother_isAnotherElement()
{
    KeyBook book({"stock"}, true);
    book.take(change({"set"}, string("1")), a);
    QCOMPARE(textOf(book.take(change({"set"}, string("1")), b)), std::string("-1! +1!"));
    // A losing worker counted up, and down again.
    QCOMPARE(textOf(book.take(change({"incrby", "decrby"}, string("1")), a)), std::string());
    QCOMPARE(textOf(book.take(change({"incrby"}, string("2")), a)), std::string("-1! +2!"));
}

void TestKeyBook::fields_areElementsWithCounts()
{
    KeyBook book({"stock"}, true);
    QCOMPARE(textOf(book.take(change({"hincrby", "expire"}, hash({{"A:1", "1"}}), 300ms), a)), std::string("+A:1!*1@300"));
    QCOMPARE(textOf(book.take(change({"hincrby", "expire"}, hash({{"A:1", "2"}}), 300ms), a)), std::string("=A:1!*2@300"));
    QCOMPARE(textOf(book.take(change({"expire"}, hash({{"A:1", "2"}}), 500ms), a)), std::string(">A:1!*2@500"));
    QCOMPARE(textOf(book.take(change({"hset"}, hash({{"A:1", "2"}, {"mode", "read"}}), 500ms), a)), std::string("+mode@500"));
    QCOMPARE(textOf(book.take(change({"hdel"}, hash({{"mode", "read"}}), 500ms), b)), std::string("-A:1!*2"));
    QCOMPARE(textOf(book.take(change({"hdel", "del"}), b)), std::string("-mode"));
}

// A field with a token and the end of its lease, or a score that is a deadline. Counts and places in a queue are not meant.
void TestKeyBook::otherValueByAnother_isAnotherHolding()
{
    KeyBook book({"stock"}, false);
    const Bytes key = "who-has-what";
    QCOMPARE(textOf(book.take(change({"hset"}, hash({{"stock", "t1:100"}}), {}, key), a)), std::string("+stock?"));
    QCOMPARE(textOf(book.take(change({"hset"}, hash({{"stock", "t1:200"}}), {}, key), a)), std::string("=stock?"));
    QCOMPARE(textOf(book.take(change({"hset"}, hash({{"stock", "t1:200"}}), {}, key), b)), std::string());
    QCOMPARE(textOf(book.take(change({"hset"}, hash({{"stock", "t2:300"}}), {}, key), b)), std::string("-stock? +stock?"));
    QCOMPARE(textOf(book.take(change({"hset"}, hash({{"stock", "1700000000000"}}), {}, key), a)), std::string("-stock? +stock?"));
    QCOMPARE(textOf(book.take(change({"hset"}, hash({{"stock", "3"}}), {}, key), b)), std::string("=stock?*3"));

    const Bytes fenced = "numbered";
    book.take(change({"hset"}, hash({{"owner", "1"}, {"until", "1700000000000"}}), {}, fenced), a);
    QCOMPARE(textOf(book.take(change({"hset"}, hash({{"owner", "2"}, {"until", "1700000000000"}}), {}, fenced), b)),
             std::string("=owner?*2"));
    QCOMPARE(textOf(book.take(change({"hset"}, hash({{"owner", "3"}, {"until", "1700000009999"}}), {}, fenced), b)),
             std::string("-owner?*2 -until? +owner?*3 +until?"));

    auto scores = [](const Bytes &score) {
        auto value = hash({{"stock", score}});
        value.type = ValueType::Zset;
        return value;
    };
    const Bytes scored = "deadlines";
    QCOMPARE(textOf(book.take(change({"zadd"}, scores("100"), {}, scored), a)), std::string("+stock?"));
    QCOMPARE(textOf(book.take(change({"zadd"}, scores("200"), {}, scored), a)), std::string("=stock?"));
    QCOMPARE(textOf(book.take(change({"zadd"}, scores("300"), {}, scored), b)), std::string("-stock? +stock?"));

    KeyBook own({"stock"}, true);
    own.take(change({"zadd"}, scores("100"), {}, "queue"), a);
    QCOMPARE(textOf(own.take(change({"zincrby"}, scores("90"), {}, "queue"), b)), std::string());
}

void TestKeyBook::otherKeys_areNotHoldings()
{
    KeyBook book({"stock"}, true);
    QCOMPARE(textOf(book.take(change({"incrby"}, string("7"), {}, "stock:fence"), a)), std::string("+7"));
}

void TestKeyBook::foreignLibrary_isRecognisedByItsFormat()
{
    KeyBook book({"stock"}, false);
    const auto field = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17";
    const auto changes = book.take(change({"hincrby", "expire"}, hash({{field, "1"}}), 30s, "lock:stock"), a);
    QCOMPARE(changes.size(), std::size_t(1));
    QVERIFY(changes[0].role == Role::Holding);
    QCOMPARE(changes[0].lock, std::string("stock"));
    QVERIFY(book.take(change({"set"}, string("anything"), {}, "config"), a)[0].role == Role::Unknown);
}

// The key of `order:10` contains the name of `order:1`, too.
void TestKeyBook::lockOfAKey_isTheLongestName()
{
    KeyBook book({"order:1", "order:10"}, false);
    const Bytes field("b983c153-7421-469a-addb-44fb92259a1b:1");
    for (const auto *lock : {"order:1", "order:10"}) {
        const auto key = "lock:" + std::string(lock);
        const auto changes = book.take(change({"hincrby", "expire"}, hash({{field, "1"}}), 30s, key), a);
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes.front().lock, std::string(lock));
    }
}

void TestKeyBook::namedKey_isAHoldingInAnyFormat()
{
    KeyBook book({"stock", "warm-up-A"}, false);
    QCOMPARE(textOf(book.take(change({"set"}, string("9f3a"), {}, "lock:{stock}"), a)), std::string("+9f3a?"));
    book.nameKey("something", "warm-up-A");
    QCOMPARE(book.keyOf("stock"), Bytes("stock"));
    book.nameKey("lock:{warm-up-A}", "warm-up-A");
    QCOMPARE(book.keyOf("stock"), Bytes("lock:{stock}"));
    const auto changes = book.take(change({"set"}, string("9f3b"), {}, "lock:{stock}"), b);
    QCOMPARE(textOf(changes), std::string("-9f3a? +9f3b!"));
    QCOMPARE(changes.back().lock, std::string("stock"));
    QCOMPARE(textOf(book.take(change({"set"}, string("7"), {}, "{stock}:count"), a)), std::string("+7?"));
    QCOMPARE(textOf(book.take(change({"hset"}, hash({{"f", "x"}}), {}, "lock:{stock}"), a)), std::string("-9f3b! +f?"));
}

void TestKeyBook::namedKeyWithoutTheName_isKnownForThatLockOnly()
{
    KeyBook book({"stock", "ledger"}, false);
    book.nameKey("5c1e", "stock");
    QCOMPARE(book.keyOf("stock"), Bytes("5c1e"));
    QCOMPARE(book.keyOf("ledger"), Bytes("ledger"));
    QCOMPARE(textOf(book.take(change({"set"}, string("9f3a"), {}, "5c1e"), a)), std::string("+9f3a!"));
}

void TestKeyBook::withoutLooks_theKeyIsOneElement()
{
    KeyBook book({"stock"}, true);
    auto set = change({"set", "expire"});
    set.after.reset();
    QCOMPARE(textOf(book.take(set, a)), std::string("+!"));
    auto expired = change({"expired"});
    expired.after.reset();
    QCOMPARE(textOf(book.take(expired, 0)), std::string("x!"));
}

void TestKeyBook::end_isReportedForEverything()
{
    KeyBook book({"stock"}, true);
    book.take(change({"set"}, string("t1")), a);
    QCOMPARE(textOf(book.endAll(Event::LostByServer)), std::string("lost t1!"));
    QCOMPARE(textOf(book.endAll(Event::LostByServer)), std::string());
    book.take(change({"set"}, string("t2")), a);
    QCOMPARE(textOf(book.take(change({"flushed"}), a)), std::string("flushed t2!"));
    book.take(change({"set"}, string("t3")), a);
    QCOMPARE(textOf(book.take(change({"evicted"}), 0)), std::string("evicted t3!"));
}

void TestKeyBook::stream_isOneElementWithoutAMark()
{
    KeyBook book({"stock"}, false);
    book.nameKey("stock", "stock");
    Value stream;
    stream.type = ValueType::Other;
    stream.length = 1;
    const auto made = book.take(change({"xadd", "expire"}, stream, 300ms), a);
    QCOMPARE(made.size(), std::size_t(1));
    QVERIFY(made[0].event == Event::Created && made[0].element.empty() && made[0].role == Role::Holding && made[0].ttl == 300ms);
    QVERIFY(book.take(change({"xadd"}, stream, 300ms), b).empty());
    const auto gone = book.take(change({"del"}), b);
    QCOMPARE(gone.size(), std::size_t(1));
    QVERIFY(gone[0].event == Event::Removed);
}

void TestKeyBook::databases_areSeparate()
{
    KeyBook book({"stock"}, false);
    auto third = change({"set"}, string("t1"), 300ms);
    third.id.db = third.after->id.db = 3;
    const auto made = book.take(third, a);
    QVERIFY(made.size() == 1 && made[0].database == 3);
    const auto other = book.take(change({"set"}, string("t2")), b);
    QVERIFY2(other.size() == 1 && other[0].event == Event::Created && other[0].database == 0, "it ends nothing elsewhere");
    QVERIFY2(!book.end(third.id, "t2", Event::LostByServer), "what is not there cannot end");
}

void TestKeyBook::largeKey_isOneUnknownElement()
{
    KeyBook book({"stock"}, false);
    auto large = hash({{"f1", "t1"}});
    large.length = 3000;
    for (const auto author : {a, b}) {
        const auto written = book.take(change({"hset"}, large), author);
        QVERIFY(written.size() == 1 && written[0].event == Event::Created && written[0].role == Role::Unknown);
        QVERIFY(written[0].element.empty() && written[0].maker == author);
    }
    const auto small = book.take(change({"hdel"}, hash({{"f1", "t1"}})), a);
    QVERIFY2(small.size() == 1 && small[0].event == Event::Created && small[0].element == "f1", "what was not seen does not end");
}

void TestKeyBook::emptyValue_endsLikeAnyOther()
{
    KeyBook book({"stock"}, false);
    book.take(change({"set"}, string("")), a);
    const auto changes = book.take(change({"set"}, string("t1")), b);
    QVERIFY(changes.size() == 2 && changes[0].event == Event::Removed && changes[0].element.empty());
    QVERIFY(changes[1].event == Event::Created && changes[1].element == "t1");
}

LOCKSCOPE_TEST(TestKeyBook)
#include "tst_key_book.moc"
