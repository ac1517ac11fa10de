// SPDX-License-Identifier: MIT
// redis-semaphore (npm): `mutex:<key>` = uuid4, `semaphore:<key>` = zset of uuid4 (several permits: `<uuid4>_<n>`), scored
// with the time of acquisition or refresh, not of expiry. Reference, §3.6.
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

#include <algorithm>

namespace lockcore::redis_semaphore_format {

namespace {

constexpr std::string_view library = "redis-semaphore";
constexpr std::string_view effect = "effect-distributed-lock";
constexpr std::size_t uuidLength = 36;
constexpr auto usualLease = Milliseconds(10'000);

constexpr auto othersWriteIt = "a hand-made lock may look the same: the prefix is a common word, and the rest a plain UUID";

void addRules(LockMatch &match)
{
    match.ownerScope = OwnerScope::Object;
    match.leased(usualLease);
}

// `<uuid4>` or `<uuid4>-<suffix that the caller chose>`
std::optional<std::string_view> suffixOf(std::string_view identifier)
{
    if (!grammar::isUuid4(identifier.substr(0, uuidLength)))
        return std::nullopt;
    const auto rest = identifier.substr(uuidLength);
    if (rest.empty())
        return rest;
    return rest.starts_with('-') && rest.size() > 1 ? std::optional(rest.substr(1)) : std::nullopt;
}

std::vector<OwnerFact> factsOf(std::string_view suffix)
{
    return suffix.empty() ? std::vector<OwnerFact>() : std::vector<OwnerFact>{{"suffix", escaped(suffix)}};
}

// Applications and other libraries write a UUID under this prefix, too. Only a suffix with the usual lease, or the library's scripts,
// identify the library.
std::optional<LockMatch> mutex(const KeySnapshot &look, const RecognitionContext &surroundings)
{
    const auto text = stringlock::textOf(look);
    const auto suffix = text ? suffixOf(*text) : std::nullopt;
    if (!suffix || !look.id.key.starts_with("mutex:") || !look.deadline)
        return std::nullopt;
    const bool usual = *grammar::ttlOf(look) <= usualLease;
    if (!surroundings.fingerprints.contains(library) && (suffix->empty() || !usual))
        return std::nullopt;
    auto match = stringlock::match(library, "Mutex", usual && !suffix->empty() ? 4 : 3, look);
    match.why = {"the name begins with mutex: and the value is a random UUID"};
    if (suffix->empty())
        match.why.emplace_back(othersWriteIt);
    if (!usual)
        match.why.emplace_back("its lease is longer than this library's default: it may be hand-made");
    match.holders.front().facts = factsOf(*suffix);
    addRules(match);
    return match;
}

struct Permit
{
    std::string_view identifier;
    std::string_view suffix;
    ServerTime refreshed;
    bool numbered = false;
};

std::optional<Permit> permitIn(std::string_view member, std::string_view score, ServerTime now)
{
    const auto refreshed = grammar::timeFromMilliseconds(score);
    // Clients use their own clocks for the stamps; a number that is a day ahead or a year behind is no stamp.
    if (!refreshed || *refreshed > now + std::chrono::hours(24) || *refreshed < now - std::chrono::hours(24 * 366))
        return std::nullopt;
    Permit permit{member, {}, *refreshed, false};
    const auto underscore = member.rfind('_');
    if (underscore != member.npos && grammar::isDigits(member.substr(underscore + 1), 1, 6)) {
        permit.identifier = member.substr(0, underscore);
        permit.numbered = true;
    }
    const auto suffix = suffixOf(permit.identifier);
    if (!suffix)
        return std::nullopt;
    permit.suffix = *suffix;
    return permit;
}

// Each client chooses its own lease. When a client takes or refreshes a permit, the key gets this lease, and all permits with an older
// stamp are removed. Therefore a look cannot show a holder's own deadline, and an existing permit counts, however old its stamp is.
std::vector<Holder> holdersOf(const std::vector<Permit> &permits)
{
    std::vector<Holder> holders;
    for (const auto &permit : permits) {
        const auto same = std::find_if(holders.begin(), holders.end(), [&](const Holder &h) { return h.owner == permit.identifier; });
        if (same != holders.end()) {
            ++same->count;
            continue;
        }
        auto facts = factsOf(permit.suffix);
        facts.push_back({"taken or refreshed", isoTime(permit.refreshed)});
        holders.push_back({Bytes(permit.identifier), 1, Mode::Exclusive, {}, std::move(facts)});
    }
    return holders;
}

// effect-distributed-lock numbers its permits as redis-semaphore's MultiSemaphore does. Only the scripts distinguish them.
void nameLibrary(LockMatch &match, const RecognitionContext &surroundings)
{
    const bool isOurs = surroundings.fingerprints.contains(library);
    const bool isEffect = surroundings.fingerprints.contains(effect);
    match.library = isOurs == isEffect ? "unknown" : isEffect ? effect : library;
    if (isOurs == isEffect)
        match.why.emplace_back("redis-semaphore and effect-distributed-lock both write this");
}

std::optional<LockMatch> semaphore(const KeySnapshot &look, const RecognitionContext &surroundings)
{
    if (!look.id.key.starts_with("semaphore:") || look.value.elements.empty() || !look.deadline)
        return std::nullopt;
    std::vector<Permit> permits;
    for (const auto &[member, score] : look.value.elements) {
        auto permit = permitIn(member, score, look.at);
        if (!permit)
            return std::nullopt;
        permits.push_back(*permit);
    }
    const bool numbered = std::any_of(permits.begin(), permits.end(), [](const Permit &p) { return p.numbered; });
    LockMatch match;
    match.library = library;
    match.kind = LockKind::Semaphore;
    match.variant = numbered ? "MultiSemaphore" : "Semaphore";
    const bool plain = std::all_of(permits.begin(), permits.end(), [](const Permit &p) { return !p.numbered && p.suffix.empty(); });
    match.confidence = plain ? 3 : 4;
    match.why = {"the name begins with semaphore: and the members are random UUIDs, scored with the time of their last sign"};
    if (plain)
        match.why.emplace_back(othersWriteIt);
    if (numbered)
        nameLibrary(match, surroundings);
    match.holders = holdersOf(permits);
    match.lastWriterSetsDeadline = true;
    match.waiters = stringlock::clientsPoll();
    addRules(match);
    return match;
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &surroundings)
{
    return look.value.type == ValueType::Zset ? semaphore(look, surroundings) : mutex(look, surroundings);
}

// A holder of several permits has a member for each: `<identifier>_<n>`.
ReleaseRecipe release(const ReleaseCase &what)
{
    auto recipe = recipe::plain(what);
    if (recipe.elements.empty())
        return recipe;
    recipe.elements.clear();
    for (const auto &[member, score] : what.look.value.elements) {
        const auto permit = permitIn(member, score, what.look.at);
        const auto isIts = [&](const Holder &holder) { return permit && holder.owner == permit->identifier; };
        if (std::any_of(what.freed.begin(), what.freed.end(), isIts))
            recipe.elements.push_back({member, Difference::Lease});
    }
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .otherLibraries = {effect, "unknown"},
    .variants = {"Mutex", "Semaphore", "MultiSemaphore"},
    .names = {"mutex:*", "semaphore:*"},
    .types = {ValueType::String, ValueType::Zset},
    .broadcast = {"mutex:", "semaphore:"},
    .scripts = {"43ebdb49120d170e08af560cb4e46e36f8585936", "7157921a7cc7cfba979acf6d63f073151df17d12"},
    .otherScripts = {{"798f1d516faeb26f4438a51a9ec7f6d6afdbe0fe", effect}},
    .notes =
        {{"redis-semaphore",
          "redis-semaphore (Node): a mutex if the server knows its scripts or if the token has a suffix, for others write a UUID under `mutex:`, too; semaphores",
          "`mutex:*`, `semaphore:*`", "a uuid, or a sorted set of these and times"},
         {"effect-distributed-lock", "effect-distributed-lock (Node), known by its script", "`semaphore:*`",
          "a sorted set of `<uuid>_<number>` and times"}},
    .rank = 10,
    .classify = classify,
    .release = release,
};

} // namespace lockcore::redis_semaphore_format
