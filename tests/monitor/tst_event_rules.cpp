// SPDX-License-Identifier: MIT
// The table of events line by line, and what LockTable makes of looks: no server, no clock.
#include "support/test_program.h"

#include "lockcore/monitor/model/state_rules.h"
#include "lockcore/monitor/watch/lock_table.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const ServerTime start{std::chrono::seconds(1'700'000'000)};
const LockId id{0, "order"};

Finding finding(std::vector<Holder> holders, OwnerScope scope = OwnerScope::Acquisition, LockKind kind = LockKind::Lock)
{
    Finding finding;
    finding.library = "redisson";
    finding.kind = kind;
    finding.confidence = 5;
    finding.holders = std::move(holders);
    finding.ownerScope = scope;
    return finding;
}

Holder holder(Bytes owner, std::int64_t count = 1, Mode mode = Mode::Exclusive, std::optional<ServerTime> deadline = {})
{
    return {std::move(owner), count, mode, deadline, {}};
}

Snapshot snapshot(Finding finding, std::optional<ServerTime> deadline = start + 30s, Bytes text = {})
{
    Look look;
    look.id = id;
    look.at = start;
    look.value.type = text.empty() ? ValueType::Hash : ValueType::String;
    look.value.text = std::move(text);
    look.deadline = deadline;
    return {std::move(look), std::move(finding)};
}

QString story(const Snapshot *before, const Snapshot *after, const Evidence &evidence = {}, ServerTime at = start + 1s)
{
    QStringList words;
    for (const auto &event : eventsBetween(before, after, id, at, evidence))
        words += QString::fromStdString(std::string(toString(event.type)) + (event.coalesced ? "*" : ""));
    return words.join(u' ');
}

QString owners(const Snapshot *before, const Snapshot *after, const Evidence &evidence = {}, ServerTime at = start + 1s)
{
    QStringList words;
    for (const auto &event : eventsBetween(before, after, id, at, evidence))
        words += QString::fromStdString(std::string(toString(event.type)) + ' ' + event.owner);
    return words.join(u", "_s);
}

// A Redisson lock as it is in Redis: the whole chain of formats recognises it.
Look look(ServerTime at, const Bytes &owner, std::int64_t count = 1, std::optional<ServerTime> deadline = {})
{
    Look look;
    look.id = id;
    look.at = at;
    if (!owner.empty())
        look.value = {ValueType::Hash, {}, 1, {{owner, std::to_string(count)}}};
    look.deadline = deadline;
    return look;
}

const Bytes owner1 = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";
const Bytes owner2 = "5ff9b1ba-4b7d-4c1a-8f00-1234567890ab:3";

} // namespace

class EventRulesTest : public QObject
{
    Q_OBJECT

private slots:
    void appearing_isSeenAcquiredOrResurrected()
    {
        const auto now = snapshot(finding({holder("a")}));
        Evidence evidence;
        evidence.firstSweep = true;
        QCOMPARE(story(nullptr, &now, evidence), u"seen"_s);
        evidence.passedBy = true;
        const auto why = eventsBetween(nullptr, &now, id, start, evidence).front().why;
        QVERIFY2(why.starts_with("it may have been there before"), why.c_str());
        evidence = {};
        evidence.lastFree = start;
        QCOMPARE(story(nullptr, &now, evidence), u"acquired"_s);
        QCOMPARE(eventsBetween(nullptr, &now, id, start + 1s, evidence).front().notBefore, std::optional(start));
        evidence.returned = {"a"};
        QCOMPARE(story(nullptr, &now, evidence), u"resurrected"_s);
    }

    void vanishing_isJudgedByTheFirstLineThatFits()
    {
        const auto was = snapshot(finding({holder("a")}));
        Evidence all;
        all.announced = all.announces = all.removedByNobody = all.releasedByUs = true;
        QCOMPARE(story(&was, nullptr, all, start + 60s), u"force-released"_s);
        all.releasedByUs = false;
        QCOMPARE(story(&was, nullptr, all, start + 60s), u"released*"_s); // the announcement is evidence, the clock is not
        QCOMPARE(story(&was, nullptr, all), u"released"_s);
        all.announced = false;
        QCOMPARE(story(&was, nullptr, all, start + 60s), u"expired*"_s);
        QCOMPARE(story(&was, nullptr, all), u"deleted-early"_s);
        all.announcedNearby = true;
        QCOMPARE(story(&was, nullptr, all), u"released*"_s); // perhaps its own
        QCOMPARE(story(&was, nullptr), u"released"_s);
    }

    // Many that people write add themselves before they count, and leave if there are too many.
    void whoJoinsASemaphoreOfNoLibrary_mayOnlyTry()
    {
        for (const auto library : {"redisson", "unknown"}) {
            const bool tries = library == std::string_view("unknown");
            auto alone = finding({holder("a")}, OwnerScope::Unknown, LockKind::Semaphore);
            auto both = finding({holder("a"), holder("b")}, OwnerScope::Unknown, LockKind::Semaphore);
            alone.library = both.library = library;
            const auto was = snapshot(alone);
            const auto is = snapshot(both);
            QCOMPARE(story(&was, &is), tries ? u"acquired*"_s : u"acquired"_s);
            QCOMPARE(story(&is, &was), tries ? u"released*"_s : u"released"_s);
            QCOMPARE(story(nullptr, &was), u"acquired"_s);
        }
    }

    void theDeadlinesOwnMillisecond_isNotPastIt()
    {
        const auto was = snapshot(finding({holder("a")}));
        QCOMPARE(story(&was, nullptr, {}, start + 30s), u"released"_s);
        QCOMPARE(story(&was, nullptr, {}, start + 30s + 999us), u"released"_s);
        QCOMPARE(story(&was, nullptr, {}, start + 30s + 1ms), u"expired*"_s);
    }

