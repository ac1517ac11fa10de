// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/monitor/filter/filter_repair.h"

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
    void terms_areReadBackAsWritten()
    {
        const auto filter = Filter::parse("  ttl<5s -name:\"a b\"\tfoo ");
        QCOMPARE(filter->terms(), (std::vector<std::string>{"ttl<5s", "-name:\"a b\"", "foo"}));
        QVERIFY(Filter().terms().empty());
    }

    void termsOfAnOr_areOneTermInBrackets_data();
    void termsOfAnOr_areOneTermInBrackets();
    void minusBeforeBrackets_negatesOnlyKnownTerms();
    void namesWithFilterOperators_areFound_data();
    void namesWithFilterOperators_areFound();
    void pastedName_isSearchedForAsText_data();
    void pastedName_isSearchedForAsText();
    void wrongValue_isNotTreatedAsText_data();
    void wrongValue_isNotTreatedAsText();
    void event_isSelectedByItsName();
    void event_selectsNoLocks();
    void bracketsTooDeep_areRefused();

    void term_selects_data();
    void term_selects();
    void wrongTerm_isNamedAndExplained_data();
    void wrongTerm_isNamedAndExplained();
    void term_roundTrips_data();
    void term_roundTrips();
    void unknownValue_matchesNeitherTermNorNegation_data();
    void unknownValue_matchesNeitherTermNorNegation();
    void lowerBoundLease_isNotExact();
    void variantWithSpaces_isSelected();
    void event_isJudgedByItsOwnValues();
    void termThatNeedsWatching_isNamed();
    void emptyFilter_matchesEverything();
    void overlongFilter_isRefused();
    void everyPrefix_parsesOrIsRefusedInside();

    // A trace knows clients, and it knows them of some locks and events only.
    void client_isMatchedWhereATraceHasSeenIt()
    {
        const auto filter = *Filter::parse("client:cart-*");
        const auto negated = *Filter::parse("-client:cart-*");
        const LockInfo lock;
        const LockEvent event;
        const auto matches = [&](const Filter &filter, const Filter::Clients &clients) {
            const bool ofLock = filter.matches(lock, ServerTime(), clients);
            return ofLock == filter.matches(event, lock, clients) ? std::optional(ofLock) : std::nullopt;
        };
        const Filter::Clients cart = std::vector<Bytes>{"10.0.3.17:51324", "cart-7"}, other = std::vector<Bytes>{"10.0.3.17:51324"};
        QCOMPARE(matches(filter, cart), std::optional(true));
        QCOMPARE(matches(negated, cart), std::optional(false));
        QCOMPARE(matches(filter, other), std::optional(false));
        QCOMPARE(matches(negated, other), std::optional(true));
        QCOMPARE(matches(filter, std::vector<Bytes>()), std::optional(false)); // no trace has seen its client
        QCOMPARE(matches(negated, std::vector<Bytes>()), std::optional(false));
        QCOMPARE(matches(filter, {}), std::optional(true)); // there is no trace to ask
        QCOMPARE(filter.termThatNeedsATrace(), std::optional<std::string>("client:cart-*"));
        QVERIFY(!Filter::parse("name:client")->termThatNeedsATrace());
        QCOMPARE(Filter::term("client", "10.0.3.17:51324"), std::string("client:10.0.3.17:51324"));
    }

    void wrongFilter_isRepaired_data()
    {
        QTest::addColumn<QByteArray>("wrong");
        QTest::addColumn<QByteArray>("repaired");
        const auto row = [](const char *wrong, const char *repaired) { QTest::newRow(wrong) << QByteArray(wrong) << QByteArray(repaired); };
        row("state:imortal", "state:immortal");
        row("ttl<90s state:hold -db:1", "ttl<90s state:held -db:1");
        row("-kind:redison", "-kind:redisson");
        row("event:experied", "event:expired");
        row("stat:held", "state:held");
        row("state=held", "state:held");
        row("state!=held", "-state:held");
        row("!state:held", "-state:held");
        row("not  state:held", "-state:held");
        row("state:held || ttl<5s", "state:held or ttl<5s");
        row("ttl:5s", "ttl<5s");
        row("count:2", "count=2");
        row("ttl<5", "ttl<5s");
        row("name:\"order 7", "name:\"order 7\"");
        row("(state:held or ttl:none", "(state:held or ttl:none)");
        row("count<x", "");                      // for a person: as text
        row("state:held", "");                   // nothing is wrong
        row("state:held count<x state:xyz", ""); // two mistakes
    }
    void wrongFilter_isRepaired()
    {
        QFETCH(QByteArray, wrong);
        QFETCH(QByteArray, repaired);
        QCOMPARE(QByteArray::fromStdString(repairedFilter(wrong.toStdString()).value_or("")), repaired);
    }

    void wrongFilterOfAPerson_isRepairedAsText()
    {
        QCOMPARE(repairedFilter("db:1 count<x", Filter::UnknownField::IsText), std::optional<std::string>("db:1 \"count<x\""));
        QCOMPARE(repairedFilter("state:imortal", Filter::UnknownField::IsText), std::optional<std::string>("state:immortal"));
    }

    // Each refusal of the tests of prefixes and mistakes has a place in the text; no repair of it may be refused.
    void repair_canAlwaysBeRead()
    {
        const std::string whole = "name:\"a b\" (ttl<5s or -state:held) kind:redisson !x || not y waiters>=2";
        for (std::size_t length = 1; length <= whole.size(); ++length) {
            if (const auto repaired = repairedFilter(whole.substr(0, length)))
                QVERIFY2(Filter::parse(*repaired), repaired->c_str());
        }
    }
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
    row("level:lock", true, true);
    row("level:Possible", false, false);
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
    row("kind:redisson and ttl<5s AND order", true, false);
    row("state:contended or state:immortal", true, true);
    row("state:contended OR state:stale", true, false);
    row("state:contended db:0 or state:immortal db:0", false, true); // "or" is weaker
    row("state:contended and db:3 or state:stale", true, false);
    row("(state:contended or state:immortal) db:0", false, true);
    row("db:0 (state:contended or state:immortal)", false, true);
    row("(state:contended)or(db:0)", true, true);
    row("((db:0) or (ttl<1s or (ttl<5s)))", true, true);
    row("-(state:contended or db:7)", false, true);
    row("-(db:0 ttl:none)", true, false);
    row("-(-(db:0))", false, true);
    row("-(db:3 or -ttl:none)", false, true);
    row("order -(db:0 or count=1)", true, false);
    row("\"or\"", true, true); // of "order" and "immortal"
    row("\"and\"", false, false);
    row("ttl:none", false, true);
    row("TTL:None", false, true);
    row("ttl=none", false, true);
    row("-ttl:none", true, false);
    row("ttl<5s or ttl:none", true, true);
    row("kind:redisson or waiters=7", true, false); // an unknown value does not spoil the rest
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
    row("tll<5s", "0 6",
        "confidence, count, db, event, held, kind, lease, level, library, name, node, owner, renewals, state, ttl, waiters");
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
    row("state:held or", "11 2", "a term is missing after it");
    row("or state:held", "0 2", "a term is missing before it");
    row("a or or b", "5 2", "a term is missing before it");
    row("a and", "2 3", "a term is missing after it");
    row("a or and b", "5 3", "a term is missing before it");
    row("(a or b", "0 7", "not closed");
    row("x -(a", "2 3", "not closed");
    row("a ( )", "2 1", "a term is missing after it");
    row("(a or )", "3 2", "a term is missing after it");
    row("a) b", "1 1", "closes nothing");
    row("x foo(bar", "2 7", "not closed");
    row("(x name:a( )", "3 7", "not closed");
    row("a )", "2 1", "closes nothing");
    row(")", "0 1", "closes nothing");
    row("(db:0 state:broken) x", "6 12", "renewal-overdue");
    row("(ttl<five)", "1 8", "\"five\"");
    row("a || b", "2 2", "write or");
    row("a && b", "2 2", "next to each other");
    row("not state:held", "0 3", "minus");
    row("not", "0 3", "in quotes");
    row("!state:held", "0 11", "minus");
    row("event:renew", "0 11", "renewed");
    row("ttl:never", "0 9", "ttl:none");
    row("state:machine:7", "0 15", "in quotes that the shell leaves: '\"state:machine:7\"'");
    row("lease:job:7", "0 11", "'\"lease:job:7\"'");
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
    QTest::newRow("brackets") << "a) or (b"_ba;
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

