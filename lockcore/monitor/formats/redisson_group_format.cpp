// SPDX-License-Identifier: MIT
// getMultiLock(group, values): many values locked in one hash, three fields for each. Reference, §2.
#include "lockcore/monitor/formats/redisson_common.h"

#include <algorithm>

namespace lockcore::redisson_group_format {

namespace {

constexpr std::size_t groupHashLength = 22; // base64 of 128 bits, unpadded

bool onlyBase64(std::string_view text) { return std::all_of(text.begin(), text.end(), grammar::isBase64Digit); }

/// One value of a getMultiLock group: three fields that begin with the value's hash.
std::optional<Holder> groupEntry(const Value &hash, std::string_view valueHash, std::string_view ownerText)
{
    const auto owner = grammar::uuidAndNumber(ownerText);
    if (valueHash.size() != groupHashLength || !onlyBase64(valueHash) || !owner)
        return std::nullopt;
    const auto stem = std::string(valueHash) + ':' + std::string(ownerText);
    const auto *expires = hash.find(stem + ":expire_time");
    const auto *count = hash.find(stem + ":lock_count");
    if (!expires || !count || !grammar::isSmallCount(*count))
        return std::nullopt;
    const auto deadline = grammar::timeFromMilliseconds(*expires);
    if (!deadline)
        return std::nullopt;
    auto holder = redisson::holder(*owner, *count);
    holder.deadline = deadline;
    holder.facts.push_back({"value", std::string(valueHash)});
    return holder;
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    if (look.value.type != ValueType::Hash)
        return std::nullopt;
    std::vector<Holder> holders;
    for (const auto &[field, value] : look.value.elements) {
        if (auto holder = groupEntry(look.value, field, value))
            holders.push_back(std::move(*holder));
    }
    if (holders.empty() || (look.value.whole() && holders.size() * 3 != look.value.elements.size()))
        return std::nullopt;

    auto match = redisson::lockFinding(LockKind::Lock, "getMultiLock group", 5);
    match.leaseRule = LeaseRule::CallersChoice;
    match.why = {"groups of three fields <value>, <value>:<owner>:expire_time and <value>:<owner>:lock_count"};
    const auto lapsed = [&](const Holder &holder) { return *holder.deadline <= look.at; };
    if (std::all_of(holders.begin(), holders.end(), lapsed)) {
        // Redisson removes expired entries only when it locks again, so only their times show that nobody holds the lock.
        const auto later = [](const Holder &a, const Holder &b) { return *a.deadline < *b.deadline; };
        match.lapses = std::max_element(holders.begin(), holders.end(), later)->deadline;
        match.why.emplace_back("every entry has lapsed, though it is still there");
    } else if (const auto dead = std::erase_if(holders, lapsed)) {
        match.why.push_back(std::to_string(dead) + " more of its entries have lapsed, though they are still there");
    }
    if (!look.value.whole())
        match.moreHolders = look.value.length / 3 - static_cast<std::int64_t>(holders.size());
    match.holders = std::move(holders);
    match.waitChannels = {redisson::lockChannel(look.id.key)};
    match.waiters = redisson::countedByChannel();
    return match;
}

// Other locks share the hash: only the three fields of an entry are removed, never the key (§2).
ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    for (const auto &holder : what.freed) {
        const auto value =
            std::find_if(holder.facts.begin(), holder.facts.end(), [](const OwnerFact &fact) { return fact.label == "value"; });
        if (value == holder.facts.end())
            continue;
        const auto stem = value->text + ':' + holder.owner;
        recipe.elements.push_back({value->text, Difference::Owner});
        recipe.elements.push_back({stem + ":lock_count", Difference::Count});
        recipe.elements.push_back({stem + ":expire_time", Difference::Lease});
    }
    recipe.wakeUps = {redisson::tell(recipe::channel(redisson::lockChannel(what.look.id.key)), recipe::text(Bytes(redisson::unlocked)))};
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = redisson::library,
    .variants = {"getMultiLock group"},
    .types = {ValueType::Hash},
    // No announcements: its channel looks like the channel of any Redisson lock
    .notes = {{"redisson", "Redisson's getMultiLock group", "any name", "a hash of `<uuid>:<thread>` with the locks of the group"}},
    .rank = 10,
    .classify = classify,
    .release = release,
};

} // namespace lockcore::redisson_group_format
