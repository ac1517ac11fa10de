// SPDX-License-Identifier: MIT
// A connection for one plan, one release or one watch, and what is read there. (A WATCH, a time-out or a loss then affects
// nothing else.) One thread; a task must not outlive this object.
#pragma once

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/release/release.h"
#include "lockcore/redis/connection.h"

namespace lockcore {

class ReleaseConnection final
{
public:
    ReleaseConnection(const Endpoint &endpoint, Milliseconds timeout, const Classifier &classifier, EventLoop &loop, Clock &clock);

    /// Connects and asks what the server can do. A second call starts over. Until it has succeeded, nothing else may be called.
    Task<Result<void>> open();

    Connection &connection() { return *m_connection; }
    const ReleaseServer &server() const { return m_server; }

    /// Looks at the lock that is to be released and at its companions; for DropDeadHead also at a queue that outlived its lock.
    /// `underWatch`: without a transaction, which would end the WATCH. Error `too-large`: then the connection may have ended, too.
    Task<Result<Look>> look(ReleaseWish wish, bool underWatch = false);

    Task<Result<void>> readLeases(std::vector<Bytes> keys, Look &look); ///< into Look::leases

    /// Adds the libraries whose scripts the server has loaded, and the channels of the key that have subscribers; what is not permitted adds
    /// nothing.
    Task<void> readSurroundings(Bytes key, Surroundings &around);

private:
    Task<Result<Look>> read(ReleaseWish wish, bool underWatch);
    Task<Result<void>> readNamed(std::vector<Bytes> owners, Look &look); ///< of more holders than a look reads, those that are to be freed
    Task<Result<std::optional<Bytes>>> secondPartOf(Bytes element, const Look &look); ///< nothing: it is not there

    const Endpoint &m_endpoint;
    const Milliseconds m_timeout;
    const Classifier &m_classifier;
    EventLoop &m_loop;
    Clock &m_clock;
    std::unique_ptr<Connection> m_connection;
    ReleaseServer m_server;
};

} // namespace lockcore
