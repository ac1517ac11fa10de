// SPDX-License-Identifier: MIT
// A connection for one plan, one release or one watch, with its reads. (A WATCH, a time-out or a lost connection then affects nothing
// else.) One thread; a task must not outlive this object.
#pragma once

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/release/release.h"
#include "lockcore/redis/connection.h"

namespace lockcore {

class ReleaseConnection final
{
public:
    /// `importer`: to this node of a cluster instead of the endpoint, because the lock's slot is being moved to it.
    ReleaseConnection(const Endpoint &endpoint, Milliseconds timeout, const Classifier &classifier, EventLoop &loop, Clock &clock,
                      std::optional<Endpoint> importer = {});

    /// Connects and reads the server's abilities. A second call starts over. Call nothing else before it has succeeded.
    Task<Result<void>> open();

    Connection &connection() { return *m_connection; }
    const ReleaseServer &server() const { return m_server; }

    /// Looks at the lock that is to be released and at its companions; for DropDeadHead also at a queue that outlived its lock.
    /// `underWatch`: without a transaction, because EXEC would end the WATCH. After the error `too-large` the connection may have ended,
    /// too.
    Task<Result<KeySnapshot>> look(ReleaseRequest wish, bool underWatch = false);

    Task<Result<void>> readLeases(std::vector<Bytes> keys, KeySnapshot &look); ///< stores them in KeySnapshot::leases

    /// Adds the libraries whose scripts the server has loaded, and those channels of the key that have subscribers. Adds nothing if the
    /// commands are not permitted.
    Task<void> readSurroundings(Bytes key, RecognitionContext &around);

private:
    Task<Result<KeySnapshot>> read(ReleaseRequest wish, bool underWatch);
    /// If the lock has more holders than a look reads: reads those that are to be freed.
    Task<Result<void>> readNamed(std::vector<Bytes> owners, KeySnapshot &look);
    Task<Result<std::optional<Bytes>>> secondPartOf(Bytes element, const KeySnapshot &look); ///< nullopt: the element does not exist

    const Endpoint &m_endpoint;
    const std::optional<Endpoint> m_importer;
    const Milliseconds m_timeout;
    const Classifier &m_classifier;
    EventLoop &m_loop;
    Clock &m_clock;
    std::unique_ptr<Connection> m_connection;
    ReleaseServer m_server;
};

} // namespace lockcore
