// SPDX-License-Identifier: MIT
// RCountDownLatch: an integer, claimed only when someone waits on its channel. Reference, §2 and §7.
#include "lockcore/monitor/formats/redisson_common.h"

namespace lockcore::redisson_latch_format {

namespace {

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &surroundings)
{
    const auto channel = redisson::latchChannel(look.id.key);
    if (look.value.type != ValueType::String || !look.value.whole() || !grammar::isSmallCount(look.value.text)
        || !surroundings.channels.contains(channel))
        return std::nullopt;
    auto match = redisson::counterFinding(LockKind::Latch, "RCountDownLatch", 4);
    match.why = {"an integer, and someone is subscribed to the channel of a Redisson latch of this name",
                 "it opens after " + look.value.text + " more"};
    match.waitChannels = {channel};
    match.waiters = redisson::countedByChannel();
    redisson::explainName(match, look.id.key);
    return match;
}

std::vector<Bytes> channels(std::string_view key) { return {redisson::latchChannel(key)}; }

std::optional<Announcement> announced(std::string_view channel, std::string_view payload)
{
    const auto name = redisson::nameInLatchChannel(channel);
    if (!name || payload != redisson::latchOpened)
        return std::nullopt;
    return Announcement{*name};
}

// Redisson's own delete publishes `1`, which does not open the latch (§2).
ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    recipe.wakeUps = {
        redisson::tell(recipe::channel(redisson::latchChannel(what.look.id.key)), recipe::text(Bytes(redisson::latchOpened)))};
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = redisson::library,
    .variants = {"RCountDownLatch"},
    .types = {ValueType::String},
    .announcements = {"redisson_countdownlatch__channel__*"},
    .notes = {{"redisson", "Redisson's latch", "any name, while its channel has subscribers", "a number"}},
    .rank = 20,
    .classify = classify,
    .channels = channels,
    .lockOf = redisson::nameInLatchChannel,
    .announced = announced,
    .release = release,
};

} // namespace lockcore::redisson_latch_format
