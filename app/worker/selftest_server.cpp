// SPDX-License-Identifier: MIT
#include "app/worker/selftest_servers.h"

namespace lockscope {

using namespace lockcore;

std::unique_ptr<SelftestServer> SelftestServer::create(Store store, EventLoop &loop, Clock &clock)
{
    switch (store) {
    case Store::Redis: break;
    case Store::Memcached: return memcachedSelftestServer();
    case Store::Etcd: return etcdSelftestServer();
    case Store::Zookeeper: return zookeeperSelftestServer();
    }
    return redisSelftestServer(loop, clock);
}

} // namespace lockscope