void FilterTest::termsOfAnOr_areOneTermInBrackets_data()
{
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<QByteArray>("term");
    QTest::newRow("or") << "ttl:none  or db:3 x"_ba
                        << "(ttl:none or db:3 x)"_ba;
    QTest::newRow("brackets") << "( ttl:none or  db:3)"_ba
                              << "(ttl:none or db:3)"_ba;
    QTest::newRow("negated") << "-(ttl:none OR -(a \"b c\"))"_ba
                             << "-(ttl:none or -(a \"b c\"))"_ba;
}

// Terms must stay a filter when others are added.
void FilterTest::termsOfAnOr_areOneTermInBrackets()
{
    QFETCH(QByteArray, filter);
    QFETCH(QByteArray, term);
    const auto terms = Filter::parse(filter.toStdString())->terms();
    QCOMPARE(terms, std::vector{term.toStdString()});
    QCOMPARE(Filter::parse(terms.front())->terms(), terms);
    QCOMPARE(Filter::parse("x and y (a or b)")->terms(), (std::vector<std::string>{"x", "y", "(a or b)"}));
}

void FilterTest::minusBeforeBrackets_negatesOnlyKnownTerms()
{
    QVERIFY(!matches("-(waiters>0 db:0)", immortalLock())); // its waiters are unknown
    QVERIFY(matches("-(waiters>0 db:3)", immortalLock()));  // but not its database
    QVERIFY(!matches("-(waiters>0 or db:3)", immortalLock()));
}

