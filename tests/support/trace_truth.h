// SPDX-License-Identifier: MIT
// Clients that take, renew and give back locks on a real server, each over connections from hosts of its own (127.0.0.x), while a trace runs:
// what they did is known, so each attribution and each accusation can be judged.
#pragma once

#include "lockcore/monitor/trace/tracer.h"
#include "support/redis_client.h"
#include "support/sanitized.h" // how much of a trace is certain depends on how fast its looks are

#include <functional>
#include <memory>
#include <random>

struct redisContext;

namespace lockcore::test {

/// A blocking client with a source address of its own.
class SourcedClient final
{
public:
    /// `host`: "127.0.0.7"; ignored for a Unix socket.
    SourcedClient(const Endpoint &endpoint, const std::string &host);
    ~SourcedClient();
    SourcedClient(const SourcedClient &) = delete;
    SourcedClient &operator=(const SourcedClient &) = delete;

    Reply command(const Command &command);
    const Bytes &address() const { return m_address; } ///< as MONITOR shows it

private:
    redisContext *m_context;
    Bytes m_address;
};

struct TrueChange
{
    enum class Kind { Taken, Removed, Renewed };
    Kind kind = Kind::Taken;
    Bytes key;
    Bytes owner;            ///< whose lock it was, or is now
    Bytes address;          ///< who did it
    bool isMistake = false; ///< it was another's, and nobody meant that
    bool operator==(const TrueChange &) const = default;
};

/// The locks as these clients know them. One thread.
class TrueLocks
{
public:
    explicit TrueLocks(unsigned seed)
        : m_random(seed)
    { }

    std::size_t any(std::size_t count) { return m_random() % count; }
    bool chance(double share) { return static_cast<double>(m_random() % 10'000) < share * 10'000; }
    Bytes newOwner(); ///< like a UUID

    bool take(SourcedClient &client, const Bytes &key, const Bytes &owner, int leaseMs);
    bool overwrite(SourcedClient &client, const Bytes &key, const Bytes &owner, int leaseMs, bool isMistake);  ///< SET without NX
    void remove(SourcedClient &client, const Bytes &key, const Bytes &mine, bool isMeant = false);             ///< a plain DEL
    void renew(SourcedClient &client, const Bytes &key, const Bytes &mine, int leaseMs, bool isMeant = false); ///< a plain PEXPIRE
    void compareAndRemove(SourcedClient &client, const Bytes &key, const Bytes &owner);
    void compareAndRenew(SourcedClient &client, const Bytes &key, const Bytes &owner, int leaseMs);
    void note(TrueChange change) { m_changes.push_back(std::move(change)); }

    const std::vector<TrueChange> &changes() const { return m_changes; }
    const Bytes &ownerOf(const Bytes &key) const;

private:
    std::mt19937 m_random;
    std::map<Bytes, Bytes> m_owners;
    std::vector<TrueChange> m_changes;
};

struct TraceVerdict
{
    std::int64_t changes = 0; ///< that the clients made
    std::int64_t right = 0;   ///< attributed with certainty to the right client
    std::int64_t wrong = 0;   ///< with certainty to another one, or invented
    std::int64_t mistakes = 0;
    std::int64_t proved = 0;  ///< of the mistakes
    std::int64_t told = 0;    ///< of the mistakes, proved or not
    std::int64_t falsely = 0; ///< proved, but no mistake
    std::string firstWrong;

    double certain() const { return changes == 0 ? 1 : static_cast<double>(right) / static_cast<double>(changes); }
};

std::string toString(const TraceVerdict &verdict);

struct TraceOutcome
{
    TraceVerdict verdict;
    TraceReport report;
    std::vector<TraceItem> items;
};

/// Traces these keys while `work` runs in a thread of its own, and judges.
TraceOutcome traced(const Endpoint &endpoint, TraceOptions options, TrueLocks &truth, const std::function<void()> &work);

TraceVerdict judged(const std::vector<TrueChange> &truth, const std::vector<TraceItem> &items);

} // namespace lockcore::test
