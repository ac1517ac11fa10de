// SPDX-License-Identifier: MIT
// python-redis-lock: `lock:<name>` = base64 of 18 bytes; waiters block on the list `lock-signal:<name>`. Reference, §3.1.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::python_redis_lock_format {

namespace {

constexpr std::string_view library = "python-redis-lock";
constexpr std::string_view keyHead = "lock:";
constexpr std::string_view signalHead = "lock-signal:";

Bytes signalOf(std::string_view key) { return Bytes(signalHead) + Bytes(key.substr(keyHead.size())); }

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &surroundings)
{
    const auto text = stringlock::textOf(look);
    const std::string_view key = look.id.key;
    if (!text || !key.starts_with(keyHead) || key.size() == keyHead.size() || !grammar::isBase64Of18(*text)
        || !stringlock::hasBothCases(*text) // 24 hex digits are an ObjectId or a Sidekiq job
        || !stringlock::changesSortOften(*text))
        return std::nullopt;
    auto match = stringlock::match(library, "Lock", 4, look);
    match.wakesByPop = true;
    match.ownerScope = OwnerScope::Object;
    match.why = {"the name begins with lock: and the value is base64 of 18 bytes"};
    match.waiters.why = "waiters block on " + escaped(signalOf(key)) + ": Redis shows that a client blocks, not on which key";
    const auto *signal = grammar::companion(look, signalOf(key));
    const bool signalled = signal && signal->type == ValueType::List;
    if (!signalled)
        stringlock::namedByToken(match, OwnerScope::Object, surroundings);
    const auto summary = signalled ? std::to_string(signal->length) + " signals" : "";
    match.companions.push_back({signalOf(key), "list that wakes a waiter", summary, false});
    return match;
}

TypedNames companions(const KeySnapshot &look)
{
    const std::string_view key = look.id.key;
    const bool mayBe = look.value.type == ValueType::String && key.starts_with(keyHead) && look.value.length == 24;
    return mayBe ? TypedNames{{signalOf(key), ValueType::List}} : TypedNames();
}

std::optional<Bytes> lockOf(std::string_view text)
{
    if (!text.starts_with(signalHead) || text.size() == signalHead.size())
        return std::nullopt;
    return Bytes(keyHead) + Bytes(text.substr(signalHead.size()));
}

// §3.1: waiters block on the list, for ever if the lock has no expiry.
ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    const auto signal = recipe::key(signalOf(what.look.id.key));
    recipe.after = {recipe::step("DEL", {signal})};
    recipe.wakeUps = {recipe::step("LPUSH", {signal, recipe::text("1")}), recipe::step("PEXPIRE", {signal, recipe::text("1000")})};
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"Lock"},
    .names = {"lock-signal:*", "lock:*"},
    .types = {ValueType::String},
    .broadcast = {"lock:"},
    // 3.0 to 4.0: release, reset and extend.
    .scripts = {"90da91872223f85eb1376a17e3c4df21ace8c54b", "afbc8014508f92e446b56567e8ba600e811c1bd5",
                "fed16109024d968d9496e4140fe1355bac05ebff", "ae7cc25ea7f8e1bf59f60e7e4d68ebf4c24a97ad",
                "347d641ef9f9783e6ce66686792cd09e0a388ea0", "6b20b1ed22f1d9a3df1dc2616e9cdd32a13e7740",
                "596e92cf03683cfede162551b468e60d7d70f81d", "2e1257df468c334a0dcc2ca4577c3c13f32fce24"},
    .notes = {{"python-redis-lock", "python-redis-lock", "`lock:*`, with the list `lock-signal:*`", "base64 of 18 bytes"}},
    .rank = 10,
    .classify = classify,
    .companions = companions,
    .lockOf = lockOf,
    .release = release,
};

} // namespace lockcore::python_redis_lock_format
