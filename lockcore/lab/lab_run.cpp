// SPDX-License-Identifier: MIT
#include "lockcore/lab/lab_run.h"

#include "lockcore/lab/command_purpose.h"
#include "lockcore/lab/poller.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::size_t startAtOnce = 4;
constexpr Milliseconds beatEvery{10};
constexpr Milliseconds noticeableStall{10};
constexpr Milliseconds byeLimit{1000};
constexpr std::int64_t operatorLink = -1;
const std::string freshName = "fresh";

LabRun::Options withSeed(LabRun::Options options)
{
    options.seed = std::max<std::uint64_t>(options.seed, 1);
    return options;
}

std::set<std::string> locksOf(const Scenario &scenario)
{
    std::set<std::string> locks{scenario.lock};
    for (const auto &worker : scenario.workers)
        locks.insert("warm-up-" + worker.name);
    return locks;
}

std::vector<std::string> commandOf(const Scenario &scenario, const LabRun::Options &options)
{
    if (!options.command.empty())
        return options.command;
    std::vector<std::string> command{options.program, "worker", scenario.protocol};
    for (const auto &[name, value] : scenario.options)
        command.push_back(name + '=' + value);
    return command;
}

entry::Verb verbOf(Purpose purpose)
{
    switch (purpose) {
    case Purpose::Read: return entry::Verb::Read;
    case Purpose::Take: return entry::Verb::Take;
    case Purpose::Renew: return entry::Verb::Extend;
    case Purpose::Free: return entry::Verb::Free;
    case Purpose::Any: break;
    }
    return entry::Verb::Other;
}

entry::KeyEvent keyEventOf(ElementChange::Event event)
{
    using Event = ElementChange::Event;
    switch (event) {
    case Event::Created: return entry::KeyEvent::Created;
    case Event::Changed: return entry::KeyEvent::Changed;
    case Event::Extended: return entry::KeyEvent::Extended;
    case Event::Removed: return entry::KeyEvent::Removed;
    case Event::Expired: return entry::KeyEvent::Expired;
    case Event::Evicted: return entry::KeyEvent::Evicted;
    case Event::Flushed: return entry::KeyEvent::Flushed;
    case Event::Lost: return entry::KeyEvent::LostByServer;
    }
    return entry::KeyEvent::Created;
}

entry::Role roleOf(ElementChange::Role role)
{
    switch (role) {
    case ElementChange::Role::Holding: return entry::Role::Holding;
    case ElementChange::Role::Other: return entry::Role::Other;
    case ElementChange::Role::Unknown: break;
    }
    return entry::Role::Unknown;
}

bool isEnding(ElementChange::Event event) { return event >= ElementChange::Event::Removed; }

// What a capability promises.
std::vector<Property> promisesOf(const std::vector<Capability> &capabilities)
{
    std::vector<Property> promised;
    for (const auto capability : capabilities) {
        if (capability == Capability::Watchdog)
            promised.push_back(Property::Watchdog);
        else if (capability == Capability::Fencing)
            promised.push_back(Property::TokenOrder);
        else if (capability == Capability::Fair)
            promised.push_back(Property::Fairness);
        else if (capability == Capability::Reentrant)
            promised.push_back(Property::ReentryCount);
    }
    return promised;
}

bool isDefiniteError(const worker::Answer &answer)
{
    const auto *err = std::get_if<worker::Err>(&answer);
    return err && err->definite;
}

bool isIndefinite(const worker::Answer &answer)
{
    const auto *err = std::get_if<worker::Err>(&answer);
    return err && !err->definite;
}

} // namespace

LabRun::LabRun(Scenario scenario, Options options, EventLoop &loop, Clock &clock)
    : m_scenario(std::move(scenario))
    , m_options(withSeed(std::move(options)))
    , m_loop(loop)
    , m_clock(clock)
    , m_log(clock)
    , m_resource({m_scenario.fenced, m_scenario.stock})
    , m_poller(std::make_unique<Poller>())
    , m_beating(loop)
    , m_acting(loop)
    , m_players(loop)
{
    for (const auto &fault : m_scenario.script)
        m_script.push_back({fault, false});
}

