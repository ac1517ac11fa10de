// SPDX-License-Identifier: MIT
// What is an incident, how repeats join, what two windows make of one list; and that correct hand-overs are none. HAND_OVERS=SECONDS makes
// the last one longer.
#include "support/redis_client.h"
#include "support/redis_server.h"
#include "support/test_program.h"
#include "support/watcher.h"

#include "lockcore/monitor/incidents/incident_finder.h"
#include "lockcore/monitor/incidents/incident_list.h"

#include <QTest>
#include <QUuid>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

using Kind = Incident::Kind;

constexpr ServerTime t0{1'700'000'000s};

LockEvent harmAt(EventType type, ServerTime at, Bytes key = "order", Bytes owner = "web-3")
{
    LockEvent event;
    event.type = type;
    event.time = at;
    event.id.key = std::move(key);
    event.owner = std::move(owner);
    event.why = "why";
    return event;
}

Incident incidentOf(Kind kind, ServerTime at, Bytes key = "order")
{
    Incident incident;
    incident.kind = kind;
    incident.node = "prod-7:6379/0";
    incident.id.key = std::move(key);
    incident.first = incident.last = at;
    return incident;
}

QString incidentWords(const IncidentList &list)
{
    QStringList all;
    for (const auto &one : list.all())
        all << u"%1 %2 x%3%4"_s.arg(QString::fromStdString(std::string(toString(one.kind))), QString::fromStdString(one.id.key))
                   .arg(one.times)
                   .arg(one.acknowledged ? u" ok"_s : u""_s);
    return all.join(u", "_s);
}

MonitorChange changeIn(MonitorState::Phase phase, ServerTime now)
{
    MonitorChange change;
    change.state.phase = phase;
    change.state.everLive = true;
    change.serverNow = now;
    return change;
}

} // namespace

class IncidentsTest : public QObject
{
    Q_OBJECT

private slots:
    // The lock was there before each watch began. Another owner, or the same one that was seen to begin again, is news.
    void acknowledgedState_staysAcknowledgedAfterARestart()
    {
        const auto seen = [](IncidentFinder &finder, IncidentList &list, ServerTime at, Bytes owner, bool begun) {
            MonitorChange change = changeIn(MonitorState::Phase::Live, at);
            change.events = {harmAt(EventType::Immortal, at, "order", owner)};
            LockInfo lock;
            lock.id.key = "order";
            lock.heldSinceObserved = begun;
            change.changed = {lock};
            for (auto &incident : finder.find(change))
                list.add(std::move(incident));
        };
        IncidentList list;
        IncidentFinder first("prod-7", "prod-7:6379/0");
        seen(first, list, t0, "web-3", false);
        QCOMPARE(list.open(), std::size_t{1});
        list.acknowledgeAll();

        IncidentFinder second("prod-7", "prod-7:6379/0");
        seen(second, list, t0 + 1h, "web-3", false);
        QCOMPARE(list.open(), std::size_t{0});
        QCOMPARE(list.size(), std::size_t{1});
        QVERIFY(list.all().front().last == t0 + 1h); // it is still so
        seen(second, list, t0 + 2h, "web-3", false); // it was mended meanwhile: this watch reports it again
        QCOMPARE(list.open(), std::size_t{1});
        list.acknowledgeAll();

        IncidentFinder third("prod-7", "prod-7:6379/0");
        seen(third, list, t0 + 3h, "web-4", false);
        QCOMPARE(list.open(), std::size_t{1});
        list.acknowledgeAll();
        IncidentFinder fourth("prod-7", "prod-7:6379/0");
        seen(fourth, list, t0 + 4h, "web-4", true);
        QCOMPARE(list.open(), std::size_t{1});
        IncidentFinder elsewhere("prod-8", "prod-8:6379/0");
        seen(elsewhere, list, t0 + 5h, "web-4", false);
        QCOMPARE(list.open(), std::size_t{2});
    }

