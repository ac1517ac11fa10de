// SPDX-License-Identifier: MIT
#include "lockcore/lab/workers/run_worker.h"

#include <numeric>

#include <sys/wait.h>

namespace lockcore {

namespace {

std::uint64_t numberOf(worker::Id id) { return static_cast<std::uint64_t>(id); }

std::optional<Bytes> ifAny(const std::string &text) { return text.empty() ? std::nullopt : std::optional(text); }

std::vector<Capability> capabilitiesOf(const worker::HelloOk &hello)
{
    std::vector<Capability> known;
    for (const auto &word : hello.capabilities) {
        if (const auto capability = fromWord<Capability>(word))
            known.push_back(*capability);
    }
    return known;
}

struct AnswerReader
{
    entry::Received &received;

    void operator()(const worker::HelloOk &) const { }
    void operator()(const worker::Ok &ok) const
    {
        received.answer = entry::Answer::Ok;
        received.id = numberOf(ok.re);
        received.token = ok.token;
        received.validity = ok.validity;
        received.count = ok.count;
        received.key = ifAny(ok.key);
        received.mark = ifAny(ok.mark);
    }
    void operator()(const worker::No &no) const
    {
        received.answer = entry::Answer::No;
        received.id = numberOf(no.re);
        received.reason = no.reason;
    }
    void operator()(const worker::Err &err) const
    {
        received.answer = entry::Answer::Error;
        received.id = numberOf(err.re.value_or(0));
        received.code = err.code;
        received.text = err.text;
        received.indefinite = !err.definite;
    }
    void operator()(const worker::Held &held) const
    {
        received.answer = entry::Answer::Held;
        received.id = numberOf(held.re);
        received.holding = held.holding;
    }
};

Phase phaseOf(entry::Request request)
{
    switch (request) {
    case entry::Request::Acquire: return Phase::Acquire;
    case entry::Request::Work: return Phase::Work;
    case entry::Request::Extend: return Phase::Extend;
    case entry::Request::Release: return Phase::Release;
    default: return Phase::Any;
    }
}

entry::NetworkFault networkFaultOf(Action action)
{
    using enum entry::NetworkFault;
    switch (action) {
    case Action::HoldRequest: return HoldRequest;
    case Action::HoldReply: return HoldReply;
    case Action::DelayRequests:
    case Action::DelayReplies: return Delay;
    case Action::LoseRequests:
    case Action::LoseReplies:
    case Action::LoseMessages: return OneWayLoss;
    case Action::BlackHole: return BlackHole;
    case Action::CutReply: return Cut;
    default: return Reset;
    }
}

} // namespace

RunWorker::RunWorker(Options options, RunLog &log, TriggerLog &happenings)
    : m_options(std::move(options))
    , m_log(log)
    , m_happenings(happenings)
    , m_process({.command = m_options.command})
{
    QObject::connect(&m_process, &WorkerProcess::greeted, &m_process, [this](const worker::HelloOk &hello) {
        m_conduct.begin(hello);
        m_log.add(entry::Ready{incarnation(), hello.library, hello.version, hello.language, capabilitiesOf(hello), hello.defaultLease,
                               hello.renewEvery, hello.minLease, hello.leaseStep, hello.queueTimeout, hello.sessionLease});
        if (m_options.hello.clockSkew.count() != 0)
            m_log.add(entry::Skewed{incarnation(), m_options.hello.clockSkew});
        std::exchange(m_starting, std::nullopt)->complete(Result<void>());
    });
    QObject::connect(&m_process, &WorkerProcess::received, &m_process, [this](const worker::Message &message) { take(message); });
    QObject::connect(&m_process, &WorkerProcess::failed, &m_process, [this](const Error &error) {
        noteDeath(entry::Death::Crashed, "it broke a rule of the worker protocol");
        if (auto starting = std::exchange(m_starting, std::nullopt))
            starting->complete(error);
        else if (failed)
            failed(error);
    });
    QObject::connect(&m_process, &WorkerProcess::paused, &m_process, [this] {
        m_log.add(entry::Paused{incarnation()});
        m_happenings.happen(Happening::Paused, name());
    });
    QObject::connect(&m_process, &WorkerProcess::ended, &m_process, [this](int status) {
        const bool well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
        auto text = WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status)) : "exit code " + std::to_string(WEXITSTATUS(status));
        if (const auto words = m_process.lastWords(); !well && !words.empty())
            text += '.' + words;
        noteDeath(m_saidBye && well ? entry::Death::Bye : entry::Death::Crashed, m_options.cleaned(std::move(text)));
    });
}

