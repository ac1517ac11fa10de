// SPDX-License-Identifier: MIT
// Runs the coroutines of one worker along a path, from its beginning: so the Explorer learns what they do next. They are those of
// lockcore/locks, as every program runs them.
#pragma once

#include "lockcore/base/scope.h"
#include "lockcore/explorer/bounds.h"
#include "lockcore/explorer/node.h"
#include "lockcore/locks/lock.h"

#include <functional>

namespace lockcore::explorer {

/// The texts that all rehearsals share.
struct Notebook
{
    Vocabulary vocabulary;
    Numbers<Bytes> stories;
    Numbers<Bytes> kept;
};

/// What cannot be examined; ends the search.
struct Unsupported
{
    std::string why;
};

class Rehearsal final : public Context
{
public:
    Rehearsal(Notebook &notebook, const Bounds &bounds, int worker);
    ~Rehearsal() override;

    /// Answers what the worker reads at once. `at` is the place at which it reads.
    std::function<Observation(const Node &at)> reading;

    void deliver(const Step &step);
    Node node() const;               ///< now
    std::array<bool, tasks> isNew{}; ///< since the last step: tasks that began to wait for something

    std::size_t servers() const override { return static_cast<std::size_t>(m_bounds.servers); }
    Waiting<void> sleep(Milliseconds duration, Where where = Where::current()) override;
    WorkerTime now(Where where = Where::current()) override;
    Moment steady(Where where = Where::current()) override;
    Moment bookkeeping() const override { return {}; } // nothing that is examined reads it
    Bytes uniqueToken(Where where = Where::current()) override;
    Milliseconds random(Milliseconds below, Where where = Where::current()) override;
    const Bytes &instance() const override { return m_instance; }
    std::int64_t worker() const override { return m_worker + 1; }
    std::map<Bytes, std::int64_t> &memory() override { return m_memory; }
    std::unique_ptr<Companion> spawn(Task<void> task, Where where = Where::current()) override;
    Waiting<std::unique_ptr<Subscription>> subscribe(std::string_view channel, Where where = Where::current()) override;

protected:
    Waiting<Answer> send(std::size_t server, bool alone, Verb verb, std::vector<Bytes> command) override;
    void forget(Where loop, Locals locals) override;

private:
    class OwnCompanion;
    class Ear;
    struct Story
    {
        int number = 0;
        TokenNames tokens = 0;
        std::optional<Moment> steady; ///< its last reading
    };
    struct Pending
    {
        int request = 0;
        std::variant<std::monostate, Completion<Answer>, Completion<void>, Completion<std::unique_ptr<Subscription>>,
                     Completion<std::optional<Message>>>
            done;
    };

    std::unique_ptr<Lock> newLock();
    template <class T>
    Waiting<T> wait(Request request);
    void complete(Pending pending, const Observation &seen);
    void runAll();
    int read(Observation::Kind kind, int argument);
    void note(TaskOf task, const Observation &seen);
    void begin(TaskOf task, const Bytes &place); ///< nothing before it matters any more
    Bytes keptText() const;
    int distanceFromNow(Moment moment);

    Task<void> work();
    Task<Acquired> acquireCarefully(Lease lease);
    Task<void> accompany(Task<void> task);
    Task<Acquired::Kind> reenter(Lease lease);
    Task<Released> giveBack();
    void mark(std::string_view part);

    Story &story(TaskOf task) { return m_stories[static_cast<std::size_t>(task)]; }
    Pending &pending(TaskOf task) { return m_pending[static_cast<std::size_t>(task)]; }

    Notebook &m_notebook;
    const Bounds &m_bounds;
    const int m_worker;
    const Bytes m_instance;
    std::map<Bytes, std::int64_t> m_memory;
    std::array<ReadyQueue, tasks> m_queues;
    std::array<Story, tasks> m_stories;
    std::array<Pending, tasks> m_pending;
    std::optional<Step> m_reads;
    TaskOf m_running = TaskOf::Worker;
    Bytes m_mark;
    int m_round = 0;
    int m_subscriptions = 0;
    int m_tokens = 0; ///< that it has drawn, of Mutant::FreshNames
    int m_holds = 0;
    int m_validity = 0;
    int m_fence = 0;
    bool m_isInside = false;
    bool m_isRefused = false;
    bool m_isReleasing = false;
    bool m_hasReleased = false;
    bool m_hasEnded = false;
    bool m_throws = false;
    bool m_isEnding = false;
    std::string m_unsupported; ///< an exception must not leave a coroutine
    std::unique_ptr<Lock> m_lock;
    std::optional<Scope> m_scope;
};

} // namespace lockcore::explorer
