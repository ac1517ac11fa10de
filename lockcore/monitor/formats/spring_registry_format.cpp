// SPDX-License-Identifier: MIT
// Spring Integration's RedisLockRegistry: `<registryKey>:<path>` holds the registry's uuid since 5.x; in 4.x it holds a record of host,
// path, thread and time. Reference, §4 and §6.3.
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

namespace lockcore::spring_registry_format {

namespace {

constexpr std::string_view library = "spring";
constexpr std::string_view channelInfix = "-channel:";

void addRegistryRules(LockMatch &match)
{
    match.ownerScope = OwnerScope::Constant;
    match.leased(Milliseconds(60'000));
}

// A record of 4.x: three texts, each with one byte of length, and eight bytes of time.
struct Record
{
    std::string_view host;
    std::string_view path;
    std::string_view thread;
    ServerTime lockedAt;
};

std::optional<std::string_view> takeText(std::string_view &bytes)
{
    if (bytes.empty())
        return std::nullopt;
    const std::size_t length = static_cast<unsigned char>(bytes.front());
    if (length == 0 || bytes.size() < 1 + length)
        return std::nullopt;
    const auto text = bytes.substr(1, length);
    bytes.remove_prefix(1 + length);
    return text;
}

std::optional<Record> recordIn(std::string_view bytes)
{
    const auto host = takeText(bytes);
    const auto path = host ? takeText(bytes) : std::nullopt;
    const auto thread = path ? takeText(bytes) : std::nullopt;
    if (!thread || bytes.size() != 8)
        return std::nullopt;
    std::uint64_t milliseconds = 0;
    for (const char c : bytes)
        milliseconds = milliseconds << 8 | static_cast<unsigned char>(c);
    const auto lockedAt = grammar::timeFromMilliseconds(std::to_string(milliseconds));
    if (!lockedAt)
        return std::nullopt;
    return Record{*host, *path, *thread, *lockedAt};
}

std::optional<LockMatch> oldRegistry(const KeySnapshot &look, std::string_view text)
{
    const auto record = recordIn(text);
    if (!record || !look.id.key.ends_with(':' + std::string(record->path)))
        return std::nullopt;
    auto match = stringlock::match(library, "RedisLockRegistry 4.x", 5, look);
    addRegistryRules(match);
    match.why = {"the value is a record of host, lock name, thread and time, and repeats the end of the key"};
    auto &facts = match.holders.front().facts;
    facts.push_back({"host", escaped(record->host)});
    facts.push_back({"thread", escaped(record->thread)});
    facts.push_back({"locked at", isoTime(record->lockedAt)});
    return match;
}

// The key does not show where the registry's name ends, so each colon is tried.
std::optional<std::string> channelHeard(std::string_view key, const RecognitionContext &surroundings)
{
    for (auto colon = key.find(':'); colon != key.npos; colon = key.find(':', colon + 1)) {
        const auto registry = std::string(key.substr(0, colon));
        for (auto channel : {registry + "-channel", registry + std::string(channelInfix) + std::string(key)}) {
            if (surroundings.channels.contains(channel))
                return channel;
        }
    }
    return std::nullopt;
}

bool isRegistryName(std::string_view key)
{
    const auto colon = key.find(':');
    return colon != key.npos && colon > 0 && colon + 1 < key.size();
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !look.deadline || !isRegistryName(look.id.key))
        return std::nullopt;
    if (!grammar::isUuid4(*text))
        return oldRegistry(look, *text);
    const auto channel = channelHeard(look.id.key, surroundings);
    if (!channel)
        return std::nullopt; // others also use one UUID per process: nestjs-simple-redis-lock
    if (channel->find(channelInfix) == channel->npos && !hasLockWord(look.id.key))
        return std::nullopt; // applications keep codes and sessions next to a channel of this name
    auto match = stringlock::match(library, "RedisLockRegistry", 3, look);
    addRegistryRules(match);
    match.why = {"the value is a random UUID, which this library draws once per registry, not per lock",
                 "the registry's channel " + escaped(*channel) + " is in use"};
    match.waiters.why = "waiters share one subscription per registry: Redis does not know who waits for which lock";
    return match;
}

// Since 7.0: channel `<registryKey>-channel:<key>`, payload `<key>`, and the key begins with `<registryKey>:`.
std::optional<Announcement> announced(std::string_view channel, std::string_view payload)
{
    const auto at = channel.find(channelInfix);
    if (at == channel.npos || at == 0 || channel.substr(at + channelInfix.size()) != payload)
        return std::nullopt;
    if (payload.size() <= at + 1 || payload.substr(0, at) != channel.substr(0, at) || payload[at] != ':')
        return std::nullopt;
    return Announcement{Bytes(payload)};
}

ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    recipe.wakeUps = stringlock::tellSpring(what.look.id.key);
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"RedisLockRegistry", "RedisLockRegistry 4.x"},
    .types = {ValueType::String},
    .announcements = {"*-channel:*"},
    .listeners = {"*-channel"}, // until 7.0, one for each registry; applications have such channels, too
    .notes =
        {{"spring",
          "Spring Integration's RedisLockRegistry (Java), while its channel is in use; until 7.0, it must have been when Lockscope connected, and under a word for a lock; that of 4.x always",
          "`<registry>:<name>`", "a uuid; in 4.x a record of host, name, thread and time"}},
    .rank = 5,
    .classify = classify,
    .channels = stringlock::springChannels,
    .announced = announced,
    .release = release,
};

} // namespace lockcore::spring_registry_format
