// SPDX-License-Identifier: MIT
// A lock format that one row says in full: which keys, what their values look like, and what is known of such a lock. Most libraries are rows
// (rows_*.cpp), and a user's pattern is one, too. Pure data; row_reader.h reads it.
#pragma once

#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore {

/// What the value says of an owner. How far its text distinguishes two holdings: OwnerScope.
enum class RowOwner {
    Token,     ///< drawn for each acquisition
    Object,    ///< drawn for each lock object of a program
    Process,   ///< the same for all that a thread, process or machine locks
    Unknown,   ///< it is not known which of these
    Anonymous, ///< nobody is named
    Timestamp, ///< nobody, and the value is the time at which the lock lapses
};

/// Must the key's name have a word for a lock?
enum class RowWord {
    NotNeeded,
    Needed,
    /// Or the server knows the library's scripts: stringlock::tokenUnderFreeName. Such a row needs a TTL, and is madeByHand.
    NeededOrScripts,
};

struct FormatRow
{
    std::string library = {};
    std::string format = {}; ///< rows of one format follow each other, and the first that fits says what a key is; none: the library's name
    std::string variant = "lock";
    std::string note = {}; ///< what writes it, for people; in one row of each library

    std::vector<std::string> keys = {}; ///< globs, one of which the key matches; none: any key
    std::string rest = {}; ///< the template (text_template.h) of what the star at the end of `prefix*` or `*infix*` matches, or of any key
    RowWord word = RowWord::NotNeeded;
    std::vector<ValueType> types = {ValueType::String};
    std::vector<std::string> values = {};     ///< the templates of a string; none: any text
    bool needsTtl = false;                    ///< without a TTL it is no such lock
    std::optional<Milliseconds> mostTtl = {}; ///< with a longer one, or with none, it is no such lock
    bool needsScripts = false;                ///< the server must know the library's scripts

    int confidence = 4;
    std::vector<std::string> why = {}; ///< the evidence in words; the first one is about the value
    bool madeByHand = false;           ///< may programs without the library write the same? See stringlock::namedByToken

    LockKind kind = LockKind::Lock;
    Mode mode = Mode::Exclusive;
    RowOwner owner = RowOwner::Token;
    LeaseRule lease = LeaseRule::Always; ///< Always: without a TTL, it is an immortal lock
    std::optional<Milliseconds> usualLease = {};
    bool releasesUnchecked = false; ///< see Traits
    Waiters waiters = stringlock::clientsPoll();
    bool wakesByPop = false;

    /// What no field says: completes the match, or refuses it. Of a hash or a sorted set, it names the holders; without it, each element is one.
    bool (*complete)(const KeySnapshot &look, const RecognitionContext &surroundings, LockMatch &match) = nullptr;

    std::vector<std::string> scripts = {}; ///< SHA-1 of the library's scripts (§11)

    // Of the whole format, in its first row; see Format.
    std::int32_t rank = 10;
    std::vector<std::string> names =
        {}; ///< globs that give the format away; none: the keys of its rows, unless they need a word for a lock
    std::vector<std::string> broadcast = {}; ///< worth it if names begin with a prefix of the library that only its locks have
    TypedNames (*companions)(const KeySnapshot &) = nullptr;
    ReleaseRecipe (*release)(const ReleaseCase &) = nullptr;
    std::vector<ReleaseWarning> releaseWarnings = {};

    bool operator==(const FormatRow &) const = default;
};

} // namespace lockcore
