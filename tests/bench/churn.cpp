// SPDX-License-Identifier: MIT
#include "bench/churn.h"

#include "bench/figures.h"
#include "bench/key_names.h"

#include <QtGlobal>

namespace lockcore::bench {

Churn::Churn(const Endpoint &endpoint, Options options)
    : m_options(std::move(options))
    , m_client(endpoint)
    , m_locks(m_options.locks, m_options.lease)
{
    acquireAll();
}

Churn::~Churn() { stop(); }

void Churn::start()
{
    m_thread = std::jthread([this](const std::stop_token &stop) { run(stop); });
}

void Churn::stop()
{
    if (!m_thread.joinable())
        return;
    m_thread.request_stop();
    m_thread.join();
}

void Churn::acquireAll()
{
    for (std::size_t i = 0; i < m_options.locks; ++i) {
        add(i, ChangeKind::Acquire);
        if (i % 500 == 499)
            send();
    }
    send();
}

void Churn::run(const std::stop_token &stop)
{
    const auto period = std::chrono::nanoseconds(1'000'000'000LL * m_options.atOnce / m_options.perSecond);
    const Moment begin = std::chrono::steady_clock::now();
    const auto changesBefore = m_changes.load();
    Moment due = begin;
    while (!stop.stop_requested()) {
        for (int i = 0; i < m_options.atOnce; ++i)
            next();
        send();
        m_cpu = threadSeconds();
        due += period;
        // A delay on a busy machine is caught up, but not all at once: a burst would measure something else.
        due = std::max(due, std::chrono::steady_clock::now() - std::chrono::milliseconds(20));
        std::this_thread::sleep_until(due);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    m_rate = static_cast<double>(m_changes - changesBefore) / took.count();
}

void Churn::send()
{
    if (m_commands.empty())
        return;
    if (!m_options.mark.empty()) {
        m_commands.insert(m_commands.begin(), m_options.mark);
        m_commands.push_back(m_options.mark);
    }
    const Moment sent = std::chrono::steady_clock::now();
    for (const auto &reply : m_client.pipeline(m_commands)) {
        if (reply.isError())
            qFatal("a change of the benchmark failed: %s", reply.text.c_str());
    }
    m_commands.clear();
    m_changes += static_cast<std::int64_t>(m_unsent.size());
    for (auto &change : m_unsent) {
        change.sent = sent;
        if (m_options.journal)
            m_journal.push_back(std::move(change));
    }
    m_unsent.clear();
}

void Churn::add(std::size_t lock, ChangeKind kind)
{
    m_locks.change(m_commands, lock, kind, kind == ChangeKind::Acquire ? someOwner() : std::string());
    m_unsent.push_back({{}, lock, kind, m_locks.all()[lock].owner});
    if (m_options.newNames && m_locks.all()[lock].count == 0)
        m_locks.rename(lock, "order:{new-" + std::to_string(++m_names) + '}');
}

std::string Churn::someOwner() { return uuid4(below(8)) + ':' + std::to_string(below(50)); }

void Churn::next()
{
    const auto turn = m_turn++;
    switch (m_options.habit) {
    case Habit::Renew: add(turn % m_options.locks, ChangeKind::Renew); break;
    case Habit::Cycle: cycle(turn % m_options.locks); break;
    case Habit::Random: random(below(m_options.locks)); break;
    }
}

void Churn::cycle(std::size_t lock)
{
    const auto pass = m_turn / m_options.locks;
    if (m_locks.all()[lock].count == 0)
        add(lock, ChangeKind::Acquire);
    else
        add(lock, (lock + pass) % 4 == 3 ? ChangeKind::Release : ChangeKind::Renew);
}

void Churn::random(std::size_t lock)
{
    const auto count = m_locks.all()[lock].count;
    const auto dice = below(100);
    if (count == 0) {
        add(lock, ChangeKind::Acquire);
    } else if (dice < 60) {
        add(lock, ChangeKind::Renew);
    } else if (dice < 70) {
        add(lock, ChangeKind::Reenter);
    } else if (dice < 80) {
        add(lock, count > 1 ? ChangeKind::PartlyRelease : ChangeKind::Renew);
    } else if (dice < 90) {
        add(lock, ChangeKind::Release);
    } else if (dice < 93) {
        add(lock, ChangeKind::Delete);
    } else {
        add(lock, dice < 98 ? ChangeKind::Release : ChangeKind::Delete);
        add(lock, ChangeKind::Acquire);
    }
}

} // namespace lockcore::bench
