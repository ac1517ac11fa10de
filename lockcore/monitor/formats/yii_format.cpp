// SPDX-License-Identifier: MIT
// yii2-redis' Mutex: the name is 5 hex digits of the application and the MD5 of the lock's name, the value 20 random characters. Seen in its
// own output.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

#include <algorithm>

namespace lockcore::yii_format {

namespace {

constexpr std::string_view library = "yii2-redis";
constexpr std::size_t nameLength = 37;
constexpr std::size_t tokenLength = 20;

bool isToken(std::string_view text)
{
    const auto isOfToken = [](char c) { return c == '-' || c == '_' || (grammar::isBase64Digit(c) && c != '+' && c != '/'); };
    return text.size() == tokenLength && std::all_of(text.begin(), text.end(), isOfToken) && stringlock::hasBothCases(text);
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    if (!text || !isToken(*text) || !look.deadline || !grammar::isHex(look.id.key, nameLength))
        return std::nullopt;
    auto finding = stringlock::finding(library, "Mutex", 3, look);
    finding.ownerScope = OwnerScope::Acquisition;
    finding.why = {"the name is 37 hex digits, as this library derives it, and the value is 20 random characters"};
    finding.leased(Milliseconds(30'000));
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"Mutex"},
    .types = {ValueType::String},
    .rank = 10,
    .classify = classify,
};

} // namespace lockcore::yii_format
