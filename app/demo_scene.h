// SPDX-License-Identifier: MIT
// Real locks on the demo's private server: taken, renewed, re-entered, waited for, released and lost by plain commands, for
// as long as this object lives. GUI thread; a handful of commands a second.
#pragma once

#include "redis/connection.h"

#include <random>

namespace lockscope {

class DemoScene final
{
public:
    explicit DemoScene(lockcore::Endpoint endpoint);
    DemoScene(const DemoScene &) = delete;
    DemoScene &operator=(const DemoScene &) = delete;

private:
    lockcore::Task<void> play();
    lockcore::Task<void> report();                   ///< a token, renewed while the work lasts
    lockcore::Task<void> order(std::string owner, bool second); ///< two instances that contend for a re-entrant hash
    lockcore::Task<void> crashed();                  ///< taken, never renewed, never released
    lockcore::Task<void> carts(int number);          ///< short ones, one after the other

    lockcore::Task<bool> takeToken(std::string key, std::string token, lockcore::Milliseconds lease);
    lockcore::Task<void> releaseToken(std::string key, std::string token);
    lockcore::Task<void> holdOrder(std::string owner);
    lockcore::Task<void> waitForOrder();
    lockcore::Task<bool> takeOrder(std::string owner);

    lockcore::Waiting<void> pause(lockcore::Milliseconds time);
    lockcore::Milliseconds between(lockcore::Milliseconds least, lockcore::Milliseconds most);
    std::string randomHex(int digits);
    std::string randomUuid();

    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    lockcore::Connection m_connection;
    lockcore::Connection m_subscriber; ///< of whoever waits for the order
    std::mt19937 m_random{std::random_device{}()};
    lockcore::Scope m_scope;
};

} // namespace lockscope
