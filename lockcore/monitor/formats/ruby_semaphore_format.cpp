// SPDX-License-Identifier: MIT
// redis-semaphore (Ruby): `SEMAPHORE:<name>:GRABBED` is a hash of tokens and the times at which they were taken. Free tokens wait in the list
// `:AVAILABLE`, on which waiters block; `:EXISTS` and `:VERSION` are bookkeeping. Seen in its own output.
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/grammar.h"

namespace lockcore::ruby_semaphore_format {

namespace {

constexpr std::string_view library = "ruby-redis-semaphore";
constexpr std::string_view head = "SEMAPHORE:";
constexpr std::string_view grabbed = ":GRABBED";
constexpr std::string_view available = ":AVAILABLE";

std::optional<Bytes> nameIn(std::string_view key, std::string_view tail)
{
    const auto at = key.find(head);
    if (at == key.npos || !key.ends_with(tail) || key.size() <= at + head.size() + tail.size())
        return std::nullopt;
    return Bytes(key.substr(0, key.size() - tail.size()));
}

std::optional<LockMatch> bookkeeping(const KeySnapshot &look)
{
    if (!nameIn(look.id.key, ":EXISTS") && !nameIn(look.id.key, ":VERSION"))
        return std::nullopt;
    return grammar::bookkeeping(library);
}

std::optional<LockMatch> tokens(const KeySnapshot &look)
{
    const auto name = nameIn(look.id.key, grabbed);
    if (!name || look.value.elements.empty())
        return std::nullopt;
    LockMatch match;
    for (const auto &[token, taken] : look.value.elements) {
        const auto time = grammar::timeFromSeconds(taken);
        if (!time)
            return std::nullopt;
        Holder holder;
        holder.owner = token;
        holder.facts = {{"taken at", isoTime(*time)}};
        match.holders.push_back(std::move(holder));
    }
    match.library = library;
    match.kind = LockKind::Semaphore;
    match.variant = "semaphore";
    match.confidence = 5;
    match.why = {"the name is SEMAPHORE:<name>:GRABBED and each field is a token with the time at which it was taken"};
    match.ownerScope = OwnerScope::Constant; // a token is a number, and one client after another uses it
    match.datesHoldings = match.wakesByPop = true;
    match.waiters.why = "waiters block on " + escaped(*name + Bytes(available)) + ": Redis shows that a client blocks, not on which key";
    if (const auto *free = grammar::companion(look, *name + Bytes(available)); free && free->type == ValueType::List)
        match.companions = {
            {*name + Bytes(available), "free tokens", std::to_string(free->length) + (free->length == 1 ? " entry" : " entries"), true}};
    return match;
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    return look.value.type == ValueType::Hash ? tokens(look) : bookkeeping(look);
}

TypedNames companions(const KeySnapshot &look)
{
    const auto name = nameIn(look.id.key, grabbed);
    return name ? TypedNames{{*name + Bytes(available), ValueType::List}} : TypedNames();
}

// The token must be returned, or the semaphore loses a permit for ever. The push wakes a waiter.
ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    recipe.showsRetake = true; // by the times of acquisition
    recipe.noLease = "the tokens that are taken would be gone when the lease ended, not free";
    const auto name = nameIn(what.look.id.key, grabbed);
    for (const auto &holder : what.freed) {
        recipe.elements.push_back({holder.owner, recipe::differenceOf(what.look.value, holder.owner)});
        if (name)
            recipe.after.push_back(recipe::step("LPUSH", {recipe::key(*name + Bytes(available)), recipe::text(holder.owner)}));
    }
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"semaphore", "bookkeeping"},
    .names = {"*SEMAPHORE:*"},
    .types = {ValueType::Hash, ValueType::String},
    .notes = {{"ruby-redis-semaphore", "redis-semaphore (Ruby)", "`*SEMAPHORE:<name>:GRABBED`",
               "a hash of tokens and the times at which they were taken"}},
    .rank = 10,
    .classify = classify,
    .companions = companions,
    .release = release,
};

} // namespace lockcore::ruby_semaphore_format
