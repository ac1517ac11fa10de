// SPDX-License-Identifier: MIT
#include "app/demo/demo_trap.h"

namespace lockscope {

using namespace lockcore;

DemoTrap::DemoTrap(const Endpoint &server, Clock &clock, Poller &poller)
    : m_server(server, {.events = false, .looks = false}, clock, poller)
    , m_gate(m_server, {})
{ }

Task<Result<Endpoint>> DemoTrap::set(std::string command, int good, std::function<void()> spring)
{
    auto opening = m_server.open();
    const auto opened = co_await opening;
    if (!opened)
        co_return opened.error();
    auto endpoint = m_server.endpoint();
    endpoint.path += ".gate";
    if (const auto listening = m_gate.listenAt(endpoint.path); !listening)
        co_return listening.error();
    GateFaults faults;
    faults.onRequest = [command, good, spring](const GateRequest &request) mutable {
        if (request.words.front() != command || good-- > 0)
            return GateFault();
        spring();
        return GateFault{GateFault::Kind::Hold};
    };
    m_gate.setFaults(std::move(faults));
    co_return endpoint;
}

} // namespace lockscope
