// SPDX-License-Identifier: MIT
// petty-cache (npm), its semaphore: a JSON list with a slot for each permit, `{"status":"acquired","ttl":<ms>}`, `{"status":"available"}` or
// `{"status":"consumed"}`, without a TTL. A client knows its slot by its place. An acquired slot whose time has passed goes to the next
// client. Seen in its own output and source.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/json_members.h"
#include "lockcore/monitor/formats/string_locks.h"

#include <algorithm>

namespace lockcore::petty_cache_format {

namespace {

constexpr std::string_view library = "petty-cache";
constexpr std::string_view available = R"({"status":"available"})";

struct Slot
{
    std::string_view text;
    std::optional<ServerTime> until; ///< only while it is acquired
};

std::optional<Slot> slotFrom(std::string_view text, ServerTime now)
{
    const auto members = jsonMembers(text);
    if (!members || members->empty() || members->front().name != "status")
        return std::nullopt;
    const auto &status = members->front().text;
    if (members->size() == 1 && (status == "available" || status == "consumed"))
        return Slot{text, {}};
    const auto until = members->size() == 2 && (*members)[1].name == "ttl" ? grammar::plausibleTime((*members)[1].text, now) : std::nullopt;
    return status == "acquired" && until ? std::optional(Slot{text, until}) : std::nullopt;
}

// The slots of the pool; empty: it is no pool.
std::vector<Slot> poolOf(const KeySnapshot &look)
{
    const auto text = stringlock::textOf(look);
    if (!text || text->size() < 2 || text->front() != '[' || text->back() != ']')
        return {};
    std::vector<Slot> pool;
    for (auto rest = text->substr(1, text->size() - 2); !rest.empty();) {
        const auto end = std::min(rest.find('}'), rest.size() - 1) + 1;
        const auto slot = slotFrom(rest.substr(0, end), look.at);
        if (!slot || (end < rest.size() && rest[end] != ','))
            return {};
        pool.push_back(*slot);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return pool;
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    const auto pool = poolOf(look);
    LockMatch match;
    for (std::size_t i = 0; i < pool.size(); ++i) {
        if (!pool[i].until || *pool[i].until <= look.at)
            continue;
        Holder holder;
        holder.owner = std::to_string(i);
        holder.deadline = pool[i].until;
        match.holders.push_back(std::move(holder));
    }
    if (match.holders.empty())
        return std::nullopt;
    match.library = library;
    match.kind = LockKind::Semaphore;
    match.variant = "semaphore";
    match.confidence = 5;
    match.why = {"the value is a JSON list of slots with a status each, and with the time at which an acquired one lapses"};
    match.ownerScope = OwnerScope::Constant; // the same slot is used by one client after another
    match.leaseRule = LeaseRule::NeverByDesign;
    match.waiters = stringlock::clientsPoll();
    return match;
}

// The pool must stay: without it, the library does not know the semaphore.
ReleaseRecipe release(const ReleaseCase &what)
{
    const auto pool = poolOf(what.look);
    std::string text;
    for (std::size_t i = 0; i < pool.size(); ++i) {
        const bool freed = std::ranges::any_of(what.freed, [&](const Holder &holder) { return holder.owner == std::to_string(i); });
        text += (text.empty() ? "" : ",") + std::string(freed ? available : pool[i].text);
    }
    ReleaseRecipe recipe;
    recipe.instead = {
        recipe::step("SET", {recipe::key(what.look.id.key), recipe::text('[' + text + ']'), recipe::text("KEEPTTL")}),
    };
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"semaphore"},
    .types = {ValueType::String},
    .notes =
        {{"petty-cache",
          "the semaphores of petty-cache (Node): a holder is the number of its slot. A pool above 512 bytes (a dozen slots) is not read",
          "any name", "a JSON list of slots with a status each"}},
    .rank = 10,
    .classify = classify,
    .release = release,
};

} // namespace lockcore::petty_cache_format
