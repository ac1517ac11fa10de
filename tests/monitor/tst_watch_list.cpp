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

Look lookAt(const Bytes &key, const Bytes &text, std::optional<ServerTime> deadline = {}, ServerTime at = start)
{
    Look look;
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
    void init() { m_list = {}; }

    void added_isReadOnce()
    {
        m_list.add(requestFor("a"));
        m_list.add(requestFor("a"));
        QVERIFY(m_list.contains("a"));
        QCOMPARE(m_list.take(10).size(), std::size_t(1));
        QVERIFY(!m_list.anyDirty());
    }

    void take_givesNoMoreThanAsked()
    {
        for (char c = 'a'; c < 'f'; ++c)
            m_list.add(requestFor(Bytes(1, c)));
        QCOMPARE(m_list.take(3).size(), std::size_t(3));
        QCOMPARE(m_list.take(3).size(), std::size_t(2));
    }

    void touchedWhileInFlight_isThrownAwayAndReadAgain()
    {
        const auto ticket = added("a");
        QVERIFY(m_list.touch("a"));
        QVERIFY(!answer(ticket, "old").deliver);
        QVERIFY(m_list.anyDirty());
        const auto again = m_list.take(1).front();
        const auto verdict = answer(again, "new");
        QVERIFY(verdict.deliver);
        QVERIFY(!verdict.outrun);
    }

    void readAgainWhileInFlight_keepsTheAnswer()
    {
        const auto ticket = added("a");
        m_list.readAgain("a"); // nothing shows that it changed
        QVERIFY(answer(ticket, "x").deliver);
        QVERIFY(m_list.anyDirty());
    }

    void changedFasterThanRead_isDeliveredNowAndThenAsOutrun()
    {
        auto ticket = added("a");
        int delivered = 0;
        for (int i = 0; i < 8; ++i) {
            m_list.touch("a");
            const auto verdict = answer(ticket, "x" + std::to_string(i));
            delivered += verdict.deliver ? 1 : 0;
            QCOMPARE(verdict.outrun, verdict.deliver);
            ticket = m_list.take(1).front();
        }
        QCOMPARE(delivered, 2);
    }

    void anotherWayToAsk_isAskedAtOnce()
    {
        const auto ticket = added("a");
        auto next = ticket.request;
        next.type = ValueType::Hash;
        m_list.askAgain(next);
        QVERIFY(m_list.take(1).front().request.type == ValueType::Hash);
    }

    void anAnswerForADroppedKey_isNothing()
    {
        const auto ticket = added("a");
        m_list.drop("a");
        QVERIFY(!answer(ticket, "x").deliver);
        QVERIFY(!m_list.touch("a"));
        m_list.drop("a");
    }

    void droppedWhileDirty_isNotRead()
    {
        m_list.add(requestFor("a"));
        m_list.drop("a");
        QVERIFY(m_list.take(10).empty());
        m_list.add(requestFor("a"));
        QCOMPARE(m_list.take(10).size(), std::size_t(1));
    }

    void askedAgain_isReadAgainWithItsGeneration()
    {
        const auto ticket = added("a");
        m_list.askAgain(ticket.request);
        const auto again = m_list.take(1).front();
        QCOMPARE(again.generation, ticket.generation);
        QVERIFY(answer(again, "x").deliver);
    }

    void changed_isAnotherValueOrDeadline()
    {
        QVERIFY(read("a", "x", start + 1s).changed);
        QVERIFY(!read("a", "x", start + 1s).changed);
        QVERIFY(read("a", "x", start + 2s).changed); // a release and a new acquisition by the same owner may look like this
        QVERIFY(read("a", "y", start + 2s).changed);
        QVERIFY(read("a", {}).changed);
        QVERIFY(!read("a", {}).changed);
    }

    void announcements_countForOneDeliveryAndAreRemembered()
    {
        read("a", "x");
        m_list.announced("a");
        auto verdict = m_list.settle("a", {});
        QVERIFY(verdict.announced);
        QVERIFY(!verdict.announces);
        verdict = m_list.settle("a", {});
        QVERIFY(!verdict.announced);
        QVERIFY(verdict.announces);
        m_list.subscriptionBroken();
        verdict = m_list.settle("a", {});
        QVERIFY(!verdict.announced);
        QVERIFY(!verdict.announces);
    }

    void announcedAfterTheLookWasAsked_belongsToTheNext()
    {
        read("a", "x");
        m_list.announced("a");
        m_list.settle("a", {}); // from here on it is known to announce
        m_list.touch("a");
        const auto held = m_list.take(1).front();
        const auto stillHeld = m_list.accept(held, lookAt("a", "x"));
        QVERIFY(stillHeld.deliver);
        // While that look waits for its barrier, the lock is released: the message first, then the announcement.
        m_list.touch("a");
        m_list.announced("a");
        QVERIFY(!m_list.settle("a", stillHeld).announced);
        const auto free = m_list.take(1).front();
        const auto gone = m_list.settle("a", m_list.accept(free, lookAt("a", {})));
        QVERIFY(gone.announces);
        QVERIFY(gone.announced);
    }

    void aLookThatWasOutrun_accusesNobody()
    {
        read("a", "x");
        m_list.announced("a");
        m_list.settle("a", {});
        WatchList::Verdict outrun;
        outrun.outrun = true;
        QVERIFY(!m_list.settle("a", outrun).announces);
    }

    // On a busy machine much can be heard before the barrier is answered: the next owner comes, and releases the lock, too.
    void announcementsOfTwoReleasesWhileWaiting_areOneForEach()
    {
        m_list.add(requestFor("a"));
        m_list.announced("a");
        m_list.settle("a", {}); // from here on it is known to announce
        m_list.touch("a");
        m_list.announced("a");
        const auto first = m_list.take(1).front();
        const auto gone = m_list.accept(first, lookAt("a", {}));
        m_list.touch("a"); // acquired
        m_list.touch("a"); // released
        m_list.announced("a");
        const auto settled = m_list.settle("a", gone);
        QVERIFY(settled.announced);
        QVERIFY(settled.heard.after);
        const auto second = m_list.take(1).front();
        QVERIFY(m_list.settle("a", m_list.accept(second, lookAt("a", {}))).announced);
        QVERIFY(!m_list.settle("a", {}).announced);
    }

    void changesOfMoreThanOneTurn_areSeveral()
    {
        m_list.add(requestFor("a"));
        const auto heardAfter = [this](int messages) {
            for (int i = 0; i < messages; ++i)
                m_list.touch("a", start + i * 1ms);
            m_list.readAgain("a");
            return m_list.accept(m_list.take(1).front(), lookAt("a", "x")).heard;
        };
        QCOMPARE(heardAfter(0), HeardSince());
        QCOMPARE(heardAfter(2), (HeardSince{start, {}, false, false})); // as a key that was read, and by broadcast
        QCOMPARE(heardAfter(3), (HeardSince{start, {}, true, false}));
        QCOMPARE(heardAfter(1), (HeardSince{start, {}, false, false}));
    }

    void aDeadlineThatPassedInSilence_isSaidToHave()
    {
        const auto deadline = start + 5s;
        m_list.add(requestFor("a"));
        m_list.accept(m_list.take(1).front(), lookAt("a", "x", deadline));
        m_list.expireUntil(deadline + 2ms, deadline + 1ms);
        QCOMPARE(m_list.accept(m_list.take(1).front(), lookAt("a", {})).heard, (HeardSince{{}, deadline + 1ms, false, false}));
        m_list.readAgain("a");
        m_list.accept(m_list.take(1).front(), lookAt("a", "x", deadline + 5s));
        m_list.touch("a", deadline + 4s);
        m_list.expireUntil(deadline + 6s, deadline + 6s);
        QCOMPARE(m_list.accept(m_list.take(1).front(), lookAt("a", {})).heard, (HeardSince{deadline + 4s, {}, false, false}));
    }

    void aHolderWhoseTimeIsOverFirst_isReadThen()
    {
        m_list.add(requestFor("a"));
        m_list.accept(m_list.take(1).front(), lookAt("a", "x", start + 9s));
        m_list.remindAlso("a", start + 5s);
        m_list.remindAlso("a", start + 7s); // later than another one
        QCOMPARE(*m_list.nextDeadline(), start + 5s);
        m_list.expireUntil(start + 6s);
        QVERIFY(m_list.anyDirty());
    }

    void announcementAndBrokenSubscription_areOfNoConcernToOthers()
    {
        m_list.announced("stranger");
        QVERIFY(!m_list.settle("stranger", {}).announced);
    }

    void deadline_isReadAfterItsMillisecond()
    {
        const auto deadline = start + 100ms;
        read("a", "x", deadline);
        QCOMPARE(*m_list.nextDeadline(), deadline);
        m_list.expireUntil(deadline);
        QVERIFY(!m_list.anyDirty());
        m_list.expireUntil(deadline + 1ms);
        QVERIFY(m_list.anyDirty());
        QVERIFY(!m_list.nextDeadline());
    }

    void readTooEarly_isRemindedOnceMore()
    {
        const auto deadline = start + 100ms;
        read("a", "x", deadline);
        m_list.expireUntil(deadline + 1ms);
        const auto ticket = m_list.take(1).front();
        // It is still there although it should be gone by our estimate.
        m_list.accept(ticket, lookAt("a", "x", deadline, deadline + 200us));
        QCOMPARE(*m_list.nextDeadline(), deadline + 200us);
    }

    void renewed_movesTheAlarm()
    {
        read("a", "x", start + 1s);
        read("a", "x", start + 10s);
        QCOMPARE(*m_list.nextDeadline(), start + 10s);
        m_list.expireUntil(start + 5s);
        QVERIFY(!m_list.anyDirty());
        read("a", "x");
        QVERIFY(!m_list.nextDeadline());
    }

    void manyRenewals_leaveNothingBehind()
    {
        for (int i = 0; i < 5; ++i)
            read(Bytes(1, static_cast<char>('a' + i)), "x", start + 1h);
        for (int i = 0; i < 100'000; ++i)
            read("a", "x", start + 1h + std::chrono::milliseconds(i));
        QCOMPARE(*m_list.nextDeadline(), start + 1h);
        m_list.expireUntil(start + 2h);
        QCOMPARE(m_list.take(10).size(), std::size_t(5));
    }

    void refresh_takesEachInTurnAndNoneTwice()
    {
        for (const auto *key : {"a", "b", "c"})
            read(key, "x");
        m_list.refresh(2);
        QCOMPARE(keys(m_list.take(10)), std::string("ab"));
        m_list.refresh(2);
        QCOMPARE(keys(m_list.take(10)), std::string("ca"));
        m_list.refresh(100);
        QCOMPARE(m_list.take(10).size(), std::size_t(3));
    }

    void droppedAndAddedOften_hasOneTurn()
    {
        read("b", "x");
        for (int i = 0; i < 50; ++i) {
            m_list.drop("a");
            read("a", "x");
        }
        // If all its former turns were still there, "b" would have no turn among these.
        m_list.refresh(51);
        m_list.take(10);
        m_list.refresh(2);
        QCOMPARE(m_list.take(10).size(), std::size_t(2));
    }

    void goneNames_stayWatchedUntilThereAreTooMany()
    {
        for (std::size_t i = 0; i <= WatchList::mostGone; ++i)
            read("gone" + std::to_string(i), {});
        QCOMPARE(m_list.size(), WatchList::mostGone);
        QVERIFY(!m_list.contains("gone0"));
        QVERIFY(m_list.contains("gone1"));
        read("gone1", "back"); // no longer among them
        for (std::size_t i = 0; i < 10; ++i)
            read("more" + std::to_string(i), {});
        QVERIFY(m_list.contains("gone1"));
        QCOMPARE(m_list.size(), WatchList::mostGone + 1);
    }

    void touchAll_throwsAwayWhatIsInFlight()
    {
        const auto ticket = added("a");
        m_list.touchAll();
        QVERIFY(!answer(ticket, "x").deliver);
    }

private:
    WatchList::Ticket added(const Bytes &key)
    {
        m_list.add(requestFor(key));
        return m_list.take(1).front();
    }

    WatchList::Verdict answer(const WatchList::Ticket &ticket, const Bytes &text)
    {
        return m_list.accept(ticket, lookAt(ticket.request.id.key, text));
    }

    WatchList::Verdict read(const Bytes &key, const Bytes &text, std::optional<ServerTime> deadline = {})
    {
        m_list.add(requestFor(key));
        m_list.readAgain(key);
        for (const auto &ticket : m_list.take(1'000)) {
            if (ticket.request.id.key == key)
                return m_list.accept(ticket, lookAt(key, text, deadline));
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

    WatchList m_list;
};

LOCKSCOPE_TEST(WatchListTest)
#include "tst_watch_list.moc"
