// SPDX-License-Identifier: MIT
// Owns running Tasks. Destroying the Scope cancels them all, whatever they wait for: their frames are destroyed, innermost first.
// A task that is running at that moment (it destroyed its own Scope) is destroyed as soon as it awaits something or ends; until
// then it must not touch what was destroyed with the Scope. Use it on the ReadyQueue's thread. Declare it last in a class.
#pragma once

#include "lockcore/base/ready_queue.h"
#include "lockcore/base/task.h"

#include <vector>

namespace lockcore {

class Scope;

namespace detail {

/// One started Task. Its Scope owns it; while it runs, it also owns itself. All others hold weak references.
class Root final : public std::enable_shared_from_this<Root>
{
public:
    Root(Scope *scope, ReadyQueue &queue, Task<void> task);

    ReadyQueue &queue() const { return m_queue; }
    void start();
    void resume(std::coroutine_handle<> coroutine);
    void goOnWith(std::coroutine_handle<> coroutine) noexcept { m_next = coroutine; }
    void cancel(); ///< now, or at the next suspension if it is running

private:
    Scope *m_scope; // null: cancelled
    ReadyQueue &m_queue;
    std::optional<Task<void>> m_task;
    std::coroutine_handle<> m_next; ///< the coroutine of this task that resume() continues with
    bool m_running = false;
};

} // namespace detail

class Scope
{
public:
    explicit Scope(ReadyQueue &queue)
        : m_queue(queue)
    { }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;
    ~Scope() { cancel(); }

    /// Queues the task's first step. An exception that escapes the task ends the program: no caller could handle it.
    void start(Task<void> task);

    void cancel();

    bool idle() const { return m_roots.empty(); }
    std::size_t running() const { return m_roots.size(); }

    /// Completes when at most `running` tasks run in this scope; immediately if that is so now.
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