void FilterTest::namesWithFilterOperators_areFound_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("filter");
    const auto row = [](const char *name, const char *filter) { QTest::newRow(filter) << QByteArray(name) << QByteArray(filter); };
    row("foo(bar)", "foo(bar)");
    row("foo(bar)", "(ttl:none foo(bar))");
    row("foo(bar)", "name:foo(bar)");
    row("foo(a (b))", "\"foo(a (b))\"");
    row("foo)", "foo\\)");
    row("lock:{order:42}:77", "{order:42}:77");
    row("Cache[12]:x", "cache[12]:X"); // as a glob, it would be one of 1 and 2
    row("what?*", "what?*");
    row("a-[1]", "\"a-[1]\"");
    row(R"({"id":5})", R"({"id":5})");
    row("trick or treat", "\"trick or treat\"");
    row("trick or treat", "trick or treat");
    row("or", "name:or");
    row("state:imortal", "\"state:imortal\"");
}

void FilterTest::namesWithFilterOperators_areFound()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, filter);
    auto lock = immortalLock();
    lock.id.key = name.toStdString();
    QVERIFY(matches(filter, lock));
    QVERIFY(!matches(filter, redissonLock()));
}

void FilterTest::pastedName_isSearchedForAsText_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("strict"); // the term that says so
    QTest::addColumn<QByteArray>("because");
    const auto row = [](const char *name, const char *strict, const char *because) {
        QTest::newRow(name) << QByteArray(name) << QByteArray(strict) << QByteArray(because);
    };
    row("lock:order:77776", "\"lock:order:77776\"", "no field \"lock\"");
    row("LOCK:{order:42}:77", "\"LOCK:{order:42}:77\"", "no field \"LOCK\"");
    row("lock:foo(bar)", "\"lock:foo(bar)\"", "no field \"lock\"");
    row("lock:a)", "\"lock:a)\"", "no field \"lock\"");
    row("lock:[12]", "\"lock:[12]\"", "no field \"lock\"");
    row("token==", "\"token==\"", "no field \"token\"");
    row("shard:7", "\"shard:7\"", "no field \"shard\"");
    row(R"(lock:{"id":5})", R"("lock:{\"id\":5}")", "no field \"lock\"");
    row(R"(DOMAIN\user)", R"("DOMAIN\\user")", "backslash");
    row(R"(lock:DOMAIN\user)", R"("lock:DOMAIN\\user")", "no field \"lock\"");
    row("foo)", "\"foo)\"", "bracket");
    row("foo(bar", "\"foo(bar\"", "bracket");
}

