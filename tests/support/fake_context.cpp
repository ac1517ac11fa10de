// SPDX-License-Identifier: MIT
#include "support/fake_context.h"

#include <cstdio>
#include <cstdlib>

namespace lockcore::test {

namespace {

class OwnScope final : public Context::Companion
{
public:
    explicit OwnScope(ReadyQueue &queue)
        : scope(queue)
    { }
    Scope scope;
};

} // namespace

class FakeContext::Ear final : public Context::Subscription
{
public:
    Ear(FakeContext &owner, std::string channel, bool listens)
        : m_owner(owner)
        , m_channel(std::move(channel))
        , m_listens(listens)
    {
        m_owner.m_ears.push_back(this);
        m_owner.listening += m_listens;
    }
    ~Ear() override
    {
        stop();
        std::erase(m_owner.m_ears, this);
    }

    bool listening() const override { return m_listens; }

    Waiting<std::optional<Message>> next(Milliseconds most, Where where) override
    {
        m_owner.awaited.push_back(where);
        m_owner.slept.push_back(most);
        Completion<std::optional<Message>> done;
        auto waiting = done.waiting();
        if (!m_messages.empty()) {
            done.complete(m_messages.front());
            m_messages.pop_front();
        } else if (!m_listens) {
            done.complete(std::optional<Message>());
        } else {
            m_waiting = done;
            m_timer = std::make_unique<Scope>(m_owner.m_queue);
            m_timer->start(timeOut(most, done));
        }
        return waiting;
    }

    void hear(const Message &message)
    {
        if (message.channel != m_channel || !m_listens)
            return;
        if (m_waiting)
            std::exchange(m_waiting, {})->complete(message);
        else
            m_messages.push_back(message);
    }

    void stop()
    {
        if (std::exchange(m_listens, false))
            --m_owner.listening;
        if (m_waiting)
            std::exchange(m_waiting, {})->complete(std::optional<Message>());
    }

private:
    Task<void> timeOut(Milliseconds most, Completion<std::optional<Message>> done)
    {
        co_await m_owner.m_clock.after(most);
        m_waiting.reset();
        done.complete(std::optional<Message>());
    }

    FakeContext &m_owner;
    const std::string m_channel;
    bool m_listens;
    std::deque<Message> m_messages;
    std::optional<Completion<std::optional<Message>>> m_waiting;
    std::unique_ptr<Scope> m_timer;
};

std::string Sent::text() const
{
    std::string line;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const bool script = i == 1 && command[0] == "EVAL";
        if (!script)
            line += (line.empty() ? "" : " ") + command[i];
    }
    return line;
}

FakeContext::FakeContext(ReadyQueue &queue, ManualClock &clock, std::int64_t worker)
    : m_queue(queue)
    , m_clock(clock)
    , m_worker(worker)
{ }

FakeContext::~FakeContext() = default;

std::vector<std::string> FakeContext::texts() const
{
    std::vector<std::string> lines;
    for (const auto &one : sent)
        lines.push_back(one.text());
    return lines;
}

std::optional<Result<Reply>> FakeContext::answerTo(const Sent &request)
{
    if (!replies.empty()) {
        auto reply = replies.front();
        replies.pop_front();
        return reply;
    }
    if (answering)
        return answering(request);
    return std::nullopt;
}

Waiting<Answer> FakeContext::send(std::size_t server, bool alone, Verb verb, std::vector<Bytes> command)
{
    sent.push_back({std::move(command), server, alone, verb.where});
    awaited.push_back(verb.where);
    Completion<Answer> done;
    auto waiting = done.waiting();
    std::optional<Result<Reply>> reply;
    if (!holdsBack)
        reply = answerTo(sent.back());
    if (reply)
        done.complete(Answer(*reply));
    else
        m_waiting.push_back({sent.back(), std::move(done)});
    return waiting;
}

void FakeContext::deliver()
{
    const auto reply = answerTo(m_waiting.front().sent);
    deliver(reply.value_or(Result<Reply>(Error{ErrorKind::Timeout, "no answer", {}})));
}

void FakeContext::deliver(Result<Reply> reply)
{
    auto pending = std::move(m_waiting.front());
    m_waiting.pop_front();
    pending.done.complete(Answer(std::move(reply)));
    m_queue.runAll();
}

void FakeContext::publish(Bytes channel, Bytes payload)
{
    const Message message{std::move(channel), std::move(payload)};
    for (auto *ear : m_ears)
        ear->hear(message);
    m_queue.runAll();
}

void FakeContext::dropSubscriptions()
{
    for (auto *ear : m_ears)
        ear->stop();
    m_queue.runAll();
}

Waiting<void> FakeContext::sleep(Milliseconds duration, Where where)
{
    awaited.push_back(where);
    slept.push_back(duration);
    return m_clock.after(duration);
}

WorkerTime FakeContext::now(Where)
{
    const auto elapsed = std::chrono::duration_cast<Milliseconds>(m_clock.now().time_since_epoch());
    return WorkerTime(Milliseconds(1'800'000'000'000) + elapsed + skew);
}

Moment FakeContext::steady(Where) { return m_clock.now(); }

Bytes FakeContext::uniqueToken(Where) { return Bytes(1, static_cast<char>('A' + m_worker - 1)) + 't' + std::to_string(++m_tokens); }

Milliseconds FakeContext::random(Milliseconds below, Where)
{
    ++drawn;
    return below - Milliseconds(1);
}

std::unique_ptr<Context::Companion> FakeContext::spawn(Task<void> task, Where)
{
    auto companion = std::make_unique<OwnScope>(m_queue);
    companion->scope.start(std::move(task));
    return companion;
}

Waiting<std::unique_ptr<Context::Subscription>> FakeContext::subscribe(std::string_view channel, Where where)
{
    awaited.push_back(where);
    subscribed.emplace_back(channel);
    Completion<std::unique_ptr<Subscription>> done;
    auto waiting = done.waiting();
    done.complete(std::make_unique<Ear>(*this, std::string(channel), !refusesToListen));
    return waiting;
}

void World::passToNextTimer()
{
    queue.runAll();
    const auto next = clock.nextWakeUp();
    if (!next) {
        std::fputs("the task waits for something that nobody will bring\n", stderr);
        std::abort();
    }
    clock.advance(*next - clock.now());
    queue.runAll();
}

void World::pass(Milliseconds duration)
{
    const auto end = clock.now() + duration;
    queue.runAll();
    for (auto next = clock.nextWakeUp(); next && *next <= end; next = clock.nextWakeUp())
        passToNextTimer();
    clock.advance(end - clock.now());
    queue.runAll();
}

} // namespace lockcore::test
