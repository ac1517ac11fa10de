// SPDX-License-Identifier: MIT
// A trace in sentences and in JSON, from values.
#include "support/test_program.h"

#include "app/trace/trace_output.h"
#include "ui/export/trace_json.h"
#include "ui/words/trace_words.h"

#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::StringLiterals;

namespace {

ServerTime at(std::int64_t ms) { return ServerTime(Milliseconds(1'700'000'000'000 + ms)); }

TraceClient cart()
{
    TraceClient client;
    client.actor.address = "10.0.3.17:51324";
    client.identities = {{7, "cart-7", "app", "redis-py 5.0.1", at(-3'600'000)}};
    return client;
}

TracedChange changeBy(std::optional<TraceClient> by)
{
    TracedChange traced;
    auto &event = traced.change.event;
    event.time = at(0) + Microseconds(113);
    event.type = EventType::Ended;
    event.id = {0, "order:42"};
    event.owner = "1f00ab12-1111-4222-8333-000000000001";
    traced.change.command = "DEL";
    if (by)
        traced.change.by = by->actor;
    traced.by = std::move(by);
    return traced;
}

} // namespace

class TraceWordsTest final : public QObject
{
    Q_OBJECT

private slots:
    void client_isNamedWithWhatIsKnown()
    {
        QCOMPARE(clientName(cart()), u"cart-7 (10.0.3.17:51324)"_s);
        QCOMPARE(clientText(cart(), at(0)), u"cart-7 (10.0.3.17:51324), user app, redis-py 5.0.1, connected 1 h 00 m"_s);
        TraceClient brief;
        brief.actor.address = "10.0.3.17:1";
        brief.nameSent = "x";
        QCOMPARE(clientText(brief, at(0)), u"x (10.0.3.17:1)"_s);
    }

    void twoConnectionsOfOneAddress_areBothNamed()
    {
        auto client = cart();
        client.identities.push_back({9, "cart-8", "ops", "", at(-60'000)});
        const auto text = clientText(client, at(0));
        QVERIFY2(text.contains(u"user app"_s) && text.contains(u"; or cart-8 user ops"_s), qPrintable(text));
    }

    void closedConnection_hasItsTimes()
    {
        auto client = cart();
        client.closedBetween = {at(0), at(40)};
        const auto text = clientText(client, at(1000));
        QVERIFY2(text.contains(u"connection closed between "_s) && !text.contains(u"connected "_s), qPrintable(text));
    }

    void unsureChange_namesNobody()
    {
        auto traced = changeBy({});
        traced.change.certain = false;
        traced.change.why = "its deadline passed at about the same moment";
        traced.perhaps = {cart()};
        TraceOutput output({}, {});
        const auto line = output.items({traced});
        QVERIFY2(line.contains("unsure, perhaps cart-7 (10.0.3.17:51324): its deadline passed"), line);
        const auto json = jsonLine(TraceItem(traced));
        QVERIFY2(json.contains("\"by\":null") && json.contains("\"certain\":false") && json.contains("\"perhaps\":[\"10.0.3.17:51324\"]"),
                 json);
    }

    void shownChange_saysHow()
    {
        TraceOutput output({}, {});
        const auto line = output.items({changeBy(cart())});
        QVERIFY2(line.contains(".000113  order:42  released  1f00ab12…  cart-7 (10.0.3.17:51324), DEL\n"), line);
        auto hidden = changeBy({});
        hidden.change.shown = hidden.change.certain = false;
        QVERIFY(output.items({hidden}).contains("a command that the server does not show"));
        QVERIFY(jsonLine(TraceItem(hidden)).contains("\"type\":\"unshown\""));
    }

    void json_isAsDocumented()
    {
        QCOMPARE(
            jsonLine(TraceItem(changeBy(cart()))),
            QByteArray(
                "{\"at\":1700000000000113,\"by\":{\"addr\":\"10.0.3.17:51324\",\"id\":7,\"lib\":\"redis-py 5.0.1\",\"name\":\"cart-7\","
                "\"since\":\"2023-11-14T21:13:20.000Z\",\"user\":\"app\"},\"certain\":true,\"command\":\"DEL\",\"db\":0,\"event\":"
                "\"released\",\"key\":\"order:42\",\"owner\":\"1f00ab12-1111-4222-8333-000000000001\",\"time\":"
                "\"2023-11-14T22:13:20.000Z\",\"type\":\"change\",\"why\":\"\"}\n"));
        TracedFinding traced;
        traced.finding.proved = true;
        traced.finding.at = at(0);
        traced.finding.why = {"because"};
        traced.by = cart();
        const auto json = jsonLine(TraceItem(traced));
        QVERIFY2(json.contains("\"finding\":\"removed-while-held\"") && json.contains("\"proof\":\"proved\"")
                     && json.contains("\"why\":[\"because\"]"),
                 json);
    }

    void finding_isASentenceWithItsEvidence()
    {
        TracedFinding traced;
        traced.finding.at = at(0);
        traced.finding.command = "DEL";
        traced.finding.left = Milliseconds(28'500);
        traced.finding.why = {"not over the connection that acquired it; perhaps the same process"};
        traced.by = cart();
        traced.holder = cart();
        QCOMPARE(findingHeadline(traced),
                 u"DEL of cart-7 (10.0.3.17:51324) removed the lock of cart-7 (10.0.3.17:51324), which had 28.5 s left."_s);
        TraceOutput output({}, {});
        const auto text = output.items({traced});
        QVERIFY2(text.startsWith("  unproved  ") && text.contains("Not over the connection that acquired it; perhaps the same process."),
                 text);
        QCOMPARE(output.proved(), 0);
        traced.finding.proved = true;
        QVERIFY(output.items({traced}).startsWith("  PROVED  "));
        QCOMPARE(output.proved(), 1);
    }

    void question_fitsATerminal()
    {
        TracePlan plan;
        plan.load.known = true;
        plan.load.commandsPerSecond = 4100;
        plan.load.bytesPerSecond = 900'000;
        plan.load.connections = 312;
        plan.load.largestRequest = 209'715;
        plan.cost = costOf(plan.load);
        const auto text = TraceOutput({}, {80, false}).question(plan);
        for (const auto &line : text.split(u'\n'))
            QVERIFY2(columnsOf(line) <= 80, qPrintable(line));
        QVERIFY2(text.contains(u"5 to 10 % of a core"_s) && text.contains(u"stops the server"_s) && text.contains(u"312"_s),
                 qPrintable(text));
    }

    void hindrances_haveSentences()
    {
        TracePlan plan;
        QCOMPARE(hindranceText(plan, {}), QString());
        for (const auto one :
             {TraceHindrance::Replica, TraceHindrance::LoadUnknown, TraceHindrance::TooMuchLoad, TraceHindrance::LargeRequests}) {
            plan.hindrance = one;
            QVERIFY(hindranceText(plan, {}).endsWith(u'.'));
        }
    }
};

LOCKSCOPE_TEST(TraceWordsTest)
#include "tst_trace_words.moc"