LabRun::~LabRun()
{
    m_happenings.changed = nullptr;
    m_players.cancel();
    m_acting.cancel();
    m_beating.cancel();
}

Task<Result<LabRun::Played>> LabRun::play()
{
    auto serving = startServers();
    auto done = co_await serving;
    if (done.ok()) {
        auto starting = startWorkers();
        done = co_await starting;
    }
    if (!done)
        co_return done.error();
    Played played;
    const auto &hello = m_workers.front()->greeting();
    played.library = hello.library + (hello.version.empty() ? "" : ' ' + hello.version);
    played.server = m_version;
    for (const auto &need : m_scenario.needs) {
        if (!std::all_of(m_workers.begin(), m_workers.end(), [&](const auto &worker) { return worker->greeting().can(need); }))
            played.skips.push_back(need);
    }
    if (!played.skips.empty()) {
        auto leaving = sayBye();
        co_await leaving;
        co_return played;
    }
    if (const auto begun = beginHistory(); !begun)
        co_return begun.error();
    m_beating.start(beat());
    if (m_scenario.warmUp) {
        auto warming = warmUp();
        co_await warming;
    }
    m_log.add(entry::Begun());
    m_playing = true;
    m_happenings.forget();
    m_premises = {};
    m_happenings.changed = [this] { lookAtScript(); };
    m_acting.start(limitRounds());
    for (std::size_t i = 0; i < m_workers.size(); ++i)
        m_players.start(playRounds(m_workers[i].get(), &m_scenario.workers[i]));
    m_happenings.happen(Happening::Start);
    co_await m_players.whenIdle();
    played.unmet = m_unmet;
    m_happenings.changed = nullptr;
    m_acting.cancel();
    for (const auto &worker : m_workers) {
        worker->pass();
        if (worker->isPaused())
            worker->resume();
    }
    if (m_scenario.fresh && !m_error) {
        auto trying = tryFresh();
        if (const auto tried = co_await trying; !tried)
            co_return tried.error();
    }
    auto leaving = sayBye();
    co_await leaving;
    m_beating.cancel(); // `end` is the last entry
    if (m_error)
        co_return *m_error;
    m_log.add(entry::Ended());
    if (const auto flushed = m_log.flush(); !flushed)
        co_return flushed.error();
    played.premises = m_premises;
    played.history = m_log.history();
    co_return played;
}

std::string LabRun::withoutSecrets(std::string text) const
{
    for (const auto &server : m_servers) {
        const auto &password = server->server().password();
        for (auto at = text.find(password); at != text.npos; at = text.find(password))
            text.replace(at, password.size(), "(password)");
    }
    return text;
}

void LabRun::stop(const Error &error)
{
    if (!m_error)
        m_error = Error{error.kind, withoutSecrets(error.text), error.detail};
    m_players.cancel();
}

// ---- servers

Task<Result<void>> LabRun::startServers()
{
    for (std::int64_t i = 0; i < m_scenario.servers; ++i) {
        RunServer::Options options;
        options.server = {m_options.server, m_options.program, m_scenario.settings};
        options.looks = m_scenario.looks;
        options.locks = locksOf(m_scenario);
        options.own = m_options.command.empty();
        auto started = RunServer::start(std::move(options), m_loop, m_clock, *m_poller);
        if (!started)
            co_return started.error();
        auto &server = *m_servers.emplace_back(*std::move(started));
        m_serverCause.push_back(0);
        server.turned = [this, i](const ServerTurn &turn) { noteTurn(i, turn); };
        server.changed = [this, i](const auto &changes) { noteChanges(i, changes, m_serverCause[static_cast<std::size_t>(i)]); };
        server.lost = [this](const Error &error) { stop(error); };
        auto opening = server.open();
        if (const auto opened = co_await opening; !opened)
            co_return opened;
        auto &link = m_operatorLinks.emplace_back(std::make_unique<WorkerLink>(server, operatorLink, 1));
        if (const auto port = link->listen(); !port)
            co_return port.error();
    }
    auto asking = m_servers.front()->server().version();
    const auto version = co_await asking;
    if (!version)
        co_return version.error();
    m_version = *version;
    co_return Result<void>();
}

