// SPDX-License-Identifier: MIT
// Reads keys until their types and companions are known and each look is complete. One thread; a task must not outlive this object.
#pragma once

#include "lockcore/monitor/reading/look_step.h"
#include "lockcore/redis/connection.h"

namespace lockcore {

/// The final result for a key: its look, or the reason why it cannot be read.
struct Looked
{
    LookRequest request; ///< use it for the next look
    Result<KeySnapshot> look;
};

class Looker
{
public:
    Looker(Connection &connection, const Classifier &classifier, LookRequest::Way way);

    /// One result for each request, in the order of completion. Error of a look: Server, Protocol, Timeout, or Refused "too-large" or
    /// "restless" (incomplete after twelve rounds). Error of the whole call: the connection; or Server if the server is busy or a needed
    /// command is not permitted.
    Task<Result<std::vector<Looked>>> look(std::vector<LookRequest> requests);

    /// The same for one key.
    Task<Result<KeySnapshot>> look(LookRequest request);

private:
    Connection &m_connection;
    const Classifier &m_classifier;
    LookRequest::Way m_way;
};

} // namespace lockcore
