// SPDX-License-Identifier: MIT
// A worker's way to one server, with the network faults of the script, which aim at what a command is for. Lives on the thread of
// its server.
#pragma once

#include "lockcore/lab/scenario/scenario.h"
#include "lockcore/lab/servers/run_server.h"

#include <map>

namespace lockcore {

class Gate;
struct GateFault;
struct GateRequest;

class WorkerLink final
{
public:
    enum class Direction { Requests, Replies, Messages };

    WorkerLink(RunServer &server, std::int64_t id, std::uint64_t seed);
    ~WorkerLink(); ///< before its server
    WorkerLink(const WorkerLink &) = delete;
    WorkerLink &operator=(const WorkerLink &) = delete;

    Result<int> listen(); ///< the port. Error: Transport

    int port() const;

    /// What the worker was asked last, and the number of that request.
    struct Asked
    {
        Phase what = Phase::Any;
        std::int64_t id = 0;
    };

    std::function<Purpose()> doing; ///< what the worker is asked to do: see purposeOf()
    std::function<Asked()> asked;
    std::function<void(const Fault &)> struck; ///< the fault meets its command now

    void arm(const Fault &fault); ///< one of the network's; until it strikes, or pass(). Reset and BlackHole of any command strike at once
    void pass();                  ///< what is held goes on; nothing is armed any more
    void end();                   ///< the worker is dead: what had been received is still executed

    const std::string &misuse() const { return m_misuse; } ///< what the client did wrong; empty

private:
    struct Armed
    {
        Fault fault;
        bool struck = false;
        std::int64_t request = 0; ///< in which `met` was counted
        std::int64_t met = 0;     ///< commands that match
    };
    struct Command
    {
        Direction way = Direction::Requests;
        std::int64_t id = 0;
        std::vector<Bytes> words;
        std::string name;     ///< as Fault::command
        bool changes = false; ///< its reply comes, and it has changed keys
    };

    std::string nameOf(const GateRequest &request);
    bool meets(Armed &armed, const Command &command) const;
    GateFault meet(const Command &command);

    RunServer &m_server;
    const std::unique_ptr<Gate> m_gate;
    std::vector<Armed> m_armed;
    std::vector<std::int64_t> m_held;
    std::map<std::int64_t, std::vector<std::string>> m_queued; ///< names in the transaction of a connection
    std::string m_misuse;
};

} // namespace lockcore
