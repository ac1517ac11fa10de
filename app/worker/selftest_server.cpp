// SPDX-License-Identifier: MIT
#include "app/worker/selftest_servers.h"

namespace lockscope {

using namespace lockcore;

std::unique_ptr<SelftestServer> SelftestServer::create(Store store, EventLoop &loop, Clock &clock)
{
    if (store == Store::Memcached)
        return std::make_unique<MemcachedSelftestServer>();
    return std::make_unique<RedisSelftestServer>(loop, clock);
}

} // namespace lockscope
