// SPDX-License-Identifier: MIT
#include "app/worker/worker_body.h"

#include <QCryptographicHash>

#include <algorithm>

namespace lockscope {

using namespace lockcore;

namespace {

// Two workers, or two incarnations, must not draw the same tokens from the same seed.
std::uint64_t seedOf(const worker::Hello &hello)
{
    if (hello.seed == 0)
        return 0;
    const auto text = std::to_string(hello.seed) + '/' + std::to_string(hello.incarnation) + '/' + hello.worker;
    const auto hash = QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256);
    std::uint64_t seed = 0;
    for (int i = 0; i < 8; ++i)
        seed = (seed << 8) | static_cast<unsigned char>(hash[i]);
    return seed;
}

std::string codeOf(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Transport: return "connection";
    case ErrorKind::Timeout: return "timeout";
    case ErrorKind::Protocol: return "protocol";
    case ErrorKind::Cancelled: return "cancelled";
    case ErrorKind::Server:
    case ErrorKind::Refused: break;
    }
    return error.detail.empty() ? "refused" : error.detail;
}

worker::Answer errorAnswer(worker::Id re, const Error &error, bool definite)
{
    return worker::Err{re, codeOf(error), definite, error.text};
}

} // namespace

WorkerBody::WorkerBody(const WorkerSetup &setup, worker::Owner owner, std::int64_t number)
    : m_setup(setup)
    , m_owner(std::move(owner))
    , m_context(*setup.servers, {number, setup.hello.options.clockSkew, seedOf(setup.hello), [this](const Step &step) { observe(step); }})
    , m_reports(*setup.loop)
    , m_body(*setup.loop)
{ }

WorkerBody::~WorkerBody() = default;

bool WorkerBody::Holding::believed() const
{
    return std::any_of(locks.begin(), locks.end(), [](const auto &lock) { return lock.second->believed(); });
}

bool WorkerBody::begin(worker::Id id)
{
    if (m_dead) {
        write(worker::Answer(worker::Err{id, "dead", true, "this owner was ended by throw"}));
        return false;
    }
    if (m_request) {
        write(worker::Answer(worker::Err{id, "busy", true, "request " + std::to_string(*m_request) + " is not done yet"}));
        return false;
    }
    m_request = id;
    return true;
}

void WorkerBody::end(const worker::Answer &answer)
{
    m_request.reset();
    write(answer);
}

void WorkerBody::handle(const worker::Acquire &request)
{
    if (begin(request.id))
        m_body.start(acquire(request));
}

void WorkerBody::handle(const worker::Release &request)
{
    if (begin(request.id))
        m_body.start(release(request));
}

void WorkerBody::handle(const worker::Extend &request)
{
    if (begin(request.id))
        m_body.start(extend(request));
}

void WorkerBody::handle(const worker::Work &request)
{
    if (begin(request.id))
        m_body.start(work(request));
}

bool WorkerBody::believes(const std::string &lock)
{
    const auto found = m_holdings.find(lock);
    return found != m_holdings.end() && found->second.believed();
}

bool WorkerBody::cancel(worker::Id acquire)
{
    if (m_request != acquire)
        return false;
    m_cancelled = true;
    if (m_acquiring)
        m_acquiring->stopWaiting();
    return true;
}

bool WorkerBody::handle(const worker::ResourceAnswer &answer)
{
    auto call = m_calls.extract(answer.re);
    if (call.empty())
        return false;
    call.mapped().complete(answer);
    return true;
}

void WorkerBody::stallFor(Milliseconds time) { m_stalledUntil = std::max(m_stalledUntil, m_setup.clock->now() + time); }

// The locks of the owner stay alive, and so do their watchdogs, which run in the Context.
void WorkerBody::die()
{
    m_dead = true;
    m_body.cancel();
    m_calls.clear();
    m_acquiring = nullptr;
    if (m_request)
        end(worker::Err{*m_request, "thrown", false, "this owner was ended by throw"});
}

