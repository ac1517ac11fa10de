// SPDX-License-Identifier: MIT
// "Who does this?" in the window: the question and its answers, the banner, and what a trace has found.
#include "support/test_program.h"

#include "ui/release_window_case.h"

#include "ui/monitor/details_panel.h"
#include "ui/monitor/event_model.h"
#include "ui/monitor/filter_bar.h"
#include "ui/monitor/incident_store.h"
#include "ui/monitor/lock_lanes.h"
#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/traces.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/timeline_table.h"
#include "ui/widgets/timeline_view.h"
#include "ui/words/incident_words.h"
#include "ui/words/trace_words.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMessageBox>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class TracesTest final : public ReleaseWindowCase
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }

    void question_namesCostBeforeAnythingIsTraced()
    {
        startWithLocks();
        putQuestion();
        const auto text = textOf(question());
        for (const auto &part : {u"Trace who changes sync:{9}?"_s, u"MONITOR"_s, u"4,100 commands/s"_s, u"of a core"_s,
                                 u"what all clients send passes through here, secrets too"_s, u"It follows this lock and "_s})
            QVERIFY2(text.contains(part), qPrintable(part + u" in:\n"_s + text));
        QCOMPARE(desk().runs.size(), 0u);
        QTest::keyClick(question(), Qt::Key_Return); // the default is to cancel
        QTRY_VERIFY(!question());
        QCOMPARE(desk().runs.size(), 0u);
        QVERIFY(traces()->action()->isEnabled());
    }

    void yes_tracesTheLockFirstAndAsLongAsChosen()
    {
        startWithLocks();
        putQuestion();
        auto *time = question()->findChild<QComboBox *>(u"traceTime"_s);
        QCOMPARE(time->currentIndex(), 0);
        time->setCurrentIndex(time->count() - 1);
        QCOMPARE(named(u"trace"_s)->text(), u"&Trace for 5 min"_s);
        named(u"trace"_s)->click();
        QTRY_COMPARE(desk().runs.size(), 1u);
        const auto &wish = desk().runs.front();
        QCOMPARE(wish.time, TraceOptions::mostTime);
        QCOMPARE(wish.keys.front(), Bytes("sync:{9}"));
        QCOMPARE(wish.keys.size(), m_source->releases.locks.size());
        QVERIFY(std::ranges::count(wish.keys, Bytes("sync:{9}")) == 1);
        QVERIFY(!wish.limits.maxLoad);
        QVERIFY(!traces()->action()->isEnabled()); // one at a time
    }

    void running_bannerSaysRestAndCostAndStops()
    {
        startWithLocks();
        begin();
        TraceStatus status;
        status.share = 0.061;
        status.left = 21'300ms;
        status.commands = 12'345;
        emit desk().status(desk().lastId, status);
        QVERIFY2(bannerText().contains(u"22 s left · costs 6 % of a core now · commands seen: 12,345"_s), qPrintable(bannerText()));
        stopButton()->click();
        QCOMPARE(desk().stops, 1);
        TraceReport report;
        report.end = TraceEnd::Stopped;
        report.lasted = 8'700ms;
        emit desk().ended(desk().lastId, report);
        QVERIFY2(bannerText().startsWith(u"Trace ended You stopped the trace. 8.7 s, 0 commands"_s), qPrintable(bannerText()));
        QVERIFY(traces()->action()->isEnabled());
        stopButton()->click();
        QVERIFY(!traces()->banner()->isVisible());
    }

    void guard_isNamedAtTheEnd()
    {
        startWithLocks();
        begin();
        TraceReport report;
        report.end = TraceEnd::Load;
        emit desk().ended(desk().lastId, report);
        QVERIFY2(bannerText().contains(u"it cost the server more than twice what was predicted"_s), qPrintable(bannerText()));
    }

    void hindrance_isASentence()
    {
        startWithLocks();
        choose("sync:{9}");
        traces()->action()->trigger();
        auto plan = fake::Traces::calmPlan();
        plan.hindrance = TraceHindrance::Replica;
        emit desk().planned(desk().lastId, plan);
        QVERIFY2(bannerText().contains(u"This server is a replica"_s), qPrintable(bannerText()));
        QVERIFY(!question());
        QVERIFY(traces()->action()->isEnabled());
    }

    void refusal_isASentence()
    {
        startWithLocks();
        begin();
        emit desk().failed(desk().lastId, Error{ErrorKind::Server, "ERR unknown command 'MONITOR'", "ERR"});
        QVERIFY2(bannerText().contains(u"A trace needs MONITOR; some services do not have it."_s), qPrintable(bannerText()));
    }

    void production_isAskedTwice()
    {
        Target target = targetAt({});
        target.name = u"payments"_s;
        target.production = true;
        connectTo(target);
        putQuestion();
        named(u"trace"_s)->click();
        QTRY_VERIFY(second());
        QVERIFY(second()->text().contains(u"payments is marked as production"_s));
        QTest::keyClick(second(), Qt::Key_Return); // the default is to cancel
        QTRY_VERIFY(!second());
        QCOMPARE(desk().runs.size(), 0u);
        QVERIFY(traces()->action()->isEnabled());
        putQuestion();
        named(u"trace"_s)->click();
        QTRY_VERIFY(second());
        named(u"traceAllTheSame"_s)->click();
        QTRY_COMPARE(desk().runs.size(), 1u);
    }

    void profileThatForbids_isNotEvenAsked()
    {
        Target target = targetAt({});
        target.name = u"payments"_s;
        target.noTraces = true;
        connectTo(target);
        choose("sync:{9}");
        traces()->action()->trigger();
        QCOMPARE(desk().plans.size(), 0u);
        QVERIFY2(bannerText().contains(u"The profile \"payments\" forbids traces."_s), qPrintable(bannerText()));
    }

    void otherServer_answersDoNotCount()
    {
        startWithLocks();
        choose("sync:{9}");
        traces()->action()->trigger();
        const auto old = desk().lastId;
        window()->startDemo();
        emit desk().planned(old, fake::Traces::calmPlan());
        QVERIFY(!question());
        QVERIFY(!traces()->banner()->isVisible());
    }

    void action_isInTheDetailsAndInTheMenuOfALock()
    {
        startWithLocks();
        choose("sync:{9}");
        auto *link = window()->findChild<LinkButton *>(u"whoDoesThisLink"_s);
        QVERIFY(link && link->isVisible() && link->isEnabled());
        link->click();
        QCOMPARE(desk().plans.size(), 1u);
        QVERIFY(table()->actions().contains(traces()->action()));
    }

    void acquired_detailsNameTheClientAndHowItIsKnown()
    {
        startWithLocks();
        choose("sync:{9}");
        QVERIFY(!details().contains(u"held by"_s));
        begin();
        emit desk().found(desk().lastId, {traced(EventType::Acquired, fake::serverTime({}))});
        QTRY_VERIFY2(details().contains(u"cart-7 (10.0.3.17:51324), user app, redis-py 5.0.1"_s), qPrintable(details()));
        QVERIFY2(details().contains(u"seen to acquire it"_s), qPrintable(details()));
        TraceReport report;
        emit desk().ended(desk().lastId, report);
        QTest::qWait(300);                                          // the details are refreshed four times a second
        QVERIFY(details().contains(u"cart-7 (10.0.3.17:51324)"_s)); // after the trace
    }

    // A holder from before the trace: named as soon as it renews or compares, and not only at the end.
    void renewed_detailsNameTheClientDuringTheTrace()
    {
        startWithLocks();
        choose("sync:{9}");
        begin();
        const auto client = *std::get<TracedChange>(traced(EventType::Acquired, fake::serverTime({}))).by;
        TracedHolder known;
        known.holder.id = {0, "sync:{9}"};
        known.holder.owner = owner;
        known.holder.senders = {{client.actor, 1, fake::serverTime(1s), fake::serverTime(1s)}};
        known.client = client;
        TraceStatus status;
        status.left = 20s;
        status.holders = {known};
        emit desk().status(desk().lastId, status);
        QTRY_VERIFY2(details().contains(u"cart-7 (10.0.3.17:51324), user app, redis-py 5.0.1"_s), qPrintable(details()));
        QVERIFY(!details().contains(u"seen to acquire it"_s));
        QVERIFY(traces()->clientFilter()->isEnabled());
        status.holders.clear(); // the next one has nothing new
        emit desk().status(desk().lastId, status);
        QTest::qWait(300);
        QVERIFY(details().contains(u"cart-7 (10.0.3.17:51324)"_s));
    }

    // What Redis does not keep, nobody can say afterwards.
    void goneLock_questionSaysThatItsEndWasNotRecorded()
    {
        startWithLocks();
        putQuestion();
        QVERIFY2(!textOf(question()).contains(u"It is gone"_s), qPrintable(textOf(question())));
        question()->reject();
        auto gone = changeOf(lock("sync:{9}"));
        gone.changed.clear();
        gone.gone.push_back({lock("sync:{9}"), EventType::DeletedEarly});
        emit m_source->changed(gone);
        putQuestion();
        QVERIFY2(textOf(question()).contains(u"Who ended it was not recorded"_s), qPrintable(textOf(question())));
        QVERIFY(textOf(question()).contains(u"A trace shows who takes and ends it next."_s));
        named(u"trace"_s)->click();
        QTRY_COMPARE(desk().runs.size(), 1u);
        emit desk().found(desk().lastId, {traced(EventType::DeletedEarly, lock("sync:{9}").heldSince + 1s)});
        emit desk().ended(desk().lastId, TraceReport());
        traces()->action()->trigger();
        emit desk().planned(desk().lastId, fake::Traces::calmPlan());
        QTRY_VERIFY(question() && question()->isVisible());
        QVERIFY2(textOf(question()).contains(u"A trace saw its end. By cart-7 (10.0.3.17:51324)"_s), qPrintable(textOf(question())));
    }

    void ownerAcquiredLaterAgain_isNotSaidToBeTheClientOfTheTrace()
    {
        startWithLocks();
        choose("sync:{9}");
        begin();
        emit desk().found(desk().lastId, {traced(EventType::Acquired, fake::serverTime({}))});
        QTRY_VERIFY(details().contains(u"cart-7"_s));
        auto change = changeOf(lock("sync:{9}"));
        change.changed.front().heldSince = fake::serverTime(10s);
        change.changed.front().heldSinceObserved = true;
        emit m_source->changed(change);
        QTRY_VERIFY2(!details().contains(u"cart-7"_s), qPrintable(details()));
    }

    void endOfTheMonitor_hasTheClientThatTheTraceSawBetweenItsLooks()
    {
        startWithLocks();
        window()->findChild<QAction *>(u"showEvents"_s)->setChecked(true);
        auto *list = window()->findChild<QTableView *>(u"events"_s);
        QVERIFY(list->isColumnHidden(EventModel::By));
        begin();
        emit desk().found(desk().lastId,
                          {traced(EventType::Released, fake::serverTime(1s)), traced(EventType::Renewed, fake::serverTime(2s))});
        QVERIFY(!list->isColumnHidden(EventModel::By));
        QTRY_VERIFY(list->columnWidth(EventModel::Lock) >= 10 * list->fontMetrics().averageCharWidth()); // at 1280×720
        const auto by = [&](EventType type, Milliseconds from, Milliseconds to) {
            LockEvent event;
            event.type = type;
            event.id = {0, "sync:{9}"};
            event.owner = owner;
            event.notBefore = fake::serverTime(from);
            event.time = fake::serverTime(to);
            const auto actor = traces()->record().by(event);
            return actor ? actor->brief : QString();
        };
        QCOMPARE(by(EventType::Ended, 900ms, 1100ms), u"cart-7 (10.0.3.17:51324)"_s);
        QCOMPARE(by(EventType::DeletedEarly, 900ms, 1100ms), u"cart-7 (10.0.3.17:51324)"_s);
        QCOMPARE(by(EventType::Ended, 1100ms, 1300ms), QString()); // not between these looks
        QCOMPARE(by(EventType::Acquired, 900ms, 1100ms), QString());
        auto change = changeOf(lock("sync:{9}"));
        LockEvent ended;
        ended.type = EventType::DeletedEarly;
        ended.id = {0, "sync:{9}"};
        ended.owner = owner;
        ended.notBefore = fake::serverTime(900ms);
        ended.time = fake::serverTime(1100ms);
        change.events = {ended};
        emit m_source->changed(change);
        const auto cell = [&](EventModel::Column column, int role) {
            return list->model()->index(list->model()->rowCount() - 1, column).data(role).toString();
        };
        QTRY_COMPARE(cell(EventModel::By, Qt::DisplayRole), u"cart-7 (10.0.3.17:51324)"_s);
        QVERIFY(cell(EventModel::Time, Qt::ToolTipRole).contains(u"By cart-7 (10.0.3.17:51324), user app, redis-py 5.0.1"_s));
        QVERIFY(cell(EventModel::Time, Qt::ToolTipRole).contains(u", with DEL."_s));
    }

    void severalClientsBetweenTwoLooks_nobodyIsNamed()
    {
        TraceRecord record;
        auto other = traced(EventType::Renewed, fake::serverTime(2s));
        std::get<TracedChange>(other).by->actor.address = "10.0.3.18:40112";
        record.add({traced(EventType::Renewed, fake::serverTime(1s)), other});
        LockEvent event;
        event.type = EventType::Renewed;
        event.id = {0, "sync:{9}"};
        event.owner = owner;
        event.notBefore = fake::serverTime(500ms);
        event.time = fake::serverTime(1500ms);
        QVERIFY(record.by(event));
        event.time = fake::serverTime(2500ms);
        QVERIFY(!record.by(event));
    }

    void unsureChange_saysSoWithTheReason()
    {
        TraceRecord record;
        auto item = traced(EventType::Released, fake::serverTime(1s));
        auto &change = std::get<TracedChange>(item);
        change.perhaps = {*change.by};
        change.by.reset();
        change.change.certain = false;
        change.change.why = "it may have ended by itself";
        record.add({item});
        LockEvent event;
        event.type = EventType::Ended;
        event.id = {0, "sync:{9}"};
        event.owner = owner;
        event.notBefore = fake::serverTime(500ms);
        event.time = fake::serverTime(1500ms);
        QCOMPARE(record.by(event)->brief, u"unsure"_s);
        QCOMPARE(record.by(event)->full, u"Unsure who, perhaps cart-7 (10.0.3.17:51324): it may have ended by itself."_s);
    }

    // The trace saw the second of two takings, and who deleted.
    void timeline_marksAndNamesWhatTheTraceHasSeen()
    {
        LockModel model;
        LockSortFilter rows(&model);
        TimelineFeed feed;
        LockLanes lanes(rows, feed);
        TraceRecord record;
        lanes.setTraced(&record);
        const auto event = [](EventType type, Bytes who, Milliseconds at) {
            LockEvent event;
            event.type = type;
            event.id = {0, "sync:{9}"};
            event.owner = std::move(who);
            event.time = fake::serverTime(at);
            return event;
        };
        MonitorChange change;
        change.state = fake::liveState();
        change.serverNow = fake::serverTime(4s);
        auto held = fake::lock("sync:{9}", 30s);
        held.holders = {{owner, 1, Mode::Exclusive, {}, {}}};
        held.heldSince = fake::serverTime(2s);
        change.changed = {held};
        change.events = {event(EventType::Acquired, "first", 1s), event(EventType::TakenOver, owner, 2s)};
        model.apply(change);
        feed.apply(change, change.serverNow);
        lanes.settle();
        TimelineView view(&lanes);
        view.resize(900, 120);
        view.show();
        view.setStill(true);
        view.fit();
        const auto before = view.grab().toImage();
        QVERIFY(lanes.knownTakers(0, fake::serverTime(0s), fake::serverTime(9s)).empty());
        auto renewal = traced(EventType::Renewed, fake::serverTime(2500ms));
        record.add({traced(EventType::TakenOver, fake::serverTime(1990ms)), renewal});
        QCOMPARE(lanes.knownTakers(0, fake::serverTime(0s), fake::serverTime(9s)), std::vector<TimelineTime>{fake::serverTime(2s)});
        QVERIFY2(lanes.tip(0, fake::serverTime(2s), 50ms).contains(u"changed hands · by cart-7 (10.0.3.17:51324)"_s),
                 qPrintable(lanes.tip(0, fake::serverTime(2s), 50ms)));
        QVERIFY(!lanes.tip(0, fake::serverTime(1s), 50ms).contains(u"by cart"_s));
        QVERIFY(view.grab().toImage() != before); // the dot
        auto overUnix = traced(EventType::Acquired, fake::serverTime(990ms));
        std::get<TracedChange>(overUnix).change.event.owner = "first";
        std::get<TracedChange>(overUnix).by->actor = {"unix:/tmp/redis.sock", true};
        TraceRecord unixRecord;
        unixRecord.add({overUnix});
        lanes.setTraced(&unixRecord);
        QVERIFY(lanes.knownTakers(0, fake::serverTime(0s), fake::serverTime(9s)).empty()); // it may be any client
        QVERIFY(lanes.tip(0, fake::serverTime(1s), 50ms).contains(u"(a client of the Unix socket)"_s));
        lanes.setTraced(&record);
        TimelineTable table(feed.history(), lanes);
        table.catchUp();
        QCOMPARE(table.index(0, TimelineTable::What).data().toString(), u"acquired"_s);
        QCOMPARE(table.index(1, TimelineTable::What).data().toString(), u"changed hands · by cart-7 (10.0.3.17:51324)"_s);
    }

    void filterThisClient_showsItsLocksAndItsEvents()
    {
        startWithLocks();
        window()->findChild<QAction *>(u"showEvents"_s)->setChecked(true);
        choose("sync:{9}");
        auto *filter = traces()->clientFilter();
        auto *link = window()->findChild<LinkButton *>(u"filterThisClientLink"_s);
        QVERIFY(table()->actions().contains(filter) && !filter->isEnabled() && !link->isVisible()); // no client is known
        begin();
        emit desk().found(desk().lastId, {traced(EventType::Acquired, fake::serverTime({}))});
        QVERIFY(filter->isEnabled());
        QTRY_VERIFY(link->isVisible());
        link->click();
        auto *bar = window()->findChild<FilterBar *>();
        QCOMPARE(bar->text(), u"client:10.0.3.17:51324"_s);
        QTRY_COMPARE(table()->model()->rowCount(), 1);
        auto *list = window()->findChild<QTableView *>(u"events"_s);
        QCOMPARE(list->model()->rowCount(), 0);
        auto change = changeOf(lock("sync:{9}"));
        LockEvent ended;
        ended.type = EventType::Renewed;
        ended.id = {0, "sync:{9}"};
        ended.owner = owner;
        ended.notBefore = fake::serverTime(900ms);
        ended.time = fake::serverTime(1100ms);
        auto other = ended;
        other.notBefore = fake::serverTime(1100ms);
        other.time = fake::serverTime(1300ms);
        change.events = {ended, other};
        emit m_source->changed(change);
        const auto *all = window()->monitorPage()->events();
        QTRY_COMPARE(all->eventAt(all->rowCount() - 1).time, other.time);
        QCOMPARE(list->model()->rowCount(), 0); // the trace has not said who did it
        emit desk().found(desk().lastId, {traced(EventType::Renewed, fake::serverTime(1s))});
        QCOMPARE(list->model()->rowCount(), 1);
        bar->setText(u"client:cart-*"_s);
        QTRY_COMPARE(table()->model()->rowCount(), 1);
        QCOMPARE(list->model()->rowCount(), 1);
        bar->setText(u"-client:cart-*"_s); // of the others, nobody knows the client
        QTRY_COMPARE(table()->model()->rowCount(), 0);
        QCOMPARE(list->model()->rowCount(), 0);
    }

    void menuOfAnEvent_asksWhoAndFiltersTheClient()
    {
        startWithLocks();
        window()->findChild<QAction *>(u"showEvents"_s)->setChecked(true);
        begin();
        emit desk().found(desk().lastId, {traced(EventType::Renewed, fake::serverTime(1s))});
        TraceReport report;
        emit desk().ended(desk().lastId, report);
        auto change = changeOf(lock("sync:{9}"));
        LockEvent renewed;
        renewed.type = EventType::Renewed;
        renewed.id = {0, "sync:{9}"};
        renewed.owner = owner;
        renewed.notBefore = fake::serverTime(900ms);
        renewed.time = fake::serverTime(1100ms);
        change.events = {renewed};
        emit m_source->changed(change);
        auto *list = window()->findChild<QTableView *>(u"events"_s);
        const auto *all = window()->monitorPage()->events();
        QTRY_COMPARE(all->eventAt(all->rowCount() - 1).time, renewed.time);
        const auto plans = desk().plans.size();
        chooseInMenuOf(list, u"Filter this client"_s);
        QCOMPARE(window()->findChild<FilterBar *>()->text(), u"client:10.0.3.17:51324"_s);
        chooseInMenuOf(list, u"Who does this"_s);
        QCOMPARE(desk().plans.size(), plans + 1);
        QCOMPARE(desk().plans.back().keys.front(), Bytes("sync:{9}"));
    }

    void hindrance_namesNoOptionOfACommand()
    {
        for (const auto hindrance : {TraceHindrance::LoadUnknown, TraceHindrance::TooMuchLoad, TraceHindrance::LargeRequests}) {
            auto plan = fake::Traces::calmPlan();
            plan.hindrance = hindrance;
            const auto text = hindranceText(plan, TraceLimits());
            QVERIFY2(text.endsWith(u'.') && !text.contains(u"--"_s), qPrintable(text));
        }
    }

    void unprovedFinding_comesBackWhenItIsProved()
    {
        startWithLocks();
        begin();
        TracedFinding traced;
        traced.finding.number = 1;
        traced.finding.at = fake::serverTime(1s);
        traced.finding.id = {0, "sync:{9}"};
        traced.finding.command = "DEL";
        traced.by.actor.address = "10.0.3.17:51324";
        emit desk().found(desk().lastId, {traced});
        auto *incidents = window()->monitorPage()->incidents();
        incidents->acknowledgeAll();
        emit desk().found(desk().lastId, {traced}); // the same, with nothing new
        QCOMPARE(incidents->list().open(), 0u);
        traced.finding.proved = true;
        emit desk().found(desk().lastId, {traced});
        QCOMPARE(incidents->list().open(), 1u);
        QCOMPARE(incidents->list().size(), 1u);
        QVERIFY(incidents->list().all().front().why.starts_with("proved: "));
        incidents->acknowledgeAll();
        emit desk().found(desk().lastId, {traced}); // somebody knows of the proof
        QCOMPARE(incidents->list().open(), 0u);
    }

    void finding_isAnIncidentThatAProofJoins()
    {
        startWithLocks();
        begin();
        TracedFinding traced;
        traced.finding.number = 1;
        traced.finding.at = fake::serverTime(1s);
        traced.finding.id = {0, "sync:{9}"};
        traced.finding.command = "DEL";
        traced.finding.owner = owner;
        traced.finding.why = {"not over the connection that acquired it"};
        traced.by.actor.address = "10.0.3.17:51324";
        emit desk().found(desk().lastId, {traced});
        const auto &list = window()->monitorPage()->incidents()->list();
        QCOMPARE(list.size(), 1u);
        const auto &incident = list.all().front();
        QVERIFY(incident.kind == Incident::Kind::RemovedWhileHeld);
        QCOMPARE(incident.why, std::string("unproved: DEL of 10.0.3.17:51324; not over the connection that acquired it"));
        QVERIFY(toneOf(incident) == Tone::Plain);
        traced.finding.proved = true;
        traced.finding.why = {"its own had ended"};
        emit desk().found(desk().lastId, {traced});
        QCOMPARE(list.size(), 1u);
        QCOMPARE(list.all().front().times, 1);
        QVERIFY(list.all().front().why.starts_with("proved: DEL of 10.0.3.17:51324; its own"));
        QVERIFY(toneOf(list.all().front()) == Tone::Warning);
        traced.finding.proved = false;
        traced.finding.number = 2;
        emit desk().found(desk().lastId, {traced});
        QCOMPARE(list.all().front().times, 2);
        QVERIFY(list.all().front().why.starts_with("proved: ")); // a proof stays in sight
        QVERIFY(toneOf(list.all().front()) == Tone::Warning);
        QCOMPARE(incidentText(list.all().front().kind), u"removed while held"_s);
        for (const auto kind :
             {TraceFinding::Kind::RemovedWhileHeld, TraceFinding::Kind::RenewedByAnother, TraceFinding::Kind::TakenWhileHeld})
            QVERIFY(incidentKind(toString(kind))); // the same word in a file
    }

