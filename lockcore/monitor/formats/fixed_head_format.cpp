// SPDX-License-Identifier: MIT
// Libraries whose every key begins with their own word: a row for each. Seen in their own output.
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/string_locks.h"

#include <array>

namespace lockcore::fixed_head_format {

namespace {

struct Head
{
    std::string_view head; ///< also behind a prefix that an application puts before it, if it does not begin with a letter
    std::string_view library;
    LockKind kind = LockKind::Lock;
    std::string_view nobody = {}; ///< the value that names no owner
};

constexpr std::array<Head, 6> heads = {{
    {"medusa_lock:", "medusa", LockKind::Lock, "*"},
    {"php-malkusch-lock:", "php-malkusch-lock"},
    {"redis-promise-lock:", "redis-promise-lock"},
    {"@simple-redis-mutex:lock-", "simple-redis-mutex"},
    {"chat-sdk:lock:", "chat-sdk"},
    {"activejob_uniqueness:", "activejob-uniqueness", LockKind::JobLock},
}};

// `leader:<sha1>`, with a blank in one of them: redis-leader, and cron-cluster, which uses it. safe-redis-leader's values look like its names.
bool isLeader(std::string_view text)
{
    constexpr std::string_view head = "leader:";
    constexpr std::size_t sha1Length = 40;
    if (!text.starts_with(head))
        return false;
    const auto rest = text.substr(head.size());
    return grammar::isHex(rest.substr(rest.starts_with(' ') ? 1 : 0), sha1Length);
}

void nameOwner(Finding &finding, std::string_view text, std::string_view nobody, ServerTime now)
{
    if (text == nobody || text.empty()) {
        finding.holders.front() = Holder();
        finding.ownerScope = OwnerScope::Nobody;
        return;
    }
    finding.holders.front().facts = grammar::factsOfOwner(text, now);
    finding.ownerScope = OwnerScope::Unknown; // some take a text of the caller, or the id of a job
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    const std::string_view key = look.id.key;
    if (!text)
        return std::nullopt;
    if (isLeader(key) && look.deadline) {
        const bool isSafe = isLeader(*text);
        auto finding = stringlock::finding(isSafe ? "safe-redis-leader" : "redis-leader", "leader", 4, look);
        finding.why = {isSafe ? "name and value are leader: and a SHA-1, as safe-redis-leader writes them"
                              : "the name is leader: and a SHA-1, as redis-leader and cron-cluster write it",
                       "its holder is the leader: releasing it is a fail-over"};
        nameOwner(finding, *text, {}, look.at);
        finding.ownerScope = OwnerScope::Unknown;
        return finding;
    }
    for (const auto &[head, library, kind, nobody] : heads) {
        if (!key.starts_with(head) || key.size() == head.size())
            continue;
        auto finding = stringlock::finding(library, "lock", 4, look);
        finding.kind = kind;
        finding.why = {"the name begins with " + std::string(head) + ", as this library writes it"};
        nameOwner(finding, *text, nobody, look.at);
        return finding;
    }
    return std::nullopt;
}

ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    if (what.finding.variant == "leader")
        recipe.warnings = {{ReleaseWarning::Kind::Leadership, "another process takes over"}};
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = heads[0].library,
    .otherLibraries = {heads[1].library, heads[2].library, heads[3].library, heads[4].library, heads[5].library, "redis-leader",
                       "safe-redis-leader"},
    .variants = {"lock", "leader"},
    .names = {"medusa_lock:*", "php-malkusch-lock:*", "redis-promise-lock:*", "@simple-redis-mutex:lock-*", "chat-sdk:lock:*",
              "activejob_uniqueness:*", "leader:*"},
    .types = {ValueType::String},
    .rank = 9,
    .classify = classify,
    .release = release,
};

} // namespace lockcore::fixed_head_format
