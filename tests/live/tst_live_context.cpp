// SPDX-License-Identifier: MIT
// The live Context against real servers.
#include "lockcore/live/live_context.h"
#include "support/eventually.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include <QEventLoop>
#include <QTest>
#include <QTimer>

using namespace lockcore;
using namespace std::chrono_literals;
using lockcore::test::eventually;
using lockcore::test::RedisServer;

namespace {

constexpr char countUp[] = "return redis.call('INCRBY', KEYS[1], ARGV[1])";

/// One process: its loop, clock and connections.
struct Process
{
    explicit Process(std::vector<Endpoint> endpoints, LiveServers::Options options = {})
        : servers(std::move(endpoints), std::move(options), loop, clock)
        , scope(loop)
    {
        scope.start(open());
        run();
    }

    Task<void> open() { opened = co_await servers.open(); }

    /// Runs until nothing in `scope` is left to do.
    void run() { QTRY_VERIFY_WITH_TIMEOUT(scope.idle(), 20'000); }

    EventLoop loop;
    LoopClock clock;
    LiveServers servers;
    Result<void> opened;
    Scope scope;
};

bool runsDry(LiveContext &worker)
{
    return eventually([&] { return worker.scope().idle(); });
}

std::int64_t numberOf(RedisServer &server, const Bytes &command, const Bytes &line)
{
    const auto info = server.command({"INFO", "commandstats"}).text;
    const auto begin = info.find("cmdstat_" + command + ":");
    if (begin == Bytes::npos)
        return 0;
    const auto at = info.find(line + "=", begin) + line.size() + 1;
    return parseInteger(info.substr(at, info.find(',', at) - at)).value_or(-1);
}

std::int64_t callsOf(RedisServer &server, const Bytes &command) { return numberOf(server, command, "calls"); }

std::int64_t listenersOf(RedisServer &server, const Bytes &channel)
{
    return server.command({"PUBSUB", "NUMSUB", channel}).elements.at(1).integer;
}

void killClients(RedisServer &server, const Bytes &type) { server.command({"CLIENT", "KILL", "TYPE", type, "SKIPME", "yes"}); }

Task<void> keepAnswer(Waiting<Answer> waiting, std::optional<Answer> &answer) { answer = co_await waiting; }

Task<void> keepMessage(Context::Subscription &subscription, Milliseconds most, std::optional<std::optional<Message>> &message)
{
    message = co_await subscription.next(most);
}

Task<void> keepSubscription(Context &context, Bytes channel, std::unique_ptr<Context::Subscription> &subscription)
{
    subscription = co_await context.subscribe(channel);
}

} // namespace

class LiveContextTest : public QObject
{
    Q_OBJECT

private slots:
    void command_isAnswered();
    void numbersAndDurations_becomeArguments();
    void serverError_failsButIsNotLost();
    void script_isSentByNameAfterTheFirstTime();
    void scriptFlush_sendsTheScriptAgain();
    void manyWorkers_shareOneConnection();
    void connectionCutWhileWaiting_isLost();
    void silentServer_isLost();
    void firstScriptAndSilentServer_runsLater();
    void noConnection_isNotSent();
    void connectionComesBack_commandsGoOn();
    void alone_doesNotMixWithOthers();
    void aloneAfterLoss_refusesTheBegunTransaction();
    void message_arrives();
    void noMessage_timesOut();
    void lastListenerDestroyed_unsubscribes();
    void twoListeners_bothGetTheMessage();
    void killedSubscription_stopsListeningAndCanRestart();
    void deniedChannel_doesNotListen();
    void companion_diesWithItsOwner();
    void companion_diesWithTheContext();
    void observer_seesEachCallAndItsLine();
    void seed_reproducesARun();
    void skew_movesTheWallClockOnly();
    void severalServers_aMajoritySuffices();
    void contextDestroyed_whateverItWaitsFor_data();
    void contextDestroyed_whateverItWaitsFor();
    void abandonedCommand_isNotSent();
    void askedBeforeDialog_isSentWhileItIsOpen();
    void askedInsideADialog_isAnsweredThere();
};

void LiveContextTest::command_isAnswered()
{
    RedisServer server;
    Process process({server.endpoint()});
    QVERIFY(process.opened.ok());
    LiveContext worker(process.servers, {});
    auto work = [](Context &context, std::vector<Answer> &answers) -> Task<void> {
        answers.push_back(co_await context.command("SET", "lock", "token", "NX", "PX", 30s));
        answers.push_back(co_await context.command("SET", "lock", "other", "NX", "PX", 30s));
        answers.push_back(co_await context.command("GET", "lock"));
    };
    std::vector<Answer> answers;
    worker.scope().start(work(worker, answers));
    QVERIFY(runsDry(worker));
    QVERIFY(answers.at(0).isOk());
    QVERIFY(answers.at(1).isNil());
    QCOMPARE(answers.at(2).text(), Bytes("token"));
}

void LiveContextTest::numbersAndDurations_becomeArguments()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    auto work = [](Context &context) -> Task<void> {
        const Bytes binary("a\0b", 3);
        [[maybe_unused]] const auto answer = co_await context.command("RPUSH", "list", 42, -1, 1500ms, binary, WorkerTime(7ms));
    };
    worker.scope().start(work(worker));
    QVERIFY(runsDry(worker));
    const auto list = server.command({"LRANGE", "list", "0", "-1"});
    QCOMPARE(toString(list), toString(Reply::array({Reply::bulk("42"), Reply::bulk("-1"), Reply::bulk("1500"),
                                                    Reply::bulk(Bytes("a\0b", 3)), Reply::bulk("7")})));
}

void LiveContextTest::serverError_failsButIsNotLost()
{
    RedisServer server;
    server.command({"HSET", "lock", "a", "1"});
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    std::optional<Answer> answer;
    worker.scope().start(keepAnswer(worker.command("GET", "lock"), answer));
    QVERIFY(runsDry(worker));
    QVERIFY(answer->failed());
    QVERIFY(!answer->lost());
    QVERIFY(answer->error().is("WRONGTYPE"));
}

void LiveContextTest::script_isSentByNameAfterTheFirstTime()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    auto work = [](Context &context, std::int64_t &last) -> Task<void> {
        for (int i = 0; i < 5; ++i) {
            const auto answer = co_await context.command("EVAL", countUp, 1, "counter", 2);
            last = answer.integer();
        }
    };
    std::int64_t last = 0;
    worker.scope().start(work(worker, last));
    QVERIFY(runsDry(worker));
    QCOMPARE(last, 10);
    QCOMPARE(callsOf(server, "eval"), 1);
    QCOMPARE(callsOf(server, "evalsha"), 4);
    QCOMPARE(numberOf(server, "evalsha", "rejected_calls"), 0);
}

