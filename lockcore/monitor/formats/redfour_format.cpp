// SPDX-License-Identifier: MIT
// redfour and ioredfour: `<namespace>:<name>` = a hash with the single field `index`, a number from the counter `<namespace>index`. Waiters
// block on the list `<namespace>:<name>:notify…`, whose name the key does not reveal. Seen in their own output.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

namespace lockcore::redfour_format {

namespace {

constexpr std::string_view library = "redfour";

std::optional<Bytes> counterOf(std::string_view key)
{
    const auto colon = key.find(':');
    return colon == key.npos || colon == 0 ? std::nullopt : std::optional(Bytes(key.substr(0, colon)) + "index");
}

// The number of this acquisition: the only field.
const Bytes *indexIn(const KeySnapshot &look)
{
    const auto *index = look.value.type == ValueType::Hash && look.value.length == 1 ? look.value.find("index") : nullptr;
    return index && look.deadline && grammar::isDigits(*index, 1, 15) ? index : nullptr;
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    const auto *index = indexIn(look);
    const auto counterKey = counterOf(look.id.key);
    if (!index || !counterKey)
        return std::nullopt;
    const auto *counter = grammar::companion(look, *counterKey);
    const bool counted = counter && counter->type == ValueType::String && grammar::isDigits(counter->text, 1, 15)
                         && parseInteger(counter->text) >= parseInteger(*index);
    if (!counted && look.companions.contains(*counterKey) && !hasLockWord(look.id.key))
        return std::nullopt;
    LockMatch match;
    match.library = library;
    match.ownerScope = OwnerScope::Acquisition;
    match.variant = "lock";
    match.confidence = counted ? 5 : hasLockWord(look.id.key) ? 3 : 2;
    match.why = {"a hash with the one field index"};
    if (counted) {
        match.why.push_back("the counter " + escaped(*counterKey) + " has given this number out");
        match.companions = {{*counterKey, "counter of acquisitions", counter->text, true}};
    }
    Holder holder;
    holder.owner = *index;
    holder.facts = {{"acquisition", *index}};
    match.holders = {std::move(holder)};
    match.leased();
    match.wakesByPop = true;
    match.waiters.why = "waiters block on a list: Redis shows that a client blocks, not on which key";
    return match;
}

TypedNames companions(const KeySnapshot &look)
{
    const auto counter = indexIn(look) ? counterOf(look.id.key) : std::nullopt;
    return counter ? TypedNames{{*counter, ValueType::String}} : TypedNames();
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"lock"},
    .types = {ValueType::Hash},
    .notes = {{"redfour", "redfour and ioredfour (Node)", "`<namespace>:<name>`, with the counter `<namespace>index`",
               "a hash of the one field `index`"}},
    .rank = 10,
    .classify = classify,
    .companions = companions,
};

} // namespace lockcore::redfour_format