void LabRun::noteTurn(std::int64_t server, const ServerTurn &turn)
{
    if (turn.link == operatorLink) {
        const auto number =
            m_operating ? m_log.add(*std::exchange(m_operating, std::nullopt)) : m_serverCause[static_cast<std::size_t>(server)];
        return noteChanges(server, turn.changes, number);
    }
    const auto who = m_who.at(turn.link);
    const auto &by = worker(who.worker);
    entry::Turn entry;
    entry.server = server;
    entry.who = who;
    entry.command = nameOf(turn.words);
    entry.verb = verbOf(purposeOf(turn.words, by.doing()));
    entry.keys = keysOf(turn.words);
    entry.fate = turn.known ? entry::Fate::Executed : entry::Fate::Unknown;
    worker(who.worker).noteUse();
    const auto number = m_log.add(std::move(entry));
    noteChanges(server, turn.changes, number);
}

void LabRun::noteChanges(std::int64_t server, const std::vector<ElementChange> &changes, std::uint64_t cause)
{
    // First all of it into the history, then to the script: a fault must not come between the parts of one turn.
    std::vector<std::pair<Happening, std::string>> happened;
    for (const auto &change : changes) {
        entry::KeyChanged entry;
        entry.server = server;
        entry.key = change.key;
        entry.element = change.element;
        entry.event = keyEventOf(change.event);
        entry.role = roleOf(change.role);
        entry.lock = change.lock;
        entry.cause = change.event == ElementChange::Event::Expired ? 0 : cause;
        entry.ttl = change.ttl;
        entry.count = change.count;
        m_log.add(std::move(entry));
        if (change.role != ElementChange::Role::Holding || change.lock != m_scenario.lock)
            continue;
        const auto maker = m_who.find(change.maker);
        if (maker != m_who.end())
            happened.emplace_back(happeningOf(change), maker->second.worker);
        m_holdings += change.event == ElementChange::Event::Created ? 1 : isEnding(change.event) ? -1 : 0;
        if (isEnding(change.event) && m_holdings == 0)
            happened.emplace_back(Happening::LockFree, std::string());
    }
    for (const auto &[what, who] : happened)
        m_happenings.happen(what, who);
}

Happening LabRun::happeningOf(const ElementChange &change) const
{
    using Event = ElementChange::Event;
    switch (change.event) {
    case Event::Created: return Happening::KeyCreated;
    case Event::Changed:
    case Event::Extended: return Happening::KeyExtended;
    case Event::Expired: return Happening::KeyExpired;
    default: return Happening::KeyRemoved;
    }
}

// ---- workers

RunWorker &LabRun::worker(const std::string &name) const
{
    return **std::find_if(m_workers.begin(), m_workers.end(), [&](const auto &worker) { return worker->name() == name; });
}

std::unique_ptr<RunWorker> LabRun::newWorker(const std::string &name, Milliseconds skew)
{
    RunWorker::Options options;
    options.name = name;
    options.command = commandOf(m_scenario, m_options);
    options.seed = m_options.seed;
    options.hello.commandTimeout = m_scenario.commandTimeout; // connecting keeps its own limit: no scenario is about it
    options.hello.defaultLease = m_scenario.lease;
    options.hello.retry = m_scenario.retry;
    options.hello.clockSkew = skew;
    options.cleaned = [this](std::string text) { return withoutSecrets(std::move(text)); };
    auto made = std::make_unique<RunWorker>(std::move(options), m_log, m_happenings);
    auto *worker = made.get();
    worker->called = [this, worker](const worker::ResourceCall &call) { answer(*worker, call); };
    worker->died = [this, worker] { m_resource.leave(worker->incarnation()); };
    worker->failed = [this, worker](const Error &error) {
        stop({ErrorKind::Protocol, "the worker " + worker->name() + ": " + error.text, error.detail});
    };
    return made;
}