void LiveContextTest::scriptFlush_sendsTheScriptAgain()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    for (int i = 1; i <= 3; ++i) {
        std::optional<Answer> answer;
        worker.scope().start(keepAnswer(worker.command("EVAL", countUp, 1, "counter", 1), answer));
        QVERIFY(runsDry(worker));
        QCOMPARE(answer->integer(), i);
        server.command({"SCRIPT", "FLUSH"});
    }
    QCOMPARE(callsOf(server, "eval"), 3);
}

void LiveContextTest::manyWorkers_shareOneConnection()
{
    RedisServer server;
    Process process({server.endpoint()});
    auto work = [](Context &context, int &right) -> Task<void> {
        for (int i = 1; i <= 20; ++i) {
            const auto key = "worker:" + std::to_string(context.worker());
            const auto mine = co_await context.command("INCR", key);
            const auto all = co_await context.command("EVAL", countUp, 1, "counter", 1);
            right += mine.integer() == i && all.integer() >= i;
        }
    };
    int right = 0;
    std::vector<std::unique_ptr<LiveContext>> workers;
    for (int i = 0; i < 100; ++i) {
        workers.push_back(std::make_unique<LiveContext>(process.servers, LiveContext::Options{.worker = i, .observer = {}}));
        workers.back()->scope().start(work(*workers.back(), right));
    }
    for (const auto &worker : workers)
        QVERIFY(runsDry(*worker));
    QCOMPARE(right, 2000);
    QCOMPARE(server.command({"GET", "counter"}).text, Bytes("2000"));
    // This fixture's own connection and the workers'.
    QVERIFY(server.command({"INFO", "clients"}).text.find("connected_clients:2\r\n") != Bytes::npos);
}