RunWorker::~RunWorker() = default;

Waiting<Result<void>> RunWorker::start(std::vector<std::unique_ptr<WorkerLink>> links, std::vector<worker::Server> servers)
{
    ++m_number;
    m_saidBye = m_thrown = false;
    m_doing = Purpose::Renew;
    m_lastAsked = {};
    m_links = std::move(links);
    for (const auto &link : m_links) {
        link->doing = [this] { return m_doing; };
        link->asked = [this] { return m_lastAsked; };
        link->struck = [this](const Fault &fault) { strike(fault); };
    }
    worker::Hello hello;
    hello.worker = name();
    hello.incarnation = m_number;
    hello.seed = static_cast<std::int64_t>(m_options.seed);
    hello.servers = std::move(servers);
    hello.cluster = m_options.cluster;
    hello.options = m_options.hello;
    auto waiting = m_starting.emplace().waiting();
    m_alive = true;
    m_log.add(entry::Started{incarnation()});
    if (auto started = m_process.start(hello); !started) {
        noteDeath(entry::Death::Crashed, "not started");
        std::exchange(m_starting, std::nullopt)->complete(started);
    }
    return waiting;
}

entry::Sent RunWorker::sentOf(entry::Request request, worker::Id id, const RequestedLock &about) const
{
    entry::Sent sent;
    sent.who = incarnation();
    sent.request = request;
    sent.id = numberOf(id);
    sent.lock = about.lock;
    sent.owner = about.owner;
    return sent;
}

Waiting<RunWorker::Answer> RunWorker::ask(worker::Id id, const worker::Request &request, entry::Sent sent)
{
    auto &asked = m_asked[id];
    asked.request = sent.request;
    asked.about = {sent.lock, sent.owner};
    m_owners.insert(sent.owner);
    auto waiting = asked.answer.waiting();
    if (!m_alive) {
        m_asked.extract(id).mapped().answer.complete(Answer());
        return waiting;
    }
    if (const auto phase = phaseOf(sent.request); phase != Phase::Any)
        m_lastAsked = {phase, id};
    m_conduct.sent(request, m_log.now());
    m_log.add(std::move(sent));
    m_process.send(request);
    return waiting;
}

Waiting<RunWorker::Answer> RunWorker::acquire(const RequestedLock &about, std::optional<Milliseconds> wait,
                                              std::optional<Milliseconds> lease, entry::Mode mode)
{
    if (greeting().sessionLease)
        lease.reset();
    worker::Acquire acquire{++m_lastId, about.lock, about.owner};
    acquire.wait = wait;
    acquire.lease = lease;
    acquire.mode = mode;
    auto sent = sentOf(entry::Request::Acquire, acquire.id, about);
    sent.wait = wait;
    sent.lease = lease;
    sent.mode = mode;
    m_doing = Purpose::Take;
    auto answer = ask(acquire.id, acquire, std::move(sent));
    m_happenings.happen(Happening::Asked, nameOf(about.owner), about.lock);
    return answer;
}

// Its commands cannot arrive before this returns: the gates share this thread.
Waiting<RunWorker::Answer> RunWorker::release(const RequestedLock &about)
{
    const worker::Release release{++m_lastId, about.lock, about.owner};
    m_doing = Purpose::Free;
    auto answer = ask(release.id, release, sentOf(entry::Request::Release, release.id, about));
    m_happenings.happen(Happening::Releasing, nameOf(about.owner), about.lock);
    return answer;
}

