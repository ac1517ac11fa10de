// SPDX-License-Identifier: MIT
// Libraries that are recognised by the structure of their hashes and sorted sets. Reference, §3.7, and their own output.
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/row_formats.h"

namespace lockcore {

namespace {

using stringlock::nobodyWaits;

Holder holderWith(Bytes owner, std::vector<OwnerFact> facts)
{
    Holder holder;
    holder.owner = std::move(owner);
    holder.facts = std::move(facts);
    return holder;
}

// Agenda: a job is a hash, and while it runs, its field `lockedAtMs` contains the time at which it was locked. The runner is recorded only
// if the agenda has a name.
constexpr std::string_view lockedAt = "lockedAtMs";

bool isLockedJob(const KeySnapshot &look, const RecognitionContext &, LockMatch &match)
{
    const auto *text = look.value.find(lockedAt);
    const auto time = text ? grammar::timeFromMilliseconds(*text) : std::nullopt;
    if (!time)
        return false;
    std::vector<OwnerFact> facts;
    if (const auto *name = look.value.find("name"))
        facts.push_back({"name", escaped(*name)});
    facts.push_back({"locked at", isoTime(*time)});
    match.holders = {holderWith(*text, std::move(facts))}; // another time is another holding
    // job.touch() writes a new time; so does the next worker that believes this one dead.
    const auto *writer = look.value.find("lastModifiedBy");
    match.rewriter = writer && !writer->empty() && *writer != "null" ? *writer : match.library;
    return true;
}

// The job stays: this writes what Agenda writes when it unlocks a job.
ReleaseRecipe unlockJob(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    recipe.elements = {{Bytes(lockedAt), Difference::Value}};
    recipe.instead = {recipe::step("HSET", {recipe::key(what.look.id.key), recipe::text(Bytes(lockedAt)), recipe::text("null")})};
    recipe.warnings = {{ReleaseWarning::Kind::JobRunsTwice, {}}};
    return recipe;
}

// huey: a field `<name>.lock.<lock>` of the hash `huey.results.<name>`, which also contains results of tasks.
bool hasTaskLocks(const KeySnapshot &look, const RecognitionContext &, LockMatch &match)
{
    constexpr std::string_view hashHead = "huey.results.";
    const auto head = look.id.key.substr(hashHead.size()) + ".lock.";
    match.holders.clear();
    for (const auto &[field, value] : look.value.elements) {
        if (field.starts_with(head) && field.size() > head.size())
            match.holders.push_back(holderWith(field, {{"lock", escaped(std::string_view(field).substr(head.size()))}}));
    }
    return !match.holders.empty();
}

// Never deletes the hash, because it contains results.
ReleaseRecipe releaseTask(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    if (what.look.value.type != ValueType::Hash)
        return recipe;
    for (const auto &holder : what.freed)
        recipe.elements.push_back({holder.owner, Difference::Count});
    return recipe;
}

// TaskTiger: worker ids, scored with the second at which the worker's share lapses.
bool hasShares(const KeySnapshot &look, const RecognitionContext &, LockMatch &match)
{
    match.holders.clear();
    for (const auto &[member, score] : look.value.elements) {
        const auto deadline = grammar::timeFromSeconds(score);
        if (!deadline || *deadline > *look.deadline + std::chrono::seconds(5))
            return false;
        if (member == "SYSTEM_LOCK")
            match.why.emplace_back("SYSTEM_LOCK keeps every worker from the queue");
        if (*deadline <= look.at) // removed only when the next worker comes
            continue;
        match.holders.push_back(holderWith(member, {}));
        match.holders.back().deadline = deadline;
    }
    return !match.holders.empty();
}

} // namespace

std::vector<FormatRow> structureRows()
{
    return {
        {.library = "agenda",
         .variant = "job",
         .note = "the running jobs of Agenda's Redis backend (Node), under its own prefix: `lockedAtMs` is a time",
         .keys = {"agenda:job:*"},
         .rest = "{job:uuid4}",
         .types = {ValueType::Hash},
         .confidence = 5,
         .why = {"the name is that of a job of Agenda, and its field lockedAtMs says since when it is locked"},
         .kind = LockKind::JobLock,
         .lease = LeaseRule::NeverByDesign,
         .waiters = nobodyWaits("other workers take another job"),
         .complete = isLockedJob,
         .rank = 9,
         .release = unlockJob},
        {.library = "huey",
         .variant = "task lock, a field",
         .note = "task locks of huey (Python), a field of its hash of results or a key",
         .keys = {"huey.results.*"},
         .rest = "{name}",
         .types = {ValueType::Hash},
         .confidence = 5,
         .why = {"a field <name>.lock.<lock> of huey's hash of results"},
         .owner = RowOwner::Process, // the owner is the name of the lock
         .lease = LeaseRule::NeverByDesign,
         .waiters = nobodyWaits("nobody waits for it: the task fails"),
         .complete = hasTaskLocks,
         .names = {"huey.results.*", "huey.r.*"},
         .release = releaseTask,
         .releaseWarnings = {{ReleaseWarning::Kind::DeletesNextOwners, "huey releases without checking the owner"}}},
        {.library = "huey",
         .variant = "task lock",
         .keys = {"huey.r.*.lock.*"},
         .confidence = 5,
         .why = {"the name is that of a task lock in huey's expiring storage"},
         .owner = RowOwner::Anonymous,
         .lease = LeaseRule::NeverByDesign,
         .waiters = nobodyWaits("nobody waits for it: the task fails")},
        {.library = "tasktiger",
         .variant = "queue lock",
         .note = "queue locks of TaskTiger (Python)",
         .keys = {"*:qlock:*"},
         .types = {ValueType::Zset},
         .needsTtl = true,
         .why = {"the name holds :qlock: and the members are scored with the time at which they lapse"},
         .kind = LockKind::Semaphore,
         .owner = RowOwner::Process,
         .complete = hasShares},
    };
}

} // namespace lockcore
