// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/monitor/filter/filter.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

namespace {

const ServerTime now{1'800'000'000s};

LockInfo redissonLock()
{
    LockInfo lock;
    lock.id = {3, "order:{42}"};
    lock.library = "redisson";
    lock.variant = "RLock";
    lock.confidence = 5;
    lock.holders = {{"9f3ac21e-0000-4000-8000-000000000001:17", 2, Mode::Exclusive, {}, {}}};
    lock.deadline = now + 4s;
    lock.lease = 30s;
    lock.heldSince = now - 90s;
    lock.heldSinceObserved = true;
    lock.renewals.count = 8;
    lock.waiters = {Waiters::Knowledge::AtLeast, 2, {}, {}, {}};
    lock.state = LockState::Contended;
    return lock;
}

LockInfo immortalLock()
{
    LockInfo lock;
    lock.id = {0, "lock_sale_42"};
    lock.library = "unknown";
    lock.kind = LockKind::Anonymous;
    lock.confidence = 2;
    lock.holders = {{"1", 1, Mode::Exclusive, {}, {}}};
    lock.heldSince = now - 90s; // when Lockscope first looked: it may be much older
    lock.state = LockState::Immortal;
    return lock;
}

bool matches(const char *filter, const LockInfo &lock)
{
    const auto parsed = Filter::parse(filter);
    if (!parsed)
        qWarning("%s: %s", filter, parsed.error().text.c_str());
    return parsed && parsed->matches(lock, now);
}

} // namespace

class FilterTest final : public QObject
{
    Q_OBJECT

private slots:
    void terms_areAsWritten()
    {
        const auto filter = Filter::parse("  ttl<5s -name:\"a b\"\tfoo ");
        QCOMPARE(filter->terms(), (std::vector<std::string>{"ttl<5s", "-name:\"a b\"", "foo"}));
        QVERIFY(Filter().terms().empty());
    }

    void term_selects_data();
    void term_selects();
    void wrongTerm_isNamedAndExplained_data();
    void wrongTerm_isNamedAndExplained();
    void term_roundTrips_data();
    void term_roundTrips();
    void unknownValue_matchesNeitherWay_data();
    void unknownValue_matchesNeitherWay();
    void leaseThatIsALowerBound_isNotTakenForExact();
    void variantOfSeveralWords_isSelected();
    void event_isJudgedByItsOwnValues();
    void whatOneSweepCannotKnow_isNamed();
    void emptyFilter_matchesEverything();
    void overlongFilter_isRefused();
    void everyPrefix_parsesOrIsRefusedInside();
};

void FilterTest::term_selects_data()
{
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<bool>("redisson");
    QTest::addColumn<bool>("immortal");
    const auto row = [](const char *filter, bool redisson, bool immortal) {
        QTest::newRow(filter) << QByteArray(filter) << redisson << immortal;
    };
    row("", true, true);
    row("  \t ", true, true);
    row("name:order:*", true, false);
    row("name:order", false, false);
    row("name:*4?*", true, true);
    row("NAME:order:*", true, false);
    row("name:ORDER:*", false, false);
    row("name:\"order:{42}\"", true, false);
    row("name:order:\\{42\\}", true, false);
    row("name:\\x6frder*", true, false);
    row("name:order\\*", false, false);
    row("owner:9f3a*:17", true, false);
    row("-owner:9f3a*", false, true);
    row("kind:lock", true, false);
    row("kind:anonymous", false, true);
    row("kind:redisson", true, false);
    row("kind:rlock", true, false);
    row("kind:RLock", true, false);
    row("kind:exclusive", true, true);
    row("kind:\"cache refresh\"", false, false); // Laravel's name for one of its locks
    row("kind:write", false, false);
    row("-kind:redisson", false, true);
    row("library:unknown", false, true);
    row("state:contended", true, false);
    row("state:Immortal", false, true);
    row("-state:held", true, true);
    row("state:*t*", true, true);
    row("db:3", true, false);
    row("db:0", false, true);
    row("ttl<5s", true, false);
    row("ttl<4s", false, false);
    row("ttl<=4s", true, false);
    row("ttl=4s", true, false);
    row("ttl>=4000ms", true, true); // no TTL: longer than any number
    row("ttl>5s", false, true);
    row("-ttl<5s", false, true);
    row("held>1m", true, true);
    row("held=90s", true, false);
    row("lease>=30s", true, false);
    row("count>1", true, false);
    row("count=1", false, true);
    row("count>-1", true, true);
    row("waiters>0", true, false);
    row("renewals>7", true, false);
    row("renewals=0", false, true);
    row("confidence>=3", true, false);
    row("confidence<3", false, true);
    row("42", true, true);
    row("ORDER", true, false);
    row("9f3ac", true, false);
    row("contended", true, false);
    row("-order", false, true);
    row("\"order:{42}\"", true, false);
    row("{42}", true, false);
    row("or?er", true, false);
    row("kind:redisson ttl<5s -state:held waiters>0 confidence>=3 order", true, false);
    row("kind:redisson ttl>5s", false, false);
}

void FilterTest::term_selects()
{
    QFETCH(QByteArray, filter);
    QTEST(matches(filter.constData(), redissonLock()), "redisson");
    QTEST(matches(filter.constData(), immortalLock()), "immortal");
}

void FilterTest::wrongTerm_isNamedAndExplained_data()
{
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<QByteArray>("place");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *filter, const char *place, const char *says) {
        QTest::newRow(filter) << QByteArray(filter) << QByteArray(place) << QByteArray(says);
    };
    row("tll<5s", "0 6", "confidence, count, db, held, kind, lease, library, name, owner, renewals, state, ttl, waiters");
    row("order:42", "0 8", "\"order:42\"");
    row("ok state:broken", "3 12", "renewal-overdue");
    row("kind:redison", "0 12", "rw-lock");
    row("kind:redison", "0 12", "redisson");
    row("library:nobody", "0 14", "redisson");
    row("ttl<5", "0 5", "300ms, 30s, 5m");
    row("ttl<five", "0 8", "\"five\"");
    row("ttl<", "0 4", "ttl<5s");
    row("ttl:5s", "0 6", "< <= = >= or >");
    row("waiters>some", "0 12", "\"some\"");
    row("waiters>1.5", "0 11", "whole number");
    row("count==1", "0 8", "whole number");
    row("count>99999999999999999999", "0 26", "whole number");
    row("name<5", "0 6", "takes a colon");
    row("kind!=lock", "0 10", "-kind:");
    row("node:a", "0 6", "watches one server at a time");
    row("name:", "0 5", "needs a value");
    row("db:main", "0 7", "db:0");
    row("db:-1", "0 5", "db:0");
    row("name:\"open", "0 10", "not closed");
    row("name:a\\q", "0 8", "backslash");
    row("name:a\\", "0 7", "backslash");
    row("name:\\u{zz}", "0 11", "backslash");
    row("name:\\x4", "0 8", "backslash");
    row("a - b", "2 1", "minus");
    row("\"\"", "0 2", "quotes are empty");
    row("  \xff:1 \xff\xff:x ttl<x", "11 5", "ttl<x");
}