void LiveContextTest::connectionCutWhileWaiting_isLost()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    std::optional<Answer> answer;
    worker.scope().start(keepAnswer(worker.command("BLPOP", "never", 0), answer));
    QTRY_VERIFY(server.command({"INFO", "clients"}).text.find("blocked_clients:1") != Bytes::npos);
    killClients(server, "normal");
    QVERIFY(runsDry(worker));
    QVERIFY(answer->lost());
    QVERIFY(answer->failed());
    QCOMPARE(answer->error().kind, ErrorKind::Transport);
}

void LiveContextTest::silentServer_isLost()
{
    RedisServer server;
    LiveServers::Options options;
    options.commandTimeout = 200ms;
    Process process({server.endpoint()}, options);
    LiveContext worker(process.servers, {});
    std::optional<Answer> answer;
    worker.scope().start(keepAnswer(worker.command("EVAL", countUp, 1, "counter", 1), answer));
    QVERIFY(runsDry(worker));
    server.command({"SCRIPT", "FLUSH"});
    server.pause();
    answer.reset();
    worker.scope().start(keepAnswer(worker.command("EVAL", countUp, 1, "counter", 1), answer));
    QVERIFY(runsDry(worker));
    server.resume();
    QVERIFY(answer->lost());
    QCOMPARE(answer->error().kind, ErrorKind::Timeout);
    // The late NOSCRIPT must not start the script after the worker has received its answer.
    std::optional<Answer> second;
    worker.scope().start(keepAnswer(worker.command("GET", "counter"), second));
    QVERIFY(runsDry(worker));
    QCOMPARE(second->text(), Bytes("1"));
    QCOMPARE(callsOf(server, "eval"), 1);
}

// A script that releases something must run even if nobody waits for its answer.
void LiveContextTest::firstScriptAndSilentServer_runsLater()
{
    RedisServer server;
    LiveServers::Options options;
    options.commandTimeout = 200ms;
    {
        Process process({server.endpoint()}, options);
        LiveContext worker(process.servers, {});
        server.pause();
        std::optional<Answer> answer;
        worker.scope().start(keepAnswer(worker.command("EVAL", countUp, 1, "counter", 1), answer));
        QVERIFY(runsDry(worker));
        QVERIFY(answer->lost());
    }
    server.resume();
    QTRY_COMPARE(server.command({"GET", "counter"}).text, Bytes("1"));
}

void LiveContextTest::noConnection_isNotSent()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    server.kill();
    std::optional<Answer> answer;
    const auto isNotSent = [&] {
        answer.reset();
        worker.scope().start(keepAnswer(worker.command("SET", "lock", "token"), answer));
        return runsDry(worker) && answer->error().detail == "not-sent";
    };
    QVERIFY(eventually(isNotSent));
    QVERIFY(answer->failed());
    QVERIFY(!answer->lost());
    QVERIFY(!answer->isNil());
    QVERIFY(!answer->isOk());
    QCOMPARE(answer->error().kind, ErrorKind::Refused);
}

void LiveContextTest::connectionComesBack_commandsGoOn()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    server.restart(RedisServer::Data::Lost);
    std::optional<Answer> answer;
    const auto isAnswered = [&] {
        answer.reset();
        worker.scope().start(keepAnswer(worker.command("EVAL", countUp, 1, "counter", 1), answer));
        return runsDry(worker) && !answer->failed();
    };
    QVERIFY(eventually(isAnswered));
    QCOMPARE(answer->integer(), 1);
}

void LiveContextTest::alone_doesNotMixWithOthers()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    LiveContext other(process.servers, {});
    auto work = [](Context &context, Context &other, std::vector<Answer> &answers) -> Task<void> {
        answers.push_back(co_await context.alone().command("WATCH", "lock"));
        answers.push_back(co_await context.alone().command("MULTI"));
        // If this were the same connection, this would be queued, and the EXEC after it would not fail.
        answers.push_back(co_await other.alone().command("SET", "lock", "other"));
        answers.push_back(co_await context.command("GET", "lock"));
        answers.push_back(co_await context.alone().command("SET", "lock", "mine"));
        answers.push_back(co_await context.alone().command("EXEC"));
    };
    std::vector<Answer> answers;
    worker.scope().start(work(worker, other, answers));
    QVERIFY(runsDry(worker));
    QVERIFY(answers.at(2).isOk());
    QCOMPARE(answers.at(3).text(), Bytes("other"));
    QCOMPARE(answers.at(4).text(), Bytes("QUEUED"));
    QVERIFY(answers.at(5).isNil());
    QCOMPARE(server.command({"GET", "lock"}).text, Bytes("other"));
}

