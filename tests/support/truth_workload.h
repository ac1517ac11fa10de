// SPDX-License-Identifier: MIT
// Clients that use and disturb locks of many kinds on a real server, at random. Each operation is one script that reports the server's TIME
// and the keys before and after it, so the server's own order is known.
#pragma once

#include "support/event_truth.h"
#include "support/redis_client.h"

#include <atomic>
#include <functional>
#include <thread>

namespace lockcore::test {

struct TruthPlan
{
    unsigned seed = 1;
    int clients = 3;
    int operations = 1000;           ///< per client, at most
    Milliseconds pause{0};           ///< average time between two operations of a client
    std::chrono::seconds length{20}; ///< at most

    /// Sends commands and waits for their replies, on the thread of one client; each gets one of its own. Empty: over one connection.
    using Send = std::function<std::vector<Reply>(const std::vector<Command> &)>;
    std::function<Send()> sender{};
    bool oneKey = false; ///< each command uses one key, as in a cluster
};

/// The keys of the kinds that have no companion.
std::vector<Bytes> keysWithoutCompanion();

/// A command that only looks at such a key, and what its reply says: a step that changes nothing.
Command lookAt(const Bytes &key);
TrueStep lookIn(const Bytes &key, const Reply &reply);
bool hasTokens(const Bytes &key); ///< as TruthKind::tokens

class TruthWorkload
{
public:
    TruthWorkload(const Endpoint &endpoint, const TruthPlan &plan);
    ~TruthWorkload();
    TruthWorkload(const TruthWorkload &) = delete;
    TruthWorkload &operator=(const TruthWorkload &) = delete;

    bool running() const { return m_running > 0; }

    /// Adds all operations to `truth`. Call it when the workload no longer runs.
    void report(EventTruth &truth);
    int operations() const;
    std::vector<std::string> errors() const; ///< the server's error replies

private:
    class Client;

    std::atomic<int> m_running = 0;
    std::vector<std::unique_ptr<Client>> m_clients;
    std::vector<std::thread> m_threads;
};

} // namespace lockcore::test
