// SPDX-License-Identifier: MIT
#include "app/worker/selftest_servers.h"

#include <QTcpServer>

namespace lockscope {

using namespace lockcore;

int freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : 0;
}

std::unique_ptr<SelftestServer> SelftestServer::create(Store store, EventLoop &loop, Clock &clock)
{
    if (store == Store::Memcached)
        return std::make_unique<MemcachedSelftestServer>();
    return std::make_unique<RedisSelftestServer>(loop, clock);
}

} // namespace lockscope
