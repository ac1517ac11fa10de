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
bool isListed(std::string_view letterRun)
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

// Also in the plural.
template <const auto &words>
bool isOneOf(std::string_view letterRun)
{
    if (letterRun.empty())
        return false;
    const bool plural = letterRun.size() > 1 && (letterRun.back() | 0x20) == 's';
    return isListed<words>(letterRun) || (plural && isListed<words>(letterRun.substr(0, letterRun.size() - 1)));
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

constexpr std::string_view pathSeparators = ":/.";
constexpr std::string_view digits = "0123456789";

bool isPathSeparator(char c) { return pathSeparators.find(c) != pathSeparators.npos; }

// `entry` of `entry_code` and of `entryCode`; empty if it begins with anything but a letter.
std::string_view firstWordOf(std::string_view part)
{
    return letterAt(part, 0) != Letter::None ? part.substr(0, endOfWord(part, 0)) : std::string_view();
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

// `p99`
bool isPercentile(std::string_view word)
{
    const auto number = word.substr(word.starts_with('p') || word.starts_with('P') ? 1 : 0);
    return number.size() + 1 == word.size() && number.size() >= 2 && number.find_first_not_of(digits) == number.npos
           && (number.front() == '9' || number == "50" || number == "75");
}

// What comes after the lock's word.
struct Rest
{
    std::string_view id;   ///< `42` of `lock:42:last_seen` and `lock_42_last_seen`, `user:7` of `lock:user:7:name`; may be empty
    std::string_view part; ///< `last_seen`, `version` of `lock_version:7`
    bool joined = false;   ///< `lock_version`, `lockVersion`
};

Rest restBehind(std::string_view name, std::size_t i)
{
    if (i == name.size())
        return {};
    auto rest = name.substr(isJoint(name, i) || isPathSeparator(name[i]) ? i + 1 : i);
    const auto path = rest.find_last_of(pathSeparators);
    const auto number = std::min(rest.find_first_not_of(digits), rest.size());
    if (isPathSeparator(name[i]) || (number > 0 && number < rest.size() && isPathSeparator(rest[number])))
        return path == rest.npos ? Rest{{}, rest} : Rest{rest.substr(0, path), rest.substr(path + 1)};
    if (number > 0)
        return isJoint(rest, number) ? Rest{rest.substr(0, number), rest.substr(number + 1)} : Rest();
    std::size_t end = 0;
    while (letterAt(rest, end) != Letter::None || isJoint(rest, end) || (end < rest.size() && digits.find(rest[end]) != digits.npos))
        ++end;
    return {{}, rest.substr(0, end), true};
}

std::string_view firstOf(std::string_view id) { return id.substr(0, id.find_first_of(pathSeparators)); }

// `42`, a UUID: the number of a lock or of a record. `tenant1`, `db-1` and `user:7` say what is locked.
bool isPlainNumber(std::string_view id)
{
    constexpr std::size_t uuidLength = 36;
    const auto first = firstOf(id);
    const std::string_view allowed = first.size() == uuidLength ? "0123456789abcdefABCDEF-" : "0123456789abcdefABCDEF";
    return first.find_first_of(digits) != first.npos && first.find_first_not_of(allowed) == first.npos;
}

// May the id be that of a device? `hall`, `site1:42` and `AA:BB:CC`, and not `user:7`.
bool isOneThings(std::string_view id)
{
    const auto first = firstOf(id);
    return !id.empty() && (first.size() == id.size() || first.size() <= 2 || first.find_first_of(digits) != first.npos);
}

bool isMeasure(std::string_view word) { return isPercentile(word) || isOneOf<measures>(word); }

// Nothing but events and measures until the name ends, and at least two: `lock:wait` and `lock:hold-release` may be locks.
bool isFigure(std::string_view name, std::size_t i)
{
    constexpr std::string_view separators = ":/._-";
    int words = 0;
    bool measured = false;
    while (i < name.size()) {
        if (separators.find(name[i]) != separators.npos) {
            ++i;
            continue;
        }
        const auto part = name.substr(i, name.find_first_of(separators, i) - i);
        const auto word = isPercentile(part) ? part : firstWordOf(part);
        const bool measure = isMeasure(word);
        if (!measure && !isOneOf<events>(word))
            return false;
        measured = measured || measure;
        ++words;
        i += word.size();
    }
    return measured && words > 1;
}

// What the rest of the name leaves of a clear word.
LockWord meaningOfRest(const Rest &rest)
{
    const auto &[id, part, joined] = rest;
    const auto first = firstWordOf(part);
    const auto last = lastWordOf(part);
    const bool single = first.size() == part.size() || isPercentile(part);
    const bool brief = first.size() + last.size() + 1 >= part.size(); // `last_ping`, and not `last_paid_invoice`
    const bool numbered = isPlainNumber(id);
    const bool property = isOneOf<properties>(last);
    const bool figure = property || isOneOf<events>(last) || isOneOf<measures>(last)
                        || isPercentile(part.substr(part.find_last_of("_-") + 1)); // none: npos + 1 is 0
    const bool report = isOneOf<reports>(first);
    const bool headed = !single && isOneOf<heads>(first);

    // Nobody locks these.
    if (joined && single && (property || isOneOf<secrets>(last) || isOneOf<otherUses>(last)))
        return LockWord::Possible;
    if (numbered && ((single && property) || (report && (single || figure)) || (headed && brief)))
        return LockWord::Possible;
    // A setting.
    if (single && id.empty() && isOneOf<onOrOff>(last))
        return LockWord::Ambiguous;
    // What a thing has. `lock:battery` may be the lock of a job for batteries.
    if (headed || (report && !(single && id.empty() && !joined)) || (!single && isOneOf<prepositions>(last)))
        return LockWord::Ambiguous;
    if (single && isOneThings(id) && (property || isOneOf<details>(last)))
        return LockWord::Ambiguous;
    // What is done to a thing, or a figure.
    return figure || (numbered && !last.empty()) ? LockWord::Likely : LockWord::Clear;
}

// `:otp` of `locked:otp:7`.
bool isFollowedBySecret(std::string_view name, std::size_t i)
{
    if (i == name.size() || !isPathSeparator(name[i]))
        return false;
    const auto rest = name.substr(i + 1);
    const auto word = lastWordOf(firstOf(rest));
    return !word.empty() && isOneOf<secrets>(word);
}

// Of `locked`, from begin to end: is it an account, or the like, that is?
bool isOfAccount(std::string_view name, std::size_t begin, std::size_t end)
{
    const bool apart = begin > 0 && (isJoint(name, begin - 1) || isPathSeparator(name[begin - 1]));
    const auto before = name.substr(0, apart ? begin - 1 : begin);
    const auto next = isJoint(name, end) ? end + 1 : end;
    const bool letter = letterAt(name, next) != Letter::None;
    return isOneOf<subjects>(lastWordOf(before)) || (letter && isOneOf<lockedOnes>(name.substr(next, endOfWord(name, next) - next)));
}

// One bit per letter: half of all words end with another.
constexpr auto lastLetters = [] {
    std::uint32_t bits = 0;
    for (const auto &part : secondParts)
        bits |= 1u << (part.word.back() - 'a');
    return bits;
}();

// The first part of a compound; empty: it is none.
std::string_view firstPartOf(std::string_view word)
{
    if ((lastLetters >> ((word.back() | 0x20) - 'a') & 1) == 0)
        return {};
    for (const auto &[second, behindAny] : secondParts) {
        if (word.size() <= second.size())
            continue;
        const auto first = word.substr(0, word.size() - second.size());
        if (equalsIgnoringCase(word.substr(first.size()), second) && (behindAny || isOneOf<firstParts>(first)))
            return first;
    }
    return {};
}

bool isCompound(std::string_view word) { return !firstPartOf(word).empty(); }

constexpr std::array<std::string_view, 1> plainLock = {"lock"};
constexpr std::array<std::string_view, 1> leaseWord = {"lease"};

// `Cargo.lock`, `package-lock`: a file that package managers write.
bool isLockfile(std::string_view name, std::size_t begin, std::size_t end)
{
    if (begin == 0 || (name[begin - 1] != '.' && name[begin - 1] != '-')
        || !equalsIgnoringCase(name.substr(begin, end - begin), plainLock.front()))
        return false;
    const auto before = lastWordOf(name.substr(0, begin - 1));
    return !before.empty() && isOneOf<lockfiles>(before);
}

std::size_t beginOfWord(std::string_view name, std::size_t i)
{
    while (i < name.size() && letterAt(name, i) == Letter::None)
        ++i;
    return i;
}

template <class IsIt>
bool hasWord(std::string_view name, IsIt isIt)
{
    std::size_t end = 0;
    for (auto begin = beginOfWord(name, 0); begin < name.size(); begin = beginOfWord(name, end)) {
        end = endOfWord(name, begin);
        if (isIt(name.substr(begin, end - begin)))
            return true;
    }
    return false;
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

LockWord meaningOf(std::string_view name, std::size_t begin, std::size_t end)
{
    const auto word = name.substr(begin, end - begin);
    bool clear = isOneOf<lockWords>(word);
    if (!clear && !isOneOf<ambiguousWords>(word) && !isCompound(word))
        return LockWord::None;
    if (isFigure(name, end))
        return LockWord::Possible;
    // `account:7:locked` is a flag, `locked:otp:7` a code, `app:locked:7` a lock.
    if (equalsIgnoringCase(word, "locked") && (end == name.size() || isFollowedBySecret(name, end) || isOfAccount(name, begin, end)))
        return LockWord::Possible;
    if (clear && isLockfile(name, begin, end)) {
        if (hasOtherUse(name, isFreeUse))
            return LockWord::None;
        clear = false;
    }
    const auto rest = restBehind(name, end);
    // Of the fair semaphore of a well-known book.
    if (isOneOf<semaphores>(word) && !rest.id.empty()
        && (equalsIgnoringCase(rest.part, "counter") || equalsIgnoringCase(rest.part, "owner")))
        return LockWord::Possible;
    if (isOneOf<leaseWord>(word) && isPlainNumber(rest.id) && isOneOf<tenancies>(lastWordOf(rest.part)))
        return LockWord::Possible;
    return std::min(clear ? LockWord::Clear : LockWord::Ambiguous, meaningOfRest(rest));
}

struct Clearest
{
    LockWord meaning = LockWord::None;
    bool compound = false; ///< nothing but a compound is that clear
};

// As far as the words show one by one.
Clearest clearestIn(std::string_view name)
{
    Clearest found;
    std::size_t end = 0;
    for (auto begin = beginOfWord(name, 0); begin < name.size() && found.meaning != LockWord::Clear; begin = beginOfWord(name, end)) {
        end = endOfWord(name, begin);
        const auto meaning = meaningOf(name, begin, end);
        if (meaning == LockWord::None || meaning < found.meaning)
            continue;
        const auto word = name.substr(begin, end - begin);
        found.compound = (meaning > found.meaning || found.compound) && !isOneOf<ambiguousWords>(word) && !isOneOf<lockWords>(word);
        found.meaning = meaning;
    }
    return found;
}

bool hasHeadOfData(std::string_view name) { return equalsOneIgnoringCase(firstOf(name), dataHeads); }

} // namespace

LockWord lockWordIn(std::string_view name)
{
    const auto [meaning, compound] = clearestIn(name);
    if (meaning > LockWord::Ambiguous && hasHeadOfData(name))
        return LockWord::Ambiguous;
    const bool doubtful = meaning == LockWord::Possible || (meaning == LockWord::Ambiguous && compound);
    return doubtful && hasOtherUse(name, isSecret) ? LockWord::None : meaning;
}

bool hasLockWord(std::string_view name) { return lockWordIn(name) >= LockWord::Ambiguous; }

bool saysOtherUse(std::string_view name) { return hasOtherUse(name, isFreeUse); }

bool saysNoHolders(std::string_view name)
{
    return hasWord(name, [](std::string_view word) { return isOneOf<noHolders>(word); });
}

bool saysAccount(std::string_view name)
{
    return hasWord(name, [](std::string_view word) { return isOneOf<subjects>(word); });
}

bool saysCalls(std::string_view name)
{
    return hasWord(name, [](std::string_view word) { return isOneOf<calls>(word); });
}

bool saysFigure(std::string_view name)
{
    return hasWord(name, [](std::string_view word) { return isOneOf<figures>(word) || isOneOf<reportsOfMany>(word); });
}

bool saysFence(std::string_view name)
{
    return hasWord(name, [](std::string_view word) { return isOneOf<fences>(word); });
}

bool saysReport(std::string_view name)
{
    return hasWord(name, [](std::string_view word) { return isOneOf<reportsOfMany>(word); });
}

bool saysSemaphore(std::string_view name)
{
    return hasWord(name, [](std::string_view word) {
        const auto first = firstPartOf(word); // `apisemaphore`
        return isOneOf<semaphores>(word) || (!first.empty() && equalsIgnoringCase(word.substr(first.size()), semaphores.front()));
    });
}

bool mayBeLockout(std::string_view name)
{
    return hasWord(name, [](std::string_view word) {
        const auto account = firstPartOf(word);
        return !account.empty() && isOneOf<accounts>(account) && isOneOf<plainLock>(word.substr(account.size()));
    });
}

} // namespace lockcore