    void onlyHarm_isAnIncident()
    {
        IncidentFinder finder("prod", "prod-7:6379/0");
        MonitorChange change;
        for (int i = 0; i <= static_cast<int>(EventType::Immortal); ++i)
            change.events.push_back(harmAt(static_cast<EventType>(i), t0 + 1us));
        QStringList kinds;
        for (const auto &found : finder.find(change)) {
            kinds << QString::fromStdString(std::string(toString(found.kind)));
            QCOMPARE(found.server, std::string("prod"));
            QCOMPARE(found.node, std::string("prod-7:6379/0"));
            QCOMPARE(found.owner, Bytes("web-3"));
            QCOMPARE(found.why, std::string("why"));
            QCOMPARE(found.first, t0); // as a file can keep it
            QVERIFY(incidentKind(toString(found.kind)) == found.kind);
        }
        kinds.sort();
        QCOMPARE(kinds.join(u' '), u"deleted-early immortal renewal-overdue resurrected still-no-lease"_s);
    }

    void lostConnection_isABlindFeedUntilItIsLiveAgain()
    {
        using Phase = MonitorState::Phase;
        IncidentFinder finder("prod", "prod-7:6379/0");
        QVERIFY(finder.find(changeIn(Phase::Live, t0)).empty());
        auto lost = changeIn(Phase::Lost, t0 + 1s);
        lost.state.error = Error{ErrorKind::Transport, "closed by the server", {}};
        IncidentList list;
        const auto take = [&](const MonitorChange &change) {
            for (auto &found : finder.find(change))
                list.add(std::move(found));
        };
        take(lost);
        take(changeIn(Phase::Lost, t0 + 2s));
        take(changeIn(Phase::FirstSweep, t0 + 3s));
        QCOMPARE(incidentWords(list), u"feed-blind  x1"_s);
        take(changeIn(Phase::Live, t0 + 4s));
        QCOMPARE(incidentWords(list), u"feed-blind  x1"_s);
        QCOMPARE(list.all().front().last, t0 + 4s);
        QCOMPARE(list.all().front().why, std::string("the connection was lost: closed by the server; blind for 3.0 s"));
        take(changeIn(Phase::Live, t0 + 5s));
        QCOMPARE(list.size(), std::size_t(1));

        MonitorChange never = changeIn(Phase::Lost, t0); // nothing was ever seen, so nothing was missed
        never.state.everLive = false;
        QVERIFY(IncidentFinder("prod", "x").find(never).empty());
    }

    void lostNodeOfACluster_isABlindFeedOfThatNode()
    {
        using Phase = MonitorState::Phase;
        const auto cluster = [](ServerTime at, std::vector<std::string> lost, std::vector<std::string> addresses = {"a:1", "b:1", "c:1"}) {
            auto change = changeIn(Phase::Live, at);
            auto &all = change.state.cluster.emplace();
            for (std::size_t number = 0; number < addresses.size(); ++number) {
                if (addresses[number].empty())
                    continue;
                auto &node = all.primaries.emplace_back();
                node.number = number;
                node.address = addresses[number];
                node.phase = Phase::Live;
                if (std::ranges::find(lost, node.address) == lost.end())
                    continue;
                node.phase = Phase::Lost;
                node.error = Error{ErrorKind::Transport, "closed by the server", {}};
                node.unknownSince = t0 + 1s;
            }
            return change;
        };
        IncidentFinder finder("prod", "redis-cluster://a");
        QVERIFY(finder.find(cluster(t0, {})).empty());
        const auto lost = finder.find(cluster(t0 + 2s, {"b:1", "c:1"}));
        QCOMPARE(lost.size(), std::size_t(2));
        QVERIFY(lost[0].kind == Kind::FeedBlind);
        QCOMPARE(lost[0].node, std::string("b:1"));
        QCOMPARE(lost[0].server, std::string("prod"));
        QCOMPARE(lost[0].first, t0 + 1s);
        QCOMPARE(lost[1].node, std::string("c:1"));
        QVERIFY(finder.find(cluster(t0 + 3s, {"b:1", "c:1"})).empty());
        const auto promoted = finder.find(cluster(t0 + 4s, {"b:1"}, {"a:1", "b:1", "d:1"})); // d took the place of c
        QCOMPARE(promoted.size(), std::size_t(1));
        QCOMPARE(promoted[0].node, std::string("c:1"));
        QCOMPARE(promoted[0].times, 0);
        QCOMPARE(promoted[0].last, t0 + 4s);
        const auto emptied = finder.find(cluster(t0 + 5s, {}, {"a:1", "", "d:1"})); // others have the slots of b
        QCOMPARE(emptied.size(), std::size_t(1));
        QCOMPARE(emptied[0].why, std::string("the connection to b:1 was lost: closed by the server; blind for 4.0 s"));
        auto never = cluster(t0, {"a:1"});
        never.state.cluster->primaries[0].unknownSince.reset(); // nothing was ever seen there
        QVERIFY(IncidentFinder("prod", "x").find(never).empty());
    }

