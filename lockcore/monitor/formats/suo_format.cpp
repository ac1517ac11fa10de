// SPDX-License-Identifier: MIT
// suo (Ruby): a list in MessagePack with a pair for each holder: the time of acquisition or refresh, and a token of 16 bytes in base64 or a
// text of the caller. Without a TTL. A holder counts for an hour, or for as long as the reading client is configured. Follows from its
// source.
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/message_pack.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

#include <algorithm>
#include <cmath>

namespace lockcore::suo_format {

namespace {

constexpr std::string_view library = "suo";

std::optional<ServerTime> timeOf(const TimedText &holder, ServerTime now)
{
    constexpr double latest = 7'258'118'400; // the year 2200
    if (!(holder.time > 0 && holder.time < latest))
        return std::nullopt;
    const ServerTime time(Microseconds(std::llround(holder.time * 1e6)));
    return grammar::isNear(time, now) ? std::optional(time) : std::nullopt;
}

// Times and texts may also be samples of something else, if the texts are not random tokens and the name suggests no lock.
std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    const auto text = stringlock::textOf(look);
    const auto pairs = text ? messagePackTimedTexts(*text) : std::vector<TimedText>();
    const bool drawn = std::ranges::all_of(pairs, [](const TimedText &holder) { return grammar::isBase64Of16(holder.text); });
    if (pairs.empty() || (!drawn && !hasLockWord(look.id.key)))
        return std::nullopt;
    LockMatch match;
    for (const auto &pair : pairs) {
        const auto time = timeOf(pair, look.at);
        if (!time)
            return std::nullopt;
        const auto same = std::ranges::find(match.holders, pair.text, &Holder::owner);
        if (same != match.holders.end()) {
            ++same->count;
            continue;
        }
        Holder holder;
        holder.owner = pair.text;
        holder.facts = {{"taken or refreshed", isoTime(*time)}};
        match.holders.push_back(std::move(holder));
    }
    match.library = library;
    match.kind = LockKind::Semaphore;
    match.variant = "semaphore";
    match.confidence = drawn ? 4 : 3;
    match.why = {"the value is a list in MessagePack of times and "
                 + std::string(drawn ? "tokens of 16 bytes in base64" : "texts, and the name says that it is a lock")};
    match.ownerScope = drawn ? OwnerScope::Acquisition : OwnerScope::Unknown;
    match.leaseRule = LeaseRule::NeverByDesign;
    match.waiters = stringlock::clientsPoll();
    return match;
}

Bytes listHead(std::size_t size)
{
    constexpr std::size_t mostInOneByte = 15;
    if (size <= mostInOneByte)
        return {static_cast<char>(static_cast<unsigned char>(0x90 | size))};
    return {'\xdc', static_cast<char>(static_cast<unsigned char>(size >> 8)), static_cast<char>(static_cast<unsigned char>(size & 0xff))};
}

// The other holders stay in the list. Without them the key may be deleted: the next client creates it.
ReleaseRecipe release(const ReleaseCase &what)
{
    const auto pairs = messagePackTimedTexts(what.look.value.text);
    std::size_t kept = 0;
    Bytes packed;
    for (const auto &pair : pairs) {
        if (std::ranges::find(what.freed, pair.text, &Holder::owner) != what.freed.end())
            continue;
        ++kept;
        packed += pair.packed;
    }
    ReleaseRecipe recipe;
    if (kept > 0)
        recipe.instead = {
            recipe::step("SET", {recipe::key(what.look.id.key), recipe::text(listHead(kept) + packed), recipe::text("KEEPTTL")}),
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
        {{"suo",
          "suo (Ruby): a holder counts for an hour, unless its clients were told otherwise. Above 512 bytes (14 holders) it is not read",
          "any name", "a MessagePack list of times and tokens"}},
    .rank = 10,
    .classify = classify,
    .release = release,
};

} // namespace lockcore::suo_format
