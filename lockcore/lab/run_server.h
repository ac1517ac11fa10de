// SPDX-License-Identifier: MIT
// One server of a run: redis-server, its turnstile and record, and the book of its keys. What happens on it comes out as plain
// values, in the order of execution. Lives on the thread of its event loop; outlives its links.
#pragma once

#include "lockcore/lab/element_change.h"
#include "lockcore/lab/lab_server.h"

#include <functional>
#include <set>

namespace lockcore {

class GatedServer;
class KeyBook;
class Poller;

/// A command, or a transaction, that was alone on the server, and what it did.
struct ServerTurn
{
    std::int64_t link = 0; ///< who
    std::vector<Bytes> words;
    bool known = true; ///< false: the server ended in between
    std::vector<ElementChange> changes;
};

class RunServer final
{
public:
    struct Options
    {
        LabServerOptions server;
        bool looks = true;
        std::set<std::string> locks;
        bool own = true; ///< see KeyBook
    };

    /// Blocks until the server answers. Errors as LabServer::start().
    static Result<std::unique_ptr<RunServer>> start(Options options, EventLoop &loop, Clock &clock, Poller &poller);
    ~RunServer();

    Task<Result<void>> open(); ///< the record; again after a restart

    std::function<void(const ServerTurn &)> turned;                  ///< before the client gets the reply
    std::function<void(const std::vector<ElementChange> &)> changed; ///< by nobody's command
    std::function<void(const Error &)> lost;                         ///< the server is gone: nobody planned that

    LabServer &server() { return *m_server; }
    GatedServer &gated() { return *m_gated; }

    Task<Result<void>> restart(LabServer::Data data); ///< completes when it serves again. Error: the server is lost for good

private:
    RunServer(std::unique_ptr<LabServer> server, Options options, Clock &clock, Poller &poller);

    const std::unique_ptr<LabServer> m_server;
    const std::unique_ptr<KeyBook> m_book;
    bool m_restarting = false;
    std::unique_ptr<GatedServer> m_gated;
};

} // namespace lockcore
