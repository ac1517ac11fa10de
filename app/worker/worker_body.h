// SPDX-License-Identifier: MIT
// One owner of the built-in worker: executes its requests one after the other with its own locks, as a thread of an application would.
// Questions about what it believes are answered from memory at any time. Main thread.
#pragma once

#include "lockcore/lab/protocol/worker_message.h"
#include "lockcore/live/live_context.h"
#include "lockcore/locks/catalogue.h"

#include <map>

namespace lockscope {

/// What all owners of one worker share.
struct WorkerSetup
{
    const lockcore::Protocol *protocol = nullptr;
    lockcore::ProtocolOptions options;
    lockcore::worker::Hello hello;
    lockcore::LiveServers *servers = nullptr;
    lockcore::EventLoop *loop = nullptr;
    lockcore::Clock *clock = nullptr;
    std::function<void(const lockcore::worker::Message &)> write;
    std::function<lockcore::worker::Id()> nextCall; ///< numbers the calls to the resource
};

class WorkerBody final
{
public:
    /// `number` is the worker's number in the Context: 1 for the first owner.
    WorkerBody(const WorkerSetup &setup, lockcore::worker::Owner owner, std::int64_t number);
    ~WorkerBody();
    WorkerBody(const WorkerBody &) = delete;
    WorkerBody &operator=(const WorkerBody &) = delete;

    void handle(const lockcore::worker::Acquire &request);
    void handle(const lockcore::worker::Release &request);
    void handle(const lockcore::worker::Extend &request);
    void handle(const lockcore::worker::Work &request);
    bool believes(const std::string &lock);

    bool cancel(lockcore::worker::Id acquire);                   ///< returns false if the request is not this owner's
    bool handle(const lockcore::worker::ResourceAnswer &answer); ///< returns false if the call is not this owner's
    void stallFor(lockcore::Milliseconds time);                  ///< stalls only the owner's work: watchdog and probes continue
    void die();                                                  ///< stops only the owner's work; it executes no request any more
    lockcore::Waiting<void> finish();                            ///< for `bye`: gives up waiting, completes what it has begun

private:
    using Mode = lockcore::entry::Mode;

    /// The state of one lock for this owner.
    struct Holding
    {
        std::map<Mode, std::unique_ptr<lockcore::Lock>> locks; ///< a read-write lock has two
        std::vector<Mode> modes;                               ///< one for each hold
        std::optional<std::int64_t> token;
        bool lossWatched = false;
        bool inHand = false; ///< acquired, and the last release has not begun

        bool believed() const;
        Mode mode() const { return modes.empty() ? Mode::Exclusive : modes.back(); }
    };

    bool begin(lockcore::worker::Id id);
    void end(const lockcore::worker::Answer &answer);
    void write(const lockcore::worker::Message &message) const { m_setup.write(message); }

    lockcore::Task<void> acquire(lockcore::worker::Acquire request);
    lockcore::Task<void> release(lockcore::worker::Release request);
    lockcore::Task<void> extend(lockcore::worker::Extend request);
    lockcore::Task<void> work(lockcore::worker::Work request);
    lockcore::Task<void> unstalled();
    lockcore::Waiting<lockcore::worker::ResourceAnswer> call(const lockcore::worker::Work &work, lockcore::entry::Step step,
                                                             std::optional<std::int64_t> value);

    lockcore::Result<lockcore::Lock *> lockOf(const std::string &name, Mode mode);
    lockcore::Wait waitOf(const lockcore::worker::Acquire &request) const;
    lockcore::Task<void> reportRenewals(lockcore::Lock *lock, std::string name);
    lockcore::Task<void> reportLoss(lockcore::Lock *lock, std::string name);
    void observe(const lockcore::Step &step);
    std::optional<lockcore::Milliseconds> validityOf(const lockcore::Lock &lock) const;

    const WorkerSetup &m_setup;
    const lockcore::worker::Owner m_owner;
    lockcore::LiveContext m_context;
    std::map<std::string, Holding> m_holdings;
    std::map<std::string, std::optional<std::int64_t>> m_versions; ///< by lock: the version that it read last
    std::optional<lockcore::worker::Id> m_request;                 ///< the request that it executes now
    lockcore::Lock *m_acquiring = nullptr;
    std::string m_acquiringName;
    bool m_saidWaiting = false;
    bool m_cancelled = false;
    bool m_extending = false;
    bool m_dead = false;
    lockcore::Moment m_stalledUntil{};
    std::map<lockcore::worker::Id, lockcore::Completion<lockcore::worker::ResourceAnswer>> m_calls;
    lockcore::Scope m_reports;
    lockcore::Scope m_body;
};

} // namespace lockscope
