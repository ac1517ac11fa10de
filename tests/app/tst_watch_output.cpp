// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "app/example_changes.h"

#include "app/command/exit_codes.h"
#include "app/monitor/event_line.h"
#include "app/monitor/watch_output.h"
#include "ui/export/lock_csv.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

class WatchOutputTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void json_isOneEventInALine();
    void json_ofGoneLock_hasNoTtl();
    void json_ofBytesThatAreNotUtf8_keepsThem();
    void text_isOneLine();
    void text_fitsTheTerminal();
    void text_inANarrowTerminal_breaksBetweenItsParts_data();
    void text_inANarrowTerminal_breaksBetweenItsParts();
    void evidence_isWholeAndWrappedBetweenWords();
    void filter_looksUpMissingEventValues();
    void filter_findsAJustReleasedLock();
    void filter_selectsEventsByTheirNames();
    void end_isReleasedOrWithoutEvidence();
    void incidents_areMarkedAndCounted();
    void byPrefix_isATableAfterEachInterval();
    void byPrefix_jsonHasOneObjectForEachPrefix();
    void lostNodes_areReportedOncePerNode();
    void loss_isReportedOnceOnStderr();
    void failure_exitsWithOne();
    void feedChange_isReported();
    void unreadable_isCountedAfterASweep();
    void refusal_isReportedBeforeAnythingIsKnown();
};

void WatchOutputTest::json_isOneEventInALine()
{
    auto live = change(MonitorState::Phase::Live);
    live.events = {eventOf(redissonLock("a\nb"), EventType::Acquired), eventOf(immortalLock(), EventType::DeletedEarly)};
    live.events[1].coalesced = true;
    const auto said = WatchOutput(options("", true), {}).feed(live);
    const auto lines = said.out.split('\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[2].isEmpty());
    const QJsonObject expected{
        {u"time"_s, u"2027-01-15T08:00:00.123Z"_s},
        {u"event"_s, u"acquired"_s},
        {u"key"_s, u"a\nb"_s},
        {u"library"_s, u"redisson"_s},
        {u"kind"_s, u"lock"_s},
        {u"level"_s, u"lock"_s},
        {u"confidence"_s, 5},
        {u"owner"_s, u"9f3ac21e-1111-4222-8333-444444444444:17"_s},
        {u"count"_s, 2},
        {u"ttl_ms"_s, 27100},
        {u"why"_s, u"the key is there"_s},
    };
    QCOMPARE(QJsonDocument::fromJson(lines[0]).object(), expected);
    const auto second = QJsonDocument::fromJson(lines[1]).object();
    QCOMPARE(second.value(u"event"_s).toString(), u"deleted-early"_s);
    QCOMPARE(second.value(u"coalesced"_s).toBool(), true);
}

void WatchOutputTest::json_ofGoneLock_hasNoTtl()
{
    auto live = change(MonitorState::Phase::Live);
    live.events = {eventOf(redissonLock(), EventType::Released)};
    live.events[0].ttl.reset();
    const auto object = QJsonDocument::fromJson(WatchOutput(options("", true), {}).feed(live).out).object();
    QVERIFY(object.contains(u"ttl_ms"_s) && object.value(u"ttl_ms"_s).isNull());
}

void WatchOutputTest::json_ofBytesThatAreNotUtf8_keepsThem()
{
    auto live = change(MonitorState::Phase::Live);
    live.events = {eventOf(redissonLock("\xff"), EventType::Seen)};
    live.events[0].owner = "\xfe";
    const auto object = QJsonDocument::fromJson(WatchOutput(options("", true), {}).feed(live).out).object();
    QCOMPARE(object.value(u"key"_s).toString(), uR"(\xff)"_s);
    QCOMPARE(object.value(u"key_base64"_s).toString(), u"/w=="_s);
    QCOMPARE(object.value(u"owner_base64"_s).toString(), u"/g=="_s);
}

void WatchOutputTest::text_isOneLine()
{
    auto event = eventOf(redissonLock("a\nb"), EventType::PartlyReleased);
    event.coalesced = true;
    const auto line = eventLine(event, {});
    QCOMPARE(line.count(u'\n'), 1);
    for (const auto &part : {u"partly released"_s, uR"(a\nb)"_s, u"redisson lock"_s, u"9f3ac21e…:17 ×2"_s, u"ttl 27.1 s"_s,
                             u"the key is there; more than one change may"_s})
        QVERIFY2(line.contains(part), qPrintable(line));
    QVERIFY(!line.contains(QChar(0x1b)));
    event.ttl = 299'997ms; // measured some milliseconds after it was set
    QVERIFY(eventLine(event, {}).contains(u"ttl 5 m 00 s"_s));
}

void WatchOutputTest::text_fitsTheTerminal()
{
    auto event = eventOf(redissonLock(std::string(300, 'x')), EventType::StillNoLease);
    event.why = std::string(500, 'w');
    for (const int width : {120, 160, 250}) {
        const auto lines = eventLine(event, {width, false}).chopped(1).split(u'\n');
        for (const auto &line : lines)
            QVERIFY2(columnsOf(line) <= width, qPrintable(line));
        QVERIFY(eventLine(event, {width, true}).contains(u"\x1b[33m▲ still no expiry\x1b[0m"_s)); // as in the window
    }
}

void WatchOutputTest::text_inANarrowTerminal_breaksBetweenItsParts_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<QByteArray>("owner");
    QTest::addColumn<int>("lines");
    for (const int width : {80, 100}) { // an event takes one line there, whatever its owner is called
        QTest::addRow("%d, uuid", width) << width << "9f3ac21e-1111-4222-8333-444444444444:17"_ba << 1;
        QTest::addRow("%d, long", width) << width << QByteArray(100, 'o') << 1;
    }
    QTest::addRow("50") << 50 << "9f3ac21e-1111-4222-8333-444444444444:17"_ba << 2;
}

