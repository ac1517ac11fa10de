// SPDX-License-Identifier: MIT
#include "app/worker_selftest.h"

#include "app/exit_codes.h"
#include "app/standard_output.h"
#include "lockcore/base/bytes.h"
#include "lockcore/base/duration.h"

#include <QCoreApplication>
#include <QTcpServer>
#include <QUuid>

#include <algorithm>
#include <array>

#include <sys/wait.h>
#include <unistd.h>

namespace lockscope {

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr std::array<std::string_view, 12> knownCapabilities = {"try",  "extend",    "reentrant",  "watchdog", "fencing", "lost",
                                                                "fair", "readwrite", "concurrent", "stall",    "throw",   "skew"};

std::string shown(const worker::Answer &answer) { return worker::shownLine(worker::lineOf(worker::Message(answer))); }

const worker::Ok *okIn(const std::optional<worker::Answer> &answer) { return answer ? std::get_if<worker::Ok>(&*answer) : nullptr; }
const worker::No *noIn(const std::optional<worker::Answer> &answer) { return answer ? std::get_if<worker::No>(&*answer) : nullptr; }
const worker::Err *errIn(const std::optional<worker::Answer> &answer) { return answer ? std::get_if<worker::Err>(&*answer) : nullptr; }

struct NumberOf
{
    template <class Request>
    worker::Id operator()(const Request &request) const
    {
        if constexpr (requires { request.id; } && !std::is_same_v<Request, worker::BadRequest>)
            return request.id;
        else
            return 0;
    }
};

bool isUnsupported(const std::optional<worker::Answer> &answer)
{
    const auto *err = errIn(answer);
    return err && err->code == "unsupported" && err->definite;
}

// Commands of a connection's set-up, and ours.
bool isAboutLocks(std::string_view command)
{
    constexpr std::array<std::string_view, 12> others = {"auth", "client", "cluster", "command", "config", "dbsize",
                                                         "echo", "hello",  "info",    "ping",    "script", "select"};
    return std::none_of(others.begin(), others.end(),
                        [&](auto other) { return command == other || command.starts_with(std::string(other) + '|'); });
}

int freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : 0;
}

void print(const std::string &line) { writeAll(STDOUT_FILENO, line + '\n'); }

} // namespace

WorkerSelftest::WorkerSelftest(std::vector<std::string> command)
    : m_command(std::move(command))
    , m_scope(m_loop)
{ }

void WorkerSelftest::start() { m_scope.start(run()); }

bool WorkerSelftest::passed(const std::string &what) const
{
    print("ok     " + what);
    return true;
}

bool WorkerSelftest::wrong(const std::string &sentence, TestedWorker *worker)
{
    ++m_mistakes;
    print("WRONG  " + sentence);
    const auto errors = QByteArray::fromStdString(worker ? worker->process().errors() : std::string()).trimmed();
    constexpr qsizetype shownLines = 12;
    const auto lines = errors.isEmpty() ? QList<QByteArray>() : errors.split('\n');
    for (const auto &line : lines.mid(std::max(lines.size() - shownLines, qsizetype(0))))
        print("       stderr: " + elidedInMiddle(escaped(line.toStdString()), 200));
    return false;
}

bool WorkerSelftest::isSilent(TestedWorker &worker, const std::string &about) { return wrong(worker.silence(about), &worker); }

void WorkerSelftest::skipped(const std::string &what) const { print("--     " + what); }

// One chain: what a worker must be able to do before the next check makes sense.
Task<void> WorkerSelftest::run()
{
    bool goesOn = co_await startServer();
    if (goesOn)
        goesOn = co_await checkOne();
    if (goesOn)
        goesOn = co_await checkTwo();
    if (goesOn)
        goesOn = co_await checkCapabilities();
    if (goesOn)
        goesOn = co_await checkStop();
    if (goesOn)
        goesOn = co_await checkBye();
    if (goesOn)
        goesOn = co_await checkKill();
    if (goesOn)
        co_await checkVersion();
    m_a.reset();
    m_b.reset();
    if (m_mistakes == 0)
        print("\nThe worker keeps every rule that was checked.");
    else
        print('\n' + std::to_string(m_mistakes) + (m_mistakes == 1 ? " mistake." : " mistakes.")
              + (goesOn ? "" : " The checks that follow were left out."));
    QCoreApplication::exit(m_mistakes == 0 ? exitYes : exitNoConnection);
}