std::int64_t LabRun::linkFor(const Incarnation &who)
{
    const auto id = static_cast<std::int64_t>(m_who.size()) + 1;
    m_who[id] = who;
    return id;
}

Task<Result<void>> LabRun::startWorker(RunWorker *worker)
{
    std::vector<std::unique_ptr<WorkerLink>> links;
    std::vector<worker::Server> addresses;
    for (const auto &server : m_servers) {
        const auto id = linkFor({worker->name(), worker->incarnation().number + 1});
        auto &link = links.emplace_back(std::make_unique<WorkerLink>(*server, id, m_options.seed + static_cast<std::uint64_t>(id)));
        const auto port = link->listen();
        if (!port)
            co_return port.error();
        const auto &password = server->server().password();
        addresses.push_back({"redis://:" + password + "@127.0.0.1:" + std::to_string(*port) + "/0", "127.0.0.1", *port, password, 0});
    }
    auto starting = worker->start(std::move(links), std::move(addresses));
    auto started = co_await starting;
    if (!started)
        co_return Error{ErrorKind::Protocol, "the worker " + worker->name() + ": " + withoutSecrets(started.error().text),
                        started.error().detail};
    co_return started;
}

namespace {

Task<void> collect(Task<Result<void>> starting, std::optional<Error> *error)
{
    if (const auto started = co_await starting; !started && !*error)
        *error = started.error();
}

} // namespace

Task<Result<void>> LabRun::startWorkers()
{
    std::optional<Error> error;
    Scope starting(m_loop);
    for (const auto &plan : m_scenario.workers) {
        auto *worker = m_workers.emplace_back(newWorker(plan.name, plan.skew)).get();
        starting.start(collect(startWorker(worker), &error));
        co_await starting.whenAtMost(startAtOnce - 1);
    }
    co_await starting.whenIdle();
    co_return error ? Result<void>(*error) : Result<void>();
}

Result<void> LabRun::beginHistory()
{
    HistoryHeader header;
    header.seed = m_options.seed;
    header.scenario = m_scenario.name;
    header.protocol = m_options.command.empty() ? m_scenario.protocol : "external";
    header.library = m_workers.front()->greeting().library;
    header.servers = m_scenario.servers;
    header.quorum = m_scenario.servers / 2 + 1;
    for (const auto &worker : m_scenario.workers)
        header.work = std::max({header.work, worker.work, worker.workUntil.empty() ? Milliseconds(0) : m_scenario.lease});
    header.queueTimeout = m_scenario.queueTimeout;
    header.looks = m_scenario.looks;
    header.fencing = m_scenario.fenced;
    header.stock = m_scenario.stock;
    header.sources = m_options.sources;
    for (std::size_t i = 0; i < wordsOf<Capability>.size(); ++i) {
        const auto can = [&](const auto &worker) { return worker->greeting().can(wordsOf<Capability>[i]); };
        if (std::all_of(m_workers.begin(), m_workers.end(), can))
            header.capabilities.push_back(static_cast<Capability>(i));
    }
    header.promised = promisesOf(header.capabilities);
    return m_log.begin(std::move(header), m_options.historyFile);
}

// Connections are made and scripts are loaded before anything is judged.
Task<void> LabRun::warmUp()
{
    Scope warming(m_loop);
    for (const auto &worker : m_workers)
        warming.start(warmUp(worker.get()));
    co_await warming.whenIdle();
}

