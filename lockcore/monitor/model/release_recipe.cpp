// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/release_recipe.h"

#include "lockcore/monitor/model/format.h"
#include "lockcore/monitor/model/words.h"

namespace lockcore {

namespace {

constexpr Words<Difference, 7> differences = {{
    {Difference::Type, "type"},
    {Difference::Owner, "owner"},
    {Difference::Count, "count"},
    {Difference::Holders, "holders"},
    {Difference::Lease, "lease"},
    {Difference::Queue, "queue"},
    {Difference::Value, "value"},
}};

using Kind = ReleaseWarning::Kind;

constexpr Words<Kind, 26> warnings = {{
    {Kind::HolderRenews, "holder-renews"},
    {Kind::HolderExtended, "holder-extended"},
    {Kind::HolderStopped, "holder-stopped-renewing"},
    {Kind::HolderMayBeAlive, "holder-may-be-alive"},
    {Kind::WaiterMayBeAlive, "waiter-may-be-alive"},
    {Kind::LeaseMayEnd, "lease-may-end"},
    {Kind::RetakeUnseen, "retake-unseen"},
    {Kind::Resurrects, "resurrects"},
    {Kind::MayResurrect, "may-resurrect"},
    {Kind::DeletesNextOwners, "deletes-next-owners"},
    {Kind::OneOfSeveralServers, "one-of-several-servers"},
    {Kind::SeveralKeys, "several-keys"},
    {Kind::JobRunsTwice, "job-runs-twice"},
    {Kind::JobMayHaveEnded, "job-may-have-ended"},
    {Kind::Throttle, "throttle"},
    {Kind::TransactionCommits, "transaction-commits"},
    {Kind::Leadership, "leadership"},
    {Kind::OtherHoldersStay, "other-holders-stay"},
    {Kind::UnnamedAreFreed, "unnamed-are-freed"},
    {Kind::WaitersPoll, "waiters-poll"},
    {Kind::WaitersSleepOn, "waiters-sleep-on"},
    {Kind::MaybeNoLock, "maybe-no-lock"},
    {Kind::FenceStays, "fence-stays"},
    {Kind::FenceGoes, "fence-goes"},
    {Kind::CompanionIsALock, "companion-is-a-lock"},
    {Kind::WakesByGuess, "wakes-by-guess"},
}};

} // namespace

std::string_view toString(Difference difference) { return wordOf(differences, difference); }

std::optional<Difference> differenceFrom(std::string_view text) { return fromWord(differences, text); }

std::string_view toString(ReleaseWarning::Kind kind) { return wordOf(warnings, kind); }

namespace recipe {

ReleaseWord key(Bytes name) { return {ReleaseWord::Role::Key, std::move(name), {}}; }

ReleaseGuard field(Bytes name, const std::pair<Bytes, Bytes> &field)
{
    ReleaseGuard guard;
    guard.words = command("HGET", {key(std::move(name)), text(field.first)});
    guard.answer = field.second;
    guard.difference = guard.missing = Difference::Value;
    return guard;
}

ReleaseGuard size(Bytes name, const Value &value)
{
    const auto *verb = value.type == ValueType::Hash ? "HLEN" : value.type == ValueType::Zset ? "ZCARD" : "SCARD";
    ReleaseGuard guard;
    guard.words = command(verb, {key(std::move(name))});
    guard.answer = std::to_string(value.length);
    guard.number = true;
    guard.difference = Difference::Holders;
    return guard;
}

std::vector<ReleaseWord> keys(const std::vector<Bytes> &names)
{
    std::vector<ReleaseWord> words;
    for (const auto &name : names)
        words.push_back(key(name));
    return words;
}

ReleaseWord channel(Bytes name, std::string lua) { return {ReleaseWord::Role::Channel, std::move(name), std::move(lua)}; }

ReleaseWord text(Bytes text, std::string lua) { return {ReleaseWord::Role::Text, std::move(text), std::move(lua)}; }

ReleaseWords command(std::string_view verb, std::vector<ReleaseWord> words)
{
    words.insert(words.begin(), {ReleaseWord::Role::Verb, Bytes(verb), {}});
    return words;
}

ReleaseStep step(std::string_view verb, std::vector<ReleaseWord> words)
{
    ReleaseStep step;
    step.words = command(verb, std::move(words));
    return step;
}

void deleteWhatNobodyHolds(ReleaseRecipe &recipe, const KeySnapshot &look, std::int64_t besides, const Bytes &field)
{
    const auto last = std::ssize(recipe.elements) + besides;
    recipe.prepare =
        "-- Whoever is removed last leaves nothing behind.\nlocal last = redis.call('HLEN', KEYS[1]) == " + std::to_string(last);
    auto remove = field.empty() ? step("DEL", {key(look.id.key)}) : step("HDEL", {key(look.id.key), text(field)});
    remove.when = "last";
    remove.onlyIf = "if nobody else holds it by then";
    remove.applies = look.value.length == last;
    recipe.after.push_back(std::move(remove));
}

void warnOfMark(ReleaseRecipe &recipe, const LockMatch &match)
{
    if (match.ownerScope == OwnerScope::Nobody)
        recipe.warnings.push_back({Kind::DeletesNextOwners, "if it is alive: the value is the same for all"});
}

Difference differenceOf(const Value &value, const Bytes &holder)
{
    constexpr std::int64_t mostHolds = 1000;
    if (value.type == ValueType::Zset)
        return Difference::Lease;
    const auto *second = value.find(holder);
    const bool counts = value.type != ValueType::Hash || !second || parseInteger(*second).value_or(mostHolds + 1) <= mostHolds;
    return counts ? Difference::Count : Difference::Value;
}

ReleaseRecipe plain(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    if (what.wholeKey() || what.look.value.type == ValueType::String)
        return recipe;
    for (const auto &holder : what.freed)
        recipe.elements.push_back({holder.owner, differenceOf(what.look.value, holder.owner)});
    return recipe;
}

} // namespace recipe

} // namespace lockcore
