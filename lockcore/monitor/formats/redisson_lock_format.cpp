// SPDX-License-Identifier: MIT
// RLock and what looks like it: spin lock, non-reentrant lock, fenced lock, transaction lock. Reference, §2.
#include "lockcore/monitor/formats/redisson_common.h"
#include "lockcore/monitor/model/lock_words.h"

namespace lockcore::redisson_lock_format {

namespace {

constexpr std::string_view nodeLibrary = "node-redisson";
constexpr std::size_t uuidLength = 36;

void addFencingToken(LockMatch &match, const KeySnapshot &look)
{
    const auto key = redisson::tokenKey(look.id.key);
    const auto *token = grammar::companion(look, key);
    if (!token || token->type != ValueType::String || !grammar::isDigits(token->text, 1, 19))
        return;
    match.variant = "RFencedLock";
    match.confidence = 5;
    match.why.push_back("there is a fencing token, " + token->text);
    match.companions.push_back({key, "fencing token", "token " + token->text, true});
}

// Votes and counters have such fields, too. The library always sets a TTL.
void doubtWithoutLease(LockMatch &match, const KeySnapshot &look)
{
    if (look.deadline || hasLockWord(look.id.key) || match.confidence > 4)
        return;
    match.confidence = 2;
    match.leaseRule = LeaseRule::CallersChoice;
    match.why.emplace_back("but it has no TTL, its name does not say that it is a lock, and nobody is subscribed to its channel");
}

LockMatch plainLock(const KeySnapshot &look, const grammar::UuidAndNumber &owner, std::string_view count,
                    const RecognitionContext &surroundings)
{
    auto match = redisson::lockFinding(LockKind::Lock, "RLock", 4);
    match.why = {
        "a hash with one field <uuid4>:<thread> that holds a hold count: Redisson's lock family",
        "Redisson's spin lock and non-reentrant lock look the same, and so do a fair lock that nobody waits for and a lock written by hand after these"};
    match.holders = {redisson::holder(owner, count)};
    match.waitChannels = {redisson::lockChannel(look.id.key)};
    match.waiters = redisson::countedByChannel();
    if (surroundings.channels.contains(match.waitChannels.front())) {
        match.confidence = 5;
        match.why.emplace_back("someone is subscribed to its Redisson channel");
    }
    addFencingToken(match, look);
    redisson::explainName(match, look.id.key);
    doubtWithoutLease(match, look);
    return match;
}

// node-redisson generates a UUID where Redisson writes the thread. Script and channel are the same.
LockMatch nodeLock(const KeySnapshot &look, const Bytes &field, std::string_view count)
{
    auto match = redisson::lockFinding(LockKind::Lock, "RLock", 4);
    match.library = nodeLibrary;
    match.why = {"a hash with one field <uuid4>:<uuid4> that holds a hold count: node-redisson's lock"};
    Holder holder;
    holder.owner = field;
    holder.count = parseInteger(count).value_or(1);
    holder.facts = {{"uuid", field.substr(0, uuidLength)}, {"thread", field.substr(uuidLength + 1)}};
    match.holders = {std::move(holder)};
    match.waitChannels = {redisson::lockChannel(look.id.key)};
    match.waiters = redisson::countedByChannel();
    doubtWithoutLease(match, look);
    return match;
}

// `<uuid4>:<thread>:<32 hex transaction id>`
std::optional<LockMatch> transactionLock(const KeySnapshot &look, std::string_view field, std::string_view count)
{
    const auto colon = field.rfind(':');
    if (colon == field.npos || !grammar::isHex(field.substr(colon + 1), 32))
        return std::nullopt;
    const auto owner = grammar::uuidAndNumber(field.substr(0, colon));
    if (!owner)
        return std::nullopt;
    auto match = redisson::lockFinding(LockKind::Lock, "transaction lock", 5);
    match.why = {"a hash with one field <uuid4>:<thread>:<transaction id>: a Redisson transaction is being committed"};
    auto holder = redisson::holder(*owner, count);
    holder.owner = field;
    holder.facts.push_back({"transaction", std::string(field.substr(colon + 1))});
    match.holders = {std::move(holder)};
    match.waitChannels = {redisson::lockChannel(look.id.key)};
    match.waiters = redisson::countedByChannel();
    redisson::explainName(match, look.id.key);
    return match;
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &surroundings)
{
    const auto &hash = look.value;
    if (hash.type != ValueType::Hash || hash.length != 1 || hash.elements.size() != 1)
        return std::nullopt;
    const auto &[field, count] = hash.elements.front();
    if (!grammar::isSmallCount(count))
        return std::nullopt;
    const auto owner = grammar::uuidAndNumber(field);
    return owner                        ? plainLock(look, *owner, count, surroundings)
           : grammar::isUuidPair(field) ? nodeLock(look, field, count)
                                        : transactionLock(look, field, count);
}

bool mayBeLock(const Value &value)
{
    return value.type == ValueType::Hash && value.elements.size() == 1 && grammar::uuidAndNumber(value.elements.front().first).has_value();
}

TypedNames companions(const KeySnapshot &look)
{
    return mayBeLock(look.value) ? TypedNames{{redisson::tokenKey(look.id.key), ValueType::String}} : TypedNames();
}

std::vector<Bytes> channels(std::string_view key) { return {redisson::lockChannel(key)}; }

std::optional<Bytes> lockOf(std::string_view text)
{
    if (auto name = redisson::nameBehind(redisson::tokenPrefix, text))
        return name;
    if (auto name = redisson::nameInUnlockLatch(text))
        return name;
    return redisson::nameInLockChannel(text);
}

std::optional<Announcement> announced(std::string_view channel, std::string_view payload)
{
    const auto name = redisson::nameInLockChannel(channel);
    if (!name || payload != redisson::unlocked)
        return std::nullopt;
    return Announcement{*name};
}

// §6.3: what forceUnlock does.
ReleaseRecipe release(const ReleaseCase &what)
{
    auto recipe = recipe::plain(what);
    recipe.wakeUps = {redisson::tell(recipe::channel(redisson::lockChannel(what.look.id.key)), recipe::text(Bytes(redisson::unlocked)))};
    if (what.match.variant == "transaction lock")
        recipe.warnings.push_back({ReleaseWarning::Kind::TransactionCommits, {}});
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = redisson::library,
    .otherLibraries = {nodeLibrary},
    .variants = {"RLock", "RFencedLock", "transaction lock"},
    .names = {"redisson_lock_token:*", "redisson_unlock_latch:*"},
    .types = {ValueType::Hash},
    .announcements = {"redisson_lock__channel:*"},
    .broadcast = {"redisson_"},
    .notes = {{"redisson", "Redisson (Java): RLock and fenced lock", "any name", "a hash of `<uuid>:<thread>` and its hold count"},
              {"node-redisson", "node-redisson (Node)", "any name", "a hash of `<uuid>:<uuid>` and its hold count"}},
    .rank = 10,
    .classify = classify,
    .companions = companions,
    .channels = channels,
    .lockOf = lockOf,
    .announced = announced,
    .release = release,
};

} // namespace lockcore::redisson_lock_format
