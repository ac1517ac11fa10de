// SPDX-License-Identifier: MIT
// redis-py's Lock and the libraries that use it: the value is a time-based UUID without dashes, generated when acquire() was called, so it
// reveals the time and the machine. Reference, §1 and §4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

#include <array>

namespace lockcore::redis_py_format {

namespace {

constexpr std::string_view library = "redis-py";

/// A well-known program or library that uses redis-py's Lock, recognised by the name of its locks.
struct User
{
    std::string_view variant;
    std::string_view why;
    std::optional<Milliseconds> usualLease; ///< the program always sets a lease
    bool waits;
};

constexpr User redbeat = {"RedBeat", "the name is that of RedBeat's scheduler: its holder is the leader", Milliseconds(1'500'000), true};
constexpr User tooz = {"tooz leader", "the name is that of a group of tooz: its holder is the leader", std::nullopt, true};
constexpr User kombu = {"kombu unacked_mutex", "the name is that of the mutex by which Celery's Redis transport restores messages",
                        Milliseconds(300'000), false};
constexpr User celeryOnce = {"celery-once",
                             "the name is one of celery-once: a mark against queueing a task twice, "
                             "no critical section",
                             Milliseconds(3'600'000), true}; // if it is configured to block
constexpr User dogpile = {"dogpile.cache", "the name is that of dogpile.cache's mutex for a value that is computed", std::nullopt, true};
constexpr User djangoRedis = {"django-redis", "the name is a key of Django's cache: :<version>:<name>", std::nullopt, true};

// `:1:name`: a key of Django's cache, if no prefix is configured.
bool isDjangoKey(std::string_view key)
{
    const auto second = key.find(':', 1);
    return key.starts_with(':') && second != key.npos && second + 1 < key.size() && grammar::isDigits(key.substr(1, second - 1), 1, 4);
}

// `b'_tooz'_b'leader_of_g1'_lock`: on Python 3, namespace and group are bytes that tooz formats as they are printed, in double quotes if there
// is a single one in it.
bool isToozLeader(std::string_view key)
{
    constexpr std::array<std::string_view, 2> groups = {"_b'leader_of_", "_b\"leader_of_"};
    constexpr std::array<std::string_view, 2> ends = {"'_lock", "\"_lock"};
    if (!key.starts_with("b'") && !key.starts_with("b\""))
        return false;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const auto group = key.find(groups[i]);
        const bool afterQuote = group != key.npos && group > 2 && (key[group - 1] == '\'' || key[group - 1] == '"');
        if (afterQuote && key.substr(group + groups[i].size()).ends_with(ends[i]))
            return true;
    }
    return false;
}

const User *userOf(std::string_view key)
{
    if (key.ends_with("redbeat::lock"))
        return &redbeat;
    if (isToozLeader(key))
        return &tooz;
    if (key.ends_with("unacked_mutex"))
        return &kombu;
    if (key.starts_with("qo_"))
        return &celeryOnce;
    if (key.starts_with("_lock"))
        return &dogpile;
    return isDjangoKey(key) ? &djangoRedis : nullptr;
}

void addUser(LockMatch &match, const User &user)
{
    match.variant = user.variant;
    match.why.emplace_back(user.why);
    if (user.usualLease)
        match.leased(user.usualLease);
    if (!user.waits)
        match.waiters = stringlock::nobodyWaits("its callers do not wait");
}

std::optional<LockMatch> claim(const KeySnapshot &look, const User *user, const RecognitionContext &surroundings)
{
    constexpr auto shape = "the value is a time-based UUID without dashes and with a sane time: among lock libraries only redis-py's";
    if (!user && !hasLockWord(look.id.key)) // applications generate such UUIDs, too
        return stringlock::tokenUnderFreeName(library, "Lock", shape, look, surroundings);
    auto match = stringlock::match(library, "Lock", 4, look);
    match.ownerScope = OwnerScope::Acquisition;
    match.why = {shape};
    return match;
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &surroundings)
{
    const auto text = stringlock::textOf(look);
    const auto uuid = text ? grammar::uuid1Hex(*text, look.at) : std::nullopt;
    if (!uuid)
        return std::nullopt;
    const auto *user = userOf(look.id.key);
    auto match = claim(look, user, surroundings);
    if (!match)
        return std::nullopt;
    match->leaseRule = LeaseRule::CallersChoice;
    for (auto &fact : grammar::factsOf(*uuid))
        match->holders.front().facts.push_back(std::move(fact));
    if (user)
        addUser(*match, *user);
    return match;
}

ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    if (what.match.variant == celeryOnce.variant)
        recipe.warnings = {{ReleaseWarning::Kind::DeletesNextOwners, "celery-once releases without checking the owner"},
                           {ReleaseWarning::Kind::JobRunsTwice, "the task can be queued again while it is at work"}};
    else if (what.match.variant == redbeat.variant)
        recipe.warnings = {{ReleaseWarning::Kind::Leadership, "another scheduler takes over"}};
    else if (what.match.variant == tooz.variant)
        recipe.warnings = {{ReleaseWarning::Kind::Leadership, "another member of the group takes over"}};
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"Lock", redbeat.variant, tooz.variant, kombu.variant, celeryOnce.variant, dogpile.variant, djangoRedis.variant},
    .names = {"redbeat::lock", "*unacked_mutex", "qo_*", "_lock*"},
    .types = {ValueType::String},
    .scripts = {"c3f8721cbb97f72bc19e972846bd7aaf91901658", "a4e8783852e6b949f9ef3a97212805108459a890",
                "1cac51482acf5858da00f6d685d68f886cd6b6b2"},
    .notes =
        {{"redis-py",
          "redis-py's Lock and the libraries that use it, strong under a lock word or a name of such a library; under a free name if the server knows its scripts",
          "any name", "a time-based UUID without dashes"}},
    .rank = 10,
    .classify = classify,
    .release = release,
};

} // namespace lockcore::redis_py_format
