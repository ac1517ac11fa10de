// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/evidence.h"

#include "lockcore/base/ascii.h"
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/serialised.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::chrono::hours longestTtl(24);

bool hasTtl(const KeySnapshot &look)
{
    const auto ttl = grammar::ttlOf(look);
    return ttl && *ttl <= longestTtl;
}

bool isPrintable(char c) { return c > ' ' && c <= '~'; }

} // namespace

Evidence::Evidence(const KeySnapshot &look)
    : m_word(lockWordIn(look.id.key))
    , m_hasTtl(hasTtl(look))
{
    m_points = (m_word == LockWord::Clear ? 2 : m_word == LockWord::Weak ? 1 : 0) + (m_hasTtl ? 1 : 0);
}

void Evidence::add(int points, std::string sentence)
{
    m_points += points;
    m_sentences.push_back(std::move(sentence));
}

int Evidence::confidence() const
{
    if (m_word == LockWord::None)
        return m_points >= 3 && m_hasTtl ? 1 : 0;
    return m_points >= 6 ? 3 : m_points >= 3 ? 2 : m_points == 2 ? 1 : 0;
}

std::optional<LockMatch> Evidence::judged(LockMatch match) const
{
    match.confidence = confidence();
    if (match.confidence == 0)
        return std::nullopt;
    for (const auto &sentence : m_sentences)
        match.why.push_back(sentence);
    match.why.emplace_back(m_word == LockWord::Clear  ? "the name says that it is a lock"
                           : m_word == LockWord::Weak ? "the name may be that of a lock"
                                                      : "nothing in the name says that it is a lock");
    if (m_hasTtl)
        match.why.emplace_back("it has a TTL of at most a day");
    return match;
}

OwnerText ownerText(std::string_view text)
{
    constexpr std::size_t longestToken = 128; // a longer one carries data
    constexpr std::size_t longestName = 64;
    constexpr std::size_t leastOfProcess = 4; // digits: a smaller number may be a figure
    if (text.empty() || text.size() > longestToken || isSerialised(text))
        return {};
    if (grammar::looksDrawn(text))
        return {2, "the value looks like a token"};
    if (grammar::isProcess(text))
        return {2, "the value is a process of a host"};
    if (grammar::isOneOwners(text) && !grammar::isNumberedName(text))
        return {2, "the value holds a token"};
    if (grammar::isDigits(text, leastOfProcess, 20))
        return {1, "the value is a number as processes and threads have them"};
    if (text.size() > longestName || std::string_view("<[{\"").find(text.front()) != std::string_view::npos)
        return {};
    if (std::ranges::all_of(text, isPrintable) && std::ranges::any_of(text, isLetter))
        return {1, "the value is a text of no known shape: an owner's name, or what is done"};
    return {0, "the value is a text of no known shape"};
}

} // namespace lockcore