void LiveContextTest::aloneAfterLoss_refusesTheBegunTransaction()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    const auto say = [&](Waiting<Answer> waiting) {
        std::optional<Answer> answer;
        worker.scope().start(keepAnswer(std::move(waiting), answer));
        return runsDry(worker) ? *answer : Answer(Error());
    };
    QVERIFY(say(worker.alone().command("WATCH", "lock")).isOk());
    killClients(server, "normal");
    QVERIFY(say(worker.alone().command("GET", "lock")).failed());
    QCOMPARE(say(worker.alone().command("MULTI")).error().detail, std::string("not-sent"));
    QCOMPARE(say(worker.alone().command("SET", "lock", "unguarded")).error().detail, std::string("not-sent"));
    QCOMPARE(say(worker.alone().command("EXEC")).error().detail, std::string("not-sent"));
    QVERIFY(server.command({"GET", "lock"}).isNil());
    QVERIFY(say(worker.alone().command("WATCH", "lock")).isOk());
    QVERIFY(say(worker.alone().command("MULTI")).isOk());
    QVERIFY(!say(worker.alone().command("SET", "lock", "guarded")).failed());
    QCOMPARE(say(worker.alone().command("EXEC")).elements().size(), 1u);
    QCOMPARE(server.command({"GET", "lock"}).text, Bytes("guarded"));
}

void LiveContextTest::message_arrives()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    std::unique_ptr<Context::Subscription> subscription;
    worker.scope().start(keepSubscription(worker, "channel", subscription));
    QVERIFY(runsDry(worker));
    QVERIFY(subscription->listening());
    server.command({"PUBLISH", "channel", "first"});
    server.command({"PUBLISH", "channel", "second"});
    for (const Bytes payload : {"first", "second"}) {
        std::optional<std::optional<Message>> message;
        worker.scope().start(keepMessage(*subscription, 10s, message));
        QVERIFY(runsDry(worker));
        QVERIFY(*message == (Message{"channel", payload}));
    }
    // A message that comes while the worker waits.
    std::optional<std::optional<Message>> message;
    worker.scope().start(keepMessage(*subscription, 10s, message));
    QCoreApplication::processEvents();
    server.command({"PUBLISH", "channel", "third"});
    QVERIFY(runsDry(worker));
    QVERIFY(*message == (Message{"channel", "third"}));
}

void LiveContextTest::noMessage_timesOut()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    std::unique_ptr<Context::Subscription> subscription;
    worker.scope().start(keepSubscription(worker, "channel", subscription));
    QVERIFY(runsDry(worker));
    std::optional<std::optional<Message>> message;
    const auto begin = process.clock.now();
    worker.scope().start(keepMessage(*subscription, 30ms, message));
    QVERIFY(runsDry(worker));
    QVERIFY(message && !*message);
    QVERIFY(process.clock.now() - begin >= 30ms);
    QVERIFY(subscription->listening());
}

void LiveContextTest::lastListenerDestroyed_unsubscribes()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    std::unique_ptr<Context::Subscription> first;
    std::unique_ptr<Context::Subscription> second;
    worker.scope().start(keepSubscription(worker, "channel", first));
    worker.scope().start(keepSubscription(worker, "channel", second));
    QVERIFY(runsDry(worker));
    QCOMPARE(listenersOf(server, "channel"), 1);
    first.reset();
    QVERIFY(second->listening());
    QCOMPARE(listenersOf(server, "channel"), 1);
    second.reset();
    QTRY_COMPARE(listenersOf(server, "channel"), 0);
    worker.scope().start(keepSubscription(worker, "channel", first));
    QVERIFY(runsDry(worker));
    QVERIFY(first->listening());
    QCOMPARE(listenersOf(server, "channel"), 1);
}

