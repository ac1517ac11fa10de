// SPDX-License-Identifier: MIT
// Clients that change many locks at a given rate: one thread with one connection. The same seed makes the same changes.
#pragma once

#include "bench/redisson_locks.h"

#include <atomic>
#include <random>
#include <thread>

namespace lockcore::bench {

struct Change
{
    Moment sent{}; ///< just before it was written to the server
    std::size_t lock = 0;
    ChangeKind kind = ChangeKind::Renew;
    std::string owner; ///< the lock's owner after the change or, for an end, before it
};

class Churn final
{
public:
    enum class Habit {
        Renew,  ///< renews one lock after the other
        Cycle,  ///< acquires, renews twice and releases one lock after the other
        Random, ///< any change of any lock, also several changes of one lock at once
    };

    struct Options
    {
        std::size_t locks = 10'000;
        int perSecond = 1'000;
        int atOnce = 1; ///< changes in one pipeline
        Habit habit = Habit::Renew;
        Milliseconds lease{600'000};
        bool journal = false;  ///< keep every change
        bool newNames = false; ///< a released lock is never acquired again under the same name
        test::Command mark;    ///< sent before and after every pipeline, if not empty
    };

    /// Acquires all locks before it returns.
    Churn(const Endpoint &endpoint, Options options);
    ~Churn();

    void start();
    void stop();

    /// Call these after stop().
    const RedissonLocks &locks() const { return m_locks; }
    const std::vector<Change> &journal() const { return m_journal; }
    double ratePerSecond() const { return m_rate; } ///< the actual rate

    std::int64_t changes() const { return m_changes; } ///< number of changes so far; may be called at any time
    double cpuSeconds() const { return m_cpu; } ///< CPU time of its thread, which is not part of the measurement; may be called at any time

private:
    void run(const std::stop_token &stop);
    void acquireAll();
    void send();
    void add(std::size_t lock, ChangeKind kind);
    void next();
    void cycle(std::size_t lock);
    void random(std::size_t lock);
    std::string someOwner();
    std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random); }

    const Options m_options;
    test::RedisClient m_client;
    RedissonLocks m_locks;
    std::mt19937 m_random{42};
    std::vector<test::Command> m_commands; ///< not sent yet
    std::vector<Change> m_unsent;
    std::vector<Change> m_journal;
    std::size_t m_turn = 0;
    std::size_t m_names = 0;
    std::atomic<std::int64_t> m_changes = 0;
    double m_rate = 0;
    std::atomic<double> m_cpu = 0;
    std::jthread m_thread;
};

} // namespace lockcore::bench