// On TCP, as many libraries know nothing else; with a password, as in the Lab.
Task<bool> WorkerSelftest::startServer()
{
    m_address.host = "127.0.0.1";
    m_address.port = freePort();
    m_address.password = QUuid::createUuid().toString(QUuid::Id128).toStdString();
    m_address.url = "redis://:" + m_address.password + '@' + m_address.host + ':' + std::to_string(m_address.port) + "/0";
    PrivateServerOptions options;
    options.config = "port " + std::to_string(m_address.port) + "\nbind 127.0.0.1\nrequirepass " + m_address.password;
    auto server = PrivateServer::start(options);
    if (!server)
        co_return wrong("The self-test has no Redis server: " + server.error().text + '.');
    m_server = std::move(server).value();
    auto endpoint = m_server->endpoint();
    endpoint.password = m_address.password;
    ConnectionOptions connection;
    connection.name = "lockscope-selftest";
    m_connection = std::make_unique<Connection>(endpoint, connection, m_loop, m_clock);
    const auto opened = co_await m_connection->open();
    co_return opened.ok() || wrong("The self-test has no Redis server: " + opened.error().text + '.');
}

worker::Hello WorkerSelftest::hello() const
{
    worker::Hello hello;
    hello.worker = "selftest";
    hello.seed = 1;
    hello.redis = {m_address};
    hello.options.defaultLease = 2s;
    return hello;
}

Milliseconds WorkerSelftest::lease() const
{
    const auto &greeting = m_a->process().greeting();
    const auto step = std::max(greeting.leaseStep, 1ms);
    const auto lease = std::max(greeting.minLease, Milliseconds(1min)); // none ends during a check
    return (lease + step - 1ms) / step * step;
}

worker::Acquire WorkerSelftest::tryOf(const std::string &lock)
{
    worker::Acquire acquire;
    acquire.id = newId();
    acquire.lock = lock;
    acquire.wait = 0ms;
    acquire.lease = lease();
    return acquire;
}

worker::Release WorkerSelftest::releaseOf(const std::string &lock, const worker::Owner &owner) { return {newId(), lock, owner}; }

Task<bool> WorkerSelftest::begin(std::unique_ptr<TestedWorker> *worker)
{
    *worker = std::make_unique<TestedWorker>(m_command);
    const auto failure = co_await (*worker)->greet(hello());
    co_return !failure || wrong(failure->text, worker->get());
}

Task<WorkerSelftest::Answer> WorkerSelftest::ask(TestedWorker *worker, worker::Request request, std::string about)
{
    worker->send(request);
    auto answering = worker->answer(std::visit(NumberOf(), request));
    auto answer = co_await answering;
    if (!answer)
        isSilent(*worker, about);
    co_return answer;
}

Task<bool> WorkerSelftest::acquires(TestedWorker *worker, worker::Acquire request)
{
    const auto answer = co_await ask(worker, request, "\"acquire\"");
    co_return !answer ? false : okIn(answer) ? true : wrong("It did not acquire a lock that is free: " + shown(*answer) + '.');
}

Task<bool> WorkerSelftest::releases(TestedWorker *worker, worker::Release request)
{
    const auto answer = co_await ask(worker, request, "\"release\"");
    co_return !answer ? false : okIn(answer) ? true : wrong("It did not release the lock that it held: " + shown(*answer) + '.');
}

