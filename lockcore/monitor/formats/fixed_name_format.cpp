// SPDX-License-Identifier: MIT
// Libraries and programs whose locks have a fixed part in their names, and values of one kind under it. TaskFlow and redis-smq seen in their own
// output; celery-once before 2.0 and LibreChat in their source.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/record_owner.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::fixed_name_format {

namespace {

constexpr std::string_view ownedTail = ".owned";
constexpr std::size_t uuidLength = 36;

bool isBrief(const Look &look, Milliseconds longest)
{
    const auto ttl = grammar::ttlOf(look);
    return ttl && *ttl <= longest;
}

/// `tf:021d87bd-c47c-4a80-a29d-503a70e22994` of such a job's claim; empty: it is none.
std::string_view jobOf(std::string_view key)
{
    if (!key.ends_with(ownedTail))
        return {};
    const auto job = key.substr(0, key.size() - ownedTail.size());
    const bool named = job.size() > uuidLength && job[job.size() - uuidLength - 1] == ':';
    return named && grammar::isUuid4(job.substr(job.size() - uuidLength)) ? job : std::string_view();
}

Bytes lastModifiedOf(std::string_view job) { return Bytes(job) += ".last_modified"; }

std::optional<Finding> taskflow(const Look &look, std::string_view text)
{
    const auto job = jobOf(look.id.key);
    if (job.empty() || text.empty() || record::isFlag(text) || !grammar::companion(look, lastModifiedOf(job)))
        return std::nullopt;
    auto finding = stringlock::finding("taskflow", "job claim", 4, look);
    finding.kind = LockKind::JobLock;
    finding.why = {"the name is that of a job of TaskFlow with .owned, and the value is who has claimed it",
                   "beside it is when the job was last modified"};
    finding.holders.front().facts = grammar::factsOfOwner(text, look.at);
    finding.ownerScope = OwnerScope::Constant;
    finding.waiters = stringlock::nobodyWaits("other conductors take another job");
    return finding;
}

// `redis-smq-800.26:shop:11:orders`: the digits are the version of its keys, and 11 is their kind.
bool isSmq(std::string_view key)
{
    constexpr std::string_view head = "redis-smq-";
    const auto version = key.starts_with(head) ? key.substr(head.size(), key.find(':') - head.size()) : std::string_view();
    return version.find('.') != version.npos && version.find_first_not_of("0123456789.") == version.npos && key.find(":11:") != key.npos;
}

std::optional<Finding> redisSmq(const Look &look, std::string_view text)
{
    if (!isSmq(look.id.key) || !isBrief(look, std::chrono::minutes(1)) || !grammar::isUuid4(text))
        return std::nullopt;
    auto finding = stringlock::finding("redis-smq", "workers", 4, look);
    finding.why = {"the name is that of the lock for a queue's workers in redis-smq, and the value is a random UUID"};
    finding.ownerScope = OwnerScope::Object;
    finding.leased(Milliseconds(60'000));
    return finding;
}

// Since 2.0 the value is a token of redis-py.
std::optional<Finding> celeryOnce(const Look &look, std::string_view text)
{
    constexpr std::chrono::seconds cut(2); // the end is written in whole seconds
    const auto end = grammar::timeFromSeconds(text);
    const bool named = look.id.key.starts_with("qo_") && look.id.key.find('.') != look.id.key.npos; // the task's module
    if (!named || !look.deadline || !end || std::chrono::abs(*look.deadline - *end) > cut)
        return std::nullopt;
    auto finding = stringlock::finding("celery-once", "before 2.0", 4, look);
    finding.kind = LockKind::Anonymous;
    finding.why = {"the name begins with qo_, and the value is the second at which the TTL ends: a mark against queueing a task twice"};
    finding.holders.front() = Holder();
    finding.ownerScope = OwnerScope::Nobody;
    finding.leased(Milliseconds(3'600'000));
    finding.waiters = stringlock::nobodyWaits("its callers do not wait");
    return finding;
}

std::optional<Finding> libreChat(const Look &look, std::string_view text)
{
    constexpr std::string_view name = "LeadingServerUUID";
    const std::string_view key = look.id.key;
    const bool named = key == name || (key.ends_with(name) && key[key.size() - name.size() - 1] == ':');
    if (!named || !isBrief(look, std::chrono::minutes(2)) || !grammar::isUuid4(text))
        return std::nullopt;
    auto finding = stringlock::finding("librechat", "leader", 4, look);
    finding.why = {"the name is LeadingServerUUID, and the value is a random UUID: its holder is the leader"};
    finding.ownerScope = OwnerScope::Constant;
    finding.leased(Milliseconds(25'000));
    return finding;
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    if (!text)
        return std::nullopt;
    for (const auto recognise : {taskflow, redisSmq, celeryOnce, libreChat}) {
        if (auto finding = recognise(look, *text))
            return finding;
    }
    return std::nullopt;
}

TypedNames companions(const Look &look)
{
    const auto job = jobOf(look.id.key);
    return job.empty() ? TypedNames() : TypedNames{{lastModifiedOf(job), ValueType::String}};
}

ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    if (what.finding.variant == "leader")
        recipe.warnings = {{ReleaseWarning::Kind::Leadership, "another process takes over"}};
    else if (what.finding.kind == LockKind::JobLock)
        recipe.warnings = {{ReleaseWarning::Kind::JobRunsTwice, {}}};
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = "taskflow",
    .otherLibraries = {"redis-smq", "celery-once", "librechat"},
    .variants = {"job claim", "workers", "before 2.0", "leader"},
    .names = {"*.owned", "redis-smq-*", "qo_*", "*LeadingServerUUID"},
    .types = {ValueType::String},
    .rank = 9,
    .classify = classify,
    .companions = companions,
    .release = release,
};

} // namespace lockcore::fixed_name_format
