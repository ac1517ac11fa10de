// SPDX-License-Identifier: MIT
#include "lockcore/live/live_companion.h"

namespace lockcore {

namespace {

class LiveCompanion final : public Context::Companion
{
public:
    explicit LiveCompanion(std::shared_ptr<Scope> scope)
        : m_scope(std::move(scope))
    { }
    ~LiveCompanion() override { m_scope->cancel(); } // Companions::end() may still hold the scope

private:
    const std::shared_ptr<Scope> m_scope;
};

} // namespace

std::unique_ptr<Context::Companion> Companions::start(Task<void> task)
{
    if (m_scopes.size() >= m_tidyAt) {
        std::erase_if(m_scopes, [](const auto &scope) { return scope.expired(); });
        m_tidyAt = std::max<std::size_t>(16, 2 * m_scopes.size());
    }
    auto scope = std::make_shared<Scope>(m_queue);
    scope->start(std::move(task));
    m_scopes.push_back(scope);
    return std::make_unique<LiveCompanion>(std::move(scope));
}

void Companions::end()
{
    // Destroying a companion's frame may start or end other companions.
    while (!m_scopes.empty()) {
        const auto scope = m_scopes.back().lock();
        m_scopes.pop_back();
        if (scope)
            scope->cancel();
    }
}

} // namespace lockcore