Task<bool> WorkerSelftest::believes(TestedWorker *worker, std::string lock, bool expected, std::string when)
{
    const worker::Probe probe{newId(), lock, {}};
    const auto answer = co_await ask(worker, probe, "\"probe\" " + when);
    const auto *held = answer ? std::get_if<worker::Held>(&*answer) : nullptr;
    if (!answer)
        co_return false;
    if (!held)
        co_return wrong("\"probe\" must be answered by \"held\", but the answer is " + shown(*answer) + '.');
    if (held->holding != expected)
        co_return wrong(std::string("\"probe\" must answer holding: ") + (expected ? "true " : "false ") + when + '.');
    co_return true;
}

Task<std::int64_t> WorkerSelftest::commandsSeen()
{
    const auto info = co_await m_connection->command("INFO", "commandstats");
    std::int64_t seen = 0;
    if (!info)
        co_return seen;
    for (const auto &line : QByteArray::fromStdString(info->text).split('\n')) { // cmdstat_set:calls=3,usec=…
        const auto name = line.mid(8, line.indexOf(':') - 8).toStdString();
        const auto calls = line.indexOf("calls=");
        if (line.startsWith("cmdstat_") && calls > 0 && isAboutLocks(name))
            seen += line.mid(calls + 6, line.indexOf(',', calls) - calls - 6).toLongLong();
    }
    co_return seen;
}

// All but our own.
Task<std::int64_t> WorkerSelftest::connectionsSeen()
{
    const auto list = co_await m_connection->command("CLIENT", "LIST");
    co_return list ? QByteArray::fromStdString(list->text).trimmed().split('\n').size() - 1 : 0;
}

Task<bool> WorkerSelftest::checkOne()
{
    const bool begun = co_await begin(&m_a);
    if (!begun)
        co_return false;
    const auto &greeting = m_a->process().greeting();
    passed("answers hello: " + escaped(greeting.library) + ' ' + escaped(greeting.version) + ", " + escaped(greeting.language));
    for (const auto &capability : greeting.capabilities) {
        if (std::find(knownCapabilities.begin(), knownCapabilities.end(), capability) == knownCapabilities.end())
            wrong("It names a capability that does not exist: \"" + escaped(capability) + "\".");
    }

    const auto unknown = newId();
    m_a->process().sendLine("{\"type\":\"selftest\",\"id\":" + std::to_string(unknown) + "}\n");
    const auto refusal = co_await m_a->answer(unknown);
    if (!refusal && !m_a->process().isRunning())
        co_return isSilent(*m_a, "an unknown request");
    if (!isUnsupported(refusal))
        wrong("A request that it does not know must be answered by \"err\" with its \"re\", code \"unsupported\" and definite: true.");
    else
        passed("refuses an unknown request");

    const auto lock = newLock();
    const auto before = co_await commandsSeen();
    auto acquire = tryOf(lock);
    auto line = worker::lineOf(worker::Request(acquire));
    line.insert(line.size() - 2, ",\"unknown_field\":1");
    m_a->process().sendLine(line);
    const auto answer = co_await m_a->answer(acquire.id);
    if (!answer)
        co_return isSilent(*m_a, "\"acquire\"");
    const auto *ok = okIn(answer);
    if (!ok)
        co_return wrong("It did not acquire a lock that is free: " + shown(*answer) + '.');
    const auto after = co_await commandsSeen();
    if (after <= before)
        co_return wrong("It says that it holds the lock, but it sent no command: it never used the address that \"hello\" gave.");
    const auto keys = co_await m_connection->command("DBSIZE");
    if (keys && keys->toInteger().value_or(0) == 0)
        co_return wrong("It says that it holds the lock, but there is no key in Redis.");
    if (ok->validity && *ok->validity > *acquire.lease)
        wrong("It says that the lock is valid for " + durationText(*ok->validity) + ", longer than the lease that was asked for, "
              + durationText(*acquire.lease) + '.');
    const bool probed = co_await believes(m_a.get(), lock, true, "while it holds the lock");
    if (!probed)
        co_return false;
    passed("acquires a free lock");

    const bool worked = co_await checkWork(lock);
    if (!worked)
        co_return false;
    const bool released = co_await releases(m_a.get(), releaseOf(lock));
    if (!released)
        co_return false;
    const bool forgot = co_await believes(m_a.get(), lock, false, "after the release");
    const bool again = forgot && co_await acquires(m_a.get(), tryOf(lock));
    const bool freed = again && co_await releases(m_a.get(), releaseOf(lock));
    co_return freed ? passed("releases it") : false;
}