void WatchOutputTest::text_inANarrowTerminal_breaksBetweenItsParts()
{
    QFETCH(int, width);
    QFETCH(QByteArray, owner);
    QFETCH(int, lines);
    auto event = eventOf(redissonLock(std::string(300, 'x')), EventType::PartlyReleased);
    event.time = std::chrono::floor<Milliseconds>(std::chrono::system_clock::now()); // today: without a date
    event.owner = owner.toStdString();
    event.count = 1;
    event.why.clear();
    const auto text = eventLine(event, {width, false}).chopped(1);
    QCOMPARE(text.count(u'\n') + 1, lines);
    for (const auto &line : text.split(u'\n'))
        QVERIFY2(columnsOf(line) <= width, qPrintable(text));
    for (const auto &part : {u"partly released"_s, u"ttl 27.1 s"_s})
        QVERIFY2(text.contains(part), qPrintable(text));
}

void WatchOutputTest::evidence_isWholeAndWrappedBetweenWords()
{
    auto event = eventOf(redissonLock(), EventType::Released);
    const auto why = u"gone before the deadline that was seen last; no evidence of who did it"_s;
    event.why = why.toStdString();
    event.time = std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
    event.ttl.reset();
    event.coalesced = false;
    int below = 0;
    for (int width = 50; width < 160; ++width) {
        const auto text = eventLine(event, {width, false}).chopped(1);
        const auto lines = text.split(u'\n');
        for (const auto &line : lines)
            QVERIFY2(columnsOf(line) <= width, qPrintable(text));
        QVERIFY2(text.simplified().endsWith(why), qPrintable(text));
        if (lines.size() == 1)
            continue;
        ++below;
        QVERIFY2(lines[1].startsWith(u"              "_s) && lines[1].trimmed() != lines[1], qPrintable(text)); // under the event's word
    }
    QVERIFY(below > 10);
    QCOMPARE(eventLine(event, {200, false}).count(u'\n'), 1);
}

void WatchOutputTest::filter_looksUpMissingEventValues()
{
    WatchOutput output(options("confidence>=3 waiters>0", true), {});
    auto first = change(MonitorState::Phase::FirstSweep);
    first.changed = {redissonLock(), immortalLock()};
    first.events = {eventOf(redissonLock(), EventType::Seen), eventOf(immortalLock(), EventType::Seen)};
    QCOMPARE(output.feed(first).out.count('\n'), 1);
    auto later = change(MonitorState::Phase::Live);
    later.events = {eventOf(immortalLock(), EventType::Renewed), eventOf(redissonLock(), EventType::Renewed)};
    const auto said = output.feed(later).out;
    QCOMPARE(said.count('\n'), 1);
    QVERIFY(said.contains("order:{42}"));
}

