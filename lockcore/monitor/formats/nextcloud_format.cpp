// SPDX-License-Identifier: MIT
// Nextcloud's file locks: `<prefix>/lockfiles/<md5>` = `"exclusive"`, with the quotes of JSON, or the number of those who share it. Nobody is
// recorded. Reference, §4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::nextcloud_format {

namespace {

constexpr std::string_view library = "nextcloud";
constexpr std::string_view infix = "/lockfiles/";
constexpr std::size_t md5Length = 32;

bool isName(std::string_view key)
{
    const auto at = key.rfind(infix);
    return at != key.npos && grammar::isHex(key.substr(at + infix.size()), md5Length);
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    const bool exclusive = text && *text == "\"exclusive\"";
    if (!text || !isName(look.id.key) || !(exclusive || grammar::isSmallCount(*text)))
        return std::nullopt;
    auto finding = stringlock::finding(library, exclusive ? "exclusive" : "shared", 5, look);
    finding.kind = LockKind::RwLock;
    finding.why = {exclusive ? "the name is /lockfiles/<md5> and the value says that one request has the file"
                             : "the name is /lockfiles/<md5> and the value counts the requests that share the file"};
    finding.holders.front() = Holder();
    finding.holders.front().mode = exclusive ? Mode::Write : Mode::Read;
    if (!exclusive)
        finding.holders.front().count = parseInteger(*text).value_or(1);
    finding.ownerScope = exclusive ? OwnerScope::Nobody : OwnerScope::Unknown; // who they are is not known, but they come and go
    finding.leased(Milliseconds(3'600'000));
    finding.waiters = stringlock::nobodyWaits("nobody waits for it: the request fails");
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"exclusive", "shared"},
    .names = {"*/lockfiles/*"},
    .types = {ValueType::String},
    .rank = 10,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::DeletesNextOwners, "Nextcloud releases a shared lock without checking the owner"}},
};

} // namespace lockcore::nextcloud_format
