// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/lock_words.h"

#include "lockcore/base/ascii.h"
#include "lockcore/monitor/model/lock_word_lists.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace lockcore {

using namespace lockwords;

namespace {

constexpr std::size_t longestWord = 24;

enum class Letter : unsigned char { None, Lower, Upper };

constexpr auto letters = [] {
    std::array<Letter, 256> table{};
    for (unsigned c = 'a'; c <= 'z'; ++c)
        table[c] = Letter::Lower;
    for (unsigned c = 'A'; c <= 'Z'; ++c)
        table[c] = Letter::Upper;
    return table;
}();

// One bit per length, by first letter: nearly every word of an ordinary name fails here.
using Lengths = std::array<std::uint32_t, 26>;

template <std::size_t size>
constexpr Lengths lengthsOf(const std::array<std::string_view, size> &words)
{
    Lengths table{};
    for (const auto word : words)
        table[static_cast<std::size_t>(word.front() - 'a')] |= 1u << word.size();
    return table;
}

Letter letterAt(std::string_view name, std::size_t i)
{
    return i < name.size() ? letters[static_cast<unsigned char>(name[i])] : Letter::None;
}

template <const auto &words>
bool isOneOf(std::string_view letterRun)
{
    static constexpr auto lengths = lengthsOf(words);
    const auto first = static_cast<std::size_t>((letterRun.front() | 0x20) - 'a');
    if (letterRun.size() > longestWord || (lengths[first] >> letterRun.size() & 1) == 0)
        return false;
    for (const auto word : words) {
        if (equalsIgnoringCase(letterRun, word))
            return true;
    }
    return false;
}

// The end of the word that begins at `i`: `orderLock` is order + Lock, `HTTPLock` is HTTP + Lock, `REDLOCK` is one word.
std::size_t endOfWord(std::string_view name, std::size_t i)
{
    auto end = i + 1;
    if (letterAt(name, i) == Letter::Upper && letterAt(name, end) == Letter::Upper) {
        while (letterAt(name, end) == Letter::Upper)
            ++end;
        return letterAt(name, end) == Letter::Lower ? end - 1 : end;
    }
    while (letterAt(name, end) == Letter::Lower)
        ++end;
    return end;
}

bool isJoint(std::string_view name, std::size_t i) { return i < name.size() && (name[i] == '_' || name[i] == '-'); }

bool isPathSeparator(char c) { return c == ':' || c == '/' || c == '.'; }

// The part of the name that ends the word which begins at `i`, and only if a property or another use of a token ends there: `_version` of
// `lock_version:7`, `_otp` of `lock_otp:7`.
bool isFollowedByProperty(std::string_view name, std::size_t i)
{
    const auto begin = isJoint(name, i) ? i + 1 : i;
    if (letterAt(name, begin) == Letter::None)
        return false;
    const auto end = endOfWord(name, begin);
    const auto word = name.substr(begin, end - begin);
    return (isOneOf<properties>(word) || isOneOf<secrets>(word) || isOneOf<otherUses>(word)) && letterAt(name, end) == Letter::None
           && !isJoint(name, end);
}

// `code` of `entry_code` and of `entryCode`; empty if it ends with anything but a letter.
std::string_view lastWordOf(std::string_view part)
{
    auto begin = part.size();
    while (begin > 0 && letterAt(part, begin - 1) != Letter::None)
        --begin;
    while (begin < part.size() && endOfWord(part, begin) < part.size())
        begin = endOfWord(part, begin);
    return part.substr(begin);
}

struct IdAndWord
{
    std::string_view id;
    std::string_view word; ///< the last one
};

// `42` and `rent` of `lease:42:rent`, `42` and `seen` of `lock_42_last_seen`; empty if the name goes on otherwise behind the lock's word.
IdAndWord idAndWordBehind(std::string_view name, std::size_t i)
{
    constexpr std::string_view pathSeparators = ":/.";
    constexpr std::string_view digits = "0123456789";
    if (i == name.size())
        return {};
    const auto rest = name.substr(i + 1);
    const bool path = isPathSeparator(name[i]);
    const auto end = path ? rest.find_first_of(pathSeparators) : rest.find_first_not_of(digits);
    if (end == rest.npos || (path ? end != rest.find_last_of(pathSeparators) : !isJoint(name, i) || !isJoint(rest, end)))
        return {};
    return {rest.substr(0, end), lastWordOf(rest.substr(end + 1))};
}

// `:42:rent` of `lease:42:rent`.
bool isFollowedByIdAndDetail(std::string_view name, std::size_t i)
{
    const auto [id, word] = idAndWordBehind(name, i);
    if (id.empty() || word.empty())
        return false;
    const bool numbered = id.find_first_of("0123456789") != id.npos;
    return isOneOf<reports>(word) || (numbered && (isOneOf<details>(word) || isOneOf<properties>(word)));
}

// `:otp` of `locked:otp:7`.
bool isFollowedBySecret(std::string_view name, std::size_t i)
{
    if (i == name.size() || !isPathSeparator(name[i]))
        return false;
    const auto rest = name.substr(i + 1);
    const auto word = lastWordOf(rest.substr(0, rest.find_first_of(":/.")));
    return !word.empty() && isOneOf<secrets>(word);
}

// One bit per letter: half of all words end with another.
constexpr auto lastLetters = [] {
    std::uint32_t bits = 0;
    for (const auto &part : secondParts)
        bits |= 1u << (part.word.back() - 'a');
    return bits;
}();

bool isCompound(std::string_view word)
{
    if ((lastLetters >> ((word.back() | 0x20) - 'a') & 1) == 0)
        return false;
    for (const auto &[second, behindAny] : secondParts) {
        if (word.size() <= second.size())
            continue;
        const auto first = word.substr(0, word.size() - second.size());
        if (equalsIgnoringCase(word.substr(first.size()), second) && (behindAny || isOneOf<firstParts>(first)))
            return true;
    }
    return false;
}

// `p99`
bool isPercentile(std::string_view word)
{
    const auto digits = word.substr(word.starts_with('p') || word.starts_with('P') ? 1 : 0);
    return digits.size() + 1 == word.size() && digits.size() >= 2 && digits.find_first_not_of("0123456789") == digits.npos
           && (digits.front() == '9' || digits == "50" || digits == "75");
}

bool isOfFigure(std::string_view word)
{
    return isPercentile(word)
           || (letterAt(word, 0) != Letter::None
               && (isOneOf<figureHeads>(word) || isOneOf<figureParts>(word) || isOneOf<units>(word) || isOneOf<totals>(word)));
}

// Nothing but words of a figure until the name ends, and at least two: `lock:wait` may be a lock.
bool isFollowedByFigure(std::string_view name, std::size_t i)
{
    constexpr std::string_view separators = ":/._-";
    int words = 0;
    while (i < name.size()) {
        if (separators.find(name[i]) != separators.npos) {
            ++i;
            continue;
        }
        const auto part = name.substr(i, name.find_first_of(separators, i) - i);
        const auto word = isPercentile(part) || letterAt(part, 0) == Letter::None ? part : part.substr(0, endOfWord(part, 0));
        if (words == 0 ? letterAt(word, 0) == Letter::None || !isOneOf<figureHeads>(word) : !isOfFigure(word))
            return false;
        ++words;
        i += word.size();
    }
    return words > 1;
}

LockWord meaningOf(std::string_view name, std::size_t begin, std::size_t end)
{
    const auto word = name.substr(begin, end - begin);
    const bool clear = isOneOf<lockWords>(word);
    if (!clear && !isOneOf<ambiguousWords>(word))
        return isCompound(word) ? LockWord::Possible : LockWord::None;
    if (isFollowedByProperty(name, end) || isFollowedByIdAndDetail(name, end) || isFollowedByFigure(name, end))
        return LockWord::Possible;
    // `account:7:locked` is a flag, `locked:otp:7` a code, `app:locked:7` a lock.
    if (equalsIgnoringCase(word, "locked") && (end == name.size() || isFollowedBySecret(name, end)))
        return LockWord::Possible;
    return clear ? LockWord::Clear : LockWord::Ambiguous;
}

std::size_t beginOfWord(std::string_view name, std::size_t i)
{
    while (i < name.size() && letterAt(name, i) == Letter::None)
        ++i;
    return i;
}

// As far as the words show one by one.
LockWord clearestIn(std::string_view name)
{
    auto found = LockWord::None;
    std::size_t end = 0;
    for (auto begin = beginOfWord(name, 0); begin < name.size() && found != LockWord::Clear; begin = beginOfWord(name, end)) {
        end = endOfWord(name, begin);
        found = std::max(found, meaningOf(name, begin, end));
    }
    return found;
}

// `lastSeen` of `lock:7:lastSeen`, and not `last_lock`.
bool isLastTime(std::string_view part)
{
    const auto first = letterAt(part, 0) != Letter::None ? part.substr(0, endOfWord(part, 0)) : std::string_view();
    return equalsIgnoringCase(first, "last") && first.size() < part.size() && clearestIn(part) == LockWord::None;
}

// `metrics:lock_wait_ms`: a figure about locks, whose unit is not a part of the name by itself.
bool isFigure(std::string_view name)
{
    const auto part = name.substr(name.find_last_of(":/.") + 1); // none: npos + 1 is 0
    if (isLastTime(part))
        return true;
    const auto joint = part.find_last_of("_-");
    if (joint != part.npos && isPercentile(part.substr(joint + 1)))
        return clearestIn(part.substr(0, joint)) != LockWord::None;
    const auto unit = lastWordOf(part);
    if (unit.empty() || unit.size() == part.size())
        return false;
    return isOneOf<units>(unit) || (isOneOf<totals>(unit) && clearestIn(part.substr(0, part.size() - unit.size())) != LockWord::None);
}

bool isSecret(std::string_view before, std::string_view word)
{
    return isOneOf<secrets>(word) || isOneOf<otherUses>(word) || (equalsIgnoringCase(before, "api") && equalsIgnoringCase(word, "key"));
}

bool isFreeUse(std::string_view before, std::string_view word)
{
    const auto isEnd = [word](std::string_view end) {
        return word.size() > end.size() && equalsIgnoringCase(word.substr(word.size() - end.size()), end);
    };
    return isSecret(before, word) || isOneOf<freeUses>(word) || std::ranges::any_of(freeUseEnds, isEnd);
}

// Has the name a word for another use of a token? Before a compound, it says what is locked: `session:userlock:7` is the lock of a user.
template <class IsOther>
bool hasOtherUse(std::string_view name, IsOther isOther)
{
    bool found = false;
    std::string_view word;
    std::size_t end = 0;
    for (auto begin = beginOfWord(name, 0); begin < name.size(); begin = beginOfWord(name, end)) {
        end = endOfWord(name, begin);
        const auto before = std::exchange(word, name.substr(begin, end - begin));
        found = (found || isOther(before, word)) && !isCompound(word);
    }
    return found;
}

} // namespace

LockWord lockWordIn(std::string_view name)
{
    auto found = clearestIn(name);
    if (found > LockWord::Possible && isFigure(name))
        found = LockWord::Possible;
    return found == LockWord::Possible && hasOtherUse(name, isSecret) ? LockWord::None : found;
}

bool hasLockWord(std::string_view name) { return lockWordIn(name) >= LockWord::Ambiguous; }

bool saysOtherUse(std::string_view name) { return hasOtherUse(name, isFreeUse); }

} // namespace lockcore
