// SPDX-License-Identifier: MIT
#include "app/demo/demo_cluster.h"

#include "lockcore/base/scope.h"

#include <QEventLoop>

namespace lockscope {

using namespace lockcore;

namespace {

Task<void> form(LabCluster *cluster, Result<void> *formed, QEventLoop *waiting)
{
    auto forming = cluster->form();
    *formed = co_await forming;
    waiting->quit();
}

} // namespace

Result<std::unique_ptr<DemoCluster>> DemoCluster::start(const std::string &supervisor)
{
    std::unique_ptr<DemoCluster> demo(new DemoCluster);
    if (const auto started = demo->startNodes(supervisor); !started)
        return started.error();
    const LabCluster::Operate nothing = [](std::size_t, Args) -> Task<Result<Reply>> {
        co_return Error{ErrorKind::Refused, "the demo moves no slots", "operate"};
    };
    demo->m_cluster = std::make_unique<LabCluster>(demo->m_nodes, nothing, demo->m_clock);
    Result<void> formed;
    QEventLoop waiting;
    Scope scope(demo->m_loop);
    scope.start(form(demo->m_cluster.get(), &formed, &waiting));
    if (!scope.idle())
        waiting.exec();
    if (!formed)
        return formed.error();
    return demo;
}

Result<void> DemoCluster::startNodes(const std::string &supervisor)
{
    RunServer::Options options;
    options.server.supervisor = supervisor;
    options.cluster = options.replica = options.server.cluster = true;
    while (m_nodes.size() < LabCluster::primaries) {
        auto node = RunServer::start(options, m_loop, m_clock, m_poller);
        if (!node)
            return node.error();
        options.server.password = m_nodes.emplace_back(*std::move(node))->endpoint().password;
    }
    return {};
}

Endpoint DemoCluster::homeOf(const Bytes &key) const { return m_nodes[m_cluster->nodeOf(key)]->endpoint(); }

} // namespace lockscope
