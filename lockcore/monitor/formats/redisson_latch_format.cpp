// SPDX-License-Identifier: MIT
// RCountDownLatch: an integer, claimed only when someone waits on its channel. Reference, §2 and §7.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/redisson_common.h"

namespace lockcore {

namespace {

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto channel = redisson::latchChannel(look.id.key);
    if (look.value.type != ValueType::String || !look.value.whole() || !grammar::isSmallCount(look.value.text)
        || !surroundings.channels.contains(channel))
        return std::nullopt;
    auto finding = redisson::counterFinding(LockKind::Latch, "RCountDownLatch", 4);
    finding.why = {"an integer, and someone is subscribed to the channel of a Redisson latch of this name",
                   "it opens after " + look.value.text + " more"};
    finding.waitChannels = {channel};
    finding.waiters = redisson::countedByChannel();
    redisson::explainName(finding, look.id.key);
    return finding;
}

std::optional<Announcement> announced(std::string_view channel, std::string_view payload)
{
    const auto name = redisson::nameInLatchChannel(channel);
    if (!name || payload != redisson::latchOpened)
        return std::nullopt;
    return Announcement{*name};
}

// Redisson's own delete tells `1`, which opens nothing (§2).
ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    recipe.wakeUps = {redisson::tell(recipe::channel(redisson::latchChannel(what.look.id.key)),
                                     recipe::text(Bytes(redisson::latchOpened)))};
    return recipe;
}

std::span<const Example> examples()
{
    Surroundings heard;
    heard.channels = {"redisson_countdownlatch__channel__{start}", "redisson_countdownlatch__channel__{start:{7}}"};
    Finding expected;
    expected.library = "redisson";
    expected.kind = LockKind::Latch;
    expected.variant = "RCountDownLatch";
    expected.confidence = 4;
    expected.why = {"an integer, and someone is subscribed to the channel of a Redisson latch of this name",
                    "it opens after 3 more"};
    expected.ownerScope = OwnerScope::Nobody;
    expected.leaseRule = LeaseRule::NeverByDesign;
    expected.waitChannels = {"redisson_countdownlatch__channel__{start}"};
    expected.waiters.why =
        "waiting Redisson instances subscribe to a channel; threads of one instance share the subscription";
    auto expectedTagged = expected;
    expectedTagged.waitChannels = {"redisson_countdownlatch__channel__{start:{7}}"};
    static const std::vector<Example> all = {
        {"a latch that someone waits for", example::look("start", example::string("3")), heard, expected},
        {"its channel has braces whatever the name", example::look("start:{7}", example::string("3")), heard, expectedTagged},
        {"an integer alone", example::look("start", example::string("3")), {}, {}},
        {"an open latch has no key, so 0 is something else", example::look("start", example::string("0")), heard, {}},
    };
    return all;
}

} // namespace

extern const Format redissonLatchFormat;
const Format redissonLatchFormat = {
    .library = redisson::library,
    .names = {},
    .types = {ValueType::String},
    .announcements = {"redisson_countdownlatch__channel__*"},
    .broadcast = {},
    .scripts = {},
    .rank = 20,
    .classify = classify,
    .companions = nullptr,
    .lockOf = redisson::nameInLatchChannel,
    .announced = announced,
    .examples = examples,
    .release = release,
};

} // namespace lockcore