Waiting<RunWorker::Answer> RunWorker::extend(const RequestedLock &about, Milliseconds lease)
{
    const worker::Extend extend{++m_lastId, about.lock, about.owner, lease};
    auto sent = sentOf(entry::Request::Extend, extend.id, about);
    sent.lease = lease;
    return ask(extend.id, extend, std::move(sent));
}

Waiting<RunWorker::Answer> RunWorker::work(const RequestedLock &about, std::vector<entry::Step> steps)
{
    const worker::Work work{++m_lastId, about.lock, about.owner, steps};
    auto sent = sentOf(entry::Request::Work, work.id, about);
    sent.steps = std::move(steps);
    m_doing = Purpose::Renew;
    return ask(work.id, work, std::move(sent));
}

Waiting<RunWorker::Answer> RunWorker::probe(const RequestedLock &about)
{
    const worker::Probe probe{++m_lastId, about.lock, about.owner};
    return ask(probe.id, probe, sentOf(entry::Request::Probe, probe.id, about));
}

void RunWorker::cancel(const worker::Owner &owner)
{
    for (const auto &[id, asked] : m_asked) {
        if (asked.request != entry::Request::Acquire || asked.about.owner != owner || !m_alive)
            continue;
        auto sent = sentOf(entry::Request::Cancel, ++m_lastId, asked.about);
        sent.of = numberOf(id);
        m_log.add(std::move(sent));
        m_process.send(worker::Cancel{id});
    }
}

void RunWorker::stall(Milliseconds time)
{
    const worker::Stall stall{++m_lastId, time};
    auto sent = sentOf(entry::Request::Stall, stall.id);
    sent.length = time;
    [[maybe_unused]] const auto answer = ask(stall.id, stall, std::move(sent));
}

Waiting<RunWorker::Answer> RunWorker::throwOut()
{
    const worker::Throw request{++m_lastId};
    m_thrown = true;
    return ask(request.id, request, sentOf(entry::Request::Throw, request.id));
}

void RunWorker::reply(const worker::ResourceAnswer &answer)
{
    m_conduct.sent(answer);
    m_process.send(answer);
}

void RunWorker::bye()
{
    if (!m_alive || std::exchange(m_saidBye, true))
        return;
    m_log.add(sentOf(entry::Request::Bye, ++m_lastId));
    m_process.send(worker::Bye());
}

void RunWorker::kill()
{
    if (!m_alive)
        return;
    m_process.kill();
    noteDeath(entry::Death::Killed, "signal 9");
    if (auto starting = std::exchange(m_starting, std::nullopt))
        starting->complete(Error{ErrorKind::Cancelled, "it was killed before it had begun", {}});
}

void RunWorker::resume()
{
    if (!m_alive)
        return;
    m_log.add(entry::Resumed{incarnation()});
    m_process.resume();
    m_happenings.happen(Happening::Resumed, name());
}

void RunWorker::noteDeath(entry::Death death, std::string text)
{
    if (!std::exchange(m_alive, false))
        return;
    m_end = text;
    m_log.add(entry::Died{incarnation(), death, std::move(text)});
    for (auto &link : std::exchange(m_links, {})) {
        link->end();
        m_former.push_back(std::move(link));
    }
    for (auto &[id, asked] : std::exchange(m_asked, {}))
        asked.answer.complete(Answer());
    if (died)
        died();
    m_happenings.happen(Happening::Dead, name());
}

void RunWorker::arm(const Fault &fault)
{
    if (static_cast<std::size_t>(fault.server) < m_links.size())
        m_links[static_cast<std::size_t>(fault.server)]->arm(fault);
}

void RunWorker::pass()
{
    if (std::exchange(m_disturbed, false))
        m_log.add(entry::NetworkFaulted{incarnation(), entry::NetworkFault::Healed});
    for (const auto &link : m_links)
        link->pass();
}

void RunWorker::strike(const Fault &fault)
{
    m_disturbed = true;
    m_log.add(entry::NetworkFaulted{incarnation(), networkFaultOf(fault.action)});
    m_happenings.happen(Happening::Struck, name());
}

