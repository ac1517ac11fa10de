// SPDX-License-Identifier: MIT
// A lock format: how one family of libraries writes its locks, as pure functions of a look. Each is rows (monitor/formats/rows_*.cpp), or a file
// of monitor/formats that the build finds by its name, and has one file of examples in tests/monitor/formats. The sources of the facts: the
// reference on lock formats, cited by section.
#pragma once

#include "lockcore/monitor/model/release_recipe.h"
#include "lockcore/monitor/model/shared_names.h"

#include <functional>
#include <span>

namespace lockcore {

/// Does the family always set a TTL? Only then is a lock without a TTL immortal, and not just without a lease.
enum class LeaseRule { Always, CallersChoice, NeverByDesign };

/// How far an owner's text distinguishes two holdings.
enum class OwnerScope {
    Acquisition, ///< drawn for each acquisition: the same text again is the same holding
    Object,      ///< drawn once for each lock object of a program: the same text may be another holding of that object
    Constant,    ///< per thread, process or machine: the same text may be another holding
    Unknown,     ///< not known, so the same text may be another holding
    Nobody,      ///< says nothing about an owner
};

struct Format;

inline constexpr std::string_view unknownLibrary = "unknown"; ///< of a match that no library's format explains

/// Names of companions with their types, as the library writes them; None: not known. Of these, of hashes and of sets, a look shows only that
/// they are there; of lists and sorted sets with large elements only how many elements they have (reading/look_request.h).
using TypedNames = std::vector<std::pair<Bytes, ValueType>>;

/// Times in a sorted set, or the one in a string: of acquisition or refreshing, or those at which a permit or the lock lapses.
enum class Scores { Times, Deadlines };

/// What a format knows of a lock that nobody is shown: the rules need it.
struct Traits
{
    const Format *format = nullptr; ///< the format that recognised it; set by the Classifier, null for a user's pattern
    OwnerScope ownerScope = OwnerScope::Unknown;
    LeaseRule leaseRule = LeaseRule::CallersChoice;
    std::optional<Milliseconds> usualLease; ///< the library's default
    std::optional<ServerTime> lapses;       ///< a timestamp lock: when it lapses by its value
    std::vector<Bytes> waitChannels;        ///< PUBSUB NUMSUB of these counts waiters (a lower bound)
    /// Each holder has a lease of its own, and the lock's deadline is that of the one who wrote last: see kept_leases.h.
    bool lastWriterSetsDeadline = false;
    Bytes rewriter;             ///< who rewrites the value while it holds: another value of the same one may be the same holding
    bool datesHoldings = false; ///< each holder's facts say when it began: the same owner with another time is another holding
    /// Of its members, which the next look may not show. None: the one time of a timestamp lock may be either.
    std::optional<Scores> scores;
    bool mayBeOver = false;  ///< the value says that it was given up, perhaps: the first `why` says how
    bool wakesByPop = false; ///< a release wakes a client that blocks, so the next owner is there before anybody can see the lock free
    bool releasesUnchecked = false; ///< by declaration: its holder deletes it without a look at whose it is by then

    /// Its library always sets a lease; `usual`: as long as this, unless the caller says otherwise.
    void leased(std::optional<Milliseconds> usual = {})
    {
        leaseRule = LeaseRule::Always;
        usualLease = usual;
    }

    bool operator==(const Traits &) const = default;
};

/// What a format recognises in a KeySnapshot. Confidence 0: known *not* to be a lock (bookkeeping, a rate limiter), which overrules every
/// other format.
struct LockMatch : Recognition, Traits
{
    Waiters waiters;             ///< as far as the look itself shows
    bool byScriptsAlone = false; ///< without the library's scripts on the server it would not be considered
    bool byShortTtl = false;     ///< only a TTL that is short by now makes it a lock: it may have been there for long

