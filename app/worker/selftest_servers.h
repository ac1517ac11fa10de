// SPDX-License-Identifier: MIT
// The server of a self-test, for each store. Private to selftest_server.cpp and to the files that define these.
#pragma once

#include "app/worker/selftest_server.h"

namespace lockscope {

std::unique_ptr<SelftestServer> redisSelftestServer(lockcore::EventLoop &loop, lockcore::Clock &clock);
std::unique_ptr<SelftestServer> memcachedSelftestServer();
std::unique_ptr<SelftestServer> etcdSelftestServer();
std::unique_ptr<SelftestServer> zookeeperSelftestServer();

} // namespace lockscope
