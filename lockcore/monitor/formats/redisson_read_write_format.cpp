// SPDX-License-Identifier: MIT
// RReadWriteLock: a hash with a `mode` and a field for each reader and for the writer. Reference, §2.
#include "lockcore/monitor/formats/redisson_common.h"

#include <algorithm>

namespace lockcore::redisson_read_write_format {

namespace {

constexpr std::int64_t mostReadTimeouts = 64; // the most that are listed for a lock, or compared for a holder

// `<uuid4>:<thread>` of a reader or `<uuid4>:<thread>:write`. The mode is kept separately, so that one thread's read and write holds show
// the same owner.
std::optional<Holder> holderOf(std::string_view field, std::string_view count)
{
    const bool writes = field.ends_with(redisson::writeSuffix);
    if (writes)
        field.remove_suffix(redisson::writeSuffix.size());
    const auto owner = grammar::uuidAndNumber(field);
    if (!owner || !grammar::isSmallCount(count))
        return std::nullopt;
    return redisson::holder(*owner, count, writes ? Mode::Write : Mode::Read);
}

// Redisson gives every read hold a lease of its own, in a separate key.
void addReadTimeouts(LockMatch &match, std::string_view key)
{
    for (const auto &holder : match.holders) {
        for (std::int64_t hold = 1; holder.mode == Mode::Read && hold <= holder.count; ++hold) {
            if (static_cast<std::int64_t>(match.companions.size()) == mostReadTimeouts)
                return;
            match.companions.push_back({redisson::readTimeoutKey(key, holder.owner, hold), "lease of a read hold", {}, false});
        }
    }
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    const auto *mode = look.value.find("mode");
    // If the hash has more fields than are read, `mode` may be missing. That many holders can only be readers.
    if (mode ? *mode != "read" && *mode != "write" : look.value.whole())
        return std::nullopt;
    auto match = redisson::lockFinding(LockKind::RwLock, "RReadWriteLock", 5);
    for (const auto &[field, count] : look.value.elements) {
        if (field == "mode")
            continue;
        auto holder = holderOf(field, count);
        if (!holder)
            return std::nullopt;
        match.holders.push_back(std::move(*holder));
    }
    const auto writes = [](const Holder &holder) { return holder.mode == Mode::Write; };
    const bool writer = std::any_of(match.holders.begin(), match.holders.end(), writes);
    if (match.holders.empty() || (look.value.whole() && writer != (mode && *mode == "write")))
        return std::nullopt;
    // The writer comes first, because it excludes the others.
    std::stable_partition(match.holders.begin(), match.holders.end(), writes);
    match.why = {"a hash whose field `mode` " + (mode ? "says " + *mode : std::string("was not read"))
                 + ", the others are <uuid4>:<thread> with a hold count"};
    if (!look.value.whole())
        match.moreHolders = look.value.length - 1 - static_cast<std::int64_t>(match.holders.size());
    match.waitChannels = {redisson::rwChannel(look.id.key)};
    match.waiters = redisson::countedByChannel();
    addReadTimeouts(match, look.id.key);
    redisson::explainName(match, look.id.key);
    return match;
}

std::optional<Bytes> lockOf(std::string_view text)
{
    if (auto name = redisson::nameInReadTimeout(text))
        return name;
    return redisson::nameBehind(redisson::rwChannelPrefix, text);
}

std::optional<Announcement> announced(std::string_view channel, std::string_view payload)
{
    const auto name = redisson::nameBehind(redisson::rwChannelPrefix, channel);
    if (!name || (payload != redisson::readUnlocked && payload != redisson::writeUnlocked))
        return std::nullopt;
    return Announcement{*name};
}

Bytes fieldOf(const Holder &holder) { return holder.mode == Mode::Write ? holder.owner + Bytes(redisson::writeSuffix) : holder.owner; }

bool writes(const Holder &holder) { return holder.mode == Mode::Write; }

// Unlocking a write lock wakes all waiters, unlocking a read lock wakes one. A forced release wakes all, because all may have waited for
// long (§6.3). The key's deadline is the latest of its holders' deadlines, and it stays for the remaining holders until one of them renews.
// So it shows nothing about a single reader; the leases of the reader's own holds do. Of very many holds only the latest are compared: they
// are released and re-acquired first.
ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    const auto &key = what.look.id.key;
    if (!what.wholeKey()) {
        for (const auto &holder : what.freed)
            recipe.elements.push_back({fieldOf(holder), Difference::Count});
        const bool writerGoes = std::any_of(what.freed.begin(), what.freed.end(), writes);
        if (writerGoes && !what.all)
            recipe.after.push_back(recipe::step("HSET", {recipe::key(key), recipe::text("mode"), recipe::text("read")}));
        recipe::deleteWhatNobodyHolds(recipe, what.look, 1); // `mode` is the one field that is no holder's
    }
    for (const auto &holder : what.freed) {
        for (auto hold = holder.count; !writes(holder) && hold > std::max<std::int64_t>(holder.count - mostReadTimeouts, 0); --hold)
            recipe.leases.push_back(redisson::readTimeoutKey(key, holder.owner, hold));
    }
    if (!recipe.leases.empty())
        recipe.after.push_back(recipe::step("UNLINK", recipe::keys(recipe.leases)));
    recipe.wakeUps = {redisson::tell(recipe::channel(redisson::rwChannel(key)), recipe::text(Bytes(redisson::writeUnlocked)))};
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = redisson::library,
    .variants = {"RReadWriteLock"},
    .names = {"*:rwlock_timeout:*"},
    .types = {ValueType::Hash},
    .announcements = {"redisson_rwlock:*"},
    .notes = {{"redisson", "Redisson's read/write lock", "any name, with `{<key>}:<owner>:rwlock_timeout:<number>`",
               "a hash with a `mode`, and `<uuid>:<thread>` with their hold counts"}},
    .rank = 20,
    .classify = classify,
    .lockOf = lockOf,
    .announced = announced,
    .release = release,
};

} // namespace lockcore::redisson_read_write_format