    // It may have been released just before. That nothing was heard until the deadline had passed is the proof.
    void anExpiry_isProvenBySilence()
    {
        const auto was = snapshot(finding({holder("a")}));
        Evidence evidence;
        evidence.quiet = start + 30s;
        QCOMPARE(story(&was, nullptr, evidence, start + 31s), u"expired*"_s);
        evidence.quiet = start + 30s + 1us;
        QCOMPARE(story(&was, nullptr, evidence, start + 31s), u"expired"_s);
        evidence.announced = true; // by another owner, who came and went since
        QCOMPARE(story(&was, nullptr, evidence, start + 31s), u"expired"_s);
        evidence = {};
        evidence.heard = start + 29s;
        QCOMPARE(story(&was, nullptr, evidence, start + 31s), u"released*"_s);
        evidence.heard = start + 31s;
        QCOMPARE(story(&was, nullptr, evidence, start + 31s), u"expired*"_s);
        const auto other = snapshot(finding({holder("b")}), start + 90s);
        QCOMPARE(story(&was, &other, evidence, start + 31s), u"expired* acquired*"_s);
        evidence.heard = start + 29s;
        QCOMPARE(story(&was, &other, evidence, start + 31s), u"taken-over*"_s);
    }

    // Its lease may have been shortened until it ran out. Then the server has counted an expiry.
    void gone_isADeletionOnlyIfTheServerHasRemovedNothing()
    {
        const auto was = snapshot(finding({holder("a")}));
        Evidence evidence;
        evidence.announces = true;
        QCOMPARE(story(&was, nullptr, evidence), u"released*"_s);
        evidence.removedByNobody = true;
        QCOMPARE(story(&was, nullptr, evidence), u"deleted-early"_s);
        for (const auto doubt : {&Evidence::heardAfter, &Evidence::outrun}) {
            evidence.*doubt = true;
            QCOMPARE(story(&was, nullptr, evidence), u"released*"_s);
            evidence.*doubt = false;
        }
        QCOMPARE(story(&was, nullptr, evidence, start + 30s + 1ms), u"expired*"_s);
        evidence.several = true; // whatever else happened to it, nobody released it
        QCOMPARE(story(&was, nullptr, evidence), u"deleted-early*"_s);
    }

    // Only the last reader who leaves announces it.
    void ofSeveralReaders_nobodyIsNamedWhenTheyAreDeleted()
    {
        const auto one = snapshot(finding({holder("a", 1, Mode::Read)}));
        const auto both = snapshot(finding({holder("a", 1, Mode::Read), holder("b", 1, Mode::Read)}));
        Evidence evidence;
        evidence.announces = evidence.removedByNobody = true;
        QCOMPARE(owners(&one, nullptr, evidence), u"deleted-early a"_s);
        QCOMPARE(owners(&both, nullptr, evidence), u"released a, released b, deleted-early "_s);
        QCOMPARE(story(&both, nullptr, evidence), u"released* released* deleted-early"_s);
        evidence.several = true; // another one may have come, and this one left
        QCOMPARE(owners(&one, nullptr, evidence), u"released a, deleted-early "_s);
        evidence.removedByNobody = false;
        QCOMPARE(owners(&both, nullptr, evidence), u"released a, released b"_s);
    }

    void whoseOwnLeasesAreOver_losesNothingByADeletion()
    {
        const auto lapsed =
            snapshot(finding({holder("a", 1, Mode::Read, start + 300ms), holder("b", 1, Mode::Read, start + 500ms)}), std::nullopt);
        const auto oneLeft =
            snapshot(finding({holder("a", 1, Mode::Read, start + 300ms), holder("b", 1, Mode::Read, start + 5s)}), std::nullopt);
        Evidence evidence;
        evidence.announces = evidence.removedByNobody = evidence.several = true;
        QCOMPARE(story(&lapsed, nullptr, evidence), u"expired* expired*"_s);
        QCOMPARE(owners(&oneLeft, nullptr, evidence), u"expired a, released b, deleted-early "_s);
    }

    void aFairLock_isNeverCalledDeleted()
    {
        const auto was = snapshot(finding({holder("a")}, OwnerScope::Constant, LockKind::FairLock));
        Evidence evidence;
        evidence.announces = true;
        QCOMPARE(story(&was, nullptr, evidence), u"released"_s);
    }

    void anotherOwner_isATakeoverUnlessSomethingShowsTheEnd()
    {
        const auto was = snapshot(finding({holder("a")}));
        const auto is = snapshot(finding({holder("b")}), start + 90s);
        QCOMPARE(story(&was, &is), u"taken-over*"_s); // nothing shows whether it was free for a moment
        Evidence evidence;
        evidence.announced = true;
        QCOMPARE(story(&was, &is, evidence), u"released* acquired*"_s);
        evidence = {};
        evidence.announcedNearby = true;
        QCOMPARE(story(&was, &is, evidence), u"released* acquired*"_s);
        QCOMPARE(story(&was, &is, {}, start + 31s), u"expired* acquired*"_s);
        auto lapsing = finding({holder("a")}); // its value says when it lapses, and there is no TTL
        lapsing.lapses = start + 30s;
        const auto stale = snapshot(lapsing, {});
        const auto next = snapshot(finding({holder("b")}), {});
        QCOMPARE(story(&stale, &next, {}, start + 31s), u"expired* acquired*"_s);
        QCOMPARE(story(&stale, &next, {}, start + 29s), u"taken-over*"_s);
        QCOMPARE(story(&stale, nullptr, {}, start + 31s), u"expired*"_s);
        evidence = {};
        evidence.returned = {"b"};
        QCOMPARE(story(&was, &is, evidence), u"resurrected*"_s);
        evidence = {};
        evidence.releasedByUs = true;
        QCOMPARE(story(&was, &is, evidence), u"force-released* acquired*"_s);
        const auto same = snapshot(finding({holder("a")}), start + 90s);
        QCOMPARE(story(&was, &same, evidence), u"force-released* resurrected*"_s);
    }

    // A text that is the same at each acquisition does not say that nothing happened; the announcement does.
    void theSameTextAfterAnAnnouncement_wasReleasedAndAcquired()
    {
        const auto was = snapshot(finding({holder("a")}, OwnerScope::Constant));
        const auto later = snapshot(finding({holder("a")}, OwnerScope::Constant), start + 90s);
        QCOMPARE(story(&was, &later), u"renewed"_s);
        Evidence evidence;
        evidence.announcedNearby = true;
        QCOMPARE(story(&was, &later, evidence), u"renewed*"_s);
        evidence.announced = true;
        QCOMPARE(story(&was, &later, evidence), u"released* acquired*"_s);
        const auto drawn = snapshot(finding({holder("a")}), start + 90s); // a token of one acquisition was not released
        QVERIFY(!story(&was, &drawn, evidence).contains(u"acquired"_s));
    }

