// SPDX-License-Identifier: MIT
#include "lockcore/lab/gate/turnstile.h"

namespace lockcore {

Turn &Turn::operator=(Turn &&other) noexcept
{
    if (this != &other) {
        end();
        m_turnstile = std::exchange(other.m_turnstile, nullptr);
        m_number = other.m_number;
    }
    return *this;
}

void Turn::end()
{
    if (auto *turnstile = std::exchange(m_turnstile, nullptr))
        turnstile->leave();
}

Waiting<Turn> Turnstile::enter()
{
    auto waiting = m_queue.emplace_back().waiting();
    admitNext();
    return waiting;
}

Waiting<void> Turnstile::ended()
{
    Completion<void> end;
    auto waiting = end.waiting();
    if (m_taken)
        m_endWaiters.push_back(std::move(end));
    else
        end.complete();
    return waiting;
}

void Turnstile::leave()
{
    m_taken = false;
    for (auto &waiter : std::exchange(m_endWaiters, {}))
        waiter.complete();
    admitNext();
}

void Turnstile::admitNext()
{
    while (!m_taken && !m_queue.empty()) {
        auto next = std::move(m_queue.front());
        m_queue.pop_front();
        if (next.abandoned())
            continue;
        m_taken = true;
        next.complete(Turn(*this, ++m_last));
    }
}

} // namespace lockcore
