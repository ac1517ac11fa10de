// SPDX-License-Identifier: MIT
// etcd's JSON gateway: requests as HTTP/1.0, whose reply ends with the connection, and what the Lab reads of the replies. Keys and values are
// bytes. A reply is untrusted: what is not as expected is an Error or nothing. Pure; any thread.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/result.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lockcore {

Bytes etcdRequest(std::string_view path, std::string_view json = {}); ///< with JSON a POST, otherwise a GET
Result<Bytes> etcdBody(const Bytes &reply);                           ///< Error: Transport, it is not whole, or not `200`

/// The end of the range of all keys that begin with `prefix`.
Bytes endOfPrefix(Bytes prefix);

Bytes rangeJson(const Bytes &key);                              ///< one key
Bytes rangeJson(const Bytes &from, const Bytes &to, int limit); ///< the oldest first, by create revision
Bytes deletionJson(const Bytes &from, const Bytes &to);         ///< an empty `to`: one key
Bytes allKeysJson();                                            ///< how many keys there are
/// Deletes the key if it is still the one that was made at this revision.
Bytes conditionalDeletionJson(const Bytes &key, std::int64_t createRevision);
Bytes leaseJson(std::int64_t lease);

struct EtcdKey
{
    Bytes key;
    Bytes value;
    std::int64_t createRevision = 0;
    std::int64_t lease = 0; ///< 0: none
};
std::vector<EtcdKey> keysIn(const Bytes &json);

std::optional<std::int64_t> numberIn(const Bytes &json, std::string_view name); ///< of the outermost object; a whole number, also as text

} // namespace lockcore