void FilterTest::wrongTerm_isNamedAndExplained()
{
    QFETCH(QByteArray, filter);
    QFETCH(QByteArray, place);
    QFETCH(QByteArray, says);
    const auto parsed = Filter::parse(filter.toStdString());
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().kind, ErrorKind::Refused);
    QCOMPARE(QByteArray::fromStdString(parsed.error().detail), place);
    const auto text = QByteArray::fromStdString(parsed.error().text);
    QVERIFY2(text.contains(says), text.constData());
    QVERIFY(isUtf8(parsed.error().text));
}

void FilterTest::term_roundTrips_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("plain") << "order:42"_ba;
    QTest::newRow("empty") << ""_ba;
    QTest::newRow("blanks") << " a  b "_ba;
    QTest::newRow("glob signs") << "a*b?c[d]e^f-g"_ba;
    QTest::newRow("quotes") << "say \"yes\""_ba;
    QTest::newRow("backslashes") << R"(a\b\\c\x41)"_ba;
    QTest::newRow("control characters") << QByteArray("a\0b\nc\td\x7f", 8);
    QTest::newRow("not UTF-8") << "\xff\xfe\x80"_ba;
    QTest::newRow("right-to-left mark") << "a\xe2\x80\xae"
                                           "b"_ba;
    QTest::newRow("emoji") << "🔒 ключ"_ba;
    QTest::newRow("minus") << "-name:x"_ba;
}

void FilterTest::term_roundTrips()
{
    QFETCH(QByteArray, value);
    auto lock = immortalLock();
    lock.id.key = value.toStdString();
    auto other = lock;
    other.id.key += "x";
    const auto only = Filter::term("name", lock.id.key);
    QVERIFY(isUtf8(only));
    QVERIFY2(matches(only.c_str(), lock), only.c_str());
    QVERIFY2(!matches(only.c_str(), other), only.c_str());
    const auto without = Filter::term("name", lock.id.key, true);
    QVERIFY2(!matches(without.c_str(), lock), without.c_str());
    QVERIFY2(matches(without.c_str(), other), without.c_str());
}