    // Where the value says when the lock lapses, it may have a longer TTL or none.
    void aDeadlineInTheValue_isMovedLikeATtl()
    {
        const auto lapsing = [](ServerTime lapses, std::optional<ServerTime> ttl) {
            auto found = finding({holder("a")}, OwnerScope::Unknown);
            found.lapses = lapses;
            return snapshot(found, ttl);
        };
        for (const std::optional<ServerTime> ttl : {std::optional<ServerTime>(), std::optional(start + 1h)}) {
            const auto was = lapsing(start + 30s, ttl);
            const auto later = lapsing(start + 50s, ttl);
            QCOMPARE(story(&was, &later), u"renewed"_s);
            QCOMPARE(story(&later, &was), u"lease-shortened"_s);
            QCOMPARE(story(&was, &was), u""_s);
            const auto again = lapsing(start + 90s, ttl);
            QCOMPARE(story(&was, &again, {}, start + 31s), u"renewed*"_s); // perhaps before the deadline
            Evidence evidence;
            evidence.quiet = start + 30s + 1us;
            QCOMPARE(story(&was, &again, evidence, start + 31s), u"expired* acquired*"_s);
        }
        const auto was = lapsing(start + 30s, start + 20s); // the TTL ends it
        const auto is = lapsing(start + 50s, start + 20s);
        QCOMPARE(story(&was, &is), u""_s);
        const auto both = lapsing(start + 60s, start + 70s);
        QCOMPARE(story(&was, &both), u"renewed"_s); // once
    }

    void anotherModeOfAnOwner_isItsOwnAffair()
    {
        const auto writer = snapshot(finding({holder("a", 1, Mode::Write)}, OwnerScope::Unknown, LockKind::RwLock));
        const auto readers =
            snapshot(finding({holder("a", 1, Mode::Read), holder("b", 1, Mode::Read)}, OwnerScope::Unknown, LockKind::RwLock));
        QCOMPARE(owners(&writer, &readers), u"released a, acquired a, acquired b"_s);
        QCOMPARE(story(&writer, &readers), u"released* acquired* acquired"_s);
        QCOMPARE(owners(&readers, &writer), u"released a, acquired a, released b"_s);
        QVERIFY(eventsBetween(&writer, &readers, id, start, {}).front().why.find("may have held it all the time") != std::string::npos);
        const auto other = snapshot(finding({holder("c", 1, Mode::Write)}, OwnerScope::Unknown, LockKind::RwLock));
        QCOMPARE(story(&writer, &other), u"taken-over*"_s);
    }

    void aWriterBesideCountedReaders_comesAndGoes()
    {
        auto both = snapshot(finding({holder("a", 1, Mode::Write)}, OwnerScope::Unknown, LockKind::RwLock));
        both.finding.moreHolders = 2;
        auto readers = both;
        readers.finding.holders.clear();
        QCOMPARE(owners(&both, &readers), u"released a"_s);
        QCOMPARE(owners(&readers, &both), u"acquired a"_s);
        QCOMPARE(eventsBetween(&readers, nullptr, id, start, {}).front().count, 2);
    }

    // {"owner":"a","mode":"read","readers":2}: the last one who came is named.
    void aReaderWhoIsNoLongerNamed_mayBeOneOfThoseCounted()
    {
        const auto named = [](Bytes owner, std::int64_t others) {
            auto snap = snapshot(finding({holder(std::move(owner), 1, Mode::Read)}, OwnerScope::Unknown, LockKind::RwLock));
            snap.finding.moreHolders = others;
            return snap;
        };
        const auto first = named("a", 1);
        const auto second = named("b", 2);
        QCOMPARE(owners(&first, &second), u"acquired , out-of-sight a, acquired b"_s);
    }

    // HSET token …, then HSET owner …
    void aRecordThatIsCompleted_hasNotChangedHands()
    {
        const auto record = [](Bytes owner, std::vector<std::pair<Bytes, Bytes>> elements) {
            auto snap = snapshot(finding({holder(std::move(owner))}, OwnerScope::Unknown));
            snap.look.value = {ValueType::Hash, {}, std::ssize(elements), std::move(elements)};
            return snap;
        };
        const auto token = record("t1", {{"token", "t1"}});
        const auto owner = record("web-3:17", {{"token", "t1"}, {"owner", "web-3:17"}});
        const auto next = record("web-4:2", {{"token", "t2"}, {"owner", "web-4:2"}});
        Evidence added;
        added.onlyMore = true;
        QCOMPARE(story(&token, &owner, added), u"seen*"_s);
        QCOMPARE(story(&token, &owner), u"taken-over*"_s);
        QCOMPARE(story(&owner, &next), u"taken-over*"_s);
        QCOMPARE(story(&token, &next), u"taken-over*"_s);
    }

    void countedReaders_comeAndGo()
    {
        const auto one = snapshot(finding({holder("", 1, Mode::Read)}, OwnerScope::Unknown));
        const auto three = snapshot(finding({holder("", 3, Mode::Read)}, OwnerScope::Unknown));
        QCOMPARE(story(&one, &three), u"acquired"_s);
        QCOMPARE(eventsBetween(&one, &three, id, start, {}).front().count, 2);
        QCOMPARE(story(&three, &one), u"released"_s);
    }

    // Only the last reader to leave announces it; the lease of another one may have run out before.
    void anAnnouncementOfSeveralReaders_provesTheReleaseOfOne()
    {
        auto evidence = Evidence();
        evidence.announced = true;
        const auto one = snapshot(finding({holder("a", 1, Mode::Read)}, OwnerScope::Constant));
        const auto two = snapshot(finding({holder("a", 1, Mode::Read), holder("b", 1, Mode::Read)}, OwnerScope::Constant));
        QCOMPARE(story(&one, nullptr, evidence), u"released"_s);
        QCOMPARE(story(&two, nullptr, evidence), u"released* released*"_s);
    }

