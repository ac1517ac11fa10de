// SPDX-License-Identifier: MIT
// One look: a bounded read of a key and its companions, as commands within a transaction, and the interpretation of their replies. (Without
// a transaction, reads could mix two owners, unless a notification would report a change in between.) LookBatch makes the transactions. No
// I/O.
//
// A transaction cannot branch, so the types must be known beforehand. If the assumed types are wrong, the result says so, and the next
// request uses the right ones. Sizes are bounded even if the type has changed meanwhile: GETRANGE, ZRANGE and LRANGE by index, HSCAN and
// SSCAN by count. The request asks for the length only if the read does not show it. The same applies to the type: WRONGTYPE shows a wrong
// one, and an empty answer means that there is no key. No command limits the bytes of a list's or a sorted set's elements: for such a
// companion the request asks for the memory first, and above mostBytes only for the number of elements. For the key itself, the Prober has
// already asked for the size. All values may grow at any time: a look that reads more than mostValueBytes is refused, and a key that could
// make a transaction's reply too large gets its own transaction.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/monitor/model/key_snapshot.h"
#include "lockcore/redis/batch.h"
#include "lockcore/redis/pipeline.h"

#include <span>

namespace lockcore {

/// What is known about a companion before it is read. It decides what the request asks for.
struct CompanionForm
{
    enum class Part {
        All,        ///< as far as Value's limits allow
        Count,      ///< only the number of elements: they are too large, or their size is not known
        Unmeasured, ///< first the size of the elements
        Long,       ///< first the size and the number: together the elements are too large, but only the first ones are read
    };

    ValueType type = ValueType::None;
    Part part = Part::All;

    CompanionForm(ValueType known = ValueType::None, Part wanted = Part::All)
        : type(known)
        , part(wanted)
    { }

    /// The first request for a companion that exists and whose library gives it this type.
    static CompanionForm first(ValueType likely);

    bool unmeasured() const { return part == Part::Unmeasured || part == Part::Long; }
    bool operator==(const CompanionForm &) const = default;
};

using CompanionForms = std::map<Bytes, CompanionForm>;

/// What is known about a key before it is read. It decides what the request asks for.
struct LookForm
{
    static constexpr std::int64_t mostBytes = 256 * 1024;      ///< limit for what is read of a companion list or sorted set
    static constexpr std::int64_t mostValueBytes = 512 * 1024; ///< limit for what is read of the key: its holders with half a kilobyte each

    ValueType type = ValueType::None; ///< last known; None: ask only for existence and type
    CompanionForms companions;        ///< last known, too
    bool alone = false;               ///< without companions, because the user may not read them
    /// Asks only for the types of companions whose type is None. Otherwise one EXISTS asks for all of them: most locks have none.
    bool asksTypes = false;

    bool knownAbsent = false; ///< companions whose type is None are not asked for, because a notification would have reported a new one
    bool asksSizes = false;   ///< asks only for the sizes of unmeasured companions
    bool asksLength = false;  ///< asks for the length of values, because one is longer than the part that is read
    std::int64_t bytes = 0;   ///< upper bound for the key's value, as measured or last read; 0: not known

    bool operator==(const LookForm &) const = default;
};

struct LookRequest : LookForm
{
    LockId id;

    /// How the commands are sent. `plain`: the same commands without a transaction, for a server out of memory, which refuses to queue
    /// anything. Such a server accepts no new locks, so two owners cannot be mixed. `apart`: a transaction for each look, because a node of
    /// a cluster refuses one whose keys are in different slots. `heard`: the caller receives a notification of each change of a key from
    /// its first read on, and discards a look during which one arrived. Then a look at a single key needs no transaction, which would
    /// double the server's work.
    struct Way
    {
        bool hasPexpiretime = true;
        bool plain = false;
        bool apart = false;
        bool heard = false;
    };

    bool needsTransaction(Way way) const;

    void addTo(Batch &batch, Way way) const;
    LookRequest withoutCompanions() const; ///< for good: this user may not read companions
    LookRequest withoutSizes() const;      ///< this user may not ask for sizes: unmeasured companions are only counted
    LookRequest suspected() const; ///< the key may have become large: it gets its own transaction, and its companions are measured again
    bool isSuspected() const { return bytes == unbounded; }
    std::int64_t expectedBytes() const; ///< of the answer, as an upper bound
    std::size_t commands() const;       ///< number of commands that addTo() adds, and of replies that parse() takes

    bool operator==(const LookRequest &) const = default;

    /// Interprets the commands() replies, which the server gave at time `at`. The look is incomplete if nextRequest() returns another
    /// request. Error: Server, for example NOPERM, or Protocol.
    Result<KeySnapshot> parse(std::span<const Reply> replies, ServerTime at, Way way) const;

    static Error malformed(const Reply &reply);

private:
    static constexpr std::int64_t unbounded = std::int64_t{1} << 40;

    Result<void> parseCompanions(std::span<const Reply> replies, KeySnapshot &look) const;
    Result<void> parseTypes(std::span<const Reply> replies, KeySnapshot &look) const;
    Result<void> parseSizes(std::span<const Reply> replies, KeySnapshot &look) const;
    std::vector<std::string_view> untyped() const;
};

/// Adds the command that reads a value of this type within the limits of a look and, with `length`, the command that counts its elements.
/// Returns the number of commands; 0 for a type that cannot be read. Without a batch, only counts.
std::size_t addValue(Batch *batch, std::string_view key, ValueType type, bool length = false);

/// A value's elements from the reply of HSCAN, SSCAN, ZRANGE … WITHSCORES or LRANGE; at most Value::mostOf(type).
std::vector<std::pair<Bytes, Bytes>> elementsFrom(const Reply &reply, ValueType type);

class Classifier;

/// The next request after this look, with the types that the look shows and the companions that the classifier wants. Equal to `request` if
/// the look was complete.
LookRequest nextRequest(const LookRequest &request, const KeySnapshot &look, const Classifier &classifier);

} // namespace lockcore
