// SPDX-License-Identifier: MIT
// What one key is: a lock or not, and why. A few bounded reads; nothing is changed on the server.
#pragma once

#include "lockcore/base/error.h"
#include "lockcore/monitor/model/lock.h"
#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/release/release_connection.h"

namespace lockcore {

/// A value that crosses threads.
struct KeyFinding
{
    enum class What {
        Missing, ///< there is no such key
        Lock,    ///< or a possible lock: levelOf(lock.confidence)
        PartOf,  ///< of a lock: a queue of waiters, a fencing token
        NoLock,
        Unread, ///< `error` says why
    };

    What what = What::Unread;
    LockInfo lock;    ///< its id, structure, deadline and `why` are set in every case; a recognition only for Lock
    std::string type; ///< as the server's TYPE says: "stream"
    ServerTime at{};  ///< the server's time of the look
    Bytes partOf;     ///< PartOf: the key of that lock
    std::optional<Error> error;
    bool operator==(const KeyFinding &) const = default;
};

std::string_view toString(KeyFinding::What what); ///< missing lock part-of no-lock unread

/// Opens the connection, and reads only what a sweep would read of such a key. `around`: what is known of the server.
Task<KeyFinding> lookUpKey(ReleaseConnection connection, LockId id, RecognitionContext around, const Classifier &classifier);

} // namespace lockcore