    // ShedLock before 6.7 writes a new time when it extends, and when the task ends early.
    void anotherValueOfTheSameWriter_isNoTakeover()
    {
        const auto by = [](const std::string &owner, const Bytes &host, ServerTime deadline) {
            auto result = snapshot(finding({holder(owner)}), deadline, owner);
            result.finding.rewriter = host;
            return result;
        };
        const auto was = by("ADDED:1@web-1", "web-1", start + 30s);
        const auto shorter = by("ADDED:2@web-1", "web-1", start + 20s);
        const auto longer = by("ADDED:2@web-1", "web-1", start + 60s);
        const auto another = by("ADDED:2@web-2", "web-2", start + 60s);
        QCOMPARE(story(&was, &shorter), u"lease-shortened*"_s);
        QCOMPARE(story(&was, &longer), u"lease-set*"_s);
        QCOMPARE(story(&was, &another), u"taken-over*"_s);
    }

    // Agenda has no deadline: its holder writes a new time, and so does whoever takes it for dead.
    void anotherValueOfPerhapsTheSameWriter_isNoTakeoverEither()
    {
        const auto job = [](const Bytes &time) {
            auto result = snapshot(finding({holder(time)}, OwnerScope::Acquisition, LockKind::JobLock), {});
            result.look.value.elements = {{"lockedAtMs", time}};
            result.finding.rewriter = "agenda";
            return result;
        };
        const auto was = job("1795262399000");
        const auto is = job("1795262459000");
        QCOMPARE(story(&was, &is), u"seen*"_s);
        auto further = was;
        further.look.value.elements.emplace_back("progress", "50");
        QCOMPARE(story(&was, &further), QString());
    }

    void aLibraryThatWakesByPop_handsOverAndIsNotTakenOver()
    {
        auto was = snapshot(finding({holder("a")}, OwnerScope::Object));
        was.finding.wakesByPop = true;
        const auto is = snapshot(finding({holder("b")}, OwnerScope::Object), start + 90s);
        QCOMPARE(story(&was, &is), u"released* acquired*"_s);
    }

    void aRestartWithoutTheData_saysSo()
    {
        const auto was = snapshot(finding({holder("a")}));
        const auto is = snapshot(finding({holder("b")}), start + 90s);
        Evidence evidence;
        evidence.restarted = true;
        QVERIFY(eventsBetween(&was, nullptr, id, start + 1s, evidence).front().why.starts_with("another server process answers"));
        QCOMPARE(story(&was, nullptr, evidence), u"out-of-sight"_s);
        QCOMPARE(story(&was, &is, evidence), u"out-of-sight* seen*"_s);
        QCOMPARE(story(&was, nullptr, evidence, start + 31s), u"expired*"_s);
    }

    void otherHoldersInOtherData_haveNotJoined()
    {
        const auto permit = [](const char *owner) { return holder(owner, 1, Mode::Exclusive, start + 30s); };
        const auto was = snapshot(finding({permit("a"), permit("b")}, OwnerScope::Object, LockKind::Semaphore), {});
        const auto is = snapshot(finding({permit("c"), permit("d")}, OwnerScope::Object, LockKind::Semaphore), {});
        const auto readers = snapshot(finding({holder("a", 1, Mode::Read)}, OwnerScope::Constant, LockKind::RwLock));
        const auto others = snapshot(finding({holder("b", 1, Mode::Read)}, OwnerScope::Constant, LockKind::RwLock), start + 40s);
        for (auto other : {&Evidence::exchanged, &Evidence::restarted}) {
            Evidence evidence;
            evidence.*other = true;
            QCOMPARE(story(&was, &is, evidence), u"out-of-sight* out-of-sight* seen* seen*"_s);
            QCOMPARE(story(&readers, &others, evidence), u"out-of-sight* seen*"_s);
        }
        QCOMPARE(story(&readers, &others), u"released acquired"_s);
    }

    void exchangedDataWithoutTheLock_isNoRelease()
    {
        const auto was = snapshot(finding({holder("a")}));
        const auto later = snapshot(finding({holder("a")}), start + 90s);
        Evidence evidence;
        evidence.exchanged = true;
        QVERIFY(eventsBetween(&was, nullptr, id, start + 1s, evidence).front().why.starts_with("the data may have been exchanged"));
        QCOMPARE(story(&was, nullptr, evidence), u"out-of-sight"_s);
        QCOMPARE(story(&was, &later, evidence), u"seen"_s);
        QCOMPARE(story(&was, &was, evidence), QString());
    }

    // Each change of a tracked key is announced, but for SWAPDB.
    void aLockThatGoesWithoutAMessage_wasNotReleased()
    {
        const auto was = snapshot(finding({holder("a")}));
        Evidence evidence;
        evidence.unheard = true;
        QCOMPARE(story(&was, nullptr, evidence), u"out-of-sight"_s);
        QCOMPARE(story(&was, nullptr, evidence, start + 31s), u"expired*"_s);
        evidence.announced = true;
        QCOMPARE(story(&was, nullptr, evidence), u"released"_s);
    }

    void aMark_tellsOfItsLeaseAlone()
    {
        const auto mark = [](std::optional<ServerTime> deadline) {
            return snapshot(finding({holder("")}, OwnerScope::Nobody, LockKind::Anonymous), deadline, "1");
        };
        const auto was = mark(start + 30s);
        const auto later = mark(start + 60s);
        const auto sooner = mark(start + 10s);
        QCOMPARE(story(&was, &later), u"lease-set*"_s);
        QCOMPARE(story(&was, &sooner), u"lease-shortened*"_s); // or handed on, with another lease or none
        const auto bare = mark(std::nullopt);
        QCOMPARE(story(&was, &bare), u"lease-removed*"_s);
        QCOMPARE(story(&bare, &was), u"lease-set*"_s);
        Evidence evidence;
        evidence.quiet = start + 30s + 1ms;
        QCOMPARE(story(&was, &later, evidence, start + 31s), u"expired* acquired*"_s);
        QCOMPARE(story(&was, &later, {}, start + 31s), u"lease-set*"_s); // which of both is not known
        QVERIFY(eventsBetween(&was, &later, id, start + 31s, {}).back().why.ends_with(", or expired and was acquired again"));
        QVERIFY(!eventsBetween(&was, &later, id, start + 1s, {}).back().why.ends_with(", or expired and was acquired again"));
    }