Task<bool> WorkerSelftest::checkWork(std::string lock)
{
    using enum entry::Step;
    worker::Work work{newId(), lock, {}, {Enter, Read, Write, Exit}};
    const bool done = co_await checkStepsOf(work);
    if (!done)
        co_return false;
    work.id = newId();
    m_a->send(work);
    const auto call = co_await m_a->nextCall();
    if (!call)
        co_return isSilent(*m_a, "\"work\" by a call \"res\"");
    m_a->send(worker::ResourceAnswer{call->id, false, {}, "selftest"});
    const std::function<bool()> reacts = [this, id = work.id] { return m_a->hasAnswer(id) || m_a->hasCall(); };
    co_await m_a->until(reacts);
    if (m_a->hasCall())
        co_return wrong("When a \"res\" is refused, \"work\" must end with \"no\", but it goes on with its next step.");
    const auto answer = co_await m_a->answer(work.id);
    if (!answer)
        co_return isSilent(*m_a, "\"work\" after \"res_no\"");
    if (!noIn(answer))
        co_return wrong("When a \"res\" is refused, \"work\" must end with \"no\", but it ended with " + shown(*answer) + '.');
    co_return passed("stops working when the resource refuses");
}

Task<bool> WorkerSelftest::checkStepsOf(worker::Work work)
{
    constexpr std::int64_t version = 7;
    m_a->send(work);
    for (const auto step : work.steps) {
        const auto call = co_await m_a->nextCall();
        if (!call)
            co_return wrong(m_a->silence("\"work\" by a call \"res\" for \"" + std::string(wordOf(step)) + '"'));
        if (call->step != step || call->work != work.id || call->lock != work.lock)
            co_return wrong("The call \"res\" must be about step \"" + std::string(wordOf(step)) + "\", work " + std::to_string(work.id)
                            + " and lock \"" + work.lock + "\", but it is " + worker::shownLine(worker::lineOf(worker::Message(*call)))
                            + '.');
        if (step == entry::Step::Write && call->value != version)
            co_return wrong("\"write\" must carry the value that \"read\" got, " + std::to_string(version) + '.');
        const bool probed = co_await believes(m_a.get(), work.lock, true, "while it waits for \"res_ok\"");
        if (!probed)
            co_return false;
        const bool reads = step == entry::Step::Read;
        m_a->send(worker::ResourceAnswer{call->id, true, reads ? std::optional(version) : std::nullopt, {}});
    }
    const auto answer = co_await m_a->answer(work.id);
    if (!answer)
        co_return isSilent(*m_a, "\"work\" after its last step");
    co_return okIn(answer) ? passed("works inside, and answers probes meanwhile")
                           : wrong("\"work\" must end with \"ok\", but it ended with " + shown(*answer) + '.');
}

Task<bool> WorkerSelftest::checkTwo()
{
    const bool begun = co_await begin(&m_b);
    if (!begun)
        co_return false;
    const auto lock = newLock();
    const bool held = co_await acquires(m_a.get(), tryOf(lock));
    if (!held)
        co_return false;
    const auto answer = co_await ask(m_b.get(), tryOf(lock), "\"acquire\" with wait_ms 0 of a lock that another holds");
    if (!answer)
        co_return false;
    if (!noIn(answer))
        co_return wrong("A second worker must answer \"no\" while the first holds the lock, but it answered " + shown(*answer) + '.');
    passed("a second worker is kept out");
    const bool waited = co_await checkWaiting();
    if (!waited)
        co_return false;
    const bool released = co_await releases(m_a.get(), releaseOf(lock));
    if (!released)
        co_return false;
    const bool got = co_await acquires(m_b.get(), tryOf(lock));
    if (!got)
        co_return false;
    const bool freed = co_await releases(m_b.get(), releaseOf(lock));
    co_return freed ? passed("gets the lock after the release") : false;
}