Task<void> LabRun::warmUp(RunWorker *worker)
{
    const auto lock = "warm-up-" + worker->name();
    auto acquiring = worker->acquire(lock, Milliseconds(0), m_scenario.lease);
    const auto acquired = co_await acquiring;
    if (acquired && std::holds_alternative<worker::Ok>(*acquired) && !worker->everUsed())
        stop({ErrorKind::Protocol,
              "the worker " + worker->name() + " says that it holds a lock, but never used the address that it was given",
              {}});
    auto releasing = worker->release(lock);
    [[maybe_unused]] const auto released = co_await releasing;
}

Task<void> LabRun::limitRounds()
{
    auto limit = m_clock.after(m_scenario.limit);
    co_await limit;
    m_premises.complete = false;
    m_unmet = m_happenings.awaited();
    m_players.cancel();
}

Task<void> LabRun::playRounds(RunWorker *worker, const ScenarioWorker *plan)
{
    auto beginning = m_happenings.all(plan->after);
    co_await beginning;
    for (std::int64_t round = 0; round < plan->rounds; ++round) {
        if (round > 0) {
            auto again = m_happenings.all(plan->again);
            co_await again;
        }
        auto playing = playRound(worker, plan);
        const bool goesOn = co_await playing;
        if (!goesOn)
            co_return;
    }
    m_happenings.happen(Happening::Done, worker->name());
}

Task<bool> LabRun::playRound(RunWorker *worker, const ScenarioWorker *plan)
{
    const auto who = worker->incarnation();
    const auto isGone = [&](const RunWorker::Answer &answer) { return !answer || worker->incarnation() != who; };
    std::int64_t held = 0;
    bool unsure = false;
    while (held < plan->depth) {
        auto acquiring = acquire(worker, plan);
        const auto answer = co_await acquiring;
        if (isGone(answer))
            co_return false;
        if (!std::holds_alternative<worker::Ok>(*answer)) {
            unsure = isIndefinite(*answer); // it may still succeed, so it is given back
            break;
        }
        ++held;
        noteOk(*worker);
    }
    if (held > 0 || plan->worksUnheld) {
        auto working = worker->work(m_scenario.lock);
        const auto worked = co_await working;
        if (isGone(worked) || worker->thrown())
            co_return false;
    }
    auto times = held + (unsure ? 1 : 0);
    if (plan->releases == ScenarioWorker::Releases::Always)
        times = std::max<std::int64_t>(times, 1);
    if (plan->releases == ScenarioWorker::Releases::Never)
        times = 0;
    auto giving = giveBack(worker, plan, std::min(times, plan->releasesOf.value_or(times)));
    const bool given = co_await giving;
    co_return given;
}

Task<RunWorker::Answer> LabRun::acquire(RunWorker *worker, const ScenarioWorker *plan)
{
    const auto lease = plan->givesLease ? std::optional(plan->lease.value_or(m_scenario.lease)) : std::nullopt;
    const auto who = worker->incarnation();
    for (auto tries = plan->tries;; --tries) {
        if (worker->incarnation() != who)
            co_return std::nullopt;
        auto acquiring = worker->acquire(m_scenario.lock, plan->wait, lease);
        auto answer = co_await acquiring;
        if (tries <= 1 || !answer || !isDefiniteError(*answer))
            co_return answer;
        auto pause = m_clock.after(m_scenario.retry);
        co_await pause;
    }
}

Task<bool> LabRun::giveBack(RunWorker *worker, const ScenarioWorker *plan, std::int64_t times)
{
    const auto who = worker->incarnation();
    if (std::exchange(m_probing[worker->name()], false)) {
        auto probing = probe(worker);
        co_await probing;
    }
    auto tries = plan->tries;
    while (times > 0) {
        if (worker->incarnation() != who)
            co_return false;
        auto releasing = worker->release(m_scenario.lock);
        const auto answer = co_await releasing;
        if (!answer)
            co_return false;
        if (--tries > 0 && isDefiniteError(*answer)) {
            auto pause = m_clock.after(m_scenario.retry);
            co_await pause;
        } else {
            --times;
        }
    }
    co_return true;
}

