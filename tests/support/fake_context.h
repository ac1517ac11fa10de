// SPDX-License-Identifier: MIT
// A worker whose environment the test controls: answers from a script or from a real server, a clock that the test advances, and a record
// of all calls. Each step happens when the test calls for it, so that any interleaving of several workers can be written down.
#pragma once

#include "lockcore/base/scope.h"
#include "lockcore/locks/context.h"

#include <deque>
#include <functional>

namespace lockcore::test {

struct Sent
{
    std::vector<Bytes> command;
    std::size_t server = 0;
    bool alone = false;
    std::source_location where;

    std::string text() const; ///< `SET lock t1 NX PX 1000`; for a script only `EVAL` and the words after the script
};

class FakeContext final : public Context
{
public:
    using Answering = std::function<Result<Reply>(const Sent &)>;

    FakeContext(ReadyQueue &queue, ManualClock &clock, std::int64_t worker = 1);
    ~FakeContext() override;

    // Set by the test.
    std::deque<Result<Reply>> replies; ///< used first
    Answering answering;               ///< used when `replies` is empty; without it a command stays unanswered
    bool holdsBack = false;            ///< commands do not run until deliver()
    Milliseconds skew{0};              ///< of the wall clock
    bool refusesToListen = false;

    // Recorded calls.
    std::vector<Sent> sent;
    std::vector<Milliseconds> slept;
    std::vector<std::source_location> awaited; ///< every place at which the worker waited
    std::vector<std::string> subscribed;
    std::size_t listening = 0;
    std::vector<Locals> forgotten; ///< the arguments of again()
    int drawn = 0;                 ///< calls of random()

    std::vector<std::string> texts() const;
    std::size_t heldBack() const { return m_waiting.size(); }
    void deliver();                    ///< runs the oldest waiting command, and answers it
    void deliver(Result<Reply> reply); ///< answers the oldest waiting command with this reply, without running it
    void publish(Bytes channel, Bytes payload);
    void dropSubscriptions();

    std::size_t servers() const override { return serverCount; }
    std::size_t serverCount = 1;
    Waiting<void> sleep(Milliseconds duration, Where where = Where::current()) override;
    WorkerTime now(Where where = Where::current()) override;
    Moment steady(Where where = Where::current()) override;
    Moment bookkeeping() const override { return m_clock.now(); }
    Bytes uniqueToken(Where where = Where::current()) override; ///< `t1`, `t2` … with the worker's letter: `At1`
    Milliseconds random(Milliseconds below, Where where = Where::current()) override;
    const Bytes &instance() const override { return m_instance; }
    std::int64_t worker() const override { return m_worker; }
    std::map<Bytes, std::int64_t> &memory() override { return m_memory; }
    std::unique_ptr<Companion> spawn(Task<void> task, Where where = Where::current()) override;
    Waiting<std::unique_ptr<Subscription>> subscribe(std::string_view channel, Where where = Where::current()) override;

protected:
    Waiting<Answer> send(std::size_t server, bool alone, Verb verb, std::vector<Bytes> command) override;
    void forget(Where, Locals locals) override { forgotten.push_back(std::move(locals)); }

private:
    class Ear;
    struct Pending
    {
        Sent sent;
        Completion<Answer> done;
    };
    std::optional<Result<Reply>> answerTo(const Sent &request);

    ReadyQueue &m_queue;
    ManualClock &m_clock;
    const std::int64_t m_worker;
    const Bytes m_instance = "11111111-2222-4333-8444-555555555555";
    std::int64_t m_tokens = 0;
    std::map<Bytes, std::int64_t> m_memory;
    std::deque<Pending> m_waiting;
    std::vector<Ear *> m_ears;
};

/// The time and the coroutines of one test.
class World
{
public:
    ReadyQueue queue;
    ManualClock clock;
    Scope scope{queue};

    /// Starts a task; it may still run when the test ends.
    template <class T>
    std::shared_ptr<std::optional<T>> start(Task<T> task)
    {
        auto result = std::make_shared<std::optional<T>>();
        scope.start(keep(std::move(task), result));
        queue.runAll();
        return result;
    }

    /// Runs the task to its end. Whenever nothing else can run, time advances to the next timer. Without a timer the task would wait for
    /// ever: then the test program ends here.
    template <class T>
    T run(Task<T> task)
    {
        const auto result = start(std::move(task));
        while (!result->has_value())
            passToNextTimer();
        return std::move(**result);
    }

    void pass(Milliseconds duration); ///< advances the clock timer by timer
    void passToNextTimer();

private:
    template <class T>
    static Task<void> keep(Task<T> task, std::shared_ptr<std::optional<T>> result)
    {
        *result = co_await task;
    }
};

} // namespace lockcore::test