Task<bool> WorkerSelftest::checkWaiting()
{
    const auto lock = newLock();
    const bool held = co_await acquires(m_a.get(), tryOf(lock));
    if (!held)
        co_return false;
    auto limited = tryOf(lock);
    limited.wait = 300ms;
    const auto timedOut = co_await ask(m_b.get(), limited, "\"acquire\" with wait_ms 300");
    if (!timedOut)
        co_return false;
    if (!noIn(timedOut))
        co_return wrong("A wait of 300 ms for a lock that stays held must end with \"no\", but it ended with " + shown(*timedOut) + '.');

    auto endless = tryOf(lock);
    endless.wait.reset();
    m_b->send(endless);
    const bool probed = co_await believes(m_b.get(), lock, false, "while it waits for the lock");
    if (!probed)
        co_return false;
    m_b->send(worker::Cancel{endless.id});
    const auto cancelled = co_await m_b->answer(endless.id);
    if (!cancelled)
        co_return isSilent(*m_b, "an \"acquire\" that was cancelled");
    if (!noIn(cancelled))
        co_return wrong("A cancelled wait must end with \"no\", but it ended with " + shown(*cancelled) + '.');

    auto patient = tryOf(lock);
    patient.wait = 30s;
    m_b->send(patient);
    const bool released = co_await releases(m_a.get(), releaseOf(lock));
    if (!released)
        co_return false;
    const auto woken = co_await m_b->answer(patient.id);
    if (!woken)
        co_return isSilent(*m_b, "an \"acquire\" that waits, after the release");
    if (!okIn(woken))
        co_return wrong("A waiter must get the lock after the release, but it answered " + shown(*woken) + '.');
    const bool freed = co_await releases(m_b.get(), releaseOf(lock));
    co_return freed ? passed("waits, gives up in time, can be cancelled") : false;
}

Task<bool> WorkerSelftest::checkCapabilities()
{
    struct Check
    {
        const char *capability;
        Task<bool> (WorkerSelftest::*run)();
    };
    constexpr std::array<Check, 7> checks = {{{"extend", &WorkerSelftest::checkExtend},
                                              {"reentrant", &WorkerSelftest::checkReentry},
                                              {"fencing", &WorkerSelftest::checkFencing},
                                              {"watchdog", &WorkerSelftest::checkWatchdog},
                                              {"concurrent", &WorkerSelftest::checkConcurrent},
                                              {"stall", &WorkerSelftest::checkStall},
                                              {"throw", &WorkerSelftest::checkThrow}}}; // last: its owner is dead afterwards
    for (const auto &check : checks) {
        if (!m_a->can(check.capability)) {
            skipped(std::string("without the capability ") + check.capability);
            continue;
        }
        const bool goesOn = co_await (this->*check.run)();
        if (!goesOn && !m_a->process().isRunning())
            co_return false;
    }
    co_return true;
}

Task<bool> WorkerSelftest::checkExtend()
{
    const auto lock = newLock();
    const bool held = co_await acquires(m_a.get(), tryOf(lock));
    if (!held)
        co_return false;
    const worker::Extend extend{newId(), lock, {}, 2 * lease()};
    const auto answer = co_await ask(m_a.get(), extend, "\"extend\"");
    if (!answer)
        co_return false;
    if (!okIn(answer))
        co_return wrong("It has the capability \"extend\", but did not extend a lock that it holds: " + shown(*answer) + '.');
    const bool released = co_await releases(m_a.get(), releaseOf(lock));
    co_return released ? passed("extends") : false;
}