    void whatNamesNobody_isNotHadAgain()
    {
        const auto mark = snapshot(finding({holder("")}, OwnerScope::Nobody, LockKind::Anonymous), start + 30s, "2026-11-26 03:31:36");
        const auto other = snapshot(finding({holder("")}, OwnerScope::Nobody, LockKind::Anonymous), start + 70s, "2026-11-26 03:31:37");
        std::vector<LockEvent> events = eventsBetween(&mark, &other, {0, "lock"}, start + 40s, {});
        QVERIFY(events.size() == 2 && events.back().type == EventType::Acquired);
        QVERIFY(events.back().why.find("had it again") == std::string::npos);
    }

    void aCounterUnderALockWord_changesNoHands()
    {
        const auto number = [](Bytes text, std::optional<ServerTime> deadline) {
            return snapshot(finding({holder(text)}, OwnerScope::Constant, LockKind::Anonymous), deadline, text);
        };
        const auto five = number("5", start + 30s);
        const auto six = number("6", start + 30s);
        QCOMPARE(story(&five, &six), QString());
        QVERIFY(isSameHolding(five, six));
        QCOMPARE(story(&six, &five), QString()); // INCR and DECR of a hand-made semaphore
        const auto bareSix = number("6", {});
        const auto bareFive = number("5", {});
        QCOMPARE(story(&bareSix, &bareFive), u"seen*"_s); // counted, or another process of a container
        QCOMPARE(story(&bareFive, &bareSix), u"seen*"_s);
        QVERIFY(!isSameHolding(bareFive, bareSix));
        const auto sixLonger = number("6", start + 31s);
        QCOMPARE(story(&five, &sixLonger), u"lease-set*"_s); // INCR and EXPIRE, or the next process of a container
        QVERIFY(isSameHolding(five, sixLonger));
        const auto fiveLonger = number("5", start + 32s);
        QCOMPARE(story(&sixLonger, &fiveLonger), u"lease-set*"_s);
        QCOMPARE(story(&sixLonger, &five), u"seen*"_s); // nobody counts down to a shorter lease
        const auto fiveForEver = number("5", {});
        QCOMPARE(story(&six, &fiveForEver), u"seen*"_s); // SET without EX
        Evidence restarted;
        restarted.restarted = true;
        QVERIFY(story(&five, &sixLonger, restarted) != u"lease-set*"_s); // another server's data
        const auto process = number("4212", start + 30s + 50ms);
        const auto another = number("4211", start + 30s);
        QCOMPARE(story(&another, &process), u"taken-over*"_s);
        const auto bareProcess = number("4212", {});
        const auto bareOther = number("4211", {});
        QCOMPARE(story(&bareProcess, &bareOther), u"taken-over*"_s);
        QCOMPARE(story(&bareOther, &bareProcess), u"taken-over*"_s);
    }

    void aValueThatNamesNobody_isNotTakenOver_whenAnotherIsWritten()
    {
        const auto mark = [](Bytes text, LockKind kind) {
            return snapshot(finding({holder("")}, OwnerScope::Nobody, kind), start + 30s, text);
        };
        const auto was = mark("1", LockKind::Anonymous);
        const auto is = mark("locked", LockKind::Anonymous);
        QCOMPARE(story(&was, &is), u"seen*"_s);
        const auto time = mark("1790000000", LockKind::Timestamp); // by GETSET it is taken over, and by SET renewed
        const auto later = mark("1790000010", LockKind::Timestamp);
        QCOMPARE(story(&time, &later), u"seen*"_s);
    }

    void theSameOwner_tellsOfItsLease()
    {
        const auto was = snapshot(finding({holder("a")}));
        const auto later = snapshot(finding({holder("a")}), start + 60s);
        const auto sooner = snapshot(finding({holder("a")}), start + 10s);
        const auto bare = snapshot(finding({holder("a")}), std::nullopt);
        QCOMPARE(story(&was, &later), u"renewed"_s);
        QCOMPARE(story(&was, &sooner), u"lease-shortened"_s);
        QCOMPARE(story(&was, &bare), u"lease-removed"_s);
        QCOMPARE(story(&bare, &was), u"lease-set"_s);
        QCOMPARE(story(&was, &was), QString());
        const auto noise = snapshot(finding({holder("a")}), start + 30s + 4ms);
        QCOMPARE(story(&was, &noise), QString());
        const auto constantWas = snapshot(finding({holder("a")}, OwnerScope::Constant));
        const auto constantIs = snapshot(finding({holder("a")}, OwnerScope::Constant), start + 60s);
        const auto events = eventsBetween(&constantWas, &constantIs, id, start + 1s, {});
        QVERIFY(QString::fromStdString(events.front().why).contains(u"or released and acquired again"_s));
    }

    // What was heard after the look may have been before it: the reader may have gone and come back.
    void aSharedLockThatIsRenewedAmongOtherChanges_isCoalesced()
    {
        const auto of = [] { return finding({holder("a", 1, Mode::Read)}, OwnerScope::Object, LockKind::RwLock); };
        const auto was = snapshot(of());
        const auto is = snapshot(of(), start + 60s);
        Evidence evidence;
        evidence.heardAfter = true;
        QVERIFY(eventsBetween(&was, &is, id, start + 1s, evidence).front().coalesced);
    }

    void thatAnOwnersTextIsTheSame_isSaidOnlyIfItIsKnown()
    {
        const auto why = [](OwnerScope scope) {
            const auto was = snapshot(finding({holder("a")}, scope));
            const auto is = snapshot(finding({holder("a")}, scope), start + 60s);
            return QString::fromStdString(eventsBetween(&was, &is, id, start + 1s, {}).front().why);
        };
        QVERIFY(why(OwnerScope::Constant)
                    .endsWith(u"or released and acquired again, perhaps after others: this owner's text is always the same"_s));
        QVERIFY(why(OwnerScope::Object).endsWith(u"this owner's text is drawn once for each lock object"_s));
        QVERIFY(why(OwnerScope::Unknown).endsWith(u"it is not known whether this owner's text is drawn for each acquisition"_s));
        QVERIFY(!why(OwnerScope::Acquisition).contains(u"text"_s));
    }

