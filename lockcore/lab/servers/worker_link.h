// SPDX-License-Identifier: MIT
// A worker's way to one server, with the network faults of the script, which aim at the purpose of a command. Lives on the thread of its
// server.
#pragma once

#include "lockcore/lab/gate/cluster_replies.h"
#include "lockcore/lab/scenario/scenario.h"
#include "lockcore/lab/servers/run_server.h"

#include <map>

namespace lockcore {

class Gate;
class GateProtocol;
struct GateFault;
struct GateRequest;

class WorkerLink final
{
public:
    enum class Direction { Requests, Replies, Messages };

    WorkerLink(RunServer &server, std::int64_t id, std::uint64_t seed);
    ~WorkerLink(); ///< destroy it before its server
    WorkerLink(const WorkerLink &) = delete;
    WorkerLink &operator=(const WorkerLink &) = delete;

    Result<int> listen();              ///< the port. Error: Transport
    std::int64_t requestsSeen() const; ///< as Gate::requestsSeen()

    int port() const;
    void leadTo(GatePorts gates); ///< of the worker's ways to the nodes of a cluster: their replies name only these

    /// The last request that the worker received, and its id.
    struct Asked
    {
        Phase what = Phase::Any;
        std::int64_t id = 0;
    };

    std::function<Purpose()> doing; ///< the worker's current request: see purposeOf()
    std::function<Asked()> asked;
    std::function<void(const Fault &)> struck; ///< called when the fault meets its command

    /// One of the network's faults. It is active until it strikes, or until pass(). Reset and BlackHole of any command strike immediately.
    void arm(const Fault &fault);
    void pass(); ///< releases what is held, and disarms all faults
    void end();  ///< the worker is dead: requests that had been received are still executed

    const std::string &misuse() const { return m_misuse; } ///< the client's protocol error; may be empty

private:
    struct Armed
    {
        Fault fault;
        bool struck = false;
        std::int64_t request = 0; ///< the request in which `met` was counted
        std::int64_t met = 0;     ///< number of matching commands
    };
    struct Command
    {
        Direction way = Direction::Requests;
        std::int64_t id = 0;
        std::vector<Bytes> words;
        std::string name;        ///< as Fault::command
        std::vector<Bytes> keys; ///< also of the commands of a transaction
        bool changes = false;    ///< it has a reply and has changed keys
    };

    struct Queued
    {
        std::vector<std::string> names;
        std::vector<Bytes> keys;
    };
    Command commandOf(const GateRequest &request);
    bool meets(Armed &armed, const Command &command) const;
    GateFault meet(const Command &command);

    RunServer &m_server;
    const GateProtocol &m_protocol;
    const std::unique_ptr<Gate> m_gate;
    std::vector<Armed> m_armed;
    std::vector<std::int64_t> m_held;
    std::map<std::int64_t, Queued> m_queued; ///< by connection: the commands of its open transaction
    std::string m_misuse;
};

} // namespace lockcore
