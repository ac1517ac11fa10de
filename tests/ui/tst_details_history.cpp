// SPDX-License-Identifier: MIT
// What the details say about a lock's past, from the events alone.
#include "support/test_program.h"

#include "ui/monitor/details_history.h"
#include "ui/monitor/event_model.h"

#include "ui/words/event_words.h"

#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const LockId order{0, "order"};
const LockId other{0, "other"};
const Bytes first = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17";
const Bytes second = "5ff9b1ba-4b7d-4c1a-8f00-1234567890ab:3";

LockEvent happened(EventType type, ServerTime at, Bytes owner = first, LockId id = order)
{
    LockEvent event;
    event.type = type;
    event.time = at;
    event.id = std::move(id);
    event.owner = std::move(owner);
    return event;
}

} // namespace

class DetailsHistoryTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_events = std::make_unique<EventModel>(); }

    void events_areOfThisLockNewestFirstWithOwners()
    {
        m_events->append({happened(EventType::Acquired, at(0s)), happened(EventType::Acquired, at(1s), second, other),
                          happened(EventType::Expired, at(2s)), happened(EventType::Acquired, at(3s), second)});
        QCOMPARE(told(), (QStringList{u"acquired · 5ff9b1ba…:3"_s, u"expired · 9f3ac21e…:17"_s, u"acquired · 9f3ac21e…:17"_s}));
        const auto facts = factsOf(order);
        QCOMPARE(facts[0].label, timeText(at(3s)));
        QCOMPARE(facts[0].colour, 2);
        QCOMPARE(facts[1].colour, 1);
        QVERIFY(factsOf({1, "order"}).isEmpty()); // of another database
    }

    void forcedRelease_saysWhoseItWas()
    {
        m_events->append({happened(EventType::Acquired, at(0s)), happened(EventType::ForceReleased, at(1s))});
        QCOMPARE(told().front(), u"force-released by you · 9f3ac21e…:17 held it"_s);
    }

    void renewalsInRow_areOneLineWithNewestTime()
    {
        m_events->append({happened(EventType::Acquired, at(0s)), happened(EventType::Renewed, at(10s)),
                          happened(EventType::Released, at(11s), second, other), happened(EventType::Renewed, at(20s)),
                          happened(EventType::Renewed, at(30s)), happened(EventType::Renewed, at(31s), second)});
        QCOMPARE(told(), (QStringList{u"renewed · 5ff9b1ba…:3"_s, u"renewed 3 times"_s, u"acquired · 9f3ac21e…:17"_s}));
        QCOMPARE(factsOf(order)[1].label, timeText(at(30s)));
    }

    void manyEvents_nameWhereTheRestIs()
    {
        for (int i = 0; i < 4; ++i)
            m_events->append({happened(EventType::Acquired, at(i * 2s)), happened(EventType::Released, at(i * 2s + 1s))});
        QCOMPARE(told().size(), 8);
        QVERIFY(told().last().startsWith(u"acquired"));
        m_events->append({happened(EventType::Acquired, at(9s))});
        QCOMPARE(told().size(), 9);
        QCOMPARE(told().last(), u"Earlier events are in the timeline and in the event list."_s);
    }

    void otherLocksAreBusy_nothingIsForgotten()
    {
        m_events = std::make_unique<EventModel>(nullptr, 10);
        m_events->append({happened(EventType::Acquired, at(0s))});
        DetailsHistory history;
        history.begin(order, *m_events, nullptr);
        MonitorChange change;
        for (int i = 0; i < 50; ++i)
            change.events.push_back(happened(EventType::Acquired, at(1s), second, other));
        change.events.push_back(happened(EventType::Expired, at(2s)));
        m_events->append(change.events);
        history.apply(change, at(2s));
        QCOMPARE(textsOf(history.facts(colourOf)), (QStringList{u"expired · 9f3ac21e…:17"_s, u"acquired · 9f3ac21e…:17"_s}));
    }

    void waits_areLinesWithTheirLength()
    {
        TimelineLane lane;
        lane.waits.push_back({at(0s), at(2s)});
        m_events->append({happened(EventType::Acquired, at(1s))});
        DetailsHistory history;
        history.begin(order, *m_events, &lane);
        MonitorChange change;
        LockInfo lock;
        lock.id = order;
        lock.waiters = {Waiters::Knowledge::AtLeast, 2, {}, {}, {}};
        change.changed = {lock};
        history.apply(change, at(5s));
        QCOMPARE(textsOf(history.facts(colourOf)),
                 (QStringList{u"somebody waits since then"_s, u"acquired · 9f3ac21e…:17"_s, u"somebody waited for 2.0 s"_s}));
        change.changed.clear();
        change.gone = {{lock, EventType::Expired}};
        change.events = {happened(EventType::Expired, at(8s))};
        history.apply(change, at(8s));
        QCOMPARE(textsOf(history.facts(colourOf)).mid(0, 2), (QStringList{u"expired · 9f3ac21e…:17"_s, u"somebody waited for 3.0 s"_s}));
        QCOMPARE(history.facts(colourOf)[1].label, timeText(at(5s)));
    }

    void dangerousEvents_areHighlighted()
    {
        m_events->append({happened(EventType::LeaseRemoved, at(0s)), happened(EventType::DeletedEarly, at(1s), {})});
        const auto facts = factsOf(order);
        QCOMPARE(facts[0].look, Fact::KeySnapshot::Danger);
        QCOMPARE(facts[0].text, u"deleted early"_s); // nobody is named
        QCOMPARE(facts[1].look, Fact::KeySnapshot::Warning);
    }

private:
    static ServerTime at(std::chrono::seconds after) { return ServerTime(1'700'000'000s + after); }
    static int colourOf(const Bytes &owner) { return owner == first ? 1 : owner == second ? 2 : -1; }

    QList<Fact> factsOf(const LockId &id) const
    {
        DetailsHistory history;
        history.begin(id, *m_events, nullptr);
        return history.facts(colourOf);
    }

    QStringList told() const { return textsOf(factsOf(order)); }

    static QStringList textsOf(const QList<Fact> &facts)
    {
        QStringList lines;
        for (const auto &fact : facts)
            lines << fact.text;
        return lines;
    }

    std::unique_ptr<EventModel> m_events;
};

LOCKSCOPE_TEST(DetailsHistoryTest)
#include "tst_details_history.moc"
