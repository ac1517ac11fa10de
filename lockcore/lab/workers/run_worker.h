// SPDX-License-Identifier: MIT
// A worker of a run: its process, its ways to the servers, and its one current request. Everything that the worker says or that happens to
// it is first written into the history, and then reported to the script. Lives on the thread of its event loop.
#pragma once

#include "lockcore/lab/context/run_log.h"
#include "lockcore/lab/context/trigger_log.h"
#include "lockcore/lab/protocol/worker_conduct.h"
#include "lockcore/lab/protocol/worker_process.h"
#include "lockcore/lab/servers/worker_link.h"

#include <set>

namespace lockcore {

/// Which lock a request is about, and whose request it is.
struct RequestedLock
{
    std::string lock{};
    worker::Owner owner{};
};

class RunWorker final
{
public:
    struct Options
    {
        std::string name;
        std::vector<std::string> command;
        worker::HelloOptions hello;
        bool cluster = false; ///< as Hello::cluster
        std::uint64_t seed = 1;
        std::function<std::string(std::string)> cleaned; ///< removes the servers' secrets from a worker's text
    };

    /// The answer to a request; none: the worker died before it came.
    using Answer = std::optional<worker::Answer>;

    RunWorker(Options options, RunLog &log, TriggerLog &happenings);
    ~RunWorker();
    RunWorker(const RunWorker &) = delete;
    RunWorker &operator=(const RunWorker &) = delete;

    const std::string &name() const { return m_options.name; }
    const std::string &nameOf(const worker::Owner &owner) const { return owner.empty() ? name() : owner; } ///< in the scenario
    Incarnation incarnation() const { return {m_options.name, m_number}; }
    const worker::HelloOk &greeting() const { return m_process.greeting(); }
    bool isReady() const { return m_process.state() == WorkerProcess::State::Ready; }
    pid_t pid() const { return m_process.pid(); }
    const std::string &errors() const { return m_process.errors(); }
    const std::string &end() const { return m_end; } ///< how its last dead incarnation ended: `exit code 3`

    /// Starts its next incarnation. `links`: one per server, listening; `servers`: their addresses. Completes at its hello_ok. Errors:
    /// Refused, with a sentence for the worker's author; Cancelled, it was killed before hello_ok.
    Waiting<Result<void>> start(std::vector<std::unique_ptr<WorkerLink>> links, std::vector<worker::Server> servers);

    // Only one of the following requests of an owner at a time.
    Waiting<Answer> acquire(const RequestedLock &about, std::optional<Milliseconds> wait, std::optional<Milliseconds> lease,
                            entry::Mode mode = entry::Mode::Exclusive);
    Waiting<Answer> release(const RequestedLock &about);
    Waiting<Answer> extend(const RequestedLock &about, Milliseconds lease);
    Waiting<Answer> work(const RequestedLock &about, std::vector<entry::Step> steps);

    Waiting<Answer> probe(const RequestedLock &about);
    void cancel(const worker::Owner &owner); ///< its acquires that wait for an answer
    void stall(Milliseconds time);
    Waiting<Answer> throwOut(); ///< makes its body throw an exception
    void reply(const worker::ResourceAnswer &answer);
    void bye();

    void kill(); ///< when this returns, it is dead, and everything that it had written is in the history
    void pause() { m_process.pause(); }
    void resume();
    bool isAlive() { return m_process.isAlive(); }
    bool isPaused() const { return m_process.isPaused(); }

    void arm(const Fault &fault); ///< on its way to the fault's server
    void pass();

    Purpose doing() const { return m_doing; } ///< see purposeOf(); of several owners, what the last one asked for
    bool thrown() const { return m_thrown; }
    std::int64_t requestsSeen() const; ///< what its gates have received from this incarnation, apart from set-up
    std::string misuse() const;        ///< how its client has broken the server's protocol; may be empty

    std::function<void(const worker::ResourceCall &)> called; ///< with the owner of its work
    std::function<void(const Error &)> failed;                ///< it broke a rule of the worker protocol, and is dead
    std::function<void()> died;                               ///< for any reason; its death is already in the history

private:
    Waiting<Answer> ask(worker::Id id, const worker::Request &request, entry::Sent sent);
    bool fits(const std::string &mistake); ///< if there is one, the worker is refused
    void askBelief(const RequestedLock &about);
    entry::Sent sentOf(entry::Request request, worker::Id id, const RequestedLock &about = {}) const;
    void take(const worker::Message &message);
    void take(const worker::Answer &answer);
    void take(const worker::Event &event);
    struct Asked
    {
        entry::Request request = entry::Request::Probe;
        RequestedLock about;
        Completion<Answer> answer;
    };
    void noteAnswer(const Asked &asked, const worker::Answer &answer);
    void noteDeath(entry::Death death, std::string text);
    void strike(const Fault &fault);

    const Options m_options;
    RunLog &m_log;
    TriggerLog &m_happenings;
    std::int64_t m_number = 0;
    worker::Id m_lastId = 0;
    bool m_saidBye = false;
    bool m_thrown = false;
    bool m_disturbed = false; ///< its network had a fault
    bool m_alive = false;
    std::string m_end;
    WorkerConduct m_conduct;
    Purpose m_doing = Purpose::Renew;
    WorkerLink::Asked m_lastAsked;
    std::map<worker::Id, Asked> m_asked;
    std::set<worker::Owner> m_owners; ///< that have asked for something
    std::optional<Completion<Result<void>>> m_starting;
    std::vector<std::unique_ptr<WorkerLink>> m_links;
    std::vector<std::unique_ptr<WorkerLink>> m_former; ///< links of dead incarnations
    WorkerProcess m_process;
};

bool isDefiniteError(const worker::Answer &answer); ///< an error: the request certainly had no effect
bool isIndefinite(const worker::Answer &answer);    ///< an error: the request may have had an effect

} // namespace lockcore