void FilterTest::pastedName_isSearchedForAsText()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, strict);
    QFETCH(QByteArray, because);
    auto lock = immortalLock();
    lock.id.key = name.toStdString();
    QVERIFY(!Filter::parse(lock.id.key)); // an alert must not wait for a misspelt field
    for (const auto &written : {lock.id.key, "db:0 (" + lock.id.key + " or db:3)"}) {
        const auto filter = Filter::parse(written, Filter::UnknownField::IsText);
        if (!filter && name.count('(') != name.count(')'))
            continue; // its bracket closes the group
        QVERIFY2(filter, written.c_str());
        QVERIFY(filter->matches(lock, now));
        QVERIFY(QByteArray::fromStdString(filter->note()).contains(because));
    }
    const auto filter = Filter::parse(lock.id.key, Filter::UnknownField::IsText);
    QVERIFY(!filter->matches(redissonLock(), now));
    QCOMPARE(filter->terms(), std::vector{strict.toStdString()});
    QVERIFY(matches(strict, lock)); // and needs no note any more
    QVERIFY(Filter::parse(filter->terms().front(), Filter::UnknownField::IsText)->note().empty());
    const auto negated = Filter::parse("-" + lock.id.key, Filter::UnknownField::IsText);
    QVERIFY(!negated->matches(lock, now) && negated->matches(redissonLock(), now));
    QCOMPARE(negated->terms(), std::vector{"-" + strict.toStdString()});
}

void FilterTest::wrongValue_isNotTreatedAsText_data()
{
    QTest::addColumn<QByteArray>("filter");
    for (const char *filter : {"state:imortal", "event:expire", "ttl<5", "ttl:5s", "kind!=lock", "waiters>some", "a or", "(a", "a )",
                               "name:", "\"open", "not a", "name:a\\q"})
        QTest::newRow(filter) << QByteArray(filter);
}

void FilterTest::wrongValue_isNotTreatedAsText()
{
    QFETCH(QByteArray, filter);
    QVERIFY(!Filter::parse(filter.toStdString(), Filter::UnknownField::IsText));
}

void FilterTest::event_isSelectedByItsName()
{
    LockEvent event;
    event.id = {0, "lock_sale_42"};
    event.type = EventType::TakenOver;
    const auto fits = [&](const char *filter) { return Filter::parse(filter)->matches(event, immortalLock()); };
    QVERIFY(fits("event:taken-over"));
    QVERIFY(fits("EVENT:Taken-Over"));
    QVERIFY(fits("event:taken*"));
    QVERIFY(fits("-event:renewed name:lock_*"));
    QVERIFY(fits("event:expired or event:taken-over"));
    QVERIFY(fits("-(event:expired or event:released)"));
    QVERIFY(!fits("event:expired"));
    QVERIFY(!fits("-event:*-*"));
    event.ttl = 5s;
    QVERIFY(!fits("ttl:none"));
    event.ttl.reset();
    QVERIFY(fits("ttl:none"));
    event.type = EventType::Released;
    QVERIFY(!fits("ttl:none")); // it is gone
    QVERIFY(!fits("-ttl:none"));
}