std::int64_t RunWorker::requestsSeen() const
{
    return std::accumulate(m_links.begin(), m_links.end(), std::int64_t(0),
                           [](std::int64_t sum, const auto &link) { return sum + link->requestsSeen(); });
}

std::string RunWorker::misuse() const
{
    for (const auto *links : {&m_links, &m_former}) {
        for (const auto &link : *links) {
            if (!link->misuse().empty())
                return link->misuse();
        }
    }
    return {};
}

void RunWorker::take(const worker::Message &message)
{
    if (const auto *answer = std::get_if<worker::Answer>(&message); answer && fits(m_conduct.take(*answer, m_log.now())))
        take(*answer);
    else if (const auto *event = std::get_if<worker::Event>(&message))
        take(*event);
    else if (const auto *call = std::get_if<worker::ResourceCall>(&message); call && fits(m_conduct.take(*call)) && called) {
        auto ofOwner = *call;
        ofOwner.owner = m_conduct.ownerOf(call->work); // a worker need not repeat it
        called(ofOwner);
    }
}

bool RunWorker::fits(const std::string &mistake)
{
    if (!mistake.empty())
        m_process.refuse(mistake);
    return mistake.empty();
}

void RunWorker::take(const worker::Answer &answer)
{
    entry::Received received;
    received.who = incarnation();
    std::visit(AnswerReader{received}, answer);
    for (auto *text : {&received.reason, &received.code, &received.text})
        *text = m_options.cleaned(std::move(*text));
    auto asked = m_asked.extract(static_cast<worker::Id>(received.id));
    m_log.add(std::move(received));
    if (asked.empty())
        return;
    noteAnswer(asked.mapped(), answer);
    if (asked.mapped().request == entry::Request::Release && std::holds_alternative<worker::No>(answer))
        askBelief(asked.mapped().about);
    asked.mapped().answer.complete(answer);
}

// It has just heard that the lock is not its own. Nobody waits for the answer: m_conduct judges it.
void RunWorker::askBelief(const RequestedLock &about)
{
    if (!m_saidBye) [[maybe_unused]]
        const auto answer = probe(about);
}

void RunWorker::noteAnswer(const Asked &asked, const worker::Answer &answer)
{
    const auto request = asked.request;
    const auto &[lock, owner] = asked.about;
    if (request == entry::Request::Acquire || request == entry::Request::Release)
        m_doing = Purpose::Renew;
    if (request == entry::Request::Release)
        m_happenings.happen(Happening::Released, nameOf(owner), lock);
    if (request != entry::Request::Acquire)
        return;
    if (std::holds_alternative<worker::Ok>(answer))
        m_happenings.happen(Happening::Ok, nameOf(owner), lock);
    else
        m_happenings.happen(std::holds_alternative<worker::No>(answer) ? Happening::Refused : Happening::Failed, nameOf(owner), lock);
}

void RunWorker::take(const worker::Event &event)
{
    m_conduct.take(event);
    const auto report = [&](entry::Report what, Happening happening, const std::string &lock, const std::string &owner) {
        m_log.add(entry::Reported{incarnation(), what, lock, owner});
        m_happenings.happen(happening, nameOf(owner), lock);
    };
    if (const auto *waits = std::get_if<worker::Waits>(&event))
        report(entry::Report::Waiting, Happening::Waiting, waits->lock, waits->owner);
    else if (const auto *renewed = std::get_if<worker::Renewed>(&event))
        report(entry::Report::Renewed, Happening::Renewed, renewed->lock, renewed->owner);
    else if (const auto *lost = std::get_if<worker::Lost>(&event)) {
        report(entry::Report::Lost, Happening::Lost, lost->lock, lost->owner);
        if (m_owners.contains(lost->owner))
            askBelief({lost->lock, lost->owner});
    } else if (const auto *at = std::get_if<worker::At>(&event))
        m_log.add(entry::Located{incarnation(), at->file, at->line});
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

} // namespace lockcore
