// SPDX-License-Identifier: MIT
// A server of the Lab's own making, of any store: a private program, and the faults that every server can have. Ends with this object. Lives
// on the thread of its event loop.
#pragma once

#include "lockcore/base/task.h"
#include "lockcore/redis/endpoint.h"

namespace lockcore {

class StoreServer
{
public:
    StoreServer() = default;
    virtual ~StoreServer() = default;
    StoreServer(const StoreServer &) = delete;
    StoreServer &operator=(const StoreServer &) = delete;

    virtual Endpoint endpoint() const = 0;           ///< a Unix socket, or a port of 127.0.0.1; with the password if there is one
    virtual std::int64_t pid() const = 0;            ///< changes with a restart; -1 while it is killed
    virtual Task<Result<std::string>> version() = 0; ///< for example `redis 7.0.15`

    enum class Data { Kept, Lost };

    virtual Task<Result<void>> kill(Data data) = 0; ///< SIGKILL
    /// Starts it again on the same socket; completes when it answers. Error: Timeout.
    virtual Task<Result<void>> startAgain() = 0;

    void pause();  ///< SIGSTOP: it accepts connections and does not answer
    void resume(); ///< SIGCONT

private:
    void signal(int number);
};

} // namespace lockcore