void FilterTest::unknownValue_matchesNeitherWay_data()
{
    QTest::addColumn<QByteArray>("term");
    for (const char *term : {"waiters>0", "waiters=0", "waiters<100", "lease<1h", "lease>0s"})
        QTest::newRow(term) << QByteArray(term);
    QTest::newRow("lower bound") << "held<1h"_ba; // first seen 90 s ago: may have been held for a day
}

void FilterTest::unknownValue_matchesNeitherWay()
{
    QFETCH(QByteArray, term);
    QVERIFY(!matches(term.constData(), immortalLock()));
    QVERIFY(!matches(("-" + term).constData(), immortalLock()));
}

void FilterTest::leaseThatIsALowerBound_isNotTakenForExact()
{
    auto lock = redissonLock();
    lock.leaseKnowledge = LeaseKnowledge::AtLeast;
    QVERIFY(matches("lease>=30s", lock));
    QVERIFY(matches("lease>20s", lock));
    QVERIFY(matches("-lease<20s", lock));
    for (const char *term : {"lease=30s", "-lease=30s", "lease>30s", "-lease>30s", "lease<40s", "-lease<40s"})
        QVERIFY2(!matches(term, lock), term);
}

void FilterTest::variantOfSeveralWords_isSelected()
{
    auto lock = immortalLock();
    lock.library = "laravel";
    lock.variant = "cache refresh";
    QVERIFY(matches("kind:\"cache refresh\"", lock));
    QVERIFY(matches("kind:\"Cache Refresh\"", lock));
    QVERIFY(!matches("-kind:\"cache refresh\"", lock));
    QVERIFY(!matches("kind:\"unique job\"", lock));
}

void FilterTest::event_isJudgedByItsOwnValues()
{
    LockEvent event;
    event.type = EventType::TakenOver;
    event.time = now;
    event.id = {3, "order:{42}"};
    event.library = "redisson";
    event.owner = "somebody-else";
    event.count = 1;
    event.ttl = 30s;
    const auto fits = [&](const char *filter) { return Filter::parse(filter)->matches(event, redissonLock()); };
    QVERIFY(fits("owner:somebody-else count=1 ttl>=30s"));
    QVERIFY(!fits("owner:9f3a*"));
    QVERIFY(fits("waiters>0 confidence=5 kind:rlock state:contended held=90s"));
    event.type = EventType::Released;
    event.ttl.reset();
    QVERIFY(!fits("ttl>1s")); // it is gone, not immortal
    QVERIFY(!fits("-ttl>1s"));
}

void FilterTest::whatOneSweepCannotKnow_isNamed()
{
    const auto named = [](const char *filter) { return Filter::parse(filter)->termThatNeedsAWatch(); };
    QVERIFY(named("ttl<5s held>10m renewals=0") == "held>10m");
    QVERIFY(named("-renewals>2") == "-renewals>2");
    for (const auto *state : {"state:taken-over", "state:renewal-overdue", "state:held-too-long", "state:*over*"})
        QVERIFY2(named(state) == state, state);
    for (const auto *filter : {"", "state:held*", "state:*", "-state:taken-over", "state:immortal ttl<5s lease>1s waiters>0 count=1 held"})
        QVERIFY2(!named(filter), filter);
}

void FilterTest::emptyFilter_matchesEverything()
{
    QVERIFY(Filter().empty());
    QVERIFY(Filter().matches(immortalLock(), now));
    QVERIFY(!Filter::parse("42")->empty());
    QCOMPARE(Filter::parse(" 42 ")->text(), " 42 ");
}

void FilterTest::overlongFilter_isRefused()
{
    QVERIFY(Filter::parse(std::string(4096, 'a')));
    QVERIFY(!Filter::parse(std::string(4097, 'a')));
}

void FilterTest::everyPrefix_parsesOrIsRefusedInside()
{
    const std::string text = "-name:\"a \\x00\\u{1f512}\" kind:lock ttl<=5s \"free \\\" text\" waiters>0 [a-";
    for (std::size_t length = 0; length <= text.size(); ++length) {
        const auto parsed = Filter::parse(text.substr(0, length));
        if (parsed)
            continue;
        const auto place = QByteArray::fromStdString(parsed.error().detail).split(' ');
        QCOMPARE(place.size(), 2);
        QVERIFY(place[0].toULongLong() + place[1].toULongLong() <= length);
    }
}

LOCKSCOPE_TEST(FilterTest)
#include "tst_filter.moc"