    bool operator==(const LockMatch &) const = default;
};

/// What is known in addition to the look. No format raises its confidence for it: the ladder (reading/ladder.h) does.
struct RecognitionContext
{
    SharedNames fingerprints; ///< libraries whose scripts the server has loaded (§11)
    SharedNames channels;     ///< pub/sub channels known to exist
    bool renewalSeen = false;
    bool contentionSeen = false;
    bool ownerRepeats = false;         ///< the same owner text on several keys of one prefix
    bool handedOver = false;           ///< tokens were seen released under this name, each before its deadline, and no two alike
    std::optional<Scores> scores = {}; ///< what those under this name were seen to be
    bool operator==(const RecognitionContext &) const = default;
};

/// What a look was found to show, and in which surroundings: in the same ones it need not be classified again.
struct Classified
{
    LockMatch match;
    RecognitionContext surroundings;

    bool isIn(const RecognitionContext &other) const
    {
        return surroundings.fingerprints.isShared(other.fingerprints) && surroundings.channels.isShared(other.channels)
               && surroundings.renewalSeen == other.renewalSeen && surroundings.contentionSeen == other.contentionSeen
               && surroundings.ownerRepeats == other.ownerRepeats && surroundings.handedOver == other.handedOver
               && surroundings.scores == other.scores;
    }
};

/// A published release, and the lock that it concerns.
struct Announcement
{
    Bytes key;
    bool operator==(const Announcement &) const = default;
};

/// What the documentation says of a library.
struct LibraryNote
{
    std::string library;
    std::string writtenBy; ///< by what, and when it is recognised
    std::string keys;      ///< of its locks
    std::string values;
};

struct Format
{
    std::string_view library;
    std::vector<std::string_view> otherLibraries = {}; ///< that matches of this format can name instead
    std::vector<std::string_view> variants = {};       ///< every variant that its matches can name

    /// Globs of key names that give the format away, of the lock itself or of a companion. Use only `prefix*`, `*suffix` and
    /// `*infix*`, because they are matched against every name on the server.
    std::vector<std::string_view> names = {};

    std::vector<ValueType> types = {}; ///< of the lock's key; keys of other types are not passed to classify()

    std::vector<std::string_view> announcements = {}; ///< PSUBSCRIBE patterns of release announcements
    std::vector<std::string_view> listeners = {};     ///< PUBSUB CHANNELS patterns: subscribers there give the format away
    std::vector<std::string_view> broadcast = {};     ///< key prefixes worth a broadcast when the server is busy
    std::vector<std::string_view> scripts = {};       ///< SHA-1 of the library's scripts (§11)
    std::vector<std::pair<std::string_view, std::string_view>> otherScripts = {}; ///< SHA-1 and library, of otherLibraries

    std::vector<LibraryNote> notes = {}; ///< one in all formats for each library that a match can name

    std::int32_t rank = 0; ///< of equal confidences, the higher one wins

    /// What this is, with holders and evidence; nothing if it is another format. Never throws, whatever the bytes are.
    std::function<std::optional<LockMatch>(const KeySnapshot &, const RecognitionContext &)> classify;

    /// When the key ends, if this format's values say so. A value is judged before the key's deadline is known.
    std::optional<ServerTime> (*deadlineIn)(const KeySnapshot &) = nullptr;

    /// Companions worth reading together with the key, given a look without them.
    TypedNames (*companions)(const KeySnapshot &) = nullptr;

    /// Companions that outlive the lock: the queue of its waiters, then what belongs to the queue.
    TypedNames (*queue)(std::string_view key) = nullptr;

    /// Channels whose subscribers give away what this key is. A fresh look asks about them.
    std::vector<Bytes> (*channels)(std::string_view key) = nullptr;

    /// The lock that a companion key or a wait channel belongs to.
    std::optional<Bytes> (*lockOf)(std::string_view companionOrChannel) = nullptr;

    /// What a message on one of `announcements` means.
    std::optional<Announcement> (*announced)(std::string_view channel, std::string_view payload) = nullptr;

    /// How it is released (null: recipe::plain), and the warnings that always apply.
    ReleaseRecipe (*release)(const ReleaseCase &) = nullptr;
    std::vector<ReleaseWarning> releaseWarnings = {};
};

/// Every format of the program, in the order of formatNames().
std::span<const Format *const> formats();

/// Their names in alphabetical order, which are those of their examples: "redis_py" of redis_py_format.cpp, "lock4j" of a row.
std::span<const std::string_view> formatNames();

} // namespace lockcore
