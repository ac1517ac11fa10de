// SPDX-License-Identifier: MIT
// Agenda's Redis backend (Node): a job is a hash `agenda:job:<uuid>`, and while it runs, its field `lockedAtMs` is the time at which it was locked.
// Who runs it is recorded only if the agenda has a name. Seen in its own output.
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::agenda_format {

namespace {

constexpr std::string_view library = "agenda";
constexpr std::string_view head = "agenda:job:";
constexpr std::string_view lockedAt = "lockedAtMs";

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const std::string_view key = look.id.key;
    if (!key.starts_with(head) || !grammar::isUuid4(key.substr(head.size())))
        return std::nullopt;
    const auto *text = look.value.find(lockedAt);
    const auto time = text ? grammar::timeFromMilliseconds(*text) : std::nullopt;
    if (!time)
        return std::nullopt;
    Finding finding;
    finding.library = library;
    finding.variant = "job";
    finding.kind = LockKind::JobLock;
    finding.confidence = 5;
    finding.why = {"the name is that of a job of Agenda, and its field lockedAtMs says since when it is locked"};
    Holder holder;
    holder.owner = *text; // another time is another holding
    if (const auto *name = look.value.find("name"))
        holder.facts.push_back({"name", escaped(*name)});
    holder.facts.push_back({"locked at", isoTime(*time)});
    finding.holders = {std::move(holder)};
    finding.ownerScope = OwnerScope::Acquisition;
    // job.touch() writes a new time, and so does the next worker, once it takes this one for dead.
    const auto *writer = look.value.find("lastModifiedBy");
    finding.rewriter = writer && !writer->empty() && *writer != "null" ? *writer : library;
    finding.leaseRule = LeaseRule::NeverByDesign;
    finding.waiters = stringlock::nobodyWaits("other workers take another job");
    return finding;
}

// The job stays. This is what Agenda writes when it unlocks one.
ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    recipe.elements = {{Bytes(lockedAt), Difference::Value}};
    recipe.instead = {recipe::step("HSET", {recipe::key(what.look.id.key), recipe::text(Bytes(lockedAt)), recipe::text("null")})};
    recipe.warnings = {{ReleaseWarning::Kind::JobRunsTwice, {}}};
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"job"},
    .names = {"agenda:job:*"},
    .types = {ValueType::Hash},
    .rank = 9,
    .classify = classify,
    .release = release,
};

} // namespace lockcore::agenda_format
