// SPDX-License-Identifier: MIT
// pottery's Redlock (Python): `redlock:<key>` = uuid4. RedLock.net writes the same: only the scripts on the server distinguish them.
// Reference, §4 and §7.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::pottery_format {

namespace {

constexpr std::string_view library = "pottery";
constexpr std::string_view keyHead = "redlock:";

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isUuid4(*text) || !look.deadline || !look.id.key.starts_with(keyHead)
        || !surroundings.fingerprints.contains(library))
        return std::nullopt;
    auto finding = stringlock::finding(library, "Redlock", 3, look);
    finding.ownerScope = OwnerScope::Acquisition;
    finding.why = {"the name begins with redlock: and the value is a random UUID"};
    finding.leased(Milliseconds(10'000));
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"Redlock"},
    .types = {ValueType::String},
    .scripts = {"a4aada0b36710970eedaaaeec4a6b7d8c78c4f80", "ba015a80261b616e7a62d35df0b8e3edbe6c9414"},
    .rank = 10,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::OneOfSeveralServers, ""}},
};

} // namespace lockcore::pottery_format