void LiveContextTest::twoListeners_bothGetTheMessage()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext one(process.servers, {});
    LiveContext two(process.servers, {});
    std::unique_ptr<Context::Subscription> first;
    std::unique_ptr<Context::Subscription> second;
    one.scope().start(keepSubscription(one, "channel", first));
    two.scope().start(keepSubscription(two, "channel", second));
    QVERIFY(runsDry(one));
    QVERIFY(runsDry(two));
    server.command({"PUBLISH", "channel", "free"});
    for (auto *subscription : {first.get(), second.get()}) {
        std::optional<std::optional<Message>> message;
        one.scope().start(keepMessage(*subscription, 10s, message));
        QVERIFY(runsDry(one));
        QVERIFY(*message == (Message{"channel", "free"}));
    }
}

void LiveContextTest::killedSubscription_stopsListeningAndCanRestart()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    std::unique_ptr<Context::Subscription> subscription;
    worker.scope().start(keepSubscription(worker, "channel", subscription));
    QVERIFY(runsDry(worker));
    std::optional<std::optional<Message>> message;
    worker.scope().start(keepMessage(*subscription, 1h, message));
    killClients(server, "pubsub");
    QVERIFY(runsDry(worker));
    QVERIFY(message && !*message);
    QVERIFY(!subscription->listening());
    const auto listensAgain = [&] {
        worker.scope().start(keepSubscription(worker, "channel", subscription));
        return runsDry(worker) && subscription->listening();
    };
    QVERIFY(eventually(listensAgain));
    QCOMPARE(listenersOf(server, "channel"), 1);
}

void LiveContextTest::deniedChannel_doesNotListen()
{
    RedisServer server(QStringList{QStringLiteral("user default on nopass ~* +@all resetchannels &open")});
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    std::unique_ptr<Context::Subscription> subscription;
    worker.scope().start(keepSubscription(worker, "closed", subscription));
    QVERIFY(runsDry(worker));
    QVERIFY(!subscription->listening());
    std::optional<std::optional<Message>> message;
    worker.scope().start(keepMessage(*subscription, 1h, message));
    QVERIFY(runsDry(worker));
    QVERIFY(message && !*message);
}

namespace {

Task<void> countForEver(Context &context)
{
    for (;;) {
        [[maybe_unused]] const auto answer = co_await context.command("INCR", "beats");
        co_await context.sleep(1ms);
    }
}

} // namespace

void LiveContextTest::companion_diesWithItsOwner()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    auto companion = worker.spawn(countForEver(worker));
    QTRY_VERIFY(server.command({"GET", "beats"}).toInteger().value_or(0) > 3);
    companion.reset();
    std::optional<Answer> answer; // when this is answered, what was written before it died has arrived
    worker.scope().start(keepAnswer(worker.command("PING"), answer));
    QVERIFY(runsDry(worker));
    const auto beats = server.command({"GET", "beats"}).text;
    QTest::qWait(20);
    QCOMPARE(server.command({"GET", "beats"}).text, beats);
}

void LiveContextTest::companion_diesWithTheContext()
{
    RedisServer server;
    Process process({server.endpoint()});
    auto worker = std::make_unique<LiveContext>(process.servers, LiveContext::Options());
    auto companion = worker->spawn(countForEver(*worker));
    QTRY_VERIFY(server.command({"GET", "beats"}).toInteger().value_or(0) > 3);
    worker.reset();
    QTest::qWait(20);
    const auto beats = server.command({"GET", "beats"}).text;
    QTest::qWait(20);
    QCOMPARE(server.command({"GET", "beats"}).text, beats);
}

void LiveContextTest::observer_seesEachCallAndItsLine()
{
    RedisServer server;
    Process process({server.endpoint()});
    std::vector<Step> steps;
    LiveContext::Options options;
    options.worker = 7;
    options.observer = [&](const Step &step) { steps.push_back(step); };
    LiveContext worker(process.servers, options);
    // clang-format off
    static constexpr auto firstLine = std::source_location::current().line();
    auto work = [](Context &context) -> Task<void> {
        [[maybe_unused]] const auto a = co_await context.command("SET", "lock",
                                                                 "token");
        co_await context.sleep(1ms);
        (void)context.now();
        (void)context.steady();
        (void)context.uniqueToken();
        (void)context.random(5ms);
        const auto subscription = co_await context.subscribe("channel");
        [[maybe_unused]] const auto b = co_await subscription->next(1ms);
        [[maybe_unused]] const auto c = co_await context.alone().command("PING");
        (void)context.bookkeeping();
    };
    // clang-format on
    worker.scope().start(work(worker));
    QVERIFY(runsDry(worker));
    const std::vector<std::pair<std::string_view, unsigned>> expected = {{"SET", 2},       {"sleep", 4},       {"now", 5},
                                                                         {"steady", 6},    {"uniqueToken", 7}, {"random", 8},
                                                                         {"subscribe", 9}, {"next", 10},       {"PING", 11}};
    QCOMPARE(steps.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(steps[i].what, expected[i].first);
        QCOMPARE(steps[i].worker, 7);
        QCOMPARE(steps[i].where.line(), firstLine + expected[i].second);
    }
    QVERIFY(std::string_view(steps[0].where.file_name()).ends_with("tests/live/tst_live_context.cpp"));
}

