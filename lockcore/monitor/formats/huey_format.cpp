// SPDX-License-Identifier: MIT
// huey's task locks: a field `<name>.lock.<lock>` of the hash `huey.results.<name>`, which also holds results of tasks, or with the expiring
// storage a key `huey.r.<name>.<name>.lock.<lock>`. The value, a pickled 1, names nobody; there is no TTL. Reference, §3.7.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::huey_format {

namespace {

constexpr std::string_view library = "huey";
constexpr std::string_view hashHead = "huey.results.";
constexpr std::string_view keyHead = "huey.r.";
constexpr std::string_view infix = ".lock.";

Finding findingOf(std::string_view variant, const char *why)
{
    Finding finding;
    finding.library = library;
    finding.variant = variant;
    finding.confidence = 5;
    finding.why = {why};
    finding.leaseRule = LeaseRule::NeverByDesign;
    finding.waiters = stringlock::nobodyWaits("nobody waits for it: the task fails");
    return finding;
}

std::optional<Finding> fields(const Look &look)
{
    const std::string_view key = look.id.key;
    if (!key.starts_with(hashHead) || key.size() == hashHead.size())
        return std::nullopt;
    const auto head = Bytes(key.substr(hashHead.size())) + Bytes(infix);
    auto finding = findingOf("task lock, a field", "a field <name>.lock.<lock> of huey's hash of results");
    for (const auto &[field, value] : look.value.elements) {
        if (!field.starts_with(head) || field.size() == head.size())
            continue;
        Holder holder;
        holder.owner = field;
        holder.facts = {{"lock", escaped(field.substr(head.size()))}};
        finding.holders.push_back(std::move(holder));
    }
    finding.ownerScope = OwnerScope::Constant; // it is the lock's name
    return finding.holders.empty() ? std::nullopt : std::optional(std::move(finding));
}

std::optional<Finding> key(const Look &look)
{
    const std::string_view name = look.id.key;
    if (!name.starts_with(keyHead) || name.find(infix) == name.npos)
        return std::nullopt;
    auto finding = findingOf("task lock", "the name is that of a task lock in huey's expiring storage");
    finding.holders = {Holder()};
    finding.ownerScope = OwnerScope::Nobody;
    return finding;
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    return look.value.type == ValueType::Hash ? fields(look) : key(look);
}

// Never the hash: it holds results.
ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    if (what.look.value.type != ValueType::Hash)
        return recipe;
    for (const auto &holder : what.freed)
        recipe.elements.push_back({holder.owner, Difference::Count});
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"task lock", "task lock, a field"},
    .names = {"huey.results.*", "huey.r.*"},
    .types = {ValueType::Hash, ValueType::String},
    .rank = 10,
    .classify = classify,
    .release = release,
    .releaseWarnings = {{ReleaseWarning::Kind::DeletesNextOwners, "huey releases without checking the owner"}},
};

} // namespace lockcore::huey_format
