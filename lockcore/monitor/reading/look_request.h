// SPDX-License-Identifier: MIT
// One look: a bounded read of a key and its companions, as commands within a transaction (separate reads could mix two owners, unless a
// change in between would be heard of), and the interpretation of their replies. LookBatch makes the transactions. No I/O.
//
// A transaction cannot branch, so the types must be known beforehand. If they turn out wrong, the result says so and the next
// request knows better. Sizes are bounded even if the type has changed meanwhile: GETRANGE, ZRANGE and LRANGE by index, HSCAN
// and SSCAN by count. The length is asked for only if it does not show in what was read. Likewise the type: it shows by WRONGTYPE, and an
// empty answer says that nothing is there. No command bounds the bytes of a list's or a sorted set's elements: of such a companion the memory
// is asked for first, and above mostBytes only the number of its elements. Of the key itself, the Prober has asked for the size. All of it may
// grow at any time: a look that reads more than mostValueBytes is refused, and what may make a transaction's reply too large is asked for in
// one of its own.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/monitor/model/look.h"
#include "lockcore/redis/batch.h"
#include "lockcore/redis/pipeline.h"

#include <span>

namespace lockcore {

/// What is known of a companion before it is read, and so what is asked for.
struct CompanionForm
{
    enum class Part {
        All,        ///< as far as Value's limits allow
        Count,      ///< its elements are too large, or how large they are is not known
        Unmeasured, ///< how large they are is asked first
        Long,       ///< likewise for each: together they are too large, but only the first of them are read
    };

    ValueType type = ValueType::None;
    Part part = Part::All;
    std::int64_t counted = 0; ///< of Part::Count: its elements at the last look (see measureAgain()); -1: their size may not be asked for

    CompanionForm(ValueType known = ValueType::None, Part wanted = Part::All)
        : type(known)
        , part(wanted)
    { }

    /// Of one that is there: how to begin, if its library gives it this type.
    static CompanionForm first(ValueType likely);

    bool unmeasured() const { return part == Part::Unmeasured || part == Part::Long; }
    bool operator==(const CompanionForm &) const = default;
};

using CompanionForms = std::map<Bytes, CompanionForm>;

/// What is known of a key before it is read, and so what is asked for.
struct LookForm
{
    static constexpr std::int64_t mostBytes = 256 * 1024;      ///< of what is read of a list or a sorted set beside the key
    static constexpr std::int64_t mostValueBytes = 512 * 1024; ///< of what is read of the key: its holders with half a kilobyte each

    ValueType type = ValueType::None; ///< as last known; None asks only for existence and type
    CompanionForms companions;        ///< likewise
    bool alone = false;               ///< without companions, because they may not be read
    bool asksTypes = false; ///< of companions whose type is None, and nothing else. Otherwise one EXISTS asks for all of them: most locks
                            ///< have none

    bool knownAbsent = false; ///< the companions whose type is None: nothing is asked, because one of them would have been heard of
    bool asksSizes = false;   ///< of companions that are unmeasured, and nothing else
    bool asksLength = false;  ///< of the values, because one is longer than what is read of it
    std::int64_t bytes = 0;   ///< of the value of the key, as measured or last read: at most so much is expected. 0: not known

    bool operator==(const LookForm &) const = default;
};

struct LookRequest : LookForm
{
    LockId id;

    /// How it is asked. `plain`: the same commands without a transaction, for a server out of memory, which refuses to queue
    /// anything. Such a server accepts no new locks, so two owners cannot be mixed. `apart`: a transaction for each look, because a
    /// node of a cluster refuses one whose keys are in different slots. `heard`: who asks hears of each change of a key from its first read
    /// on, and does not use a look during which something was heard: then a look at a key alone needs no transaction, which costs a server as
    /// much again as the commands in it.
    struct Way
    {
        bool hasPexpiretime = true;
        bool plain = false;
        bool apart = false;
        bool heard = false;
    };

    bool needsTransaction(Way way) const;

    void addTo(Batch &batch, Way way) const;
    LookRequest withoutCompanions() const; ///< permanently: this user may not read them
    LookRequest withoutSizes() const;      ///< this user may not ask for them: what is unmeasured is only counted
    LookRequest suspected() const;         ///< it may have become large: in a transaction of its own, its companions are measured again
    bool isSuspected() const { return bytes == unbounded; }
    std::int64_t expectedBytes() const; ///< of the answer; all of these together make it too large, or not
    std::size_t commands() const;       ///< that addTo() adds, and therefore the replies that it takes

    bool operator==(const LookRequest &) const = default;

    /// `replies` are the commands() replies, at this time of the server. The look is incomplete if nextRequest() returns another request.
    /// Error: Server, for example NOPERM, or Protocol.
    Result<Look> parse(std::span<const Reply> replies, ServerTime at, Way way) const;

    static Error malformed(const Reply &reply);

private:
    static constexpr std::int64_t unbounded = std::int64_t{1} << 40;

    Result<void> parseCompanions(std::span<const Reply> replies, Look &look) const;
    Result<void> parseTypes(std::span<const Reply> replies, Look &look) const;
    Result<void> parseSizes(std::span<const Reply> replies, Look &look) const;
    std::vector<std::string_view> untyped() const;
};

/// Adds the command that reads a value of this type as far as a look does, and with `length` the one that counts it. Returns how many; of a
/// type that cannot be read, none. Without a batch, only counts them.
std::size_t addValue(Batch *batch, std::string_view key, ValueType type, bool length = false);

/// A value's elements from the reply of HSCAN, SSCAN, ZRANGE … WITHSCORES or LRANGE; at most Value::mostOf(type).
std::vector<std::pair<Bytes, Bytes>> elementsFrom(const Reply &reply, ValueType type);

class Classifier;

/// How to look again after this look: with the types that it shows, and with the companions that the classifier wants. Equal to
/// `request` when the look was complete.
LookRequest nextRequest(const LookRequest &request, const Look &look, const Classifier &classifier);

} // namespace lockcore
