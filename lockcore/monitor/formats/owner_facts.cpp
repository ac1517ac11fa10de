// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/owner_facts.h"

#include "lockcore/base/ascii.h"
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/string_locks.h"

#include <algorithm>

namespace lockcore::grammar {

namespace {

constexpr std::size_t uuidLength = 36;

bool isHostCharacter(char c) { return isLetter(c) || isDigit(c) || c == '.' || c == '-'; }

bool isHost(std::string_view text)
{
    return !text.empty() && text.size() <= 253 && std::all_of(text.begin(), text.end(), isHostCharacter) && !isDigits(text, 1, 253);
}

// `host:pid`, `host|pid`, `host:pid:thread`
std::vector<OwnerFact> hostAndPid(std::string_view owner)
{
    const auto afterHost = owner.find_first_of(":|@");
    if (afterHost == owner.npos || !isHost(owner.substr(0, afterHost)))
        return {};
    const auto rest = owner.substr(afterHost + 1);
    const auto afterPid = rest.find(':');
    const auto pid = rest.substr(0, afterPid);
    if (!isDigits(pid, 1, 7))
        return {};
    std::vector<OwnerFact> facts = {{"host", std::string(owner.substr(0, afterHost))}, {"pid", std::string(pid)}};
    if (afterPid != rest.npos && afterPid + 1 < rest.size())
        facts.push_back({"thread", escaped(rest.substr(afterPid + 1))});
    return facts;
}

// A run of at least `least` characters that `isOne` of, with so many digits and letters.
template <class IsOne>
bool hasRun(std::string_view text, std::size_t least, std::ptrdiff_t digits, IsOne isOne)
{
    constexpr std::ptrdiff_t letters = 2;
    for (auto begin = text.begin(); begin != text.end();) {
        begin = std::find_if(begin, text.end(), isOne);
        const auto end = std::find_if_not(begin, text.end(), isOne);
        if (static_cast<std::size_t>(end - begin) >= least && std::count_if(begin, end, isDigit) >= digits
            && std::count_if(begin, end, isLetter) >= letters)
            return true;
        begin = end;
    }
    return false;
}

} // namespace

bool isNumberedName(std::string_view owner)
{
    return !owner.empty() && isLetter(owner.front()) && !hostAndPid(owner).empty(); // a time begins with a digit
}

std::vector<OwnerFact> factsOf(const UuidAndNumber &owner)
{
    return {{"uuid", std::string(owner.uuid)}, {"thread", std::string(owner.number)}};
}

std::vector<OwnerFact> factsOfOwner(std::string_view owner, ServerTime now)
{
    if (isUuid4(owner.substr(0, uuidLength))) {
        std::vector<OwnerFact> facts = {{"uuid", std::string(owner.substr(0, uuidLength))}};
        if (owner.size() > uuidLength + 1 && std::string_view(":-_@#/|").find(owner[uuidLength]) != std::string_view::npos)
            facts.push_back({"thread", escaped(owner.substr(uuidLength + 1))});
        return facts;
    }
    if (const auto uuid = uuid1Hex(owner, now))
        return factsOf(*uuid);
    return hostAndPid(owner);
}

bool looksDrawn(std::string_view owner)
{
    const auto isTokenCharacter = [](char c) { return isHostCharacter(c) || c == '+' || c == '/' || c == '_' || c == '='; };
    if (isUuid4(owner.substr(0, uuidLength)) || isHex(owner, 32) || isHex(owner, 40))
        return true;
    // Words and numbers are short or consist of one sort of characters; a token mixes digits and letters.
    const auto digits = std::ranges::count_if(owner, isDigit);
    const auto others = static_cast<std::ptrdiff_t>(owner.size()) - digits;
    return (owner.size() >= 16 && std::all_of(owner.begin(), owner.end(), isTokenCharacter) && digits >= 2 && others >= 2
            && owner.find_first_of(".-_") == owner.npos && !timeFromIso(owner))
           || isRandomBytes(owner);
}

bool isOneOwners(std::string_view owner)
{
    const auto isOfToken = [](char c) { return isDigit(c) || isLetter(c); };
    const auto isOfNanoid = [&](char c) { return isOfToken(c) || c == '-' || c == '_'; };
    const auto isOfUuid = [](char c) { return isDigit(c) || (toLowerCase(c) >= 'a' && toLowerCase(c) <= 'f') || c == '-'; };
    return looksDrawn(owner) || hasRun(owner, 16, 2, isOfToken) || hasRun(owner, 20, 6, isOfUuid)
           || (stringlock::hasBothCases(owner) && hasRun(owner, 20, 2, isOfNanoid)) || isNumberedName(owner);
}

// `user:42` is an id, so the host must look like one, or a thread be named.
bool isProcess(std::string_view owner)
{
    constexpr std::string_view ofHosts = "0123456789-.";
    const auto facts = isNumberedName(owner) ? hostAndPid(owner) : std::vector<OwnerFact>();
    if (facts.empty())
        return false;
    const auto &host = facts.front().text;
    return facts.size() > 2 || host.find_first_of(ofHosts) != host.npos || host == "localhost";
}

Bytes withoutTime(std::string_view owner, ServerTime now)
{
    Bytes rest;
    bool timed = false;
    for (std::size_t begin = 0; begin < owner.size() && owner.size() <= Value::mostTextBytes;) {
        const auto end = std::max(std::min(owner.find_first_not_of("0123456789", begin), owner.size()), begin + 1);
        const auto run = owner.substr(begin, end - begin);
        const bool time = plausibleTime(run, now).has_value();
        timed = timed || time;
        rest += time ? std::string_view("@") : run;
        begin = end;
    }
    return timed && std::ranges::any_of(rest, [](char c) { return isLetter(c) || isDigit(c); }) ? rest : Bytes();
}

} // namespace lockcore::grammar