Task<bool> WorkerSelftest::checkReentry()
{
    const auto lock = newLock();
    const bool first = co_await acquires(m_a.get(), tryOf(lock));
    const bool second = first && co_await acquires(m_a.get(), tryOf(lock));
    if (!second)
        co_return false;
    for (const std::int64_t left : {1, 0}) {
        const auto answer = co_await ask(m_a.get(), releaseOf(lock), "\"release\"");
        if (!answer)
            co_return false;
        const auto *ok = okIn(answer);
        if (!ok || ok->count != left)
            co_return wrong("A release of a lock that was entered twice must say what is still held, count: " + std::to_string(left)
                            + ", but it answered " + shown(*answer) + '.');
    }
    co_return passed("re-enters, and counts its holds");
}

Task<bool> WorkerSelftest::checkFencing()
{
    const auto lock = newLock();
    std::optional<std::int64_t> last;
    for (int i = 0; i < 2; ++i) {
        const auto answer = co_await ask(m_a.get(), tryOf(lock), "\"acquire\"");
        const auto *ok = okIn(answer);
        if (!answer)
            co_return false;
        if (!ok || !ok->token || (last && *ok->token <= *last))
            co_return wrong("With the capability \"fencing\" each \"ok\" of an acquire must have a \"token\" that is greater than all "
                            "before, but it answered "
                            + shown(*answer) + '.');
        last = ok->token;
        const bool released = co_await releases(m_a.get(), releaseOf(lock));
        if (!released)
            co_return false;
    }
    co_return passed("has fencing tokens that grow");
}

Task<bool> WorkerSelftest::checkWatchdog()
{
    const auto every = m_a->process().greeting().renewEvery;
    if (!every)
        co_return wrong("With the capability \"watchdog\" hello_ok must say \"renew_every_ms\".");
    if (*every > 5s) {
        skipped("watchdog: it renews every " + durationText(*every) + ", which takes too long to watch; follow default_lease_ms of hello");
        co_return true;
    }
    const auto lock = newLock();
    auto acquire = tryOf(lock);
    acquire.lease.reset();
    const bool held = co_await acquires(m_a.get(), acquire);
    if (!held)
        co_return false;
    const auto before = m_a->renewals();
    const std::function<bool()> renewed = [this, before] { return m_a->renewals() > before; };
    const auto limit = *every + TestedWorker::usualLimit;
    const bool seen = co_await m_a->until(renewed, limit);
    if (!seen)
        co_return wrong("It has the capability \"watchdog\", but did not write \"renewed\" although no lease was given.");
    const bool released = co_await releases(m_a.get(), releaseOf(lock));
    co_return released ? passed("its watchdog renews") : false;
}

Task<bool> WorkerSelftest::checkConcurrent()
{
    const auto lock = newLock();
    auto one = tryOf(lock);
    one.owner = "one";
    auto two = tryOf(lock);
    two.owner = "two";
    const bool held = co_await acquires(m_a.get(), one);
    if (!held)
        co_return false;
    const auto answer = co_await ask(m_a.get(), two, "\"acquire\" of a second owner");
    if (!answer)
        co_return false;
    if (!noIn(answer))
        co_return wrong("A second owner must be kept out as another worker is, but it answered " + shown(*answer) + '.');
    const bool released = co_await releases(m_a.get(), releaseOf(lock, "one"));
    co_return released ? passed("keeps its owners apart") : false;
}

Task<bool> WorkerSelftest::checkStall()
{
    const auto lock = newLock();
    const worker::Stall stall{newId(), 300ms};
    const auto answer = co_await ask(m_a.get(), stall, "\"stall\"");
    if (!answer)
        co_return false;
    if (!okIn(answer))
        co_return wrong("\"stall\" must be answered by \"ok\" before it acts, but the answer is " + shown(*answer) + '.');
    const bool probed = co_await believes(m_a.get(), lock, false, "during a stall");
    if (!probed)
        co_return false;
    const bool held = co_await acquires(m_a.get(), tryOf(lock));
    if (!held)
        co_return false;
    const bool released = co_await releases(m_a.get(), releaseOf(lock));
    co_return released ? passed("stalls, and works afterwards") : false;
}

