// SPDX-License-Identifier: MIT
#include "lockcore/lab/run/run_pool.h"

#include "lockcore/lab/run/pooled_run.h"

#include <QThread>

#include <algorithm>

namespace lockcore {

namespace {

// Wraps `tell`, so that a run's reports arrive on this thread.
template <class T>
std::function<void(const T &)> told(QObject *here, std::function<void(const T &)> tell)
{
    if (!tell)
        return nullptr;
    return [=](const T &value) {
        QMetaObject::invokeMethod(
            here, [=] { tell(value); }, Qt::QueuedConnection);
    };
}

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
        m_commands = std::move(pending.commands);
        m_commands->act = [this](const Fault &fault) {
            QMetaObject::invokeMethod(
                &m_player, [this, fault] { m_player.act(fault); }, Qt::QueuedConnection);
        };
        m_commands->stop = [this] {
            QMetaObject::invokeMethod(
                &m_player, [this] { m_player.stop(); }, Qt::QueuedConnection);
        };
        pending.order.serves = told(context, std::move(pending.order.serves));
        pending.order.news = told(context, std::move(pending.order.news));
        const auto done = [this, context, over](std::shared_ptr<PlayedRun> result) {
            QMetaObject::invokeMethod(
                context,
                [this, over, result] {
                    m_commands.reset();
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
    detail::PooledRunPlayer m_player;
    std::shared_ptr<RunHandle::Commands> m_commands; ///< of the run that plays
    std::optional<Completion<PlayedRun>> m_completion;
};

RunPool::RunPool(int threads)
{
    for (int i = 0; i < threads; ++i)
        m_threads.push_back(std::make_unique<Thread>());
}

RunPool::~RunPool() = default;

int RunPool::usualThreads()
{
    const int processors = std::max(QThread::idealThreadCount(), 1);
    return std::min(processors + processors / 2, 4);
}

Waiting<PlayedRun> RunPool::play(RunOrder order, RunHandle *handle)
{
    auto commands = std::make_shared<RunHandle::Commands>();
    if (handle)
        handle->m_commands = commands;
    commands->stop = [this, which = commands.get()] { leaveOut(which); };
    auto &pending = m_pending.emplace_back(Pending{std::move(order), {}, std::move(commands)});
    auto waiting = pending.completion.waiting();
    startNext();
    return waiting;
}

void RunPool::leaveOut(const RunHandle::Commands *which)
{
    const auto found =
        std::find_if(m_pending.begin(), m_pending.end(), [=](const auto &pending) { return pending.commands.get() == which; });
    if (found == m_pending.end())
        return;
    auto pending = std::move(*found);
    m_pending.erase(found);
    pending.completion.complete(PlayedRun{Error{ErrorKind::Cancelled, "the run was stopped before it had begun", {}}, {}, {}});
}

void RunHandle::act(const Fault &fault) const
{
    const auto commands = m_commands.lock();
    if (commands && commands->act)
        commands->act(fault);
}

void RunHandle::stop() const
{
    if (const auto commands = m_commands.lock())
        commands->stop();
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
