// SPDX-License-Identifier: MIT
#include "lockcore/locks/watchdog.h"

#include <algorithm>

namespace lockcore {

Watchdog::Watchdog(Context &context, WatchdogOptions options, Renew renew, std::function<void()> lost)
    : m_context(context)
    , m_options(options)
    , m_renew(std::move(renew))
    , m_lost(std::move(lost))
{ }

void Watchdog::start(Milliseconds lease)
{
    if (std::exchange(m_running, true))
        return;
    m_companion = m_context.spawn(run(lease));
}

void Watchdog::stop()
{
    m_running = false;
    m_companion.reset();
}

void Watchdog::remember(Locals &locals) const { add(locals, m_running, m_companion != nullptr); }

Task<void> Watchdog::run(Milliseconds lease)
{
    // Counting from the acquisition's request would be safer, but that moment has passed. start() is called immediately after the
    // acquisition.
    auto validUntil = m_context.steady() + lease;
    auto delay = m_options.firstDelay;
    for (;;) {
        m_context.again(Where::current(), delay, validUntil);
        co_await m_context.sleep(delay);
        const auto asked = m_context.steady();
        const auto renewed = co_await m_renew(m_options.lease);
        if (renewed.done()) {
            validUntil = asked + renewed.validity;
            delay = m_options.period;
            continue;
        }
        if (renewed.kind != Renewed::Kind::Lost && m_options.givesUpOnError)
            break;
        const auto left = std::chrono::duration_cast<Milliseconds>(validUntil - m_context.steady());
        if (renewed.kind == Renewed::Kind::Lost || left <= Milliseconds::zero()) {
            m_running = false;
            m_lost();
            co_return;
        }
        delay = std::min({m_options.retryDelay, m_options.period, left});
    }
    m_running = false;
}

} // namespace lockcore
