// SPDX-License-Identifier: MIT
// RReadWriteLock: a hash with a `mode` and a field for each reader and for the writer. Reference, §2.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/redisson_common.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::int64_t mostReadTimeouts = 64; // named, of each lock: their number is the hold count

// `<uuid4>:<thread>` of a reader or `<uuid4>:<thread>:write`. The mode stands apart, so that one thread's read and write
// holds show the same owner.
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

// Redisson gives every read hold a lease of its own, in a key beside the lock.
void addReadTimeouts(Finding &finding, std::string_view key)
{
    for (const auto &holder : finding.holders) {
        for (std::int64_t hold = 1; holder.mode == Mode::Read && hold <= holder.count; ++hold) {
            if (static_cast<std::int64_t>(finding.companions.size()) == mostReadTimeouts)
                return;
            finding.companions.push_back(
                {redisson::readTimeoutKey(key, holder.owner, hold), "lease of a read hold", {}, false});
        }
    }
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto *mode = look.value.type == ValueType::Hash ? look.value.find("mode") : nullptr;
    if (!mode || (*mode != "read" && *mode != "write"))
        return std::nullopt;
    auto finding = redisson::lockFinding(LockKind::RwLock, "RReadWriteLock", 5);
    for (const auto &[field, count] : look.value.elements) {
        if (field == "mode")
            continue;
        auto holder = holderOf(field, count);
        if (!holder)
            return std::nullopt;
        finding.holders.push_back(std::move(*holder));
    }
    const auto writes = [](const Holder &holder) { return holder.mode == Mode::Write; };
    const bool writer = std::any_of(finding.holders.begin(), finding.holders.end(), writes);
    if (finding.holders.empty() || (look.value.whole() && writer != (*mode == "write")))
        return std::nullopt;
    // The writer first: it is who keeps the others out.
    std::stable_partition(finding.holders.begin(), finding.holders.end(), writes);
    finding.why = {"a hash whose field `mode` says " + *mode + ", the others are <uuid4>:<thread> with a hold count"};
    if (!look.value.whole())
        finding.why.emplace_back("it has more holders than were read");
    finding.waitChannels = {redisson::rwChannel(look.id.key)};
    finding.waiters = redisson::countedByChannel();
    addReadTimeouts(finding, look.id.key);
    redisson::explainName(finding, look.id.key);
    return finding;
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

Bytes fieldOf(const Holder &holder)
{
    return holder.mode == Mode::Write ? holder.owner + Bytes(redisson::writeSuffix) : holder.owner;
}

bool writes(const Holder &holder)
{
    return holder.mode == Mode::Write;
}

// A write unlock wakes all, a read unlock one; forced, all may have waited for long (§6.3). The key's deadline is the longest
// of its holders': it stays for those who stay, until one of them renews.
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
    }
    std::vector<ReleaseWord> leases;
    for (const auto &holder : what.freed) {
        for (std::int64_t hold = 1; !writes(holder) && hold <= std::min(holder.count, mostReadTimeouts); ++hold)
            leases.push_back(recipe::key(redisson::readTimeoutKey(key, holder.owner, hold)));
    }
    if (!leases.empty())
        recipe.after.push_back(recipe::step("UNLINK", std::move(leases)));
    recipe.wakeUps = {redisson::tell(recipe::channel(redisson::rwChannel(key)), recipe::text(Bytes(redisson::writeUnlocked)))};
    return recipe;
}

constexpr auto uuid = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1";
constexpr auto first = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17";
constexpr auto second = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:18";
constexpr auto firstWrites = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17:write";

Finding expectedFor(const std::string &mode)
{
    Finding finding;
    finding.library = "redisson";
    finding.kind = LockKind::RwLock;
    finding.variant = "RReadWriteLock";
    finding.confidence = 5;
    finding.why = {"a hash whose field `mode` says " + mode + ", the others are <uuid4>:<thread> with a hold count"};
    finding.ownerScope = OwnerScope::Constant;
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(30'000);
    finding.waitChannels = {"redisson_rwlock:{catalogue}"};
    finding.waiters.why =
        "waiting Redisson instances subscribe to a channel; threads of one instance share the subscription";
    return finding;
}

Holder holder(const char *owner, const char *thread, std::int64_t count, Mode mode)
{
    return {owner, count, mode, {}, {{"uuid", uuid}, {"thread", thread}}};
}

Look catalogue(example::Elements fields)
{
    return example::look("catalogue", example::hash(std::move(fields)), Milliseconds(28'000));
}

Example readersExample()
{
    const std::string timeout = "{catalogue}:9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:";
    auto expected = expectedFor("read");
    expected.holders = {holder(first, "17", 2, Mode::Read), holder(second, "18", 1, Mode::Read)};
    expected.companions = {{timeout + "17:rwlock_timeout:1", "lease of a read hold", "", false},
                           {timeout + "17:rwlock_timeout:2", "lease of a read hold", "", false},
                           {timeout + "18:rwlock_timeout:1", "lease of a read hold", "", false}};
    return {"two readers, one of them twice", catalogue({{"mode", "read"}, {first, "2"}, {second, "1"}}), {}, expected};
}

Example writerExample()
{
    auto expected = expectedFor("write");
    expected.holders = {holder(first, "17", 1, Mode::Write), holder(first, "17", 1, Mode::Read)};
    expected.companions = {{"{catalogue}:9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17:rwlock_timeout:1",
                            "lease of a read hold", "", false}};
    return {"a writer that also reads", catalogue({{"mode", "write"}, {first, "1"}, {firstWrites, "1"}}), {}, expected};
}

std::span<const Example> examples()
{
    static const std::vector<Example> all = {
        readersExample(),
        writerExample(),
        {"a mode of something else", catalogue({{"mode", "dark"}, {first, "1"}}), {}, {}},
        {"a mode and other settings", catalogue({{"mode", "read"}, {"size", "12"}}), {}, {}},
        {"a mode alone", catalogue({{"mode", "write"}}), {}, {}},
        {"mode write without a writer", catalogue({{"mode", "write"}, {first, "1"}}), {}, {}},
    };
    return all;
}

} // namespace

extern const Format redissonReadWriteFormat;
const Format redissonReadWriteFormat = {
    .library = redisson::library,
    .names = {"*:rwlock_timeout:*"},
    .types = {ValueType::Hash},
    .announcements = {"redisson_rwlock:*"},
    .broadcast = {},
    .scripts = {},
    .rank = 20,
    .classify = classify,
    .companions = nullptr,
    .lockOf = lockOf,
    .announced = announced,
    .examples = examples,
    .release = release,
};

} // namespace lockcore