    void repeats_joinUntilAcknowledged()
    {
        IncidentList list;
        list.add(incidentOf(Kind::DeletedEarly, t0));
        list.add(incidentOf(Kind::DeletedEarly, t0 + 1s));
        list.add(incidentOf(Kind::DeletedEarly, t0 + 2s, "stock"));
        list.add(incidentOf(Kind::Immortal, t0 + 3s));
        QCOMPARE(incidentWords(list), u"deleted-early order x2, deleted-early stock x1, immortal order x1"_s);
        QCOMPARE(list.all().front().last, t0 + 1s);
        QCOMPARE(list.open(), std::size_t(3));
        list.acknowledge(list.all().front());
        QCOMPARE(list.open(), std::size_t(2));
        list.add(incidentOf(Kind::DeletedEarly, t0 + 4s));
        QCOMPARE(incidentWords(list), u"deleted-early order x2 ok, deleted-early stock x1, immortal order x1, deleted-early order x1"_s);
        list.acknowledgeAll();
        QCOMPARE(list.open(), std::size_t(0));
        auto news = incidentOf(Kind::DeletedEarly, t0 + 5s);
        news.times = 0; // of one that is acknowledged
        list.add(news);
        QCOMPARE(list.size(), std::size_t(4));
    }

    void tooMany_dropsTheAcknowledgedFirst()
    {
        IncidentList list;
        for (std::size_t i = 0; i < IncidentList::most; ++i)
            list.add(incidentOf(Kind::Immortal, t0 + std::chrono::seconds(i), std::to_string(i)));
        list.acknowledge(*std::next(list.all().begin(), 5));
        list.add(incidentOf(Kind::Immortal, t0 + 2h, "new"));
        QCOMPARE(list.size(), IncidentList::most);
        QCOMPARE(list.open(), IncidentList::most);
        QCOMPARE(list.dropped(), std::int64_t(1));
        QCOMPARE(list.all().front().id.key, Bytes("0"));
        list.add(incidentOf(Kind::Immortal, t0 + 3h, "newer"));
        QCOMPARE(list.size(), IncidentList::most);
        QCOMPARE(list.all().front().id.key, Bytes("1"));
        QCOMPARE(list.all().back().id.key, Bytes("newer"));
    }

    void twoWindows_agree()
    {
        IncidentList one;
        one.add(incidentOf(Kind::DeletedEarly, t0));
        one.add(incidentOf(Kind::Immortal, t0 + 1s));
        IncidentList other = one;
        one.acknowledge(one.all().front());
        other.add(incidentOf(Kind::Resurrected, t0 + 2s));
        other.add(incidentOf(Kind::Immortal, t0 + 3s));
        const auto wanted = u"deleted-early order x1 ok, immortal order x2, resurrected order x1"_s;
        auto both = one;
        both.merge(other);
        QCOMPARE(incidentWords(both), wanted);
        other.merge(one);
        QCOMPARE(incidentWords(other), wanted);
        both.merge(other); // again changes nothing
        QCOMPARE(incidentWords(both), wanted);
        QCOMPARE(both.open(), std::size_t(2));

        IncidentList third; // the same, seen by another window a moment later
        third.add(incidentOf(Kind::Immortal, t0 + 1500ms));
        both.merge(third);
        QCOMPARE(incidentWords(both), wanted);
        both.dropNode("prod-7:6379/0");
        QCOMPARE(both.size() + both.open(), std::size_t(0));
    }

