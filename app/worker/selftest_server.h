// SPDX-License-Identifier: MIT
// The private server of a self-test, of any store, and what the checks ask it. On TCP, because many libraries support nothing else. Main
// thread.
#pragma once

#include "lockcore/base/task.h"
#include "lockcore/lab/protocol/worker_message.h"
#include "lockcore/lab/scenario/store.h"
#include "lockcore/redis/event_loop.h"

#include <memory>

namespace lockscope {

class SelftestServer
{
public:
    static std::unique_ptr<SelftestServer> create(lockcore::Store store, lockcore::EventLoop &loop, lockcore::Clock &clock);

    SelftestServer() = default;
    virtual ~SelftestServer() = default;
    SelftestServer(const SelftestServer &) = delete;
    SelftestServer &operator=(const SelftestServer &) = delete;

    /// Call it first. Error: Refused, with a sentence.
    virtual lockcore::Task<lockcore::Result<void>> open() = 0;
    const lockcore::worker::Server &address() const { return m_address; } ///< after open()

    virtual lockcore::Task<std::int64_t> commandsSeen() = 0;    ///< commands about locks that it has seen
    virtual lockcore::Task<std::int64_t> connectionsSeen() = 0; ///< all but our own
    /// Is there any key? Afterwards the questions below are about the database that has this one, if there is one.
    virtual lockcore::Task<bool> hasKeys(lockcore::Bytes key, lockcore::Bytes mark) = 0;

    virtual lockcore::Task<bool> has(lockcore::Bytes key) = 0;
    virtual lockcore::Task<bool> hasMark(lockcore::Bytes key, lockcore::Bytes mark) = 0;              ///< a value, or an element of it
    virtual lockcore::Task<std::optional<lockcore::Milliseconds>> leaseLeft(lockcore::Bytes key) = 0; ///< none: it has no TTL
    virtual lockcore::Task<bool> remove(lockcore::Bytes key) = 0;

protected:
    int port() const { return static_cast<int>(m_address.port); }

    lockcore::worker::Server m_address; ///< set by open()
};

} // namespace lockscope
