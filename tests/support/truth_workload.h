// SPDX-License-Identifier: MIT
// Clients that use and disturb locks of many kinds on a real server, at random. Each operation is one script that reports the server's TIME
// and what was there before and after it, so the server's own order is known.
#pragma once

#include "support/event_truth.h"
#include "support/redis_client.h"

#include <atomic>
#include <thread>

namespace lockcore::test {

struct TruthPlan
{
    unsigned seed = 1;
    int clients = 3;
    int operations = 1000;           ///< of each client, at most
    Milliseconds pause{0};           ///< between two operations of a client, on average
    std::chrono::seconds length{20}; ///< at most
};

class TruthWorkload
{
public:
    TruthWorkload(const Endpoint &endpoint, const TruthPlan &plan);
    ~TruthWorkload();
    TruthWorkload(const TruthWorkload &) = delete;
    TruthWorkload &operator=(const TruthWorkload &) = delete;

    bool running() const { return m_running > 0; }

    /// When it no longer runs: adds what was done.
    void report(EventTruth &truth);
    int operations() const;
    std::vector<std::string> errors() const; ///< what the server refused

private:
    class Client;

    std::atomic<int> m_running = 0;
    std::vector<std::unique_ptr<Client>> m_clients;
    std::vector<std::thread> m_threads;
};

} // namespace lockcore::test
