// SPDX-License-Identifier: MIT
#include "lockcore/explorer/rehearsal.h"

#include "lockcore/explorer/oracle.h"

#include <algorithm>

namespace lockcore::explorer {

namespace {

constexpr std::size_t workerTask = 0;
constexpr std::size_t companionTask = 1;
const Moment steadyBegin{std::chrono::seconds(1'000)};

Bytes textOf(const Observation &seen) { return std::to_string(static_cast<int>(seen.kind)) + ':' + std::to_string(seen.number); }

Request requestFor(Request::Kind kind, Milliseconds duration, Where where)
{
    Request request;
    request.kind = kind;
    request.duration = duration;
    request.where = where;
    return request;
}

} // namespace

class Rehearsal::OwnCompanion final : public Companion
{
public:
    explicit OwnCompanion(Rehearsal &rehearsal)
        : m_rehearsal(rehearsal)
    { }
    ~OwnCompanion() override
    {
        const bool wasRunning = !scope.idle();
        scope.cancel();
        if (wasRunning && !m_rehearsal.m_isEnding)
            m_rehearsal.begin(TaskOf::Companion, "none");
    }

private:
    Rehearsal &m_rehearsal;

public:
    Scope scope{m_rehearsal.m_queues[companionTask]};
};

class Rehearsal::Ear final : public Subscription
{
public:
    explicit Ear(Rehearsal &rehearsal)
        : m_rehearsal(rehearsal)
    {
        ++m_rehearsal.m_subscriptions;
    }
    ~Ear() override { --m_rehearsal.m_subscriptions; }
    bool listening() const override { return true; }
    Waiting<std::optional<Message>> next(Milliseconds most, Where where) override
    {
        return m_rehearsal.wait<std::optional<Message>>(requestFor(Request::Kind::Next, most, where));
    }

private:
    Rehearsal &m_rehearsal;
};

Rehearsal::Rehearsal(Notebook &notebook, const Bounds &bounds, int worker)
    : m_notebook(notebook)
    , m_bounds(bounds)
    , m_worker(worker)
    , m_instance(1, static_cast<char>('A' + worker))
{
    begin(TaskOf::Worker, "root");
    begin(TaskOf::Companion, "none");
}

Rehearsal::~Rehearsal()
{
    m_isEnding = true;
    m_scope.reset();
    m_lock.reset();
}

// The lock's members belong to a worker's identity: two equal stories with two different counts are two places.
Bytes Rehearsal::keptText() const
{
    if (!m_lock || m_bounds.mutant == Mutant::ForgetsMembers)
        return {};
    Locals locals;
    m_lock->remember(locals);
    Bytes text;
    for (const auto &local : locals)
        text += std::get<Bytes>(local) + '\n'; // no lock keeps a Moment from one call to the next
    for (const auto &[name, value] : m_memory)
        text += name + '=' + std::to_string(value) + '\n';
    return text;
}

Node Rehearsal::node() const
{
    Node node;
    const auto kept = keptText();
    node.kept = m_notebook.kept(kept);
    node.tokens = tokensIn(kept);
    for (std::size_t task = 0; task < tasks; ++task) {
        node.request[task] = m_pending[task].request;
        node.story[task] = m_stories[task].number;
        node.hasSteady[task] = m_stories[task].steady.has_value();
        node.tokens |= m_stories[task].tokens;
    }
    node.holds = m_holds;
    node.validity = m_validity;
    node.fence = m_fence;
    node.isInside = m_isInside;
    node.isRefused = m_isRefused;
    node.hasReleased = m_hasReleased;
    node.hasEnded = m_hasEnded;
    node.isSubscribed = m_subscriptions > 0;
    node.read = m_reads;
    return node;
}

void Rehearsal::begin(TaskOf task, const Bytes &place)
{
    story(task) = {m_notebook.stories(place + ' ' + std::to_string(m_tokens)), 0, {}};
}

void Rehearsal::note(TaskOf task, const Observation &seen)
{
    auto &known = story(task);
    if (seen.kind == Observation::Kind::Reply)
        known.tokens |= tokensIn(m_notebook.vocabulary.reply(seen.number));
    else if (seen.kind == Observation::Kind::Message)
        known.tokens |= tokensIn(m_notebook.vocabulary.message(seen.number).payload);
    known.number =
        m_notebook.stories(std::to_string(known.number) + '/' + textOf(seen) + '/' + std::to_string(m_notebook.kept(keptText())));
}

void Rehearsal::deliver(const Step &step)
{
    isNew = {};
    note(step.task, step.seen);
    m_running = step.task;
    if (step.seen.kind == Observation::Kind::Start) {
        m_lock = newLock();
        m_scope.emplace(m_queues[workerTask]);
        m_scope->start(work());
    } else {
        complete(std::exchange(pending(step.task), {}), step.seen);
    }
    runAll();
}

std::unique_ptr<Lock> Rehearsal::newLock()
{
    if (m_bounds.scripts)
        return std::make_unique<ScriptLock>(*this, lockKey, *m_bounds.scripts, m_bounds.lease);
    auto options = m_bounds.options;
    options.try_emplace("lease", std::to_string(m_bounds.lease.count()) + "ms");
    auto made = findProtocol(m_bounds.protocol)->make(*this, lockKey, options);
    if (!made)
        throw Unsupported{made.error().text};
    return *std::move(made);
}

void Rehearsal::complete(Pending pending, const Observation &seen)
{
    using Kind = Observation::Kind;
    switch (seen.kind) {
    case Kind::Reply:
        return std::get<Completion<Answer>>(pending.done).complete(Answer(Result<Reply>(m_notebook.vocabulary.reply(seen.number))));
    case Kind::Lost:
        return std::get<Completion<Answer>>(pending.done).complete(Answer(Result<Reply>(Error{ErrorKind::Timeout, "no answer", {}})));
    case Kind::Thrown: m_throws = true; [[fallthrough]];
    case Kind::Timer:
    case Kind::Arrived: return std::get<Completion<void>>(pending.done).complete();
    case Kind::Subscribed: return std::get<Completion<std::unique_ptr<Subscription>>>(pending.done).complete(std::make_unique<Ear>(*this));
    case Kind::Message:
        return std::get<Completion<std::optional<lockcore::Message>>>(pending.done).complete(m_notebook.vocabulary.message(seen.number));
    case Kind::NoMessage: return std::get<Completion<std::optional<lockcore::Message>>>(pending.done).complete(std::nullopt);
    default: return;
    }
}

void Rehearsal::runAll()
{
    while (std::ranges::any_of(m_queues, [](const auto &queue) { return !queue.empty(); })) {
        for (std::size_t task = 0; task < tasks; ++task) {
            m_running = static_cast<TaskOf>(task);
            m_queues[task].runAll();
        }
    }
    if (!m_unsupported.empty())
        throw Unsupported{m_unsupported};
}

template <class T>
Waiting<T> Rehearsal::wait(Request request)
{
    const auto task = m_running;
    if (pending(task).request != 0)
        m_unsupported = "it waits for two things at once";
    Completion<T> completion;
    auto waiting = completion.waiting();
    completion.onAbandoned([this, task] {
        if (!m_isEnding)
            pending(task) = {};
    });
    pending(task) = {m_notebook.vocabulary.request(request), std::move(completion)};
    isNew[static_cast<std::size_t>(task)] = true;
    return waiting;
}

int Rehearsal::read(Observation::Kind kind, int argument)
{
    if (m_isEnding)
        return 0;
    const auto task = m_running;
    m_reads = Step{task, {kind, argument}};
    const auto seen = reading(node());
    m_reads.reset();
    note(task, seen);
    return seen.number;
}

Waiting<void> Rehearsal::sleep(Milliseconds duration, Where where)
{
    auto request = requestFor(Request::Kind::Sleep, duration, where);
    request.isWork = m_isInside && m_running == TaskOf::Worker;
    return wait<void>(std::move(request));
}

Waiting<Answer> Rehearsal::send(std::size_t server, bool alone, Verb verb, std::vector<Bytes> command)
{
    auto request = requestFor(Request::Kind::Command, {}, verb.where);
    request.words = std::move(command);
    request.server = server;
    request.isAlone = alone;
    request.releases = m_isReleasing && m_running == TaskOf::Worker;
    return wait<Answer>(std::move(request));
}

Waiting<std::unique_ptr<Context::Subscription>> Rehearsal::subscribe(std::string_view channel, Where where)
{
    auto request = requestFor(Request::Kind::Subscribe, {}, where);
    request.words = {Bytes(channel)};
    return wait<std::unique_ptr<Subscription>>(std::move(request));
}

WorkerTime Rehearsal::now(Where) { return WorkerTime(Milliseconds(Oracle::epoch + read(Observation::Kind::Now, 0))); }

Moment Rehearsal::steady(Where)
{
    const auto task = m_running;
    const auto passed = read(Observation::Kind::Steady, 0);
    auto &last = story(task).steady;
    last = last.value_or(steadyBegin) + Milliseconds(passed);
    return *last;
}

Bytes Rehearsal::uniqueToken(Where)
{
    const auto task = m_running;
    const auto text = tokenText(m_worker, read(Observation::Kind::Token, m_bounds.mutant == Mutant::FreshNames ? m_tokens++ : 0));
    story(task).tokens |= tokensIn(text);
    return text;
}

Milliseconds Rehearsal::random(Milliseconds below, Where)
{
    return Milliseconds(read(Observation::Kind::Random, static_cast<int>(below.count())));
}

std::unique_ptr<Context::Companion> Rehearsal::spawn(Task<void> task, Where where)
{
    if (m_pending[companionTask].request != 0)
        m_unsupported = "it has two companions at once";
    auto companion = std::make_unique<OwnCompanion>(*this);
    begin(TaskOf::Companion, "spawned at " + std::to_string(where.line()));
    companion->scope.start(accompany(std::move(task)));
    return companion;
}

Task<void> Rehearsal::accompany(Task<void> task)
{
    auto running = std::move(task);
    co_await running;
    begin(TaskOf::Companion, "none");
}

int Rehearsal::distanceFromNow(Moment moment)
{
    return static_cast<int>(std::chrono::duration_cast<Milliseconds>(moment - steady()).count());
}

// Replaces only the story of this task, and only since the call of the loop's function: a mark says where that was.
void Rehearsal::forget(Where loop, Locals locals)
{
    const auto task = m_running;
    if (m_isEnding || m_bounds.mutant == Mutant::KeepsStories || m_bounds.mutant == Mutant::FreshNames
        || (m_bounds.mutant == Mutant::KeepsRenewals && task == TaskOf::Companion))
        return;
    const bool namesCaller = task == TaskOf::Worker && m_bounds.mutant != Mutant::ForgetsCaller;
    Bytes place = "loop " + Bytes(loop.file_name()) + ':' + std::to_string(loop.line()) + (namesCaller ? ' ' + m_mark : Bytes());
    TokenNames tokens = 0;
    bool keepsTime = false;
    for (const auto &local : locals) {
        if (const auto *word = std::get_if<Bytes>(&local)) {
            place += ' ' + *word;
            tokens |= tokensIn(*word);
        } else if (std::get<Moment>(local) != Moment()) {
            keepsTime = true;
            place += " now" + std::to_string(distanceFromNow(std::get<Moment>(local)));
        }
    }
    const auto steady = keepsTime ? story(task).steady : std::nullopt;
    begin(task, place);
    story(task).steady = steady;
    story(task).tokens = tokens;
}

void Rehearsal::mark(std::string_view part)
{
    m_mark = Bytes(part) + ' ' + std::to_string(m_round);
    begin(TaskOf::Worker, m_mark);
}

// As an application uses a lock.
Task<void> Rehearsal::work()
{
    const Lease lease = m_bounds.givesLease ? Lease(m_bounds.lease) : Lease();
    for (m_round = 0; m_round < m_bounds.rounds; ++m_round) {
        mark("arrive");
        co_await wait<void>(requestFor(Request::Kind::Arrive, {}, {}));
        m_hasReleased = false;
        mark("acquire");
        auto acquiring = m_bounds.careful ? acquireCarefully(lease) : m_lock->acquire(lease, Wait::notified(m_bounds.poll));
        const auto acquired = co_await acquiring;
        if (acquired.held()) {
            m_holds = 1;
            m_validity = static_cast<int>(acquired.validity.value_or(Milliseconds(0)).count());
            m_fence = static_cast<int>(acquired.fencingToken.value_or(0));
            if (m_bounds.reenters) {
                auto reentering = reenter(lease);
                const auto kind = co_await reentering;
                m_isRefused = kind == Acquired::Kind::NotFree;
            }
            mark("work");
            m_isInside = true;
            co_await sleep(m_bounds.work);
            m_isInside = m_isRefused = false;
            m_validity = m_fence = 0;
            if (m_throws) { // nobody gives the lock back
                m_holds = 0;
                break;
            }
        }
        if (m_holds == 2) {
            mark("release once");
            auto releasing = giveBack();
            const auto released = co_await releasing;
            (void)released;
            m_holds = 1;
        }
        if (acquired.held() || acquired.kind == Acquired::Kind::Unknown) {
            mark(acquired.held() ? "release" : "release what may be ours");
            auto releasing = giveBack();
            const auto released = co_await releasing;
            m_hasReleased = m_bounds.reenters && released.kind != Released::Kind::Unknown && released.kind != Released::Kind::Failed;
            m_holds = 0;
        }
    }
    m_hasEnded = true;
    begin(TaskOf::Worker, "ended");
}

Task<Acquired::Kind> Rehearsal::reenter(Lease lease)
{
    mark("re-enter");
    auto reentering = m_lock->reenter(lease);
    const auto again = co_await reentering;
    if (again.held())
        m_holds = 2;
    co_return again.kind;
}

Task<Released> Rehearsal::giveBack()
{
    m_isReleasing = true;
    auto releasing = m_lock->release();
    auto released = co_await releasing;
    m_isReleasing = false;
    co_return released;
}

// Does not begin work that may outlast the validity.
Task<Acquired> Rehearsal::acquireCarefully(Lease lease)
{
    for (;;) {
        mark("try");
        const auto asked = steady();
        auto trying = m_lock->tryAcquire(lease);
        auto acquired = co_await trying;
        const bool isTooLate = acquired.held() && acquired.validity && steady() - asked + m_bounds.work > *acquired.validity;
        if (acquired.kind != Acquired::Kind::NotFree && !isTooLate)
            co_return acquired;
        if (isTooLate) {
            mark("give back");
            auto releasing = giveBack();
            const auto released = co_await releasing;
            (void)released;
        }
        mark("pause");
        co_await sleep(m_bounds.poll);
    }
}

} // namespace lockcore::explorer
