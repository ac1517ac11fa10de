// SPDX-License-Identifier: MIT
// rueidislock (Go): `rueidislock:<i>:<name>` = 24 random bytes, one key for each i that it needs a majority of.
// Reference, §4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::rueidislock_format {

namespace {

constexpr std::string_view library = "rueidislock";
constexpr std::string_view keyHead = "rueidislock:";

bool isPart(std::string_view key)
{
    if (!key.starts_with(keyHead))
        return false;
    const auto rest = key.substr(keyHead.size());
    const auto colon = rest.find(':');
    return colon != rest.npos && grammar::isDigits(rest.substr(0, colon), 1, 3) && colon + 1 < rest.size();
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    if (!text || text->size() != 24 || !isPart(look.id.key))
        return std::nullopt;
    auto finding = stringlock::finding(library, "part of a majority", 4, look);
    finding.ownerScope = OwnerScope::Acquisition;
    finding.why = {"the name is rueidislock:<part>:<name> and the value has 24 bytes", "one lock spans several of these keys"};
    finding.leased(Milliseconds(5'000));
    finding.waiters.why = "waiters are notified by client-side caching: Redis does not say who waits";
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"part of a majority"},
    .names = {"rueidislock:*"},
    .types = {ValueType::String},
    .broadcast = {"rueidislock:"},
    .scripts = {"9eb62214c9af87ae5f9a9f12bb4520281c0d2ae1", "3875d208d9e377969d2022550302cc83ad17b584"},
    .rank = 10,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::SeveralKeys, "one lock of rueidislock is a majority of keys rueidislock:<i>:<name>"}},
};

} // namespace lockcore::rueidislock_format
