// SPDX-License-Identifier: MIT
// phpredis' session lock: `<session key>_LOCK` = `<host>|<pid>`. Reference, §4. The prefix of sessions can be changed, but then the name is like
// that of anybody's lock.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::phpredis_session_format {

namespace {

constexpr std::string_view library = "phpredis";
constexpr std::string_view keyHead = "PHPREDIS_SESSION";
constexpr std::string_view keyTail = "_LOCK";

Bytes sessionOf(std::string_view key) { return Bytes(key.substr(0, key.size() - keyTail.size())); }

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const std::string_view key = look.id.key;
    const auto text = stringlock::textOf(look);
    const auto process = text ? stringlock::hostAndNumber(*text, '|') : std::nullopt;
    if (!process || !key.starts_with(keyHead) || !key.ends_with(keyTail))
        return std::nullopt;
    auto finding = stringlock::finding(library, "session", 4, look);
    finding.why = {"the name begins with PHPREDIS_SESSION, ends with _LOCK, and the value is <host>|<pid>: so phpredis locks a session"};
    finding.holders.front().facts = {{"host", std::string(process->host)}, {"pid", std::string(process->number)}};
    finding.ownerScope = OwnerScope::Constant;
    finding.companions = {{sessionOf(key), "the session", {}, true}};
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"session"},
    .names = {"*_LOCK"},
    .types = {ValueType::String},
    .scripts = {"b70c2384248f88e6b75b9f89241a180f856ad852"},
    .rank = 10,
    .classify = classify,
};

} // namespace lockcore::phpredis_session_format
