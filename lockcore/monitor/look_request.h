// SPDX-License-Identifier: MIT
// One look: a bounded, atomic read of a key and its companions, as MULTI … EXEC (separate reads could mix two owners), and
// what to make of its replies. No I/O.
//
// Within a transaction nothing can be decided, so the types must be known beforehand; when they turn out wrong the
// answer says so and the next request knows better. Sizes are bounded whatever the type has become meanwhile: GETRANGE,
// ZRANGE and LRANGE by index, HSCAN and SSCAN by count.
#pragma once

#include "base/result.h"
#include "monitor/look.h"
#include "redis/batch.h"
#include "redis/pipeline.h"

#include <span>

namespace lockcore {

struct LookRequest
{
    LockId id;
    ValueType type = ValueType::None;           ///< as last known; None asks only whether it exists, and its type
    std::map<Bytes, ValueType> companions;      ///< likewise
    bool alone = false;                         ///< without companions: they may not be read
    bool asksTypes = false; ///< of companions whose type is None. Otherwise one EXISTS asks for all of them: most locks have none

    /// How it is asked. `plain`: the same commands without a transaction, for a server out of memory, which refuses to
    /// queue anything. It takes no new locks then, so that two owners cannot be mixed.
    struct Way
    {
        bool hasPexpiretime = true;
        bool plain = false;
    };

    void addTo(Batch &batch, Way way) const;
    LookRequest withoutCompanions() const;      ///< for ever: this user may not read them
    std::size_t commands() const;               ///< that addTo() adds, and so the replies that it takes

    struct Answer
    {
        Look look;
        bool typesChanged = false; ///< the look is incomplete: ask again with the types that it shows
    };

    bool operator==(const LookRequest &) const = default;

    /// `replies` are the commands() replies. Error: Server, e.g. NOPERM (EXECABORT is replaced by its cause), or Protocol.
    Result<Answer> parse(std::span<const Reply> replies, Way way) const;

private:
    Result<Answer> parseInner(std::span<const Reply> replies, Way way) const;
    Result<void> parseCompanions(std::span<const Reply> replies, Answer &answer) const;
    std::vector<std::string_view> missing() const;
};

/// A value's elements from the reply of HSCAN, SSCAN, ZRANGE … WITHSCORES or LRANGE; at most Value::mostElements.
std::vector<std::pair<Bytes, Bytes>> elementsFrom(const Reply &reply, ValueType type);

class Classifier;

/// How to look again after this look: with the types that it shows, and with the companions that the classifier wants
/// for it. Equal to `request` when the look was complete.
LookRequest nextRequest(const LookRequest &request, const Look &look, const Classifier &classifier);

} // namespace lockcore