Waiting<void> WorkerBody::finish()
{
    if (m_request)
        cancel(*m_request);
    if (!m_calls.empty() || m_stalledUntil > m_setup.clock->now())
        m_body.cancel();
    return m_body.whenIdle();
}

Task<void> WorkerBody::unstalled()
{
    while (m_stalledUntil > m_setup.clock->now())
        co_await m_setup.clock->after(m_stalledUntil - m_setup.clock->now());
}

Result<Lock *> WorkerBody::lockOf(const std::string &name, Mode mode)
{
    const auto &protocol = *m_setup.protocol;
    if (mode != Mode::Exclusive && !protocol.readWrite)
        return Error{ErrorKind::Refused, std::string(protocol.name) + " has no readers and writers", "unsupported"};
    if (mode == Mode::Exclusive && protocol.readWrite)
        mode = Mode::Write;
    auto &lock = m_holdings[name].locks[mode];
    if (!lock) {
        auto options = m_setup.options;
        if (protocol.readWrite)
            options["mode"] = mode == Mode::Read ? "read" : "write";
        auto made = protocol.make(m_context, name, options);
        if (!made)
            return made.error();
        lock = std::move(made).value();
        m_reports.start(reportRenewals(lock.get(), name));
    }
    return lock.get();
}

Wait WorkerBody::waitOf(const worker::Acquire &request) const
{
    if (request.wait == Milliseconds::zero())
        return Wait::atOnce();
    const auto retry = m_setup.hello.options.retry;
    auto wait = Wait::notified(retry > Milliseconds::zero() ? retry : m_setup.protocol->usualInterval);
    wait.most = request.wait;
    return wait;
}

Task<void> WorkerBody::acquire(worker::Acquire request)
{
    m_cancelled = m_saidWaiting = false;
    const auto made = lockOf(request.lock, request.mode);
    if (!made) {
        end(errorAnswer(request.id, made.error(), true));
        co_return;
    }
    auto &lock = **made;
    co_await unstalled();
    if (m_cancelled) {
        end(worker::No{request.id, "cancelled"});
        co_return;
    }
    auto &holding = m_holdings[request.lock];
    const bool holds = holding.believed();
    const bool again = lock.believed();
    if (std::exchange(holding.inHand, again) && !again)
        co_await m_setup.clock->after(Milliseconds(0)); // lets the loss be reported before the lock may be acquired again
    m_acquiringName = request.lock;
    const auto wait = waitOf(request);
    auto acquiring = again ? lock.reenter(request.lease) : lock.acquire(request.lease, wait);
    m_acquiring = &lock;
    const auto acquired = co_await acquiring;
    m_acquiring = nullptr;
    if (acquired.held()) {
        if (!holds)
            holding.modes.clear();
        holding.modes.push_back(request.mode);
        holding.inHand = true;
        holding.token = acquired.fencingToken;
        if (!std::exchange(holding.lossWatched, true))
            m_reports.start(reportLoss(&lock, request.lock));
    }
    co_await unstalled();
    const bool definite = acquired.kind == Acquired::Kind::Failed;
    if (acquired.held())
        end(worker::Ok{request.id, acquired.fencingToken, validityOf(lock), std::nullopt, request.lock, acquired.token});
    else if (acquired.kind != Acquired::Kind::NotFree)
        end(errorAnswer(request.id, acquired.error, definite));
    else if (m_cancelled)
        end(worker::No{request.id, "cancelled"});
    else
        end(worker::No{request.id, again ? "this owner holds it, and the protocol has no re-entry" : "not free"});
}