private:
    const Bytes owner = "e07b11c4-5555-4666-8777-88889999aaaa:3"; ///< of sync:{9}

    QString details() const { return window()->findChild<DetailsPanel *>()->text(); }

    TraceItem traced(EventType type, ServerTime at) const
    {
        TracedChange traced;
        traced.change.event.type = type;
        traced.change.event.id = {0, "sync:{9}"};
        traced.change.event.owner = owner;
        traced.change.event.time = at;
        traced.change.command = "DEL";
        auto &by = traced.by.emplace();
        by.actor.address = "10.0.3.17:51324";
        by.identities = {{7, "cart-7", "app", "redis-py 5.0.1", at - 1h}};
        return traced;
    }

    Traces *traces() const { return window()->monitorPage()->traces(); }
    fake::Traces &desk() const { return m_source->traced; }
    QDialog *question() const { return window()->findChild<QDialog *>(u"traceQuestion"_s); }
    QMessageBox *second() const { return window()->findChild<QMessageBox *>(u"traceProduction"_s); }
    QPushButton *named(const QString &name) const { return window()->findChild<QPushButton *>(name); }
    QString bannerText() const { return traces()->banner()->isVisible() ? traces()->banner()->text() : QString(); }
    QPushButton *stopButton() const { return named(u"stopTrace"_s); }
    void choose(const std::string &key) const { window()->monitorPage()->showLock({0, key}); }

    // Of the newest event.
    static void chooseInMenuOf(QTableView *list, const QString &words)
    {
        const auto place = list->visualRect(list->model()->index(list->model()->rowCount() - 1, EventModel::What)).center();
        QTimer::singleShot(0, list, [words] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QVERIFY(menu);
            for (auto *action : menu->actions()) {
                if (action->text().remove(u'&').startsWith(words))
                    action->trigger();
            }
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, list->viewport()->mapToGlobal(place));
        QApplication::sendEvent(list->viewport(), &event);
    }

    static QString textOf(const QWidget *widget)
    {
        QStringList texts;
        for (const auto *text : widget->findChildren<QTextEdit *>())
            texts << text->toPlainText();
        return texts.join(u'\n');
    }

    void connectTo(const Target &target)
    {
        window()->connectTo(target);
        const auto first = fake::Scene().first();
        m_source->releases.locks = first.changed;
        emit m_source->changed(first);
        QTRY_VERIFY(m_window->table()->isVisible());
    }

    void putQuestion()
    {
        choose("sync:{9}");
        traces()->action()->trigger();
        emit desk().planned(desk().lastId, fake::Traces::calmPlan());
        QTRY_VERIFY(question() && question()->isVisible());
    }

    void begin()
    {
        putQuestion();
        named(u"trace"_s)->click();
        QTRY_COMPARE(desk().runs.size(), 1u);
    }
};

LOCKSCOPE_TEST(TracesTest)
#include "tst_traces.moc"
