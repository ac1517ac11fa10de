// SPDX-License-Identifier: MIT
// A lock format: how one family of libraries writes its locks, as pure functions of a look. A format consists of rows
// (monitor/formats/rows_*.cpp), or is a file in monitor/formats that the build finds by its name. It has one file of examples in
// tests/monitor/formats. Its facts come from the reference on lock formats, cited by section.
#pragma once

#include "lockcore/monitor/model/release_recipe.h"
#include "lockcore/monitor/model/shared_names.h"

#include <functional>
#include <span>

namespace lockcore {

/// Whether the library always sets a TTL. Only then is a lock without a TTL immortal; otherwise it just has no lease.
enum class LeaseRule { Always, CallersChoice, NeverByDesign };

/// How far an owner's text distinguishes two holdings.
enum class OwnerScope {
    Acquisition, ///< new for each acquisition: the same text is the same holding
    Object,      ///< new for each lock object of a program: the same text may be another holding of that object
    Constant,    ///< per thread, process or machine: the same text may be another holding
    Unknown,     ///< not known, so the same text may be another holding
    Nobody,      ///< says nothing about an owner
};

struct Format;

inline constexpr std::string_view unknownLibrary = "unknown"; ///< of a match that no library's format explains

/// Names of companions and their types, as the library writes them; None: not known. A look shows whether a hash or a set exists, and how
/// long a list or a sorted set with large elements is, but not their content (reading/look_request.h).
using TypedNames = std::vector<std::pair<Bytes, ValueType>>;

/// Meaning of the times in a sorted set or a string: when a permit was acquired or refreshed, or when the permit or the lock lapses.
enum class Scores { Times, Deadlines };

/// Facts about a lock that the rules need and that nobody is shown.
struct Traits
{
    const Format *format = nullptr; ///< the format that recognised it; set by the Classifier, null for a user's pattern
    OwnerScope ownerScope = OwnerScope::Unknown;
    LeaseRule leaseRule = LeaseRule::CallersChoice;
    std::optional<Milliseconds> usualLease; ///< the library's default
    std::optional<ServerTime> lapses;       ///< a timestamp lock: when it lapses by its value
    std::vector<Bytes> waitChannels;        ///< PUBSUB NUMSUB of these counts waiters (a lower bound)
    /// Each holder has a lease of its own, but the lock's deadline is the one that was written last: see kept_leases.h.
    bool lastWriterSetsDeadline = false;
    Bytes rewriter;             ///< if the holder rewrites the value: its identity. Another value with the same one may be the same holding
    bool datesHoldings = false; ///< a holder's facts contain the start of its holding: the same owner with another start is another holding
    /// Remembered because the next look may not show it. None: the single time of a timestamp lock may be either.
    std::optional<Scores> scores;
    bool wakesByPop = false; ///< a release wakes a client that blocks, so the next owner is there before anybody can see the lock free
    bool releasesUnchecked = false; ///< by declaration: its holder deletes it without a look at whose it is by then

    /// The library always sets a lease: `usual`, unless the caller chooses another one.
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

    bool operator==(const LockMatch &) const = default;
};

/// What is known besides the look. Formats do not raise their confidence for it: the ladder (reading/ladder.h) does.
struct RecognitionContext
{
    SharedNames fingerprints; ///< libraries whose scripts the server has loaded (§11)
    SharedNames channels;     ///< pub/sub channels known to exist
    bool renewalSeen = false;
    bool contentionSeen = false;
    bool ownerRepeats = false;         ///< the same owner text on several keys of one prefix
    bool handedOver = false;           ///< tokens were seen released under this name, each before its deadline, and no two alike
    std::optional<Scores> scores = {}; ///< what the scores under this name mean, as seen earlier
    bool operator==(const RecognitionContext &) const = default;
};

/// The result for a look, and the context that it depends on: in the same context the look is not classified again.
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

/// What the documentation says about a library.
struct LibraryNote
{
    std::string library;
    std::string writtenBy; ///< what writes it, and when it is recognised
    std::string keys;      ///< of its locks
    std::string values;
};

struct Format
{
    std::string_view library;
    std::vector<std::string_view> otherLibraries = {}; ///< that matches of this format can name instead
    std::vector<std::string_view> variants = {};       ///< every variant that its matches can name

    /// Globs of key names that indicate the format: names of the lock itself or of a companion. Use only `prefix*`, `*suffix` and
    /// `*infix*`, because every name on the server is matched against them.
    std::vector<std::string_view> names = {};

    std::vector<ValueType> types = {}; ///< of the lock's key; keys of other types are not passed to classify()

    std::vector<std::string_view> announcements = {}; ///< PSUBSCRIBE patterns of release announcements
    std::vector<std::string_view> listeners = {};     ///< PUBSUB CHANNELS patterns: a subscriber there indicates the format
    std::vector<std::string_view> broadcast = {};     ///< key prefixes to subscribe to by broadcast when the server is busy
    std::vector<std::string_view> scripts = {};       ///< SHA-1 of the library's scripts (§11)
    std::vector<std::pair<std::string_view, std::string_view>> otherScripts = {}; ///< SHA-1 and library, of otherLibraries

    std::vector<LibraryNote> notes = {}; ///< one in all formats for each library that a match can name

    std::int32_t rank = 0; ///< of equal confidences, the higher one wins

    /// What this is, with holders and evidence; nothing if it is another format. Never throws, whatever the bytes are.
    std::function<std::optional<LockMatch>(const KeySnapshot &, const RecognitionContext &)> classify;

    /// When the key ends, if this format writes the time into the value. Used to judge a value before the key's deadline is known.
    std::optional<ServerTime> (*deadlineIn)(const KeySnapshot &) = nullptr;

    /// Companions to read together with the key, given a look without them.
    TypedNames (*companions)(const KeySnapshot &) = nullptr;

    /// Companions that outlive the lock: first the queue of its waiters, then what belongs to the queue.
    TypedNames (*queue)(std::string_view key) = nullptr;

    /// Channels whose subscribers show what this key is. The look before a release asks about them.
    std::vector<Bytes> (*channels)(std::string_view key) = nullptr;

    /// The lock that a companion key or a wait channel belongs to.
    std::optional<Bytes> (*lockOf)(std::string_view companionOrChannel) = nullptr;

    /// What a message on one of `announcements` means.
    std::optional<Announcement> (*announced)(std::string_view channel, std::string_view payload) = nullptr;

    /// How to release it (null: recipe::plain), and the warnings that always apply.
    ReleaseRecipe (*release)(const ReleaseCase &) = nullptr;
    std::vector<ReleaseWarning> releaseWarnings = {};
};

/// Every format of the program, in the order of formatNames().
std::span<const Format *const> formats();

/// Their names in alphabetical order, which are those of their examples: "redis_py" of redis_py_format.cpp, "lock4j" of a row.
std::span<const std::string_view> formatNames();

} // namespace lockcore