// Somebody else holds it, too: both are asked whether they believe it. No longer than it may delay a release.
void LabRun::noteOk(RunWorker &worker)
{
    const auto inside = m_resource.inside(m_scenario.lock);
    for (const auto &who : inside) {
        if (who != worker.incarnation())
            m_probing[who.worker] = m_probing[worker.name()] = true;
    }
}

namespace {

Task<void> completeAfter(Waiting<RunWorker::Answer> answer, std::shared_ptr<Completion<void>> either)
{
    [[maybe_unused]] const auto got = co_await answer;
    either->complete();
}

Task<void> completeAt(Waiting<void> time, std::shared_ptr<Completion<void>> either)
{
    co_await time;
    either->complete();
}

} // namespace

Task<void> LabRun::probe(RunWorker *worker)
{
    const auto longest = std::min(Milliseconds(50), m_scenario.lease / 6);
    const auto either = std::make_shared<Completion<void>>();
    auto waiting = either->waiting();
    Scope both(m_loop);
    both.start(completeAfter(worker->probe(m_scenario.lock), either));
    both.start(completeAt(m_clock.after(longest), either));
    co_await waiting;
}

Task<Result<void>> LabRun::tryFresh()
{
    auto *fresh = m_workers.emplace_back(newWorker(freshName, Milliseconds(0))).get();
    auto starting = startWorker(fresh);
    if (const auto started = co_await starting; !started)
        co_return started;
    const auto deadWaiters = std::count_if(m_workers.begin(), m_workers.end(), [](const auto &worker) { return !worker->isReady(); });
    const auto bound = 2 * m_scenario.lease + (deadWaiters + 1) * m_scenario.queueTimeout.value_or(Milliseconds(0)) + Milliseconds(5);
    const auto begin = m_clock.now();
    for (;;) {
        const bool last = m_clock.now() - begin >= bound;
        auto acquiring = fresh->acquire(m_scenario.lock, Milliseconds(0), m_scenario.lease);
        const auto answer = co_await acquiring;
        if (answer && (std::holds_alternative<worker::Ok>(*answer) || isIndefinite(*answer))) {
            auto releasing = fresh->release(m_scenario.lock);
            [[maybe_unused]] const auto released = co_await releasing;
            break;
        }
        if (!answer || last)
            break;
        auto pause =
            m_clock.after(std::min<Duration>(m_scenario.lease / 4, std::max<Duration>(begin + bound - m_clock.now(), Duration(0))));
        co_await pause;
    }
    co_return Result<void>();
}

Task<void> LabRun::sayBye()
{
    for (const auto &worker : m_workers)
        worker->bye();
    const auto end = m_clock.now() + byeLimit;
    while (m_clock.now() < end
           && std::any_of(m_workers.begin(), m_workers.end(), [](const auto &worker) { return worker->isReady() && worker->isAlive(); })) {
        auto pause = m_clock.after(Milliseconds(2));
        co_await pause;
    }
    for (const auto &worker : m_workers)
        worker->kill();
}

// ---- the resource

void LabRun::answer(RunWorker &worker, const worker::ResourceCall &call)
{
    entry::Accessed access;
    access.who = worker.incarnation();
    access.work = static_cast<std::uint64_t>(call.work);
    access.step = static_cast<Step>(call.operation);
    access.lock = call.lock;
    access.owner = call.owner;
    access.mode = static_cast<LockMode>(call.mode);
    access.token = call.token;
    if (access.step == Step::Write)
        access.based = call.value;
    if (access.step == Step::Enter) {
        for (const auto &inside : m_resource.inside(call.lock)) // the dead leave before another enters
            this->worker(inside.worker).isAlive();
    }
    m_resource.answer(access);
    m_log.add(access);

    worker::ResourceAnswer answer;
    answer.re = call.id;
    answer.accepted = !access.refused;
    answer.reason = access.reason;
    if (access.step == Step::Read)
        answer.value = access.version;
    const auto *plan = findWorker(m_scenario, worker.name());
    const bool works = m_playing && plan && access.step == Step::Read && !access.refused;
    if (works && (plan->work.count() > 0 || !plan->workUntil.empty()))
        m_players.start(answerLater(&worker, answer, plan));
    else
        worker.reply(answer);

    using enum Happening;
    if (access.refused)
        m_happenings.happen(WriteRefused, worker.name());
    else
        m_happenings.happen(access.step == Step::Enter   ? Inside
                            : access.step == Step::Read  ? ReadIt
                            : access.step == Step::Write ? Wrote
                                                         : Left,
                            worker.name());
}

