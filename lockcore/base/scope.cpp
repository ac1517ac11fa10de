// SPDX-License-Identifier: MIT
#include "lockcore/base/scope.h"

#include <algorithm>

namespace lockcore {

namespace detail {

std::weak_ptr<Root> weakly(Root &root) { return root.weak_from_this(); }

void goOnWith(Root &root, std::coroutine_handle<> coroutine) noexcept { root.goOnWith(coroutine); }

Root::Root(Scope *scope, ReadyQueue &queue, Task<void> task)
    : m_scope(scope)
    , m_queue(queue)
    , m_task(std::move(task))
{
    m_task->handle().promise().root = this;
}

void Root::start() { m_queue.post(weak_from_this(), m_task->handle()); }

void Root::resume(std::coroutine_handle<> coroutine)
{
    const auto self = shared_from_this();
    m_running = true;
    for (m_next = coroutine; m_next && m_scope;)
        std::exchange(m_next, {}).resume();
    m_next = {};
    m_running = false;
    if (!m_scope) { // cancelled before it ran
        m_task.reset();
        return;
    }
    if (m_task->handle().done()) {
        if (const auto exception = m_task->handle().promise().exception)
            std::rethrow_exception(exception);
        std::exchange(m_scope, nullptr)->finished(*this);
        m_task.reset();
    }
}

void Root::cancel()
{
    m_scope = nullptr;
    if (!m_running)
        m_task.reset();
}

} // namespace detail

void Scope::start(Task<void> task)
{
    m_roots.push_back(std::make_shared<detail::Root>(this, m_queue, std::move(task)));
    m_roots.back()->start();
}

void Scope::cancel()
{
    // Destructors inside a frame may call this function again.
    while (!m_roots.empty()) {
        const auto root = std::move(m_roots.back());
        m_roots.pop_back();
        root->cancel();
    }
    tellWaiters();
}

Waiting<void> Scope::whenAtMost(std::size_t running)
{
    Completion<void> completion;
    auto waiting = completion.waiting();
    m_waiters.push_back({running, std::move(completion)});
    tellWaiters();
    return waiting;
}

void Scope::finished(detail::Root &root)
{
    std::erase_if(m_roots, [&](const auto &other) { return other.get() == &root; });
    tellWaiters();
}

void Scope::tellWaiters()
{
    std::erase_if(m_waiters, [this](Waiter &waiter) {
        if (m_roots.size() > waiter.most)
            return false;
        waiter.completion.complete();
        return true;
    });
}

} // namespace lockcore
