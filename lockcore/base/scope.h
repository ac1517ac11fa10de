// SPDX-License-Identifier: MIT
// Owns running Tasks. Its end cancels them all, whatever they wait for: their frames are destroyed, innermost first.
// A task that is on the stack at that moment (it ended its own Scope) is destroyed as soon as it awaits anything or
// ends; until then it must not touch what the Scope's owner took with it. One thread, the ReadyQueue's. Declare it last in a class.
#pragma once

#include "base/ready_queue.h"
#include "base/task.h"

#include <vector>

namespace lockcore {

class Scope;

namespace detail {

/// One started Task. Shared only with itself while it runs; all others hold it weakly.
class Root final : public std::enable_shared_from_this<Root>
{
public:
    Root(Scope *scope, ReadyQueue &queue, Task<void> task);

    ReadyQueue &queue() const { return m_queue; }
    void start();
    void resume(std::coroutine_handle<> coroutine);
    void goOnWith(std::coroutine_handle<> coroutine) noexcept { m_next = coroutine; }
    void cancel(); ///< now, or at the next suspension if it is on the stack

private:
    Scope *m_scope; // null: cancelled
    ReadyQueue &m_queue;
    std::optional<Task<void>> m_task;
    std::coroutine_handle<> m_next; ///< of this task, within resume()
    bool m_running = false;
};

} // namespace detail

class Scope
{
public:
    explicit Scope(ReadyQueue &queue) : m_queue(queue) { }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;
    ~Scope() { cancel(); }

    /// Queues the task's first step. An exception that leaves it ends the program: nobody else could handle it.
    void start(Task<void> task);

    void cancel();

    bool idle() const { return m_roots.empty(); }
    std::size_t running() const { return m_roots.size(); }

    /// Completes when at most so many tasks run in this scope (at once if so).
    Waiting<void> whenAtMost(std::size_t running);
    Waiting<void> whenIdle() { return whenAtMost(0); }

    ReadyQueue &queue() const { return m_queue; }

private:
    friend class detail::Root;
    struct Waiter
    {
        std::size_t most;
        Completion<void> completion;
    };

    void finished(detail::Root &root);
    void tellWaiters();

    ReadyQueue &m_queue;
    std::vector<std::shared_ptr<detail::Root>> m_roots;
    std::vector<Waiter> m_waiters;
};

} // namespace lockcore