// The work of the worker is the time until it learns what it has read.
Task<void> LabRun::answerLater(RunWorker *worker, worker::ResourceAnswer answer, const ScenarioWorker *plan)
{
    const auto who = worker->incarnation();
    auto working = m_clock.after(plan->work);
    co_await working;
    auto until = m_happenings.all(plan->workUntil);
    co_await until;
    if (worker->incarnation() == who)
        worker->reply(answer);
}

// ---- the script

void LabRun::lookAtScript()
{
    for (std::size_t i = 0; i < m_script.size(); ++i) { // acting makes more happen, and comes here again
        if (m_script[i].begun || !m_happenings.have(m_script[i].fault.when))
            continue;
        m_script[i].begun = true;
        const auto fault = m_script[i].fault;
        if (fault.after.count() > 0)
            m_acting.start(actLater(fault));
        else
            act(fault); // at once: before the reply goes on, before the next line is read
    }
}

Task<void> LabRun::actLater(Fault fault)
{
    auto delay = m_clock.after(fault.after);
    co_await delay;
    act(fault);
}

void LabRun::act(const Fault &fault)
{
    if (fault.who.empty())
        return actOnServer(fault);
    auto &on = worker(fault.who);
    switch (fault.action) {
    case Action::Kill: return on.kill();
    case Action::Restart: on.kill(); return m_players.start(restartWorker(&on));
    case Action::Pause: return on.pause();
    case Action::Resume: return on.resume();
    case Action::Stall: return on.stall(fault.by.value_or(Milliseconds(0)));
    case Action::Throw: return m_acting.start(throwOut(&on));
    case Action::Pass: return on.pass();
    default: return on.arm(fault);
    }
}

void LabRun::actOnServer(const Fault &fault)
{
    auto &server = *m_servers[static_cast<std::size_t>(fault.server)];
    const auto faulted = [&](entry::ServerFault what) { return entry::ServerFaulted{fault.server, what}; };
    using enum entry::ServerFault;
    switch (fault.action) {
    case Action::RestartServer: return m_acting.start(restartServer(fault.server, LabServer::Data::Kept));
    case Action::WipeServer: return m_acting.start(restartServer(fault.server, LabServer::Data::Lost));
    case Action::PauseServer: m_log.add(faulted(Stopped)); return server.server().pause();
    case Action::ResumeServer:
        server.server().resume();
        m_log.add(faulted(Continued));
        return;
    case Action::FlushDatabase: return m_acting.start(operate(fault.server, {"FLUSHDB"}, faulted(Flushed)));
    case Action::FlushScripts: return m_acting.start(operate(fault.server, {"SCRIPT", "FLUSH"}, faulted(ScriptsFlushed)));
    case Action::ForceRelease:
        return m_acting.start(operate(fault.server, {"DEL", m_scenario.lock}, entry::Operated{m_scenario.lock, "DEL"}));
    case Action::FillMemory: return m_acting.start(fillMemory(fault.server));
    default: return;
    }
}

Task<void> LabRun::restartServer(std::int64_t server, LabServer::Data data)
{
    const auto index = static_cast<std::size_t>(server);
    const bool kept = data == LabServer::Data::Kept;
    m_serverCause[index] =
        m_log.add(entry::ServerFaulted{server, kept ? entry::ServerFault::RestartedWithData : entry::ServerFault::RestartedWithoutData});
    auto restarting = m_servers[index]->restart(data);
    const auto restarted = co_await restarting;
    m_serverCause[index] = 0;
    if (!restarted)
        stop(restarted.error());
    m_happenings.happen(Happening::ServerBack);
}

