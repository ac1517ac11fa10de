// SPDX-License-Identifier: MIT
#include "lockcore/base/ready_queue.h"

#include "lockcore/base/scope.h"

#include <utility>

namespace lockcore {

void ReadyQueue::post(std::weak_ptr<detail::Root> root, std::coroutine_handle<> coroutine)
{
    m_ready.push_back({std::move(root), coroutine});
    ask();
}

void ReadyQueue::ask()
{
    if (!std::exchange(m_asked, true))
        wake();
}

void ReadyQueue::runOne()
{
    const auto entry = std::move(m_ready.front());
    m_ready.pop_front();
    if (const auto root = entry.root.lock())
        root->resume(entry.coroutine);
}

void ReadyQueue::run()
{
    m_asked = false;
    auto n = m_ready.size();
    if (n > 1)
        ask(); // the first coroutine may open a dialog with its own event loop, which then resumes the others
    for (; n > 0 && !m_ready.empty(); --n)
        runOne();
    if (!m_ready.empty())
        ask();
}

void ReadyQueue::runAll()
{
    while (!m_ready.empty())
        runOne();
}

void detail::CellBase::wake()
{
    if (!waiter)
        return;
    if (const auto owner = root.lock())
        owner->queue().post(root, std::exchange(waiter, {}));
}

void detail::CellBase::abandon()
{
    abandoned = true;
    waiter = {};
    if (const auto notify = std::exchange(onAbandoned, nullptr))
        notify();
}

} // namespace lockcore