    // Later ones are cut to it, so that no difference overflows.
    void aDeadlineAfterTheYear9999_isOnlyABound()
    {
        const ServerTime latest{Milliseconds(latestTime)};
        const auto soon = snapshot(finding({holder("a")}), latest - 60s);
        const auto late = snapshot(finding({holder("a")}), latest);
        const auto why = [](const Snapshot &was, const Snapshot &is) {
            return QString::fromStdString(eventsBetween(&was, &is, id, start + 1s, {}).front().why);
        };
        QCOMPARE(why(soon, late), u"the same owner, its deadline at least 60000 ms later"_s);
        QCOMPARE(why(late, soon), u"its deadline is at least 60000 ms earlier than before"_s);
        QVERIFY(isLeast(*timeLeft(latest, start), start));
        QVERIFY(!isLeast(*timeLeft(latest - 2ms, start), start));
    }

    void holdCounts_goUpAndDownTogetherWithTheLease()
    {
        const auto one = snapshot(finding({holder("a", 1)}));
        const auto two = snapshot(finding({holder("a", 2)}), start + 60s);
        QCOMPARE(story(&one, &two), u"renewed reentered"_s);
        QCOMPARE(story(&two, &one), u"lease-shortened partly-released"_s);
    }

    // It may have left and come back meanwhile.
    void holdCountsOfOwnersThatRepeat_mayHideMoreIfOthersCameOrWent()
    {
        const auto readers = [](std::vector<Holder> holders) { return snapshot(finding(std::move(holders), OwnerScope::Constant)); };
        const auto alone = readers({holder("a", 1, Mode::Read)});
        const auto twice = readers({holder("a", 2, Mode::Read)});
        const auto joined = readers({holder("a", 2, Mode::Read), holder("b", 1, Mode::Read)});
        QCOMPARE(story(&alone, &twice), u"reentered"_s);
        QCOMPARE(story(&alone, &joined), u"reentered* acquired"_s);
        QCOMPARE(story(&joined, &alone), u"partly-released* released"_s);
        Evidence evidence;
        for (const auto hint : {&Evidence::announced, &Evidence::heardAfter}) {
            evidence = {};
            evidence.*hint = true;
            QCOMPARE(story(&alone, &twice, evidence), u"reentered*"_s);
        }
    }

    void severalHolders_comeAndGoOneByOne()
    {
        const auto both = snapshot(finding({holder("a", 1, Mode::Read), holder("b", 1, Mode::Read)}));
        const auto onlyA = snapshot(finding({holder("a", 1, Mode::Read)}));
        const auto aAndC = snapshot(finding({holder("a", 1, Mode::Read), holder("c", 1, Mode::Read)}));
        const auto writer = snapshot(finding({holder("a", 1, Mode::Write)}));
        QCOMPARE(story(&onlyA, &both), u"acquired"_s);
        QCOMPARE(story(&both, &onlyA), u"released"_s);
        QCOMPARE(eventsBetween(&both, &onlyA, id, start + 1s, {}).front().owner, Bytes("b"));
        QCOMPARE(story(&both, &aAndC), u"released acquired"_s);
        QCOMPARE(story(&onlyA, &writer), u"released* acquired*"_s); // nobody else has taken it over
        const auto late = snapshot(finding({holder("a"), holder("b", 1, Mode::Exclusive, start + 500ms)}));
        const auto left = snapshot(finding({holder("a")}));
        QCOMPARE(story(&late, &left), u"expired*"_s);
        Evidence evidence;
        evidence.quiet = start + 501ms;
        QCOMPARE(story(&late, &left, evidence), u"expired"_s);
    }

    void severalHolders_areNamedOneByOneOnEveryPath()
    {
        const auto all = snapshot(finding({holder("a", 1, Mode::Read), holder("b", 1, Mode::Read), holder("c", 1, Mode::Read)}));
        QCOMPARE(owners(nullptr, &all), u"acquired a, acquired b, acquired c"_s);
        QCOMPARE(owners(&all, nullptr), u"released a, released b, released c"_s);
        Evidence evidence;
        evidence.quiet = start + 31s;
        QCOMPARE(owners(&all, nullptr, evidence, start + 32s), u"expired a, expired b, expired c"_s);
        const auto others = snapshot(finding({holder("d", 1, Mode::Read)}));
        QCOMPARE(owners(&all, &others), u"released a, released b, released c, acquired d"_s);
        const auto one = snapshot(finding({holder("a", 1, Mode::Read)}));
        const auto another = snapshot(finding({holder("b", 1, Mode::Read)}), start + 60s);
        QCOMPARE(owners(&one, &another), u"released a, acquired b"_s); // and not renewed
        QCOMPARE(owners(&one, &another, evidence, start + 32s), u"expired a, acquired b"_s);
        const auto later = snapshot(finding({holder("a", 1, Mode::Read)}, OwnerScope::Constant), start + 60s);
        QCOMPARE(owners(&one, &later, evidence, start + 32s), u"expired a, acquired a"_s);
        QCOMPARE(owners(&one, &later), u"renewed a"_s);
        QCOMPARE(story(&one, &later), u"renewed*"_s); // within one turn, another reader may have come and gone
        evidence = {};
        evidence.several = true; // another reader may have come and gone
        QCOMPARE(owners(&one, &later, evidence), u"renewed "_s);
    }

    void oneOfSeveral_isTheRenewerOnlyIfItsOwnLeaseMoved()
    {
        const auto own = [](Milliseconds a, Milliseconds b) {
            return snapshot(finding({holder("a", 1, Mode::Exclusive, start + a), holder("b", 1, Mode::Exclusive, start + b)},
                                    OwnerScope::Object, LockKind::Semaphore),
                            start + std::max(a, b));
        };
        const auto was = own(10s, 20s);
        const auto is = own(10s, 30s);
        QCOMPARE(owners(&was, &is), u"renewed b"_s);
        auto stamped = snapshot(finding({holder("a"), holder("b")}, OwnerScope::Object, LockKind::Semaphore), start + 60s);
        stamped.finding.lastWriterSetsDeadline = true;
        stamped.look.value.elements = {{"a", "1"}, {"b", "2"}};
        auto written = stamped;
        written.look.value.elements = {{"a", "3"}, {"b", "2"}};
        written.look.deadline = start + 5s; // its lease is shorter than that of the writer before
        QCOMPARE(owners(&stamped, &written), u"renewed a"_s);
        const auto shared = snapshot(finding({holder("a", 1, Mode::Read), holder("b", 1, Mode::Read)}));
        const auto later = snapshot(finding({holder("a", 1, Mode::Read), holder("b", 1, Mode::Read)}), start + 60s);
        QCOMPARE(owners(&shared, &later), u"renewed "_s); // one of them, and nobody knows which
        const auto joined =
            snapshot(finding({holder("a", 1, Mode::Read), holder("b", 1, Mode::Read), holder("c", 1, Mode::Read)}), start + 60s);
        QCOMPARE(owners(&shared, &joined), u"acquired c"_s); // which explains the deadline
    }