Task<bool> WorkerSelftest::checkThrow()
{
    const worker::Throw thrown{newId()};
    const auto answer = co_await ask(m_a.get(), thrown, "\"throw\"");
    if (!answer)
        co_return false;
    if (!okIn(answer))
        co_return wrong("\"throw\" must be answered by \"ok\" before it acts, but the answer is " + shown(*answer) + '.');
    const bool probed = co_await believes(m_a.get(), newLock(), false, "after \"throw\"");
    co_return probed ? passed("its work dies, and the process lives") : false;
}

Task<bool> WorkerSelftest::checkStop()
{
    m_b->process().pause();
    const std::function<bool()> stopped = [this] { return m_b->isPaused(); };
    const bool paused = co_await m_b->until(stopped);
    if (!paused)
        co_return wrong("SIGSTOP does not stop it: a process that it has started still runs.");
    const worker::Probe probe{newId(), newLock(), {}};
    m_b->send(probe);
    const auto early = co_await m_b->answer(probe.id, 300ms);
    if (early)
        co_return wrong("SIGSTOP does not stop it: it answered \"probe\" while it was stopped. Is it in a container?");
    m_b->process().resume();
    const auto answer = co_await m_b->answer(probe.id);
    co_return answer ? passed("can be stopped and continued") : isSilent(*m_b, "\"probe\" after it was continued");
}

Task<bool> WorkerSelftest::checkBye()
{
    const auto lock = newLock();
    const bool held = co_await acquires(m_b.get(), tryOf(lock));
    if (!held)
        co_return false;
    m_b->send(worker::Bye());
    const std::function<bool()> over = [this] { return m_b->exitStatus().has_value(); };
    const bool ended = co_await m_b->until(over);
    if (!ended && m_b->process().isRunning())
        co_return wrong("It did not end within " + durationText(TestedWorker::usualLimit) + " after \"bye\".");
    const auto status = m_b->exitStatus();
    if (!status)
        co_return isSilent(*m_b, "\"bye\"");
    if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0)
        co_return wrong(
            "After \"bye\" it must end with exit code 0, but it ended with "
            + (WIFEXITED(*status) ? "exit code " + std::to_string(WEXITSTATUS(*status)) : "signal " + std::to_string(WTERMSIG(*status)))
            + '.');
    co_return passed("ends after bye");
}

// A container or a remote shell lives on when the program that started it is killed: its connections show that.
Task<bool> WorkerSelftest::checkKill()
{
    m_a.reset();
    const bool begun = co_await begin(&m_b);
    if (!begun)
        co_return false;
    m_a = std::move(m_b); // lease() asks it
    const bool held = co_await acquires(m_a.get(), tryOf(newLock()));
    if (!held)
        co_return false;
    m_a->process().kill();
    std::int64_t left = 1;
    for (const auto end = m_clock.now() + 3s; left > 0 && m_clock.now() < end;) {
        left = co_await connectionsSeen();
        if (left > 0)
            co_await m_clock.after(10ms);
    }
    if (left > 0)
        co_return wrong("SIGKILL does not end it: it is still connected to Redis. Does it run in a container, or on another machine?");
    if (m_a->process().outputHeldOpen())
        co_return wrong("SIGKILL does not end it: a process that it has started escaped and holds its standard output open.");
    co_return passed("can be killed, with all that it has started");
}

Task<void> WorkerSelftest::checkVersion()
{
    constexpr std::int64_t future = 999;
    auto greeting = hello();
    greeting.proto = future;
    m_b = std::make_unique<TestedWorker>(m_command);
    const auto failure = co_await m_b->greet(greeting);
    if (failure && failure->detail == "unsupported")
        passed("refuses another version of the protocol");
    else
        wrong("A \"hello\" with another \"proto\" must be answered by \"err\" with code \"unsupported\" and the versions that it knows.");
}

} // namespace lockscope