void LiveContextTest::seed_reproducesARun()
{
    RedisServer server;
    Process process({server.endpoint()});
    const auto draw = [&](std::uint64_t seed, std::int64_t number) {
        LiveContext worker(process.servers, LiveContext::Options{.worker = number, .seed = seed, .observer = {}});
        return std::pair(worker.uniqueToken(), worker.random(1'000'000ms).count());
    };
    QVERIFY(draw(5, 1) == draw(5, 1));
    QVERIFY(draw(5, 1) != draw(5, 2));
    QVERIFY(draw(5, 1) != draw(6, 1));
    QVERIFY(draw(0, 1) != draw(0, 1));
    QCOMPARE(draw(0, 1).first.size(), 32u);
    LiveContext worker(process.servers, {});
    QCOMPARE(worker.random(0ms), 0ms);
    for (int i = 0; i < 100; ++i)
        QVERIFY(worker.random(3ms) < 3ms);
}

void LiveContextTest::skew_movesTheWallClockOnly()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext right(process.servers, {});
    LiveContext wrong(process.servers, LiveContext::Options{.clockSkew = -1h, .observer = {}});
    const auto behind = right.now() - wrong.now();
    QVERIFY(behind >= 59min && behind <= 1h);
    const auto before = right.steady();
    QVERIFY(wrong.steady() >= before);
}

void LiveContextTest::severalServers_aMajoritySuffices()
{
    RedisServer first;
    RedisServer second;
    auto nowhere = first.endpoint();
    nowhere.path += ".none";
    Process majority({first.endpoint(), nowhere, second.endpoint()});
    QVERIFY(majority.opened.ok());
    LiveContext worker(majority.servers, {});
    QCOMPARE(worker.servers(), 3u);
    std::vector<std::optional<Answer>> answers(4);
    for (std::size_t i = 0; i < 4; ++i)
        worker.scope().start(keepAnswer(worker.on(i).command("SET", "at", i), answers[i]));
    QVERIFY(runsDry(worker));
    QVERIFY(answers[0]->isOk());
    QCOMPARE(answers[1]->error().detail, std::string("not-sent"));
    QVERIFY(answers[2]->isOk());
    QCOMPARE(answers[3]->error().detail, std::string("not-sent"));
    QCOMPARE(second.command({"GET", "at"}).text, Bytes("2"));

    Process minority({first.endpoint(), nowhere});
    QVERIFY(!minority.opened.ok());
    QCOMPARE(minority.opened.error().kind, ErrorKind::Transport);
}

namespace {

struct Traces
{
    bool reached = false;
    bool gone = false;
};

struct OnGone
{
    ~OnGone() { traces.gone = true; }
    Traces &traces;
};

Task<void> companionOf(Context &context)
{
    const auto inner = context.spawn(countForEver(context));
    co_await context.sleep(1h);
}

Task<void> waitFor(Context &context, QByteArray what, Traces &traces)
{
    const OnGone onGone{traces};
    const auto companion = context.spawn(companionOf(context));
    const auto kept = co_await context.subscribe("kept");
    traces.reached = true;
    if (what == "sleep") {
        co_await context.sleep(1h);
    } else if (what == "command") {
        [[maybe_unused]] const auto answer = co_await context.command("BLPOP", "never", 0);
    } else if (what == "script") {
        [[maybe_unused]] const auto answer = co_await context.command("EVAL", countUp, 1, "counter", 1);
    } else if (what == "alone") {
        [[maybe_unused]] const auto answer = co_await context.alone().command("BLPOP", "never", 0);
    } else if (what == "subscribe") {
        const auto subscription = co_await context.subscribe("channel");
    } else {
        [[maybe_unused]] const auto message = co_await kept->next(1h);
    }
}

} // namespace

