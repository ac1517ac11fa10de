// SPDX-License-Identifier: MIT
// redlock-rb (Ruby): uuid4 under a name that the caller chose, so only the library's scripts on the server identify it. Reference, §4 and
// §11.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::redlock_rb_format {

namespace {

constexpr std::string_view library = "redlock-rb";

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isUuid4(*text) || !surroundings.fingerprints.contains(library))
        return std::nullopt;
    return stringlock::tokenByName(library, "Lock", 2, "the value is a random UUID, as this library and many others draw their tokens",
                                   look, surroundings);
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"Lock"},
    .types = {ValueType::String},
    .scripts = {"ceb2b2062e40c51a2b3963fd078bc71f11bdc65c", "8e4905cee18e7c3188d10f2b8b170e403baed34f"},
    .rank = 4,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::MayResurrect,
                         "redlock-rb writes the key again when it is extended, unless extend_only_if_locked is set"},
                        {ReleaseWarning::Kind::OneOfSeveralServers, ""}},
};

} // namespace lockcore::redlock_rb_format
