// SPDX-License-Identifier: MIT
#include "lockcore/lab/run_pool.h"

#include "lockcore/judge/judge.h"
#include "lockcore/judge/second_judge.h"
#include "lockcore/redis/event_loop.h"

#include <QThread>

#include <algorithm>

namespace lockcore {

namespace {

using Done = std::function<void(std::shared_ptr<PlayedRun>)>;

/// What lives on one of the threads. Created before the thread runs, used only there.
class Player final : public QObject
{
public:
    void play(RunOrder order, Done done)
    {
        if (!m_scope)
            begin();
        m_scope->start(playing(std::move(order), std::move(done)));
    }

    void end()
    {
        m_scope.reset();
        m_clock.reset();
        m_loop.reset();
    }

private:
    void begin()
    {
        m_loop = std::make_unique<EventLoop>();
        m_clock = std::make_unique<LoopClock>();
        m_scope = std::make_unique<Scope>(*m_loop);
    }

    Task<void> playing(RunOrder order, Done done)
    {
        auto run = std::make_unique<LabRun>(std::move(order.scenario), std::move(order.options), *m_loop, *m_clock);
        auto task = run->play();
        auto played = co_await task;
        run.reset();
        auto result = std::make_shared<PlayedRun>(PlayedRun{std::move(played), {}, {}});
        if (result->played && result->played->skips.empty()) {
            const auto &history = result->played->history;
            result->verdicts = judge(history);
            result->disagreement = disagreement(result->verdicts, secondJudge(history));
        }
        done(std::move(result));
    }

    std::unique_ptr<EventLoop> m_loop;
    std::unique_ptr<LoopClock> m_clock;
    std::unique_ptr<Scope> m_scope;
};

} // namespace

class RunPool::Thread
{
public:
    Thread()
    {
        m_thread.setObjectName(QStringLiteral("lab-run"));
        m_player.moveToThread(&m_thread);
        m_thread.start();
    }
    ~Thread()
    {
        QMetaObject::invokeMethod(
            &m_player, [this] { m_player.end(); }, Qt::BlockingQueuedConnection);
        m_thread.quit();
        m_thread.wait();
    }
    Thread(const Thread &) = delete;
    Thread &operator=(const Thread &) = delete;

    bool isBusy() const { return m_completion.has_value(); }

    // `over` is called on the thread of `context`.
    void play(Pending pending, QObject *context, std::function<void()> over)
    {
        m_completion = std::move(pending.completion);
        const auto done = [this, context, over](std::shared_ptr<PlayedRun> result) {
            QMetaObject::invokeMethod(
                context,
                [this, over, result] {
                    std::exchange(m_completion, std::nullopt)->complete(std::move(*result));
                    over();
                },
                Qt::QueuedConnection);
        };
        QMetaObject::invokeMethod(
            &m_player, [this, order = std::move(pending.order), done]() mutable { m_player.play(std::move(order), done); },
            Qt::QueuedConnection);
    }

private:
    QThread m_thread;
    Player m_player;
    std::optional<Completion<PlayedRun>> m_completion;
};

RunPool::RunPool(int threads)
{
    for (int i = 0; i < threads; ++i)
        m_threads.push_back(std::make_unique<Thread>());
}

RunPool::~RunPool() = default;

int RunPool::usualThreads() { return std::clamp(QThread::idealThreadCount(), 1, 4); }

Waiting<PlayedRun> RunPool::play(RunOrder order)
{
    auto &pending = m_pending.emplace_back(Pending{std::move(order), {}});
    auto waiting = pending.completion.waiting();
    startNext();
    return waiting;
}

void RunPool::startNext()
{
    std::erase_if(m_pending, [](const Pending &pending) { return pending.completion.abandoned(); });
    for (const auto &thread : m_threads) {
        if (m_pending.empty())
            return;
        if (thread->isBusy())
            continue;
        auto next = std::move(m_pending.front());
        m_pending.pop_front();
        thread->play(std::move(next), &m_here, [this] { startNext(); });
    }
}

} // namespace lockcore