void LiveContextTest::contextDestroyed_whateverItWaitsFor_data()
{
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<int>("turns");
    for (const char *what : {"sleep", "command", "script", "alone", "subscribe", "message"}) {
        for (const int turns : {0, 1, 2, 3, 5})
            QTest::addRow("%s after %d turns", what, turns) << QByteArray(what) << turns;
    }
}

void LiveContextTest::contextDestroyed_whateverItWaitsFor()
{
    QFETCH(const QByteArray, what);
    QFETCH(const int, turns);
    RedisServer server;
    Process process({server.endpoint()});
    auto worker = std::make_unique<LiveContext>(process.servers, LiveContext::Options());
    Traces traces;
    worker->scope().start(waitFor(*worker, what, traces));
    QTRY_VERIFY(traces.reached);
    for (int i = 0; i < turns; ++i)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
    worker.reset();
    QVERIFY(traces.gone);
    // The connections continue to work for others.
    LiveContext other(process.servers, {});
    std::unique_ptr<Context::Subscription> subscription;
    other.scope().start(keepSubscription(other, "channel", subscription));
    QVERIFY(runsDry(other));
    QVERIFY(subscription->listening());
    QTRY_COMPARE(listenersOf(server, "kept"), 0);
}

void LiveContextTest::abandonedCommand_isNotSent()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    const auto first = worker.command("PING"); // sent at once; the others would be sent with the rest of the turn
    {
        const auto dropped = worker.command("SET", "dropped", "1");
        const auto alsoDropped = worker.command("EVAL", countUp, 1, "dropped", 1);
    }
    std::optional<Answer> answer;
    worker.scope().start(keepAnswer(worker.command("EXISTS", "dropped"), answer));
    QVERIFY(runsDry(worker));
    QCOMPARE(answer->integer(), 0);
    QVERIFY(!answer->failed());
}

// A step of a coroutine may open its own event loop, for example a dialog: earlier requests must not wait for its end.
void LiveContextTest::askedBeforeDialog_isSentWhileItIsOpen()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    QEventLoop dialog;
    auto work = [](Context &context, QEventLoop &dialog) -> Task<void> {
        co_await context.sleep(300ms); // from here on no other coroutine is ready, and nothing else wakes the event loop
        auto waiting = context.command("SET", "asked", "1");
        dialog.exec();
        co_await waiting;
    };
    bool sent = false;
    QTimer look;
    connect(&look, &QTimer::timeout, &dialog, [&] {
        sent = server.command({"EXISTS", "asked"}).integer == 1;
        if (sent)
            dialog.quit();
    });
    QTimer::singleShot(10s, &dialog, &QEventLoop::quit);
    look.start(5ms);
    worker.scope().start(work(worker, dialog));
    QVERIFY(runsDry(worker));
    QVERIFY(sent);
}

void LiveContextTest::askedInsideADialog_isAnsweredThere()
{
    RedisServer server;
    Process process({server.endpoint()});
    LiveContext worker(process.servers, {});
    LiveContext other(process.servers, {});
    QEventLoop dialog;
    auto work = [](Context &context, QEventLoop &dialog) -> Task<void> {
        co_await context.command("PING");
        dialog.exec();
    };
    auto inside = [](Context &context, QEventLoop &dialog, int &answers) -> Task<void> {
        for (int i = 0; i < 3; ++i) {
            const auto answer = co_await context.command("PING");
            answers += !answer.failed();
        }
        dialog.quit();
    };
    int answers = 0;
    QTimer whenOpen;
    whenOpen.setInterval(1ms);
    connect(&whenOpen, &QTimer::timeout, &dialog, [&] {
        if (!dialog.isRunning())
            return;
        whenOpen.stop();
        other.scope().start(inside(other, dialog, answers));
    });
    QTimer::singleShot(10s, &dialog, &QEventLoop::quit);
    whenOpen.start();
    worker.scope().start(work(worker, dialog));
    QVERIFY(runsDry(worker));
    QCOMPARE(answers, 3);
}

LOCKSCOPE_TEST(LiveContextTest)
#include "tst_live_context.moc"