// In the window, one filter is for locks and events.
void FilterTest::event_selectsNoLocks()
{
    for (const char *filter : {"event:expired", "-event:expired", "event:expired db:0", "-(event:expired or db:3)"})
        QVERIFY2(matches(filter, immortalLock()), filter);
    QVERIFY(!matches("event:expired db:3", immortalLock()));
    QVERIFY(!matches("-(event:expired or db:0)", immortalLock()));
}

void FilterTest::bracketsTooDeep_areRefused()
{
    const auto nested = [](std::size_t depth) { return std::string(depth, '(') + "a" + std::string(depth, ')'); };
    QVERIFY(Filter::parse(nested(20)));
    QVERIFY(!Filter::parse(nested(21)));
    QVERIFY(!Filter::parse(std::string(4096, '('), Filter::UnknownField::IsText));
    std::string flat = "(a)";
    while (flat.size() < 4000)
        flat += " or (a)";
    QVERIFY(Filter::parse(flat)); // next to each other, they are not nested
}

void FilterTest::unknownValue_matchesNeitherTermNorNegation_data()
{
    QTest::addColumn<QByteArray>("term");
    for (const char *term : {"waiters>0", "waiters=0", "waiters<100", "lease<1h", "lease>0s"})
        QTest::newRow(term) << QByteArray(term);
    QTest::newRow("lower bound") << "held<1h"_ba; // first seen 90 s ago: may have been held for a day
}

void FilterTest::unknownValue_matchesNeitherTermNorNegation()
{
    QFETCH(QByteArray, term);
    QVERIFY(!matches(term.constData(), immortalLock()));
    QVERIFY(!matches(("-" + term).constData(), immortalLock()));
}

void FilterTest::lowerBoundLease_isNotExact()
{
    auto lock = redissonLock();
    lock.leaseKnowledge = LeaseKnowledge::AtLeast;
    QVERIFY(matches("lease>=30s", lock));
    QVERIFY(matches("lease>20s", lock));
    QVERIFY(matches("-lease<20s", lock));
    for (const char *term : {"lease=30s", "-lease=30s", "lease>30s", "-lease>30s", "lease<40s", "-lease<40s"})
        QVERIFY2(!matches(term, lock), term);
}

void FilterTest::variantWithSpaces_isSelected()
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
    event.confidence = 4; // the lock's is 5 now
    const auto fits = [&](const char *filter) { return Filter::parse(filter)->matches(event, redissonLock()); };
    QVERIFY(fits("owner:somebody-else count=1 ttl>=30s"));
    QVERIFY(!fits("owner:9f3a*"));
    QVERIFY(fits("waiters>0 confidence=4 kind:rlock state:contended held=90s"));
    event.type = EventType::Released;
    event.ttl.reset();
    QVERIFY(!fits("ttl>1s")); // it is gone, not immortal
    QVERIFY(fits("event:released") && !fits("event:ended") && fits("-event:ended"));
    event.type = EventType::Ended; // as in JSON, its event is `released`
    QVERIFY(fits("event:released") && fits("event:ended") && !fits("event:released -event:ended"));
    event.type = EventType::Immortal;
    QVERIFY(fits("event:immortal -event:renewal-overdue -event:still-no-lease"));
    QVERIFY(!fits("-ttl>1s"));
}

void FilterTest::termThatNeedsWatching_isNamed()
{
    const auto named = [](const char *filter) { return Filter::parse(filter)->termThatNeedsAWatch(); };
    QVERIFY(named("ttl<5s held>10m renewals=0") == "held>10m");
    QVERIFY(named("-renewals>2") == "-renewals>2");
    QVERIFY(named("state:immortal or -event:renewed") == "-event:renewed");
    QVERIFY(named("db:0 -(-state:taken-over)"));
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
    const std::string text = "-name:\"a \\x00\\u{1f512}\" kind:lock ttl<=5s \"free \\\" text\" -(waiters>0 or (x y)) or [a-";
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