    void aPermitThatLapses_expiresAndLeavesNobody()
    {
        auto was =
            snapshot(finding({holder("a", 1, Mode::Exclusive, start + 500ms)}, OwnerScope::Acquisition, LockKind::Semaphore), {}, "1");
        auto is = snapshot(finding({}, OwnerScope::Acquisition, LockKind::Semaphore), {}, "1");
        was.look.companions["permits"] = {ValueType::Zset, {}, 1, {{"a", "1700000000500"}}};
        is.look.companions = was.look.companions; // it is removed only when the next client comes
        QCOMPARE(owners(&was, &is), u"expired a"_s);
        QCOMPARE(story(&was, &is), u"expired"_s);
        QCOMPARE(story(&is, nullptr), QString());
        QCOMPARE(owners(&is, &was, {}, start), u"acquired a"_s);
    }

    // A client wrote scores that are later than the deadline of its key.
    void theDeadlineOfTheWholeLock_endsAllItsHolders()
    {
        const auto was = snapshot(finding({holder("a", 1, Mode::Exclusive, start + 500ms), holder("b", 1, Mode::Exclusive, start + 5s)},
                                          OwnerScope::Acquisition, LockKind::Semaphore),
                                  start + 900ms);
        QCOMPARE(owners(&was, nullptr), u"expired a, expired b"_s);
    }

    // Where the last holder stays in the value although its time is over.
    void aHolderThatStaysAfterItsTime_expiresThenAndOnlyOnce()
    {
        const auto held = [](Milliseconds until, ServerTime at, const char *score) {
            auto it = snapshot(finding({holder("a", 1, Mode::Exclusive, start + until)}, OwnerScope::Object), start + 30s);
            it.look.at = at;
            it.look.value.elements = {{"a", score}};
            return it;
        };
        const auto was = held(500ms, start, "1");
        const auto lapsed = held(500ms, start + 600ms, "1");
        const auto again = held(9s, start + 800ms, "2");
        QCOMPARE(story(&was, &lapsed, {}, start + 600ms), u"expired"_s);
        QCOMPARE(story(&lapsed, &lapsed, {}, start + 700ms), QString());
        QCOMPARE(story(&lapsed, nullptr, {}, start + 700ms), QString());
        QCOMPARE(story(nullptr, &lapsed, {}, start + 600ms), QString()); // it came and went unseen
        QCOMPARE(story(&lapsed, &again, {}, start + 800ms), u"acquired"_s);
        QCOMPARE(story(&was, &again, {}, start + 400ms), u"renewed"_s);
    }

    void moreHoldersThanAreListed_areNoHoldersThatComeAndGo()
    {
        auto many = snapshot(finding({}, OwnerScope::Object, LockKind::Semaphore));
        many.finding.moreHolders = 1001;
        many.look.value.length = 1001;
        auto more = many;
        more.finding.moreHolders = 1002;
        const auto few = snapshot(finding({holder("a")}, OwnerScope::Object, LockKind::Semaphore));
        QCOMPARE(owners(nullptr, &many), u"acquired "_s);
        QCOMPARE(owners(&many, &more), QString());
        QCOMPARE(owners(&many, &few), QString());
        QCOMPARE(owners(&few, &many), QString());
        QCOMPARE(owners(&many, nullptr), u"released "_s);
        auto whole = many; // one more than are listed is read
        whole.look.value.type = few.look.value.type;
        whole.look.value.length = std::ssize(whole.look.value.text);
        QCOMPARE(owners(&whole, &few), QString());
        QCOMPARE(owners(&few, &whole), QString());
    }

    void aWriterAndMoreReadersThanAreListed_takeTurns()
    {
        const auto writer = snapshot(finding({holder("a", 1, Mode::Write)}, OwnerScope::Constant, LockKind::RwLock));
        auto readers = snapshot(finding({}, OwnerScope::Constant, LockKind::RwLock), start + 40s);
        readers.finding.moreHolders = readers.look.value.length = 1199;
        QCOMPARE(owners(&writer, &readers), u"released a, acquired "_s);
        QCOMPARE(eventsBetween(&writer, &readers, id, start, {}).back().why, "it is read where it was written");
        QCOMPARE(owners(&readers, &writer), u"released , acquired a"_s);
    }

    void countersWithoutOwners_tellOfPermitsAndSteps()
    {
        const auto three = snapshot(finding({}, OwnerScope::Nobody, LockKind::Semaphore), {}, "3");
        const auto two = snapshot(finding({}, OwnerScope::Nobody, LockKind::Semaphore), {}, "2");
        QCOMPARE(story(&three, &two), u"acquired"_s);
        QCOMPARE(story(&two, &three), u"released"_s);
        QCOMPARE(story(nullptr, &three), u"seen"_s); // whoever created it need not have taken a permit
        Evidence early;
        early.announces = early.removedByNobody = true;
        QCOMPARE(story(&three, nullptr, early), u"out-of-sight"_s); // RSemaphore.delete() announces nothing
        const auto latch3 = snapshot(finding({}, OwnerScope::Nobody, LockKind::Latch), {}, "3");
        const auto latch2 = snapshot(finding({}, OwnerScope::Nobody, LockKind::Latch), {}, "2");
        QCOMPARE(story(&latch3, &latch2), u"partly-released"_s);
        const auto nobody = snapshot(finding({holder("")}, OwnerScope::Nobody), start + 30s, "1");
        const auto other = snapshot(finding({holder("")}, OwnerScope::Nobody), start + 30s, "2");
        QCOMPARE(story(&nobody, &other), u"seen*"_s);
        QCOMPARE(story(&nobody, &nobody), QString());
    }