// Also allowed for a lock that the owner does not hold: some protocols then free another holder's lock.
Task<void> WorkerBody::release(worker::Release request)
{
    auto &holding = m_holdings[request.lock];
    const auto made = lockOf(request.lock, holding.mode());
    if (!made) {
        end(errorAnswer(request.id, made.error(), true));
        co_return;
    }
    co_await unstalled();
    holding.inHand = holding.modes.size() > 1;
    const auto released = co_await (*made)->release();
    using Kind = Released::Kind;
    const bool freed = released.kind == Kind::Done || released.kind == Kind::NotOwner;
    if ((freed || released.kind == Kind::StillHeld) && holding.modes.size() > 1)
        holding.modes.pop_back(); // the last one is kept, so that a failed release can be tried again
    co_await unstalled();
    if (released.kind == Kind::Done || released.kind == Kind::StillHeld)
        end(worker::Ok{request.id, std::nullopt, std::nullopt, released.holds, {}, {}});
    else if (released.kind == Kind::NotOwner)
        end(worker::No{request.id, "not the owner"});
    else
        end(errorAnswer(request.id, released.error, released.kind == Kind::Failed));
}

Task<void> WorkerBody::extend(worker::Extend request)
{
    auto &holding = m_holdings[request.lock];
    const auto made = lockOf(request.lock, holding.mode());
    if (!made) {
        end(errorAnswer(request.id, made.error(), true));
        co_return;
    }
    auto &lock = **made;
    co_await unstalled();
    m_extending = true;
    const auto renewed = co_await lock.renew(request.lease);
    m_extending = false;
    co_await unstalled();
    if (renewed.done())
        end(worker::Ok{request.id, std::nullopt, validityOf(lock), std::nullopt, {}, {}});
    else if (renewed.kind == Renewed::Kind::Lost)
        end(worker::No{request.id, "not the owner any more"});
    else
        end(errorAnswer(request.id, renewed.error, renewed.kind == Renewed::Kind::Failed));
}

Task<void> WorkerBody::work(worker::Work request)
{
    auto &version = m_versions[request.lock]; // the version may have been read in another request, outside the critical section
    for (const auto step : request.steps) {
        co_await unstalled();
        auto called = call(request, step, step == entry::Step::Write ? version : std::nullopt);
        const auto answer = co_await called;
        co_await unstalled();
        if (!answer.accepted) {
            end(worker::No{request.id, answer.reason});
            co_return;
        }
        if (step == entry::Step::Read)
            version = answer.value;
    }
    end(worker::Ok{request.id, std::nullopt, std::nullopt, std::nullopt, {}, {}});
}

Waiting<worker::ResourceAnswer> WorkerBody::call(const worker::Work &work, entry::Step step, std::optional<std::int64_t> value)
{
    const auto &holding = m_holdings[work.lock];
    const auto id = m_setup.nextCall();
    auto waiting = m_calls[id].waiting();
    write(worker::ResourceCall{id, work.id, step, work.lock, m_owner, holding.mode(), holding.token, value});
    return waiting;
}

Task<void> WorkerBody::reportRenewals(Lock *lock, std::string name)
{
    for (;;) {
        co_await lock->renewed();
        if (!m_extending) // an explicit extend is answered instead
            write(worker::Renewed{name, m_owner});
    }
}

Task<void> WorkerBody::reportLoss(Lock *lock, std::string name)
{
    co_await lock->lost();
    m_holdings[name].lossWatched = false;
    write(worker::Lost{name, m_owner});
}

void WorkerBody::observe(const Step &step)
{
    const std::string_view file = step.where.file_name();
    const bool pauses = step.what == "sleep" || step.what == "subscribe" || step.what == "next";
    if (m_acquiring && pauses && file.ends_with("/locks/lock.cpp") && !std::exchange(m_saidWaiting, true))
        write(worker::Waits{m_acquiringName, m_owner});
    write(worker::At{std::string(file), step.where.line()});
}

std::optional<Milliseconds> WorkerBody::validityOf(const Lock &lock) const
{
    const auto until = lock.validUntil();
    if (!until)
        return std::nullopt;
    return std::max(std::chrono::floor<Milliseconds>(*until - m_setup.clock->now()), Milliseconds::zero());
}

} // namespace lockscope