    // 30 a second: of Redisson's, announced; and of tokens, which nothing announces.
    void correctHandOvers_areNone()
    {
        RedisServer server;
        Watcher watcher(server.endpoint());
        QVERIFY(watcher.waitLive());
        IncidentFinder finder("s", "s");
        std::vector<Incident> found;
        connect(&watcher.monitor(), &Monitor::changed, this,
                [&](const MonitorChange &change) { std::ranges::move(finder.find(change), std::back_inserter(found)); });
        RedisClient client(server.endpoint());
        const auto seconds = qEnvironmentVariableIntValue("HAND_OVERS");
        const int rounds = 30 * (seconds > 0 ? seconds : 4);
        QElapsedTimer timer;
        timer.start();
        for (int round = 0; round < rounds; ++round) {
            const auto number = std::to_string(round % 6);
            const auto key = "order:{" + number + "}";
            const auto owner = "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:" + std::to_string(round);
            const auto token = QUuid::createUuid().toString(QUuid::Id128).toStdString();
            client.pipeline({{"MULTI"},
                             {"DEL", key},
                             {"PUBLISH", "redisson_lock__channel:{" + key + "}", "0"},
                             {"EXEC"},
                             {"HSET", key, owner, "1"},
                             {"PEXPIRE", key, "30000"},
                             {"DEL", "lock:" + number},
                             {"SET", "lock:" + number, token, "NX", "PX", "30000"}});
            QTest::qWait(static_cast<int>(std::max<qint64>(0, round * 1000 / 30 - timer.elapsed())));
        }
        QVERIFY(watcher.waitFor([&] { return watcher.locks().size() == 12; }));
        const auto ends = std::ranges::count_if(
            watcher.events(), [](const LockEvent &event) { return isEnd(event.type) || event.type == EventType::TakenOver; });
        qInfo("%d hand-overs of each kind, %lld ends seen, %zu incidents", rounds, static_cast<long long>(ends), found.size());
        QVERIFY(ends > rounds / 2);
        QVERIFY2(found.empty(), qPrintable(watcher.told()));
    }

    // And among the hand-overs, one DEL by mistake is.
    void deletionByMistake_isOne()
    {
        RedisServer server;
        const auto lock = [&](int thread) {
            server.command({"EVAL", "redis.call('hset', KEYS[1], ARGV[1], 1) redis.call('pexpire', KEYS[1], 30000)", "1", "order",
                            "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:" + std::to_string(thread)});
        };
        lock(1);
        Watcher watcher(server.endpoint());
        IncidentFinder finder("s", "s");
        std::vector<Incident> found;
        connect(&watcher.monitor(), &Monitor::changed, this,
                [&](const MonitorChange &change) { std::ranges::move(finder.find(change), std::back_inserter(found)); });
        QVERIFY(watcher.waitLive());
        auto story = u"seen"_s;
        QVERIFY2(sees(watcher, story), qPrintable(watcher.told()));
        server.command({"PEXPIRE", "order", "60000"}); // an announcement directly after the first look may belong to an earlier release
        QVERIFY2(sees(watcher, story += u" renewed"_s), qPrintable(watcher.told()));
        for (int round = 2; round < 4; ++round) {
            server.command({"EVAL", "redis.call('del', KEYS[1]) redis.call('publish', 'redisson_lock__channel:{order}', 0)", "1", "order"});
            QVERIFY2(sees(watcher, story += u" released"_s), qPrintable(watcher.told()));
            lock(round);
            QVERIFY2(sees(watcher, story += u" acquired"_s), qPrintable(watcher.told()));
        }
        server.command({"DEL", "order"});
        QVERIFY2(sees(watcher, story + u" deleted-early"_s), qPrintable(watcher.told()));
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(found.front().kind == Kind::DeletedEarly);
        QCOMPARE(found.front().owner, Bytes("9f3ac21e-4b7d-4c1a-8f00-1234567890ab:3"));
    }

private:
    static bool sees(Watcher &watcher, const QString &story)
    {
        return watcher.waitFor([&] { return watcher.story("order") == story; }, 30s);
    }
};

LOCKSCOPE_TEST(IncidentsTest)
#include "tst_incidents.moc"