    void readersWhoAreCounted_comeAndGo()
    {
        const auto one = snapshot(finding({holder("", 1, Mode::Read)}, OwnerScope::Unknown, LockKind::RwLock), start + 30s, "1");
        const auto two = snapshot(finding({holder("", 2, Mode::Read)}, OwnerScope::Unknown, LockKind::RwLock), start + 30s, "2");
        const auto writer = snapshot(finding({holder("", 1, Mode::Write)}, OwnerScope::Nobody, LockKind::RwLock), start + 30s, "w");
        QCOMPARE(story(&one, &two), u"acquired"_s);
        QCOMPARE(story(&two, &one), u"released"_s);
        QCOMPARE(story(&one, &writer), u"released* acquired*"_s); // one of them may have become the writer
        QCOMPARE(story(&writer, &two), u"released* acquired*"_s);
        const auto named = snapshot(finding({holder("a", 1, Mode::Write)}, OwnerScope::Unknown, LockKind::RwLock), start + 30s, "a");
        const auto other = snapshot(finding({holder("b", 1, Mode::Read)}, OwnerScope::Unknown, LockKind::RwLock), start + 30s, "b");
        QCOMPARE(story(&named, &two), u"released* acquired*"_s);
        QCOMPARE(story(&named, &other), u"taken-over*"_s);
    }

    void outrun_marksEveryEvent()
    {
        const auto one = snapshot(finding({holder("a", 1)}));
        const auto two = snapshot(finding({holder("a", 2)}));
        Evidence evidence;
        evidence.outrun = true;
        QCOMPARE(story(&one, &two, evidence), u"reentered*"_s);
    }

    void table_infersPeriodLeaseAndTime()
    {
        const Classifier classifier;
        LockTable table(classifier);
        for (int i = 0; i < 5; ++i)
            table.apply(look(start + i * 10s, owner1, 1, start + i * 10s + 30s), {});
        const auto *lock = table.find(id);
        QVERIFY(lock);
        QCOMPARE(lock->heldSince, start);
        QVERIFY(lock->heldSinceObserved);
        QCOMPARE(lock->renewals.count, 4);
        QCOMPARE(*lock->renewals.period, 10'000ms);
        QCOMPARE(*lock->lease, 30'000ms);
        table.tick(start + 60s); // 20 s since the last renewal of a lock that is renewed every 10 s
        QVERIFY(table.find(id)->state == LockState::RenewalOverdue);
        table.apply(look(start + 65s, owner2, 1, start + 95s), {});
        QCOMPARE(table.find(id)->heldSince, start + 65s);
        QCOMPARE(table.find(id)->renewals.count, 0);
        QVERIFY(table.find(id)->state == LockState::TakenOver);
    }

    void table_immortalNeedsTwoLooksASecondApart()
    {
        const Classifier classifier;
        LockTable table(classifier);
        const LockId id{0, "lock:order"}; // under a name that says nothing it might be data
        const auto look = [&](ServerTime at, const Bytes &owner) {
            auto bare = ::look(at, owner);
            bare.id = id;
            return bare;
        };
        table.apply(look(start, owner1), {});
        QVERIFY(table.find(id)->state == LockState::NoLease);
        QVERIFY(table.bareSince(start - 1ms).empty());
        QCOMPARE(table.bareSince(start).size(), std::size_t(1));
        table.tick(start + 1h); // the passing of time alone shows nothing
        QVERIFY(table.find(id)->state == LockState::NoLease);
        table.apply(look(start + 999ms, owner1), {});
        QVERIFY(table.find(id)->state == LockState::NoLease);
        table.apply(look(start + 1s, owner1), {});
        QVERIFY(table.find(id)->state == LockState::Immortal);
        QVERIFY(table.bareSince(start + 1h).empty());
    }

    void table_ourOwnReleaseIsRememberedUntilSomebodyComes()
    {
        const Classifier classifier;
        LockTable table(classifier);
        table.apply(look(start, owner1, 1, start + 30s), {});
        table.releasedByUs(id, start + 500ms);
        auto events = table.apply(look(start + 1s, {}), {});
        QVERIFY(events.size() == 1 && events[0].type == EventType::ForceReleased);
        QCOMPARE(table.size(), std::size_t(0));
        events = table.apply(look(start + 2s, owner1, 1, start + 32s), {});
        QVERIFY(events.size() == 1 && events[0].type == EventType::Resurrected);
    }

    void table_tellsChangesOnceAndForgetsFreeNames()
    {
        const Classifier classifier;
        LockTable table(classifier);
        table.apply(look(start, owner1, 1, start + 30s), {});
        QCOMPARE(table.takeChanged().size(), std::size_t(1));
        QVERIFY(table.takeChanged().empty());
        table.apply(look(start + 1s, {}), {});
        QVERIFY(table.takeChanged().empty());
        QCOMPARE(table.takeGone().size(), std::size_t(1));
        table.prune([](const LockId &) { return false; });
        Evidence evidence;
        const auto events = table.apply(look(start + 2s, owner2, 1, start + 32s), evidence);
        QVERIFY(events.size() == 1 && !events[0].notBefore); // it is also forgotten that the name was free
        table.forget([](const LockId &) { return true; }, start + 9s, "it can no longer be read");
        QVERIFY(!table.find(id));
        QCOMPARE(table.takeGone().size(), std::size_t(1));
    }

    void table_waitersMakeItContendedAndANewHolderForgetsThem()
    {
        const Classifier classifier;
        LockTable table(classifier);
        table.apply(look(start, owner1, 1, start + 30s), {});
        Waiters waiters;
        waiters.knowledge = Waiters::Knowledge::AtLeast;
        waiters.count = 2;
        waiters.asOf = start;
        table.setWaiters(id, waiters);
        QVERIFY(table.find(id)->state == LockState::Contended);
        table.apply(look(start + 20s, owner2, 1, start + 50s), {});
        QVERIFY(table.find(id)->waiters.knowledge == Waiters::Knowledge::Unknown);
        table.setWaiters({0, "stranger"}, waiters);
        QVERIFY(!table.find({0, "stranger"}));
    }
};

LOCKSCOPE_TEST(EventRulesTest)
#include "tst_event_rules.moc"
