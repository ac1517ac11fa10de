// SPDX-License-Identifier: MIT
#include "lockcore/base/clock.h"

namespace lockcore {

Waiting<void> Sleepers::add(Moment end)
{
    Completion<void> completion;
    auto waiting = completion.waiting();
    m_sleepers.emplace(end, std::move(completion));
    return waiting;
}

std::optional<Moment> Sleepers::next()
{
    while (!m_sleepers.empty() && m_sleepers.begin()->second.abandoned())
        m_sleepers.erase(m_sleepers.begin());
    if (m_sleepers.empty())
        return std::nullopt;
    return m_sleepers.begin()->first;
}

void Sleepers::wake(Moment now)
{
    while (!m_sleepers.empty() && m_sleepers.begin()->first <= now) {
        auto completion = std::move(m_sleepers.begin()->second);
        m_sleepers.erase(m_sleepers.begin());
        completion.complete();
    }
}

} // namespace lockcore