void WatchOutputTest::filter_findsAJustReleasedLock()
{
    WatchOutput output(options("confidence>=3", true), {});
    auto live = change(MonitorState::Phase::Live);
    live.gone = {{redissonLock(), EventType::Released}};
    live.events = {eventOf(redissonLock(), EventType::Released)};
    QCOMPARE(output.feed(live).out.count('\n'), 1);
}

void WatchOutputTest::filter_selectsEventsByTheirNames()
{
    WatchOutput output(options("event:released or event:*expired confidence<3", true), {});
    auto live = change(MonitorState::Phase::Live);
    for (const auto type : {EventType::Seen, EventType::Renewed, EventType::Expired, EventType::Released})
        live.events.push_back(eventOf(redissonLock(), type));
    const auto said = output.feed(live).out;
    QVERIFY2(said.count('\n') == 1 && said.contains("\"released\""), said.constData());
}

void WatchOutputTest::end_isReleasedOrWithoutEvidence()
{
    auto live = change(MonitorState::Phase::Live);
    for (const auto type : {EventType::Released, EventType::Ended, EventType::Expired})
        live.events.push_back(eventOf(redissonLock(), type));
    const auto lines = WatchOutput(options("", true), {}).feed(live).out.split('\n');
    const auto member = [&](int line, const QString &name) { return QJsonDocument::fromJson(lines[line]).object().value(name).toString(); };
    QCOMPARE(member(0, u"event"_s) + u' ' + member(0, u"end"_s), u"released released"_s);
    QCOMPARE(member(1, u"event"_s) + u' ' + member(1, u"end"_s), u"released ended"_s);
    QVERIFY(!QJsonDocument::fromJson(lines[2]).object().contains(u"end"_s));
    const auto text = QString::fromUtf8(WatchOutput(options("", false), {}).feed(live).out).split(u'\n');
    QVERIFY2(text[0].contains(u"released"_s) && text[1].contains(u" ended "_s), qPrintable(text[1]));
    const auto csv = eventsAsCsv(live.events).split('\n');
    QVERIFY(csv[0].contains(",event,") && csv[0].trimmed().endsWith(",end,node,from"));
    QVERIFY2(csv[2].contains(",released,") && csv[2].trimmed().endsWith(",ended,,"), csv[2]);
    QVERIFY2(csv[3].contains(",expired,") && csv[3].trimmed().endsWith(",,,"), csv[3]);
}