// Through a gate of its own, so that it takes a turn like everybody.
Task<void> LabRun::operate(std::int64_t server, Args words, What what)
{
    const auto index = static_cast<std::size_t>(server);
    auto endpoint = Endpoint::parse("redis://127.0.0.1:" + std::to_string(m_operatorLinks[index]->port()));
    if (!endpoint) {
        stop(endpoint.error());
        co_return;
    }
    endpoint->password = m_servers[index]->server().password();
    ConnectionOptions options;
    options.name = "lockscope-operator";
    Connection connection(*endpoint, options, m_loop, m_clock);
    auto opening = connection.open();
    const auto opened = co_await opening;
    if (!opened) {
        stop(opened.error());
        co_return;
    }
    m_operating = std::move(what);
    auto asking = connection.command(words);
    const auto asked = co_await asking;
    if (!asked)
        stop(asked.error());
}

Task<void> LabRun::fillMemory(std::int64_t server)
{
    constexpr int mostFillers = 2000;
    const auto index = static_cast<std::size_t>(server);
    const std::string filler(16 * 1024, 'x');
    m_serverCause[index] = m_log.add(entry::ServerFaulted{server, entry::ServerFault::MemoryLimited});
    const auto before = m_holdings;
    for (int i = 0; i < mostFillers && m_holdings >= before; ++i) {
        Args words{"SET", "filler:" + std::to_string(i), filler};
        auto asking = m_servers[index]->server().command(std::move(words));
        const auto asked = co_await asking;
        if (!asked)
            break; // it is full, and evicts nothing
    }
    m_serverCause[index] = 0;
}

Task<void> LabRun::restartWorker(RunWorker *worker)
{
    auto starting = startWorker(worker);
    const auto started = co_await starting;
    if (!started) {
        stop(started.error());
        co_return;
    }
    auto playing = playRounds(worker, findWorker(m_scenario, worker->name()));
    co_await playing;
}

Task<void> LabRun::throwOut(RunWorker *worker)
{
    const auto who = worker->incarnation();
    auto throwing = worker->throwOut();
    const auto answer = co_await throwing;
    if (answer && std::holds_alternative<worker::Ok>(*answer))
        m_resource.leave(who, {});
}

// ---- what nobody planned

Task<void> LabRun::beat()
{
    for (;;) {
        const auto since = m_log.now();
        const auto begin = m_clock.now();
        auto pause = m_clock.after(beatEvery);
        co_await pause;
        const auto late = m_clock.now() - begin - beatEvery;
        if (late > noticeableStall)
            noteStall({entry::Place::Lab, {}, 0, since, std::chrono::duration_cast<Microseconds>(late)});
        measureStalls(since);
        if (const auto flushed = m_log.flush(); !flushed)
            stop(flushed.error());
    }
}

void LabRun::noteStall(entry::Stalled stall)
{
    m_premises.worstStall = std::max(m_premises.worstStall, stall.length);
    m_log.add(std::move(stall));
}

void LabRun::measureStalls(Microseconds since)
{
    for (const auto &worker : m_workers) {
        if (!worker->isReady() || worker->isPaused())
            continue;
        const auto waited = m_stalls.waited(worker->pid());
        if (waited > noticeableStall)
            noteStall({entry::Place::Worker, worker->incarnation(), 0, since, waited});
    }
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        const auto pid = static_cast<pid_t>(m_servers[i]->server().pid());
        const auto waited = pid > 0 ? m_stalls.waited(pid) : Microseconds(0);
        if (waited > noticeableStall)
            noteStall({entry::Place::Server, {}, static_cast<std::int64_t>(i), since, waited});
    }
}

} // namespace lockcore
