// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "lockcore/monitor/watch/watch_list.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const ServerTime start{std::chrono::seconds(1'700'000'000)};

LookRequest requestFor(const Bytes &key)
{
    LookRequest request;
    request.id.key = key;
    request.type = ValueType::String;
    return request;
}

KeySnapshot lookAt(const Bytes &key, const Bytes &text, std::optional<ServerTime> deadline = {}, ServerTime at = start)
{
    KeySnapshot look;
    look.id.key = key;
    look.at = at;
    if (!text.empty())
        look.value = {ValueType::String, text, static_cast<std::int64_t>(text.size()), {}};
    look.deadline = deadline;
    return look;
}

} // namespace

class WatchListTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_watchList = std::make_unique<WatchList>(); }

    void added_isReadOnce()
    {
        m_watchList->add(requestFor("a"));
        m_watchList->add(requestFor("a"));
        QVERIFY(m_watchList->contains("a"));
        QCOMPARE(m_watchList->take(10).size(), std::size_t(1));
        QVERIFY(!m_watchList->anyDirty());
    }

    // On a replica: the key's time is over, and the primary's message may be in flight.
    void removal_isAwaitedForAWhile()
    {
        m_watchList->add(requestFor("a"));
        const auto ticket = m_watchList->take(1).front();
        QVERIFY(m_watchList->accept(ticket, lookAt("a", "x", start + 1s)).deliver);
        QVERIFY(!m_watchList->mayBeOverByTimeAlone("a", start + 900ms));
        m_watchList->touchAll(); // no message
        QVERIFY(m_watchList->mayBeOverByTimeAlone("a", start + 1s));
        QVERIFY(m_watchList->awaitsRemoval("a", start + 2s));
        QCOMPARE(*m_watchList->nextDeadline(), start + 12s);
        QVERIFY(m_watchList->awaitsRemoval("a", start + 5s));
        QCOMPARE(*m_watchList->nextDeadline(), start + 12s);
        QVERIFY(!m_watchList->awaitsRemoval("a", start + 12s));
        m_watchList->touch("a");
        QVERIFY(!m_watchList->mayBeOverByTimeAlone("a", start + 2s));
        QVERIFY(m_watchList->accept(m_watchList->take(1).front(), lookAt("a", "x", start + 60s)).deliver);
        QVERIFY(m_watchList->awaitsRemoval("a", start + 61s));
        QVERIFY(!m_watchList->awaitsRemoval("b", start)); // not followed
    }

    // After a full synchronisation: keys that are gone were removed by it.
    void awaitedKeys_areReadWhenLinkIsUp()
    {
        read("a", "x");
        m_watchList->readAwaited();
        QVERIFY(m_watchList->take(1).empty());
        QVERIFY(m_watchList->awaitsRemoval("a", start + 2s));
        m_watchList->readAwaited();
        QCOMPARE(m_watchList->take(2).size(), 1u);
    }

    // An incomplete answer, for whatever reason, proves nothing about messages that came in the meantime.
    void companionBornDuringLook_isRead()
    {
        m_watchList->setHears(WatchList::Hears::Turns);
        m_watchList->add(requestFor("a"));
        m_watchList->accept(m_watchList->take(1).front(), lookAt("a", "x"));
        m_watchList->nothingBeside("a");
        m_watchList->touch("a");
        auto ticket = m_watchList->take(1).front();
        QVERIFY(ticket.request.knownAbsent);
        m_watchList->askAgain(ticket.request);
        ticket = m_watchList->take(1).front();
        QVERIFY(ticket.request.knownAbsent);
        m_watchList->touch("a", {}, false);
        m_watchList->askAgain(ticket.request);
        QVERIFY(!m_watchList->take(1).front().request.knownAbsent);
    }

    // A new companion sends a message, so it is not asked for at each look.
    void nothingBeside_lastsUntilAMessage()
    {
        const auto isKnown = [this] {
            m_watchList->touch("a");
            const auto ticket = m_watchList->take(1).front();
            m_watchList->accept(ticket, lookAt("a", "x"));
            m_watchList->nothingBeside("a");
            return ticket.request.knownAbsent;
        };
        m_watchList->setHears(WatchList::Hears::Turns);
        m_watchList->add(requestFor("a"));
        QVERIFY(!isKnown());
        QVERIFY(isKnown());
        m_watchList->touch("a", {}, false);
        QVERIFY(!isKnown());
        QVERIFY(isKnown());
        m_watchList->touch("a");
        const auto ticket = m_watchList->take(1).front();
        m_watchList->touch("a", {}, false); // born while the look was under way, which therefore says nothing of it
        QVERIFY(!answer(ticket, "x").deliver);
        m_watchList->nothingBeside("a");
        QVERIFY(!isKnown());
        QVERIFY(isKnown());
        m_watchList->touchAll();
        QVERIFY(!isKnown());
        QVERIFY(isKnown());
        m_watchList->refresh(1); // its changes are heard, so a new companion would be heard, too
        QVERIFY(isKnown());
        m_watchList->refresh(1);
        m_watchList->refresh(1); // nothing was heard since: in case a message was lost
        QVERIFY(!isKnown());
        m_watchList->setHears(WatchList::Hears::Changes); // polling sets this, too
        m_watchList->touchAll();
        QVERIFY(!isKnown());
        QVERIFY(!isKnown());
    }

    void take_givesNoMoreThanAsked()
    {
        for (char c = 'a'; c < 'f'; ++c)
            m_watchList->add(requestFor(Bytes(1, c)));
        QCOMPARE(m_watchList->take(3).size(), std::size_t(3));
        QCOMPARE(m_watchList->take(3).size(), std::size_t(2));
    }

    void touchedInFlight_isDiscardedAndReadAgain()
    {
        const auto ticket = added("a");
        QVERIFY(m_watchList->touch("a"));
        QVERIFY(!answer(ticket, "old").deliver);
        QVERIFY(m_watchList->anyDirty());
        const auto again = m_watchList->take(1).front();
        const auto verdict = answer(again, "new");
        QVERIFY(verdict.deliver);
        QVERIFY(!verdict.outrun);
    }

    void readAgainWhileInFlight_keepsTheAnswer()
    {
        const auto ticket = added("a");
        m_watchList->readAgain("a"); // nothing shows that it changed
        QVERIFY(answer(ticket, "x").deliver);
        QVERIFY(m_watchList->anyDirty());
    }

    void changedFasterThanRead_isSometimesDeliveredAsOutrun()
    {
        auto ticket = added("a");
        int delivered = 0;
        for (int i = 0; i < 8; ++i) {
            m_watchList->touch("a");
            const auto verdict = answer(ticket, "x" + std::to_string(i));
            delivered += verdict.deliver ? 1 : 0;
            QCOMPARE(verdict.outrun, verdict.deliver);
            QVERIFY(verdict.changed); // the read was not useless
            ticket = m_watchList->take(1).front();
        }
        QCOMPARE(delivered, 2);
    }

    void key_isReadInItsDatabase()
    {
        WatchList list(3);
        auto request = requestFor("a");
        request.id.db = 3;
        request.companions["b"] = ValueType::List;
        list.add(request);
        QVERIFY(list.take(1).front().request == request);
    }

    void changedRequest_isSentAtOnce()
    {
        const auto ticket = added("a");
        auto next = ticket.request;
        next.type = ValueType::Hash;
        m_watchList->askAgain(next);
        QVERIFY(m_watchList->take(1).front().request.type == ValueType::Hash);
    }

    void droppedKeysAnswer_isIgnored()
    {
        const auto ticket = added("a");
        m_watchList->drop("a");
        QVERIFY(!answer(ticket, "x").deliver);
        QVERIFY(!m_watchList->touch("a"));
        m_watchList->drop("a");
    }

    void droppedWhileDirty_isNotRead()
    {
        m_watchList->add(requestFor("a"));
        m_watchList->drop("a");
        QVERIFY(m_watchList->take(10).empty());
        m_watchList->add(requestFor("a"));
        QCOMPARE(m_watchList->take(10).size(), std::size_t(1));
    }

    void askedAgain_keepsItsGeneration()
    {
        const auto ticket = added("a");
        m_watchList->askAgain(ticket.request);
        const auto again = m_watchList->take(1).front();
        QCOMPARE(again.generation, ticket.generation);
        QVERIFY(answer(again, "x").deliver);
    }

    void changed_meansOtherValueOrDeadline()
    {
        QVERIFY(read("a", "x", start + 1s).changed);
        QVERIFY(!read("a", "x", start + 1s).changed);
        QVERIFY(read("a", "x", start + 2s).changed); // a release and a new acquisition by the same owner may look like this
        QVERIFY(read("a", "y", start + 2s).changed);
        QVERIFY(read("a", {}).changed);
        QVERIFY(!read("a", {}).changed);
    }

    void announcements_countOnceAndAreRemembered()
    {
        read("a", "x");
        m_watchList->announced("a");
        auto verdict = read("a", "x");
        QVERIFY(verdict.announced);
        QVERIFY(!verdict.announces);
        QVERIFY(!verdict.announcedNearby);
        verdict = read("a", "x");
        QVERIFY(!verdict.announced);
        QVERIFY(verdict.announces);
        m_watchList->subscriptionBroken();
        verdict = read("a", "x");
        QVERIFY(!verdict.announced);
        QVERIFY(!verdict.announces);
    }

    // It is unknown whether it came before or after the look: so that look does not count.
    void announcedAfterLookWasSent_belongsToTheNext()
    {
        read("a", "x");
        m_watchList->announced("a");
        read("a", "x"); // from here on it is known to announce
        m_watchList->touch("a");
        const auto held = m_watchList->take(1).front();
        m_watchList->announced("a");
        m_watchList->touch("a");
        QVERIFY(!answer(held, "x").deliver);
        const auto gone = m_watchList->accept(m_watchList->take(1).front(), lookAt("a", {}));
        QVERIFY(gone.announces);
        QVERIFY(gone.announced);
        QVERIFY(!read("a", "y").announced);
    }

    void outrunLook_accusesNobody()
    {
        read("a", "x");
        m_watchList->announced("a");
        read("a", "x");
        WatchList::Verdict outrun;
        while (!outrun.deliver) {
            m_watchList->touch("a");
            const auto ticket = m_watchList->take(1).front();
            m_watchList->touch("a");
            outrun = answer(ticket, {});
        }
        QVERIFY(outrun.outrun);
        QVERIFY(outrun.heard.after);
        QVERIFY(!outrun.announces);
        QVERIFY(!outrun.unexplained);
        QVERIFY(!read("a", {}).announces);
    }

    void announcedDuringLastLook_isOnlyNearby()
    {
        const auto outrun = [this](bool before) {
            WatchList::Verdict verdict;
            while (!verdict.deliver) {
                m_watchList->touch("a");
                if (before)
                    m_watchList->announced("a");
                const auto ticket = m_watchList->take(1).front();
                m_watchList->touch("a");
                if (ticket.last)
                    m_watchList->announced("a");
                verdict = answer(ticket, "x");
            }
            return verdict;
        };
        read("a", "x");
        auto verdict = outrun(false);
        QVERIFY(!verdict.announced);
        QVERIFY(verdict.announcedNearby);
        verdict = read("a", "y");
        QVERIFY(!verdict.announced);
        QVERIFY(verdict.announcedNearby);
        QVERIFY(!read("a", "z").announcedNearby);
        QVERIFY(outrun(true).announced); // the first one of two
        verdict = read("a", "y");
        QVERIFY(!verdict.announced);
        QVERIFY(verdict.announcedNearby);
    }

    // It comes on another connection than the message of the change, so an earlier look may have received it.
    void announcedWithoutChange_isNearbyForTheNext()
    {
        read("a", "x");
        m_watchList->announced("a");
        QVERIFY(!read("a", "x").changed);
        const auto next = read("a", "y");
        QVERIFY(!next.announced);
        QVERIFY(next.announcedNearby);
        QVERIFY(!read("a", "z").announcedNearby);
        m_watchList->announced("a");
        QVERIFY(read("a", "x").announced);
        QVERIFY(!read("a", "y").announcedNearby);
    }

    // On a long connection, most changes of a busy key would be missed.
    void outrunAfterTheAnswer_countsDuringLongWaits()
    {
        read("a", "x");
        for (const bool isFarAway : {false, true}) {
            m_watchList->touch("a");
            auto tickets = m_watchList->take(1);
            if (isFarAway)
                m_watchList->answered(tickets);
            m_watchList->touch("a");
            const auto verdict = answer(tickets.front(), "y");
            QCOMPARE(verdict.deliver, isFarAway);
            QCOMPARE(verdict.outrun, isFarAway);
        }
        m_watchList->touch("a");
        auto tickets = m_watchList->take(1);
        m_watchList->touch("a"); // and this is from before the answer
        m_watchList->answered(tickets);
        QVERIFY(!answer(tickets.front(), "z").deliver);
    }

    // The finder of a key does not wait for the subscription: an announcement may be older than the look.
    void firstLook_isMarked()
    {
        m_watchList->add(requestFor("b"));
        m_watchList->announced("b");
        auto verdict = read("b", "x");
        QVERIFY(verdict.announced && verdict.first);
        m_watchList->announced("b");
        verdict = read("b", "x");
        QVERIFY(verdict.announced && !verdict.first);
    }

    // A lease was shortened to a moment: a message reports its end, too, which the look itself may have caused.
    void messageAfterGoneLook_isHeardAfter()
    {
        read("a", "x");
        const auto outrunBy = [this](const Bytes &text) {
            m_watchList->touch("a");
            const auto ticket = m_watchList->take(1).front();
            m_watchList->touch("a");
            QVERIFY(!answer(ticket, text).deliver);
        };
        outrunBy({});
        QVERIFY(read("a", {}).heard.after);
        QVERIFY(!read("a", {}).heard.after);
        outrunBy("x");
        QVERIFY(!read("a", "x").heard.after);
    }

    void changesInSeveralTurns_areSeveral()
    {
        m_watchList->add(requestFor("a"));
        const auto heardAfter = [this](int messages) {
            for (int i = 0; i < messages; ++i)
                m_watchList->touch("a", start + i * 1ms);
            m_watchList->readAgain("a");
            return m_watchList->accept(m_watchList->take(1).front(), lookAt("a", "x")).heard;
        };
        QCOMPARE(heardAfter(0),
                 (ChangeNotifications{{}, {}, true, false, true, false})); // between the look that found it and this one, nobody listened
        QCOMPARE(heardAfter(0), ChangeNotifications());
        QCOMPARE(heardAfter(2), (ChangeNotifications{start, {}, true, true, true, false}));
        QCOMPARE(heardAfter(1), (ChangeNotifications{start, {}, true, true, false, false}));
    }

    // With keyspace events, SET with a time sends two.
    void leaseSetWithAChange_isOneChange()
    {
        const auto severalAfter = [this](std::initializer_list<bool> leaseOnly) {
            read("a", "x");
            for (const bool only : leaseOnly)
                m_watchList->touch("a", start, true, only);
            return read("a", "y").heard.several;
        };
        read("a", "x");
        QVERIFY(!severalAfter({false}));
        QVERIFY(!severalAfter({false, true}));
        QVERIFY(!severalAfter({true}));
        QVERIFY(severalAfter({true, false}));
        QVERIFY(severalAfter({false, false})); // SET without a time
        QVERIFY(severalAfter({false, true, false}));
    }

    void onlyFirstChangeHeard_mayBeSeveral()
    {
        m_watchList->add(requestFor("a"));
        const auto heardAfter = [this](bool touched) {
            if (touched)
                m_watchList->touch("a", start);
            m_watchList->readAgain("a");
            return m_watchList->accept(m_watchList->take(1).front(), lookAt("a", "x")).heard.several;
        };
        heardAfter(false);
        m_watchList->setHears(WatchList::Hears::First);
        QVERIFY(!heardAfter(false));
        QVERIFY(heardAfter(true));
        QVERIFY(!heardAfter(false));
        m_watchList->touch("a", start);
        m_watchList->setHears(WatchList::Hears::Changes); // too late for this one
        QVERIFY(heardAfter(false));
        QVERIFY(!heardAfter(true));
        m_watchList->touch("a", start);
        m_watchList->setHears(WatchList::Hears::First);
        QVERIFY(heardAfter(false));
    }

    void goneWithoutItsAnnouncement_isUnexplained()
    {
        const auto counted = std::make_shared<const ServerRemovals>();
        const auto gone = [&](bool counts, bool announced, bool after) {
            m_watchList = std::make_unique<WatchList>();
            m_watchList->setRemovals(counts ? counted : nullptr);
            read("a", "x");
            m_watchList->announced("a");
            read("a", "x"); // from here on it is known to announce
            m_watchList->touch("a");
            m_watchList->setRemovals({}); // a later count does not matter
            if (announced)
                m_watchList->announced("a");
            const auto ticket = m_watchList->take(1).front();
            if (!after)
                return answer(ticket, {});
            m_watchList->touch("a");
            answer(ticket, {});
            return read("a", {});
        };
        QVERIFY(gone(true, false, false).unexplained);
        QCOMPARE(gone(true, false, false).heard.removals, counted);
        QVERIFY(!gone(false, false, false).unexplained); // without a count, the server cannot show more
        QVERIFY(!gone(true, true, false).unexplained);
        QVERIFY(!gone(true, false, true).unexplained);
        m_watchList->setRemovals(counted);
        m_watchList->subscriptionBroken();
        m_watchList->touch("a");
        QVERIFY(!m_watchList->accept(m_watchList->take(1).front(), lookAt("a", "x")).heard.removals);
    }

    void deadlinePassedWithoutMessage_isReported()
    {
        const auto deadline = start + 5s;
        m_watchList->add(requestFor("a"));
        m_watchList->accept(m_watchList->take(1).front(), lookAt("a", "x", deadline));
        m_watchList->expireUntil(deadline + 2ms, deadline + 1ms);
        QCOMPARE(m_watchList->accept(m_watchList->take(1).front(), lookAt("a", {})).heard,
                 (ChangeNotifications{{}, deadline + 1ms, false, false, false, false}));
        m_watchList->readAgain("a");
        m_watchList->accept(m_watchList->take(1).front(), lookAt("a", "x", deadline + 5s));
        m_watchList->touch("a", deadline + 4s);
        m_watchList->expireUntil(deadline + 6s, deadline + 6s);
        QCOMPARE(m_watchList->accept(m_watchList->take(1).front(), lookAt("a", {})).heard,
                 (ChangeNotifications{deadline + 4s, {}, true, true, false, false}));
    }

    void firstEndingHolder_isReadAtItsEnd()
    {
        m_watchList->add(requestFor("a"));
        m_watchList->accept(m_watchList->take(1).front(), lookAt("a", "x", start + 9s));
        m_watchList->remindAlso("a", start + 5s);
        m_watchList->remindAlso("a", start + 7s); // later than another one
        QCOMPARE(*m_watchList->nextDeadline(), start + 5s);
        m_watchList->expireUntil(start + 6s);
        QVERIFY(m_watchList->anyDirty());
    }

    void announcedUnknownKey_isIgnored()
    {
        m_watchList->announced("stranger");
        QVERIFY(!m_watchList->contains("stranger"));
        QVERIFY(!read("stranger", "x").announced);
    }

    void deadline_isReadAfterItsMillisecond()
    {
        const auto deadline = start + 100ms;
        read("a", "x", deadline);
        QCOMPARE(*m_watchList->nextDeadline(), deadline);
        m_watchList->expireUntil(deadline);
        QVERIFY(!m_watchList->anyDirty());
        m_watchList->expireUntil(deadline + 1ms);
        QVERIFY(m_watchList->anyDirty());
        QVERIFY(!m_watchList->nextDeadline());
    }

    void readTooEarly_isReadOnceMore()
    {
        const auto deadline = start + 100ms;
        read("a", "x", deadline);
        m_watchList->expireUntil(deadline + 1ms);
        const auto ticket = m_watchList->take(1).front();
        // By our estimate the key should be gone, but it still exists.
        m_watchList->accept(ticket, lookAt("a", "x", deadline, deadline + 200us));
        QCOMPARE(*m_watchList->nextDeadline(), deadline + 200us);
    }

    void renewed_movesTheAlarm()
    {
        read("a", "x", start + 1s);
        read("a", "x", start + 10s);
        QCOMPARE(*m_watchList->nextDeadline(), start + 10s);
        m_watchList->expireUntil(start + 5s);
        QVERIFY(!m_watchList->anyDirty());
        read("a", "x");
        QVERIFY(!m_watchList->nextDeadline());
    }

    void manyRenewals_leaveNothingBehind()
    {
        for (int i = 0; i < 5; ++i)
            read(Bytes(1, static_cast<char>('a' + i)), "x", start + 1h);
        for (int i = 0; i < 100'000; ++i)
            read("a", "x", start + 1h + std::chrono::milliseconds(i));
        QCOMPARE(*m_watchList->nextDeadline(), start + 1h);
        m_watchList->expireUntil(start + 2h);
        QCOMPARE(m_watchList->take(10).size(), std::size_t(5));
    }

    void refresh_takesEachKeyOncePerTurn()
    {
        for (const auto *key : {"a", "b", "c"})
            added(key);
        m_watchList->refresh(2);
        QCOMPARE(keys(m_watchList->take(10)), std::string("ab"));
        m_watchList->refresh(2);
        QCOMPARE(keys(m_watchList->take(10)), std::string("ca"));
        m_watchList->refresh(100);
        QCOMPARE(m_watchList->take(10).size(), std::size_t(3));
    }

    void refresh_skipsKeysReadSinceTheirLastTurn()
    {
        const auto turns = [this] {
            m_watchList->refresh(2);
            std::string all;
            for (const auto &ticket : m_watchList->take(10)) {
                answer(ticket, "x");
                all += ticket.request.id.key;
            }
            return all;
        };
        for (const auto *key : {"a", "b"})
            answer(added(key), "x");
        turns(); // what nobody had read may have changed
        QCOMPARE(turns(), std::string("ab"));
        m_watchList->touch("a");
        read("a", "y");
        QCOMPARE(turns(), std::string("b"));
        QCOMPARE(turns(), std::string("ab"));
    }

    void droppedAndAddedOften_hasOneTurn()
    {
        read("b", "x");
        for (int i = 0; i < 50; ++i) {
            m_watchList->drop("a");
            read("a", "x");
        }
        m_watchList->refresh(2); // the keys that were read
        // If all its former turns were still there, "b" would have no turn among these.
        m_watchList->refresh(51);
        m_watchList->take(10);
        m_watchList->refresh(2);
        QCOMPARE(m_watchList->take(10).size(), std::size_t(2));
    }

    // A server may show a thousand names a second that are used only once.
    void namesUsedOnce_doNotDelayTheRefresh()
    {
        read("stays", "x");
        for (std::size_t i = 0; i < 3 * WatchList::mostGone; ++i)
            read("once" + std::to_string(i), {});
        const auto size = m_watchList->size();
        QCOMPARE(size, WatchList::mostGone + 1);
        m_watchList->refresh(size); // the keys that were read
        m_watchList->refresh(1);    // now it is the last one in turn
        m_watchList->take(size);
        m_watchList->refresh(size);
        const auto turns = keys(m_watchList->take(size + 1));
        QVERIFY(turns.find("stays") != turns.npos);
    }

    void dropped_leavesNoReadAndNoDeadline()
    {
        read("a", "x", start + 1s);
        m_watchList->readAgain("a");
        m_watchList->drop("a");
        QVERIFY(!m_watchList->anyDirty());
        QVERIFY(!m_watchList->nextDeadline());
        m_watchList->refresh(10);
        QVERIFY(!m_watchList->anyDirty());
    }

    void goneNames_stayFollowedUpToALimit()
    {
        for (std::size_t i = 0; i <= WatchList::mostGone; ++i)
            read("gone" + std::to_string(i), {});
        QCOMPARE(m_watchList->size(), WatchList::mostGone);
        QVERIFY(!m_watchList->contains("gone0"));
        QVERIFY(m_watchList->contains("gone1"));
        read("gone1", "back"); // no longer among them
        for (std::size_t i = 0; i < 10; ++i)
            read("more" + std::to_string(i), {});
        QVERIFY(m_watchList->contains("gone1"));
        QCOMPARE(m_watchList->size(), WatchList::mostGone + 1);
    }

    void touchAll_discardsLooksInFlight()
    {
        const auto ticket = added("a");
        m_watchList->touchAll();
        QVERIFY(!answer(ticket, "x").deliver);
    }

private:
    WatchList::Ticket added(const Bytes &key)
    {
        m_watchList->add(requestFor(key));
        return m_watchList->take(1).front();
    }

    WatchList::Verdict answer(const WatchList::Ticket &ticket, const Bytes &text)
    {
        return m_watchList->accept(ticket, lookAt(ticket.request.id.key, text));
    }

    WatchList::Verdict read(const Bytes &key, const Bytes &text, std::optional<ServerTime> deadline = {})
    {
        m_watchList->add(requestFor(key));
        m_watchList->readAgain(key);
        for (const auto &ticket : m_watchList->take(1'000)) {
            if (ticket.request.id.key == key)
                return m_watchList->accept(ticket, lookAt(key, text, deadline));
        }
        return {};
    }

    static std::string keys(const std::vector<WatchList::Ticket> &tickets)
    {
        std::string all;
        for (const auto &ticket : tickets)
            all += ticket.request.id.key;
        return all;
    }

    std::unique_ptr<WatchList> m_watchList;
};

LOCKSCOPE_TEST(WatchListTest)
#include "tst_watch_list.moc"
