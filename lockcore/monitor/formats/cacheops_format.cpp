// SPDX-License-Identifier: MIT
// django-cacheops: while a query is computed, its cache key holds the text LOCK for at most a minute. Only with the library's script is this
// more than a text. Seen in its own output.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::cacheops_format {

namespace {

constexpr std::string_view library = "cacheops";

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || *text != "LOCK" || !look.deadline || *grammar::ttlOf(look) > stringlock::shortLease
        || !surroundings.fingerprints.contains(library))
        return std::nullopt;
    auto finding = stringlock::finding(library, "cache refresh", 3, look);
    finding.byScriptsAlone = true;
    finding.why = {"the value is LOCK with a short TTL, and the server knows the scripts of the library"};
    finding.holders.front() = Holder();
    finding.ownerScope = OwnerScope::Nobody;
    finding.leased(Milliseconds(60'000));
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"cache refresh"},
    .types = {ValueType::String},
    .scripts = {"a373f53c1aeef26c854ffe0f616096ebf731fcbb"},
    .rank = 10,
    .classify = classify,
};

} // namespace lockcore::cacheops_format