// What the window lists, `watch` says, too: with the event, or as a line about the connection; and all of it once more at the end.
namespace {

// Two orders and a cart are handed over, five seconds after the begin; then nothing for five more.
QByteArray statisticsOf(Options options, TextStyle style)
{
    options.byPrefix = Milliseconds(10'000);
    WatchOutput output(std::move(options), style);
    auto out = output.feed(change(MonitorState::Phase::Live)).out;
    auto busy = change(MonitorState::Phase::Live);
    busy.serverNow = now + 5s;
    for (const auto *key : {"order:1", "order:2", "cart:x"}) {
        busy.events.push_back(eventOf(redissonLock(key), EventType::Acquired));
        busy.events.push_back(eventOf(redissonLock(key), EventType::Released));
        busy.events.back().time += 8ms;
    }
    out += output.feed(busy).out;
    auto later = change(MonitorState::Phase::Live);
    later.serverNow = now + 10s;
    out += output.feed(later).out;
    return out + output.feed(later).out;
}

} // namespace

void WatchOutputTest::byPrefix_isATableAfterEachInterval()
{
    const auto lines = QString::fromUtf8(statisticsOf(options("", false), {})).split(u'\n');
    QVERIFY2(lines[0].endsWith(u"of the last 10.0 s"_s), qPrintable(lines[0]));
    QCOMPARE(lines[1], u"PREFIX   HAND-OVERS   RATE  HELD P50  HELD P99  EXPIRED"_s);
    QCOMPARE(lines[2], u"order:#           2  0.2/s      8 ms      8 ms        0"_s);
    QCOMPARE(lines[3], u"cart:*            1  0.1/s      8 ms      8 ms        0"_s);
    QCOMPARE(lines.mid(4), (QStringList{QString(), QString()}));
    for (const auto &line : QString::fromUtf8(statisticsOf(options("", false), {60, false})).split(u'\n'))
        QVERIFY2(columnsOf(line) <= 60, qPrintable(line));
}

void WatchOutputTest::byPrefix_jsonHasOneObjectForEachPrefix()
{
    const auto out = statisticsOf(options("name:cart*", true), {});
    QCOMPARE(out.count('\n'), 1); // the filter decides what is counted
    const auto cart = QJsonDocument::fromJson(out).object();
    QCOMPARE(cart.value(u"prefix"_s).toString(), u"cart:*"_s);
    QCOMPARE(cart.value(u"hand_overs"_s).toInt(), 1);
    QCOMPARE(cart.value(u"hold_measured"_s).toInt(), 1);
    QCOMPARE(cart.value(u"hold_p99_ms"_s).toInt(), 8);
    QCOMPARE(cart.value(u"over_ms"_s).toInt(), 10'000);
    QVERIFY(cart.value(u"wait_p50_ms"_s).isNull());
}

void WatchOutputTest::incidents_areMarkedAndCounted()
{
    WatchOutput output(options("-name:other*", true), {});
    auto live = change(MonitorState::Phase::Live);
    live.state.everLive = true;
    live.events = {eventOf(redissonLock(), EventType::Acquired), eventOf(redissonLock(), EventType::DeletedEarly),
                   eventOf(redissonLock("other"), EventType::Immortal), eventOf(redissonLock(), EventType::TakenOver)};
    QVERIFY(output.summary().isEmpty());
    const auto lines = output.feed(live).out.split('\n');
    QVERIFY(!lines[0].contains("incident") && !lines[2].contains("incident"));
    QCOMPARE(QJsonDocument::fromJson(lines[1]).object().value(u"incident"_s).toString(), u"deleted-early"_s);
    QCOMPARE(output.summary(), u"Incidents: 1 × deleted early."_s);
    auto lost = change(MonitorState::Phase::Lost);
    lost.state.everLive = true;
    lost.state.error = Error{ErrorKind::Transport, "closed", "closed"};
    const auto blind = QJsonDocument::fromJson(output.feed(lost).out).object();
    QCOMPARE(blind.value(u"incident"_s).toString(), u"feed-blind"_s);
    QVERIFY(!blind.contains(u"event"_s) && blind.value(u"why"_s).toString().contains(u"closed"_s));
    QVERIFY(output.feed(lost).out.isEmpty());
    live.events.clear();
    const auto end = QJsonDocument::fromJson(output.feed(live).out).object();
    QVERIFY(end.value(u"why"_s).toString().contains(u"blind for"_s));
    QCOMPARE(output.summary(), u"Incidents: 1 × deleted early, 1 × feed blind."_s);
    WatchOutput text(options("", false), {});
    text.feed(live);
    QVERIFY(text.feed(lost).out.isEmpty()); // there, the message says it
    QCOMPARE(text.summary(), u"Incidents: 1 × feed blind."_s);
}

void WatchOutputTest::lostNodes_areReportedOncePerNode()
{
    WatchOutput output(options("", false), {});
    const auto with = [](std::vector<std::string> lost) {
        auto live = change(MonitorState::Phase::Live);
        auto &cluster = live.state.cluster.emplace();
        for (const auto *address : {"a:1", "b:1"}) {
            auto &node = cluster.primaries.emplace_back();
            node.address = address;
            node.phase = std::ranges::find(lost, address) == lost.end() ? MonitorState::Phase::Live : MonitorState::Phase::Lost;
        }
        for (const auto &node : lost)
            live.state.notices.push_back({Notice::Kind::NodeLost, "refused", node});
        return live;
    };
    output.feed(with({}));
    const auto first = output.feed(with({"a:1"})).err;
    QVERIFY2(first.contains("a:1: This node cannot be read for now"), first);
    QCOMPARE(output.feed(with({"a:1"})).err, QByteArray());
    const auto second = output.feed(with({"a:1", "b:1"})).err;
    QVERIFY2(second.contains("b:1: This node cannot be read for now") && !second.contains("a:1"), second);
    const auto back = output.feed(with({"b:1"})).err;
    QVERIFY2(back.contains("a:1: This node is watched again.") && !back.contains("b:1"), back);
    auto gone = with({"b:1"});
    gone.state.notices.clear();
    gone.state.cluster->primaries.pop_back(); // another one has its slots
    QCOMPARE(output.feed(gone).err, QByteArray());
}

void WatchOutputTest::loss_isReportedOnceOnStderr()
{
    WatchOutput output(options("", true), {});
    auto live = change(MonitorState::Phase::Live);
    live.state.feed = MonitorState::Feed::Tracking;
    live.state.allNames = true;
    QVERIFY(output.feed(live).err.contains("Watching 127.0.0.1:6379/0; feed: tracking, all names."));
    QVERIFY(output.feed(live).err.isEmpty());
    auto lost = change(MonitorState::Phase::Lost);
    lost.state.error = Error{ErrorKind::Transport, {}, "closed"};
    lost.state.retryIn = 1500ms;
    const auto said = output.feed(lost);
    QVERIFY2(said.err.contains("closed the connection") && said.err.contains("Trying again in 1.5 s"), said.err.constData());
    QVERIFY(said.out.isEmpty() && !said.exitCode);
    lost.state.retryIn = 1000ms;
    QVERIFY(output.feed(lost).err.isEmpty());
    const auto again = output.feed(live);
    QVERIFY2(again.err.contains("Connected again"), again.err.constData());
}

void WatchOutputTest::unreadable_isCountedAfterASweep()
{
    WatchOutput output(options("", true), {});
    auto live = change(MonitorState::Phase::Live);
    output.feed(live);
    live.state.sweeping = true;
    live.state.coverage.unread = {{UnreadKeys::Why::Failed, 1, 1, {}}};
    QVERIFY(output.feed(live).err.isEmpty());
    live.state.sweeping = false;
    live.state.coverage.unread.front().keys = 2;
    QCOMPARE(output.feed(live).err, QByteArray("lockscope: Not readable: 2.\n"));
    QVERIFY(output.feed(live).err.isEmpty());
    live.state.coverage = {};
    QCOMPARE(output.feed(live).err, QByteArray("lockscope: Not readable: 0.\n"));
}

void WatchOutputTest::refusal_isReportedBeforeAnythingIsKnown()
{
    WatchOutput output(options(), {});
    auto first = change(MonitorState::Phase::FirstSweep);
    first.state.coverage.refused = serverError("CLUSTERDOWN The cluster is down");
    QVERIFY(output.feed(first).err.contains("is down: some of its slots have no node"));
    QVERIFY(output.feed(first).err.isEmpty());
}

void WatchOutputTest::failure_exitsWithOne()
{
    auto failed = change(MonitorState::Phase::Failed);
    failed.state.error = Error{ErrorKind::Timeout, {}, "connect"};
    auto patient = options();
    patient.timeout = 300ms;
    const auto said = WatchOutput(patient, {}).feed(failed);
    QCOMPARE(said.exitCode.value(), exitNoConnection);
    QVERIFY2(said.err.contains("within 0.3 s"), said.err.constData());
    QVERIFY(said.out.isEmpty());
}

void WatchOutputTest::feedChange_isReported()
{
    WatchOutput output(options(), {});
    auto live = change(MonitorState::Phase::Live);
    live.state.feed = MonitorState::Feed::Tracking;
    live.state.allNames = true;
    output.feed(live);
    live.state.roundTrip = 5us;
    QVERIFY(output.feed(live).err.isEmpty());
    live.state.feed = MonitorState::Feed::Polling;
    live.state.sweepInterval = 2000ms;
    live.state.feedReason = "tracking is not permitted";
    live.state.notices = {{Notice::Kind::DeniedCommand, "CLIENT TRACKING"}};
    auto sweeping = live; // a large database: some notices are known before it is live
    sweeping.state.phase = MonitorState::Phase::FirstSweep;
    output.feed(sweeping);
    const auto said = output.feed(live).err;
    QVERIFY2(said.contains("polling every 2.0 s: short locks may be missed. Tracking is not permitted."), said.constData());
    QVERIFY(said.contains("CLIENT TRACKING"));
    live.state.sweepInterval = 2100ms;
    QVERIFY(output.feed(live).err.isEmpty());
}

LOCKSCOPE_TEST(WatchOutputTest)
#include "tst_watch_output.moc"
